"""A bot for the arena that plays like somebody new. It needs Python and nothing else.

    manage.py arena newcomer pip tilly otto --bot "newcomer=cmd:python docs/examples/newcomer.py"

It keeps its hand as dealt and shows the first set from the left that beats. If there is none, it
takes the first card that makes a set of two with a neighbour, or puts one at the right end.
"""

import json
import sys


def top(card, flip=False):
    """The number that counts."""
    return int(card.split("/")[1 if flip else 0])


def makes_a_pair(view, scout):
    """Whether the card would lie beside its own number or one next to it."""
    card = view["active_set"]["cards"][0 if scout["end"] == "left" else -1]
    beside = view["hand"][max(0, scout["to"] - 1) : scout["to"] + 1]
    return any(abs(top(card, scout["flip"]) - top(other)) <= 1 for other in beside)


def choose(view):
    """The move of somebody new."""
    legal = view["legal"]
    if view["phase"] == "orient":
        return {"type": "orient", "flip": False}
    shows = [move for move in legal if move["type"] == "show"]
    if shows:
        return min(shows, key=lambda move: (move["start"], move["stop"]))
    scouts = [move for move in legal if move["type"] == "scout"]
    at_the_end = [move for move in scouts if move["to"] == len(view["hand"])]
    return next((move for move in scouts if makes_a_pair(view, move)), at_the_end[0])


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(choose(json.loads(line))), flush=True)
