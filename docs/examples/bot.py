"""A bot for Next Act: `python bot.py URL TOKEN [GAMES]`. It needs Python and `legal.py`.

It opens games against three of the site's bots, plays them side by side, and prints the points.
"""

import json
import sys
import threading
import time
import urllib.error
import urllib.request
import uuid

from legal import legal_in

URL, TOKEN = sys.argv[1].rstrip("/"), sys.argv[2]


def request(method, path, body=None):
    """A request with the token; a POST has a name, so that it counts once however often sent."""
    asked = urllib.request.Request(f"{URL}/api/v1{path}", method=method)
    asked.add_header("Authorization", f"Bearer {TOKEN}")
    if body is not None:
        asked.data = json.dumps(body).encode()
        asked.add_header("Content-Type", "application/json")
        asked.add_header("Idempotency-Key", str(uuid.uuid4()))
    return asked


def call(method, path, body=None):
    """What the site answers; sent again if the answer got lost, or when it said to wait."""
    asked = request(method, path, body)
    for _ in range(20):
        try:
            with urllib.request.urlopen(asked, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refusal:
            said = json.load(refusal) if refusal.code < 500 else {}
            if "game" in said:  # the table has moved on: here it is as it stands
                return said["game"]
            if refusal.code != 429 and refusal.code < 500:  # such as not_started
                raise RuntimeError(f"{path}: {said['code']}: {said['error']}") from None
            time.sleep(int(refusal.headers.get("Retry-After", 1)))
        except OSError:
            time.sleep(1)
    raise RuntimeError(f"{URL} does not answer.")


def events(game_id):
    """Where the game is now, and whenever that changes."""
    while True:
        try:
            asked = request("GET", f"/games/{game_id}/stream/")
            with urllib.request.urlopen(asked, timeout=60) as stream:
                yield from (json.loads(line[5:]) for line in stream if line.startswith(b"data:"))
        except OSError:  # the line was cut: listen again, which tells how things stand
            time.sleep(1)


def wait(news, game):
    """Until this seat is to act, the game is over, or something else has changed.

    Nothing gets lost: what comes while a move is made waits in the stream. Don't read it elsewhere
    and only note that "something came": what comes during a look would be forgotten.
    """
    for event in news:
        if event["version"] is None:
            return
        mine = event["to_act"] is None or game["view"]["seat"] in event["to_act"]
        if event["version"] > game["version"] and (mine or event["state"] != "running"):
            return


def choose(moves):
    """The move that shows the most cards, else the first; yours will be cleverer."""
    return max(moves, key=lambda move: move.get("stop", 0) - move.get("start", 0))


def play(number):
    """Play one whole game."""
    terms = {"players": 4, "bots": ["pip", "tilly", "otto"], "turn_seconds": None}
    game = call("POST", "/games/", {**terms, "name": f"Example {number}"})
    news = events(game["id"])
    while game["state"] == "running":
        while moves := legal_in(game):
            move = {"seq": game["seq"], **choose(moves)}
            game = call("POST", f"/games/{game['id']}/moves/", move)
        if game["state"] == "running":
            wait(news, game)
            game = call("GET", f"/games/{game['id']}/")
    print(game["id"], game["state"], game["view"]["scores"], flush=True)


for number in range(int(sys.argv[3]) if len(sys.argv) > 3 else 1):
    threading.Thread(target=play, args=(number,)).start()
