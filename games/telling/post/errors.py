"""Why a message could not be delivered."""

from datetime import timedelta


class AddressError(Exception):
    """An address to which nothing may be posted: not https, not public, or unknown.

    It doesn't say which of these, so that nobody learns what names mean inside our network.
    """


class DeliveryError(Exception):
    """A message was not delivered. ``reason`` is for the log: short, without address or secret."""

    def __init__(self, reason: str, *, status: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.status = status
        """The HTTP status, if a public server answered."""


class GoneError(DeliveryError):
    """The destination says that it no longer exists."""


class FailedError(DeliveryError):
    """The message was not taken; a later try may succeed."""

    def __init__(
        self, reason: str, *, status: int | None = None, retry_after: timedelta | None = None
    ) -> None:
        super().__init__(reason, status=status)
        self.retry_after = retry_after
        """How long the other side asks us to wait, if it does; six hours at most."""
