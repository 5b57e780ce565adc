"""Games for tests: opened, played on and played to their end."""

from accounts.guests import new_guest
from games.bots.registry import choose_move
from games.lobby.opening import Terms, create_game, join, start_bot_game
from games.log.store import load_state
from games.models import Actor, Game
from games.play.move import play_move
from games.rules.game import GameState
from games.rules.moves import Move
from games.rules.views import view_for


def bot_game(players: int = 4, level: str = "easy") -> Game:
    """A new game of a guest in seat 0 against bots, its first round dealt."""
    return start_bot_game(user=new_guest(), players=players, level=level)


def people_game(
    players: int = 3,
    *,
    bots: int = 0,
    turn_seconds: int | None = 24 * 3600,
    open_to_all: bool = False,
) -> Game:
    """A game of guests in the first seats and easy bots in the last, its first round dealt."""
    levels = dict.fromkeys(range(players - bots, players), "easy")
    terms = Terms(players=players, turn_seconds=turn_seconds, bots=levels, open=open_to_all)
    game = create_game(user=new_guest(), terms=terms)
    for _ in range(players - bots - 1):
        join(game_id=game.pk, user=new_guest(), invitation=game.invitation)
    return game


def next_move(state: GameState, level: str = "easy") -> tuple[int, Move]:
    """A seat that may act and a sensible move of it."""
    seat = state.to_act[0]
    return seat, choose_move(level, view_for(state, seat), seed=0)


def play_on(game: Game, moves: int = 10_000, level: str = "easy") -> GameState:
    """Play up to so many moves of a game for all its seats; where it then stands."""
    state = load_state(game)
    while moves and not state.over:
        seat, move = next_move(state, level)
        state = play_move(game_id=game.pk, seat=seat, move=move, seq=state.seq, actor=Actor.PLAYER)
        moves -= 1
    return state
