"""What a moderator needs to judge: the public table, history, chat, and what can be done.

For the pages of the admin, those of games and those of accounts.
"""

from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db.models import Model, QuerySet
from django.urls import reverse

from games.models import (
    ActionKind,
    ChatMessage,
    Game,
    ModerationAction,
    Report,
    SanctionKind,
)
from games.order.tables import Place, PublicTable, actions_about, chat_of, public_table
from games.order.wording import sentence
from games.people.standing import Standing, standing_of

ACTIONS_SHOWN = 20

User = AbstractUser | AnonymousUser

_LIFTS = {
    SanctionKind.WARNING: ActionKind.WITHDRAW_WARNING,
    SanctionKind.MUTE: ActionKind.UNMUTE,
    SanctionKind.SUSPENSION: ActionKind.UNSUSPEND,
    SanctionKind.BAN: ActionKind.UNBAN,
}


def act_url(kind: str, **about: int | str | None) -> str:
    """The address of the form for an act of a moderator."""
    query = urlencode({name: value for name, value in about.items() if value is not None})
    return f"{reverse('admin:games_act', args=[kind])}?{query}"


def change_url(obj: Model) -> str:
    """The admin's page of ``obj``."""
    meta = obj._meta
    return reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[obj.pk])


class Act(NamedTuple):
    """A link to something a moderator may do."""

    label: str
    url: str


class Row(NamedTuple):
    """A seat with what may be done about it."""

    place: Place
    url: str
    """The page of its player; empty for bots and those who are gone."""
    acts: list[Act]


class Said(NamedTuple):
    """A message with what may be done about it."""

    message: ChatMessage
    name: str
    act: Act


def act(kind: ActionKind, **about: int | None) -> Act:
    """The link to the form of an act."""
    return Act(str(kind.label), act_url(kind, **about))


def game_case(game: Game, reader: User, report: Report | None = None) -> dict[str, Any]:
    """The context of a game's public side for ``reader``; acts from here belong to ``report``."""
    table = public_table(game)
    about: dict[str, int | None] = {"game": game.pk, "report": report.pk if report else None}
    names = {seat.number: seat.name for seat in game.seats.all()}
    return {
        "case_game": game,
        "case_game_url": change_url(game),
        "table": table,
        "rows": [_row(place, table, about) for place in table.places] if table else [],
        "game_acts": _game_acts(game, table, about),
        "chat": [_said(message, names, report) for message in chat_of(game)],
        "game_actions": _told(actions_about(reader=reader, game=game.pk)),
    }


def _row(place: Place, table: PublicTable, about: dict[str, int | None]) -> Row:
    seat = place.seat
    acts = []
    if not table.over and not seat.bot and not place.left:
        kind = ActionKind.GIVE_BACK if place.kept else ActionKind.PUT_BOT
        acts.append(act(kind, **about, seat=seat.number))
    return Row(place, change_url(seat.user) if seat.user else "", acts)


def _game_acts(game: Game, table: PublicTable | None, about: dict[str, int | None]) -> list[Act]:
    rename = act(ActionKind.RENAME_GAME, **about)
    if table is None:
        return [rename, act(ActionKind.CLOSE_GAME, **about)]
    if table.voided:
        return [rename]
    if table.over:
        return [act(ActionKind.VOID, **about), rename]
    acts = [act(ActionKind.RESUME if table.halted else ActionKind.PAUSE, **about)]
    if game.turn_seconds is not None:
        acts.append(act(ActionKind.EXTEND, **about))
    return [*acts, act(ActionKind.VOID, **about), act(ActionKind.OPEN_HANDS, **about), rename]


def _said(message: ChatMessage, names: dict[int, str], report: Report | None) -> Said:
    kind = ActionKind.SHOW_MESSAGE if message.hidden else ActionKind.HIDE_MESSAGE
    link = act(kind, message=message.pk, report=report.pk if report else None)
    return Said(message, names.get(message.seat, ""), link)


def player_case(player: AbstractUser, reader: User, report: Report | None = None) -> dict[str, Any]:
    """The context of a player's standing for ``reader``, and of what may be done about it."""
    standing = standing_of(player)
    about: dict[str, int | None] = {"player": player.pk, "report": report.pk if report else None}
    kinds = [ActionKind.WARN, ActionKind.MUTE, ActionKind.SUSPEND, ActionKind.BAN]
    return {
        "case_player": player,
        "case_player_url": change_url(player),
        "standing": standing,
        "player_acts": [
            *(act(kind, **about) for kind in [*kinds, ActionKind.RENAME]),
            *(act(kind, **about) for kind in _lifts(standing)),
        ],
        "player_actions": _told(actions_about(reader=reader, player=player.pk)),
    }


def _told(actions: QuerySet[ModerationAction]) -> list[str]:
    return [sentence(action) for action in actions[:ACTIONS_SHOWN]]


def _lifts(standing: list[Standing]) -> list[ActionKind]:
    return [_LIFTS[SanctionKind(kind)] for kind in sorted({one.kind for one in standing})]
