"""A generated secret key in a file."""

import os
import secrets
from pathlib import Path


def secret_key_from(path: Path) -> str:
    """Return the key in `path`, created if necessary, even by simultaneous processes.

    Raise OSError.
    """
    if not path.exists():
        path.parent.mkdir(mode=0o700, exist_ok=True)
        draft = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(descriptor, "w", encoding="ascii") as file:
                file.write(secrets.token_urlsafe(64))
            # Unlike a rename, a link never replaces another process's key.
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text(encoding="ascii").strip()
