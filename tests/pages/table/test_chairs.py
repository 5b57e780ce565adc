"""Chairs that bots keep, players who leave, and games that end unfinished."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from games.models import Game, Move
from games.play.chat import say
from games.play.clock import void_abandoned
from games.play.ending import agree_to_end
from games.rules.moves import Orient
from tests.pages.conftest import play, visit
from tests.pages.page import without_tokens
from tests.pages.seats import (
    all_keep,
    at_seat,
    keep_chair,
    on_turn,
    one_move,
    run_out,
    summary,
    watching,
    without_chance,
)
from tests.tables import bot_game, people_game

pytestmark = pytest.mark.django_db

BEGIN = datetime(2026, 3, 2, 12, tzinfo=UTC)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Game:
    without_chance(monkeypatch)
    game = people_game(3, open_to_all=True)
    all_keep(game)
    return game


@pytest.fixture
def kept(table: Game) -> int:
    """The seat whose chair a bot keeps."""
    seat = on_turn(table)
    keep_chair(table, seat)
    return seat


def test_a_kept_chair_is_offered_back_on_every_visit(table: Game, kept: int) -> None:
    player = at_seat(table, kept)
    for _ in range(2):
        page = player.look()
        assert "A bot is keeping your chair." in page.text
        assert "Your time ran out. A bot took your chair." in page.text
        assert "Your chair is kept" in page.text
        assert not {"show", "scout", "both"} & {*page.buttons}
    assert "A bot is keeping your chair" not in at_seat(table, (kept + 1) % 3).page.text


def test_others_read_whose_chair_a_bot_keeps(table: Game, kept: int) -> None:
    name = table.seats.get(number=kept).name
    for visitor in (at_seat(table, (kept + 1) % 3), watching(table)):
        assert f"{name}’s chair, kept by a bot" in visitor.page.labels
        assert f"{name}’s time ran out. A bot took the chair." in visitor.page.text


def test_the_bots_moves_are_those_of_the_chair(table: Game, kept: int) -> None:
    while on_turn(table) != kept:
        one_move(table)
    one_move(table)
    name = table.seats.get(number=kept).name
    assert "Your chair s" in at_seat(table, kept).page.text
    assert f"{name}’s chair s" in at_seat(table, (kept + 1) % 3).page.text
    assert "It has played 1 turn and plays on until you’re back." in at_seat(table, kept).page.text


def test_one_press_takes_the_chair_back(table: Game, kept: int) -> None:
    player = visit(table) if kept == 0 else at_seat(table, kept)
    page = at_seat(table, kept).at("take-back")
    assert page.status == 200
    assert "You took your chair back" in page.text
    assert "A bot is keeping your chair" not in player.look().text
    assert "took the chair back" in at_seat(table, (kept + 1) % 3).page.text


def test_nothing_happens_by_a_look_at_the_address(table: Game, kept: int) -> None:
    player = at_seat(table, kept)
    for address in ("take-back", "leave", "end", "nudge"):
        assert player.client.get(f"{player.path}{address}/").status_code == 405
    assert "A bot is keeping your chair." in player.look().text


def test_when_bots_keep_all_chairs_the_game_waits_and_says_so(table: Game) -> None:
    while not summary(table).paused_since:
        if summary(table).deadline:
            run_out(table)
        else:
            one_move(table)
    page = at_seat(table, 0).page
    assert page.headings == ["The game is paused"]
    assert "the game waits until one of the players is back" in page.text
    assert "It ends unfinished on" in page.text
    assert "The game is paused" in watching(table).page.text
    page = at_seat(table, 1).at("take-back")
    assert "paused" not in page.text
    assert "A bot is keeping your chair" in at_seat(table, 0).page.text


def test_a_game_to_which_nobody_came_back_ends_without_a_winner(table: Game) -> None:
    while not summary(table).paused_since:
        if summary(table).deadline:
            run_out(table)
        else:
            one_move(table)
    since = summary(table).paused_since
    assert since
    with time_machine.travel(since + timedelta(days=30), tick=False):
        assert void_abandoned(game_id=table.pk, now=timezone.now())
    page = at_seat(table, 0).page
    assert page.headings == ["Ended unfinished"]
    assert "Nobody came back. Nobody wins, and it doesn’t count." in page.text


def test_who_leaves_watches_from_then_on_and_a_bot_plays(table: Game) -> None:
    seat = on_turn(table)
    name = table.seats.get(number=seat).name
    page = at_seat(table, seat).at("leave")
    assert "You are watching." in page.text
    assert "#hand" in page.html
    assert not page.checked
    assert 'name="card"' not in page.html
    other = at_seat(table, (seat + 1) % 3).page
    assert f"{name} left. A bot plays on." in other.text
    assert f"{name} left. A bot plays on." in other.labels


def test_leaving_by_htmx_loads_the_whole_page(table: Game) -> None:
    player = at_seat(table, 0)
    response = player.client.post(f"{player.path}leave/", headers={"HX-Request": "true"})
    assert response["HX-Redirect"] == player.path


def test_who_leaves_a_game_against_bots_ends_it_unfinished() -> None:
    game = bot_game()
    page = at_seat(game, 0)
    assert "Nobody else is here, so the game ends unfinished." in page.page.text
    after = page.at("leave")
    assert after.headings == ["Ended unfinished"]
    assert "All players left." in after.text
    assert "Round 1: all hands as dealt" in after.text


def test_the_price_of_leaving_a_rated_game_is_said_before_the_press(
    table: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    price = "This game is rated: you take the last place for the rating"
    assert price not in at_seat(table, 0).page.text
    Game.objects.filter(pk=table.pk).update(rated=True)
    assert f"{price}, whatever your chair wins." in at_seat(table, 0).page.text
    assert "As it is still the first round, nobody gains." in at_seat(table, 0).page.text
    assert price not in watching(table).page.text
    while summary(table).round_number == 0:
        one_move(table)
    all_keep(table)
    assert price in at_seat(table, 0).page.text
    assert "nobody gains" not in at_seat(table, 0).page.text


def test_all_players_agreeing_end_the_game_and_open_the_hands(table: Game) -> None:
    first = at_seat(table, 0).at("end", vote="agree")
    assert "You agreed to end the game unfinished." in first.text
    names = [table.seats.get(number=seat).name for seat in range(3)]
    second = at_seat(table, 1)
    assert "End the game unfinished?" in second.page.text
    assert f"{names[0]} agrees." in second.page.text
    assert f"It ends without a winner once you and {names[2]} agree too." in second.page.text
    assert "End the game unfinished?" not in at_seat(table, 0).at("end", vote="withdraw").text
    assert "End the game unfinished?" not in second.look().text
    for seat in range(3):
        last = at_seat(table, seat).at("end", vote="agree")
    assert last.headings == ["Ended unfinished"]
    assert "All agreed to end it." in last.text
    assert "Round 1: all hands as dealt" in last.text
    assert "ahead of" not in last.text
    assert "final curtain" not in last.text
    for path in ("/games/", f"/games/{table.public_id}/board/"):
        assert second.client.get(path).status_code == 200


def test_a_game_can_end_unfinished_in_a_later_round(table: Game) -> None:
    while summary(table).round_number == 0:
        one_move(table)
    for seat in range(3):
        page = at_seat(table, seat).at("end", vote="agree")
    assert page.headings == ["Ended unfinished"]
    assert "Round 2: all hands as dealt" in page.text


def test_who_only_watches_has_no_say(table: Game) -> None:
    for address in ("take-back", "leave", "end", "nudge"):
        page = watching(table).at(address, vote="agree", seat="0")
        assert "You are watching" in page.alert
    assert summary(table).status == "running"


def test_a_nudge_is_offered_once_half_of_the_time_has_passed(table: Game) -> None:
    seat = on_turn(table)
    name = table.seats.get(number=seat).name
    other = at_seat(table, (seat + 1) % 3)
    began = summary(table).began_at

    def offered() -> bool:
        page = other.look()
        return f"Nudge {name}" in page.text and not re.search(r"hidden>\s*<span>Nudge", page.html)

    with time_machine.travel(began + timedelta(hours=11), tick=False):
        assert not offered()
        assert "half of their time" in other.at("nudge", seat=str(seat)).alert
    with time_machine.travel(began + timedelta(hours=13), tick=False):
        assert offered()
        assert f"Nudge {name}" not in other.at("nudge", seat=str(seat)).text
        assert f"Nudge {name}" not in at_seat(table, (seat + 2) % 3).page.text
        assert "already been nudged for this turn" in other.at("nudge", seat=str(seat)).alert
        assert "Nudge" not in at_seat(table, seat).page.text
        assert "Nudge" not in watching(table).page.text


def test_what_a_hand_hides_changes_no_byte_for_anybody_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    without_chance(monkeypatch)
    worlds = []
    for flip in (False, True):
        with time_machine.travel(BEGIN, tick=False):
            game = people_game(3, open_to_all=True)
            play(game, 1, Orient(flip=flip))
            say(game_id=game.pk, seat=2, text="Good luck")
            agree_to_end(game_id=game.pk, seat=1, agrees=True)
        with time_machine.travel(BEGIN + timedelta(hours=20), tick=False):
            readers = [at_seat(game, 0), at_seat(game, 2), watching(game)]
            htmls = [reader.page.html for reader in readers]
            run_out(game)
            htmls += [reader.look().html for reader in readers]
        worlds.append([masked(html, game) for html in htmls])
    assert worlds[0] == worlds[1]


def masked(html: str, game: Game) -> str:
    """Without what is random by design."""
    html = without_tokens(html)
    html = re.sub(r"\\u0022\w{32}\\u0022", "TAG", html)
    html = re.sub(r'(id="message-|data-message=")\d+"', "", html)
    for head in Move.objects.filter(game=game).values_list("mac", flat=True):
        html = html.replace(head, "HEAD")
    return html.replace(game.public_id, "ID")


def test_who_is_away_is_asked_to_end_the_game_and_told_what_silence_means(
    table: Game, kept: int
) -> None:
    agree_to_end(game_id=table.pk, seat=(kept + 1) % 3, agrees=True)
    away = at_seat(table, kept).page
    assert "End the game unfinished?" in away.text
    assert "If you don’t answer by" in away.text
    assert "Take it back" in away.text
    name = table.seats.get(number=kept).name
    there = at_seat(table, (kept + 2) % 3).page
    assert f"{name} (no answer needed from" in there.text
    assert "Your next move declines the offer." in there.text
    agreed = at_seat(table, kept).at("end", vote="agree")
    assert "You agreed to end the game unfinished." in agreed.text
