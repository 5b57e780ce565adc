"""Results of players whose chairs others have taken: the game counts for them as one they left."""

from collections.abc import Collection, Mapping, Sequence

from games.models import FormerPlayer, FormerResult, Game, Seat
from games.results.conduct import Conduct
from games.results.tallies import Tally


def made_of_former(
    game: Game,
    seats: Sequence[Seat],
    *,
    conduct: Conduct,
    tallies: Mapping[tuple[int, int], Tally],
) -> list[FormerResult]:
    """Return unsaved rows for all who count as having left ``game``; no query if nobody does."""
    if not tallies:
        return []
    people = [seat for seat in seats if not seat.bot]
    rows = FormerPlayer.objects.filter(seat__in=people).select_related("seat").order_by("version")
    return [
        FormerResult(
            former=row,
            game_id=game.pk,
            user_id=row.user_id,
            players=game.players,
            among_people=len(people) > 1,
            finished=conduct.finished,
            # Level with those who left, behind all others.
            place=1 + game.players - len(conduct.left),
            tally=tallies[row.seat.number, row.version],
        )
        for row in rows
        if (row.seat.number, row.version) in tallies
    ]


def written_for(game_ids: Collection[int]) -> list[FormerResult]:
    """Return the rows there are, in order."""
    rows = FormerResult.objects.filter(game__in=game_ids).select_related("former")
    return list(rows.order_by("game", "former__seat__number", "former__version"))
