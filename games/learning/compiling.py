"""Compiled functions of this folder; a change to it, or to the compiled rules, compiles anew."""

import hashlib
from pathlib import Path
from typing import Any

import numba

from ..bots.fast.compiling import Function, digest_of_sources
from ..bots.sources import behaviour_digest

_HERE = Path(__file__).parent


def _cache_folder() -> Path:
    own = b"".join(behaviour_digest(source) for source in sorted(_HERE.glob("*.py")))
    digest = hashlib.sha256(own + digest_of_sources().encode()).hexdigest()[:16]
    return _HERE / "__pycache__" / f"numba-{digest}"


_FOLDER = str(_cache_folder())


def compiled(function: Function) -> Function:
    """Compile ``function`` on its first call."""
    config: Any = numba.config
    before, config.CACHE_DIR = config.CACHE_DIR, _FOLDER
    try:
        done: Function = numba.njit(function, cache=True, nogil=True, error_model="numpy")
    finally:
        config.CACHE_DIR = before
    return done
