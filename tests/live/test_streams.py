"""How many streams may be open at once, and when one is no longer counted."""

import asyncio
import gc
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import cast

import pytest
from django.http import StreamingHttpResponse
from prometheus_client import REGISTRY
from pytest_django import Settings

from games.live import channel
from games.live.streams import Listener, answer

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _two_at_once(settings: Settings) -> None:
    settings.STREAMS_AT_ONCE = 2


def ask(address: str, user_id: int | None = None) -> StreamingHttpResponse | None:
    """An answer that streams, or None."""
    given = answer(Listener(["game:x"], user_id), list, address)
    if isinstance(given, StreamingHttpResponse):
        return given
    assert (given.status_code, given["Retry-After"]) == (429, "10")
    return None


async def forgotten() -> None:
    """Let Python collect what nobody holds, and the loop end its generators."""
    gc.collect()
    for _ in range(10):
        await asyncio.sleep(0)


def test_a_stream_counts_as_soon_as_it_is_granted_and_no_longer_than_its_answer() -> None:
    async def scene() -> None:
        granted = [ask("192.0.2.1"), ask("192.0.2.1")]
        assert all(granted)
        assert ask("192.0.2.1") is None
        # A reader who went away before anything was sent.
        granted.pop()
        await forgotten()
        assert ask("192.0.2.1")

    asyncio.run(scene())


def open_streams() -> float:
    """As operators see it."""
    return REGISTRY.get_sample_value("scout_streams_open", {"of": "pages"}) or 0.0


def test_a_stream_that_ends_makes_room() -> None:
    before = open_streams()

    async def scene() -> None:
        kept, ended = ask("192.0.2.2"), ask("192.0.2.2")
        assert kept
        assert ended
        async with aclosing(cast(AsyncGenerator[bytes], ended.streaming_content)) as events:
            assert b"retry:" in await anext(events)
            assert open_streams() == before + 1
            assert ask("192.0.2.2") is None
        del ended, events
        await forgotten()
        assert open_streams() == before
        assert ask("192.0.2.2")

    asyncio.run(scene())


def test_accounts_and_other_addresses_are_counted_apart() -> None:
    async def scene() -> None:
        strangers = [ask("192.0.2.3"), ask("192.0.2.3")]
        others = [ask("192.0.2.4"), *[ask("192.0.2.3", user) for user in (7, 7, 8)]]
        assert all([*strangers, *others])
        assert ask("192.0.2.3") is None
        # An account is the same from everywhere.
        assert ask("192.0.2.5", 7) is None

    asyncio.run(scene())


def test_pages_come_back_the_more_slowly_the_more_there_are() -> None:
    async def last_words(others: int) -> bytes:
        kept = [channel.subscribe([f"game:{number}"]) for number in range(others)]
        given = ask("192.0.2.6")
        assert given
        async with aclosing(cast(AsyncGenerator[bytes], given.streaming_content)) as events:
            assert b"retry:" in await anext(events)
            channel.close_all()
            said = await anext(events)
        for each in kept:
            channel.unsubscribe(each)
        return said

    def latest(others: int) -> int:
        return max(int(asyncio.run(last_words(others)).split()[1]) for _ in range(20))

    assert latest(0) <= 6_000
    assert latest(2_000) > 9_000
