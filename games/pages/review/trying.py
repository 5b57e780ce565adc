"""A try in words: what its headline asks, and what came of it."""

from typing import Any, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.bots.reviewing.options import Option, expected, kind_of
from games.pages.review.choice import option_lines, zero_of
from games.pages.review.look import Look
from games.review.trying import Outcome, Trial
from games.rules.scoring import SeatScore
from games.words.amounts import plus, signed
from games.words.names import told


class Side(NamedTuple):
    """One of the two results."""

    title: str
    points: str
    made_of: str
    """``"6 won + 5 chips − 1"``."""
    better: bool


def asked(look: Look, trial: Trial) -> dict[str, Any]:
    """Return what the headline of the table says."""
    number = look.place.number
    return {
        "trying": _("You’re trying move {number} again").format(number=number)
        if number
        else _("You’re trying the deal again"),
        "review_address": look.address(look.place),
    }


def tried(look: Look, trial: Trial) -> dict[str, Any]:
    """Return the context of ``games/review/tried.html``."""
    assert trial.outcome is not None
    now, then = trial.outcome
    both = _both(look, trial)
    return {
        **asked(look, trial),
        "name": look.subject.name,
        "section": "mine",
        "heading": ngettext(
            "{points} point this time", "{points} points this time", now.total
        ).format(points=signed(now.total)),
        "said": _said(look, trial, trial.outcome),
        "sides": (
            _side(_("In the game"), then, better=then.total > now.total),
            _side(_("This time"), now, better=now.total > then.total),
        ),
        "options": option_lines(look.decisions[look.place].view, both),
        "zero": zero_of(both),
        "following": _next_point(look),
    }


def _side(title: str, score: SeatScore, *, better: bool) -> Side:
    parts = [_("{count} won").format(count=score.collected)]
    parts.append(
        ngettext("+ {count} chip", "+ {count} chips", score.chips).format(count=score.chips)
    )
    if not score.ender and score.hand:
        parts.append(_("− {count} in hand").format(count=score.hand))
    return Side(title, plus(score.total), " ".join(parts), better)


def _said(look: Look, trial: Trial, outcome: Outcome) -> SafeString:
    now, then = outcome.this_time.total, outcome.in_the_game.total
    template = (
        _("In the game you made {points}.")
        if look.person.me
        else _("In the game {name} made {points}.")
    )
    said = told(template, name=look.person.name, points=signed(then))
    first, played = (option.points for option in _moves(look, trial))
    if first > played and now < then:
        return told(_("{said} The cards were kind then."), said=said)
    if first < played and now > then:
        return told(_("{said} This time the cards were kind to you."), said=said)
    return said


def _moves(look: Look, trial: Trial) -> tuple[Option, Option]:
    """Return what was tried first, and what was played in the game."""
    view, one, move = look.decisions[look.place].view, look.review.at(look.place), trial.made[0]
    found = [one.played, *(one.verdict.best if one.verdict else ())]
    for option in found:
        if kind_of(view, option.move) == kind_of(view, move):
            return option, one.played
    # The review has no figure for it: both by the same measure, which takes no time.
    return expected(view, move), expected(view, one.played.move)


def _both(look: Look, trial: Trial) -> list[Option]:
    """Return both moves, better first; one if they come to the same."""
    view = look.decisions[look.place].view
    shown = sorted(_moves(look, trial), key=lambda option: -option.points)
    same = kind_of(view, shown[0].move) == kind_of(view, shown[1].move)
    return shown[:1] if same else shown


def _next_point(look: Look) -> str:
    """Return the address of the turning point after this one, round and round."""
    points = look.summary.turning_points
    if not points or points == (look.place,):
        return ""
    at = points.index(look.place) if look.place in points else -1
    return look.address(points[(at + 1) % len(points)])
