"""What the page's script needs to judge at once, in the words of the server.

It gets the set to be beaten and every sentence there can be on a selection, and works out the rest
from the hand it sees. What may be played it is not told.
"""

from typing import Any

from games.pages.table.buttons import Bar
from games.pages.table.choices import Choice
from games.pages.table.scouting import scouting_phrases
from games.rules.cards import TOPS, Cards
from games.rules.views import View
from games.words.people import People
from games.words.rule_links import rule_text
from games.words.sets import addition_template, verdicts

LONGEST_SET = 10


def phrases_for(
    view: View, people: People, choice: Choice, bar: Bar, beaten: Cards, *, legal_sets: bool
) -> dict[str, Any]:
    """The phrases for what is being chosen.

    ``beaten`` is the set that a show has to beat, ``legal_sets`` whether the page may point out
    sets that could be shown.
    """
    if choice.mode and not choice.showing:
        return {"placing": scouting_phrases(view, people, choice)}
    return {
        "beaten": list(beaten.translate(TOPS)),
        "verdicts": verdicts(beaten, LONGEST_SET),
        "rules": {place: rule_text(place) for place in ("show", "beats")},
        "add": addition_template(beaten) if legal_sets and beaten else "",
        "ask": bar.ask,
        "gain": bar.gain,
    }
