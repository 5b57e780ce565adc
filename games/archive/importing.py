"""Importing records."""

import json
from typing import Any

from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import ImportedRecord
from games.people.names import one_line
from games.people.standing import lock_player
from games.rules.errors import RuleError
from games.rules.json_values import FormatError, depth_of, read_json
from games.rules.records import check_record, read_record
from games.words.control_characters import bad_text, has_control_within

MOST_BYTES = 200_000
"""In bytes: twice the longest possible game."""
MOST_NESTED = 64
"""Levels: what is read here must be writable wherever the stack is deeper."""
MOST_KEPT = 100
LONGEST_TITLE = 80


def import_record(*, user: AbstractUser, data: bytes, title: str = "") -> ImportedRecord:
    """Import a record for ``user``.

    Raise ``RecordError`` at its first fault, else ``empty``, ``too_long``, ``several_records``,
    ``bad_text``, ``not_json`` or ``too_many_records``.
    """
    value = _read(data)
    record = read_record(value)
    check_record(record)
    with transaction.atomic():
        # Simultaneous imports are counted one after another.
        lock_player(user)
        if ImportedRecord.objects.filter(user=user.pk).count() >= MOST_KEPT:
            raise RuleError("too_many_records", f"You already have {MOST_KEPT} records.")
        return ImportedRecord.objects.create(
            user_id=user.pk,
            title=_title(title, value),
            players=record.players,
            imported_at=timezone.now(),
            # As written: what could be read once can be read again.
            record=data.decode("utf-8-sig").strip(),
        )


def delete_record(*, user: AbstractUser, public_id: str) -> bool:
    """Delete a user's imported record; return whether it existed."""
    deleted, _each = ImportedRecord.objects.filter(user=user.pk, public_id=public_id).delete()
    return bool(deleted)


def _read(data: bytes) -> Any:
    if len(data) > MOST_BYTES:
        raise RuleError("too_long", "The record is too long.")
    data = data.removeprefix(b"\xef\xbb\xbf").strip()
    if not data:
        raise RuleError("empty", "There is nothing in it.")
    try:
        value = read_json(data)
        if depth_of(value) > MOST_NESTED:
            raise FormatError("The record is nested too deeply.")
        # A number may be too large for any program to write back.
        json.dumps(value, allow_nan=False)
    except ValueError as error:
        lines = [line for line in data.splitlines() if line.strip()]
        if len(lines) > 1 and all(line.startswith(b"{") for line in lines):
            raise RuleError("several_records", f"There are {len(lines)} records in it.") from None
        raise RuleError("not_json", str(error)) from None
    if has_control_within(value):
        raise bad_text()
    return value


def _title(title: str, value: dict[str, Any]) -> str:
    name = value.get("meta", {}).get("name")
    told = one_line(title) or (one_line(name) if isinstance(name, str) else "")
    return told[:LONGEST_TITLE].strip() or _("Imported game")
