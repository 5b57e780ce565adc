"""What a user is told of by which way: a table of boxes to tick."""

from collections.abc import Mapping
from typing import NamedTuple

from django.db import transaction
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from accounts.models import User
from games.models import Destination, Topic, Way
from games.notices.replan import replan
from games.people.recipients import Recipient
from games.people.standing import lock_player

_FIELDS = {Way.MAIL: "not_by_mail", Way.PUSH: "not_by_push", Way.HOOK: "not_by_hook"}

HINTS: Mapping[Topic, Promise] = {
    Topic.TURN: gettext_lazy("a game waits for me"),
    Topic.LAST_CALL: gettext_lazy("my time nearly runs out"),
    Topic.NUDGE: gettext_lazy("somebody asks for my move"),
    Topic.INVITATION: gettext_lazy("to a game"),
    Topic.REMATCH: gettext_lazy("somebody wants one more"),
    Topic.KEPT: gettext_lazy("and how I take it back"),
    Topic.TABLE: gettext_lazy("or a rated game turns friendly"),
    Topic.END: gettext_lazy("unless I saw the end"),
    Topic.ANSWER: gettext_lazy("or other news from the moderators"),
}
WORDS: Mapping[Topic, Promise] = {
    Topic.TURN: pgettext_lazy("in a sentence", "my turn"),
    Topic.LAST_CALL: pgettext_lazy("in a sentence", "last call"),
    Topic.NUDGE: pgettext_lazy("in a sentence", "nudge"),
    Topic.INVITATION: pgettext_lazy("in a sentence", "invitation"),
    Topic.REMATCH: pgettext_lazy("in a sentence", "rematch"),
    Topic.KEPT: pgettext_lazy("in a sentence", "a bot keeps my chair"),
    Topic.TABLE: pgettext_lazy("in a sentence", "start, pause or offer to end"),
    Topic.END: pgettext_lazy("in a sentence", "game over"),
    Topic.ANSWER: pgettext_lazy("in a sentence", "answer to a report"),
}
BY: Mapping[Way, Promise] = {
    Way.MAIL: gettext_lazy("by email"),
    Way.PUSH: gettext_lazy("by phone"),
    Way.HOOK: gettext_lazy("by webhook"),
}


class Column(NamedTuple):
    """A way, as the head of the table shows it."""

    way: Way
    icon: str
    label: str
    detail: str
    """Where it leads; empty for a way that isn't set up."""
    button: str
    """What sets it up; empty for a way that is."""
    address: str
    """Where the button leads."""


class Box(NamedTuple):
    """A box to tick."""

    name: str
    """In forms: ``nudge-push``."""
    label: str
    ticked: bool


class Row(NamedTuple):
    """A topic."""

    label: str
    hint: str
    boxes: list[Box | None]
    """By column; None for ways that aren't set up."""


def columns_of(user: User, known: Recipient | None) -> list[Column]:
    """Return the ways to tell ``user``; one query."""
    names: dict[str, list[str]] = {Way.PUSH: [], Way.HOOK: []}
    for each in Destination.objects.filter(user=user, off_since=None).order_by("pk"):
        names[each.way].append(each.name)
    mail, push, hook = Way.MAIL, Way.PUSH, Way.HOOK
    is_open = user.email_confirmed and known is not None
    devices = ngettext("{count} device", "{count} devices", len(names[push]))
    hooks = ngettext("{count} webhook", "{count} webhooks", len(names[hook]))
    return [
        Column(
            *(mail, "letter", _("Email"), _address(user) if is_open else ""),
            *("" if is_open else _("Confirm"), reverse("account_email")),
        ),
        Column(
            *(push, "phone", _("Phone or computer"), _listed(names[push], devices)),
            *("" if names[push] else _("Allow"), "#devices"),
        ),
        Column(
            *(hook, "hash", _("Webhooks"), _listed(names[hook], hooks)),
            *("" if names[hook] else _("Connect"), "#hooks"),
        ),
    ]


def _address(user: User) -> str:
    return _("paused") if user.mail_paused_reason else user.email


def _listed(names: list[str], counted: str) -> str:
    return names[0] if len(names) == 1 else counted.format(count=len(names)) if names else ""


def rows_of(user: User, columns: list[Column]) -> list[Row]:
    """Return the rows of the table under ``columns``."""
    off = {way: off_by(user, way) for way in _FIELDS}
    return [
        Row(
            label=str(topic.label),
            hint=str(HINTS[topic]),
            boxes=[
                None
                if column.button
                else Box(
                    name=name_of(topic, column.way),
                    label=_("{topic} {way}").format(topic=topic.label, way=BY[column.way]),
                    ticked=topic not in off[column.way],
                )
                for column in columns
            ],
        )
        for topic in Topic
    ]


def name_of(topic: Topic, way: Way) -> str:
    """Return a box's name in forms."""
    return f"{topic}-{way}"


def off_by(user: User, way: Way) -> set[str]:
    """Return the topics ``user`` is not told of by ``way``."""
    return set(filter(None, getattr(user, _FIELDS[way]).split(",")))


def box_named(name: str) -> tuple[Topic, Way] | None:
    """Return what the box of this name stands for; None if there is no such box."""
    topic, _dash, way = name.partition("-")
    known = topic in Topic.values and way in [each.value for each in _FIELDS]
    return (Topic(topic), Way(way)) if known else None


def save(user: User, ticks: Mapping[tuple[Topic, Way], bool]) -> None:
    """Tell ``user`` of what is ticked from now on; leave everything else as it is.

    Raise ``not_seated`` if the user is gone.
    """
    with transaction.atomic():
        lock_player(user)
        user.refresh_from_db(fields=_FIELDS.values())
        for way, field in _FIELDS.items():
            off = off_by(user, way)
            for (topic, by), ticked in ticks.items():
                if by == way:
                    (off.discard if ticked else off.add)(topic)
            setattr(user, field, ",".join(topic for topic in Topic.values if topic in off))
        user.save(update_fields=_FIELDS.values())
        replan(user_id=user.pk)


def said(topic: Topic, way: Way, *, ticked: bool) -> str:
    """Return what was saved: ``"nudge, by phone"``."""
    words = _("{topic}, {way}") if ticked else _("{topic}, not {way}")
    return words.format(topic=WORDS[topic], way=BY[way])
