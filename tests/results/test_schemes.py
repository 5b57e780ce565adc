"""Honest games put people in the order of their strength, and no scheme gains a place."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from random import Random
from statistics import correlation, mean

import pytest

from games.models import Actor, ChairEvent
from games.results.rating_ledger import REPEATS, Standing
from tests.results.simulation import BOT, Person, Play, Played, World, honest, points_of, ranks

PEOPLE = 200
GAMES = 50
SCHEMERS = 10
"""Every twentieth of the people, from the strongest to the weakest."""
LUCK = 0.2
"""The share of all people whom an honest player may pass by luck."""


def everybody(seed: int) -> list[Person]:
    chance = Random(seed)
    strengths = sorted((chance.gauss(0, 1) for _ in range(PEOPLE)), reverse=True)
    return [Person(number, strength) for number, strength in enumerate(strengths)]


def play_all(players: int, play: Play, seed: int = 1) -> tuple[World, list[Person]]:
    people = everybody(seed)
    world = World(Random(seed))
    for _ in range(GAMES):
        world.evening(people, players, play)
    return world, people


@cache
def honest_world(players: int) -> tuple[World, list[Person]]:
    return play_all(players, honest)


def is_schemer(person: Person) -> bool:
    return person.number % (PEOPLE // SCHEMERS) == SCHEMERS // 2


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_fifty_honest_games_each_put_two_hundred_people_in_the_right_order(players: int) -> None:
    world, people = honest_world(players)
    listed = [person for person in people if world.listed(person)]
    assert len(listed) >= PEOPLE * 0.98
    strengths = ranks([person.strength for person in listed])
    assert correlation(strengths, ranks([world.sure(person) for person in listed])) >= 0.9


def assert_nothing_gained(players: int, play: Play) -> None:
    """The schemers stand no higher than if they had played honestly, nor than they are strong."""
    before, people = honest_world(players)
    after, _same = play_all(players, play)
    schemers = [person for person in people if is_schemer(person)]
    others = [person for person in people if not is_schemer(person)]
    higher = [after.sure(person) - before.sure(person) for person in schemers]
    assert mean(higher) < 0, higher
    for person in schemers:
        if after.listed(person):
            stronger = sum(other.strength > person.strength for other in others)
            ahead = sum(after.sure(other) > after.sure(person) for other in others)
            # As much luck as an honest player may have.
            assert ahead > stronger - PEOPLE * LUCK, person


def sleeping(table: Sequence[Person], chance: Random) -> Played:
    """Schemers sit down and never move: the clock plays twice, then a good bot."""
    strengths = [BOT if is_schemer(person) else person.strength for person in table]
    played = Played(points_of(strengths, chance))
    for round_number in range(len(table)):
        for seat, person in enumerate(table):
            if is_schemer(person):
                played.decide(round_number, seat, Actor.BOT if round_number else Actor.CLOCK)
            else:
                played.decide(round_number, seat)
    return played


def stalling(table: Sequence[Person], chance: Random) -> Played:
    """Schemers about to lose leave in the last round; the rest play on, or agree to end it."""
    points = points_of([person.strength for person in table], chance)
    played = Played(points)
    last = len(table) - 1
    for round_number in range(last):
        for seat in range(len(table)):
            played.decide(round_number, seat)
    lost = [each < max(points) for each in points]
    gone = [seat for seat, person in enumerate(table) if is_schemer(person) and lost[seat]]
    for seat in gone:
        played.happen(last, seat, ChairEvent.LEAVE)
    if gone and sum(points) % 2:
        played.happen(last, seat=0, event=ChairEvent.VOID)
        return played
    for seat in range(len(table)):
        played.decide(last, seat, Actor.BOT if seat in gone else Actor.PLAYER)
    return played


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
def test_sleepers_gain_nothing_from_the_bot_that_plays_for_them(players: int) -> None:
    assert_nothing_gained(players, sleeping)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
def test_stallers_who_get_out_of_lost_games_gain_nothing(players: int) -> None:
    assert_nothing_gained(players, stalling)


@pytest.mark.parametrize("players", [2, 4])
def test_second_accounts_that_leave_in_the_first_round_are_worth_nothing(players: int) -> None:
    farmer = Person(0, -1)
    world = World(Random(1))
    for game in range(GAMES):
        table = [farmer, *(Person(1 + game * players + seat, -1) for seat in range(players - 1))]
        # The farmer has the fewest points, and is the only one who stays.
        played = Played([-9] + [9] * (players - 1))
        for seat in range(1, players):
            played.happen(0, seat, ChairEvent.LEAVE)
        for round_number in range(players):
            played.decide(round_number, 0)
            for seat in range(1, players):
                played.decide(round_number, seat, Actor.BOT)
        world.enter(table, played)
        # The chairs of the others come out ahead or behind: it makes no difference.
        assert world.standing(farmer) == Standing()
    assert not world.listed(farmer)
    assert all(world.sure(each) < world.sure(farmer) for each in table[1:])


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("months", [1, 12])
def test_a_handful_of_accounts_that_only_play_each_other_are_never_listed(
    players: int, months: int
) -> None:
    circle = [Person(number, 0) for number in range(5)]
    world = World(Random(1))
    for company in _companies(circle, players, months):
        # Everybody loses to the first.
        played = honest(company, world.chance)
        world.enter(company, Played([9] + [0] * (players - 1), played.moments))
        world.now += REPEATS / GAMES
    assert world.standing(circle[0]).games >= GAMES
    assert not any(world.listed(person) for person in circle)


def _companies(circle: Sequence[Person], players: int, months: int) -> list[list[Person]]:
    first, *others = circle
    tables = [[first, *some] for some in combinations(others, players - 1)]
    return [tables[game % len(tables)] for game in range(months * GAMES)]
