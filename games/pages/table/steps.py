"""What a press of choosing leads to; it changes nothing in the game."""

from dataclasses import replace
from typing import assert_never, cast

from games.pages.table.choices import Choice, Mode, Planning, best_gap, number_in
from games.pages.table.sets.with_scout import parse_value
from games.rules.cards import Cards
from games.rules.errors import RuleError
from games.rules.moves import End, Move, Orient, Scout, ScoutAndShow, Show
from games.rules.scouting import scouted_card
from games.rules.views import View


def choice_of(move: Move) -> Choice:
    """Return the choice in which all steps of ``move`` are filled."""
    match move:
        case Show():
            return Choice(cards=tuple(range(move.start, move.stop)), judged=True)
        case Scout():
            return Choice(mode="scout", end=move.end, flip=move.flip, to=move.to)
        case ScoutAndShow():
            return Choice(
                cards=tuple(range(move.start, move.stop)),
                judged=True,
                mode="both",
                end=move.end,
                flip=move.flip,
                to=move.to,
                showing=True,
                at_once=True,
            )
        case Orient():
            return Choice(turned=move.flip)
    assert_never(move)


def step(choice: Choice, action: str, view: View) -> Choice:
    """Return the choice after ``action``; raise ``RuleError``."""
    name, _, argument = action.partition("-")
    hand, active = view.hand or b"", view.active_set.cards if view.active_set else b""
    if name == "look":
        return replace(choice, judged=bool(choice.cards))
    if name == "pick":
        start, _, stop = argument.partition("-")
        first, last = number_in(start), number_in(stop)
        if first is None or last is None or not first < last <= len(hand) + 1:
            raise RuleError("no_such_cards", "There are no such cards.")
        # What is listed beside a move filled at once is of the hand as it was.
        before = Choice() if choice.at_once else choice
        return replace(before, cards=tuple(range(first, last)), judged=True)
    if name in ("cancel", "undo"):
        return Choice(planning=choice.planning)
    if name == "plan":
        return _plan(choice, argument, view)
    if name == "back":
        return replace(choice, showing=False, cards=(), judged=False)
    if name in ("scout", "both"):
        _check_scout(view, choice, both=name == "both")
        if argument:
            return _at_once(argument, hand, plans=choice.plans)
        mode: Mode = "both" if name == "both" else "scout"
        choice = Choice(mode=mode, planning=choice.planning)
        return _take(choice, "left", hand, active) if len(active) == 1 else choice
    if name == "end" and argument in ("left", "right"):
        both = choice.mode == "both"
        _check_scout(view, choice, both=both)
        end: End = "left" if argument == "left" else "right"
        choice = Choice(mode="both" if both else "scout", planning=choice.planning)
        return _take(choice, end, hand, active)
    if choice.end is None:
        raise RuleError("no_such_place", "Choose an end first.")
    if name in ("keep", "flip"):
        return replace(choice, flip=name == "flip")
    if name == "gap":
        to = number_in(argument)
        if to is None or to > len(hand):
            raise RuleError("no_such_place", "There is no such place.")
        return replace(choice, to=to)
    if name == "next":
        return replace(choice, showing=True, cards=(), judged=False)
    raise RuleError("bad_move", "There is no such step.")


def _plan(choice: Choice, planning: str, view: View) -> Choice:
    """Turn to planning, or away from it, with what is selected."""
    if planning not in ("compose", "list", "off") or view.may_act:
        raise RuleError("wrong_phase", "There is nothing to plan now.")
    selected = Choice(cards=() if choice.mode else choice.cards)
    return replace(selected, planning=cast("Planning", planning), judged=bool(selected.cards))


def _check_scout(view: View, choice: Choice, *, both: bool) -> None:
    if not view.may_act and not choice.plans:
        raise RuleError("not_your_turn", "It isn't your turn.")
    if both and view.players == 2:
        raise RuleError("not_with_two_players", "There is no Scout & Show with two players.")
    if both and view.seat is not None and not view.scout_and_show[view.seat]:
        raise RuleError("scout_and_show_used", "You've used Scout & Show this round.")
    if not view.active_set:
        raise RuleError("nothing_to_scout", "There is nothing to scout.")
    if not view.may_scout:
        raise RuleError("no_scout_chip", "You have no Scout chips left.")


def _take(choice: Choice, end: End, hand: Cards, active: Cards) -> Choice:
    to = best_gap(hand, scouted_card(active, end))
    return replace(choice, end=end, to=to, wanted=scouted_card(active, end))


def _at_once(argument: str, hand: Cards, *, plans: bool) -> Choice:
    move = parse_value(argument)
    if move is None or plans:
        raise RuleError("bad_move", "There is no such step.")
    if move.to > len(hand):
        raise RuleError("no_such_place", "There is no such place.")
    if not move.start < move.stop <= len(hand) + 1:
        raise RuleError("no_such_cards", "There are no such cards.")
    return choice_of(move)
