"""Bots at tables: when they answer, who replaces them, whom they delay."""

import asyncio
import logging
import threading
import time
from collections.abc import Collection, Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth import get_user_model
from django.test import AsyncClient, Client
from django.utils import timezone

from games.bots.registry import LEVELS, TROUPE, choose_move
from games.live import announce, watching
from games.log.store import load_state
from games.models import Actor, Game, GameSummary
from games.people.taste import Taste
from games.play import bots, thinking
from games.play.move import enter_move
from games.rules.moves import Orient, Show
from games.rules.views import View
from games.tasks import sweep
from scoutsite.celery import EXPERTS, QUEUE, app
from tests.bots.swapping import swap
from tests.tables import bot_game
from tests.workers import wait_until

Sent = list[tuple[str, list[Any], float]]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    """Workers' requests: task, arguments, pause."""
    messages: Sent = []

    def note(name: str, args: list[Any], countdown: float, expires: float | None) -> None:
        messages.append((name, args, countdown))
        assert expires == (60 if name == "games.play_experts" else None)

    monkeypatch.setattr(app, "send_task", note)
    return messages


@pytest.fixture
def stuck(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Experts think until the test is over; set once one began."""
    began, over = threading.Event(), threading.Event()
    thinking_on: list[threading.Thread] = []

    def think_for_ever(view: View, chance: object) -> Orient:
        thinking_on.append(threading.current_thread())
        began.set()
        over.wait(60)
        return Orient(flip=False)

    swap(monkeypatch, "ada", think_for_ever)
    yield began
    over.set()
    # No bot is asked while another of its level has not come back.
    for thread in thinking_on:
        thread.join(20)


def choose_orientation(game: Game) -> None:
    enter_move(game_id=game.pk, seat=0, move=Orient(flip=False), seq=0, actor=Actor.PLAYER)


def waits_for_the_player(game: Game) -> bool:
    state = load_state(game)
    return state.seq > 0 and state.to_act == (0,)


async def with_open_page(game: Game, client: AsyncClient, *spots: str) -> tuple[set[str], set[str]]:
    """Which of `spots` count as watched with a page of `game` open, and after closing."""
    response: Any = await client.get(f"/stream/?game={game.public_id}")

    async def read() -> None:
        async for _ in response.streaming_content:
            pass

    page = asyncio.create_task(read())
    while_open = await watched(spots, set(spots))
    page.cancel()
    return while_open, await watched(spots, set())


async def watched(spots: Collection[str], wanted: set[str]) -> set[str]:
    end = time.monotonic() + 60
    while watching.watched_of(spots) != wanted and time.monotonic() < end:
        await asyncio.sleep(0.02)
    return watching.watched_of(spots)


@pytest.mark.django_db(transaction=True)
def test_a_game_is_watched_while_somebody_has_its_page_open(sent: Sent) -> None:
    game = bot_game()
    owner = game.seats.get(number=0).user
    assert owner is not None
    client = AsyncClient()
    client.force_login(owner)
    player = (watching.person(owner.pk), watching.person_at(owner.pk, game.public_id))
    spots = (game.public_id, *player)
    assert watching.watched_of(spots) == set()
    assert asyncio.run(with_open_page(game, client, *spots)) == (set(spots), set())


@pytest.mark.django_db(transaction=True)
def test_bots_pause_while_somebody_looks_and_answer_at_once_otherwise(
    sent: Sent, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BOT_PAUSE_SECONDS = 0.8
    game = bot_game()
    assert [pause for _, _, pause in sent] == [0]
    monkeypatch.setattr(watching, "is_watched", lambda public_id: public_id == game.public_id)
    choose_orientation(game)
    bot_game()
    pauses = [pause for _, _, pause in sent]
    assert pauses == [0, announce.pause_at(game.public_id, 1), 0]
    assert 0.6 * 0.8 <= pauses[1] <= 1.4 * 0.8


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("pace", "times"), [("slow", 1.6), ("normal", 1), ("once", 0)])
def test_bots_move_at_the_pace_of_the_one_person_who_plays_them(
    sent: Sent, settings: Any, monkeypatch: pytest.MonkeyPatch, pace: str, times: float
) -> None:
    settings.BOT_PAUSE_SECONDS = 0.8
    monkeypatch.setattr(watching, "is_watched", lambda _: True)
    game = bot_game()
    get_user_model().objects.filter(seats__game=game).update(taste=Taste(pace=pace).text)
    choose_orientation(game)
    assert sent[-1][2] == times * announce.pause_at(game.public_id, 1)


@pytest.mark.django_db(transaction=True)
def test_nobody_s_pace_holds_where_several_people_play(
    sent: Sent, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BOT_PAUSE_SECONDS = 0.8
    monkeypatch.setattr(watching, "is_watched", lambda _: True)
    game = bot_game()
    friend = get_user_model().objects.create_user("Ilse", taste=Taste(pace="once").text)
    game.seats.filter(number=1).update(bot="", user=friend)
    get_user_model().objects.update(taste=Taste(pace="once").text)
    choose_orientation(game)
    assert sent[-1][2] == announce.pause_at(game.public_id, 1)


def test_pauses_vary_around_the_usual_one_and_nothing_varies_around_none(settings: Any) -> None:
    settings.BOT_PAUSE_SECONDS = 0.8
    pauses = [announce.pause_at("a-game", version) for version in range(200)]
    assert pauses == [announce.pause_at("a-game", version) for version in range(200)]
    assert 0.48 <= min(pauses) < 0.55
    assert 1.05 < max(pauses) <= 1.12
    assert announce.pause_at("another", 0) != pauses[0]
    settings.BOT_PAUSE_SECONDS = 0
    assert announce.pause_at("a-game", 7) == 0


@pytest.mark.django_db
def test_a_page_that_asks_for_news_and_is_looked_at_watches_for_a_while(
    sent: Sent, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = bot_game()
    client = Client()
    client.force_login(game.seats.get(number=0).user)  # type: ignore[arg-type]
    address = f"/games/{game.public_id}/board/"
    seen = {"HX-Request": "true", "Page-Visible": "1"}
    assert Client().get(address, headers=seen).status_code == 404
    etag = client.get(address, headers={"HX-Request": "true"})["ETag"]
    assert not watching.is_watched(game.public_id)
    unchanged = client.get(address, headers={**seen, "If-None-Match": etag})
    assert unchanged.status_code == 304
    assert watching.is_watched(game.public_id)
    monkeypatch.setattr(watching, "ASKED_SECONDS", -1.0)
    client.get(address, headers=seen)
    assert not watching.is_watched(game.public_id)


@pytest.mark.redis
def test_with_redis_all_processes_know_who_asked_for_news() -> None:
    game = f"asked-{uuid4().hex}"
    assert not watching.is_watched(game)
    watching.asked_for_news(game)
    assert watching.is_watched(game)


@pytest.mark.redis
def test_a_page_that_leaves_before_its_entry_is_made_leaves_none() -> None:
    page = watching._Page(f"crossed-{uuid4().hex}")
    page.left = True
    page.leave()
    page.enter()
    assert not watching.is_watched(page._spot)


@pytest.mark.django_db(transaction=True)
def test_experts_have_a_queue_of_their_own(sent: Sent) -> None:
    bot_game(2)
    bot_game(2, ["ada"])
    tasks = [name for name, _, _ in sent]
    assert tasks == ["games.play_bots", "games.play_experts"]
    queues = [app.amqp.router.route({}, task)["queue"].name for task in tasks]
    assert queues == [QUEUE, EXPERTS]
    app.loader.import_default_modules()
    limit = app.tasks["games.play_experts"].time_limit
    assert limit is not None
    assert 0 < limit <= 30


def test_experts_play_until_it_is_the_players_turn(worker: None) -> None:
    game = bot_game(3, ["ada", "mabel"])
    choose_orientation(game)
    wait_until(lambda: waits_for_the_player(game))
    assert {move.actor for move in game.moves.exclude(seat=0)} == {Actor.BOT}


def test_an_expert_that_thinks_holds_up_nothing_else(
    worker: None, stuck: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "MOVE_SECONDS", 60)
    games = [bot_game(2, ["ada"]) for _ in range(3)]
    assert stuck.wait(20)
    quick = bot_game(2)
    choose_orientation(quick)
    wait_until(lambda: waits_for_the_player(quick))
    assert [load_state(game).version for game in games] == [0, 0, 0]


@pytest.mark.django_db
def test_a_bot_that_takes_too_long_is_replaced_and_named_in_the_log(
    stuck: threading.Event, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(thinking, "MOVE_SECONDS", 0.05)
    game = bot_game(2, ["ada"])
    assert bots.play_bots(game_id=game.pk, version=0) == 1
    assert load_state(game).version == 1
    assert f"Bot ada took too long in game {game.pk}" in caplog.text


@pytest.mark.django_db
def test_a_bot_that_has_not_come_back_is_not_asked_again_until_it_has(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    over = threading.Event()
    asked: list[threading.Thread] = []

    def think_long(view: View, chance: object) -> Orient:
        asked.append(threading.current_thread())
        over.wait(60)
        return Orient(flip=True)

    swap(monkeypatch, "ada", think_long)
    monkeypatch.setattr(thinking, "MOVE_SECONDS", 0.05)
    games = [bot_game(2, ["ada"]) for _ in range(3)]
    assert [bots.play_bots(game_id=game.pk, version=0) for game in games[:2]] == [1, 1]
    wait_until(lambda: bool(asked))
    assert len(asked) == 1
    assert f"Bot ada took too long in game {games[0].pk}" in caplog.text
    assert f"Bot ada is still busy and was not asked in game {games[1].pk}" in caplog.text
    over.set()
    asked[0].join(20)
    monkeypatch.setattr(thinking, "MOVE_SECONDS", 60)
    assert bots.play_bots(game_id=games[2].pk, version=0) == 1
    assert len(asked) == 2


@pytest.mark.django_db
def test_a_bot_that_breaks_the_rules_is_replaced(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    swap(monkeypatch, "ada", lambda view, chance: Show(0, 99))
    game = bot_game(2, ["ada"])
    assert bots.play_bots(game_id=game.pk, version=0) == 1
    assert f"Bot ada chose an illegal move in game {game.pk}" in caplog.text


@pytest.mark.django_db
def test_a_table_goes_on_when_all_its_bots_have_lost_their_wits(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(view: View, chance: object) -> None:
        raise LookupError("my card " * 3)

    for name in (*LEVELS, *TROUPE):
        swap(monkeypatch, name, broken)
    game = bot_game(3, ["ada", "mabel"])
    with caplog.at_level(logging.ERROR):
        assert bots.play_bots(game_id=game.pk, version=0) == 2
    assert [name in caplog.text for name in ("ada", "mabel", "steady", "random")] == [True] * 4
    assert "LookupError" in caplog.text
    assert "my card my card" not in caplog.text, "what an error says of a hand reaches no log"


@pytest.mark.django_db
def test_after_a_minute_a_simpler_bot_moves_for_an_expert(
    sent: Sent, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = bot_game(2, ["ada"])

    def waits_for(seconds: float) -> tuple[str, list[Any], float]:
        since = timezone.now() - timedelta(seconds=seconds)
        GameSummary.objects.update(bot_due_at=since)
        sweep()
        return sent.pop()

    assert waits_for(30) == ("games.play_experts", [game.pk, 0, False], 0)
    assert waits_for(61) == ("games.play_bots", [game.pk, 0, True], 0)
    swap(monkeypatch, "ada", lambda view, chance: pytest.fail("It was asked."))
    assert bots.play_bots(game_id=game.pk, version=0, simply=True) == 1
    assert "Bot ada did not move" in caplog.text
    assert "failed" not in caplog.text


def test_what_experts_play_by_is_loaded_once_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def note(name: str, view: View, seed: int) -> object:
        asked.append(view.players)
        return choose_move("random", view, seed)

    monkeypatch.setattr(thinking, "choose_move", note)
    thinking.get_ready.cache_clear()
    thinking.get_ready()
    assert {*asked} == {2, 3, 4, 5}
    asked.clear()
    thinking.get_ready()
    assert asked == []
