"""Writes the golden games: `python -m tests.rules.make_playthroughs`.

Only for intended changes of rules or formats; review the difference. Each file is a game: how it
was played, its record, then views at its beginning, around the end of its first round, and at its
end.
"""

import json
from collections.abc import Iterator
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple

from games.rules.deal import commitment, deal_round
from games.rules.game import GameState, deal, new_game, play
from games.rules.legal import legal_moves
from games.rules.moves import move_to_json
from games.rules.records import record_of
from games.rules.views import view_for
from tests.rules.examples import PLAYTHROUGHS
from tests.rules.play import POLICIES, Choice, shown, text


class Golden(NamedTuple):
    """The first round ends in the way that names it."""

    players: int
    ending: str
    policy: str
    seed: int

    @property
    def name(self) -> str:
        return f"{self.players}_players_{self.ending}.jsonl"

    @property
    def secret(self) -> bytes:
        return sha256(f"a golden game {self.players} {self.ending}".encode()).digest()


GOLDEN = [
    Golden(2, "empty_hand", "endless", 48),
    Golden(2, "unbeaten", "by_type", 50),
    Golden(3, "empty_hand", "biggest", 43),
    Golden(3, "unbeaten", "uniform", 30),
    Golden(3, "turn_limit", "endless", 0),
    Golden(4, "empty_hand", "biggest", 7),
    Golden(4, "unbeaten", "uniform", 42),
    Golden(4, "turn_limit", "endless", 0),
    Golden(5, "empty_hand", "biggest", 39),
    Golden(5, "unbeaten", "timid", 24),
    Golden(5, "turn_limit", "endless", 0),
]


def states(golden: Golden) -> Iterator[GameState]:
    random = Random(golden.seed)
    state = new_game(golden.players)
    for number in range(golden.players):
        policy = POLICIES["biggest" if number else golden.policy]
        state = deal(state, deal_round(golden.secret, "", golden.players, number))
        yield state
        while state.round is not None and state.to_act:
            seat = random.choice(state.to_act)
            # In an order of their own, so that the game does not depend on the order of the list.
            legal = sorted(
                legal_moves(state.round, seat), key=lambda move: text(move_to_json(move))
            )
            last_chance = state.round.scouts == golden.players - 2
            held = len(state.round.hands[seat])
            choice = Choice([(move.type, shown(move)) for move in legal], held, last_chance)
            state = play(state, seat, legal[policy(choice, random)])
            yield state


def looks(played: list[GameState]) -> Iterator[tuple[GameState, int | None]]:
    """Which states which eyes see."""
    players = played[0].players
    end = next(number for number, state in enumerate(played) if state.needs_deal)
    for state in played[: players + 4]:
        for seat in (None, *range(players)):
            yield state, seat
    before_end, begun_again = played[end - 1], played[end + 1]
    yield before_end, before_end.to_act[0]
    yield begun_again, 0
    yield played[-1], None


def lines(golden: Golden) -> Iterator[dict[str, Any]]:
    played = list(states(golden))
    yield {
        "golden": golden._asdict(),
        "secret": golden.secret.hex(),
        "commitment": commitment(golden.secret),
    }
    yield record_of(played[-1])
    for state, seat in looks(played):
        view = view_for(state, seat)
        few = len(view.legal_moves()) <= 40
        yield {"version": state.version, "seq": state.seq, "view": view.to_json(legal=few)}


def main() -> None:
    for golden in GOLDEN:
        content = "".join(json.dumps(line) + "\n" for line in lines(golden))
        (PLAYTHROUGHS / golden.name).write_text(content, encoding="utf-8")


if __name__ == "__main__":
    main()
