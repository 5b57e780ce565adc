"""Digests of bots: a figure with another digest belongs to another bot."""

import ast
import hashlib
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from games.bots.registry import bot_named
from games.bots.sources import behaviour_digest, imported, package_of
from games.bots.value.network import FOLDER, folder_of, parameter_file

PACKAGE = "games.bots"
PARAMETERS = "games.bots.value.network"


def digest_of(bots: tuple[str, ...], players: int) -> str:
    """Return a digest of the bots' code and parameters."""
    modules = [bot_named(bot.partition("@")[0]).__module__ for bot in bots]
    return digest_of_modules(modules, str(bots), players, {folder_of(bot) for bot in bots})


def digest_of_modules(
    starts: Iterable[str], what: str, players: int, folders: Iterable[Path] = (FOLDER,)
) -> str:
    """Return a digest of ``what``, of the modules ``starts`` and of what these import."""
    modules: set[str] = set()
    for start in starts:
        _collect(start, modules)
    digest = hashlib.sha256(f"{what} {players}".encode())
    for module in sorted(modules):
        digest.update(behaviour_digest(_file(module)))
    if PARAMETERS in modules:
        for folder in sorted(folders):
            digest.update(hashlib.sha256(parameter_file(players, folder).read_bytes()).digest())
    return digest.hexdigest()[:16]


def _collect(module: str, modules: set[str]) -> None:
    if module in modules:
        return
    modules.add(module)
    source = _file(module)
    package = package_of(source)
    for node in ast.walk(ast.parse(source.read_text())):
        if not isinstance(node, ast.ImportFrom):
            continue
        name = imported(node, package)
        if name.startswith(f"{PACKAGE}."):
            _collect(name, modules)
        elif name == PACKAGE:
            for each in node.names:
                _collect(f"{PACKAGE}.{each.name}", modules)


def _file(module: str) -> Path:
    spec = find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin)
