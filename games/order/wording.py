"""Moderators' acts in sentences."""

from datetime import datetime
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from games.models import ActionKind, ModerationAction, ReportKind
from games.words.names import quoted
from games.words.times import moment


class Wording(NamedTuple):
    """An act's sentences."""

    done: Promise
    told: Promise
    """For those concerned."""
    answers: bool = False
    """Whether the moderator's words are an answer, and not the reason of an act."""


WORDINGS: dict[str, Wording] = {
    ActionKind.HIDE_MESSAGE: Wording(
        gettext_lazy("{by} hid a message by {player} in {game}: “{words}”."),
        gettext_lazy("A moderator hid your message in {game}: “{words}”."),
    ),
    ActionKind.SHOW_MESSAGE: Wording(
        gettext_lazy("{by} unhid a message by {player} in {game}."),
        gettext_lazy("Your message in {game} is visible again."),
    ),
    ActionKind.RENAME: Wording(
        gettext_lazy("{by} renamed “{old}” to “{new}”."),
        gettext_lazy(
            "A moderator has withdrawn the name “{old}”. You are now called {new}; you can choose "
            "another name in your settings."
        ),
    ),
    ActionKind.NAME_BACK: Wording(
        gettext_lazy("{by} gave {player} the name “{new}” back, instead of “{old}”."),
        gettext_lazy("A moderator gave your name back: you are called {new} again."),
    ),
    ActionKind.MUTE: Wording(
        gettext_lazy("{by} muted {player} {until}."),
        gettext_lazy("A moderator muted you {until}: you can play but not write."),
    ),
    ActionKind.UNMUTE: Wording(
        gettext_lazy("{by} unmuted {player}."),
        gettext_lazy("You can write at tables again."),
    ),
    ActionKind.WARN: Wording(
        gettext_lazy("{by} warned {player}."),
        gettext_lazy("A moderator warned you. Confirm that you’ve read it to play on."),
    ),
    ActionKind.WITHDRAW_WARNING: Wording(
        gettext_lazy("{by} withdrew {player}’s warning."),
        gettext_lazy("A moderator withdrew your warning."),
    ),
    ActionKind.SUSPEND: Wording(
        gettext_lazy("{by} suspended {player} {until}{kept}."),
        gettext_lazy(
            "A moderator suspended you {until}. Bots keep your chairs; take them back afterwards."
        ),
    ),
    ActionKind.UNSUSPEND: Wording(
        gettext_lazy("{by} lifted {player}’s suspension{given}."),
        gettext_lazy("Your suspension was lifted: you can play again{given}."),
    ),
    ActionKind.BAN: Wording(
        gettext_lazy("{by} banned {player}{kept}."),
        gettext_lazy("A moderator banned you. Bots play on in your games."),
    ),
    ActionKind.UNBAN: Wording(
        gettext_lazy("{by} lifted {player}’s ban{given}."),
        gettext_lazy("Your ban was lifted: you can play again{given}."),
    ),
    ActionKind.PAUSE: Wording(
        gettext_lazy("{by} paused {game}."),
        gettext_lazy("A moderator paused {game}. No time passes until it resumes."),
    ),
    ActionKind.RESUME: Wording(
        gettext_lazy("{by} resumed {game}."),
        gettext_lazy("{game} has resumed."),
    ),
    ActionKind.EXTEND: Wording(
        gettext_lazy("{by} gave {time} more for the decision in {game}."),
        gettext_lazy("A moderator gave {time} more for the decision in {game}."),
    ),
    ActionKind.REWIND: Wording(
        gettext_lazy("{by} took {moves} back in {game}, from move {first} of the round on."),
        gettext_lazy(
            "A moderator took {moves} back in {game}, from move {first} of the round on. They are "
            "struck through in its log."
        ),
    ),
    ActionKind.PUT_BOT: Wording(
        gettext_lazy("{by} put a bot on {player}’s chair in {game}."),
        gettext_lazy("A moderator put a bot on {player}’s chair in {game}."),
    ),
    ActionKind.GIVE_BACK: Wording(
        gettext_lazy("{by} gave {player} their chair in {game} back."),
        gettext_lazy("A moderator gave {player} their chair in {game} back."),
    ),
    ActionKind.VOID: Wording(
        gettext_lazy("{by} voided {game}; its hands are now open."),
        gettext_lazy("A moderator ended {game}. It doesn’t count, and its hands are open."),
    ),
    ActionKind.UNRATE: Wording(
        gettext_lazy("{by} took {game} out of the ratings."),
        gettext_lazy("{game} no longer counts in anybody’s rating{others}."),
    ),
    ActionKind.RATE_AGAIN: Wording(
        gettext_lazy("{by} counted {game} in the ratings again."),
        gettext_lazy("{game} counts in the ratings again."),
    ),
    ActionKind.RENAME_GAME: Wording(
        gettext_lazy("{by} renamed {game} to “{new}”."),
        gettext_lazy("A moderator renamed {game}: it is now called “{new}”."),
    ),
    ActionKind.CLOSE_GAME: Wording(
        gettext_lazy("{by} closed {game} before it began."),
        gettext_lazy("A moderator closed {game} before it began."),
    ),
    ActionKind.OPEN_HANDS: Wording(
        gettext_lazy("{by} opened the hands of {game} while it was running."),
        gettext_lazy("A moderator looked at the hands of {game} while it was running."),
    ),
    ActionKind.CLOSE_REPORT: Wording(
        gettext_lazy("{by} closed report {report}: {outcome}."),
        gettext_lazy("Your report has been reviewed: {outcome}."),
        answers=True,
    ),
    ActionKind.CLOSE_CASE: Wording(
        gettext_lazy("{by} closed case {case} ({reports}): {outcome}."),
        gettext_lazy("Your report has been reviewed: {outcome}."),
        answers=True,
    ),
    ActionKind.GRANT_APPEAL: Wording(
        gettext_lazy("{by} granted {player}’s appeal against “{act}”."),
        gettext_lazy("Somebody else has looked at what you disagreed with, and you were right."),
        answers=True,
    ),
    ActionKind.UPHOLD: Wording(
        gettext_lazy("{by} upheld “{act}” on {player}’s appeal."),
        gettext_lazy("Somebody else has looked at what you disagreed with. The decision stays."),
        answers=True,
    ),
    ActionKind.REOPEN_CASE: Wording(
        gettext_lazy("{by} opened case {case} again."),
        gettext_lazy("The moderators are looking into your report again."),
    ),
    # Players are never told of signs.
    ActionKind.DISMISS_SIGN: Wording(
        gettext_lazy("{by} dismissed a sign about {player} ({sign}): {outcome}."),
        gettext_lazy("A moderator looked into your games and found nothing wrong."),
    ),
}

_ABOUT: dict[str, Promise] = {
    ReportKind.GAME: gettext_lazy("{game}"),
    ReportKind.MESSAGE: gettext_lazy("a message by {player}"),
    ReportKind.NAME: gettext_lazy("the name “{words}”"),
    ReportKind.PLAYER: gettext_lazy("{player}"),
}


def sentence(action: ModerationAction) -> str:
    """Return the act and its reason, with game addresses."""
    return _with_reason(WORDINGS[action.kind].done, action, action.details.get("address", ""))


def told(action: ModerationAction, **details: Any) -> str:
    """Return the act and its reason for those it concerns; ``details`` go before its own."""
    return _with_reason(WORDINGS[action.kind].told, action, **details)


def _with_reason(
    words: Promise, action: ModerationAction, address: str = "", **instead: Any
) -> str:
    details: dict[str, Any] = {**action.details, **instead}
    player = action.player_name or _("a former player")
    game = quoted(action.game_name) + (f" ({address})" if address else "")
    done = str(words).format(
        by=action.moderator_name,
        player=player,
        game=game,
        report=_about(action, action.report_id, player, game),
        case=_about(action, action.case_id, player, game),
        reports=_reports(details.get("reports", 0)),
        words=details.get("words", ""),
        old=details.get("old", ""),
        new=details.get("new", ""),
        until=until(details.get("until")),
        time=time(details.get("minutes", 0)),
        kept=_kept(details.get("chairs", 0)),
        given=_given(details.get("chairs", 0), details.get("games", 0)),
        others=_others(details.get("others", 0)),
        moves=moves(details.get("moves", 0)),
        first=details.get("first", 0),
        act=ActionKind(details["act"]).label if "act" in details else "",
        outcome=details.get("outcome", ""),
        sign=details.get("sign", ""),
    )
    if WORDINGS[action.kind].answers:
        return _("{done} Answer: {answer}").format(done=done, answer=action.reason)
    return _("{done} Reason: {reason}").format(done=done, reason=action.reason)


def _about(action: ModerationAction, number: int | None, player: str, game: str) -> str:
    kind = action.details.get("about", "")
    if kind not in _ABOUT or (kind == ReportKind.GAME and not action.game_name):
        return str(number)
    words = action.details.get("words", "")
    about = str(_ABOUT[kind]).format(player=player, game=game, words=words)
    if kind != ReportKind.GAME and action.game_name:
        about = _("{what} in {game}").format(what=about, game=game)
    return _("{number} about {what}").format(number=number, what=about)


def _reports(count: int) -> str:
    return ngettext("{count} report", "{count} reports", count).format(count=count)


def until(at: str | None) -> str:
    """Return ``"until 24 November 2026, 18:40 CET"`` or ``"indefinitely"``."""
    if not at:
        return _("indefinitely")
    return pgettext("a date", "until {time}").format(time=moment(datetime.fromisoformat(at)))


def time(minutes: int) -> str:
    """Return ``"2 hours"`` or ``"45 minutes"``."""
    if minutes and minutes % 60 == 0:
        hours = minutes // 60
        return ngettext("{count} hour", "{count} hours", hours).format(count=hours)
    return ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes)


def _kept(count: int) -> str:
    if not count:
        return ""
    return ngettext("; bots keep {count} chair", "; bots keep {count} chairs", count).format(
        count=count
    )


def _given(chairs: int, games: int) -> str:
    said = ""
    if chairs:
        said += ngettext(
            "; {count} chair was given back", "; {count} chairs were given back", chairs
        ).format(count=chairs)
    if games:
        said += ngettext(
            "; {count} game no longer counts in the ratings",
            "; {count} games no longer count in the ratings",
            games,
        ).format(count=games)
    return said


def _others(count: int) -> str:
    if not count:
        return ""
    return ngettext(
        ", nor does {count} other game of yours: there is a notice of it on the site",
        ", nor do {count} other games of yours: there is a notice of each on the site",
        count,
    ).format(count=count)


def moves(count: int) -> str:
    """Return ``"1 move"`` or ``"3 moves"``."""
    return ngettext("{count} move", "{count} moves", count).format(count=count)
