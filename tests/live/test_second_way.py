"""While Redis is away, news come from the database."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.live import channel, second_way
from games.live.channel import Wake
from games.live.second_way import changes_since
from games.models import GameSummary, Seat
from tests.tables import people_game, play_on

pytestmark = pytest.mark.django_db


def test_it_tells_of_each_game_that_has_changed_what_redis_would_tell() -> None:
    games = [people_game(3, bots=1) for _ in range(4)]
    old, *grown = games
    now = timezone.now()
    GameSummary.objects.filter(game=old).update(changed_at=now - timedelta(minutes=1))
    with CaptureQueriesContext(connection) as queries:
        changes = changes_since(now - timedelta(seconds=30))
    assert len(queries) == 2
    assert changes is not None
    assert {change.game for change in changes} == {game.public_id for game in grown}
    for change in changes:
        summary = GameSummary.objects.get(game__public_id=change.game)
        seats = Seat.objects.filter(game=summary.game, user__isnull=False)
        assert {*change.user_ids} == {seat.user_id for seat in seats}
        assert (change.version, change.state) == (summary.version, "running")


def test_of_too_many_it_tells_none_and_all_pages_look(monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(3):
        people_game(2)
    monkeypatch.setattr(second_way, "MOST", 2)
    assert changes_since(timezone.now() - timedelta(minutes=1)) is None


def test_a_change_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game = people_game(2)
    heard: list[Wake] = []
    monkeypatch.setattr(channel, "_deliver", lambda wake, _topics: heard.append(wake))
    monkeypatch.setattr("games.live.channel.connection.close", lambda: None)
    told: dict[str, int] = {}
    since = timezone.now() - timedelta(minutes=1)
    for _ in range(2):
        channel._read_wakes(told, since=since)
    assert [wake.version for wake in heard] == [0]
    play_on(game, 1)
    channel._read_wakes(told, since=since)
    assert [wake.version for wake in heard] == [0, 1]
