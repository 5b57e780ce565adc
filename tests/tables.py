"""Games for tests: opened, played on and played to their end."""

from collections.abc import Callable, Sequence

from accounts.guests.lifetime import new_guest
from games.bots.registry import choose_move
from games.lobby.joining import join
from games.lobby.opening import create_game, start_bot_game
from games.lobby.terms import Terms
from games.log.store import load
from games.models import Game
from games.play.rewinding.asking import answer_rewind, ask_to_rewind
from games.play.rewinding.preview import turns_now
from games.rules import game as rules
from games.rules.game import GameState
from games.rules.moves import Move
from games.rules.views import view_for
from tests.logs import write_moves

BOTS = ("pip", "juno", "otto", "lev")
"""Who plays with the guest of `bot_game`, in the order of their seats."""


def bot_game(players: int = 4, bots: Sequence[str] = BOTS) -> Game:
    """A guest in seat 0, the first round dealt."""
    return start_bot_game(user=new_guest(), bots=bots[: players - 1])


def played_by(bot: str, game: Game) -> Game:
    """With ``bot`` in the bots' seats, as in games of before there were characters."""
    game.seats.exclude(bot="").update(bot=bot)
    return game


def people_game(
    players: int = 3,
    *,
    bots: int = 0,
    turn_seconds: int | None = 24 * 3600,
    open_to_all: bool = False,
) -> Game:
    """Guests sit first, characters last; the first round is dealt."""
    seated = dict(zip(range(players - bots, players), BOTS, strict=False))
    terms = Terms(players=players, turn_seconds=turn_seconds, bots=seated, open=open_to_all)
    game = create_game(user=new_guest(), terms=terms)
    for _ in range(players - bots - 1):
        join(game_id=game.pk, user=new_guest(), invitation=game.invitation)
    # Its parts were fixed when the last one sat down.
    game.refresh_from_db()
    return game


def next_move(state: GameState, level: str = "easy") -> tuple[int, Move]:
    """A sensible move of a seat that may act."""
    seat = state.to_act[0]
    return seat, choose_move(level, view_for(state, seat), seed=0)


def play_on(
    game: Game,
    moves: int = 10_000,
    level: str = "easy",
    until: Callable[[GameState], bool] = lambda _state: False,
) -> GameState:
    """Play up to ``moves`` moves for all seats, or until a position.

    Moves are written at once, and only the last is announced: see `tests.logs`.
    """
    return write_moves(game.pk, lambda state: next_move(state, level), moves, until).state


def is_on(seat: int) -> Callable[[GameState], bool]:
    """For `play_on`."""
    return lambda state: state.to_act == (seat,)


def ends_the_game(state: GameState) -> bool:
    """By an easy bot's next move: for `play_on`."""
    return rules.play(state, *next_move(state)).over


def ends_the_round(state: GameState) -> bool:
    """By an easy bot's next move: for `play_on`."""
    return len(rules.play(state, *next_move(state)).results) > len(state.results)


def take_back(game: Game, turn: int = -1) -> None:
    """All people agree to undo the turns of the running round from its `turn` on."""
    log, to = load(game), turns_now(game)[turn].version
    asks, *others = sorted(log.people - log.chairs.left)
    if not ask_to_rewind(game_id=game.pk, seat=asks, to=to):
        for seat in others:
            answer_rewind(game_id=game.pk, seat=seat, to=to, agrees=True)
