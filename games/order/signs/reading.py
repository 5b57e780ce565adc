"""Signs as moderators read them."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db.models import Q, QuerySet
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.models import Game, Sign, SignKind, Strength
from games.order.own_cases import in_own_games
from games.order.signs.sentences import Line, doubt_of, lines_of, title_of
from games.people.kinds import kinds_among
from games.words.names import named

SHOWN = 20
"""Signs about a player on one page."""


class SignSaid(NamedTuple):
    """A sign in words."""

    key: int
    kind: SignKind
    strength: Strength
    title: SafeString
    """A question, with names."""
    lines: list[Line]
    doubt: str
    """What it doesn't prove."""
    game: Game | None
    first_seen_at: datetime
    last_seen_at: datetime
    dismissed_until: datetime | None


def signs_for(viewer: AbstractUser | AnonymousUser) -> QuerySet[Sign]:
    """Return the signs ``viewer`` may read; only administrators see those that concern themselves.

    These are about them, or about a game they sit or sat in.
    """
    signs = Sign.objects.select_related("player", "other", "game")
    if viewer.is_superuser:
        return signs
    return signs.exclude(Q(player=viewer.pk) | in_own_games(viewer)).exclude(other=viewer.pk)


def signs_about(player: AbstractUser, viewer: AbstractUser | AnonymousUser) -> list[SignSaid]:
    """Return the latest signs about ``player`` that nobody has dismissed, strong ones first.

    Two queries, however many there are.
    """
    about = signs_for(viewer).filter(Q(player=player.pk) | Q(other=player.pk), dismissed_until=None)
    latest = said(about.order_by("-last_seen_at", "-pk")[:SHOWN])
    return sorted(latest, key=lambda sign: list(Strength).index(sign.strength))


def said(signs: Iterable[Sign]) -> list[SignSaid]:
    """Return signs in words; a query for the names of all."""
    signs = list(signs)
    people: dict[int, Any] = {
        user.pk: user for sign in signs for user in (sign.player, sign.other) if user is not None
    }
    kinds = kinds_among(list(people.values()))

    def name(user_id: int | None) -> SafeString:
        if user_id is None:
            return SafeString("")
        return named(people[user_id].get_username(), kinds[user_id])

    return [_said(sign, name(sign.player_id), name(sign.other_id)) for sign in signs]


def _said(sign: Sign, player: SafeString, other: SafeString) -> SignSaid:
    return SignSaid(
        key=sign.pk,
        kind=SignKind(sign.kind),
        strength=Strength(sign.strength),
        title=title_of(sign, player=player, other=other),
        lines=lines_of(sign, player=player, other=other),
        doubt=_("Signs, not proof. {doubt}").format(doubt=doubt_of(sign)),
        game=sign.game,
        first_seen_at=sign.first_seen_at,
        last_seen_at=sign.last_seen_at,
        dismissed_until=sign.dismissed_until,
    )
