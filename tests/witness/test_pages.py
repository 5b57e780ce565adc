"""What pages and the API show of a log: its head at any time, its rows when the game is over."""

import json
import re
from datetime import UTC, date, datetime, timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.guests.lifetime import new_guest
from games.deals.daily.sitting import sit_down
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.models import Game, GameSummary, Hand, Seat
from games.witness.making import make_due
from games.witness.paths import roots
from tests.api.conftest import Program
from tests.pages.page import Page
from tests.tables import bot_game, people_game, play_on

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
PLAYED = date(2026, 11, 20)
DAY = timedelta(days=1)


def head_of(game: Game) -> str:
    return GameSummary.objects.get(game=game).head


def owner(game: Game) -> Client:
    client = Client()
    user = Seat.objects.get(game=game, number=0).user
    assert user is not None
    client.force_login(user)
    return client


def page(client: Client, game: Game, part: str = "log/", query: str = "") -> Page:
    return Page(client.get(f"/games/{game.public_id}/{part}{query}"))


def answer(client: Client, game: Game, part: str) -> Any:
    reply = client.get(f"/api/v1/games/{game.public_id}/{part}")
    return reply.status_code, reply.json()


def played(at: datetime, moves: int = 10_000, **table: Any) -> Game:
    with time_machine.travel(at, tick=False):
        game = bot_game(**table)
        play_on(game, moves=moves)
    return game


def test_the_head_is_at_the_table_from_the_first_seat_to_the_end() -> None:
    waiting = create_game(user=new_guest(), terms=Terms(players=3))
    games = [waiting]
    for moves in (0, 2, 8, 10_000):
        game = bot_game(2)
        play_on(game, moves=moves)
        games.append(game)
    for game in games:
        client = owner(game)
        table = page(client, game, "")
        assert head_of(game) in table.text
        assert f"/games/{game.public_id}/log/" in table.links
        assert head_of(game) in page(client, game).text
        assert answer(client, game, "")[1]["head"] == head_of(game)
        version = GameSummary.objects.get(game=game).version
        status, told = answer(client, game, "witness/")
        assert (status, told["version"], told["head"]) == (200, version, head_of(game))


def test_a_move_by_program_is_answered_with_the_new_head(anna: Program) -> None:
    game = anna.open(players=3, bots=["easy", "easy"])
    after = anna.play(game, {"type": "orient", "flip": False}).body
    assert after["head"] == head_of(Game.objects.get(public_id=game["id"])) != game["head"]


def test_no_row_and_no_secret_before_the_game_is_over() -> None:
    game = bot_game()
    play_on(game, moves=12)
    client = owner(game)
    assert answer(client, game, "log/") == (
        403,
        {"code": "not_over", "error": "The log is shown when the game is over."},
    )
    shown = page(client, game)
    assert "When the game is over, every row stands here" in shown.text
    assert len(re.findall("[0-9a-f]{64}", shown.html)) == 1


def test_every_row_when_it_is_over_and_nothing_of_who_they_are() -> None:
    game = people_game(2)
    play_on(game)
    client = owner(game)
    status, told = answer(client, game, "log/")
    assert status == 200
    assert told["format"] == "scout-log/2"
    assert [row["row"]["cards"] for row in told["rows"] if row["table"] == "hand"] == [
        *Hand.objects.filter(round__game=game)
        .order_by("round__number", "seat")
        .values_list("cards", flat=True)
    ]
    shown_of = {row["table"]: row["row"].keys() - {"deadlines"} for row in told["rows"]}
    assert shown_of == {
        "round": {"id", "number", "starter", "created_at"},
        "hand": {"id", "round_id", "seat", "cards"},
        "move": {
            *("id", "round_id", "version", "seq", "seat", "actor", "type", "flip", "end"),
            *("to", "start", "stop", "created_at"),
        },
    }
    assert told["game"].keys() == {
        *("public_id", "players", "rules_version", "commitment", "contribution", "created_at"),
        "log_format",
    }
    for seat in Seat.objects.filter(game=game).select_related("user"):
        assert seat.user is not None
        assert seat.user.get_username() not in json.dumps(told)
    shown = page(client, game)
    assert all(row["seal"] in shown.html for row in told["rows"])
    assert told["secret"] in shown.html


def test_who_may_not_see_the_game_sees_no_log_either() -> None:
    """As for the game itself, whether it is there or not."""
    game = people_game(2)
    play_on(game)
    stranger, guest = Client(), Client()
    guest.force_login(new_guest())
    nowhere = Game(public_id="nowhere")
    for client, by_api in ((stranger, 401), (guest, 404)):
        for part in ("log/", "witness/"):
            assert answer(client, game, part) == answer(client, nowhere, part)
            assert answer(client, game, part)[0] == by_api
        assert page(client, game).status == 404
    link = f"?invitation={game.invitation}"
    assert page(stranger, game, query=link).status == 200
    assert answer(stranger, game, f"log/{link}")[0] == 200


def test_a_deal_of_the_day_has_no_log_before_midnight() -> None:
    user, client = new_guest(), Client()
    client.force_login(user)
    with time_machine.travel(NOON, tick=False):
        game = sit_down(user=user, day=NOON.date(), now=NOON).game
        assert page(client, game).status == 200
        play_on(game)
        assert page(client, game).status == 404
        assert answer(client, game, "log/")[0] == 404
        assert answer(client, game, "witness/")[0] == 404
    with time_machine.travel(NOON + DAY, tick=False):
        assert answer(client, game, "log/")[0] == 200


def test_the_page_of_the_log_shows_the_path_to_the_root_of_each_day() -> None:
    game = played(NOON - DAY, moves=9)
    make_due(now=NOON)
    (root,) = roots(most=9)
    client = owner(game)
    shown = page(client, game)
    assert root.root in shown.html
    assert f"/witness/{PLAYED}/" in shown.links
    _status, told = answer(client, game, "witness/")
    (witness,) = told["witnesses"]
    assert (witness["day"], witness["version"], witness["root"]) == (str(PLAYED), 9, root.root)
    assert all(step["sibling"] in shown.html for step in witness["path"])


def test_the_roots_are_for_everybody_on_pages_as_a_feed_and_as_json() -> None:
    make_due(now=NOON - 39 * DAY)
    make_due(now=NOON)
    found = roots(most=100)
    assert len(found) == 40
    anybody = Client()
    latest = anybody.get("/witness/").content.decode()
    assert [each.root in latest for each in found] == [False] * 9 + [True] * 31
    older = anybody.get(f"/witness/?until={found[8].day}").content.decode()
    assert [each.root in older for each in found] == [True] * 9 + [False] * 31
    assert f"?until={found[8].day}" in latest
    feed = ElementTree.fromstring(anybody.get("/witness/feed.xml").content)  # noqa: S314 (ours)
    told = [each.text for each in feed.iter("{http://www.w3.org/2005/Atom}summary")]
    assert told == [each.root for each in reversed(found[9:])]
    listed = anybody.get("/api/v1/witness/").json()["days"]
    assert listed == [each.to_json() for each in found]
    since = anybody.get(f"/api/v1/witness/?since={found[30].day}").json()["days"]
    assert since == listed[30:]
    day = anybody.get(f"/witness/{found[3].day}/").content.decode()
    assert all(digits in day for digits in (found[3].root, found[3].before, found[3].tree))


@pytest.mark.parametrize(
    "path", ["/witness/2026-11-30/", "/witness/20261120/", "/witness/x/", "/witness/?until=x"]
)
def test_a_day_without_a_root_has_no_page(path: str) -> None:
    make_due(now=NOON)
    assert Client().get(path).status_code == 404


@pytest.mark.parametrize("since", ["x", "20261120", "2026-11-31", "2026-11-20T00:00:00Z"])
def test_since_is_a_day(since: str) -> None:
    reply = Client().get(f"/api/v1/witness/?since={since}")
    assert (reply.status_code, reply.json()["code"]) == (422, "bad_request")


def test_many_rows_and_days_take_as_many_queries_as_few() -> None:
    game = played(NOON - DAY, moves=2)
    make_due(now=NOON)
    client = owner(game)

    def queries() -> int:
        with CaptureQueriesContext(connection) as made:
            assert page(client, game).status == 200
        return len(made)

    queries()
    few = queries()
    for day in range(4):
        with time_machine.travel(NOON + day * DAY, tick=False):
            play_on(game, moves=3)
        make_due(now=NOON + (day + 1) * DAY)
    assert queries() == few
    play_on(game)
    # The secret, and the three tables of rows.
    assert queries() == few + 4
