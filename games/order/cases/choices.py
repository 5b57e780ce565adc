"""What a moderator may choose to do in a case, and what not and why."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.contrib.auth.models import AbstractUser

from games.models import ActionKind, Case, ChatMessage, Game
from games.order.acts import ACTS, Need, Subject, acts_on
from games.order.effects import EFFECTS, Effect
from games.order.fitting import GameNow
from games.order.refusals import Refusals
from games.order.tables import PublicSeat, PublicTable
from games.people.standing import standing_of

APART = frozenset({ActionKind.OPEN_HANDS, ActionKind.SHOW_MESSAGE, ActionKind.REWIND})
"""Not chosen together with others: each has a form of its own."""


class Choice(NamedTuple):
    """An act that fits."""

    key: str
    kind: ActionKind
    subject: Subject
    about: dict[str, Any]
    """What the act takes."""
    of: AbstractUser | Game | PublicSeat | ChatMessage
    refused: str = ""
    """Why it would be refused; empty if it wouldn't."""

    @property
    def needs(self) -> Need | None:
        """The field that it needs."""
        return ACTS[self.kind].needs

    @property
    def effect(self) -> Effect:
        """What it does, in words."""
        return EFFECTS[self.kind]


class TableOf(NamedTuple):
    """A game of a case, with its public side once dealt."""

    game: Game
    table: PublicTable | None


def choices_in(
    case: Case,
    *,
    refusals: Refusals,
    messages: Mapping[int, ChatMessage],
    tables: list[TableOf],
) -> list[Choice]:
    """Return every act that fits the case's player, reported messages and games."""
    at_all = refusals.why(case=case)
    found = [
        *_on_messages(messages, refusals),
        *_on_player(case.player, refusals),
        *(choice for each in tables for choice in _at_table(each, case, refusals)),
    ]
    return [choice._replace(refused=at_all or choice.refused) for choice in found]


def _on_player(player: AbstractUser | None, refusals: Refusals) -> Iterator[Choice]:
    if player is None:
        return
    why = refusals.why(player=player)
    for kind in acts_on(Subject.PLAYER, {one.kind for one in standing_of(player)}):
        yield Choice(str(kind), kind, Subject.PLAYER, {"player": player}, player, why)


def _on_messages(messages: Mapping[int, ChatMessage], refusals: Refusals) -> Iterator[Choice]:
    reasons: dict[tuple[int | None, int], str] = {}
    for message in messages.values():
        known = message.user_id, message.game_id
        if known not in reasons:
            reasons[known] = refusals.why(player=message.user, game=message.game)
        for kind in acts_on(Subject.MESSAGE, message):
            if kind not in APART:
                yield Choice(
                    f"{kind}-{message.pk}",
                    kind,
                    Subject.MESSAGE,
                    {"message": message},
                    message,
                    reasons[known],
                )


def _at_table(each: TableOf, case: Case, refusals: Refusals) -> Iterator[Choice]:
    game, table = each
    why = refusals.why(game=game)
    kinds = acts_on(Subject.GAME, GameNow(game, table))
    for kind in kinds:
        if kind not in APART:
            about = {"game_id": game.pk}
            yield Choice(f"{kind}-{game.pk}", kind, Subject.GAME, about, game, why)
    for seat in table.seats if table else []:
        if case.player_id is not None and seat.seat.user_id != case.player_id:
            continue
        for kind in acts_on(Subject.SEAT, seat):
            number = seat.seat.number
            yield Choice(
                f"{kind}-{game.pk}-{number}",
                kind,
                Subject.SEAT,
                {"game_id": game.pk, "seat": number},
                seat,
                why or refusals.why(player=seat.seat.user, game=game),
            )
