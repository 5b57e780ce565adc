"""No game takes all threads of a process: few requests may change it at once."""

from collections import Counter
from collections.abc import Callable
from threading import Lock
from typing import Any

from django.http import HttpRequest, HttpResponse

from scoutsite.failures import unavailable

AT_ONCE = 4
"""Requests of one game in one process; gunicorn has twice as many threads."""

_GAME = "public_id"
_READS = {"GET", "HEAD", "OPTIONS"}

Answer = Callable[[HttpRequest], HttpResponse]


class FewAtOnce:
    """Middleware: refuses what would wait for a game for which others wait already."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response
        self._lock = Lock()
        self._under_way: Counter[str] = Counter()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            return self.get_response(request)
        finally:
            if game := getattr(request, "changes_game", None):
                self._leave(game)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        game = kwargs.get(_GAME)
        if game is None or request.method in _READS:
            return None
        if not self._enter(game):
            return unavailable(request, crowded=True)
        request.changes_game = game  # type: ignore[attr-defined]
        return None

    def _enter(self, game: str) -> bool:
        with self._lock:
            if self._under_way[game] >= AT_ONCE:
                return False
            self._under_way[game] += 1
            return True

    def _leave(self, game: str) -> None:
        with self._lock:
            self._under_way[game] -= 1
            if not self._under_way[game]:
                del self._under_way[game]
