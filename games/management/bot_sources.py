"""What a bot is made of, as a digest: figures measured with another digest are another bot's."""

import ast
import hashlib
from importlib.util import find_spec
from pathlib import Path

from games.bots.registry import bot_named
from games.bots.value.network import parameter_file

PACKAGE = "games.bots"
PARAMETERS = "games.bots.value.network"
"""The module by which a bot reads its parameters, if it has some."""


def digest_of(bots: tuple[str, ...], players: int) -> str:
    """What tells this state of the ``bots``, with so many players, from all others.

    It covers the modules of bots that each of them uses, and the parameters it plays by.
    """
    modules: set[str] = set()
    for bot in bots:
        _collect(bot_named(bot).__module__, modules)
    files = [_file(module) for module in sorted(modules)]
    if PARAMETERS in modules:
        files.append(parameter_file(players))
    digest = hashlib.sha256(f"{bots} {players}".encode())
    for file in files:
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]


def _collect(module: str, modules: set[str]) -> None:
    """Add ``module``, and all of the bots' modules that it imports, to ``modules``."""
    if module in modules:
        return
    modules.add(module)
    for node in ast.walk(ast.parse(_file(module).read_text())):
        if not isinstance(node, ast.ImportFrom) or node.module is None:
            continue
        if node.module.startswith(f"{PACKAGE}."):
            _collect(node.module, modules)
        elif node.module == PACKAGE:
            for name in node.names:
                _collect(f"{PACKAGE}.{name.name}", modules)


def _file(module: str) -> Path:
    spec = find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin)
