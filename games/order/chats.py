"""The chats of games, for moderators: the latest messages, or those around reported ones."""

from collections.abc import Collection, Mapping, Sequence

from games.models import ChatMessage, Game

CHAT_LATEST = 100
CHAT_SHORT = 20
AROUND = 4
"""Messages before and after a marked one."""
CHAT_SEARCHED = 5_000


def chat_of(game: Game) -> list[ChatMessage]:
    """Return the latest messages, including hidden ones, oldest first."""
    rows = ChatMessage.objects.filter(game=game).select_related("user").order_by("-pk")
    return list(rows[:CHAT_LATEST])[::-1]


def chat_around(game: Game, marked: Collection[int]) -> list[tuple[ChatMessage, bool]]:
    """Return the marked messages (keys) with those around them, else the latest ones.

    Oldest first, hidden ones too; beside each, whether messages before it are left out.
    """
    rows = ChatMessage.objects.filter(game=game)
    keys = list(rows.order_by("-pk").values_list("pk", flat=True)[:CHAT_SEARCHED])[::-1]
    wanted = _around(keys, marked) or range(max(len(keys) - CHAT_SHORT, 0), len(keys))
    found = rows.select_related("user").in_bulk([keys[place] for place in wanted])
    return _with_gaps(keys, wanted, found)


def chats_around(
    marked: Mapping[int, Collection[int]],
) -> dict[int, list[tuple[ChatMessage, bool]]]:
    """Return the same for several games, by their keys, where messages are marked; two queries."""
    keys: dict[int, list[int]] = {game_id: [] for game_id in marked}
    rows = ChatMessage.objects.filter(game__in=marked)
    for game_id, key in rows.order_by("pk").values_list("game", "pk"):
        keys[game_id].append(key)
    wanted = {game_id: _around(keys[game_id], marked[game_id]) for game_id in marked}
    found = rows.select_related("user").in_bulk(
        [keys[game_id][place] for game_id, places in wanted.items() for place in places]
    )
    return {game_id: _with_gaps(keys[game_id], wanted[game_id], found) for game_id in marked}


def _around(keys: Sequence[int], marked: Collection[int]) -> list[int]:
    """Return the places of the marked messages and of those around them, in order."""
    places = [place for place, key in enumerate(keys) if key in marked]
    wanted = {
        place
        for each in places
        for place in range(max(each - AROUND, 0), min(each + AROUND + 1, len(keys)))
    }
    return sorted(wanted)


def _with_gaps(
    keys: Sequence[int], wanted: Sequence[int], found: Mapping[int, ChatMessage]
) -> list[tuple[ChatMessage, bool]]:
    return [(found[keys[place]], place > 0 and place - 1 not in wanted) for place in wanted]
