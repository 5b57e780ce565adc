"""Seats of a game before it begins: who has them, which are free, what happens with the last."""

from collections.abc import Mapping

from django.contrib.auth.models import AbstractUser
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from games.live import announce
from games.log.store import Log, append_deal, load
from games.models import Game, GameInvitation, Seat
from games.people.names import plain, taken_away
from games.people.standing import lock_player, refuse_to_sit
from games.play.conclusion import conclude
from games.results.projections import write_projection
from games.rules.errors import RuleError

BOT_NAMES = ("Pip", "Juno", "Otto", "Fay", "Rosa")
"""What the bots at a table are called, in the order of their seats."""
LONGEST_NAME = 20
"""So many characters may the name of a guest at a table have."""


def free_seats(game: Game) -> list[int]:
    """The seats that anybody may take, ascending: nobody's, and kept for nobody."""
    taken = set(Seat.objects.filter(game=game).values_list("number", flat=True))
    kept = GameInvitation.objects.filter(game=game, seat__isnull=False)
    taken.update(number for number in kept.values_list("seat", flat=True) if number is not None)
    return [number for number in range(game.players) if number not in taken]


def seat_bots(game: Game, bots: Mapping[int, str]) -> None:
    """Put bots of these levels on these seats."""
    used = set(Seat.objects.filter(game=game).values_list("name", flat=True))
    names = [name for name in BOT_NAMES if name not in used]
    Seat.objects.bulk_create(
        Seat(game=game, number=number, bot=level, name=name)
        for (number, level), name in zip(sorted(bots.items()), names, strict=False)
    )


def sit(game: Game, user: AbstractUser, *, number: int, name: str = "") -> None:
    """Put ``user`` on a seat, under a name that nobody else has at this table.

    ``RuleError``: ``name_taken``, ``bad_name`` for a name that moderators took away, and
    ``suspended``, ``banned`` for one who may not play.
    """
    # Who is being banned this very moment is seated before and loses the chair, or not at all.
    lock_player(user)
    refuse_to_sit(user)
    names = {taken.casefold() for taken in game.seats.values_list("name", flat=True)}
    wanted = plain(name)[:LONGEST_NAME] if getattr(user, "is_guest", False) else ""
    if wanted and wanted.casefold() in names:
        raise RuleError("name_taken", _("Somebody at this table is called that already."))
    if wanted and (refusal := taken_away(wanted)):
        raise RuleError("bad_name", refusal)
    wanted = wanted or user.get_short_name()[:40]
    final, count = wanted, 2
    while final.casefold() in names:
        final, count = f"{wanted[:36]} {count}", count + 1
    Seat.objects.create(game=game, number=number, user_id=user.pk, name=final)


def begin_if_full(game: Game) -> None:
    """Deal the first round once all seats are taken; until then only the lists change."""
    log = load(game)
    if Seat.objects.filter(game=game).count() == game.players:
        GameInvitation.objects.filter(game=game).delete()
        conclude(game, append_deal(game, log, timezone.now()))
        return
    project(game, log)


def project(game: Game, log: Log) -> None:
    """Write what lists say of a game that has not begun."""
    write_projection(game, log, list(Seat.objects.filter(game=game).order_by("number")))


def changed(game: Game, *user_ids: int) -> None:
    """Note that the table changed beside its log, and tell those concerned after the commit."""
    Game.objects.filter(pk=game.pk).update(revision=F("revision") + 1)
    seated = Seat.objects.filter(game=game, user__isnull=False).values_list("user_id", flat=True)
    asked = GameInvitation.objects.filter(game=game).values_list("user_id", flat=True)
    everybody = {*user_ids, *asked, *(user_id for user_id in seated if user_id is not None)}
    announce.table_changed(game, sorted(everybody))
