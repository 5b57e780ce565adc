"""Where and when the made-up people play, and what they write."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random

from games.order.signs.second_accounts import InCommon
from games.order.signs.simulating.people import Person, Role
from games.order.signs.words import word_lists

_BEGAN = datetime(2026, 6, 1, tzinfo=UTC)
_DAYS = 30

_HARMLESS = (
    *("Good luck, all!", "gg", "well played", "Nice run :)", "Sorry, I was at work", "hello"),
    *("What a killer move", "You beast!", "I hate this hand", "damn, so close", "shoot", "lol"),
    *("Bonne partie !", "Bien joué", "Gut gespielt", "So ein Mist", "¡Buena partida!"),
    *("よろしくお願いします", "Your turn, slowcoach", "My cat sat on the keyboard: aaaaaaa"),
    *("I live in Scunthorpe", "That was a dirty trick ;)", "Verflixt!", "zut alors", "お疲れさま"),
)


def in_common(one: Person, other: Person, chance: Random) -> InCommon:
    """Return what two accounts of such people have in common after a month."""
    match one.role:
        case Role.FARMER | Role.SECOND:
            return _one_person(one, chance)
        case Role.LAPTOP:
            return _two_people(chance, browser=chance.randint(2, 12), machine=20, network=20)
        case Role.HOUSEHOLD:
            machine = 20 if chance.random() < 0.3 else 0
            return _two_people(chance, machine=machine, network=20)
        case _:
            machine = chance.randint(0, 4) if chance.random() < 0.15 else 0
            return _two_people(chance, machine=machine, network=chance.randint(1, 15))


def _one_person(one: Person, chance: Random) -> InCommon:
    careful = chance.random() < 0.5
    mine: list[datetime] = []
    second: list[datetime] = []
    free = _BEGAN
    for began in sorted(_sittings(_hours(chance), chance)):
        if began < free:
            continue
        # Nobody sits down in two places.
        free = began + timedelta(minutes=25)
        if chance.random() < 0.6:
            mine += _burst(began, chance)
            if chance.random() < 0.25:
                # On with the other account.
                second += _burst(mine[-1] + timedelta(minutes=1), chance)
        else:
            second += _burst(began, chance)
    return InCommon(
        days=chance.randint(8, 25),
        browser_days=0 if careful else chance.randint(2, 15),
        machine_days=chance.randint(5, 20) if chance.random() < 0.7 else 0,
        network_days=chance.randint(5, 20) if chance.random() < 0.9 else 0,
        crowd=2,
        addresses_alike=chance.random() < (0.15 if careful else 0.45),
        times=(mine, second),
        joined_after=chance.randint(1, 15) if chance.random() < 0.25 else None,
        together=chance.randint(0, 3) if one.role == Role.FARMER else 0,
    )


def _two_people(
    chance: Random, *, browser: int = 0, machine: int = 0, network: int = 0
) -> InCommon:
    """They have hours of their own; at home these are often the same."""
    hours = _hours(chance)
    others = hours if browser or chance.random() < 0.5 else _hours(chance)
    return InCommon(
        days=chance.randint(8, 25),
        browser_days=browser,
        machine_days=machine,
        network_days=network,
        crowd=2,
        addresses_alike=chance.random() < 0.03,
        times=(_times(hours, chance), _times(others, chance)),
        joined_after=chance.randint(1, 15) if chance.random() < 0.02 else None,
        together=chance.randint(0, 4) if machine + network >= 20 else 0,
    )


def _hours(chance: Random) -> list[int]:
    evening = chance.randint(17, 21)
    return [chance.randint(6, 9), chance.randint(11, 14), evening, evening + 1, evening + 1]


def _times(hours: Sequence[int], chance: Random) -> list[datetime]:
    return [at for began in _sittings(hours, chance) for at in _burst(began, chance)]


def _sittings(hours: Sequence[int], chance: Random) -> list[datetime]:
    return [
        _BEGAN + timedelta(days=day, hours=chance.choice(hours), minutes=chance.randrange(60))
        for day in range(_DAYS)
        if chance.random() < 0.7
        for _ in range(chance.randint(1, 5))
    ]


def _burst(began: datetime, chance: Random) -> list[datetime]:
    """One turn in each of some games."""
    at, moves = began, []
    for _ in range(chance.randint(1, 6)):
        at += timedelta(seconds=chance.randint(15, 120))
        moves.append(at)
    return moves


def messages_of(one: Person, chance: Random) -> list[str]:
    """Return what somebody writes in a month; foul ones hide some of their words."""
    said = [chance.choice(_HARMLESS) for _ in range(chance.randint(0, 30))]
    if one.role == Role.FOUL:
        lists = word_lists()
        for _ in range(chance.randint(2, 8)):
            words = chance.choice(lists)
            phrase = chance.choice([*words.phrases, *words.inside]).strip()
            said.append(_hidden(phrase, chance) if chance.random() < 0.5 else phrase.upper())
    return said


def _hidden(phrase: str, chance: Random) -> str:
    """As people write what they think a list doesn't know."""
    vowel = next((letter for letter in phrase if letter in "aeio"), "a")
    return chance.choice(
        (
            phrase.replace("i", "1").replace("e", "3").replace("o", "0"),
            phrase.replace(vowel, vowel * 5, 1),
            " ".join(phrase),
            f"{phrase}!!!",
            phrase.replace(vowel, "*", 1),
        )
    )
