"""What emails say: public facts, phrased for one player."""

from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Actor, Stage
from games.play.plans.outcomes import read_tried
from games.rules.cards import Cards, top
from games.rules.game import PublicMove, RoundResult, with_ring
from games.rules.scouting import left_in_ring
from games.telling.facts import Ended, PublicRound
from games.telling.news import News
from games.telling.turns import Turn
from games.words.amounts import a_number, cards_text, chips_text, plus, points_text
from games.words.names import listed, sentences, told
from games.words.plans import misfit_said
from games.words.sets import numbers, set_name, what_beats
from games.words.terms import kind_in_short, players_in_short, time_in_short
from games.words.times import DAY, HOUR, MINUTE, day_and_time


class MoveLine(NamedTuple):
    """An actor and what they did."""

    who: str
    what: str

    @property
    def said(self) -> SafeString:
        return sentences(self.who, self.what)


def moves_since(
    history: Sequence[PublicMove],
    actors: Sequence[str],
    names: Sequence[SafeString],
    seat: int,
) -> list[MoveLine]:
    """Return the moves since the player's last, oldest first."""
    lines: list[MoveLine] = []
    for (move, active, owner), actor in zip(with_ring(history), actors, strict=True):
        if move.seat == seat and actor == Actor.PLAYER:
            lines = []
        else:
            who = _("A bot in your seat") if move.seat == seat else names[move.seat]
            lines.append(MoveLine(who, _what(move, active, owner, names, seat)))
    return lines


def ring(cards: Cards, owner: int, names: Sequence[SafeString], seat: int) -> str:
    """Name the Active Set and owner: ``"Tomás’s pair of 7s"``."""
    if owner == seat:
        return _("Your {set}").format(set=set_name(cards))
    return told(_("{name}’s {set}"), name=names[owner], set=set_name(cards))


def what_beats_it(cards: Cards, players: int) -> str:
    """Return ``"Beat it with a pair of 8s or higher or any 3+ cards."``; empty if nothing does."""
    beaters = what_beats(cards, players)
    if not beaters:
        return ""
    return _("Beat it with {beaters}.").format(beaters=_(" or ").join(beaters))


def last_move(current: PublicRound, seat: int) -> SafeString:
    """Return the last move in a sentence, empty before the first."""
    lines = moves_since(current.view.history, current.actors, current.names, seat)
    return lines[-1].said if lines else SafeString()


def misfit_of(current: PublicRound, turn: Turn) -> SafeString:
    """Return why the player's own plan didn't fit, if so: for their email and devices alone."""
    if not turn.misfit:
        return SafeString()
    return misfit_said(read_tried(turn.misfit), current.names, turn.seat)


def chat_line(current: PublicRound, turn: Turn) -> SafeString:
    """Return the others' last message to the player: ``"Bruno: “Ready?”"``; empty without one."""
    for said in current.chat:
        if said.seat != turn.seat and turn.user_id not in said.not_for:
            return told(_("{name}: “{text}”"), name=current.names[said.seat], text=said.text)
    return SafeString()


def round_before(result: RoundResult, names: Sequence[SafeString], seat: int) -> SafeString:
    """Return how a round ended, and what the player got."""
    number = result.number + 1
    if result.ender is None:
        said = told(_("Round {number} ended after 200 turns."), number=number)
    elif result.ended_by == "empty_hand":
        template = (
            _("You ended round {number} with an empty hand.")
            if result.ender == seat
            else _("{name} ended round {number} with an empty hand.")
        )
        said = told(template, name=names[result.ender], number=number)
    else:
        template = (
            _("Nobody beat your set, which ended round {number}.")
            if result.ender == seat
            else _("Nobody beat {name}’s set, which ended round {number}.")
        )
        said = told(template, name=names[result.ender], number=number)
    points = plus(result.scores[seat].total)
    return sentences(said, _("You got {points}.").format(points=points))


def outcome(ended: Ended) -> str:
    """Return who won."""
    if ended.voided:
        return _("It ended unfinished.")
    winners = [(name, me) for name, _score, winner, me in ended.standing if winner]
    if len(winners) > 1:
        names = listed([_("you") if me else name for name, me in winners], by=" & ")
        return told(_("{names} win."), names=names)
    name, me = winners[0]
    return told(_("You win.") if me else _("{name} wins."), name=name)


def terms(news: News) -> str:
    """Return ``"4 players, 1 day a turn, rated"``."""
    said = [players_in_short(news.players), time_in_short(news.turn_seconds)]
    said.append(kind_in_short(rated=news.rated, for_bot_accounts=news.for_bot_accounts))
    if news.starts_at is not None:
        said.append(day_and_time(news.starts_at))
    return ", ".join(said)


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


def time_left(left: timedelta) -> str:
    """Format, rounded down: ``"21 hours"``."""
    seconds = max(0, int(left.total_seconds()))
    unit = MINUTE if seconds < HOUR else HOUR if seconds < 2 * DAY else DAY
    count = seconds // unit
    words = {
        MINUTE: ngettext("{count} minute", "{count} minutes", count),
        HOUR: ngettext("{count} hour", "{count} hours", count),
        DAY: ngettext("{count} day", "{count} days", count),
    }
    return words[unit].format(count=count) if count else _("less than a minute")


def _what(
    move: PublicMove, active: Cards, owner: int | None, names: Sequence[SafeString], seat: int
) -> str:
    if move.card is None:
        assert move.cards is not None
        if not active:
            return _("showed {set} in an empty ring.").format(set=numbers(move.cards))
        return _("showed {set} and won {won}.").format(
            set=numbers(move.cards), won=cards_text(len(active))
        )
    assert owner is not None
    giver = _("you") if owner == seat else names[owner]
    card = a_number(top(move.card))
    if len(names) == 2:
        return told(
            _("scouted {card} from {giver} for {chips}."),
            card=card,
            giver=giver,
            chips=chips_text(1),
        )
    got = told(_("You got a chip.") if owner == seat else _("{name} got a chip."), name=giver)
    shown = numbers(move.cards or b"")
    won = len(left_in_ring(active, move.end))
    if move.cards is None:
        template = _("scouted {card} from {giver}.")
    elif won:
        template = _("scouted {card} from {giver}, showed {set} and won {won}.")
    else:
        template = _("scouted {card} from {giver} and showed {set}.")
    said = told(template, card=card, giver=giver, set=shown, won=cards_text(won))
    return sentences(said, got)
