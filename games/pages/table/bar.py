"""The action bar."""

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.pages.table.buttons import ASK, WAIT, Bar, Button, choosing, show_button, winnings
from games.pages.table.choices import Choice
from games.pages.table.scouting import scouting, step_two
from games.people.standing import NOTHING, Barred
from games.rules.cards import TOPS, Cards
from games.rules.sets import strength, stronger_sets
from games.rules.views import View
from games.words.amounts import chips_text
from games.words.names import ended, sentences, told
from games.words.people import People
from games.words.sets import Sentence, Verdict, numbers


def bar_for(
    view: View,
    people: People,
    choice: Choice,
    verdict: Verdict | None,
    refused: Sentence | None,
    *,
    due: str = "",
    kept: bool = False,
    barred: Barred = NOTHING,
) -> Bar:
    """Return the bar; ``refused`` answers the last press, ``due`` names the deadline.

    Those who are ``barred`` from moving get nothing to press.
    """
    if barred.from_moving and (view.may_act or barred.away):
        return choosing(WAIT, _barred(barred), "", (), None, None)
    if kept:
        return choosing(WAIT, _kept(view, people, due), "", (), verdict, refused)
    if not view.may_act:
        return choosing(*_waiting(view, people, due), (), verdict, refused)
    if choice.mode and not choice.showing:
        return scouting(view, people, choice, refused)
    if choice.showing:
        return step_two(view, people, choice, verdict, refused)
    return _turn(view, people, choice, verdict, refused)


def _waiting(view: View, people: People, due: str) -> tuple[tuple[str, str], Sentence, str]:
    if not view.to_act:
        reason = _("It stands still for a while. No time passes until it goes on.")
        return WAIT, Sentence(_("The game is paused"), reason), ""
    if view.turn is None:
        return WAIT, Sentence(_("Waiting for the others"), _("They are choosing.")), ""
    name = people[view.turn].name
    return WAIT, Sentence(told(_("Waiting for {name}"), name=name), _due(due)), ""


def _barred(barred: Barred) -> Sentence:
    if barred.away:
        return Sentence(
            _("You can’t play just now"), _("A moderator’s notice says why, and until when.")
        )
    return Sentence(
        _("A moderator warned you"), _("Confirm that you’ve read it, and your turn is yours.")
    )


def _kept(view: View, people: People, due: str) -> Sentence:
    back = _("Take it back, and your next turn is yours again.")
    if view.turn is None or people[view.turn].me:
        return Sentence(_("Your chair is kept"), back)
    waiting = told(_("Waiting for {name}."), name=people[view.turn].name)
    return Sentence(_("Your chair is kept"), sentences(waiting, _due(due), back))


def _due(due: str) -> str:
    return ended(capfirst(due)) if due else ""


def _turn(
    view: View,
    people: People,
    choice: Choice,
    verdict: Verdict | None,
    refused: Sentence | None,
) -> Bar:
    assert view.seat is not None
    assert view.hand is not None
    active = view.active_set.cards if view.active_set else b""
    chosen = view.hand[slice(*choice.slice)] if choice.slice else b""
    two_players = view.players == 2
    can_scout = bool(active) and view.may_scout
    scout = _("Scout · 1 chip") if two_players else _("Scout")
    buttons = [Button("scout", scout, "outline-blue", "down", off=not can_scout)]
    if not two_players:
        left = view.scout_and_show[view.seat]
        buttons.append(Button("both", _("Scout & Show"), "", "swap", off=not (can_scout and left)))
    buttons.append(show_button(_("Show"), _("Show {set}"), chosen, verdict))
    gain = winnings(view, people, active)
    question = _question(view, active, can_scout)
    return choosing(ASK, question, gain, tuple(buttons), verdict, refused)


def _question(view: View, active: Cards, can_scout: bool) -> Sentence:
    assert view.seat is not None
    assert view.hand is not None
    can_show = bool(stronger_sets(view.hand.translate(TOPS), strength(active.translate(TOPS))))
    chips = chips_text(view.chips[view.seat])
    if view.players == 2 and active and not can_scout:
        return Sentence(
            _("No Scout chips left. You must show"),
            _("Choose neighbouring cards that beat {set}.").format(set=numbers(active)),
        )
    if view.players == 2 and view.history and view.history[-1].seat == view.seat:
        return Sentence(
            _("Still your turn. {chips} left").format(chips=chips),
            _("Scout again for 1 chip, or show.") if can_scout else _("Show any set."),
        )
    if not active:
        return Sentence(
            _("Show any set"), _("Choose one or more neighbouring cards, then press Show.")
        )
    if not can_show:
        both = can_scout and view.scout_and_show[view.seat]
        return Sentence(
            _("Nothing in your hand beats {set}").format(set=numbers(active)),
            _("Scout, or try Scout & Show.") if both else _("Scout a card that helps you."),
        )
    return Sentence(
        _("Show or scout"),
        _("Choose neighbours that beat {set}, or scout.").format(set=numbers(active)),
    )
