"""A player's list of friends, the people they have played with, and games with them."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db import transaction
from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q, QuerySet
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.fairness.parts import NOTHING, Brought
from games.lobby.opening import create_game
from games.lobby.rated import has_rated_clock, unrated_player
from games.lobby.terms import Terms
from games.models import Audience, Friend, Game, GameInvitation, GameStatus, HeadToHead
from games.people.badges import names_of
from games.people.friends import listable
from games.people.kinds import kind_of
from games.people.presence import present
from games.people.standing import lock_player
from games.people.users import has_account, player_of
from games.results.profiles import profile_open
from games.rules.cards import PLAYER_COUNTS
from games.rules.errors import RuleError
from games.words.names import named

MOST_ASKED = max(PLAYER_COUNTS) - 1
"""Most friends in one game."""
_TWICE = timedelta(minutes=1)
"""A second press within this time finds the game of the first."""

User = AbstractUser | AnonymousUser


class Listed(NamedTuple):
    """Somebody on a list of friends, or somebody to ask who isn't."""

    user_id: int
    username: str
    name: SafeString
    """With its badge."""
    here: bool
    """Whether they are here now, and let the owner see it."""
    open: bool
    """Whether the owner may see their profile."""


def friends_of(*, owner: AbstractUser, now: datetime) -> list[Listed]:
    """Return the list by name, in a constant number of queries.

    Only those who let friends see it, and have the owner on their own list, are shown as here.
    """
    back = Friend.objects.filter(owner=OuterRef("friend"), friend=owner.pk)
    seen = ExpressionWrapper(profile_open(of="friend", viewer=owner), BooleanField())
    rows: Any = (
        Friend.objects.filter(owner=owner.pk, friend__is_active=True)
        .select_related("friend")
        .annotate(back=Exists(back), open=seen)
        .order_by(Lower("friend__username"))
    )
    found = list(rows)
    names = names_of([row.friend for row in found])
    here = present([row.friend_id for row in found], now)
    return [
        Listed(
            user_id=row.friend_id,
            username=row.friend.get_username(),
            name=names[row.friend_id],
            here=row.friend.shows_presence and row.back and row.friend_id in here,
            open=row.open,
        )
        for row in found
    ]


def played_with(*, owner: AbstractUser, most: int) -> list[Listed]:
    """Return people with whom the owner has finished games and who aren't on the list.

    Those with most games come first, in one query. Nothing is said of whether they are here.
    """
    known = Friend.objects.filter(owner=owner.pk).values("friend")
    met: Any = (
        HeadToHead.objects.filter(user=owner.pk, opponent__in=_askable(owner.pk))
        .exclude(opponent__in=known)
        .select_related("opponent")
        .annotate(kind=kind_of("opponent"))
        .order_by("-games", "opponent")
    )
    return [
        Listed(
            user_id=row.opponent_id,
            username=row.opponent.get_username(),
            name=named(row.opponent.get_short_name(), row.kind),
            here=False,
            open=False,
        )
        for row in met[:most]
    ]


def _askable(owner_id: int) -> QuerySet[AbstractUser]:
    """Return people who may be offered to somebody who has played with them.

    They are those who may be put on a list of friends, without the accounts of programs.
    """
    return get_user_model()._default_manager.filter(listable(owner_id), is_bot=False)


def to_befriend(*, owner: User, user_ids: Collection[int]) -> list[AbstractUser]:
    """Return those of these users who can be put on the owner's list and aren't on it yet."""
    if owner.pk is None or not has_account(owner) or not user_ids:
        return []
    known = Friend.objects.filter(owner=owner.pk).values("friend")
    users = get_user_model()._default_manager.filter(listable(owner.pk), pk__in=user_ids)
    return list(users.exclude(pk__in=known).order_by("pk"))


def is_friend(*, owner: User, user_id: int) -> bool:
    """Return whether somebody is on the owner's list."""
    return Friend.objects.filter(owner=owner.pk or 0, friend=user_id).exists()


def play_with(
    *, user: AbstractUser, friend_ids: Collection[int], brought: Brought = NOTHING
) -> Game:
    """Open a game by the user's last terms that asks these people by name.

    They are on the user's list, or have played with the user; others are left out.

    A second press soon after the first returns the same game. Raise `bad_terms` for nobody or too
    many, `suspended` or `banned`.
    """
    with transaction.atomic():
        lock_player(user)
        listed = Friend.objects.filter(owner=user.pk, friend__is_active=True).values("friend")
        met = HeadToHead.objects.filter(user=user.pk, opponent__in=_askable(user.pk))
        may_be_asked = Q(pk__in=listed) | Q(pk__in=met.values("opponent"))
        users = get_user_model()._default_manager.filter(may_be_asked, pk__in=friend_ids)
        friends = list(users.order_by("pk"))
        if not friends:
            raise RuleError("bad_terms", _("Choose somebody first."))
        if len(friends) > MOST_ASKED:
            raise RuleError(
                "bad_terms", _("Scout is a game for 2 to 5 players, so choose at most four.")
            )
        asked = _asked_just_now(user, {friend.pk for friend in friends})
        return asked or create_game(
            user=user, terms=_terms(user, friends), invited=friends, brought=brought
        )


def _terms(user: AbstractUser, friends: Sequence[AbstractUser]) -> Terms:
    """As the user chose last, for a game with people; rated if all can be rated together."""
    games = Game.objects.filter(creator=user.pk).exclude(audience=Audience.OWN)
    last = games.order_by("-created_at").first()
    terms = Terms.of(last) if last else Terms()
    among = player_of(user).is_bot
    rated = (
        terms.rated
        and has_rated_clock(terms.turn_seconds)
        and unrated_player(user, for_bot_accounts=among) is None
        and all(player_of(friend).is_bot == among for friend in friends)
    )
    return replace(
        terms, players=1 + len(friends), name="", open=False, starts_at=None, rated=rated
    )


def _asked_just_now(user: AbstractUser, friend_ids: set[int]) -> Game | None:
    lately = Game.objects.filter(
        creator=user.pk,
        created_at__gt=timezone.now() - _TWICE,
        summary__status=GameStatus.OPEN,
    )
    for game in lately.order_by("-created_at"):
        asked = GameInvitation.objects.filter(game=game).values_list("user_id", flat=True)
        if set(asked) == friend_ids:
            return game
    return None
