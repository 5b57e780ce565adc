"""What moderators need to judge a player or a game."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db.models import Model, QuerySet
from django.urls import reverse
from django.utils.safestring import SafeString

from games.models import ActionKind, Case, ChatMessage, Game, ModerationAction, Seat
from games.order import acts
from games.order.acts import Subject
from games.order.chats import chat_of
from games.order.fitting import GameNow
from games.order.refusals import Refusals
from games.order.tables import PublicSeat, PublicTable, actions_about, public_table
from games.order.wording import sentence
from games.people.kinds import kinds_among
from games.people.standing import standing_of
from games.play.seats import seats_of
from games.words.names import listed_plainly, named

ACTIONS_SHOWN = 20

User = AbstractUser | AnonymousUser


def act_url(kind: str, **about: int | str | None) -> str:
    """Return the address of an act's form."""
    query = urlencode({name: value for name, value in about.items() if value is not None})
    return f"{reverse('admin:games_act', args=[kind])}?{query}"


def change_url(obj: Model) -> str:
    """Return the address of an object's page."""
    meta = obj._meta
    return reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[obj.pk])


class ActLink(NamedTuple):
    """A link to a possible act."""

    label: str
    url: str


class Acts(NamedTuple):
    """The acts that fit something: links, and why the viewer can't do the others."""

    links: list[ActLink]
    refused: str = ""
    labels: str = ""
    """What is refused."""


class CaseRow(NamedTuple):
    """A seat and its possible acts."""

    public: PublicSeat
    name: SafeString
    url: str
    """The player's page; empty for bots and deleted accounts."""
    acts: Acts


class CaseMessage(NamedTuple):
    """A message and its possible act."""

    message: ChatMessage
    name: SafeString
    acts: Acts
    marked: bool = False
    gap: bool = False
    """Whether others before it are left out."""


class Dated(NamedTuple):
    """What a moderator did, and when."""

    at: datetime
    sentence: str


def acts_on(
    about: Subject,
    subject: Any,
    refused: str,
    address: Mapping[str, int | None],
    own: Callable[[ActionKind], str] = lambda _kind: "",
) -> Acts:
    """Return the acts fit for ``subject``; ``address`` holds its keys.

    ``refused`` says why the viewer can do none of them, ``own`` why not a certain one.
    """
    links, labels, why = [], [], ""
    for kind in acts.acts_on(about, subject):
        if not_this := refused or own(kind):
            labels.append(str(kind.label))
            why = not_this
        else:
            links.append(ActLink(str(kind.label), act_url(kind, **address)))
    return Acts(links, why, listed_plainly(labels))


def game_case(game: Game, viewer: AbstractUser) -> dict[str, Any]:
    """Return a game's public side for templates, with its latest messages."""
    refusals = Refusals(viewer)
    found = table_case(game, public_table(game), refusals=refusals)
    return {**found, "chat": said_at(game, chat_of(game), refusals=refusals)}


def table_case(
    game: Game, table: PublicTable | None, *, refusals: Refusals, case: Case | None = None
) -> dict[str, Any]:
    """Return a game's public side for templates; acts belong to ``case``."""
    about: dict[str, int | None] = {"game": game.pk, "case": case.pk if case else None}
    refused = refusals.why(game=game, case=case)
    return {
        "case_game": game,
        "case_game_url": change_url(game),
        "table": table,
        "rows": [_row(seat, about, refused, refusals) for seat in table.seats] if table else [],
        "game_acts": acts_on(
            Subject.GAME,
            GameNow(game, table),
            refused,
            about,
            own=lambda kind: refusals.of(acts.ACTS[kind].refuses, game),
        ),
        "game_actions": dated(actions_about(viewer=refusals.by, game=game.pk)),
    }


def _row(
    public: PublicSeat, about: dict[str, int | None], refused: str, refusals: Refusals
) -> CaseRow:
    seat = public.seat
    why = refused or refusals.why(player=seat.user)
    found = acts_on(Subject.SEAT, public, why, {**about, "seat": seat.number})
    name = named(seat.name, seat.kind)
    return CaseRow(public, name, change_url(seat.user) if seat.user else "", found)


def said_at(
    game: Game,
    messages: list[ChatMessage],
    *,
    refusals: Refusals,
    case: Case | None = None,
    marked: frozenset[int] = frozenset(),
    seats: Iterable[Seat] | None = None,
) -> list[CaseMessage]:
    """Return messages with their authors' names and their acts; ``seats`` saves a query."""
    seats = seats_of(game.pk) if seats is None else seats
    names = {seat.number: named(seat.name, seat.kind) for seat in seats}
    about: dict[str, int | None] = {"case": case.pk if case else None}
    return [
        CaseMessage(
            message,
            names[message.seat],
            acts_on(
                Subject.MESSAGE,
                message,
                refusals.why(player=message.user, game=game, case=case),
                {"message": message.pk, **about},
            ),
            message.pk in marked,
        )
        for message in messages
    ]


def player_case(player: AbstractUser, viewer: AbstractUser) -> dict[str, Any]:
    """Return a player's standing for templates."""
    standing = standing_of(player)
    refused = Refusals(viewer).why(player=player)
    kinds = {one.kind for one in standing}
    return {
        "case_player": player,
        "case_player_name": username_of(player),
        "case_player_url": change_url(player),
        "standing": standing,
        "player_acts": acts_on(Subject.PLAYER, kinds, refused, {"player": player.pk}),
        "player_actions": dated(actions_about(viewer=viewer, player=player.pk)),
    }


def username_of(user: AbstractUser) -> SafeString:
    """Return the name by which moderators find a user, a guest's too, with its badge."""
    return usernames_of([user])[user.pk]


def usernames_of(users: list[AbstractUser]) -> dict[int, SafeString]:
    """Return the names by which moderators find users, by key; one query."""
    kinds = kinds_among(users)
    return {user.pk: named(user.get_username(), kinds[user.pk]) for user in users}


def dated(actions: QuerySet[ModerationAction]) -> list[Dated]:
    """Return the latest acts, in sentences with their dates."""
    return [Dated(action.created_at, sentence(action)) for action in actions[:ACTIONS_SHOWN]]
