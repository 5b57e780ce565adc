"""The games `fill` copies, played by bots once and kept in a file."""

import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from games.bots.registry import choose_move
from games.rules import game as rules
from games.rules.deal import SECRET_BYTES, deal_round
from games.rules.game import GameState
from games.rules.moves import Move, Orient
from games.rules.records import check_record, read_record, record_of
from games.rules.views import view_for

PLAYERS = (2, 3, 3, 4, 4, 4, 5)
LEVELS = ("easy", "easy", "steady")


class Step(NamedTuple):
    """An original's move and its decision."""

    round_number: int
    seq: int
    seat: int
    move: Move


@dataclass(frozen=True, slots=True)
class Original:
    """A finished game of bots."""

    number: int
    secret: bytes
    levels: tuple[str, ...]
    steps: tuple[Step, ...]
    state: GameState


def play_original(seed: int, number: int) -> dict[str, Any]:
    """Return original ``number`` as a record; meta holds secret and levels."""
    chance = Random(f"original {seed} {number}")  # noqa: S311 (made games keep no secrets)
    players = PLAYERS[number % len(PLAYERS)]
    secret = chance.randbytes(SECRET_BYTES)
    levels = [chance.choice(LEVELS) for _ in range(players)]
    bot_seed = chance.getrandbits(32)
    state = rules.new_game(players)
    while not state.over:
        if state.needs_deal:
            state = rules.deal(state, deal_round(secret, "", players, state.round_number))
        seat = state.to_act[0]
        move = choose_move(levels[seat], view_for(state, seat), bot_seed)
        state = rules.play(state, seat, move)
    return {**record_of(state), "meta": {"secret": secret.hex(), "levels": levels}}


class Originals(Sequence[Original]):
    """The file's originals, each replayed on first use."""

    def __init__(self, path: Path, count: int) -> None:
        self._lines = kept_lines(path)[:count]
        self._read: dict[int, Original] = {}

    def __len__(self) -> int:
        return len(self._lines)

    def __getitem__(self, number: Any) -> Any:
        if number not in self._read:
            self._read[number] = _replayed(number, json.loads(self._lines[number]))
        return self._read[number]


def kept_lines(path: Path) -> list[bytes]:
    """Return the file's complete lines, one per original."""
    if not path.exists():
        return []
    # An interrupted run may leave half a line at the end.
    return [line for line in path.read_bytes().splitlines(keepends=True) if line.endswith(b"\n")]


def play_missing(path: Path, *, count: int, seed: int, processes: int) -> Iterator[None]:
    """Play the file's missing originals; yield after each."""
    there = kept_lines(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(there))
    missing = range(len(there), count)
    play = partial(play_original, seed)
    with path.open("ab") as file:
        if processes == 1:
            for number in missing:
                _keep(file, play(number))
                yield
            return
        with ProcessPoolExecutor(processes) as pool:
            try:
                for record in pool.map(play, missing, chunksize=4):
                    _keep(file, record)
                    yield
            finally:
                pool.shutdown(wait=True, cancel_futures=True)


def _keep(file: Any, record: dict[str, Any]) -> None:
    file.write(json.dumps(record, separators=(",", ":")).encode() + b"\n")
    file.flush()


def _replayed(number: int, value: dict[str, Any]) -> Original:
    record = read_record(value)
    check_record(record)
    steps: list[Step] = []
    state = rules.new_game(record.players)
    for round_number, entry in enumerate(record.rounds):
        state = rules.deal(state, entry.dealt)
        turned = [(seat, Orient(flip)) for seat, flip in enumerate(entry.flips)]
        for seat, move in (*turned, *entry.moves):
            steps.append(Step(round_number, state.seq, seat, move))
            state = rules.play(state, seat, move)
    meta = value["meta"]
    return Original(
        number=number,
        secret=bytes.fromhex(meta["secret"]),
        levels=tuple(meta["levels"]),
        steps=tuple(steps),
        state=state,
    )
