"""Moves taken back in a replay: struck through, in words too, and nowhere else."""

import json
import re
from collections import Counter

import pytest
from django.test import Client

from games.bots.reviewing.whole import Place
from games.log.reading import read_rows
from games.log.store import load_state
from games.models import Game
from games.review.working import made_by_players
from games.rules.records import check_line
from tests.tables import people_game, play_on, take_back

pytestmark = pytest.mark.django_db

_LINE = re.compile(r"<li( class=\"undone\")?>(.*?)</li>", re.DOTALL)


@pytest.fixture
def game() -> Game:
    """In its first round moves were taken back twice, five in all: all but the first stand anew."""
    game = people_game(3, open_to_all=True)
    play_on(game, moves=3 + 5)
    take_back(game, turn=2)
    play_on(game, moves=1)
    take_back(game, turn=1)
    play_on(game, moves=2)
    return game


def lines_of(game: Game, number: int = 1) -> list[tuple[bool, str]]:
    """The list of a round's moves: whether each is undone, and its markup."""
    page = Client().get(f"/games/{game.public_id}/replay/?round={number}").content.decode()
    start = page.index('<ol id="moves">')
    return [(undone != "", line) for undone, line in _LINE.findall(page, start)]


def test_they_are_struck_through_in_words_too_where_they_were_made(game: Game) -> None:
    for _ in ("in play", "at the end"):
        lines = lines_of(game)
        assert [undone for undone, _line in lines[:8]] == [False, *[True] * 5, False, False]
        for _undone, line in lines[1:6]:
            assert re.search(r"<s>.+</s>", line)
            assert re.search(r"<small[^>]*>taken back</small>", line)
            assert "aria-hidden" not in line[line.index("<s>") :]
            assert "<a " not in line, "it is no moment to go to"
        # Moves are numbered as if nothing else had been.
        numbers = [re.findall(r'data-go="(\d+)"', line) for undone, line in lines if not undone]
        assert numbers == [[str(number)] for number in range(1, len(numbers) + 1)]
        play_on(game)
    assert not any(undone for undone, _line in lines_of(game, 2))


def test_they_are_in_no_record_figure_or_review(game: Game) -> None:
    play_on(game)
    results = load_state(game).results
    made = [len(result.history) for result in results]
    line = b"".join(Client().get(f"/games/{game.public_id}/record/"))
    assert check_line(line) == {"ok": True}
    assert [len(each["moves"]) for each in json.loads(line)["rounds"]] == made
    by_seat = Counter(move.seat for result in results for move in result.history)
    tallies = dict(game.results.values_list("seat__number", "tally"))
    counted = {
        seat: sum(tally.get(kind, 0) for kind in ("show", "scout", "scout_and_show"))
        for seat, tally in tallies.items()
    }
    assert counted == by_seat
    chosen = {Place(each.number, 0, seat) for each in results for seat in range(3)}
    assert made_by_players(read_rows(game.pk)) == chosen | {
        Place(each.number, number, move.seat)
        for each in results
        for number, move in enumerate(each.history, start=1)
    }
