"""Players who block each other: what it keeps them from."""

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser
from django.core.signing import BadSignature, Signer
from django.db.models import Q
from django.utils.translation import gettext as _

from games.models import Block, Game, Seat
from games.people.badges import name_of
from games.rules.errors import RuleError
from games.words.names import told

_SIGNER = Signer(salt="games.block")


def unblock(*, user: AbstractUser, other_id: int) -> None:
    """Undo a block, if any."""
    Block.objects.filter(blocker=user.pk, blocked=other_id).delete()


def block_token(*, user: AbstractUser, other: AbstractUser) -> str:
    """Return an unforgeable token to block ``other``."""
    return _SIGNER.sign(f"{user.pk}-{other.pk}")


def blockable(token: str, *, user: AbstractUser) -> AbstractUser | None:
    """Return the token's user, if it was made for ``user``."""
    try:
        by, _separator, other = _SIGNER.unsign(token).partition("-")
    except BadSignature:
        return None
    if by != str(user.pk):
        return None
    return get_user_model()._default_manager.filter(pk=other).first()


def refuse_to_meet(game: Game, user: AbstractUser) -> None:
    """Raise ``blocked`` if a block keeps ``user`` from somebody at ``game``."""
    there = Seat.objects.filter(game=game, user__isnull=False).values("user")
    apart = Q(blocker=user.pk, blocked__in=there) | Q(blocked=user.pk, blocker__in=there)
    if Block.objects.filter(apart).exists():
        raise RuleError(
            "blocked",
            _("You and somebody at this table are kept apart. There are other open games."),
        )


def refuse_to_ask(by: AbstractUser, user: AbstractUser) -> None:
    """Raise ``blocked`` if either user blocks the other."""
    apart = Q(blocker=user.pk, blocked=by.pk) | Q(blocker=by.pk, blocked=user.pk)
    if Block.objects.filter(apart).exists():
        raise RuleError("blocked", told(_("{name} can’t be invited."), name=name_of(user)))
