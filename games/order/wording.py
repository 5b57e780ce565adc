"""What moderators did, in sentences: for the audit log, and for those concerned."""

from datetime import datetime, tzinfo
from typing import Any

from django.conf import settings
from django.utils import timezone, translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import ActionKind, ModerationAction, ReportKind
from games.telling.wording import zone_of

_DONE: dict[str, Promise] = {
    ActionKind.HIDE_MESSAGE: gettext_lazy("{by} hid a message of {player} in {game}: “{words}”."),
    ActionKind.SHOW_MESSAGE: gettext_lazy(
        "{by} showed a hidden message of {player} in {game} again."
    ),
    ActionKind.RENAME: gettext_lazy("{by} renamed “{old}” to “{new}”."),
    ActionKind.MUTE: gettext_lazy("{by} muted {player} {until}."),
    ActionKind.UNMUTE: gettext_lazy("{by} let {player} write again."),
    ActionKind.WARN: gettext_lazy("{by} warned {player}."),
    ActionKind.WITHDRAW_WARNING: gettext_lazy("{by} withdrew the warning of {player}."),
    ActionKind.SUSPEND: gettext_lazy("{by} suspended {player} {until}; bots keep {chairs}."),
    ActionKind.UNSUSPEND: gettext_lazy("{by} lifted the suspension of {player}."),
    ActionKind.BAN: gettext_lazy("{by} banned {player}; bots keep {chairs}."),
    ActionKind.UNBAN: gettext_lazy("{by} lifted the ban of {player}."),
    ActionKind.PAUSE: gettext_lazy("{by} paused {game}."),
    ActionKind.RESUME: gettext_lazy("{by} let {game} go on."),
    ActionKind.EXTEND: gettext_lazy("{by} gave {time} more for the decision in {game}."),
    ActionKind.PUT_BOT: gettext_lazy("{by} put a bot on the chair of {player} in {game}."),
    ActionKind.GIVE_BACK: gettext_lazy("{by} gave {player} the chair in {game} back."),
    ActionKind.VOID: gettext_lazy("{by} voided {game}; its hands are open now."),
    ActionKind.RENAME_GAME: gettext_lazy("{by} renamed {game} to “{new}”."),
    ActionKind.CLOSE_GAME: gettext_lazy("{by} closed {game} before it began."),
    ActionKind.OPEN_HANDS: gettext_lazy("{by} opened the hands of {game} while it ran."),
    ActionKind.CLOSE_REPORT: gettext_lazy("{by} closed report {report}: {outcome}."),
}

_TOLD: dict[str, Promise] = {
    ActionKind.HIDE_MESSAGE: gettext_lazy("A moderator hid your message in {game}: “{words}”."),
    ActionKind.SHOW_MESSAGE: gettext_lazy("Your message in {game} is shown again."),
    ActionKind.RENAME: gettext_lazy(
        "A moderator took the name “{old}” away. You are called {new} now; you may choose "
        "another name in your settings."
    ),
    ActionKind.MUTE: gettext_lazy("A moderator muted you {until}: you can play, but not write."),
    ActionKind.UNMUTE: gettext_lazy("You can write at tables again."),
    ActionKind.WARN: gettext_lazy("A moderator warned you. Confirm to have read it; then play on."),
    ActionKind.WITHDRAW_WARNING: gettext_lazy("A moderator withdrew your warning."),
    ActionKind.SUSPEND: gettext_lazy(
        "A moderator suspended you {until}. Bots keep your chairs; take them back afterwards."
    ),
    ActionKind.UNSUSPEND: gettext_lazy("Your suspension was lifted. Your chairs wait for you."),
    ActionKind.BAN: gettext_lazy("A moderator banned you. Bots play on in your games."),
    ActionKind.UNBAN: gettext_lazy("Your ban was lifted. Your chairs wait for you."),
    ActionKind.PAUSE: gettext_lazy("A moderator paused {game}. No time passes until it goes on."),
    ActionKind.RESUME: gettext_lazy("{game} goes on."),
    ActionKind.EXTEND: gettext_lazy("A moderator gave {time} more for the decision in {game}."),
    ActionKind.PUT_BOT: gettext_lazy("A moderator put a bot on the chair of {player} in {game}."),
    ActionKind.GIVE_BACK: gettext_lazy("A moderator gave {player} the chair in {game} back."),
    ActionKind.VOID: gettext_lazy(
        "A moderator ended {game}. It doesn’t count, and its hands are open."
    ),
    ActionKind.RENAME_GAME: gettext_lazy("A moderator renamed {game}: it is called “{new}” now."),
    ActionKind.CLOSE_GAME: gettext_lazy("A moderator closed {game} before it began."),
    ActionKind.OPEN_HANDS: gettext_lazy("A moderator looked at the hands of {game} while it ran."),
    ActionKind.CLOSE_REPORT: gettext_lazy("Your report was looked at: {outcome}."),
}

_ABOUT: dict[str, Promise] = {
    ReportKind.GAME: gettext_lazy("{game}"),
    ReportKind.MESSAGE: gettext_lazy("a message of {player}"),
    ReportKind.NAME: gettext_lazy("the name “{words}”"),
    ReportKind.PLAYER: gettext_lazy("{player}"),
}


def sentence(action: ModerationAction) -> str:
    """What was done and why, for the audit log; names of games, not unique, with the address."""
    return _with_reason(_DONE, action, action.details.get("address", ""))


def told(action: ModerationAction, *, zone: tzinfo) -> str:
    """What was done and why, for one concerned whose clock stands in ``zone``."""
    with translation.override(settings.LANGUAGE_CODE), timezone.override(zone):
        return _with_reason(_TOLD, action)


def _with_reason(sentences: dict[str, Promise], action: ModerationAction, address: str = "") -> str:
    details: dict[str, Any] = action.details
    player = action.player_name or _("a former player")
    game = f"“{action.game_name}” ({address})" if address else f"“{action.game_name}”"
    done = str(sentences[action.kind]).format(
        by=action.moderator_name,
        player=player,
        game=game,
        report=_report(action, player, game),
        words=details.get("words", ""),
        old=details.get("old", ""),
        new=details.get("new", ""),
        until=until(details.get("until")),
        time=time(details.get("minutes", 0)),
        chairs=chairs(details.get("chairs", 0)),
        outcome=details.get("outcome", ""),
    )
    return _("{done} The reason: {reason}").format(done=done, reason=action.reason)


def _report(action: ModerationAction, player: str, game: str) -> str:
    """``"7 about a message of Bruno in “Saturday cards”"``."""
    kind = action.details.get("about", "")
    if kind not in _ABOUT or (kind == ReportKind.GAME and not action.game_name):
        return str(action.report_id)
    words = action.details.get("words", "")
    about = str(_ABOUT[kind]).format(player=player, game=game, words=words)
    if kind != ReportKind.GAME and action.game_name:
        about = _("{what} in {game}").format(what=about, game=game)
    return _("{number} about {what}").format(number=action.report_id, what=about)


def until(at: str | None) -> str:
    """``"until 24.11.2026 18:40 CET"``, or that there is no end."""
    if not at:
        return _("without an end")
    return _("until {time}").format(time=moment(datetime.fromisoformat(at)))


def moment(at: datetime) -> str:
    """``"24.11.2026 18:40 CET"``, on the clock of the active zone."""
    local = timezone.localtime(at)
    return f"{local:%d.%m.%Y %H:%M} {zone_of(local)}"


def time(minutes: int) -> str:
    """``"2 hours"`` or ``"45 minutes"``."""
    if minutes and minutes % 60 == 0:
        hours = minutes // 60
        return ngettext("{count} hour", "{count} hours", hours).format(count=hours)
    return ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes)


def chairs(count: int) -> str:
    """``"1 chair"`` or ``"3 chairs"``."""
    return ngettext("{count} chair", "{count} chairs", count).format(count=count)
