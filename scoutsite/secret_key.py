"""Generated secret keys in files."""

import os
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable
from pathlib import Path


def new_secret_key() -> str:
    """Return a new secret key for Django."""
    return secrets.token_urlsafe(64)


def new_vapid_key() -> str:
    """Return a new private key for Web Push: 32 random bytes (base64url), a number on P-256."""
    return urlsafe_b64encode(secrets.token_bytes(32)).rstrip(b"=").decode()


def secret_key_from(path: Path, *, make: Callable[[], str] = new_secret_key) -> str:
    """Return the key in `path`, created if necessary, even by simultaneous processes.

    Raise OSError.
    """
    if not path.exists():
        path.parent.mkdir(mode=0o700, exist_ok=True)
        draft = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(descriptor, "w", encoding="ascii") as file:
                file.write(make())
            # Unlike a rename, a link never replaces another process's key.
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text(encoding="ascii").strip()
