"""What emails and lists say of news: invitations, chairs, offers and the like."""

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Stage
from games.telling.news import News
from games.words.amounts import points_text
from games.words.names import listed, told
from games.words.terms import kind_in_short, players_in_short, time_in_short
from games.words.times import day_and_time


def terms(news: News) -> str:
    """Return ``"4 players, 1 day a turn, rated"``."""
    said = [players_in_short(news.players), time_in_short(news.turn_seconds)]
    said.append(kind_in_short(rated=news.rated, for_bot_accounts=news.for_bot_accounts))
    if news.starts_at is not None:
        said.append(day_and_time(news.starts_at))
    return listed(said)


def news_heading(news: News) -> SafeString:
    """Return what is new, without a full stop."""
    by = listed(news.by, _("and")) if news.by else _("Somebody")
    template = {
        Stage.INVITATION: _("{by} invites you to {game}"),
        Stage.REMATCH: _("{by} wants a rematch of {game}"),
        Stage.SOON: _("{game} starts within the hour"),
        Stage.ALONE: _("Nobody else came to {game}"),
        Stage.STARTED: _("{game} has begun"),
        Stage.KEPT: _("A bot keeps your chair in {game}"),
        Stage.TAKEN: _("{by} plays on in your chair in {game}"),
        Stage.PAUSED: _("{game} is paused"),
        Stage.OFFER: _("End {game} unfinished?"),
        Stage.REWIND: _("Take moves back in {game}?"),
        Stage.FRIENDLY: _("{game} is no longer rated"),
        Stage.ANSWER: _("A notice from the moderators"),
        Stage.HOOK_OFF: _("Your webhook {text} is switched off"),
    }[Stage(news.stage)]
    return told(template, by=by, game=news.game, text=news.text)


def news_sentences(news: News) -> list[str]:
    """Say what is new, most important first."""
    match news.stage:
        case Stage.INVITATION | Stage.REMATCH:
            start = _("It begins by itself when all seats are taken.")
            return [_starts(news) or start, _time_out(news)]
        case Stage.SOON:
            return [_starts(news), _("Bots take the seats that are free by then.")]
        case Stage.ALONE:
            return [
                _("Its hour has come, and nobody sits there but you."),
                _("The table stays open: it begins when all seats are taken, or when you say so."),
            ]
        case Stage.STARTED:
            return [_("The cards are dealt. Choose which way up to hold your hand.")]
        case Stage.KEPT:
            return [_why_kept(news), _standing(news)]
        case Stage.TAKEN:
            return [
                _("A bot had kept your chair for 7 days, so the others offered it."),
                _("You can watch the game; it counts as one that you left."),
            ]
        case Stage.PAUSED:
            return [
                _("Bots keep all chairs, so nobody moves. Whoever takes a chair back resumes it."),
                _("If nobody does within 30 days, it ends unfinished."),
            ]
        case Stage.FRIENDLY:
            return [
                _("This game no longer counts for ratings."),
                _("Rated games now need a clock of at most 7 days a turn, and it has none."),
                _("Everything else stays as it was, so play on."),
            ]
        case Stage.REWIND:
            asks = ngettext(
                "{names} asks to take moves back.",
                "{names} ask to take moves back.",
                len(news.by),
            )
            return [
                told(asks, names=listed(news.by, _("and"))),
                _("It happens when everybody agrees. Until then the game stands still."),
                _("If somebody would rather not, or after two days, it goes on as it is."),
            ]
        case Stage.ANSWER:
            return [news.text]
        case Stage.HOOK_OFF:
            return [_("We could no longer reach it. Switch it on again once its address works.")]
    return _offer(news)


def _starts(news: News) -> str:
    """Empty without an hour."""
    if news.starts_at is None:
        return ""
    return _("It starts on {time}.").format(time=day_and_time(news.starts_at))


def _why_kept(news: News) -> str:
    if news.turn_seconds is None:
        return _("The others have waited for 7 days, so a bot plays for you until you’re back.")
    return _("Your time ran out twice, so a bot plays for you until you’re back.")


def _offer(news: News) -> list[str]:
    offer = ngettext(
        "{names} offers to end this game unfinished.",
        "{names} offer to end this game unfinished.",
        len(news.by),
    )
    said: list[str] = [
        told(offer, names=listed(news.by, _("and"))),
        _("Nobody wins then. It ends once everybody at the table agrees."),
    ]
    if news.kept:
        said.append(
            _("A bot keeps your chair. If you don’t answer for 7 days, they need not wait for you.")
        )
    return [*said, _("If you’d rather play on, make your next move: that declines the offer.")]


def _standing(news: News) -> str:
    mine = next((each for each in news.sitting if each.is_me), None)
    if mine is None:
        return ""
    place = 1 + sum(each.points > mine.points for each in news.sitting)
    said = _(
        "Nothing is lost: you have {points}, place {place} of {players} in round {number} of {all}."
    )
    return said.format(
        place=place,
        players=len(news.sitting),
        points=points_text(mine.points),
        number=news.round_number + 1,
        all=news.players,
    )


def _time_out(news: News) -> str:
    if news.turn_seconds is None:
        return _("There is no clock.")
    return _("If a time runs out, a bot plays that one turn.")
