"""Phrases and facts for scripts, never which moves are legal."""

from typing import Any

from django.utils.translation import gettext as _

from games.pages.table.buttons import GOOD, Bar
from games.pages.table.choices import Choice
from games.pages.table.plan.bars import PENCIL, planning_phrases
from games.pages.table.plan.box import PlanBox
from games.pages.table.plan.verdicts import asks_first_show, offer, plan_verdicts
from games.pages.table.scouting import scouting_phrases
from games.rules.cards import TOPS, Cards
from games.rules.views import View
from games.words.kept import kept_per_language
from games.words.names import ended, plain
from games.words.people import People
from games.words.rule_links import rule_text
from games.words.sets import addition_template, verdicts

LONGEST_SET = 10


@kept_per_language
def page_words() -> dict[str, Any]:
    """Return sentences for every position, with braces to fill."""
    return {
        "move": _("Move"),
        "sending": _("Sending…"),
        "tap": _("Tap to go on"),
        "again": _("Send again: {move}"),
        "unsent": {"title": _("Not sent"), "reason": _("Your move is still here: {move}.")},
        "lost": {"title": ended(_("Not connected")), "reason": _("Your selection is kept.")},
        "next": _("Next try in {seconds} s."),
        "now": _("Try now"),
        "expired": {
            "title": ended(_("This page is out of date")),
            "reason": _("Reload it; nothing was played."),
        },
        "hasty": {
            "title": ended(_("Too fast")),
            "reason": _(
                "That was a lot at once. Wait a moment, then press again; your move is still here."
            ),
        },
        "chat": {
            "one": _("1 new message"),
            "many": _("{count} new messages"),
            "unsent": _("Not sent. Your words are still here."),
        },
        "clock": {
            "days": _("{count} days left"),
            "hours": _("{count} h left"),
            "minutes": _("{count} min left"),
            "moment": _("under a minute left"),
            "over": _("time is up"),
        },
    }


def phrases_for(
    view: View,
    people: People,
    choice: Choice,
    bar: Bar,
    beaten: Cards,
    box: PlanBox | None = None,
    *,
    legal_sets: bool,
) -> dict[str, Any]:
    """Return phrases for the current choice; ``box`` is the viewer's plan.

    ``legal_sets`` permits naming sets that beat ``beaten``.
    """
    if choice.mode and not choice.showing:
        placing = scouting_phrases(view, people, choice)
        return {
            "placing": planning_phrases(placing, bar, choice.wanted) if choice.plans else placing
        }
    if bar.ask is None:
        # A plan is about to be played, whatever is selected.
        return {}
    if choice.plans and box:
        return {
            "beaten": [],
            "verdicts": plan_verdicts(LONGEST_SET, offer(view, choice, box)),
            "rules": {place: rule_text(place) for place in ("show", "beats")},
            "add": "",
            "ask": bar.ask,
            "gain": "",
            "good": list(GOOD if asks_first_show(view, box) else PENCIL),
            "face": "plan",
            "tab": str(box.next_number),
        }
    return {
        "beaten": list(beaten.translate(TOPS)),
        "verdicts": verdicts(beaten, LONGEST_SET, left=choice.at_once),
        "rules": {place: rule_text(place) for place in ("show", "beats")},
        "add": addition_template(beaten) if legal_sets and beaten else "",
        "ask": bar.ask and [plain(part) for part in bar.ask],
        "gain": plain(bar.gain),
    }
