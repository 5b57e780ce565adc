"""Digests of code without docstrings and comments.

An import counts as the module it names: whether the name is relative, and where among its like the
import stands, makes no difference.
"""

import ast
import hashlib
from collections.abc import Iterator
from importlib.util import resolve_name
from pathlib import Path


def behaviour_digest(source: Path) -> bytes:
    """Return a digest of the code in ``source``."""
    module, package = ast.parse(source.read_bytes()), package_of(source)
    for node in ast.walk(module):
        if isinstance(node, ast.ImportFrom) and node.level:
            node.module, node.level = imported(node, package), 0
    return hashlib.sha256("".join(_parts(module, package)).encode()).digest()


def imported(node: ast.ImportFrom, package: str) -> str:
    """Return the full name of the module that ``node`` imports from, in a module of ``package``."""
    return resolve_name("." * node.level + (node.module or ""), package)


def package_of(source: Path) -> str:
    """Return the full name of the package that the module in ``source`` is in; "" without one."""
    names: list[str] = []
    folder = source.resolve().parent
    while (folder / "__init__.py").is_file():
        names.insert(0, folder.name)
        folder = folder.parent
    return ".".join(names)


def _parts(node: object, package: str) -> Iterator[str]:
    """Leave out empty fields, so that every version of Python yields the same."""
    if isinstance(node, ast.AST):
        yield f"{type(node).__name__}("
        for name, value in ast.iter_fields(node):
            if value is not None and value != []:
                yield f"{name}="
                yield from _parts(value, package)
        yield ")"
    elif isinstance(node, list):
        yield "["
        for part in _in_order(node, package):
            if not _is_docstring(part):
                yield from _parts(part, package)
        yield "]"
    else:
        yield f"{node!r},"


def _in_order(nodes: list[object], package: str) -> list[object]:
    """Put the imports among ``nodes`` that are of the same project in the order of their names."""
    project = package.partition(".")[0]
    own = {
        place: node
        for place, node in enumerate(nodes)
        if isinstance(node, ast.ImportFrom)
        and project
        and str(node.module).partition(".")[0] == project
    }
    moved = sorted(own.values(), key=lambda node: str(node.module))
    instead: dict[int, object] = dict(zip(own, moved, strict=True))
    return [instead.get(place, node) for place, node in enumerate(nodes)]


def _is_docstring(node: object) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )
