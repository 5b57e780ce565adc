"""The table is light, also on a slow line.

What counts is what a turn waits for: the page (30 KB) and its scripts and styles (60 KB, without
fonts), each file compressed by itself, with the modules that those import. What the page brings
later (`late.js`), or fetches once it is needed, has a limit of its own: 35 KB.
"""

import gzip
import re
from collections.abc import Iterable
from pathlib import Path

from django.contrib.staticfiles import finders

from games.log import store as log
from games.rules.moves import Orient
from tests.pages.conftest import play, visit
from tests.pages.page import Visitor
from tests.tables import people_game, play_on

KILOBYTE = 1000

AT_ONCE = r"<(?:script[^>]* src|link rel=.stylesheet. href)=./static/([^\"]+)"
LATER = r"<link rel=.prefetch. as=.\w+. href=./static/([^\"]+)"
IMPORT = r"(?m)^import [^;(]*\"(games/[^\"]+)\";$"
NEEDED = r"(?m)\bimport\(\"(games/[^\"]+)\"\)|^  .*: \"(games/\S+\.js)\",$"


def text_of(path: str) -> str:
    found = finders.find(path)
    assert isinstance(found, str)
    return Path(found).read_text()


def with_imports(paths: Iterable[str]) -> set[str]:
    """With all modules that these wait for."""
    found: set[str] = set()
    waiting = list(paths)
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += re.findall(IMPORT, text_of(path))
    return found


def weight(paths: Iterable[str]) -> int:
    return sum(len(gzip.compress(text_of(path).encode())) for path in paths)


def expect_light(html: str) -> None:
    assert len(gzip.compress(html.encode())) < 30 * KILOBYTE
    scripted = re.sub(r"<noscript>.*?</noscript>", "", html, flags=re.DOTALL)
    at_once = with_imports(re.findall(AT_ONCE, scripted))
    assert len(at_once) >= 20
    assert weight(at_once) < 60 * KILOBYTE
    needed = {
        name for path in at_once for names in re.findall(NEEDED, text_of(path)) for name in names
    }
    later = with_imports([*re.findall(LATER, scripted), *filter(None, needed)]) - at_once
    assert len(later) >= 15
    assert weight(later) < 35 * KILOBYTE


def test_the_table_is_light(player: Visitor) -> None:
    expect_light(player.page.html)


def test_so_it_is_after_a_round_among_people_with_a_plan(db: None) -> None:
    game = people_game(3)
    play_on(game, until=lambda state: len(state.results) == 1)
    state = log.load_state(game)
    for seat in state.to_act:
        play(game, seat, Orient(flip=False))
    waits = next(seat for seat in range(3) if seat not in log.load_state(game).to_act)
    page = visit(game, seat=waits).page.html
    assert 'rel="stylesheet" href="/static/games/table/plan.css"' in page
    assert 'id="chat"' in page
    assert 'id="last-round"' in page
    expect_light(page)
