"""The site's key pair for Web Push (VAPID), by which push services know it again.

The setting ``VAPID_PRIVATE_KEY`` holds it. Devices subscribe with the public key: with another
pair, all of them would have to be allowed again.
"""

import logging
from datetime import datetime, timedelta
from functools import lru_cache

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02
from py_vapid.utils import b64urlencode

from games.telling.post.errors import FailedError

logger = logging.getLogger(__name__)

LASTS = timedelta(hours=12)
"""How long a signature is valid; push services take a day at most."""


def public_key() -> str:
    """Return the public key as browsers want it (base64url); empty if the site has no keys."""
    pair = _pair(settings.VAPID_PRIVATE_KEY)
    if pair is None:
        return ""
    key = pair.public_key
    text: str = b64urlencode(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
    return text


def authorization(origin: str, *, now: datetime) -> str:
    """Return the header that tells the push service at ``origin`` who is asking.

    Raise ``FailedError`` if the site has no keys.
    """
    pair = _pair(settings.VAPID_PRIVATE_KEY)
    if pair is None:
        raise FailedError("the site has no keys for push services")
    contact = (
        f"mailto:{settings.OPERATOR_EMAIL}"
        if settings.OPERATOR_EMAIL
        else f"https://{settings.SITE_HOST}"
    )
    claims = {"aud": origin, "exp": int((now + LASTS).timestamp()), "sub": contact}
    header: str = pair.sign(claims)["Authorization"]
    return header


@lru_cache(maxsize=2)
def _pair(private: str) -> Vapid02 | None:
    if not private:
        return None
    try:
        pair = Vapid02.from_string(private)
    # A wrong key must not take whole pages down.
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        logger.error("VAPID_PRIVATE_KEY is not a key: %s", type(error).__name__)
        return None
    # Its check of email addresses refuses some that work.
    pair.conf["no-strict"] = True
    return pair
