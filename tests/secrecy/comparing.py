"""Writes both worlds of a pair, lets the same people look, and compares."""

from collections.abc import Callable, Mapping
from itertools import takewhile
from random import Random
from typing import NamedTuple
from unittest import mock

from allauth.mfa.totp.internal import auth as totp

from games.models import Actor, Audience, ChairEvent, Game
from tests.rules.oracle_game import Step
from tests.secrecy.pairs import COMPARED, Pair, Role, sits_down_last
from tests.secrecy.requests import Part
from tests.secrecy.stage import Company, Facts, Happened, Person, Undone, for_now, write
from tests.secrecy.surfaces import Look

Told = Mapping[str, object]


class Difference(NamedTuple):
    """An answer that differs in the other world."""

    what: str
    one: object
    other: object

    def where(self) -> str:
        """The first difference, in both."""
        one, other = str(self.one), str(self.other)
        same = takewhile(lambda each: each[0] == each[1], zip(one, other, strict=False))
        start = max(sum(1 for _ in same) - 60, 0)
        return f"  {one[start : start + 160]}\n  {other[start : start + 160]}"


def differences(company: Company, pair: Pair, part: Part) -> tuple[list[Difference], int]:
    """Return what differs for a pair's viewer in ``part``, and how much was compared."""
    # Signed in before the worlds are made: it outlives them.
    facts = facts_of(pair)
    person = viewer_of(company, pair, facts)
    person.read_in(language_of(pair))
    one = told(company, person, facts, pair.one, part)
    other = told(company, person, facts, pair.other, part)
    assert one.keys() == other.keys()
    found = [Difference(what, one[what], other[what]) for what in one if one[what] != other[what]]
    return found, len(one)


def language_of(pair: Pair) -> str:
    """Each role looks in two languages, by turns."""
    return ("en-gb", "ja")[pair.number // len(COMPARED) % 2]


def viewer_of(company: Company, pair: Pair, facts: Facts) -> Person:
    """The one who looks: a player, one who left, or somebody without a seat."""
    seat = pair.viewer
    if pair.role == Role.LEFT:
        assert facts.happened is not None
        seat = facts.happened.seat
    return company.in_role(pair.role, seat)


def facts_of(pair: Pair) -> Facts:
    """The same in both worlds: viewers, bots, events."""
    chance = Random(f"table {pair.number}")
    people = {pair.viewer} if pair.viewer is not None else {0, 1}
    bots = frozenset(set(range(pair.players)) - people)
    kind = chance.randrange(4)
    facts = Facts(pair.players, Audience.OPEN, bots - {0, 1} if kind == 2 else frozenset())
    if kind == 0 and pair.viewer is not None:
        facts = Facts(pair.players, Audience.OWN, bots)
    # A player who left still sees a table by invitation: every other pair is at one.
    is_odd = pair.number // len(COMPARED) % 2 == 1
    if is_odd if pair.role == Role.LEFT else kind == 1:
        facts = Facts(pair.players, Audience.INVITATION)
    return facts._replace(happened=happened_to(pair, facts, chance))


def happened_to(pair: Pair, facts: Facts, chance: Random) -> Happened | None:
    """Six pairs of a role cover everything; of those who left, each has left."""
    people = set(range(pair.players)) - facts.bots
    if pair.role == Role.LEFT:
        # Often rounds ago: a bot has made moves since, with hands dealt since.
        leaver, since = chance.choice(sorted(people)), chance.choice((3, 10, 30, 60))
        taken = pair.number // len(COMPARED) // 2 % 2 == 1
        event = ChairEvent.NEW_PLAYER if taken else ChairEvent.LEAVE
        return Happened(event, Actor.PLAYER, leaver, before_last=since)
    if sits_down_last(pair.number, pair.role):
        assert pair.viewer is not None
        return Happened(ChairEvent.NEW_PLAYER, Actor.PLAYER, pair.viewer, comes=True)
    others = sorted(people - {pair.viewer})
    if len(others) == len(people):
        # None of those without a seat is the viewer; somebody stays in any case.
        others = others[1:]
    other = chance.choice(others) if others else pair.viewer or 0
    match pair.number // len(COMPARED) % 6:
        case 0:
            return Happened(ChairEvent.KEEP, Actor.CLOCK, other, before_last=3)
        case 1 if others:
            return Happened(ChairEvent.LEAVE, Actor.PLAYER, other, before_last=3)
        case 2:
            undone = Undone(ChairEvent.REWIND, Actor.MODERATOR, 0, chance.randint(1, 4))
            return Happened(ChairEvent.PAUSE, Actor.MODERATOR, then=undone)
        case 3:
            asked = Undone(ChairEvent.ASK_REWIND, Actor.PLAYER, other, chance.randint(1, 4))
            return Happened(ChairEvent.EXTEND, Actor.MODERATOR, minutes=600, then=asked)
        case 4:
            return Happened(ChairEvent.KEEP, Actor.MODERATOR, pair.viewer or 0)
    return None


def told(
    company: Company,
    person: Person,
    facts: Facts,
    steps: list[Step],
    part: Part,
    happens: Callable[[Game], None] = lambda _game: None,
) -> Told:
    """All that the viewer is told in one world, where something ``happens`` at last."""
    secret = Random(str(steps)).randbytes(32)
    # The key for a second sign-in step is new each time; the page draws it as a picture.
    same_key = mock.patch(f"{totp.__name__}.generate_totp_secret", return_value="A" * 32)
    with for_now(), same_key:
        game = write(company, facts, steps, secret)
        happens(game)
        return dict(Look(person, game).all(part))
