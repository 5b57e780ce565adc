"""Tables in known positions, for browsers too."""

from tests.views.conftest import deal

__all__ = ["deal"]
