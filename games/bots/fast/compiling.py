"""The one place that knows Numba."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.extending import register_jitable

from games.bots import value

Function = TypeVar("Function", bound=Callable[..., Any])


def digest_of_sources(*others: Path) -> str:
    """What tells this state of what is compiled, and of the files ``others``, from all others."""
    here = Path(__file__).parent
    sources = sorted([*here.glob("*.py"), *Path(value.__file__).parent.glob("*.py")])
    digest = hashlib.sha256(b"".join(source.read_bytes() for source in [*sources, *others]))
    return digest.hexdigest()[:16]


def _cache_folder() -> Path:
    """Where compiled code is kept: another place for each state of the sources.

    Numba looks at the file of the compiled function alone; ours call functions of other files.
    """
    return Path(__file__).parent / "__pycache__" / f"numba-{digest_of_sources()}"


if not numba.config.CACHE_DIR:  # type: ignore[attr-defined]
    numba.config.CACHE_DIR = str(_cache_folder())  # type: ignore[attr-defined]


def compiled(function: Function) -> Function:
    """``function`` compiled to machine code when it is first called."""
    done: Function = numba.njit(function, cache=True, nogil=True, error_model="numpy")
    return done


def also_compiled(*functions: Callable[..., Any]) -> None:
    """Let compiled functions call these ones of plain Python, compiled with them."""
    for function in functions:
        register_jitable(error_model="numpy")(function)
