"""Players, their figures and ratings."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import View
from games.api.described import refusals
from games.api.people.words import kind_word
from games.api.shapes.people import Player
from games.people.kinds import kinds_among
from games.results.figures import Figures, figures_of
from games.results.profiles import may_see_statistics, player_named, sums_of
from games.results.rating_history import RatingOf, place_of, ratings_of
from games.results.tallies import added

_TOLD = (
    *("games", "won", "rounds", "points_a_round", "points", "endings", "turns"),
    *("show", "scout", "scout_and_show", "cards_a_show", "flipped"),
)


class PlayerView(View):
    """A player."""

    @extend_schema(
        operation_id="read_player",
        responses={200: OpenApiResponse(Player, "What the profile shows."), **refusals(404, 422)},
    )
    def get(self, request: Request, name: str) -> Response:
        """A player's figures and ratings. 404 for everybody whose profile you may not see."""
        player = player_named(name)
        if player is None or not may_see_statistics(player=player, viewer=request.user):
            raise Http404
        people, bots = (
            figures_of(added(sums_of(player=player, among_people=among).values()))
            for among in (True, False)
        )
        return Response(
            {
                "name": player.get_short_name(),
                "username": player.get_username(),
                "kind": kind_word(kinds_among([player])[player.pk]),
                "with_people": _figures_json(people),
                "with_bots": _figures_json(bots),
                "ratings": [_rating_json(each) for each in ratings_of(player=player).values()],
            }
        )


def _figures_json(figures: Figures) -> dict[str, Any]:
    return {name: getattr(figures, name) for name in _TOLD}


def _rating_json(of: RatingOf) -> dict[str, Any]:
    return {
        "players": of.players,
        "rating": of.shown.rating,
        "give_or_take": of.shown.give,
        "sure": of.shown.sure,
        "games": of.games,
        "people": of.people,
        "place": place_of(of),
    }
