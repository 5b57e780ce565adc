"""The cache: values in Redis are JSON, and whoever writes there runs nothing."""

import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site_settings
from django.core.cache import cache
from django.test import Client
from redis import Redis

from scoutsite.cache_values import JSONValues
from tests.api.conftest import Program, account
from tests.order.people import moderator

VALUES = [0, 5, -1, True, False, None, 1.5, "text – ’", [], [1.25, 2.5], {"a": [1, None]}]


class Planted:
    """Runs when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return Path.touch, (self.path,)


@pytest.mark.parametrize("value", VALUES)
def test_values_come_back_as_they_were(value: Any) -> None:
    serializer = JSONValues()
    stored = serializer.dumps(value)
    back = serializer.loads(str(stored).encode() if isinstance(stored, int) else stored)
    assert back == value
    assert type(back) is type(value)


def test_a_pickle_is_not_executed(tmp_path: Path) -> None:
    planted = tmp_path / "planted"
    with pytest.raises(ValueError, match=r"."):
        JSONValues().loads(pickle.dumps(Planted(planted)))
    assert not planted.exists()


@pytest.fixture
def redis_there() -> Redis:
    cache.clear()
    return Redis.from_url(site_settings.REDIS_URL)


@pytest.mark.redis
@pytest.mark.django_db
def test_everything_the_site_keeps_in_redis_is_json(
    redis_there: Redis, settings: Any, client: Client
) -> None:
    settings.RATELIMIT_ENABLE = True
    program = Program(account("Anna"))
    assert program.get("/games/").status == 200
    assert Program().get("/records/").status == 200
    assert program.post("/games/", {"players": 3}).status == 201
    client.post("/accounts/login/", {"login": "Anna", "password": "wrong"})
    client.force_login(moderator("Mo"), "django.contrib.auth.backends.ModelBackend")
    pages = [client.get("/admin/search/?s=game").content for _ in range(2)]
    assert pages[0] == pages[1] != b""
    keys = redis_there.keys("*")
    stored = {key: redis_there.get(key) for key in keys if redis_there.type(key) == b"string"}
    assert len(stored) >= 4
    for value in stored.values():
        assert isinstance(value, bytes)
        json.loads(value)


@pytest.mark.redis
def test_redis_still_counts_whole_numbers_itself(redis_there: Redis) -> None:
    cache.set("pressed", 1)
    assert cache.incr("pressed") == 2
    assert cache.add("pressed", 7) is False
    assert cache.get("pressed") == 2
    assert redis_there.get(cache.make_key("pressed")) == b"2"


@pytest.mark.redis
def test_a_pickle_planted_in_redis_is_not_executed(redis_there: Redis, tmp_path: Path) -> None:
    planted = tmp_path / "planted"
    redis_there.set(cache.make_key("planted"), pickle.dumps(Planted(planted)))
    with pytest.raises(ValueError, match=r"."):
        cache.get("planted")
    assert not planted.exists()


@pytest.mark.redis
def test_what_a_site_pickled_before_its_update_is_not_read(redis_there: Redis) -> None:
    redis_there.set(":1:heartbeat", pickle.dumps(1.5))
    assert cache.get("heartbeat") is None
