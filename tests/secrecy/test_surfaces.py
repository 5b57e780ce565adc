"""Pairs of worlds over every surface: no viewer can tell them apart.

Each commit compares twelve of the first four hundred pairs, chosen by its hash; ``make whole``
compares thirty-six, and ``make worlds PAIRS=1000`` that many, each over the whole site.
"""

import json
import os
import re
from functools import cache

import pytest

from games.models import Audience, ChairEvent
from tests.rules.play import SEATS
from tests.sample import chance, is_whole
from tests.secrecy.comparing import Difference, differences, facts_of, language_of, told, viewer_of
from tests.secrecy.pairs import COMPARED, PLAYERS, Role, pair
from tests.secrecy.requests import EVERYTHING, Part
from tests.secrecy.routes import Route, routes, tells_of_games
from tests.secrecy.stage import Company
from tests.secrecy.surfaces import Answer

pytestmark = [pytest.mark.slow, pytest.mark.sampled]

PAIRS = 36
ASKED_FOR = int(os.environ.get("PAIRS", "0"))
AT_ONCE = 6
TURNS = 6 if ASKED_FOR or is_whole() else 2
"""Pairs of each role; each takes this share of the addresses that tell nothing of games."""
OFFERS = min(TURNS, 3)
"""Pairs of each role among which what the pages offer is shared."""


@cache
def compared() -> list[list[int]]:
    """The pairs to compare, in portions.

    In a sample each role has consecutive pairs, beginning a pair later than the role before:
    together they cover every number of players and every event.
    """
    if ASKED_FOR or is_whole():
        numbers = range(ASKED_FOR or PAIRS)
        return [list(numbers[first : first + AT_ONCE]) for first in numbers[::AT_ONCE]]
    chosen = chance("pairs of worlds")
    # This way somebody has left at the table of a viewer without a seat, or at a player's.
    first = 6 * chosen.randrange(10) + chosen.randrange(2, 6)
    roles = len(COMPARED)
    return [
        [(first + place + turn) * roles + place for turn in range(TURNS)] for place in range(roles)
    ]


def looked_at(number: int) -> Part:
    """The part of the site for a pair.

    All that can tell of a game. Of the other routes each role takes a share with each pair,
    together all, and a share of what the pages offer. Where a number of pairs was asked for:
    everything.
    """
    turn, place = divmod(number, len(COMPARED))
    others = [route for route in routes() if not may_tell(route, COMPARED[place])]
    shares = {route: each % TURNS for each, route in enumerate(others)}

    def which(route: Route) -> bool:
        return shares.get(route, turn % TURNS) == turn % TURNS

    if ASKED_FOR:
        return EVERYTHING
    return Part(which, slice(turn % OFFERS, None, OFFERS))


def may_tell(route: Route, role: Role) -> bool:
    """The admin sends most users to its door."""
    enters = role == Role.MODERATOR or not route.path.startswith("/admin/")
    return enters and tells_of_games(route)


@pytest.mark.parametrize("numbers", compared(), ids=lambda numbers: "-".join(map(str, numbers)))
def test_no_byte_of_any_surface_tells_two_worlds_apart(
    company: Company, numbers: list[int]
) -> None:
    for number in numbers:
        found, answers = differences(company, pair(number), looked_at(number))
        assert not found, told_of(number, found)
        assert answers > 20


def test_each_sample_has_every_role_number_of_players_event_and_surface() -> None:
    pairs = [pair(number) for numbers in compared() for number in numbers]
    assert {each.role for each in pairs} == {*COMPARED}
    assert {each.players for each in pairs} == {*SEATS}
    happened = [facts_of(each).happened for each in pairs]
    assert {each.event for each in happened if each} >= {
        *(ChairEvent.KEEP, ChairEvent.PAUSE, ChairEvent.EXTEND, ChairEvent.LEAVE)
    }
    assert None in happened
    for role in COMPARED:
        mine = [looked_at(each.number) for each in pairs if each.role == role]
        assert all(any(part.routes(route) for part in mine) for route in routes())
        assert {part.offers.start for part in mine} == {*range(OFFERS)}


def test_what_is_compared_is_what_a_player_sees(company: Company) -> None:
    first = pair(0)
    person = company.in_role(first.role, first.viewer)
    found = told(company, person, facts_of(first), first.one, Part(tells_of_games))
    seen = {what: each for what, each in found.items() if isinstance(each, Answer)}
    for path in ("games/secretgame22/", "games/secretgame22/board/", "account/data/", "games/"):
        assert seen[f"GET /{path}  {{}}"].status == 200
    by_link = [each for what, each in seen.items() if what.endswith(" signed out")]
    assert len(by_link) > 10
    shown = [each for each in by_link if b'id="hand"' in each.body]
    assert len(shown) > 5
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
    if role == Role.LEFT:
        assert events == {ChairEvent.LEAVE, ChairEvent.NEW_PLAYER}
        return
    assert events >= {ChairEvent.KEEP, ChairEvent.PAUSE, ChairEvent.EXTEND}
    assert (ChairEvent.NEW_PLAYER in events) == (role in PLAYERS)
    assert (ChairEvent.LEAVE in events) or role in PLAYERS


def test_in_each_sample_somebody_has_left_an_open_table_and_one_by_invitation() -> None:
    pairs = [pair(number) for numbers in compared() for number in numbers]
    tables = {facts_of(each).audience for each in pairs if each.role == Role.LEFT}
    assert tables == {Audience.OPEN, Audience.INVITATION}


def test_who_left_gets_own_data_and_sees_the_table_without_a_seat(company: Company) -> None:
    gone = pair(COMPARED.index(Role.LEFT))
    facts = facts_of(gone)
    person = viewer_of(company, gone, facts)
    found = told(company, person, facts, gone.one, Part(tells_of_games))
    seen = {what: each for what, each in found.items() if isinstance(each, Answer)}
    game = json.loads(seen["GET /account/data/  {}"].body)["games"][0]
    assert game["game"] == "secretgame22"
    assert game["moves"]
    assert seen["GET /games/secretgame22/board/  {}"].status == 200
    views = [each.body for what, each in seen.items() if "/api/v1/games/secretgame22/ " in what]
    assert views
    assert all(b'"hand":null' in each for each in views)


def told_of(number: int, found: list[Difference]) -> str:
    lines = [f"pair {number}, for the {pair(number).role}: {len(found)} differ"]
    return "\n".join([*lines, *(f"{each.what}\n{each.where()}" for each in found[:5])])


def test_each_role_is_compared_in_two_languages() -> None:
    pairs = [pair(number) for numbers in compared() for number in numbers]
    for role in COMPARED:
        assert {language_of(each) for each in pairs if each.role == role} == {"en-gb", "ja"}
