#!/usr/bin/env python3
"""A player's figures, computed from exported records: games won, points, Shows, time to move.

    python figures.py "Ada" records.jsonl [people|bots]

It needs Python alone, and no part of the site: what the site's pages say can be held against it.
Each line of the file is a record with ``names``, ``bots``, ``left`` and ``turns`` in its ``meta``,
as "Download all your games" gives it. With ``people`` only games with other people count, with
``bots`` only those against bots alone.

Who left a game for good comes after all who stayed, and the best of these have won it, whatever the
record, which knows chairs alone, says of winners. Who left is given neither points nor endings of
the round they left in, and of those after it.

A record names whoever sat last in each chair. Where somebody else had taken one over, the whole
game counts here for them, and on the site only from that round on.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime
from fractions import Fraction
from typing import Any

KINDS = {"show": "Show", "scout": "Scout", "scout_and_show": "Scout & Show"}


def figures(name: str, records: Iterable[dict[str, Any]], only: str = "") -> dict[str, Any]:
    """The figures of the player called ``name`` over those of the ``records`` they sat in.

    ``only`` those with ``"people"``, or those against ``"bots"``.
    """
    games: Counter[int] = Counter()
    wins: dict[int, Fraction] = {}
    points: Counter[int] = Counter()
    endings: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    against: dict[str, Counter[str]] = {}
    sets: list[tuple[int, ...]] = []
    seconds: list[float] = []
    turned = scouted = out_of_time = rounds_with_chip = rounds_with_both = 0
    for record in records:
        names, meta = record["meta"]["names"], record["meta"]
        alone = meta["bots"].count(None) == 1
        if name not in names or only == ("people" if alone else "bots"):
            continue
        seat, players = names.index(name), record["players"]
        left = meta["left"][seat]
        games[players] += 1
        standing = _standing(record)
        if left is None and standing[seat] == max(standing):
            part = Fraction(1, standing.count(max(standing)))
            wins[players] = wins.get(players, Fraction()) + part
        _compare(record, seat, against)
        for number, (entry, turns) in enumerate(zip(record["rounds"], meta["turns"], strict=True)):
            used_both = False
            times = zip(turns["since"], turns["at"], strict=True)
            for (move, cards), actor, time in zip(_shown(entry), turns["by"], times, strict=True):
                if move["seat"] != seat:
                    continue
                out_of_time += actor == "clock"
                if actor != "player":
                    continue
                since, at = map(datetime.fromisoformat, time)
                seconds.append((at - since).total_seconds())
                kinds[KINDS[move["type"]]] += 1
                used_both |= move["type"] == "scout_and_show"
                if move["type"] != "show":
                    scouted += 1
                    turned += move["flip"]
                if cards:
                    sets.append(cards)
            if left is None or number < left:
                points[entry["scores"][seat]["total"]] += 1
                endings[_ending(entry, seat)] += 1
                rounds_with_chip += players > 2
                rounds_with_both += used_both
    rounds = sum(points.values())
    longest = max(sets, key=_strength, default=())
    return {
        "games": sum(games.values()),
        "games_by_players": dict(games),
        "won": _share(sum(wins.values(), Fraction()), sum(games.values())),
        "won_by_players": {
            players: _share(wins.get(players, 0), games[players]) for players in games
        },
        "rounds": rounds,
        "points": dict(points),
        "points_a_round": _share(sum(each * count for each, count in points.items()), rounds),
        "endings": dict(endings),
        "turns": dict(kinds),
        "cards_a_show": _share(sum(map(len, sets)), len(sets)),
        "longest": sorted(longest),
        "flipped": _share(turned, scouted),
        "rounds_using_both": _share(rounds_with_both, rounds_with_chip),
        "seconds": sorted(seconds),
        "out_of_time": out_of_time,
        "opponents": {other: dict(count) for other, count in against.items()},
    }


def _share(part: Fraction | int, whole: int) -> Fraction | None:
    return Fraction(part) / whole if whole else None


def _standing(record: dict[str, Any]) -> list[tuple[bool, int]]:
    """The more, the better; all who left are level with each other, and behind everybody else."""
    return [
        (left is None, total if left is None else 0)
        for left, total in zip(record["meta"]["left"], record["totals"], strict=True)
    ]


def _compare(record: dict[str, Any], seat: int, against: dict[str, Counter[str]]) -> None:
    meta, standing = record["meta"], _standing(record)
    own = standing[seat]
    for number, (name, bot) in enumerate(zip(meta["names"], meta["bots"], strict=True)):
        if number != seat and bot is None:
            other = standing[number]
            count = against.setdefault(name, Counter())
            count["games"] += 1
            count["ahead" if own > other else "behind" if own < other else "level"] += 1


def _ending(entry: dict[str, Any], seat: int) -> str:
    if entry["ender"] is None:
        return "200 turns played"
    whose = "Own" if entry["ender"] == seat else "Another’s"
    return f"{whose} " + {"empty_hand": "hand empty", "unbeaten": "set unbeaten"}[entry["ended_by"]]


def _shown(entry: dict[str, Any]) -> Iterator[tuple[dict[str, Any], tuple[int, ...]]]:
    """Each move of a round, with the numbers of the cards it showed."""
    hands = [
        [_turned(card) for card in hand] if flip else list(hand)
        for hand, flip in zip(entry["hands"], entry["flips"], strict=True)
    ]
    active: list[str] = []
    for move in entry["moves"]:
        hand = hands[move["seat"]]
        if move["type"] != "show":
            card = active.pop(0 if move["end"] == "left" else -1)
            hand.insert(move["to"], _turned(card) if move["flip"] else card)
        if move["type"] != "scout":
            active = hand[move["start"] : move["stop"]]
            del hand[move["start"] : move["stop"]]
            yield move, tuple(int(card.split("/")[0]) for card in active)
        else:
            yield move, ()


def _turned(card: str) -> str:
    top, bottom = card.split("/")
    return f"{bottom}/{top}"


def _strength(numbers: tuple[int, ...]) -> tuple[int, bool, int]:
    return len(numbers), len(set(numbers)) == 1, min(numbers)


if __name__ == "__main__":
    with open(sys.argv[2], encoding="utf-8") as file:  # noqa: PTH123 (all it needs)
        records = (json.loads(line) for line in file if line.strip())
        found = figures(sys.argv[1], records, *sys.argv[3:4])
    print(json.dumps(found, default=float, indent=2, ensure_ascii=False))
