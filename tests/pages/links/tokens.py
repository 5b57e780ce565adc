"""Turn links as emails have them."""

from accounts.models import User
from games.log.store import load
from games.models import Game
from games.play.turn_links import turn_token


def turn_token_for(game: Game, seat: int = 0, *, seq: int | None = None) -> str:
    """For whoever sits there, about the decision that the game is at."""
    user = User.objects.get(seats__game=game, seats__number=seat)
    return turn_token(
        user_id=user.pk,
        link_key=user.link_key,
        public_id=game.public_id,
        seat=seat,
        seq=load(game).state.seq if seq is None else seq,
    )


def turn_link_for(game: Game, seat: int = 0, *, seq: int | None = None) -> str:
    return f"/turn/{turn_token_for(game, seat, seq=seq)}/"
