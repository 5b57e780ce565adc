"""A game's public side, for moderators."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db.models import QuerySet
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.log.reading import is_dealt, read_rows
from games.log.replay import Log
from games.log.rows import MoveRow
from games.log.store import load, position_in
from games.models import Actor, ChairEvent, FormerGuest, Game, ModerationAction, Seat
from games.order.own_cases import actions_for
from games.people.kinds import with_kinds
from games.rules.cards import top
from games.rules.game import PublicMove
from games.rules.views import View, view_for
from games.words.amounts import a_number
from games.words.names import named, told
from games.words.rewinding import moves_text
from games.words.sets import numbers


class TableEvent(NamedTuple):
    """A public event."""

    at: datetime | None
    sentence: str
    actor: str = ""
    undone: bool = False
    """Whether it is a move that was taken back."""


class RoundHistory(NamedTuple):
    """A round's public events."""

    number: int
    """From 1."""
    lines: list[TableEvent]


class PublicSeat(NamedTuple):
    """A seat's public side."""

    seat: Seat
    cards: int
    collected: int
    chips: int
    score: int
    to_act: bool
    kept: bool
    left: bool
    over: bool


class PublicTable(NamedTuple):
    """A game's public side."""

    phase: str
    round_number: int
    """From 1."""
    rounds: int
    ring: str
    seats: list[PublicSeat]
    history: list[RoundHistory]
    """Latest round first, each in order of play."""
    halted: bool
    """Whether a moderator has paused it."""
    asked: bool
    """Whether the table is asked to take moves back, and stands still."""
    paused: bool
    over: bool
    voided: bool
    turns: int
    """Of the running round, so far."""


def public_table(game: Game) -> PublicTable | None:
    """Return the public side; None before the first deal. Of a deal that others play it is bare."""
    if not is_dealt(game.pk):
        return None
    log = load(game)
    view = view_for(log.state, None)
    found = with_kinds(Seat.objects.filter(game=game))
    seats = list(found.select_related("user").order_by("number"))
    names = [named(seat.name, seat.kind) for seat in seats]
    if game.is_shut:
        # A moderator may be the next to play it.
        nothing = (0,) * view.players
        view = replace(
            view, active_set=None, hand_counts=nothing, collected=nothing, chips=nothing,
            scores=nothing,
        )  # fmt: skip
    return PublicTable(
        phase="over" if log.over else view.phase,
        round_number=view.round + 1,
        rounds=view.rounds,
        ring=numbers(view.active_set.cards) if view.active_set else "",
        seats=[_seat(log, view, seat) for seat in seats],
        history=[] if game.is_shut else _history(game, log, names),
        halted=log.paused_by_moderator,
        asked=log.asked is not None,
        paused=log.paused,
        over=log.over,
        voided=log.chairs.voided,
        turns=len(view.history),
    )


def _seat(log: Log, view: View, seat: Seat) -> PublicSeat:
    number = seat.number
    return PublicSeat(
        seat=seat,
        cards=view.hand_counts[number],
        collected=view.collected[number],
        chips=view.chips[number],
        score=view.scores[number],
        to_act=number in log.people_to_act or number in log.bots_to_act,
        kept=number in log.chairs.kept,
        left=number in log.chairs.left,
        over=log.over,
    )


def _history(game: Game, log: Log, names: list[SafeString]) -> list[RoundHistory]:
    rows = read_rows(game.pk, until=position_in(log))
    histories = [result.history for result in log.state.results]
    if len(histories) < len(rows.rounds):
        histories.append(log.state.history)
    rounds = []
    for round_row, moves in zip(rows.rounds, histories, strict=True):
        here = [row for row in rows.moves if row.round_id == round_row.id]
        undone = {each.version: each.move for each in log.undone}
        rounds.append(RoundHistory(round_row.number + 1, list(_lines(here, moves, undone, names))))
    return rounds[::-1]


def _lines(
    rows: list[MoveRow],
    moves: tuple[PublicMove, ...],
    undone: dict[int, PublicMove],
    names: list[SafeString],
) -> Iterator[TableEvent]:
    """Omit orientations: who made one is private."""
    public = iter(moves)
    stand: list[int] = []
    for row in rows:
        if row.is_chair_event:
            back = [version for version in stand if version >= (row.to or 0)]
            if row.type == ChairEvent.REWIND:
                del stand[len(stand) - len(back) :]
            yield TableEvent(row.created_at, _chair(row, names[row.seat], moves_text(len(back))))
        elif row.is_turn and (move := undone.get(row.version) or next(public, None)):
            stand.append(row.version)
            actor = "" if row.actor == Actor.PLAYER else str(Actor(row.actor).label)
            yield TableEvent(
                row.created_at, turn_said(move, names[move.seat]), actor, row.version in undone
            )


def turn_said(move: PublicMove, name: SafeString) -> SafeString:
    """Return what everybody saw of a turn, as moderators read it."""
    shown = numbers(move.cards) if move.cards else ""
    if move.card is None:
        return told(_("{name} shows {set}"), name=name, set=shown)
    card = a_number(top(move.card))
    if not shown:
        return told(_("{name} scouts {card}"), name=name, card=card)
    return told(_("{name} scouts {card} and shows {set}"), name=name, card=card, set=shown)


def _chair(row: MoveRow, name: SafeString, back: str) -> SafeString:
    """Return a chair event in words; ``back`` says how many moves are taken back, if it does."""
    match row.type:
        case ChairEvent.KEEP:
            said = _("A bot takes {name}’s chair")
        case ChairEvent.TAKE_BACK:
            said = _("{name} gets the chair back")
        case ChairEvent.LEAVE:
            said = _("{name} leaves for good")
        case ChairEvent.NEW_PLAYER:
            said = _("{name} sits down in another’s chair")
        case ChairEvent.AGREE:
            said = _("{name} agrees to end the game unfinished")
        case ChairEvent.DISAGREE:
            said = _("{name} would rather play on")
        case ChairEvent.PAUSE:
            said = _("A moderator pauses the game")
        case ChairEvent.RESUME:
            said = _("A moderator resumes the game")
        case ChairEvent.ASK_REWIND if row.actor == Actor.MODERATOR:
            said = _("A moderator asks the table to take {back} back")
        case ChairEvent.ASK_REWIND:
            said = _("{name} asks the table to take {back} back")
        case ChairEvent.AGREE_REWIND:
            said = _("{name} agrees to take them back")
        case ChairEvent.REFUSE_REWIND if row.actor == Actor.PLAYER:
            said = _("{name} would rather not: the moves stay")
        case ChairEvent.REFUSE_REWIND:
            said = _("The moves stay: not everybody agreed")
        case ChairEvent.REWIND if row.actor == Actor.MODERATOR:
            said = _("A moderator takes {back} back, struck through here")
        case ChairEvent.REWIND:
            said = _("All agree to take {back} back, struck through here")
        case ChairEvent.EXTEND if row.actor == Actor.CLOCK:
            said = _("The clock gives back the time in which the site was away")
        case ChairEvent.EXTEND:
            said = _("A moderator gives more time")
        case _:
            said = _("The game ends unfinished")
    return told(said, name=name, back=back)


def openings_of(game_id: int) -> list[ModerationAction]:
    """Return when hands were opened, oldest first."""
    return list(ModerationAction.objects.filter(game=game_id, kind="open_hands").order_by("pk"))


def actions_about(
    *, viewer: AbstractUser | AnonymousUser, game: int | None = None, player: int | None = None
) -> QuerySet[ModerationAction]:
    """Return the acts ``viewer`` may know."""
    actions = actions_for(viewer)
    if game is not None:
        return actions.filter(game=game)
    as_guest = FormerGuest.objects.filter(user=player).values_list("number", flat=True)
    return actions.filter(player__in=[player, *as_guest])
