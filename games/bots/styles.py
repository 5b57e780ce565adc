"""How bots play: figures of played rounds."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields, replace
from random import Random
from statistics import fmean, median

from ..rules import game as rules
from ..rules.cards import HIGHEST, TOPS
from ..rules.deal import SECRET_BYTES, deal_round
from ..rules.moves import Move, Scout, ScoutAndShow, Show
from ..rules.scouting import scouted_card
from ..rules.sets import is_matching, strength, stronger_sets
from ..rules.views import View, view_for
from .company.thinking import fits_next
from .registry import bot_named, choose_move

SHORT_HAND = 5
"""The most cards of one that nears its end."""


@dataclass
class Tally:
    """What was counted; a list holds an entry for each case."""

    turns: list[int] = field(default_factory=list)
    """By round."""
    showed: list[bool] = field(default_factory=list)
    """By turn on which the seat could show or scout."""
    shown: list[int] = field(default_factory=list)
    """The cards of each Show."""
    runs: list[bool] = field(default_factory=list)
    """By set of two and more shown: whether it was a run."""
    tens: list[int] = field(default_factory=list)
    """The seat's turns that each highest number stayed in the hand."""
    turned: list[bool] = field(default_factory=list)
    """By scouted card."""
    from_left: list[bool] = field(default_factory=list)
    """By scouted card of several."""
    deprived: list[bool] = field(default_factory=list)
    """By scouted card, where one of two fitted the next player's known cards: whether that."""
    used: list[bool] = field(default_factory=list)
    """By seat and round: whether Scout & Show was used."""
    held_when_used: list[int] = field(default_factory=list)
    """The cards in the hand before Scout & Show."""
    used_late: list[bool] = field(default_factory=list)
    """By seat and round: whether Scout & Show was used with a short hand."""
    remembered: list[bool] = field(default_factory=list)
    """By turn: whether the bot had moved otherwise without the cards it saw before."""
    left: list[int] = field(default_factory=list)
    """The cards in hands at the end, but for the ender's."""

    def add(self, other: "Tally") -> None:
        """Add what ``other`` counted."""
        for each in fields(self):
            getattr(self, each.name).extend(getattr(other, each.name))


class Style(dict[str, float | None]):
    """Figures by heading, in the order of a table; None if there was no case."""


def style_of(tally: Tally) -> Style:
    """Return the figures of ``tally``."""
    return Style(
        {
            "turns a round (median)": _middle(tally.turns),
            "shows when it can": _mean(tally.showed),
            "cards a Show": _mean(tally.shown),
            "runs among its sets": _mean(tally.runs),
            "turns it keeps a 10": _mean(tally.tens),
            "cards turned": _mean(tally.turned),
            "takes the left card": _mean(tally.from_left),
            "takes what the next can use": _mean(tally.deprived),
            "rounds with Scout & Show": _mean(tally.used),
            "cards held then": _mean(tally.held_when_used),
            "rounds with a late one": _mean(tally.used_late),
            "moves that memory changes": _mean(tally.remembered),
            "cards left": _mean(tally.left),
        }
    )


def play_alike(name: str, players: int, games: Iterable[str]) -> Tally:
    """Return the tally of ``games`` (seeds) in which ``name`` has all seats."""
    tally = Tally()
    for seed in games:
        tally.add(_play([name] * players, seed)[name])
    return tally


def _play(seats: list[str], seed: str) -> dict[str, Tally]:
    chance = Random(hashlib.sha256(seed.encode()).digest())
    secret = chance.randbytes(SECRET_BYTES)
    tallies = {name: Tally() for name in seats}
    kept: list[dict[int, int]] = []
    late: set[int] = set()
    state = rules.new_game(len(seats))
    while not state.over:
        if state.needs_deal:
            dealt = deal_round(secret, "", len(seats), state.round_number)
            state = rules.deal(state, dealt)
            kept = [{} for _ in seats]
            late = set()
        seat = state.to_act[0]
        view = view_for(state, seat)
        move = choose_move(seats[seat], view, chance.getrandbits(32))
        if view.phase == "play":
            count_move(tallies[seats[seat]], view, move)
            tallies[seats[seat]].remembered.append(memory_changes(seats[seat], view))
            if isinstance(move, ScoutAndShow) and len(view.hand or b"") <= SHORT_HAND:
                late.add(seat)
            for card in highest_cards(view):
                kept[seat][card] = kept[seat].get(card, 0) + 1
        rounds = len(state.results)
        state = rules.play(state, seat, move)
        if len(state.results) > rounds:
            _count_round(state, seats, tallies, kept, late)
    return tallies


def memory_changes(name: str, view: View) -> bool:
    """Return whether ``name`` moves otherwise if it forgets the cards taken and shown before."""
    forgotten = tuple(move._replace(card=None, cards=None) for move in view.history)
    choose = bot_named(name)
    return choose(view, Random(1)) != choose(replace(view, history=forgotten), Random(1))


def highest_cards(view: View) -> list[int]:
    """Return the cards in the hand that show the game's highest number: 9 with three players."""
    highest = HIGHEST - 1 if view.players == 3 else HIGHEST
    return [card for card in view.hand or b"" if TOPS[card] == highest]


def count_move(tally: Tally, view: View, move: Move) -> None:
    """Count a move on a turn."""
    assert view.hand is not None
    assert view.seat is not None
    ring = view.active_set.cards if view.active_set else b""
    tops = view.hand.translate(TOPS)
    if ring and view.may_scout and stronger_sets(tops, strength(ring.translate(TOPS))):
        tally.showed.append(isinstance(move, Show))
    if isinstance(move, Scout | ScoutAndShow):
        tally.turned.append(move.flip)
        if len(ring) > 1:
            tally.from_left.append(move.end == "left")
            useful = {end: fits_next(view, scouted_card(ring, end)) for end in ("left", "right")}
            if useful["left"] != useful["right"]:
                tally.deprived.append(useful[move.end])
        card = scouted_card(ring, move.end, move.flip)
        tops = (view.hand[: move.to] + bytes([card]) + view.hand[move.to :]).translate(TOPS)
    if isinstance(move, ScoutAndShow):
        tally.held_when_used.append(len(view.hand))
    if isinstance(move, Show | ScoutAndShow):
        shown = tops[move.start : move.stop]
        tally.shown.append(len(shown))
        if len(shown) > 1:
            tally.runs.append(not is_matching(shown))


def _count_round(
    state: rules.GameState,
    seats: list[str],
    tallies: dict[str, Tally],
    kept: list[dict[int, int]],
    late: set[int],
) -> None:
    result = state.results[-1]
    for seat, name in enumerate(seats):
        tally = tallies[name]
        tally.tens += kept[seat].values()
        if len(seats) > 2:
            own = [move.type for move in result.history if move.seat == seat]
            tally.used.append("scout_and_show" in own)
            tally.used_late.append(seat in late)
        if not result.scores[seat].ender:
            tally.left.append(abs(result.scores[seat].hand))
    tallies[seats[0]].turns.append(len(result.history))


def _mean(values: Sequence[float]) -> float | None:
    return fmean(values) if values else None


def _middle(values: Sequence[float]) -> float | None:
    return median(values) if values else None
