"""Score sheets."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Actor
from games.pages.table.history import as_shown
from games.play.tables import OpenedRound, TableNote
from games.rules.cards import Cards, card_names
from games.rules.scoring import SeatScore
from games.rules.views import LastRound, View
from games.words.amounts import MINUS, cards_text, plus, points_text, signed
from games.words.names import listed, sentences, told
from games.words.people import People
from games.words.sets import numbers, set_name


@dataclass(frozen=True, slots=True)
class NowRow:
    """A player in the standing."""

    label: SafeString
    avatar: SafeString
    earlier: tuple[str, ...]
    """Of each round that is over."""
    total: str
    now: str


def standing(
    view: View, people: People, totals_by_round: Sequence[tuple[int, ...]] = ()
) -> list[NowRow]:
    """Return everyone's points, best first, and what this round would give now."""
    rows = sorted(people.in_turn_order, key=lambda person: -view.scores[person.number])
    return [
        NowRow(
            label=person.label,
            avatar=person.avatar,
            earlier=tuple(signed(totals[person.number]) for totals in totals_by_round),
            total=signed(view.scores[person.number]),
            now=signed(
                view.collected[person.number]
                + view.chips[person.number]
                - view.hand_counts[person.number]
            ),
        )
        for person in rows
    ]


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A player on a score sheet."""

    place: int
    label: SafeString
    avatar: SafeString
    ender: bool
    won: str
    chips: str
    hand: str
    hand_note: str
    total: str
    """This round."""
    earlier: tuple[str, ...]
    sum: str
    """All rounds so far."""
    spelled: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """A finished round, with the rounds before it."""

    number: int
    """From 1."""
    rounds: int
    title: str
    reason: str
    cards: Cards
    """What ended the round; may be empty."""
    earlier: tuple[str, ...]
    rows: tuple[SheetRow, ...]


def sheet_for(last: LastRound, people: People, totals_by_round: Sequence[tuple[int, ...]]) -> Sheet:
    """Return a round's score sheet."""
    title, reason = ending(last, people)
    before = totals_by_round[: last.round]
    sums = [
        sum(totals[person.number] for totals in before) + last.scores[person.number].total
        for person in people.everyone
    ]
    in_order = sorted(people.in_turn_order, key=lambda person: -sums[person.number])
    rows = tuple(
        _row(
            place=1 + sum(1 for total in sums if total > sums[person.number]),
            label=person.label,
            avatar=person.avatar,
            score=last.scores[person.number],
            earlier=tuple(signed(totals[person.number]) for totals in before),
            total=sums[person.number],
        )
        for person in in_order
    )
    return Sheet(
        number=last.round + 1,
        rounds=len(people.everyone),
        title=title,
        reason=reason,
        cards=as_shown(last.history) if last.ender is not None else b"",
        earlier=tuple(_("R{number}").format(number=i + 1) for i in range(last.round)),
        rows=rows,
    )


def _row(
    *,
    place: int,
    label: SafeString,
    avatar: SafeString,
    score: SeatScore,
    earlier: tuple[str, ...],
    total: int,
) -> SheetRow:
    paid = 0 if score.ender else score.hand
    return SheetRow(
        place=place,
        label=label,
        avatar=avatar,
        ender=score.ender,
        won=plus(score.collected),
        chips=plus(score.chips),
        hand=signed(-paid),
        hand_note=_("{cards}, free").format(cards=cards_text(score.hand))
        if score.ender and score.hand
        else "",
        total=plus(score.total),
        earlier=earlier,
        sum=signed(total),
        spelled=ngettext(
            "{won} won + {chips} chip {minus} {hand} in hand",
            "{won} won + {chips} chips {minus} {hand} in hand",
            score.chips,
        ).format(won=score.collected, chips=score.chips, minus=MINUS, hand=paid),
    )


def ending(last: LastRound, people: People) -> tuple[str, str]:
    """Return how a round ended, and the consequence."""
    shown = as_shown(last.history)
    if last.ender is None:
        return (
            _("200 turns, and nobody ended it"),
            _("The round ends as it stands, and everybody pays for the cards in hand."),
        )
    person = people[last.ender]
    score = last.scores[last.ender]
    ring = _("The {set} in the ring scores for nobody.").format(set=numbers(shown))
    if last.ended_by == "empty_hand":
        title = _("Your hand is empty") if person.me else _("{name}’s hand is empty")
        reason = (
            _("You showed your last cards, so you pay nothing.")
            if person.me
            else _("{name} showed the last cards, so {name} pays nothing.")
        )
        return told(title, name=person.name), sentences(told(reason, name=person.name), ring)
    title = _("Nobody beat your {set}") if person.me else _("Nobody beat {name}’s {set}")
    if len(people.everyone) == 2:
        other = people[1 - last.ender]
        template = (
            _("You could neither show nor scout.")
            if other.me
            else _("{name} could neither show nor scout.")
        )
        reason = told(template, name=other.name)
    else:
        reason = _("It went round the table unbeaten.")
    free = ngettext(
        "{count} card left in that hand costs nothing.",
        "{count} cards left in that hand cost nothing.",
        score.hand,
    ).format(count=score.hand)
    return told(title, name=person.name, set=set_name(shown)), sentences(reason, free)


@dataclass(frozen=True, slots=True)
class Bow:
    """The end of the game."""

    title: str
    reason: str


def bow(
    view: View, people: People, notes: Sequence[TableNote] = (), *, deserted: bool = False
) -> Bow:
    """Return the winner, or why there is none."""
    if view.winners is None:
        return Bow(_("Ended unfinished"), _why_unfinished(notes, deserted=deserted))
    winners = view.winners
    best = max(view.scores)
    points = points_text(best)
    if len(winners) > 1:
        names = listed([people[seat].label for seat in winners], _("and"))
        return Bow(
            told(_("{names} share the bow"), names=names),
            _("{points} each").format(points=points),
        )
    person = people[winners[0]]
    title = _("You take the bow") if person.me else _("{name} takes the bow")
    second = max(score for seat, score in enumerate(view.scores) if seat not in winners)
    runners = [one for one in people.in_turn_order if view.scores[one.number] == second]
    reason = told(
        _("{points}, {ahead} ahead of {name}"),
        points=points,
        ahead=best - second,
        name=listed([_("you") if one.me else one.name for one in runners], by=" & "),
    )
    return Bow(told(title, name=person.name), reason)


def _why_unfinished(notes: Sequence[TableNote], *, deserted: bool) -> str:
    actor = notes[-1].actor if notes else Actor.MODERATOR
    if actor == Actor.MODERATOR:
        return _("A moderator ended the game. Nobody wins, and it doesn’t count.")
    if deserted:
        return _("All players left. Nobody wins, and it doesn’t count.")
    if actor == Actor.CLOCK:
        return _("Nobody came back. Nobody wins, and it doesn’t count.")
    return _("All agreed to end it. Nobody wins, and it doesn’t count.")


@dataclass(frozen=True, slots=True)
class DealtHand:
    """A player's hand as dealt."""

    label: SafeString
    avatar: SafeString
    cards: Cards
    spoken: str
    note: str


@dataclass(frozen=True, slots=True)
class DealtRound:
    """All hands of a round."""

    title: str
    hands: tuple[DealtHand, ...]


def dealt_rounds(rounds: Sequence[OpenedRound], people: People) -> list[DealtRound]:
    """Return every dealt hand; only for finished games."""
    return [
        DealtRound(
            title=_("Round {number}").format(number=opened.number + 1),
            hands=tuple(
                DealtHand(
                    label=person.label,
                    avatar=person.avatar,
                    cards=opened.dealt.hands[person.number],
                    spoken=", ".join(card_names(opened.dealt.hands[person.number])),
                    note=_("then turned over") if opened.flips[person.number] else "",
                )
                for person in people.in_turn_order
            ),
        )
        for opened in rounds
    ]
