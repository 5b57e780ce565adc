"""Seats before a game begins."""

from collections.abc import Mapping

from django.contrib.auth.models import AbstractUser
from django.db.models import F, Value
from django.utils.translation import gettext as _

from games.bots.offered import CALLED, company
from games.fairness.parts import NOTHING, Brought, Part, fix_parts, part_in
from games.live import announce
from games.lobby.rated import decide
from games.log.now import database_now
from games.log.replay import Log
from games.log.store import append_deal, replay
from games.models import FormerPlayer, Game, GameInvitation, Seat
from games.people.clocks import clocks_of
from games.people.name_keys import clean_name, looks
from games.people.names import one_line
from games.people.seated import seated_at
from games.people.standing import lock_player, refuse_to_sit
from games.people.users import player_of
from games.play.conclusion import conclude
from games.results.projections import write_projection
from games.rules.errors import RuleError

LONGEST_NAME = 20
"""Characters."""


def free_seats(game: Game) -> list[int]:
    """Return the free seats kept for nobody, ascending."""
    taken = set(Seat.objects.filter(game=game).values_list("number", flat=True))
    kept = GameInvitation.objects.filter(game=game, seat__isnull=False)
    taken.update(number for number in kept.values_list("seat", flat=True) if number is not None)
    return [number for number in range(game.players) if number not in taken]


def free_chairs(game: Game) -> list[int]:
    """Return the seats where nobody sits, also those kept for somebody, ascending."""
    taken = set(Seat.objects.filter(game=game).values_list("number", flat=True))
    return [number for number in range(game.players) if number not in taken]


def seat_bots(game: Game, bots: Mapping[int, str]) -> None:
    """Seat the characters asked for, by seat; see :func:`games.bots.offered.company`."""
    if not bots:
        return
    there = _names_at(game)
    taken = frozenset(look for name, _bot in there for look in looks(name))
    numbers, asked = zip(*sorted(bots.items()), strict=True)
    seated = company(asked, {bot for _name, bot in there})
    Seat.objects.bulk_create(
        Seat(game=game, number=number, bot=bot, name=_called(bot, taken))
        for number, bot in zip(numbers, seated, strict=True)
    )


def _called(bot: str, taken: frozenset[str]) -> str:
    """Return a character's name beside people with these looks."""
    name = CALLED[bot]
    # Nobody's name begins so: it is reserved.
    return f"Bot {name}" if looks(name) & taken else name


def sit(
    game: Game,
    user: AbstractUser,
    *,
    number: int,
    name: str = "",
    brought: Brought = NOTHING,
) -> None:
    """Seat ``user`` under a name unique at the table. Raise as ``name_for``.

    In a game that has its deal to itself they add what they ``brought`` to the shuffle.
    """
    part = Part("", sent=False) if game.occasion else part_in(brought)
    Seat.objects.create(
        game=game,
        number=number,
        user_id=user.pk,
        name=name_for(game, user, name),
        part=part.value,
        part_sent=part.sent,
    )


def name_for(game: Game, user: AbstractUser, name: str = "") -> str:
    """Return the name under which ``user`` may sit down, unique at the table; lock ``user``.

    A character of that name makes way. Raise ``name_taken``, ``bad_name``, ``suspended`` or
    ``banned``.
    """
    # A simultaneous ban comes either before this, or after it and takes the chair.
    lock_player(user)
    refuse_to_sit(user)
    there = _names_at(game)
    wanted = _wanted(user, name)
    taken = frozenset(look for name, bot in there if bot not in CALLED for look in looks(name))
    if wanted and looks(wanted) & taken:
        raise RuleError("name_taken", _("Somebody at this table already has that name."))
    if wanted and (refusal := player_of(user).name_refusal(wanted)):
        raise RuleError("bad_name", refusal)
    wanted = wanted or user.get_short_name()[:40]
    final, count = wanted, 2
    while looks(final) & taken:
        final, count = f"{wanted[:36]} {count}", count + 1
    for other, bot in there:
        if bot in CALLED and looks(other) & looks(final):
            Seat.objects.filter(game=game, bot=bot).update(name=_called(bot, looks(final)))
    return final


def _wanted(user: AbstractUser, name: str) -> str:
    """Return a guest's ``name``, empty if it is what guests without one are called."""
    if not player_of(user).is_guest:
        return ""
    wanted = clean_name(one_line(name))
    return "" if looks(wanted) & looks(user.get_short_name()) else wanted


def _names_at(game: Game) -> list[tuple[str, str]]:
    """Return each name and its bot, if it is one's.

    Those of players before are included: what they said is still there.
    """
    names = Seat.objects.filter(game=game).order_by().values_list("name", "bot")
    before = FormerPlayer.objects.filter(seat__game=game)
    return list(names.union(before.annotate(bot=Value("")).values_list("name", "bot")))


def begin_if_full(game: Game, *, early: bool = False) -> None:
    """Deal the first round if all seats are taken; before the game's hour only if ``early``."""
    now = database_now()
    its_hour = early or game.starts_at is None or game.starts_at <= now
    if its_hour and Seat.objects.filter(game=game).count() == game.players:
        GameInvitation.objects.filter(game=game).delete()
        decide(game)
        fix_parts(game)
        seated = seated_at(game.pk)
        log = append_deal(game, replay(game), now, clocks_of(game, seated))
        conclude(game, log, seated)
        return
    project(game, replay(game))


def project(game: Game, log: Log) -> None:
    """Write what lists say about it."""
    write_projection(game, log, list(Seat.objects.filter(game=game).order_by("number")))


def changed(game: Game, *user_ids: int) -> None:
    """Mark and announce the table as changed."""
    Game.objects.filter(pk=game.pk).update(revision=F("revision") + 1)
    seated = Seat.objects.filter(game=game, user__isnull=False).values_list("user_id", flat=True)
    asked = GameInvitation.objects.filter(game=game).values_list("user_id", flat=True)
    everybody = {*user_ids, *asked, *(user_id for user_id in seated if user_id is not None)}
    announce.table_changed(game, sorted(everybody))
