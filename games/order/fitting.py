"""When moderators' acts fit; the acts check it again."""

from collections.abc import Collection
from typing import NamedTuple

from games.models import (
    ActionKind,
    Case,
    CaseState,
    ChatMessage,
    Game,
    ModerationAction,
    OutOfRatings,
    SanctionKind,
    Sign,
)
from games.order.tables import PublicSeat, PublicTable


class GameNow(NamedTuple):
    """A game and its public side, once dealt."""

    game: Game
    table: PublicTable | None


def always(_subject: object) -> bool:
    """Return True."""
    return True


def has_sanction(sanction: SanctionKind, kinds: Collection[str]) -> bool:
    """Return whether it is in force."""
    return sanction in kinds


def lacks_sanction(sanction: SanctionKind, kinds: Collection[str]) -> bool:
    """Return whether it is not in force."""
    return sanction not in kinds


def is_offered(now: GameNow) -> bool:
    """Return whether it has yet to begin."""
    return now.table is None


def is_running(now: GameNow) -> bool:
    """Return whether it has begun and is not over."""
    return now.table is not None and not now.table.over


def goes_on(now: GameNow) -> bool:
    """Return whether it runs, unpaused by moderators."""
    return now.table is not None and not now.table.over and not now.table.halted


def is_halted(now: GameNow) -> bool:
    """Return whether a moderator paused it."""
    return now.table is not None and not now.table.over and now.table.halted


def can_be_rewound(now: GameNow) -> bool:
    """Return whether a moderator paused it, somebody has played, and nobody else plays its deal."""
    turns = now.table.turns if now.table is not None else 0
    return is_halted(now) and turns > 0 and not now.game.occasion


def can_be_opened(now: GameNow) -> bool:
    """Return whether it runs, and nobody else plays its deal."""
    return is_running(now) and not now.game.occasion


def has_own_name(now: GameNow) -> bool:
    """Return whether moderators have never given it a plain name."""
    renamed = ModerationAction.objects.filter(game=now.game.pk, kind=ActionKind.RENAME_GAME)
    return not renamed.exists()


def has_clock(now: GameNow) -> bool:
    """Return whether it runs with deadlines."""
    return is_running(now) and now.game.turn_seconds is not None


def is_voidable(now: GameNow) -> bool:
    """Return whether it has begun and is not void."""
    return now.table is not None and not now.table.voided


def counts_in_ratings(now: GameNow) -> bool:
    """Return whether it is over, rated and not taken out of the ratings."""
    return _was_rated(now) and not _is_out(now)


def is_out_of_ratings(now: GameNow) -> bool:
    """Return whether moderators took it out of the ratings."""
    return _was_rated(now) and _is_out(now)


def _was_rated(now: GameNow) -> bool:
    over = now.table is not None and now.table.over and not now.table.voided
    return over and now.game.rated


def _is_out(now: GameNow) -> bool:
    return OutOfRatings.objects.filter(game=now.game.pk).exists()


def never(_subject: object) -> bool:
    """Return False: another act's page leads there."""
    return False


def is_played(seat: PublicSeat) -> bool:
    """Return whether a player plays."""
    return _has_player(seat) and not seat.kept


def is_kept(seat: PublicSeat) -> bool:
    """Return whether a bot keeps the chair."""
    return _has_player(seat) and seat.kept


def _has_player(seat: PublicSeat) -> bool:
    return not seat.over and not seat.seat.bot and not seat.left


def is_shown(message: ChatMessage) -> bool:
    """Return whether it is shown."""
    return not message.hidden


def is_hidden(message: ChatMessage) -> bool:
    """Return whether it is hidden."""
    return message.hidden


def is_closed(case: Case) -> bool:
    """Return whether moderators have decided it."""
    return case.state == CaseState.CLOSED


def is_listed(sign: Sign) -> bool:
    """Return whether nobody has dismissed it."""
    return sign.dismissed_until is None
