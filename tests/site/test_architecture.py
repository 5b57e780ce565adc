"""What newcomers may rely on; import-linter checks the layers."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
GAMES = ROOT / "games"
REQUESTS = {"HttpRequest", "HttpResponse", "render"}
FURNITURE = [
    *(GAMES / "pages" / room for room in ("table", "lobby", "lesson", "replay", "profile")),
    GAMES / "words",
]
MIGRATED = (GAMES / "migrations", ROOT / "accounts" / "migrations")
ROOMS = [
    path
    for parent in (GAMES, GAMES / "pages")
    for path in sorted(parent.iterdir())
    if (path / "__init__.py").exists() and path.name != "migrations"
]
SHIPPED = ("rules", "bots", "learning")
"""The rooms that the library has too."""
MOST_FILES = 24
"""Modules or templates in a folder, so that one look finds the right one."""


def imports(source: Path) -> Iterator[str]:
    """Full names."""
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            yield from (f"{module}.{each.name}" for each in node.names)


def modules(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*.py")) if "__pycache__" not in path.parts]


@pytest.mark.parametrize("folder", FURNITURE, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_pages_show_knows_no_request(folder: Path) -> None:
    assert modules(folder)
    for module in modules(folder):
        asked = {name for name in imports(module) if name.rpartition(".")[2] in REQUESTS}
        assert not asked, module


def test_migrations_import_no_living_code() -> None:
    for module in (module for folder in MIGRATED for module in modules(folder)):
        packages = {name.partition(".")[0] for name in imports(module)}
        assert not packages & {"games", "accounts", "scoutsite"}, module


def test_no_folder_is_a_warehouse() -> None:
    for root, pattern in ((GAMES, "*.py"), (ROOT / "templates" / "games", "*.html")):
        # Migrations only ever follow each other.
        inside = (path for path in root.rglob("*") if path.is_dir() and path.name != "migrations")
        for folder in (root, *inside):
            found = [path for path in folder.glob(pattern) if path.name != "__init__.py"]
            assert len(found) <= MOST_FILES, folder


@pytest.mark.parametrize("room", ROOMS, ids=lambda path: str(path.relative_to(ROOT)))
def test_each_room_says_what_is_in_it(room: Path) -> None:
    said = ast.get_docstring(ast.parse((room / "__init__.py").read_text()))
    assert said, room
    assert 1 <= len(re.findall(r"[.!?](?=\s|$)", said)) <= 3


@pytest.mark.parametrize("room", SHIPPED)
def test_what_the_library_ships_too_names_nothing_of_ours_by_its_place(room: str) -> None:
    """There `games` has another name, so that these folders import one another relatively."""
    assert modules(GAMES / room)
    for module in modules(GAMES / room):
        packages = {name.partition(".")[0] for name in imports(module)}
        assert "games" not in packages, f"{module}: from ..rules import …, not from games.rules"


def test_no_module_of_the_games_lies_loose() -> None:
    assert {path.stem for path in GAMES.glob("*.py")} == {"__init__", "urls", "apps", "tasks"}
