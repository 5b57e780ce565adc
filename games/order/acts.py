"""Moderators' acts, listed on pages in the order of ``ACTS``."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from typing import Any, Literal

from games.models import ActionKind, ModerationAction, SanctionKind
from games.order import fitting, games, messages, offers, players
from games.order.after import rating
from games.order.cases import closing
from games.order.signs.dismissing import dismiss

Need = Literal["days", "hours", "name", "to", "cause"]
"""A further field of the form."""


class Subject(StrEnum):
    """What an act is about, and what its ``fits`` gets."""

    PLAYER = "player"
    """The kinds of sanctions in force."""
    GAME = "game"
    SEAT = "seat"
    MESSAGE = "message"
    CASE = "case"
    SIGN = "sign"


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """A moderator's act."""

    about: Subject
    does: Callable[..., ModerationAction]
    """Takes the subject (``game_id`` of a game, also ``seat`` of a seat), the field ``needs``,
    ``by``, ``reason`` and ``case``.
    """
    fits: Callable[[Any], bool]
    needs: Need | None = None
    puts: SanctionKind | None = None
    lifts: SanctionKind | None = None
    refuses: Callable[..., None] | None = None
    """Raises ``RuleError`` if it is nothing for the moderator ``by``, though other acts are."""


def _puts(
    sanction: SanctionKind, does: Callable[..., ModerationAction], needs: Need | None = None
) -> Act:
    return Act(about=Subject.PLAYER, does=does, fits=fitting.always, needs=needs, puts=sanction)


def _lifts(sanction: SanctionKind, kind: ActionKind) -> Act:
    return Act(
        about=Subject.PLAYER,
        does=partial(players.lift, kind=kind, sanction=sanction),
        fits=partial(fitting.has_sanction, sanction),
        lifts=sanction,
    )


def _extend(*, hours: int, **others: Any) -> ModerationAction:
    return games.extend(minutes=60 * hours, **others)


ACTS: dict[ActionKind, Act] = {
    ActionKind.WARN: _puts(SanctionKind.WARNING, players.warn),
    ActionKind.MUTE: _puts(SanctionKind.MUTE, players.mute, needs="days"),
    ActionKind.SUSPEND: _puts(SanctionKind.SUSPENSION, players.suspend, needs="days"),
    ActionKind.BAN: replace(
        _puts(SanctionKind.BAN, players.ban),
        fits=partial(fitting.lacks_sanction, SanctionKind.BAN),
    ),
    ActionKind.RENAME: Act(
        about=Subject.PLAYER, does=players.rename, fits=fitting.always, needs="name"
    ),
    ActionKind.NAME_BACK: Act(about=Subject.PLAYER, does=players.name_back, fits=fitting.never),
    ActionKind.UNBAN: _lifts(SanctionKind.BAN, ActionKind.UNBAN),
    ActionKind.UNMUTE: _lifts(SanctionKind.MUTE, ActionKind.UNMUTE),
    ActionKind.UNSUSPEND: _lifts(SanctionKind.SUSPENSION, ActionKind.UNSUSPEND),
    ActionKind.WITHDRAW_WARNING: _lifts(SanctionKind.WARNING, ActionKind.WITHDRAW_WARNING),
    ActionKind.PAUSE: Act(about=Subject.GAME, does=games.pause, fits=fitting.goes_on),
    ActionKind.RESUME: Act(about=Subject.GAME, does=games.resume, fits=fitting.is_halted),
    ActionKind.EXTEND: Act(about=Subject.GAME, does=_extend, fits=fitting.has_clock, needs="hours"),
    ActionKind.REWIND: Act(
        about=Subject.GAME, does=games.rewind, fits=fitting.can_be_rewound, needs="to"
    ),
    ActionKind.VOID: Act(about=Subject.GAME, does=games.void, fits=fitting.is_voidable),
    ActionKind.UNRATE: Act(about=Subject.GAME, does=rating.unrate, fits=fitting.counts_in_ratings),
    ActionKind.RATE_AGAIN: Act(
        about=Subject.GAME, does=rating.rate_again, fits=fitting.is_out_of_ratings
    ),
    ActionKind.OPEN_HANDS: Act(
        about=Subject.GAME,
        does=games.open_hands,
        fits=fitting.can_be_opened,
        refuses=games.refuse_who_took_part,
    ),
    ActionKind.RENAME_GAME: Act(about=Subject.GAME, does=offers.rename, fits=fitting.has_own_name),
    ActionKind.CLOSE_GAME: Act(about=Subject.GAME, does=offers.close, fits=fitting.is_offered),
    ActionKind.PUT_BOT: Act(about=Subject.SEAT, does=games.put_bot, fits=fitting.is_played),
    ActionKind.GIVE_BACK: Act(about=Subject.SEAT, does=games.give_back, fits=fitting.is_kept),
    ActionKind.HIDE_MESSAGE: Act(about=Subject.MESSAGE, does=messages.hide, fits=fitting.is_shown),
    ActionKind.SHOW_MESSAGE: Act(about=Subject.MESSAGE, does=messages.show, fits=fitting.is_hidden),
    ActionKind.REOPEN_CASE: Act(about=Subject.CASE, does=closing.reopen, fits=fitting.is_closed),
    ActionKind.DISMISS_SIGN: Act(
        about=Subject.SIGN, does=dismiss, fits=fitting.is_listed, needs="cause"
    ),
}


def acts_on(about: Subject, subject: Any) -> list[ActionKind]:
    """Return the acts fit for ``subject``, in order."""
    return [kind for kind, act in ACTS.items() if act.about == about and act.fits(subject)]
