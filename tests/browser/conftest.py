"""Tables in known positions, for browsers too."""

from tests.pages.conftest import deal

__all__ = ["deal"]
