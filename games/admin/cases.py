"""What moderators need to judge a case."""

from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db.models import Model, QuerySet
from django.urls import reverse
from django.utils.safestring import SafeString

from games.models import ChatMessage, Game, ModerationAction, Report
from games.order import acts
from games.order.acts import Subject
from games.order.fitting import GameNow
from games.order.tables import PublicSeat, actions_about, chat_of, public_table
from games.order.wording import sentence
from games.people.kinds import kinds_among
from games.people.standing import standing_of
from games.play.seats import seats_of
from games.words.names import named

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


class CaseRow(NamedTuple):
    """A seat and its possible acts."""

    public: PublicSeat
    name: SafeString
    url: str
    """The player's page; empty for bots and deleted accounts."""
    acts: list[ActLink]


class CaseMessage(NamedTuple):
    """A message and its possible act."""

    message: ChatMessage
    name: SafeString
    act: ActLink


def acts_on(about: Subject, subject: Any, **address: int | None) -> list[ActLink]:
    """Return links to acts fit for ``subject``; ``address`` holds its keys."""
    kinds = acts.acts_on(about, subject)
    return [ActLink(str(kind.label), act_url(kind, **address)) for kind in kinds]


def game_case(game: Game, viewer: User, report: Report | None = None) -> dict[str, Any]:
    """Return a game's public side for templates; acts belong to ``report``."""
    table = public_table(game)
    about: dict[str, int | None] = {"game": game.pk, "case": report.case_id if report else None}
    names = {seat.number: named(seat.name, seat.kind) for seat in seats_of(game.pk)}
    return {
        "case_game": game,
        "case_game_url": change_url(game),
        "table": table,
        "rows": [_row(seat, about) for seat in table.seats] if table else [],
        "game_acts": acts_on(Subject.GAME, GameNow(game, table), **about),
        "chat": [_said(message, names, report) for message in chat_of(game)],
        "game_actions": _told(actions_about(viewer=viewer, game=game.pk)),
    }


def _row(public: PublicSeat, about: dict[str, int | None]) -> CaseRow:
    seat = public.seat
    acts = acts_on(Subject.SEAT, public, **about, seat=seat.number)
    name = named(seat.name, seat.kind)
    return CaseRow(public, name, change_url(seat.user) if seat.user else "", acts)


def _said(message: ChatMessage, names: dict[int, SafeString], report: Report | None) -> CaseMessage:
    case_id = report.case_id if report else None
    (link,) = acts_on(Subject.MESSAGE, message, message=message.pk, case=case_id)
    return CaseMessage(message, names[message.seat], link)


def player_case(player: AbstractUser, viewer: User, report: Report | None = None) -> dict[str, Any]:
    """Return a player's standing for templates."""
    standing = standing_of(player)
    about: dict[str, int | None] = {"player": player.pk, "case": report.case_id if report else None}
    return {
        "case_player": player,
        "case_player_name": username_of(player),
        "case_player_url": change_url(player),
        "standing": standing,
        "player_acts": acts_on(Subject.PLAYER, {one.kind for one in standing}, **about),
        "player_actions": _told(actions_about(viewer=viewer, player=player.pk)),
    }


def username_of(user: AbstractUser) -> SafeString:
    """Return the name by which moderators find a user, a guest's too, with its badge."""
    return named(user.get_username(), kinds_among([user])[user.pk])


def _told(actions: QuerySet[ModerationAction]) -> list[str]:
    return [sentence(action) for action in actions[:ACTIONS_SHOWN]]
