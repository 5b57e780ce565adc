"""Deal secrets stay in few hands."""

import ast
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib import admin

from games.log.store import secret_of
from games.models import DaySecret, Destination, GameSecret, Hand, Move, PreparedDeal, Round
from games.play.tables import table_for
from tests.tables import bot_game, play_on

MAY_NAME_IT = {"games/models/__init__.py", "games/models/games.py", "games/log/store.py"}
MAKES_GAMES = {"games/management/filling/games.py"}
MAY_READ_IT = {
    *MAY_NAME_IT,
    *MAKES_GAMES,
    "games/archive/logs.py",
    "games/deals/sharing.py",
    "games/lobby/opening.py",
    "games/play/bots.py",
    "games/play/tables.py",
    "games/results/records.py",
    "games/upkeep/verify_reading.py",
}


def _names_in(path: Path) -> set[str]:
    tree = ast.parse(path.read_text())
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    names |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    imported = (node.names for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
    return names | {alias.name for aliases in imported for alias in aliases}


def _modules_naming(name: str) -> set[str]:
    return {
        str(path.relative_to(settings.BASE_DIR))
        for folder in ("games", "accounts", "scoutsite")
        for path in (settings.BASE_DIR / folder).rglob("*.py")
        if "migrations" not in path.parts and name in _names_in(path)
    }


def test_few_modules_touch_the_secrets() -> None:
    for name in ("GameSecret", "secret_of"):
        assert _modules_naming(name) - MAY_READ_IT == set()
    dealing, sitting = (f"games/deals/daily/{name}.py" for name in ("dealing", "sitting"))
    models = {"games/models/__init__.py", "games/models/deals.py"}
    assert _modules_naming("DaySecret") - {*models, dealing} == set()
    assert _modules_naming("secret_of_day") - {dealing, sitting} == set()
    promising = {"games/models/fairness.py", "games/fairness/promises.py"}
    assert _modules_naming("PreparedDeal") - {"games/models/__init__.py", *promising} == set()


@pytest.mark.parametrize("table", [GameSecret, DaySecret, PreparedDeal, Round, Hand, Move])
def test_the_admin_shows_no_secret_and_no_hand(table: type) -> None:
    assert not admin.site.is_registered(table)


def test_no_table_but_its_own_has_a_column_for_the_secret() -> None:
    holders = {
        model
        for model in apps.get_models()
        if any(field.name == "secret" for field in model._meta.get_fields())
    }
    # A destination's is its owner's own, between them and us.
    assert holders == {GameSecret, DaySecret, PreparedDeal, Destination}


@pytest.mark.django_db
def test_the_secret_is_shown_when_the_game_is_over_and_not_a_moment_sooner() -> None:
    game = bot_game(2)
    user = game.creator
    assert user is not None
    state = play_on(game, moves=0)
    while not state.over:
        table = table_for(public_id=game.public_id, user=user)
        assert table is not None
        assert (table.secret, table.results) == (None, ())
        state = play_on(game, moves=1)
    table = table_for(public_id=game.public_id, user=user)
    assert table is not None
    assert table.secret == secret_of(game).hex()
    assert len(table.results) == 2
