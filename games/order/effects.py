"""What each act does, who reads its reason, and whether there is a way back: said beforehand."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models import ActionKind


class Effect(NamedTuple):
    """An act in words."""

    does: Promise
    told: Promise
    back: Promise


_PLAYER = _("The player reads the reason, on the site and by email.")
_TABLE = _("Everybody at the table reads the reason, on the site and by email.")
_LIFT = _("Can be lifted at any time.")

EFFECTS: dict[str, Effect] = {
    ActionKind.HIDE_MESSAGE: Effect(
        _("Everybody reads “A moderator hid this message” instead, on open pages at once."),
        _("The author reads the reason, on the site."),
        _("Can be shown again."),
    ),
    ActionKind.SHOW_MESSAGE: Effect(
        _("Everybody at the table reads the message again."),
        _("The author reads the reason, on the site."),
        _("Can be hidden again."),
    ),
    ActionKind.RENAME: Effect(
        _("A new name at all tables. Nobody can take the old one, or one that looks like it."),
        _PLAYER,
        _("The old name can be given back, by renaming again."),
    ),
    ActionKind.NAME_BACK: Effect(
        _("The player bears the old name again, at all tables."),
        _PLAYER,
        _("The player can be renamed again."),
    ),
    ActionKind.WARN: Effect(
        _("The player must confirm it before the next move."),
        _PLAYER,
        _("Can be withdrawn at any time."),
    ),
    ActionKind.WITHDRAW_WARNING: Effect(
        _("The warning no longer stands."), _PLAYER, _("The player can be warned again.")
    ),
    ActionKind.MUTE: Effect(
        _("No chat for that time; the player can go on playing."), _PLAYER, _LIFT
    ),
    ActionKind.UNMUTE: Effect(
        _("The player can write again."), _PLAYER, _("The player can be muted again.")
    ),
    ActionKind.SUSPEND: Effect(
        _("No moves, no new seats and no chat for that time; bots keep the chairs."),
        _PLAYER,
        _("Can be lifted at any time; chairs in which nobody else sits by then are given back."),
    ),
    ActionKind.UNSUSPEND: Effect(
        _("The player can play again, and has the chairs back where nobody else sits by now."),
        _PLAYER,
        _("The player can be suspended again."),
    ),
    ActionKind.BAN: Effect(
        _("No moves, no new seats and no chat, for good; bots play on in the games."),
        _PLAYER,
        _("Can be lifted at any time; chairs in which nobody else sits by then are given back."),
    ),
    ActionKind.UNBAN: Effect(
        _("The player can play again, and has the chairs back where nobody else sits by now."),
        _PLAYER,
        _("The player can be banned again."),
    ),
    ActionKind.PAUSE: Effect(
        _("Nobody can move and no time passes. Players may leave, but not agree to end it."),
        _TABLE,
        _("Can go on at any time, with the time that was left."),
    ),
    ActionKind.RESUME: Effect(
        _("The game goes on with the time that was left."), _TABLE, _("Can be paused again.")
    ),
    ActionKind.EXTEND: Effect(
        _("More time for the decision that the game waits for."),
        _TABLE,
        _("No way back: time that was given stays."),
    ),
    ActionKind.REWIND: Effect(
        _("The moves from there on are undone; they stay in the log, struck through."),
        _TABLE,
        _("No way back: the game goes on from there."),
    ),
    ActionKind.UNRATE: Effect(
        _("The game counts in no rating; the ratings since are worked out again."),
        _TABLE,
        _("Can be counted again at any time."),
    ),
    ActionKind.RATE_AGAIN: Effect(
        _("The game counts in the ratings again; those since are worked out again."),
        _TABLE,
        _("Can be taken out again."),
    ),
    ActionKind.PUT_BOT: Effect(
        _("A bot plays on this chair until its player takes it back."),
        _TABLE,
        _("The player can take the chair back, or you give it back."),
    ),
    ActionKind.GIVE_BACK: Effect(
        _("The player has the chair again."), _TABLE, _("A bot can be put there again.")
    ),
    ActionKind.VOID: Effect(
        _("The game ends without a winner and doesn’t count; ratings follow, and all hands open."),
        _TABLE,
        _("No way back: everybody can see the hands."),
    ),
    ActionKind.RENAME_GAME: Effect(
        _("The game gets a plain name."),
        _TABLE,
        _("No way back: it keeps the plain name."),
    ),
    ActionKind.CLOSE_GAME: Effect(
        _("The game is removed before it began."),
        _("Everybody who sat there or was invited reads the reason, on the site and by email."),
        _("No way back, but it can be opened anew."),
    ),
    ActionKind.OPEN_HANDS: Effect(
        _("You see all hands as they are now, for half an hour."),
        _("The players read the reason when the game is over."),
        _("No way back: you have seen them."),
    ),
    ActionKind.DISMISS_SIGN: Effect(
        _("The sign stays away for 90 days, unless it grows."),
        _("Nobody is told; the note goes into the audit log."),
        _("It comes back by itself."),
    ),
    ActionKind.CLOSE_CASE: Effect(
        _("The case is settled."),
        _("Everybody who reported reads the answer."),
        _("Can be opened again."),
    ),
    ActionKind.REOPEN_CASE: Effect(
        _("The case waits again, and you are on it."),
        _("Nobody is told until it is closed anew; the reason goes into the audit log."),
        _("Can be closed again."),
    ),
}
