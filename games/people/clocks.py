"""How time passes in a game for those who sit there."""

from collections.abc import Iterable

from games.log.deadlines import Clocks, rest_counts
from games.models import Game
from games.people.seated import Seated


def clocks_of(game: Game, seated: Iterable[Seated]) -> Clocks:
    """Return a game's clocks by the terms and by its players' rest as it is now."""
    if not counts_rest(game):
        return Clocks(game.turn_seconds)
    rests = {each.seat.number: each.recipient.rest for each in seated if each.recipient}
    return Clocks(game.turn_seconds, rests)


def counts_rest(game: Game) -> bool:
    """Return whether clocks stand still in this game while people rest."""
    return rest_counts(turn_seconds=game.turn_seconds, wanted=game.rest_counts)
