"""Emails, pushes, hooks and calendars tell what the whole table knows, not even one's own hand."""

import json
from random import Random

import pytest

from games.models import Game, Seat
from tests.rules.oracle_game import Step
from tests.rules.play import SEATS
from tests.sample import chance, is_whole
from tests.secrecy.comparing import facts_of
from tests.secrecy.outside import CASES, Email, Post, told_outside
from tests.secrecy.pairs import COMPARED, Role, pair
from tests.secrecy.requests import EVERYTHING, Asked
from tests.secrecy.stage import Company, Facts, Person, for_now, write
from tests.secrecy.surfaces import Look

pytestmark = [pytest.mark.slow, pytest.mark.sampled]

ALL_HANDS = [role for role in COMPARED if role not in (Role.PLAYER, Role.OTHER_PLAYER, Role.LEFT)]
"""The roles in whose pairs every hand is exchanged."""
FIRST = 0 if is_whole() else chance("own hands").randrange(60)


def pairs_of_all_hands() -> list[int]:
    """With two to five players."""
    turns = range(FIRST, FIRST + (12 if is_whole() else 4))
    roles = [COMPARED.index(ALL_HANDS[turn % len(ALL_HANDS)]) for turn in turns]
    return [turn * len(COMPARED) + role for turn, role in zip(turns, roles, strict=True)]


def came_to(person: Person, game: Game) -> dict[str, object]:
    """Everything outside the pages, and the calendar."""
    assert person.user is not None
    feed = Asked("GET", f"/calendar/{person.user.feed_key}.ics", signed_out=True)
    return {
        **dict(told_outside(person.user, game, EVERYTHING)),
        "feed": Look(person, game).ask(feed),
    }


def seat_to_tell(company: Company, facts: Facts, steps: list[Step]) -> int:
    """The person whose turn it is, if it is a person's."""
    with for_now():
        people = Seat.objects.filter(game=write(company, facts, steps, b"1" * 32), bot="")
        return people.order_by("-summary__to_act", "number").values_list("number", flat=True)[0]


@pytest.mark.parametrize("number", pairs_of_all_hands())
def test_nobody_s_hand_is_told_outside_the_table_not_even_to_its_player(
    company: Company, number: int
) -> None:
    chosen = pair(number)
    assert chosen.viewer is None
    facts = facts_of(chosen)
    person = company.player(seat_to_tell(company, facts, chosen.one))

    def world(steps: list[Step]) -> dict[str, object]:
        with for_now():
            return came_to(person, write(company, facts, steps, Random(str(steps)).randbytes(32)))

    one, other = world(chosen.one), world(chosen.other)
    assert one == other, [what for what in one if one[what] != other[what]]


def test_in_each_case_a_player_on_turn_is_told_by_every_way(company: Company) -> None:
    """This pair's player is one of three, with a clock."""
    chosen = pair(len(COMPARED))
    person = company.in_role(chosen.role, chosen.viewer)
    with for_now():
        game = write(company, facts_of(chosen), chosen.one, b"1" * 32)
        came = came_to(person, game)
    words = {
        "a turn waits": ["You’re on in Tuesday Troupe", "Last call in Tuesday Troupe"],
        "a turn waits for the daily email": ["Tuesday Troupe waits for you"],
        "somebody asks for a move": ["asks for your move in Tuesday Troupe"],
        "somebody asks to end the game": ["offers to end this game unfinished."],
        "a bot keeps the chair": ["A bot keeps your chair in Tuesday Troupe"],
        "the turn is played elsewhere": ["You’re on in Tuesday Troupe"],
        "the game is over": ["Tuesday Troupe is over"],
    }
    assert words.keys() == CASES.keys()
    for case, expected in words.items():
        emails, pushes, hooks = (came[f"{way}: {case}"] for way in ("mails", "pushes", "hooks"))
        for said in expected:
            assert _written(emails, said), (case, emails)
            assert _posted(pushes, said) == 1, (case, pushes)
            # To each of two.
            assert _posted(hooks, said) == 2, (case, hooks)
    taken_back = came["pushes: the turn is played elsewhere"]
    assert isinstance(taken_back, list)
    assert [json.loads(each.body)["withdraw"] for each in taken_back] == [False, True]


def test_who_left_gets_nothing_more(company: Company) -> None:
    gone = pair(COMPARED.index(Role.LEFT))
    facts = facts_of(gone)
    assert facts.happened is not None
    person = company.player(facts.happened.seat)
    with for_now():
        game = write(company, facts, gone.one, b"1" * 32)
        assert Seat.objects.filter(game=game, user=person.user).exists()
        came = came_to(person, game)
    feed = came.pop("feed")
    assert b"BEGIN:VEVENT" not in feed.body  # type: ignore[attr-defined]
    assert any("is over" in what for what in came)
    assert not any(came.values())


def test_tables_of_every_size_are_compared() -> None:
    players = {pair(each).players for each in pairs_of_all_hands()}
    assert players == {*SEATS}


def _written(emails: object, words: str) -> bool:
    assert isinstance(emails, list)
    typed = words.replace("’", "'")
    return any(
        isinstance(each, Email) and typed in f"{each.subject} {each.text}" for each in emails
    )


def _posted(posts: object, words: str) -> int:
    assert isinstance(posts, list)
    bodies = [each.body.decode() for each in posts if isinstance(each, Post)]
    return sum(words in body.replace("\\", "") for body in bodies)
