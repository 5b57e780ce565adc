"""Webhooks: Discord's form, and signed JSON after Standard Webhooks (docs/webhooks.md)."""

import json
import re
import secrets
from base64 import b64decode, b64encode
from datetime import datetime
from hashlib import sha256
from hmac import digest

from django.utils import timezone

from games.models import Destination, HookForm
from games.telling.post.message import Message

DISCORD_LIMIT = 2000
"""Most characters of a message on Discord."""
_PREFIX = "whsec_"
# Discord takes a backslash before any sign of ASCII as "just this sign".
_SIGN = re.compile(r"([!-/:-@\[-`{-~])")


def request_for(destination: Destination, message: Message) -> tuple[bytes, dict[str, str]]:
    """Return the body and the headers to post."""
    headers = {"Content-Type": "application/json"}
    if destination.form == HookForm.DISCORD:
        return _json(discord_body(message)), headers
    body = _json(
        {
            "type": message.stage,
            "timestamp": message.at.isoformat(),
            "data": {
                "title": message.title,
                "body": message.body,
                "url": message.url,
                "tag": message.tag,
                "count": message.count,
            },
        }
    )
    now = timezone.now()
    return body, {
        **headers,
        "webhook-id": message.id,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": signature(destination.secret, message.id, now, body),
    }


def discord_body(message: Message) -> dict[str, object]:
    """Return what Discord gets: nothing in it is marked up by others, and nobody is mentioned."""
    title, body = (" ".join(text.split()) for text in (message.title, message.body))
    around = f"**{_plain(title[:150])}**\n{{}}\n<{message.url}>"
    room = DISCORD_LIMIT - len(around)
    cut = body
    while len(_plain(cut)) > room:
        cut = cut[: min(len(cut) - 1, room)].rstrip()
    return {
        "content": around.replace("{}", _plain(cut), 1),
        "allowed_mentions": {"parse": []},
    }


def new_secret() -> str:
    """Return a new signing secret, in the form of Standard Webhooks."""
    return _PREFIX + b64encode(secrets.token_bytes(32)).decode()


def signature(secret: str, message_id: str, at: datetime, body: bytes) -> str:
    """Return the signature header of a body."""
    key = b64decode(secret.removeprefix(_PREFIX))
    signed = f"{message_id}.{int(at.timestamp())}.".encode() + body
    return "v1," + b64encode(digest(key, signed, sha256)).decode()


def _plain(text: str) -> str:
    return _SIGN.sub(r"\\\1", text)


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()
