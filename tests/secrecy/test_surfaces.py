"""Thirty pairs of worlds over every surface: whoever looks cannot tell one from the other.

``make worlds PAIRS=1000`` compares more of them.
"""

import os
import re

import pytest

from games.models import ChairEvent
from tests.secrecy.comparing import Difference, differences, facts_of, told
from tests.secrecy.pairs import COMPARED, PLAYERS, Role, pair
from tests.secrecy.requests import Part
from tests.secrecy.routes import Route, routes, tells_of_games
from tests.secrecy.stage import Company
from tests.secrecy.surfaces import Answer

pytestmark = pytest.mark.slow

PAIRS = 30
ASKED_FOR = int(os.environ.get("PAIRS", "0"))
AT_ONCE = 5
ROUNDS = PAIRS // len(COMPARED)


def looked_at(number: int) -> Part:
    """What of the site the pair of this number is looked at by.

    All that can tell of a game; of the other routes each role takes a share with each of its
    pairs, so that thirty pairs take each role everywhere, and what a page offers of itself is
    taken by every third pair of a role. Where a number of pairs was asked for: everything.
    """
    turn, place = divmod(number, len(COMPARED))
    others = [route for route in routes() if not may_tell(route, COMPARED[place])]
    shares = {route: each % ROUNDS for each, route in enumerate(others)}

    def which(route: Route) -> bool:
        return shares.get(route, turn % ROUNDS) == turn % ROUNDS

    if ASKED_FOR:
        return Part(lambda _route: True)
    return Part(which, slice(turn % 3, None, 3))


def may_tell(route: Route, role: Role) -> bool:
    """Whether an address may tell somebody of games; the admin leads most to its door."""
    enters = role == Role.MODERATOR or not route.path.startswith("/admin/")
    return enters and tells_of_games(route)


@pytest.mark.parametrize("first", range(0, ASKED_FOR or PAIRS, AT_ONCE))
def test_no_byte_of_any_surface_tells_two_worlds_apart(company: Company, first: int) -> None:
    for number in range(first, first + AT_ONCE):
        found, compared = differences(company, pair(number), looked_at(number))
        assert not found, told_of(number, found)
        assert compared > 20


def test_what_is_compared_is_what_a_player_sees(company: Company) -> None:
    first = pair(0)
    person = company.in_role(first.role, first.viewer)
    found = told(company, person, facts_of(first), first.one, Part(tells_of_games))
    seen = {what: each for what, each in found.items() if isinstance(each, Answer)}
    for path in ("games/secretgame22/", "games/secretgame22/board/", "account/data/", "games/"):
        assert seen[f"GET /{path}  {{}}"].status == 200
    card = re.compile(rb'"hand":\["\d+/\d+"')
    assert any(card.search(each.body) for what, each in seen.items() if "/api/v1/games/" in what)
    streams = [each for what, each in seen.items() if what.startswith("stream ")]
    assert len(streams) == 3
    assert all(b"event: game" in each.body for each in streams)
    assert all(each.queries > 0 for what, each in seen.items() if "secretgame22" in what)


def test_a_moderator_s_lists_are_searched_and_narrowed(company: Company) -> None:
    fifth = pair(COMPARED.index(Role.MODERATOR))
    mona = company.in_role(Role.MODERATOR)
    lists = Part(lambda route: route.name == "admin:games_game_changelist")
    found = told(company, mona, facts_of(fifth), fifth.one, lists)
    for offer, listed in (
        ("q=secretgame22", True),
        ("q=Tuesday", True),
        ("q=Anna", True),
        ("q=1/2", False),
        ("state=running", True),
        ("state=finished", False),
        ("overdue=bot", True),
        ("overdue=still", False),
    ):
        answer = found[f"GET /admin/games/game/?{offer}  {{}}"]
        assert isinstance(answer, Answer)
        assert answer.status == 200
        assert (b"Tuesday Troupe" in answer.body) == listed, offer


@pytest.mark.parametrize("role", COMPARED)
def test_chairs_change_hands_and_clocks_stop_in_the_pairs_of_each_role(role: Role) -> None:
    mine = range(COMPARED.index(role), PAIRS, len(COMPARED))
    happened = [facts_of(pair(number)).happened for number in mine]
    events = {each.event for each in happened if each}
    assert events >= {ChairEvent.KEEP, ChairEvent.PAUSE, ChairEvent.EXTEND}
    assert (ChairEvent.LEAVE in events) or role in PLAYERS


def told_of(number: int, found: list[Difference]) -> str:
    lines = [f"pair {number}, for the {pair(number).role}: {len(found)} differ"]
    return "\n".join([*lines, *(f"{each.what}\n{each.where()}" for each in found[:5])])
