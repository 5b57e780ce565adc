"""Projections are disposable: rebuild makes them again from the log and changes nothing."""

from typing import Any

import pytest
from django.core.management import call_command

from games.models import GameSummary, Hand, Move, Round, SeatSummary
from tests.tables import bot_game, play_on

pytestmark = pytest.mark.django_db


def _rows(*tables: Any) -> list[Any]:
    return [list(table._default_manager.order_by("pk").values()) for table in tables]


def test_rebuild_changes_nothing() -> None:
    for players, moves in ((2, 10_000), (3, 25), (4, 3), (5, 70)):
        play_on(bot_game(players), moves=moves)
    before = _rows(Round, Hand, Move, GameSummary, SeatSummary)
    call_command("rebuild", verbosity=0)
    assert _rows(Round, Hand, Move, GameSummary, SeatSummary) == before


def test_rebuild_makes_lost_projections_again() -> None:
    for players, moves in ((2, 10_000), (4, 50)):
        play_on(bot_game(players), moves=moves)
    before = _rows(GameSummary, SeatSummary)
    GameSummary.objects.all().delete()
    SeatSummary.objects.all().delete()
    call_command("rebuild", verbosity=0)
    assert _rows(GameSummary, SeatSummary) == before
