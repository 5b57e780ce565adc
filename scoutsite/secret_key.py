"""The secret key of a site that was given none: generated once, kept in a file."""

import os
import secrets
from pathlib import Path


def secret_key_from(path: Path) -> str:
    """Return the key kept in the file `path`; write a new one first where there is no file.

    The file can be read by its owner alone and appears whole or not at all, so several processes
    that start at once end up with the same key. Raises OSError when it can't be read or written.
    """
    if not path.exists():
        path.parent.mkdir(mode=0o700, exist_ok=True)
        draft = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(descriptor, "w", encoding="ascii") as file:
                file.write(secrets.token_urlsafe(64))
            # A link, unlike a rename, never replaces the key that another process put there.
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text(encoding="ascii").strip()
