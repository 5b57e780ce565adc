"""Rows of "My games"."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.lobby.lists import Finished, MyGames
from games.models import Game, GameInvitation, GameStatus, GameSummary, Seat
from games.pages.lobby.chairs_before import faces
from games.pages.lobby.open_rows import seats_left
from games.people.away import away_at
from games.results.places import places_of
from games.rules.cards import Cards, parse_cards, top
from games.words.amounts import a_number, points_text, signed
from games.words.away import on_holiday
from games.words.names import listed, named, told
from games.words.people import People, Person, people_at
from games.words.sets import numbers
from games.words.terms import (
    kind_in_short,
    players_in_short,
    start_in_short,
    time_in_short,
)
from games.words.times import Deadline, ago, relative_and_absolute


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One of the viewer's games."""

    public_id: str
    name: str
    avatars: list[SafeString]
    status: str
    standing: str = ""
    cards: Cards = b""
    """The ring."""
    turning: bool = False
    deadline: Deadline | None = None
    won: bool = False
    replay: bool = False
    place: str = ""
    quiet: bool = False
    """Whether the viewer is told nothing about it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lists:
    """The lists of "My games"."""

    heading: str
    waiting_for_me: list[Row]
    kept: list[Row]
    invitations: list[Row]
    not_begun: list[Row]
    waiting_for_others: list[Row]
    finished: list[Row]
    page: Finished


def lists_for(games: MyGames) -> Lists:
    """Return the viewer's games as rows."""
    now = timezone.now()
    count = len(games.waiting_for_me)
    heading = ngettext("You’re on in {count} game", "You’re on in {count} games", count)
    others = games.waiting_for_others
    return Lists(
        heading=heading.format(count=count) if count else _("My games"),
        waiting_for_me=[_running(seat, now) for seat in games.waiting_for_me],
        kept=[_running(seat, now) for seat in others if seat.summary.kept],
        invitations=[_invitation(each) for each in games.invitations],
        not_begun=[_not_begun(seat) for seat in games.not_begun],
        waiting_for_others=[_running(seat, now) for seat in others if not seat.summary.kept],
        finished=[_finished(seat, now) for seat in games.finished.seats],
        page=games.finished,
    )


def _seats(mine: Seat) -> list[Seat]:
    return sorted(mine.game.seats.all(), key=lambda seat: seat.number)


def _running(mine: Seat, now: datetime) -> Row:
    game, seats = mine.game, _seats(mine)
    summary, people, to_act = game.summary, people_at(seats, mine.number), mine.summary.to_act
    status = _last_move(summary, people, now) if to_act else _who_is_on(mine, seats, people, now)
    deadline = mine.summary.deadline or summary.deadline
    return Row(
        public_id=game.public_id,
        name=game.name,
        avatars=[person.avatar for person in people.others],
        status=_asked(mine, seats, people) or status,
        standing=_standing(mine, seats),
        cards=parse_cards(summary.active_set.split()),
        turning=to_act and summary.orienting,
        deadline=relative_and_absolute(deadline, now) if deadline else None,
        quiet=mine.quiet,
    )


def _last_move(summary: GameSummary, people: People, now: datetime) -> str:
    if summary.orienting:
        return _("New round: keep your hand or turn it over")
    if summary.last_seat is None:
        return _("You begin the round")
    cards, who = parse_cards(summary.last_cards.split()), people[summary.last_seat]
    said = _scouted(who, cards) if summary.last_type == "scout" else _showed(who, cards)
    return told(_("{move} · {time}"), move=said, time=ago(summary.began_at, now))


def _showed(who: Person, cards: Cards) -> str:
    template = _("You showed {set}") if who.me else _("{name} showed {set}")
    return told(template, name=who.name, set=numbers(cards))


def _scouted(who: Person, cards: Cards) -> str:
    template = _("You scouted {card}") if who.me else _("{name} scouted {card}")
    return told(template, name=who.name, card=a_number(top(cards[0])))


def _asked(mine: Seat, seats: Sequence[Seat], people: People) -> str:
    """Return what the viewer is asked, if anything."""
    summary = mine.game.summary
    if summary.asked_at is not None and not mine.summary.agrees_to_rewind:
        return _("May moves be taken back? The game stands still until you all agree.")
    if summary.offered_at is not None and not mine.summary.agrees:
        return _asked_to_end(seats, people)
    return ""


def _asked_to_end(seats: Sequence[Seat], people: People) -> str:
    names = [people[seat.number].name for seat in seats if seat.summary.agrees]
    asked = ngettext(
        "{names} offers to end this game unfinished. Do you agree?",
        "{names} offer to end this game unfinished. Do you agree?",
        len(names),
    )
    return told(asked, names=listed(names, _("and")))


def _who_is_on(mine: Seat, seats: Sequence[Seat], people: People, now: datetime) -> str:
    summary = mine.game.summary
    if summary.asked_at is not None:
        return _("The others are asked to take moves back")
    if summary.halted:
        return _("Paused by a moderator")
    if summary.paused_since is not None:
        return _("Paused until somebody is back")
    on = [seat for seat in seats if seat.summary.to_act]
    if not on:
        # Nobody waits for bots in players' chairs.
        return _("Bots are playing")
    away = away_at(mine.game, on, now)
    names = [
        told(_("{name} ({why})"), name=people[number].name, why=on_holiday(away[number]))
        if number in away
        else people[number].name
        for number in (seat.number for seat in on)
    ]
    return told(_("Waiting for {names}"), names=listed(names, _("and")))


def _standing(mine: Seat, seats: Sequence[Seat]) -> str:
    rounds = _("Round {number} of {all}").format(
        number=mine.game.summary.round_number + 1, all=mine.game.rounds_to_play
    )
    scores = [seat.summary.score for seat in seats]
    if mine.game.summary.round_number == 0:
        return rounds
    return _("{rounds} · {place}, {points}").format(
        rounds=rounds,
        place=_place(mine.summary.score, scores),
        points=points_text(mine.summary.score),
    )


def _place(score: int, scores: Sequence[int]) -> str:
    place = 1 + sum(1 for other in scores if other > score)
    if place == 1:
        return _("you lead") if scores.count(score) == 1 else _("you share the lead")
    return [_("you’re 2nd"), _("you’re 3rd"), _("you’re 4th"), _("you’re 5th")][place - 2]


def _invitation(asked: GameInvitation) -> Row:
    game = asked.game
    seats = {
        seat.user_id: named(seat.name, seat.kind)
        for seat in game.seats.all()
        if seat.user_id is not None
    }
    host = seats.get(game.creator_id or 0) or next(iter(seats.values()), told(_("Somebody")))
    template = _("{name} wants a rematch") if game.rematch_of_id else _("{name} invites you")
    return Row(
        public_id=game.public_id,
        name=game.name,
        avatars=faces(game),
        status=told(template, name=host),
        standing=_terms(asked),
    )


def _terms(of: GameInvitation | Seat) -> str:
    game = of.game
    said = [players_in_short(game.players), time_in_short(game.turn_seconds)]
    said.append(kind_in_short(rated=game.rated, for_bot_accounts=game.for_bot_accounts))
    if game.starts_at is not None:
        said.append(start_in_short(game.starts_at, timezone.now()))
    return " · ".join(said)


def _not_begun(mine: Seat) -> Row:
    game = mine.game
    return Row(
        public_id=game.public_id,
        name=game.name,
        avatars=faces(game),
        status=_seats_left(game),
        standing=_terms(mine),
        quiet=mine.quiet,
    )


def _seats_left(game: Game) -> str:
    free = game.players - len(game.seats.all())
    return seats_left(free) if free else _("Everybody is here")


def _finished(mine: Seat, now: datetime) -> Row:
    game, seats = mine.game, _seats(mine)
    row = Row(public_id=game.public_id, name=game.name, avatars=[], status="")
    if game.summary.status == GameStatus.VOIDED:
        ended = ago(game.summary.changed_at, now)
        return replace(row, status=_("Ended unfinished · {time}").format(time=ended), place="–")
    people = people_at(seats, mine.number)
    # As in profiles and ratings, players who left come last.
    scores = [seat.summary.score for seat in seats]
    places = places_of(scores, {at for at, seat in enumerate(seats) if seat.summary.left})
    place = places[seats.index(mine)]
    winners = [people[seat.number] for seat, at in zip(seats, places, strict=True) if at == 1]
    best = scores[places.index(1)]
    points = points_text(mine.summary.score)
    if [winner.me for winner in winners] == [True]:
        said = _("{points} · you won").format(points=points)
    else:
        names = listed([winner.label for winner in winners], _("and"))
        template = _("{points} · won by {names} with {best}")
        said = told(template, points=points, names=names, best=signed(best))
    return replace(
        row,
        status=said,
        won=place == 1,
        # A day’s deal is shut until midnight.
        replay=not game.is_shut,
        place=_("Won")
        if place == 1
        else _("Place {place} of {all}").format(place=place, all=len(seats)),
    )
