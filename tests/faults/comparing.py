"""Journals against logs: what was acknowledged is in the log once, as it was sent, in its order."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import psycopg
from psycopg.rows import class_row

from tests.faults.journal import Acknowledged

_FIELDS = ("flip", "end", "to", "start", "stop")


class Row(NamedTuple):
    """Of a game's log; chair events among them."""

    game: str
    version: int
    seq: int
    seat: int
    actor: str
    type: str
    flip: bool | None
    end: str
    to: int | None
    start: int | None
    stop: int | None
    at: datetime
    """By the site's clock."""

    @property
    def move(self) -> dict[str, Any]:
        """As a program sends it."""
        given = {name: getattr(self, name) for name in _FIELDS}
        kept = {name: value for name, value in given.items() if value not in (None, "")}
        return {"type": self.type, **kept}


class Verdict(NamedTuple):
    """Sentences about what is wrong, by kind; all are empty if all is well."""

    acknowledged: int
    repeated: int
    """Of them, how many the site had taken though the first answer was lost."""
    games: int
    rows: int
    lost: list[str]
    """Acknowledged and not in the log, or a gap in the log."""
    doubled: list[str]
    changed: list[str]
    """In the log otherwise than it was sent."""
    disordered: list[str]
    """In another order than they were acknowledged."""
    unknown: list[str]
    """In the log, though their player was never told so."""
    taken: list[str]
    """Made for a player by the clock, or chairs that changed hands."""

    @property
    def faults(self) -> list[str]:
        kinds = (self.lost, self.doubled, self.changed, self.disordered, self.unknown, self.taken)
        return [sentence for kind in kinds for sentence in kind]


def compare(journals: Iterable[Sequence[Acknowledged]], rows: Iterable[Row]) -> Verdict:
    """Compare what each player was told with the logs of all games."""
    rows = list(rows)
    journals = [list(each) for each in journals]
    moves = [row for row in rows if row.actor != "clock" and row.type in _MOVES]
    by_decision: dict[tuple[str, int, int], list[Row]] = defaultdict(list)
    for row in moves:
        by_decision[row.game, row.seq, row.seat].append(row)
    told = {(each.game, each.seq, each.seat) for journal in journals for each in journal}
    lost, changed = list(_gaps(rows)), []
    for each in (each for journal in journals for each in journal):
        found = by_decision.get((each.game, each.seq, each.seat), [])
        if not found:
            lost.append(f"{_name(each)} is not in the log")
        elif found[0].actor != "player" or found[0].move != each.move:
            changed.append(f"{_name(each)}: sent {each.move}, logged {found[0].move}")
    entries = Counter(decision for journal in journals for decision in _decisions(journal))
    doubled = [f"{_name(found[0])} is there twice" for found in by_decision.values() if found[1:]]
    doubled += [f"{each} was acknowledged as new twice" for each, n in entries.items() if n > 1]
    return Verdict(
        acknowledged=sum(map(len, journals)),
        repeated=sum(each.status == 200 for journal in journals for each in journal),
        games=len({row.game for row in rows}),
        rows=len(rows),
        lost=lost,
        doubled=doubled,
        changed=changed,
        disordered=[name for journal in journals for name in _disordered(journal, by_decision)],
        unknown=[
            f"{_name(row)} was told to nobody"
            for row in moves
            if row.actor == "player" and (row.game, row.seq, row.seat) not in told
        ],
        taken=[
            f"{_name(row)}: {row.type} by {row.actor}, row {row.version} at {row.at:%H:%M:%S}"
            for row in rows
            if row.type in _CHAIRS or (row.actor == "clock" and row.type in _MOVES)
        ],
    )


_MOVES = {"orient", "show", "scout", "scout_and_show"}
_CHAIRS = {"keep", "take_back", "leave", "new_player", "void", "pause"}


def _name(each: Acknowledged | Row) -> str:
    return f"game {each.game}, decision {each.seq} of seat {each.seat}"


def _decisions(journal: Sequence[Acknowledged]) -> Iterator[tuple[str, int, int]]:
    return ((each.game, each.seq, each.seat) for each in journal if each.status == 201)


def _gaps(rows: Iterable[Row]) -> Iterator[str]:
    versions: dict[str, list[int]] = defaultdict(list)
    for row in rows:
        versions[row.game].append(row.version)
    for game, found in versions.items():
        if absent := set(range(max(found) + 1)) - set(found):
            yield f"game {game} lacks rows {sorted(absent)}"


def _disordered(
    journal: Sequence[Acknowledged], by_decision: dict[tuple[str, int, int], list[Row]]
) -> Iterator[str]:
    last: dict[str, int] = {}
    for each in journal:
        for row in by_decision.get((each.game, each.seq, each.seat), [])[:1]:
            if not last.get(each.game, -1) < row.version < each.version:
                yield f"{_name(each)} is row {row.version}, acknowledged at {each.version}"
            last[each.game] = row.version


def rows_of(dsn: str) -> list[Row]:
    """All rows of all logs."""
    with psycopg.connect(dsn) as connection:
        cursor = connection.cursor(row_factory=class_row(Row))
        return cursor.execute(
            "SELECT game.public_id AS game, version, seq, seat, actor, type,"
            ' flip, "end", "to", start, stop, games_move.created_at AS at'
            " FROM games_move JOIN games_game AS game ON game.id = game_id"
            " ORDER BY game_id, version"
        ).fetchall()
