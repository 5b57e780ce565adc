"""Games before they begin: opening, asking, sitting down, leaving, starting."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from games.bots.registry import BOTS
from games.lobby.seating import begin_if_full, changed, free_seats, project, seat_bots, sit
from games.log.store import load
from games.models import Actor, Audience, Game, GameInvitation, GameSecret, Seat
from games.people.blocks import refuse_to_ask, refuse_to_meet
from games.people.names import game_of, plain
from games.people.standing import lock_player
from games.rules.deal import SECRET_BYTES, commitment
from games.rules.errors import RuleError

MOST_INVITED = 20
"""So many people may be asked to a table by name at the same time."""
SUBSTITUTE = "steady"
"""The level of the bots in seats that nobody took, and of substitutes, unless said otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What a game is to be like; the defaults make a good one."""

    players: int = 4
    name: str = ""
    """Empty: a name is made up."""
    turn_seconds: int | None = 24 * 3600
    """None: no clock."""
    bots: Mapping[int, str] = field(default_factory=dict)
    """Levels by seat; seat 0 is its creator's."""
    open: bool = False
    """Whether anybody may join, or only who has the invitation's link or is asked by name."""
    rated: bool = False
    show_legal_sets: bool = True
    substitute: str = SUBSTITUTE


def create_game(
    *, user: AbstractUser, terms: Terms, invited: Sequence[AbstractUser] = (), name: str = ""
) -> Game:
    """A new game of ``user``, who takes seat 0; it begins at once when no seat is free.

    ``name`` is what a guest wants to be called there. ``RuleError`` with ``bad_terms`` for terms
    that fit no game, and for people asked to a table without a free seat.
    """
    _check(user, terms)
    people = terms.players - len(terms.bots)
    if invited and people < 2:
        raise RuleError("bad_terms", _("Bots have all the other seats. Leave one free."))
    audience = Audience.OPEN if terms.open else Audience.INVITATION
    with transaction.atomic():
        game = open_game(user, terms, audience=audience if people > 1 else Audience.OWN)
        # Bots make way for the names of people.
        sit(game, user, number=0, name=name)
        seat_bots(game, terms.bots)
        for guest in invited:
            _invite(game, guest)
        if invited:
            changed(game)
        begin_if_full(game)
    return game


def start_bot_game(
    *, user: AbstractUser, players: int, level: str, show_legal_sets: bool = True
) -> Game:
    """A game of ``user`` against bots of ``level``, without a clock, with the first round dealt.

    ``ValueError`` if there is no such number of players or no such bot.
    """
    if not 2 <= players <= 5 or level not in BOTS:
        raise ValueError(f"There is no game of {players} players with bots of level {level!r}.")
    bots = dict.fromkeys(range(1, players), level)
    terms = Terms(
        players=players,
        name=_("Bots’ night"),
        turn_seconds=None,
        bots=bots,
        show_legal_sets=show_legal_sets,
    )
    return create_game(user=user, terms=terms)


def join(*, game_id: int, user: AbstractUser, invitation: str = "", name: str = "") -> Game:
    """Seat ``user`` at a game that has not begun; it begins when that was the last free seat.

    ``invitation`` is the secret part of the link, where one is needed; ``name`` is what a guest
    wants to be called there. Whoever sits there already stays as they are. ``RuleError``:
    ``already_started``, ``not_invited``, ``needs_account``, ``game_full``, ``name_taken``,
    ``bad_name``, ``suspended``, ``banned``, ``blocked`` in an open game for who keeps apart from
    somebody there, and, as for all that follow, ``closed`` for a game that was taken away
    meanwhile.
    """
    with transaction.atomic():
        # Players are locked before games, everywhere.
        lock_player(user)
        game = _locked(game_id)
        if Seat.objects.filter(game=game, user=user.pk).exists():
            return game
        _refuse_if_begun(game)
        if game.audience == Audience.OPEN:
            refuse_to_meet(game, user)
        asked = GameInvitation.objects.filter(game=game, user=user.pk).first()
        knows = constant_time_compare(invitation, game.invitation)
        if game.audience != Audience.OPEN and not asked and not knows:
            raise RuleError("not_invited", _("This game is by invitation."))
        if game.rated and getattr(user, "is_guest", False):
            raise RuleError("needs_account", _("Rated games are for players with an account."))
        if game.rated:
            _refuse_program(user)
        number = asked.seat if asked and asked.seat is not None else None
        if number is None:
            number = next(iter(free_seats(game)), None)
        if number is None:
            raise RuleError("game_full", _("All seats are taken."))
        sit(game, user, number=number, name=name)
        GameInvitation.objects.filter(game=game, user=user.pk).delete()
        changed(game)
        begin_if_full(game)
    return game


def decline(*, game_id: int, user: AbstractUser) -> None:
    """Say no to an invitation by name; a chair that was kept for ``user`` is free for others."""
    with transaction.atomic():
        game = _locked(game_id)
        if GameInvitation.objects.filter(game=game, user=user.pk).delete()[0]:
            changed(game)


def invite(*, game_id: int, by: AbstractUser, user: AbstractUser) -> None:
    """Ask ``user`` by name to a game that has not begun; ``RuleError``: ``not_creator`` …"""
    with transaction.atomic():
        game = _locked(game_id)
        _refuse_if_begun(game)
        _refuse_unless_creator(game, by)
        _invite(game, user)
        changed(game)


def leave_before_start(*, game_id: int, user: AbstractUser) -> None:
    """Free the seat of ``user``; a game without people is closed.

    When its creator leaves, the next one at the table takes that part. Who does not sit there
    changes nothing. ``RuleError``: ``already_started``.
    """
    with transaction.atomic():
        game = _locked(game_id)
        _refuse_if_begun(game)
        mine = Seat.objects.filter(game=game, user=user.pk)
        if not mine.exists():
            return
        mine.delete()
        heir = Seat.objects.filter(game=game, user__isnull=False).order_by("number").first()
        if heir is None:
            _close(game, user.pk)
            return
        if game.creator_id == user.pk:
            Game.objects.filter(pk=game.pk).update(creator=heir.user_id)
        project(game, load(game))
        changed(game, user.pk)


def close(*, game_id: int, by: AbstractUser, actor: str = Actor.PLAYER) -> None:
    """Take a game that has not begun away; who does so as a moderator need not have opened it.

    ``RuleError``: ``not_creator``, ``already_started``.
    """
    with transaction.atomic():
        game = _locked(game_id)
        _refuse_if_begun(game)
        if actor != Actor.MODERATOR:
            _refuse_unless_creator(game, by)
        _close(game)


def start_early(*, game_id: int, by: AbstractUser, level: str = SUBSTITUTE) -> Game:
    """Begin with bots of ``level`` in the empty seats; again is as good as once.

    ``RuleError``: ``not_creator``, ``bad_terms`` for a level that there isn't.
    """
    if level not in BOTS:
        raise RuleError("bad_terms", _("There is no such bot."))
    with transaction.atomic():
        game = _locked(game_id)
        _refuse_unless_creator(game, by)
        if _has_begun(game):
            return game
        taken = Seat.objects.filter(game=game).values_list("number", flat=True)
        empty = set(range(game.players)) - set(taken)
        # Who was asked and has not come is told too.
        changed(game)
        seat_bots(game, dict.fromkeys(sorted(empty), level))
        if empty and game.rated:
            Game.objects.filter(pk=game.pk).update(rated=False)
        begin_if_full(game)
    return game


def open_game(creator: AbstractUser, terms: Terms, *, audience: str) -> Game:
    """The facts of a new game and its secret, with the commitment to it, before any deal."""
    secret = secrets.token_bytes(SECRET_BYTES)
    game = Game.objects.create(
        name=plain(terms.name) or game_of(creator.get_short_name()),
        players=terms.players,
        audience=audience,
        creator_id=creator.pk,
        created_at=timezone.now(),
        commitment=commitment(secret),
        turn_seconds=terms.turn_seconds,
        rated=terms.rated,
        show_legal_sets=terms.show_legal_sets,
        substitute=terms.substitute,
    )
    GameSecret.objects.create(game=game, secret=secret)
    return game


def _invite(game: Game, user: AbstractUser) -> None:
    if Seat.objects.filter(game=game, user=user.pk).exists():
        return
    if game.creator is not None:
        refuse_to_ask(game.creator, user)
    if GameInvitation.objects.filter(game=game).count() >= MOST_INVITED:
        raise RuleError("bad_terms", _("You have asked enough people to this table."))
    GameInvitation.objects.get_or_create(
        game=game, user_id=user.pk, defaults={"created_at": timezone.now()}
    )


def _check(user: AbstractUser, terms: Terms) -> None:
    levels = {*terms.bots.values(), terms.substitute}
    seats = set(terms.bots)
    if not 2 <= terms.players <= 5:
        raise RuleError("bad_terms", _("Scout is a game for 2 to 5 players."))
    if not levels <= set(BOTS):
        raise RuleError("bad_terms", _("There is no such bot."))
    if not seats <= set(range(1, terms.players)):
        raise RuleError("bad_terms", _("There is no such seat for a bot."))
    if len(terms.name) > Game._meta.get_field("name").max_length:  # type: ignore[operator]
        raise RuleError("bad_terms", _("That name is too long."))
    if terms.turn_seconds is not None and terms.turn_seconds <= 0:
        raise RuleError("bad_terms", _("A turn needs some time."))
    if terms.rated:
        _refuse_program(user)
    if terms.rated and (seats or getattr(user, "is_guest", False)):
        raise RuleError(
            "bad_terms", _("Rated games are for players with an account, without bots.")
        )


def _refuse_program(user: AbstractUser) -> None:
    if getattr(user, "is_bot", False):
        raise RuleError("needs_account", _("Rated games are for people, not for bot accounts."))


def _close(game: Game, *user_ids: int) -> None:
    changed(game, *user_ids)
    # Nothing was dealt: there is no log to keep.
    GameSecret.objects.filter(game=game).delete()
    game.delete()


def _locked(game_id: int) -> Game:
    game = Game.objects.select_for_update(no_key=True).filter(pk=game_id).first()
    if game is None:
        raise RuleError("closed", _("This game was closed before it began."))
    return game


def _has_begun(game: Game) -> bool:
    return game.rounds.exists()


def _refuse_if_begun(game: Game) -> None:
    if _has_begun(game):
        raise RuleError("already_started", _("The game has begun."))


def _refuse_unless_creator(game: Game, user: AbstractUser) -> None:
    if game.creator_id != user.pk:
        raise RuleError("not_creator", _("Only the one who opened the game can do that."))
