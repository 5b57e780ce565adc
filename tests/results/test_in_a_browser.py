"""A rated game of two in browsers, and where it appears afterwards."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from games.log.store import load
from games.models import Game
from tests.browser.table import Player, sit_down
from tests.browsing import OpenPage
from tests.results.finished import finished, table
from tests.tables import ends_the_game, play_on

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

BEFORE = 9
"""Rated games of a player who needs one more for the leaderboard."""


def play(game: Game, pages: list[Page], *, most: int = 1000) -> None:
    players = [Player(page) for page in pages]
    for _ in range(most):
        if (log := load(game)).over:
            return
        player = players[log.people_to_act[0]]
        player.page.goto(f"/games/{game.public_id}/")
        player.wait()
        player.take_turn()


def test_a_game_played_in_the_browser_shows_up_everywhere(
    open_page: OpenPage, tmp_path: Path
) -> None:
    for day in range(BEFORE):
        finished("Maya", "Bruno", rated=True, day=day)
    game = table("Maya", "Bruno", rated=True, open_to_all=True)
    mine, his, stranger = open_page("/rules/"), open_page("/rules/"), open_page("/leaderboards/")
    expect(stranger.locator("main")).not_to_contain_text("Maya")
    sit_down(mine, game)
    sit_down(his, game, seat=1)
    play(game, [mine, his], most=6)
    play_on(game, until=ends_the_game)
    play(game, [mine, his])
    state = load(game).state

    mine.goto(f"/games/{game.public_id}/")
    expect(mine.locator(".poster.final")).to_be_visible()
    expect(mine.locator("main")).to_contain_text("How the ratings changed")
    mine.get_by_role("link", name="Replay").first.click()
    expect(mine.locator("#headline")).to_contain_text("Round 1, move 1 of")

    for name, other in (("Maya", "Bruno"), ("Bruno", "Maya")):
        stranger.goto(f"/players/{name}/")
        expect(stranger.locator("main")).to_contain_text(f"{BEFORE + 1} games")
        expect(stranger.locator("main")).to_contain_text("Rating, 2 players")
        expect(stranger.get_by_role("link", name=other).first).to_be_visible()
        stranger.goto(f"/players/{name}/games/")
        replays = stranger.locator(f"a[href^='/games/{game.public_id}/replay/']")
        expect(replays.first).to_be_visible()
        stranger.goto("/leaderboards/?players=2")
        expect(stranger.get_by_role("link", name=re.compile(name))).to_be_visible()
    stranger.goto(f"/games/{game.public_id}/replay/?round=2")
    expect(stranger.locator("#headline")).to_contain_text("Round 2, move 1 of")

    mine.goto("/records/")
    with mine.expect_download() as download:
        mine.get_by_role("link", name="Download all your games").click()
    file = tmp_path / "records.jsonl"
    download.value.save_as(file)
    records = [json.loads(line) for line in file.read_text().splitlines()]
    assert len(records) == BEFORE + 1
    (record,) = [each for each in records if each["meta"]["id"] == game.public_id]
    assert record["winners"] == list(state.winners or ())
    assert [each["scores"][0]["total"] for each in record["rounds"]] == [
        result.scores[0].total for result in state.results
    ]
