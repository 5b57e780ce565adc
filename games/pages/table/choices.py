"""What a player has chosen so far.

Hidden fields carry it, so it needs no URL, store or JavaScript.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, cast

from django.http import QueryDict

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
