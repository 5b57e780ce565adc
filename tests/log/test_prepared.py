"""Prepared queries: what the ORM would give, compiled once."""

import pytest
from django.db import connection
from django.db.models import Q
from django.test.utils import CaptureQueriesContext

from games.models import Game, Move, Seat
from games.models.prepared import Prepared, PreparedUpdate
from tests.tables import people_game, play_on

pytestmark = pytest.mark.django_db


def test_rows_values_and_objects_are_those_of_the_query_set() -> None:
    game = people_game(4)
    play_on(game, 5)
    other = people_game(2)
    rows = Prepared(lambda pk: Move.objects.filter(game=pk).order_by("version").values_list(), int)
    names = Prepared(lambda pk: Seat.objects.filter(game=pk).values_list("name", flat=True), int)
    seats = Prepared(
        lambda public_id: (
            Seat.objects.filter(game__public_id=public_id)
            .select_related("summary", "game")
            .order_by("number")
        ),
        str,
    )
    for each in (game, other, game):
        moves = Move.objects.filter(game=each).order_by("version")
        assert rows(each.pk) == list(moves.values_list())
        assert set(names(each.pk)) == set(each.seats.values_list("name", flat=True))
        found = seats(each.public_id)
        assert found == list(each.seats.order_by("number"))
        with CaptureQueriesContext(connection) as caught:
            assert {seat.game for seat in found} == {each}
            assert not any(seat.summary.left for seat in found)
        assert not caught.captured_queries


def test_an_argument_may_be_used_twice_and_the_first_result_may_be_none() -> None:
    game = people_game(2)
    twice = Prepared(
        lambda pk: Game.objects.filter(Q(pk=pk), Q(summary__game=pk)).values_list("pk", flat=True),
        int,
    )
    assert twice.first(game.pk) == game.pk
    assert twice.first(0) is None


def test_an_argument_that_is_no_value_is_refused() -> None:
    ignored = Prepared(lambda pk: Game.objects.all(), int)
    with pytest.raises(ValueError, match="as a value"):
        ignored(1)


def test_an_update_takes_its_values_each_time() -> None:
    first, second = people_game(2), people_game(3)
    mark = PreparedUpdate(
        lambda game, turn: (Game.objects.filter(pk=game), {"turn_seconds": turn}), int, int
    )
    for game, turn in ((first, 3600), (second, 60), (first, 7200)):
        with CaptureQueriesContext(connection) as caught:
            mark(game.pk, turn)
        assert len(caught) == 1
    assert dict(Game.objects.values_list("pk", "turn_seconds")) == {first.pk: 7200, second.pk: 60}
