"""Users who can be told of games, and by which ways."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import tzinfo
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.contrib.auth import get_user_model
from django.db.models import Exists, OuterRef
from django.utils import timezone, translation
from django.utils.translation import gettext

from games.models import Destination, Stage, Topic, Way
from games.rest.reckoning import Rest, rest_of
from games.words.languages import spoken

TOPICS: Mapping[str, Topic] = {
    Stage.TURN: Topic.TURN,
    Stage.LAST_CALL: Topic.LAST_CALL,
    Stage.NUDGE: Topic.NUDGE,
    Stage.INVITATION: Topic.INVITATION,
    Stage.REMATCH: Topic.REMATCH,
    Stage.KEPT: Topic.KEPT,
    Stage.SOON: Topic.TABLE,
    Stage.ALONE: Topic.TABLE,
    Stage.TAKEN: Topic.KEPT,
    Stage.STARTED: Topic.TABLE,
    Stage.PAUSED: Topic.TABLE,
    Stage.OFFER: Topic.TABLE,
    Stage.REWIND: Topic.TABLE,
    Stage.FRIENDLY: Topic.TABLE,
    Stage.END: Topic.END,
    Stage.ANSWER: Topic.ANSWER,
    Stage.HOOK_OFF: Topic.ANSWER,
}
"""What a user chooses to be told of."""


class Place(NamedTuple):
    """Where a user is told: by mail, or at one of their destinations."""

    way: str
    key: int
    """The destination's; otherwise 0."""


BY_MAIL = Place(Way.MAIL, 0)


@dataclass(frozen=True, slots=True)
class Recipient:
    """A user who can be told of games."""

    user_id: int
    username: str
    is_guest: bool
    email: str
    language: str
    """The code of the one they read, of ``settings.LANGUAGES``."""
    rest: Rest
    tell_turns: str
    unseen_minutes: int
    digest_hour: int
    most_a_day: int | None
    """None: no limit."""
    untold: Mapping[str, frozenset[str]]
    """By way, the topics not to be told of."""
    plays_by_link: bool
    """Whether links in emails may act for them; asked for by ``recipients`` alone."""
    link_key: str
    mailable: bool
    """Whether the address is confirmed, and emails are not paused."""
    destinations: tuple[Place, ...] = ()

    @property
    def name(self) -> str:
        """The name to greet them by, in the active language: a guest's own is made up by us."""
        return gettext("Guest") if self.is_guest else self.username

    @property
    def zone(self) -> ZoneInfo:
        return self.rest.zone

    def places(self, stage: str) -> Iterator[Place]:
        """Yield where to tell of ``stage``."""
        for place in (*((BY_MAIL,) if self.mailable else ()), *self.destinations):
            if self.wants(stage, place.way):
                yield place

    def wants(self, stage: str, way: str) -> bool:
        """Return whether to tell of ``stage`` by ``way``."""
        return TOPICS[stage] not in self.untold[way]

    def has(self, place: Place) -> bool:
        """Return whether the user can still be told there."""
        return self.mailable if place == BY_MAIL else place in self.destinations


COLUMNS = (
    *("pk", "username", "email", "language", "time_zone", "quiet_week", "holidays"),
    *("tell_turns", "unseen_minutes", "digest_hour", "most_a_day"),
    *("not_by_mail", "not_by_push", "not_by_hook", "turn_links", "link_key"),
    *("is_active", "email_confirmed", "mail_paused_reason", "is_guest"),
)
"""The columns for ``recipient_of``, in order."""


def recipient_of(columns: Sequence[Any], destinations: tuple[Place, ...] = ()) -> Recipient | None:
    """Return the user with these ``COLUMNS``; None without one who is active."""
    pk, name, email, language, zone, week, holidays, *others = columns
    tell_turns, minutes, hour, most, *others = others
    by_mail, by_push, by_hook, turn_links, link_key, active, confirmed, paused, guest = others
    if pk is None or not active:
        return None
    return Recipient(
        user_id=pk,
        username=name,
        is_guest=guest,
        email=email,
        language=spoken(language),
        rest=rest_of(zone, week, holidays),
        tell_turns=tell_turns,
        unseen_minutes=minutes,
        digest_hour=hour,
        most_a_day=most,
        untold={
            Way.MAIL: _topics(by_mail),
            Way.PUSH: _topics(by_push),
            Way.HOOK: _topics(by_hook),
        },
        plays_by_link=turn_links,
        link_key=link_key,
        mailable=bool(confirmed and email and not paused),
        destinations=destinations,
    )


def recipients(user_ids: Collection[int]) -> dict[int, Recipient]:
    """Return the recipients among ``user_ids``; two queries."""
    users = get_user_model()._default_manager
    second_step = Exists(users.filter(pk=OuterRef("pk"), authenticator__isnull=False))
    found = {}
    for *columns, has_second_step in users.filter(pk__in=user_ids).values_list(
        *COLUMNS, second_step
    ):
        if (each := recipient_of(columns)) is not None:
            # As for ``Player.may_play_by_link``, in one query for all.
            by_link = each.plays_by_link and not has_second_step
            found[each.user_id] = replace(each, plays_by_link=by_link)
    working = Destination.objects.filter(user__in=found, off_since=None).order_by("pk")
    for user_id, way, key in working.values_list("user_id", "way", "pk"):
        known = found[user_id]
        found[user_id] = replace(known, destinations=(*known.destinations, Place(way, key)))
    return found


class Reader(NamedTuple):
    """What to write in for somebody."""

    language: str
    zone: tzinfo


def readers(user_ids: Collection[int]) -> dict[int, Reader]:
    """Return all these users' languages and time zones; one query."""
    rows = get_user_model()._default_manager.filter(pk__in=user_ids)
    return {
        pk: Reader(spoken(language), rest_of(zone, "", "").zone)
        for pk, language, zone in rows.values_list("pk", "language", "time_zone")
    }


@contextmanager
def written_for(reader: Reader | Recipient) -> Iterator[None]:
    """Write sentences in the reader's language, and times in their zone."""
    with translation.override(reader.language), timezone.override(reader.zone):
        yield


def _topics(joined: str) -> frozenset[str]:
    return frozenset(filter(None, joined.split(",")))
