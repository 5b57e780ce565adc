"""Web Push: a message encrypted for one device, and posted to its push service."""

import json
from base64 import urlsafe_b64encode
from datetime import timedelta
from hashlib import sha256
from typing import Any

from django.utils import timezone

from games.models import Destination, Stage
from games.telling.post.addresses import target_of
from games.telling.post.errors import AddressError, FailedError
from games.telling.post.keys import authorization
from games.telling.post.message import Message

MOST_BYTES = 3 * 1024
"""Most bytes of a message before it is encrypted; push services take four thousand after."""
KEPT_FOR = timedelta(days=1)
"""How long a push service keeps a message for a device that is off."""
_URGENT = (Stage.LAST_CALL, Stage.NUDGE)


def request_for(destination: Destination, message: Message) -> tuple[bytes, dict[str, str]]:
    """Return the body and the headers to post. Raise ``FailedError`` if the keys don't fit."""
    # It brings two HTTP clients along, which no page needs.
    from pywebpush import WebPusher

    subscription = {
        "endpoint": destination.address,
        "keys": {"p256dh": destination.key, "auth": destination.secret},
    }
    try:
        origin = target_of(destination.address).origin
        body: bytes = WebPusher(subscription).encode(payload(message))["body"]
    except (AddressError, ValueError):
        raise FailedError("the subscription is broken") from None
    return body, {
        "Authorization": authorization(origin, now=timezone.now()),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(int(KEPT_FOR.total_seconds())),
        "Topic": topic_of(message.tag),
        "Urgency": "high" if message.stage in _URGENT else "normal",
    }


def payload(message: Message) -> bytes:
    """Return what the device gets, as JSON; a long body is cut."""
    fields: dict[str, Any] = {
        "title": message.title[:200],
        "body": message.body,
        "url": message.url,
        "tag": message.tag,
        "count": message.count,
        "withdraw": message.withdraw,
    }
    while len(written := _written(fields)) > MOST_BYTES and fields["body"]:
        body: str = fields["body"]
        fields["body"] = body[: len(body) * 3 // 4].rstrip("…") + ("…" if len(body) > 4 else "")
        if len(body) <= 4:
            fields["body"] = ""
    return written


def topic_of(tag: str) -> str:
    """Return the name under which a later message replaces one that hasn't arrived yet."""
    return urlsafe_b64encode(sha256(tag.encode()).digest()[:24]).decode()


def _written(fields: dict[str, Any]) -> bytes:
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()
