"""Lists of friends: writes.

A list is its owner's alone, and whom it names isn't told.
"""

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Block, Friend
from games.people.badges import name_of
from games.people.locks import lock_players
from games.people.users import player_of
from games.rules.errors import RuleError
from games.words.names import told

MOST = 200
"""Most people on a list."""


def add_friend(*, owner: AbstractUser, friend: AbstractUser) -> None:
    """Put ``friend`` on the list of ``owner``; repeating is fine.

    Raise ``needs_account``, ``not_yourself``, ``too_many_friends``, or ``not_listed`` alike for
    those who don't want it, guests, and those whom a block keeps apart.
    """
    if player_of(owner).is_guest:
        raise RuleError("needs_account", _("A list of friends comes with an account."))
    if owner.pk == friend.pk:
        raise RuleError("not_yourself", _("You’re in all your games anyway."))
    with transaction.atomic():
        # Against a block, or another choice, at the same moment.
        lock_players([owner.pk, friend.pk])
        mine = Friend.objects.filter(owner=owner.pk)
        if mine.filter(friend=friend.pk).exists():
            return
        users = get_user_model()._default_manager
        if not users.filter(listable(owner.pk), pk=friend.pk).exists():
            said = _("{name} can’t be put on a list of friends.")
            raise RuleError("not_listed", told(said, name=name_of(friend)))
        if mine.count() >= MOST:
            raise RuleError(
                "too_many_friends",
                _("Your list is full: {most} people are the most.").format(most=MOST),
            )
        Friend.objects.create(owner_id=owner.pk, friend_id=friend.pk, since=timezone.now())


def listable(owner_id: int) -> Q:
    """Match users whom this one may put on their list."""
    blocking = Block.objects.filter(blocked=owner_id).values("blocker")
    blocked = Block.objects.filter(blocker=owner_id).values("blocked")
    wants = Q(is_active=True, is_guest=False, may_be_listed=True)
    return wants & ~Q(pk=owner_id) & ~Q(pk__in=blocking) & ~Q(pk__in=blocked)


def remove_friend(*, owner: AbstractUser, friend_id: int) -> bool:
    """Take somebody off the list; return whether they were on it."""
    removed, _rows = Friend.objects.filter(owner=owner.pk, friend=friend_id).delete()
    return removed > 0


def take_off_all_lists(*, user: AbstractUser) -> None:
    """Take ``user`` off everybody's list; after the choice was saved, in its transaction."""
    Friend.objects.filter(friend=user.pk).delete()


def part(*, one_id: int, other_id: int) -> None:
    """Take each of two people off the other's list."""
    Friend.objects.filter(
        Q(owner=one_id, friend=other_id) | Q(owner=other_id, friend=one_id)
    ).delete()
