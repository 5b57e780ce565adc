"""A season of rated games between the made-up people, rated as on the site."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from math import log, sqrt
from random import Random
from typing import NamedTuple

from games.order.signs.agreement import SeatJudged
from games.order.signs.far_off import Result
from games.order.signs.judging import ahead_chance
from games.order.signs.pairs import USUAL_TURNS, Meeting
from games.order.signs.simulating.people import Person, Role
from games.order.signs.stalling import LAST_PART, Timed
from games.results.rating_ledger import Change, RatedGame, RatingLedger, Sat

BEFORE, WINDOW = 90, 90
"""Days in which ratings settle and everybody is honest, and days that are looked at."""
_A_DAY = 0.35
"""Tables that a player opens a day."""
_SIZES = (2, 2, 3, 3, 4)
_NOISE = sqrt(2) * 25 / 6
"""Of the rating's model, by which places come about."""
_REVIEWED = 0.2
_LEAVES, _QUITS = 0.02, 0.2
_TOGETHER = 0.25
_FARMED = 0.15
"""Games a day that a farmer plays against the second account."""
_HELP = 12.0
"""What a bot's help adds to a skill."""


class Season(NamedTuple):
    """What is known of each of them at the end."""

    meetings: Mapping[tuple[int, int], list[Meeting]]
    results: Mapping[int, list[Result]]
    timed: Mapping[int, list[Timed]]
    reviewed: Mapping[int, list[tuple[int, SeatJudged]]]
    """With the number of players."""


class _Table(NamedTuple):
    people: list[Person]
    order: list[Person]
    """The best first."""
    left: Person | None


def play_season(people: Sequence[Person], chance: Random) -> Season:
    """Let all play for half a year; the last 90 days are told."""
    season = Season(defaultdict(list), defaultdict(list), defaultdict(list), defaultdict(list))
    ledger: RatingLedger[int] = RatingLedger()
    began = datetime(2026, 1, 1, tzinfo=UTC)
    for day in range(BEFORE + WINDOW):
        for table in _tables(people, day, chance):
            at = began + timedelta(days=day, seconds=chance.randrange(86_400))
            places = {one.key: place for place, one in enumerate(table.order)}
            sat = [Sat(one.key, -places[one.key], one is table.left) for one in table.people]
            changes = ledger.add(RatedGame(at, sat))
            if day >= BEFORE:
                _note(season, table, changes, places, day, chance)
    return season


def _tables(people: Sequence[Person], day: int, chance: Random) -> list[_Table]:
    tables = []
    here = [one for one in people if _is_here(one, day)]
    for one in here:
        partner = people[one.partner] if one.partner is not None else None
        if one.role == Role.FARMER and day >= BEFORE and one.is_first and partner is not None:
            if chance.random() < _FARMED:
                tables.append(_farmed(one, partner, chance))
            continue
        if chance.random() > _A_DAY:
            continue
        is_close = one.role in (Role.FRIEND, Role.HOUSEHOLD, Role.LAPTOP)
        if is_close and partner is not None and chance.random() < _TOGETHER:
            tables.append(_played([one, partner], day, chance))
            continue
        size = chance.choice(_SIZES)
        drawn = chance.sample(here, size + 2)
        others = [each for each in drawn if each.key not in (one.key, one.partner)]
        tables.append(_played([one, *others[: size - 1]], day, chance))
    return tables


def _is_here(one: Person, day: int) -> bool:
    """Newcomers come with the window, and second accounts are made for it."""
    if one.role == Role.NEWCOMER:
        return day >= BEFORE
    if one.role in (Role.FARMER, Role.SECOND) and not one.is_first:
        return day >= BEFORE
    return True


def _played(people: list[Person], day: int, chance: Random) -> _Table:
    shown = {
        one.key: _skill(one, day) - _NOISE * log(-log(chance.random() or 0.5)) for one in people
    }
    order = sorted(people, key=lambda one: -shown[one.key])
    leavers = [one for one in people if chance.random() < _leaves(one)]
    if not leavers:
        return _Table(people, order, None)
    return _Table(people, [*(one for one in order if one != leavers[0]), leavers[0]], leavers[0])


def _leaves(one: Person) -> float:
    return _QUITS if one.role == Role.QUITTER else _LEAVES


def _farmed(one: Person, second: Person, chance: Random) -> _Table:
    """The second account leaves before the end, or plays badly on purpose."""
    leaves = second if chance.random() < 0.5 else None
    order = [one, second] if leaves or chance.random() < 0.97 else [second, one]
    return _Table([one, second], order, leaves)


def _skill(one: Person, day: int) -> float:
    since = max(0, day - BEFORE) / WINDOW
    match one.role:
        case Role.LEARNER:
            return one.skill + 6 * since
        case Role.ENGINE:
            return max(one.skill, 35) if since else one.skill
        case Role.HALF_ENGINE:
            return one.skill + _HELP / 2 if since else one.skill
    return one.skill


def _note(
    season: Season,
    table: _Table,
    changes: Mapping[int, Change[int]],
    places: Mapping[int, int],
    day: int,
    chance: Random,
) -> None:
    size, usual = len(table.people), USUAL_TURNS[len(table.people)]
    by_key = {table.people[position].key: change for position, change in changes.items()}
    for one in table.people:
        mine = by_key[one.key]
        others = [each for each in table.people if each.key != one.key]
        expected = [
            ahead_chance(mine.before.skill, by_key[each.key].before.skill) for each in others
        ]
        behind = sum(places[each.key] > places[one.key] for each in others)
        share = Result(mine.after.games, behind / len(others), sum(expected) / len(others))
        season.results[one.key].append(share)
        for other in others:
            leaves = other is table.left
            theirs = by_key[other.key]
            season.meetings[one.key, other.key].append(
                Meeting(
                    players=size,
                    ahead=places[one.key] < places[other.key],
                    behind=places[one.key] > places[other.key],
                    mine=mine.before.skill,
                    other=theirs.before.skill,
                    gained=mine.after.skill.mu - mine.before.skill.mu,
                    other_turns=1 if leaves else round(usual * chance.uniform(0.55, 1.5)),
                    left=leaves,
                )
            )
        season.timed[one.key].append(_timed(one, places[one.key] > 0, size, chance))
        if chance.random() < _REVIEWED:
            judged = _reviewed(one, day, size, mine.before.skill.mu, chance)
            season.reviewed[one.key].append((size, judged))


def _timed(one: Person, is_lost: bool, size: int, chance: Random) -> Timed:
    turns = round(USUAL_TURNS[size] * chance.uniform(0.6, 1.4))
    end = turns - round(LAST_PART * turns)
    return Timed(
        is_lost,
        tuple(
            chance.random() < (_late_at_the_end(one) if is_lost and turn >= end else one.late)
            for turn in range(turns)
        ),
    )


def _late_at_the_end(one: Person) -> float:
    """Everybody is slower in a game that is lost."""
    return 0.85 if one.role == Role.STALLER else min(0.9, 1.6 * one.late)


def _reviewed(one: Person, day: int, size: int, mu: float, chance: Random) -> SeatJudged:
    """As the site's reviews judge its characters: 3 points a decision at worst, 0.3 at best."""
    decisions = round(USUAL_TURNS[size] * chance.uniform(0.9, 1.7))
    usual = max(0.3, 1.3 * 2.718 ** (-(_skill_of_moves(one) - 25) * 0.07))
    each = max(0.05, chance.gauss(usual, 0.35 * usual))
    if one.role == Role.ENGINE and day >= BEFORE:
        each = chance.uniform(0, 0.08)
    elif one.role == Role.HALF_ENGINE and day >= BEFORE:
        each /= 2
    return SeatJudged(one.key, mu, decisions, each * decisions)


def _skill_of_moves(one: Person) -> float:
    return one.skill
