"""Promises: commitments to a deal, shown before the site knows its player's part."""

import re
import secrets
from datetime import datetime, timedelta
from typing import NamedTuple

from django.core.signing import BadSignature, TimestampSigner
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from games.models import PreparedDeal
from games.rules.deal import SECRET_BYTES, commitment
from games.rules.errors import RuleError

GOOD_FOR = timedelta(hours=1)
_SALT = "games.fairness.promises"
_COMMITMENT = re.compile("[0-9a-f]{64}")


class Promise(NamedTuple):
    """What a page with a button shows and sends."""

    commitment: str
    token: str
    """From which the site, and nobody else, finds the secret again."""


def promise_for_page() -> Promise:
    """Return a promise for one press. Nothing is written: most pages are only looked at."""
    number = secrets.token_hex(16)
    return Promise(commitment(_secret_for(number)), TimestampSigner(salt=_SALT).sign(number))


def promise_for_program() -> str:
    """Return the commitment to a new secret."""
    secret = secrets.token_bytes(SECRET_BYTES)
    prepared = PreparedDeal(commitment(secret), secret=secret, made_at=timezone.now())
    prepared.save(force_insert=True)
    return prepared.commitment


def take(promise: str) -> bytes | None:
    """Return the secret of ``promise``, a commitment or a page's token, and use it up.

    Return None for no token, or one that is used, too old or not the site's; raise ``bad_terms``
    for such a commitment. In a transaction.
    """
    if _COMMITMENT.fullmatch(promise):
        return _prepared(promise)
    try:
        number = TimestampSigner(salt=_SALT).unsign(promise, max_age=GOOD_FOR)
    except BadSignature:
        return None
    secret = _secret_for(number)
    _prepared_deal, is_new = PreparedDeal.objects.get_or_create(
        commitment=commitment(secret), defaults={"made_at": timezone.now()}
    )
    return secret if is_new else None


def _prepared(named: str) -> bytes:
    found = PreparedDeal.objects.select_for_update(no_key=True).filter(
        commitment=named, secret__isnull=False, made_at__gt=timezone.now() - GOOD_FOR
    )
    prepared = found.first()
    if prepared is None or prepared.secret is None:
        raise RuleError(
            "bad_terms", _("This commitment is used up, or older than an hour. Ask for a new one.")
        )
    secret = bytes(prepared.secret)
    found.update(secret=None)
    return secret


def forget_old(*, now: datetime) -> None:
    """Delete what can't be named any more: used promises are kept until their tokens are old."""
    PreparedDeal.objects.filter(made_at__lt=now - 2 * GOOD_FOR).delete()


def _secret_for(number: str) -> bytes:
    return salted_hmac(f"{_SALT}.secret", number, algorithm="sha256").digest()
