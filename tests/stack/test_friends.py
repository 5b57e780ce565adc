"""Two people in browsers with two bots on the real stack: from invitation to rematch."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, expect

from games.log.store import load
from games.models import Actor, Game, Move
from games.upkeep.verify import first_fault
from tests.accounts.people import account
from tests.browser.table import Player
from tests.browsing import NARROW, WIDE
from tests.stack.conftest import PostOffice
from tests.stack.people import session_of
from tests.stack.processes import Stack, running
from tests.workers import wait_until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.browser,
    pytest.mark.postgres,
    pytest.mark.redis,
    pytest.mark.django_db(transaction=True),
]

TURN_SECONDS = 45


@pytest.fixture
def stack(transactional_db: None, tmp_path: Path, post_office: PostOffice) -> Iterator[Stack]:
    """Clocks run fast."""
    with running(tmp_path, TURN_SECONDS=str(TURN_SECONDS), EMAIL_URL=post_office.url) as stack:
        yield stack


def browse(chromium: Browser, stack: Stack, size: tuple[int, int], session: str = "") -> Page:
    """Signed in if a session is given."""
    context = chromium.new_context(
        base_url=stack.url, locale="en-GB", viewport={"width": size[0], "height": size[1]}
    )
    if session:
        cookie = {"name": settings.SESSION_COOKIE_NAME, "value": session, "url": stack.url}
        context.add_cookies([cookie])  # type: ignore[list-item]
    return context.new_page()


def game_of(page: Page) -> Game:
    return Game.objects.get(public_id=urlsplit(page.url).path.split("/")[2])


def play_to_the_end(game: Game, pages: list[Page]) -> None:
    players = [Player(page) for page in pages]
    while not load(game).over:
        acting = load(game).people_to_act
        for seat in acting:
            log = load(game)
            if seat not in log.people_to_act:
                continue
            # A page that has not heard of the last move yet shows an outdated choice.
            seq = players[seat].page.locator("[name=seq]").first
            expect(seq).to_have_value(str(log.state.seq), timeout=30_000)
            players[seat].wait()
            if not players[seat].over:
                players[seat].take_turn()
        if not acting:
            wait_until(lambda: bool(load(game).people_to_act) or load(game).over, seconds=60)


def test_two_friends_and_two_bots_play_from_the_invitation_to_the_rematch(
    chromium: Browser, stack: Stack, post_office: PostOffice
) -> None:
    maya = account("Maya", "maya@example.org")
    mine = browse(chromium, stack, WIDE, session_of(maya))
    mine.goto("/games/new/")
    for seat, bot in ((3, "pip"), (4, "tilly")):
        mine.get_by_label(f"Seat {seat}").select_option(bot)
    mine.get_by_role("button", name="Start a game").click()
    expect(mine.locator("#headline")).to_have_text("Waiting for one more")
    link = mine.get_by_label("Invitation link", exact=True).input_value()

    friend = browse(chromium, stack, NARROW)
    friend.goto(link)
    friend.get_by_label("Name at the table").fill("Wanda")
    friend.get_by_role("button", name="Sit down").click()
    for page in (friend, mine):
        expect(page.locator("#headline")).to_have_text("Which way up?")
    game = game_of(mine)
    assert game.turn_seconds == TURN_SECONDS

    # Maya has her hand as she likes it; Wanda does not come back in time, once.
    Player(mine).take_turn()
    wait_until(lambda: Move.objects.filter(actor=Actor.CLOCK).exists(), seconds=TURN_SECONDS + 60)
    late = Move.objects.filter(actor=Actor.CLOCK).earliest("created_at")
    assert 0 <= (late.created_at - load(game).current_rows[0].created_at).total_seconds() <= 90

    play_to_the_end(game, [mine, friend])
    for page in (mine, friend):
        Player(page).wait()
        expect(page.locator(".poster.final")).to_be_visible(timeout=30_000)
    assert first_fault(game) is None
    mine.get_by_role("button", name="Rematch").click()
    expect(mine.locator("#headline")).to_have_text("Waiting for one more")
    friend.reload()
    friend.get_by_role("button", name="Rematch").click()
    for page in (mine, friend):
        expect(page.locator("#headline")).to_have_text("Which way up?")
    again = game_of(mine)
    assert again.rematch_of == game
    seats = [list(each.seats.values_list("name", "bot")) for each in (game, again)]
    assert seats[0] == seats[1]

    mine.context.close()
    post_office.expect_no_mail_twice()
    friend.context.close()
