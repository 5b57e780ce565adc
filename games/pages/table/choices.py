"""What a player has chosen so far.

Hidden fields carry it, so it needs no URL, store or JavaScript.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, cast

from django.http import QueryDict

from games.pages.table.sets.with_scout import parse_value
from games.play.hints import BEST
from games.rules.cards import TOPS, Card, Cards, card_name, parse_card
from games.rules.errors import RuleError
from games.rules.moves import ENDS, End, Move, Orient, Scout, ScoutAndShow, Show
from games.rules.scouting import scouted_card, with_card
from games.rules.sets import strength
from games.rules.views import View

Mode = Literal["", "scout", "both"]
Scene = Literal["", "on", "scores"]
"""At the end of a round: whether the viewer has gone on from its scores, or asks for them."""
Planning = Literal["", "compose", "list", "off"]
"""Whether a player composes an order, or looks at the list of them (which phones show alone);
``off`` says that no plan is wanted where one is suggested."""

MOST_HELD = 45
"""No hand has more cards than the deck."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The selection, or the Scout being composed."""

    cards: tuple[int, ...] = ()
    """Indices; in step 2, into the hand with the scouted card."""
    judged: bool = False
    mode: Mode = ""
    end: End | None = None
    flip: bool = False
    to: int | None = None
    showing: bool = False
    """Step 2 of a Scout & Show."""
    at_once: bool = False
    """Whether one press of a listed set filled all steps, and another undoes them."""
    hint: int = 0
    """Which move of the open hint is shown, from 1; 0 if it is closed."""
    turned: bool = False
    """Whether to turn the hand over."""
    planning: Planning = ""
    wanted: Card | None = None
    """The card at ``end`` when it was chosen, as it lay: the ring may change under a plan."""

    scene: Scene = ""
    said: str = ""
    """What a press did to the plan, for screen readers."""

    @property
    def plans(self) -> bool:
        """Whether what is chosen is for a plan."""
        return self.planning in ("compose", "list")

    @property
    def wanted_name(self) -> str:
        return "" if self.wanted is None else card_name(self.wanted)

    @property
    def slice(self) -> tuple[int, int] | None:
        """None if empty or with gaps."""
        if not self.cards or self.cards[-1] - self.cards[0] != len(self.cards) - 1:
            return None
        return self.cards[0], self.cards[-1] + 1


def read_scene(form: QueryDict, view: View) -> Scene:
    """Return the scene in ``form``, which names the round that it is about."""
    last, asked = view.last_round, form.get("scene", "")
    if last is None or view.phase == "play" or asked not in scenes(last.round + 1):
        return ""
    return "on" if asked.startswith("on") else "scores"


def scenes(number: int) -> tuple[str, str]:
    """Return what fields hold that go on from a round (from 1), or ask for its scores."""
    return f"on-{number}", f"scores-{number}"


def set_around(hand: Cards, index: int) -> tuple[int, int]:
    """Return the slice of the strongest set containing ``index``."""
    tops = hand.translate(TOPS)
    slices = [
        (start, stop) for start in range(index + 1) for stop in range(index + 1, len(tops) + 1)
    ]
    return max(slices, key=lambda cut: strength(tops[cut[0] : cut[1]]))


def best_gap(hand: Cards, card: int) -> int:
    """Return where ``card`` makes the strongest set; on ties, rightmost."""

    def worth(to: int) -> tuple[int, int]:
        made = with_card(hand, to, card)
        start, stop = set_around(made, to)
        return (strength(made[start:stop].translate(TOPS)) if stop - start > 1 else 0), to

    return max(range(len(hand) + 1), key=worth)


def read_choice(form: QueryDict, view: View | None = None) -> Choice:
    """Return the choice in ``form`` as far as it fits ``view``.

    Without a view take all: the rules check the move.
    """
    if view is None:
        told = number_in(form.get("held"))
        held, orienting, can_scout = MOST_HELD if told is None else told, True, True
    else:
        held, orienting = len(view.hand or b""), view.phase == "orient"
        can_scout = bool(view.active_set and view.active_set.cards)
    mode = form.get("mode", "")
    choice = Choice(
        hint=_hint_in(form.get("hint")),
        turned=orienting and form.get("way") == "turn",
        planning=_planning(form, view),
        wanted=_card_in(form.get("wanted")),
        scene="" if view is None else read_scene(form, view),
    )
    end = form.get("end")
    if choice.wanted is not None and view is not None:
        end = _end_of(choice.wanted, view)
        can_scout = can_scout and end is not None
    if mode in ("scout", "both") and can_scout:
        choice = replace(choice, mode="both" if mode == "both" else "scout")
        if end in ("left", "right"):
            choice = replace(choice, end="left" if end == "left" else "right")
            to = number_in(form.get("to"))
            choice = replace(
                choice,
                flip=form.get("flip") == "1",
                to=to if to is not None and to <= held else None,
            )
        if choice.to is not None and mode == "both" and form.get("step") in ("2", "all"):
            choice = replace(choice, showing=True, at_once=form.get("step") == "all")
            held += 1
    if choice.mode and not choice.showing:
        return choice
    numbers = {number_in(value) for value in form.getlist("card")}
    return replace(choice, cards=tuple(sorted(n for n in numbers if n is not None and n < held)))


def _planning(form: QueryDict, view: View | None) -> Planning:
    """Nobody plans on their own turn."""
    planning = form.get("plan")
    if planning not in ("compose", "list", "off") or (view is not None and view.may_act):
        return ""
    return cast("Planning", planning)


def _hint_in(shown: str | None) -> int:
    number = number_in(shown) or 0
    return number if number <= BEST else 0


def _card_in(name: str | None) -> Card | None:
    try:
        return parse_card(name or "")
    except ValueError:
        return None


def _end_of(card: Card, view: View) -> End | None:
    """Return where the card lies now, if it can be scouted; a lone card lies on the left."""
    active = view.active_set.cards if view.active_set else b""
    for end in ENDS if active else ():
        if scouted_card(active, end) == card:
            return end
    return None


def number_in(value: object) -> int | None:
    """Return a form field's natural number."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10:
        return int(value)
    return None


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


PLAYS = ("show", "send", "turn")


def move_of(choice: Choice, action: str, form: Mapping[str, Any]) -> Move:
    """Return the move of ``action`` (in ``PLAYS``); raise ``RuleError``."""
    if action == "turn":
        way = form.get("way")
        if way not in ("keep", "turn"):
            raise RuleError("bad_move", "Keep your hand or turn it.")
        return Orient(flip=way == "turn")
    if action == "send":
        if choice.end is None or choice.to is None:
            raise RuleError("no_such_place", "Choose an end and a gap.")
        return Scout(choice.end, choice.flip, choice.to)
    if choice.slice is None:
        raise RuleError(
            "not_a_set" if choice.cards else "no_such_cards", "Choose cards side by side."
        )
    if choice.showing:
        if choice.end is None or choice.to is None:
            raise RuleError("no_such_place", "Choose an end and a gap.")
        return ScoutAndShow(choice.end, choice.flip, choice.to, *choice.slice)
    return Show(*choice.slice)
