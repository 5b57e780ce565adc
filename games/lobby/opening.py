"""Opening and discarding games."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.bots.offered import may_be_asked_for
from games.fairness.parts import NOTHING, Brought
from games.fairness.promises import take
from games.lobby.hours import soon_before
from games.lobby.invitations import ask
from games.lobby.seating import begin_if_full, changed, seat_bots, sit
from games.lobby.terms import Terms, check_terms
from games.models import Audience, Game, GameSecret, Occasion
from games.people.names import circus_name, game_of, one_line
from games.people.programs import refuse_program
from games.people.users import player_of
from games.rules.cards import PLAYER_COUNTS
from games.rules.deal import SECRET_BYTES, commitment
from games.rules.errors import RuleError


def create_game(
    *,
    user: AbstractUser,
    terms: Terms,
    invited: Sequence[AbstractUser] = (),
    name: str = "",
    brought: Brought = NOTHING,
    by_token: bool = False,
) -> Game:
    """Open a game with ``user`` in seat 0; it begins at once if full.

    A rated game of a bot account is one for bot accounts. ``name`` is a guest's. Raise `bad_terms`
    for impossible terms or invitations without a free seat, `needs_account`, `needs_address`,
    `programs_not_rated`, or `bot_accounts_only` for an invitation.
    """
    among_people = not player_of(user).is_bot
    refuse_program(rated=terms.rated and among_people, by_token=by_token)
    check_terms(user, terms)
    people = terms.players - len(terms.bots)
    if invited and people < 2:
        raise RuleError("bad_terms", _("Bots have all the other seats. Leave one free."))
    audience = Audience.OPEN if terms.open else Audience.INVITATION
    with transaction.atomic():
        game = open_game(
            user,
            terms,
            audience=audience if people > 1 else Audience.OWN,
            promise=brought.promise,
        )
        # Bots make way for the names of people.
        sit(game, user, number=0, name=name, brought=brought)
        seat_bots(game, terms.bots)
        for guest in invited:
            ask(game, guest)
        if invited:
            changed(game)
        begin_if_full(game)
    return game


def start_bot_game(
    *,
    user: AbstractUser,
    bots: Sequence[str],
    show_legal_sets: bool = True,
    brought: Brought = NOTHING,
) -> Game:
    """Start a game against these bots, in this order, without a clock.

    Raise ``ValueError`` for unknown bots, none or too many.
    """
    players = len(bots) + 1
    if players not in PLAYER_COUNTS or not set(bots) <= set(may_be_asked_for()):
        raise ValueError(f"There is no game against {bots!r}.")
    terms = Terms(
        players=players,
        turn_seconds=None,
        bots=dict(enumerate(bots, start=1)),
        show_legal_sets=show_legal_sets,
    )
    return create_game(user=user, terms=terms, brought=brought)


class Origin(NamedTuple):
    """Where the deal of a game comes from that others play too."""

    secret: bytes
    contribution: str
    occasion: Occasion
    shut_until: datetime | None = None
    """Until when nobody is shown it once it is over."""


def start_from(
    *, user: AbstractUser, terms: Terms, origin: Origin, seat: int, bots: Mapping[int, str]
) -> Game:
    """Start a game with a given deal, ``user`` in ``seat`` and bots elsewhere; in a transaction.

    The cards, and what the bots do in each position, follow from ``origin``. Raise as ``sit``.
    """
    game = open_game(user, terms, audience=Audience.OWN, origin=origin)
    sit(game, user, number=seat)
    seat_bots(game, bots)
    begin_if_full(game)
    return game


def open_game(
    creator: AbstractUser,
    terms: Terms,
    *,
    audience: str,
    origin: Origin | None = None,
    promise: str = "",
) -> Game:
    """Write a new game with its secret and commitment; within a transaction.

    Without a name, it is called after its creator, or like a show if bots alone play against them.
    With an ``origin`` it has that deal, and counts in no figure. With a ``promise`` it has the
    secret that was promised; raise ``bad_terms`` for a commitment that can't be used.
    """
    promised = None if origin else take(promise)
    secret = origin.secret if origin else promised or secrets.token_bytes(SECRET_BYTES)
    now = timezone.now()
    columns = terms.columns()
    columns["name"] = one_line(terms.name) or (
        circus_name(creator) if audience == Audience.OWN else game_of(creator.get_short_name())
    )
    game = Game.objects.create(
        **columns,
        audience=audience,
        creator_id=creator.pk,
        created_at=now,
        soon_at=soon_before(terms.starts_at, now),
        for_bot_accounts=terms.rated and player_of(creator).is_bot,
        commitment=commitment(secret),
        contribution=origin.contribution if origin else "",
        promised_first=promised is not None,
        occasion=origin.occasion if origin else "",
        shut_until=origin.shut_until if origin else None,
    )
    GameSecret.objects.create(game=game, secret=secret)
    return game


def discard_game(game: Game) -> None:
    """Delete an unstarted game with its secret: there is no log."""
    GameSecret.objects.filter(game=game).delete()
    game.delete()
