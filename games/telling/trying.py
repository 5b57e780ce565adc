"""Send a test to one destination, and say in plain words what came of it."""

from secrets import token_hex
from typing import NamedTuple

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Destination, Way
from games.telling.destinations import note_delivered, note_failure
from games.telling.post.errors import DeliveryError, GoneError
from games.telling.post.message import Message
from games.telling.post.send import deliver
from games.words.links import site_link

SECONDS = 5.0
"""How long somebody waits for the outcome at most."""
STAGE = "test"


class Outcome(NamedTuple):
    """What came of a test."""

    arrived: bool
    sentence: str


def send_test(destination: Destination) -> Outcome:
    """Send a test; note what came of it, as for any other message."""
    now = timezone.now()
    message = Message(
        id=f"test-{token_hex(8)}",
        tag="test",
        title=_("It works"),
        body=_("This is where Next Act tells you about your games."),
        url=site_link(reverse("games:mine")),
        stage=STAGE,
        count=None,
        at=now,
    )
    try:
        deliver(destination, message, seconds=SECONDS)
    except DeliveryError as error:
        note_failure(destination.pk, error, now)
        return Outcome(False, _said(destination, error))
    note_delivered(destination.pk)
    sentence = _("Sent to {name}. It should be there in a moment.")
    return Outcome(True, sentence.format(name=destination.name))


def _said(destination: Destination, error: DeliveryError) -> str:
    if isinstance(error, GoneError) and destination.way == Way.PUSH:
        sentence = _(
            "{name} takes nothing from us any more, so we removed it. Allow it again there."
        )
    elif isinstance(error, GoneError):
        sentence = _("The webhook {name} no longer exists, so we switched it off.")
    elif error.status is not None:
        sentence = _("{name} didn’t take it: the other side answered with the error {status}.")
    else:
        sentence = _("{name} can’t be reached at the moment.")
    return sentence.format(name=destination.name, status=error.status)
