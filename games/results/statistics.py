"""Sums over users' games that are over."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q, QuerySet

from games.models import FormerResult, HeadToHead, PlayerStatistics, SeatResult
from games.people.locks import lock_ledger
from games.results.tallies import Tally, added, without

AT_ONCE = 2000
USERS_AT_ONCE = 50

Compared = tuple[int, int, int, int]
"""Games against somebody: all, ahead, level, behind."""
Pair = tuple[int, int]
Kind = tuple[int, int, bool]
"""User, number of players, whether other people took part."""


Counted = SeatResult | FormerResult


class Placed(NamedTuple):
    """Somebody's place in a finished game."""

    user_id: int
    chair: int
    place: int


class Sums(NamedTuple):
    """Users' sums."""

    tallies: dict[Kind, Tally]
    compared: dict[Pair, Compared]


def count(*, taken: Collection[Counted], given: Collection[Counted]) -> None:
    """Replace ``taken`` results by ``given`` in players' sums, under the ledger."""
    _count_tallies(taken, given)
    _count_pairs(_pairs(_places(taken)), _pairs(_places(given)))


def _kind(row: Counted) -> Kind:
    assert row.user_id is not None
    return row.user_id, row.players, row.among_people


def _count_tallies(taken: Iterable[Counted], given: Iterable[Counted]) -> None:
    out, into = _by_kind(taken), _by_kind(given)
    for kind in sorted({*out, *into}):
        user_id, players, among_people = kind
        key = {"user_id": user_id, "players": players, "among_people": among_people}
        row = PlayerStatistics.objects.filter(**key).first()
        tally = without(row.tally if row else {}, added(out.get(kind, [])))
        tally = added([tally, *into.get(kind, [])])
        if row is None:
            PlayerStatistics.objects.create(**key, tally=tally)
        elif tally:
            PlayerStatistics.objects.filter(pk=row.pk).update(tally=tally)
        else:
            row.delete()


def _by_kind(rows: Iterable[Counted]) -> dict[Kind, list[Tally]]:
    found: dict[Kind, list[Tally]] = defaultdict(list)
    for row in rows:
        if row.user_id is not None:
            found[_kind(row)].append(row.tally)
    return found


def _places(rows: Iterable[Counted]) -> list[Placed]:
    return [
        Placed(row.user_id, _chair_of(row), row.place)
        for row in rows
        if row.finished and row.user_id is not None
    ]


def _chair_of(row: Counted) -> int:
    return row.seat_id if isinstance(row, SeatResult) else row.former.seat_id


def _pairs(seated: Sequence[Placed]) -> dict[Pair, Compared]:
    found: dict[Pair, Compared] = {}
    for one in seated:
        for other in seated:
            # A user in two chairs, as guest and as account, is not their own opponent; nor is
            # somebody who came when the other had gone.
            if one.user_id != other.user_id and one.chair != other.chair:
                place, its = one.place, other.place
                result = (1, place < its, place == its, place > its)
                pair = (one.user_id, other.user_id)
                found[pair] = _sum(found.get(pair), result)
    return found


def _sum(before: Compared | None, more: Compared, sign: int = 1) -> Compared:
    games, ahead, level, behind = before or (0, 0, 0, 0)
    return (
        games + sign * more[0],
        ahead + sign * more[1],
        level + sign * more[2],
        behind + sign * more[3],
    )


def _count_pairs(taken: dict[Pair, Compared], given: dict[Pair, Compared]) -> None:
    for user_id, opponent_id in sorted({*taken, *given}):
        pair = (user_id, opponent_id)
        rows = HeadToHead.objects.filter(user=user_id, opponent=opponent_id)
        before = rows.values_list("games", "ahead", "level", "behind").first()
        after = _sum(before, taken.get(pair, (0, 0, 0, 0)), -1)
        after = _sum(after, given.get(pair, (0, 0, 0, 0)))
        if before is None:
            HeadToHead.objects.create(**_pair_columns(pair, after))
        elif after[0]:
            rows.update(**_pair_columns(pair, after))
        else:
            rows.delete()


def _pair_columns(pair: Pair, compared: Compared) -> dict[str, int]:
    names = ("user_id", "opponent_id", "games", "ahead", "level", "behind")
    return dict(zip(names, (*pair, *compared), strict=True))


@transaction.atomic
def sum_up(*, user_ids: Collection[int]) -> None:
    """Rebuild sums of and against these users."""
    lock_ledger()
    theirs = HeadToHead.objects.filter(Q(user__in=user_ids) | Q(opponent__in=user_ids))
    _write_sums(user_ids, theirs, sums_of(user_ids, both_ways=True))


def users_with_sums() -> list[int]:
    """Return all users with results or sums."""
    tables = (SeatResult, FormerResult, PlayerStatistics, HeadToHead)
    rows = [each.objects.filter(user__isnull=False).order_by() for each in tables]
    return sorted({key for some in rows for key in some.values_list("user", flat=True).distinct()})


def sum_up_all(user_ids: Sequence[int]) -> Iterator[None]:
    """Rebuild all sums, one step per user."""
    for start in range(0, len(user_ids), USERS_AT_ONCE):
        some = user_ids[start : start + USERS_AT_ONCE]
        with transaction.atomic():
            lock_ledger()
            _write_sums(some, HeadToHead.objects.filter(user__in=some), sums_of(some))
        yield from [None] * len(some)


def sums_of(user_ids: Collection[int], *, both_ways: bool = False) -> Sums:
    """Add up these users' results; ``both_ways`` adds others' against them."""
    tallies: dict[Kind, Counter[str]] = defaultdict(Counter)
    own = [table.objects.filter(user__in=user_ids) for table in (SeatResult, FormerResult)]
    for results in own:
        rows = results.values_list("user_id", "players", "among_people", "tally")
        for user_id, players, among_people, tally in rows.iterator(AT_ONCE):
            assert user_id is not None
            tallies[user_id, players, among_people].update(tally)
    compared: dict[Pair, Compared] = {}
    games = [results.filter(finished=True).values("game") for results in own]
    theirs = Q(game__in=games[0]) | Q(game__in=games[1])
    seated, former = (
        table.objects.filter(theirs, user__isnull=False).values_list(
            "game_id", "user_id", chair, "place"
        )
        for table, chair in ((SeatResult, "seat_id"), (FormerResult, "former__seat_id"))
    )
    places = seated.union(former, all=True).order_by("game_id")
    for _game, of_a_game in groupby(places.iterator(AT_ONCE), key=itemgetter(0)):
        for pair, result in _pairs([Placed(*placed) for _, *placed in of_a_game]).items():
            if pair[0] in user_ids or (both_ways and pair[1] in user_ids):
                compared[pair] = _sum(compared.get(pair), result)
    return Sums({kind: added([tally]) for kind, tally in tallies.items()}, compared)


def _write_sums(user_ids: Collection[int], pairs: QuerySet[HeadToHead], sums: Sums) -> None:
    PlayerStatistics.objects.filter(user__in=user_ids).delete()
    pairs.delete()
    PlayerStatistics.objects.bulk_create(
        (
            PlayerStatistics(
                user_id=user_id, players=players, among_people=among_people, tally=tally
            )
            for (user_id, players, among_people), tally in sums.tallies.items()
        ),
        AT_ONCE,
    )
    HeadToHead.objects.bulk_create(
        (HeadToHead(**_pair_columns(pair, result)) for pair, result in sums.compared.items()),
        AT_ONCE,
    )
