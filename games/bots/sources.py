"""Digests of code without docstrings and comments."""

import ast
import hashlib
from collections.abc import Iterator
from pathlib import Path


def behaviour_digest(source: Path) -> bytes:
    """Return a digest of the code in ``source``."""
    return hashlib.sha256("".join(_parts(ast.parse(source.read_bytes()))).encode()).digest()


def _parts(node: object) -> Iterator[str]:
    """Leave out empty fields, so that every version of Python yields the same."""
    if isinstance(node, ast.AST):
        yield f"{type(node).__name__}("
        for name, value in ast.iter_fields(node):
            if value is not None and value != []:
                yield f"{name}="
                yield from _parts(value)
        yield ")"
    elif isinstance(node, list):
        yield "["
        for part in node:
            if not _is_docstring(part):
                yield from _parts(part)
        yield "]"
    else:
        yield f"{node!r},"


def _is_docstring(node: object) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )
