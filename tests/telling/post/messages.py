"""Messages and destinations for tests."""

from datetime import UTC, datetime
from typing import Any

from accounts.models import User
from games.models import Destination, HookForm, Stage, Way
from games.telling.devices import Subscription, subscribe
from games.telling.post.hooks import new_secret
from games.telling.post.message import Message
from tests.telling.post.servers import PushService

TURN = Message(
    id="notice-17",
    tag="abcdefgh12345678",
    title="You’re on in Tuesday Troupe",
    body="Tomás showed 7-7. 21 h left.",
    url="https://scout.example/games/abcdefgh12345678/",
    stage=Stage.TURN,
    count=3,
    at=datetime(2026, 11, 18, 12, tzinfo=UTC),
)


def device_of(user: User, service: PushService) -> Destination:
    """Subscribed as a browser would."""
    return subscribe(user=user, subscription=subscription(service.subscribe()), name="Firefox")


def subscription(sent: dict[str, Any]) -> Subscription:
    return Subscription(sent["endpoint"], sent["keys"]["p256dh"], sent["keys"]["auth"])


def hook_of(
    user: User,
    address: str,
    *,
    form: HookForm = HookForm.JSON,
    name: str = "#lantern-street",
    **fields: Any,
) -> Destination:
    """Without the form of the page."""
    return Destination.objects.create(
        user=user,
        way=Way.HOOK,
        form=form,
        address=address,
        secret=new_secret() if form == HookForm.JSON else "",
        name=name,
        created_at=TURN.at,
        **fields,
    )
