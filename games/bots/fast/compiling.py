"""Everything that touches Numba."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.extending import register_jitable

from .. import value
from ..sources import behaviour_digest

Function = TypeVar("Function", bound=Callable[..., Any])


def digest_of_sources(*others: Path) -> str:
    """Return a digest of compiled sources and ``others``."""
    here = Path(__file__).parent
    sources = sorted([*here.glob("*.py"), *Path(value.__file__).parent.glob("*.py")])
    digest = hashlib.sha256(b"".join(map(behaviour_digest, [*sources, *others])))
    return digest.hexdigest()[:16]


def _cache_folder() -> Path:
    """One per digest, as Numba checks only the function's own file."""
    return Path(__file__).parent / "__pycache__" / f"numba-{digest_of_sources()}"


if not numba.config.CACHE_DIR:  # type: ignore[attr-defined]
    numba.config.CACHE_DIR = str(_cache_folder())  # type: ignore[attr-defined]


def compiled(function: Function) -> Function:
    """Compile ``function`` on its first call."""
    done: Function = numba.njit(function, cache=True, nogil=True, error_model="numpy")
    return done


def also_compiled(*functions: Callable[..., Any]) -> None:
    """Let compiled functions call these Python functions."""
    for function in functions:
        register_jitable(error_model="numpy")(function)
