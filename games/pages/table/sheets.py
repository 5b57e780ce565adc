"""Score sheets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.pages.table.history import as_shown
from games.play.tables import OpenedRound
from games.rules.cards import Cards, card_names
from games.rules.scoring import SeatScore
from games.rules.views import LastRound, View
from games.words.amounts import MINUS, cards_text, plus, signed
from games.words.names import in_sentence, listed_plainly, sentences, told
from games.words.people import People, Person
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
    """Return everyone's points, best first, and what this round would give now.

    In a round's last frame that is what it gave.
    """
    last, before = view.last_round, totals_by_round[: view.round]
    rows = sorted(people.in_turn_order, key=lambda person: -view.scores[person.number])
    return [
        NowRow(
            label=person.label,
            avatar=person.avatar,
            earlier=tuple(signed(totals[person.number]) for totals in before),
            total=signed(view.scores[person.number]),
            now=signed(
                last.scores[person.number].total
                if last and last.round == view.round
                else view.collected[person.number]
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
    mine: bool
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
    before: int
    """All rounds but this one."""
    was: int
    """The row's place among the rows before this round, from 0."""
    risen: int
    """By how many places; below zero: fallen."""
    arrow: str
    """``"▲2"``, or ``"▼1"``; empty for those who kept their place."""
    moved: str
    """The same in words."""
    spelled: str
    spelled_earlier: str


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
    old = [total - score.total for total, score in zip(sums, last.scores, strict=True)]
    # In the first round nobody had a place yet.
    order = sorted(in_order, key=lambda person: -old[person.number]) if before else in_order
    names = [_("R{number}").format(number=i + 1) for i in range(last.round)]
    rows = tuple(
        _row(
            person,
            last.scores[person.number],
            place=_place(sums, person.number),
            risen=_place(old, person.number) - _place(sums, person.number) if before else 0,
            was=order.index(person),
            earlier={
                name: signed(totals[person.number])
                for name, totals in zip(names, before, strict=True)
            },
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
        earlier=tuple(names),
        rows=rows,
    )


def _place(totals: Sequence[int], number: int) -> int:
    return 1 + sum(1 for total in totals if total > totals[number])


def _row(
    person: Person,
    score: SeatScore,
    *,
    place: int,
    risen: int,
    was: int,
    earlier: Mapping[str, str],
    total: int,
) -> SheetRow:
    paid = 0 if score.ender else score.hand
    arrow = moved = ""
    if risen:
        arrow = f"{'▲' if risen > 0 else '▼'}{abs(risen)}"
        template = (
            ngettext("up {count} place", "up {count} places", risen)
            if risen > 0
            else ngettext("down {count} place", "down {count} places", -risen)
        )
        moved = template.format(count=abs(risen))
    return SheetRow(
        place=place,
        label=in_sentence(person.label),
        avatar=person.avatar,
        mine=person.me,
        ender=score.ender,
        won=plus(score.collected),
        chips=plus(score.chips),
        hand=signed(-paid),
        hand_note=_free(score),
        total=plus(score.total),
        earlier=tuple(earlier.values()),
        sum=signed(total),
        before=total - score.total,
        was=was,
        risen=risen,
        arrow=arrow,
        moved=moved,
        spelled=_spelled(score),
        spelled_earlier=listed_plainly(f"{name} {points}" for name, points in earlier.items()),
    )


def _free(score: SeatScore) -> str:
    """Say that the player who ended the round pays nothing."""
    if not score.ender:
        return ""
    return (
        _("{cards}, free").format(cards=cards_text(score.hand))
        if score.hand
        else pgettext("cards", "none")
    )


def _spelled(score: SeatScore) -> str:
    gained = ngettext("{won} won + {chips} chip", "{won} won + {chips} chips", score.chips).format(
        won=score.collected, chips=score.chips
    )
    if score.ender:
        free = (
            _("{cards} free").format(cards=cards_text(score.hand))
            if score.hand
            else _("hand empty")
        )
        return _("{gained}, {free}").format(gained=gained, free=free)
    return _("{gained} {minus} {hand} in hand").format(gained=gained, minus=MINUS, hand=score.hand)


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
                    spoken=listed_plainly(card_names(opened.dealt.hands[person.number])),
                    note=_("then turned over") if opened.flips[person.number] else "",
                )
                for person in people.in_turn_order
            ),
        )
        for opened in rounds
    ]
