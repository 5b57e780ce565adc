"""The action bar while scouting."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.pages.table.buttons import (
    ASK,
    BAD,
    Bar,
    Button,
    Compose,
    Segment,
    choosing,
    said,
    show_button,
    winnings,
)
from games.pages.table.choices import Choice, set_around
from games.pages.table.hands import gap_title, label_template
from games.pages.table.sets.gaps import gap_text
from games.rules.cards import TOPS, Cards, bottom, top, turned
from games.rules.scouting import left_in_ring, scouted_card, with_card
from games.rules.sets import strength, stronger_sets
from games.rules.views import View
from games.words.names import plain, sentences, told
from games.words.people import People
from games.words.sets import OWN, Sentence, Verdict, numbers


def scouting(view: View, people: People, choice: Choice, refused: Sentence | None) -> Bar:
    """Return the bar for choosing side and gap."""
    assert view.active_set is not None
    assert view.hand is not None
    both = choice.mode == "both"
    cancel = Button("cancel", _("Cancel"), "")
    if choice.end is None:
        sentence = refused or Sentence(
            _("Which card?"), _("Press Scout at the left or the right end of the set.")
        )
        return said(BAD if refused else ASK, sentence, (cancel,))
    active, hand = view.active_set.cards, view.hand
    card = scouted_card(active, choice.end, choice.flip)
    as_it_lies = scouted_card(active, choice.end)
    rest = left_in_ring(active, choice.end)
    to = choice.to
    where = gap_text(hand, to) if to is not None else _("choose a gap")
    made = with_card(hand, to, card) if to is not None else b""
    effect = _effect(view, people, rest)
    go_on = to is not None
    if both and made:
        go_on = bool(stronger_sets(made.translate(TOPS), strength(rest.translate(TOPS))))
        effect = effect if go_on else _dead_end(rest)
    compose = Compose(
        sides=(
            Segment("keep", _("Keep {number}").format(number=top(as_it_lies)), not choice.flip),
            Segment(
                "flip", _("Flip to {number}").format(number=top(turned(as_it_lies))), choice.flip
            ),
        ),
        before=_gap_step(to, -1, len(hand), _("One gap to the left")),
        after=_gap_step(to, 1, len(hand), _("One gap to the right")),
        where=where,
        makes=_makes(made, to),
        effect=effect,
    )
    go = (
        Button("next", _("Next: choose your show"), "main blue" if go_on else "main", off=not go_on)
        if both
        else Button(
            "send", _send(top(card)), "main blue" if go_on else "main", "down", off=not go_on
        )
    )
    if refused:
        return said(BAD, refused, (cancel, go), compose)
    return said(ASK, Sentence(""), (cancel, go), compose)


def _gap_step(to: int | None, by: int, last: int, label: str) -> Segment:
    gap = 0 if to is None else to + by
    return Segment(f"gap-{min(max(gap, 0), last)}", label, False, off=not 0 <= gap <= last)


def _makes(made: Cards, to: int | None) -> str:
    if to is None:
        return ""
    start, stop = set_around(made, to)
    if stop - start < 2:
        return ""
    return _made(numbers(made[start:stop]))


def _made(joined: str) -> str:
    return _("Makes {set} in your hand.").format(set=joined)


def _send(number: int | str) -> str:
    return _("Scout the {number} here").format(number=number)


def _dead_end(rest: Cards) -> str:
    if not rest:
        return ""
    return _("Nothing would beat {set} then. Try another gap or side.").format(set=numbers(rest))


def scouting_phrases(view: View, people: People, choice: Choice) -> dict[str, object] | None:
    """Return sentences with placeholders, once an end is chosen."""
    if not view.active_set or choice.end is None or choice.to is None:
        return None
    active = view.active_set.cards
    card, rest = scouted_card(active, choice.end), left_in_ring(active, choice.end)
    end = _("left") if choice.end == "left" else _("right")
    return {
        "rest": list(rest.translate(TOPS)),
        "both": choice.mode == "both",
        "title": gap_title("{number}"),
        "card": label_template(),
        "makes": _made(OWN),
        "send": _send("{number}"),
        "effect": plain(_effect(view, people, rest)),
        "dead": _dead_end(rest),
        "taken": _("Scouting {number} from the {end} end, other side {other}.").format(
            number=top(card), end=end, other=bottom(card)
        )
        if len(active) > 1
        else _("Scouting {number}, other side {other}.").format(
            number=top(card), other=bottom(card)
        ),
    }


def _effect(view: View, people: People, rest: Cards) -> str:
    assert view.active_set is not None
    assert view.seat is not None
    if view.players == 2:
        left = view.chips[view.seat] - 1
        price = ngettext(
            "It costs 1 chip; {count} is left.", "It costs 1 chip; {count} are left.", left
        ).format(count=left)
    else:
        price = told(_("{name} gets 1 Scout chip."), name=people[view.active_set.owner].name)
    stays = (
        _("{set} stays in the ring.").format(set=numbers(rest))
        if rest
        else _("The ring is empty then.")
    )
    return sentences(price, stays)


def step_two(
    view: View,
    people: People,
    choice: Choice,
    verdict: Verdict | None,
    refused: Sentence | None,
) -> Bar:
    """Return the bar for step 2."""
    assert view.active_set is not None
    assert view.hand is not None
    assert choice.end is not None
    assert choice.to is not None
    active = view.active_set.cards
    rest = left_in_ring(active, choice.end)
    number = top(scouted_card(active, choice.end, choice.flip))
    hand = with_card(view.hand, choice.to, scouted_card(active, choice.end, choice.flip))
    chosen = hand[slice(*choice.slice)] if choice.slice else b""
    buttons = (
        Button("undo", _("Undo"), "") if choice.at_once else Button("back", _("Back"), ""),
        show_button(
            _("Scout {number}, show").format(number=number),
            _("Scout {number}, show {set}").format(number=number, set=OWN),
            chosen,
            verdict,
        ),
    )
    owner = people[view.active_set.owner].name
    if choice.at_once:
        won = _("You win {count}.").format(count=len(rest)) if rest else ""
        gain = sentences(won, told(_("{name} gets a chip."), name=owner))
    else:
        chip = told(_("{name} gets 1 Scout chip, and yours for Scout & Show is used."), name=owner)
        gain = sentences(winnings(view, people, rest), chip)
    title = (
        _("Choose cards that beat {set}").format(set=numbers(rest))
        if rest
        else _("Choose any set to show")
    )
    ask = Sentence(title, _("Nothing is sent before you press the button."))
    return choosing(ASK, ask, gain, buttons, verdict, refused)
