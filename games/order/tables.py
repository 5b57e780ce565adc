"""What moderators see of a game: what a spectator sees, its history and its chat; and, opened for a
reason, its hands."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.log.rows import MoveRow, read_rows
from games.log.store import Log, load
from games.models import Actor, ChairEvent, ChatMessage, FormerGuest, Game, ModerationAction, Seat
from games.order.own_cases import actions_for
from games.rules.cards import card_names, top
from games.rules.game import PublicMove
from games.rules.views import View, view_for
from games.words.sets import a_number, numbers

CHAT_LATEST = 100


class Line(NamedTuple):
    """Something that happened at the table, as everybody saw it."""

    at: datetime | None
    sentence: str
    actor: str = ""
    """Who acted for the seat, where that was not its player."""


class RoundHistory(NamedTuple):
    """A round as everybody saw it."""

    number: int
    """From 1 on."""
    lines: list[Line]


class Place(NamedTuple):
    """A seat as everybody sees it."""

    seat: Seat
    cards: int
    collected: int
    chips: int
    score: int
    to_act: bool
    kept: bool
    left: bool


class PublicTable(NamedTuple):
    """A game as a spectator may know it, whoever may see the game."""

    phase: str
    round_number: int
    """From 1 on."""
    rounds: int
    ring: str
    places: list[Place]
    history: list[RoundHistory]
    """The rounds from the latest on, each from its start on."""
    halted: bool
    paused: bool
    over: bool
    voided: bool


class OpenHand(NamedTuple):
    """A hand behind the curtain."""

    name: str
    dealt: str
    now: str


def public_table(game: Game) -> PublicTable | None:
    """What is public of ``game``; None before its first deal."""
    if not game.rounds.exists():
        return None
    log = load(game)
    view = view_for(log.state, None)
    seats = list(Seat.objects.filter(game=game).select_related("user").order_by("number"))
    names = [seat.name for seat in seats]
    return PublicTable(
        phase="over" if log.over else view.phase,
        round_number=view.round + 1,
        rounds=view.rounds,
        ring=numbers(view.active_set.cards) if view.active_set else "",
        places=[_place(log, view, seat) for seat in seats],
        history=_history(game, log, names),
        halted=log.halted,
        paused=log.paused,
        over=log.over,
        voided=log.chairs.voided,
    )


def _place(log: Log, view: View, seat: Seat) -> Place:
    number = seat.number
    return Place(
        seat=seat,
        cards=view.hand_counts[number],
        collected=view.collected[number],
        chips=view.chips[number],
        score=view.scores[number],
        to_act=number in log.people_to_act or number in log.bots_to_act,
        kept=number in log.chairs.kept,
        left=number in log.chairs.left,
    )


def _history(game: Game, log: Log, names: list[str]) -> list[RoundHistory]:
    rows = read_rows(game.pk)
    told = [result.history for result in log.state.results]
    if len(told) < len(rows.rounds):
        told.append(log.state.history)
    rounds = []
    for round_row, moves in zip(rows.rounds, told, strict=True):
        here = [row for row in rows.moves if row.round_id == round_row.id]
        rounds.append(RoundHistory(round_row.number + 1, list(_lines(here, moves, names))))
    return rounds[::-1]


def _lines(rows: list[MoveRow], moves: tuple[PublicMove, ...], names: list[str]) -> Iterator[Line]:
    """Orientations are left out: who made one is nobody's business."""
    public = iter(moves)
    for row in rows:
        if row.is_chair_event:
            yield Line(row.created_at, _chair(row, names[row.seat]))
        elif row.type != "orient" and (move := next(public, None)):
            actor = "" if row.actor == Actor.PLAYER else str(Actor(row.actor).label)
            yield Line(row.created_at, _turn(move, names[move.seat]), actor)


def _turn(move: PublicMove, name: str) -> str:
    shown = numbers(move.cards) if move.cards else ""
    if move.card is None:
        return _("{name} shows {set}").format(name=name, set=shown)
    card = a_number(top(move.card))
    if not shown:
        return _("{name} scouts {card}").format(name=name, card=card)
    return _("{name} scouts {card} and shows {set}").format(name=name, card=card, set=shown)


def _chair(row: MoveRow, name: str) -> str:
    match row.type:
        case ChairEvent.KEEP:
            said = _("A bot takes the chair of {name}")
        case ChairEvent.TAKE_BACK:
            said = _("{name} has the chair back")
        case ChairEvent.LEAVE:
            said = _("{name} leaves for good")
        case ChairEvent.PAUSE:
            said = _("A moderator pauses the game")
        case ChairEvent.RESUME:
            said = _("A moderator lets the game go on")
        case ChairEvent.EXTEND:
            said = _("A moderator gives more time")
        case _:
            said = _("The game ends unfinished")
    return said.format(name=name)


def open_hands_of(game: Game) -> list[OpenHand]:
    """All hands of the current round. Only for an answer to ``games.order``'s opening."""
    state = load(game).state
    if state.round is None or state.dealt is None:
        return []
    seats = Seat.objects.filter(game=game).order_by("number")
    return [
        OpenHand(
            seat.name,
            " ".join(card_names(state.dealt.hands[seat.number])),
            " ".join(card_names(state.round.hands[seat.number])),
        )
        for seat in seats
    ]


def chat_of(game: Game) -> list[ChatMessage]:
    """The latest messages of a game, hidden ones too, the oldest first."""
    rows = ChatMessage.objects.filter(game=game).select_related("user").order_by("-pk")
    return list(rows[:CHAT_LATEST])[::-1]


def openings_of(game_id: int) -> list[ModerationAction]:
    """When moderators opened the hands of a game, the first one first."""
    return list(ModerationAction.objects.filter(game=game_id, kind="open_hands").order_by("pk"))


def actions_about(
    *, reader: AbstractUser | AnonymousUser, game: int | None = None, player: int | None = None
) -> QuerySet[ModerationAction]:
    """What moderators did in a game, or about a player, as ``reader`` may know; latest first."""
    actions = actions_for(reader)
    if game is not None:
        return actions.filter(game=game)
    as_guest = FormerGuest.objects.filter(user=player).values_list("number", flat=True)
    return actions.filter(player__in=[player, *as_guest])
