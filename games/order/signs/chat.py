"""Chat, read for signs: messages that have words of the lists."""

from collections.abc import Iterator

from games.models import ChatMessage, SignKind, Strength
from games.order.signs.keeping import Found
from games.order.signs.words import languages_of

AT_ONCE = 2_000
MANY = 3
"""Messages of a player at a table that are a strong sign."""
_LATEST = 200


def signs_of_chat(after: int) -> tuple[list[Found], int]:
    """Return the signs in the next messages, and the key of the last one that was looked at."""
    shown = ChatMessage.objects.filter(pk__gt=after, hidden=False, user__isnull=False)
    rows = list(shown.order_by("pk").values_list("pk", "user_id", "game_id", "text")[:AT_ONCE])
    said = {(user_id, game_id) for _pk, user_id, game_id, text in rows if languages_of(text)}
    found = [each for user, game in sorted(said, key=str) if user for each in _found(user, game)]
    return found, rows[-1][0] if rows else after


def _found(user_id: int, game_id: int) -> Iterator[Found]:
    """Count a player's messages at a table anew, so that looking twice counts none twice."""
    messages = ChatMessage.objects.filter(user=user_id, game=game_id, hidden=False)
    texts = list(messages.order_by("-pk").values_list("text", flat=True)[:_LATEST])
    languages = [languages for text in texts if (languages := languages_of(text))]
    if languages:
        strength = Strength.STRONG if len(languages) >= MANY else Strength.SOME
        told = sorted({each for some in languages for each in some})
        figures = {"messages": len(languages), "languages": told}
        yield Found(SignKind.CHAT, strength, user_id, figures, len(languages), game_id=game_id)
