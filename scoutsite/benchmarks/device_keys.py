"""The keys of a device that is measured; all of them have the same."""

import json
from base64 import urlsafe_b64encode
from functools import cache
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

_AUTH = b"sixteen of bytes"


@cache
def _private() -> ec.EllipticCurvePrivateKey:
    return ec.generate_private_key(ec.SECP256R1())


def subscription_keys() -> tuple[str, str]:
    """Return the public key and the authentication secret, as browsers write them."""
    point = _private().public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return _text(point), _text(_AUTH)


def decrypted(body: bytes) -> dict[str, Any]:
    """Return what the device gets; empty if it can't be decrypted."""
    import http_ece

    try:
        text = http_ece.decrypt(
            body, private_key=_private(), auth_secret=_AUTH, version="aes128gcm"
        )
    except (http_ece.ECEException, ValueError):
        return {}
    found: dict[str, Any] = json.loads(text)
    return found


def _text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()
