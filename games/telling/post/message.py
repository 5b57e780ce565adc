"""What a device or webhook is told."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Message:
    """News for one user: only what everybody at the table knows, and the time that is left."""

    id: str
    """The same at every try, so that a second arrival can be recognised."""
    tag: str
    """What it is about: a later message with this tag replaces an earlier one."""
    title: str
    body: str
    url: str
    """The whole address of a page of ours, which grants nothing."""
    stage: str
    count: int | None
    """How many games wait for the user, for the app's badge; None if it isn't known."""
    at: datetime
    """When it happened."""
    withdraw: bool = False
    """Whether to take back what was shown with this tag."""
