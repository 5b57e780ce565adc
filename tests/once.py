"""What is the same for every test, and long in the making: made once."""

from collections.abc import Iterator

import pytest
from whitenoise.middleware import WhiteNoiseMiddleware


@pytest.fixture(autouse=True, scope="session")
def _static_files_are_found_once() -> Iterator[None]:
    """Each new client would look for all of them again, which takes longer than a page."""
    find = WhiteNoiseMiddleware.add_files_from_finders
    kept: dict[str, object] = {}

    def find_once(middleware: WhiteNoiseMiddleware) -> None:
        if not kept:
            before, middleware.files = middleware.files, {}
            find(middleware)
            kept.update(middleware.files)
            middleware.files = before
        middleware.files.update(kept)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", find_once)
        yield
