"""Why a moderator may not act, said before they try."""

from collections.abc import Callable, Collection
from functools import partial
from typing import Any

from django.contrib.auth.models import AbstractUser

from games.models import Case, Game
from games.order.audit import (
    INVOLVED,
    refuse_own_case,
    refuse_to_act_above,
    refuse_unless_moderator,
)
from games.order.own_cases import games_apart, known_to
from games.rules.errors import RuleError


class Refusals:
    """What a moderator would be refused; each question is asked once."""

    def __init__(self, by: AbstractUser) -> None:
        self.by = by
        self._known: dict[tuple[str, int], str] = {}

    def ask_of(
        self, *, games: Collection[Game] = (), players: Collection[AbstractUser] = ()
    ) -> None:
        """Ask of all these at once: as many queries for many as for one."""
        own = str(INVOLVED)
        apart = games_apart(self.by, {game.pk for game in games}) if games else set()
        known = known_to(self.by, {player.pk for player in players}) if players else set()
        self._known |= {("game", game.pk): own if game.pk in apart else "" for game in games}
        self._known |= {("player", each.pk): own if each.pk in known else "" for each in players}

    def why(
        self,
        *,
        player: AbstractUser | None = None,
        game: Game | None = None,
        case: Case | None = None,
    ) -> str:
        """Return why they can't act on these, as a sentence; empty if they can."""
        asked: list[tuple[str, Any, Callable[..., None]]] = [
            ("moderator", self.by, refuse_unless_moderator)
        ]
        if player is not None:
            asked.append(("above", player, partial(refuse_to_act_above, player=player)))
            asked.append(("player", player, partial(refuse_own_case, player=player)))
        if game is not None:
            asked.append(("game", game, partial(refuse_own_case, game=game)))
        if case is not None:
            asked.append(("case", case, partial(refuse_own_case, case=case)))
        return next(filter(None, (self._ask(*each) for each in asked)), "")

    def of(self, refuse: Callable[..., None] | None, game: Game) -> str:
        """Return why one act on ``game`` is nothing for them; empty if ``refuse`` doesn't mind."""
        return self._ask(refuse.__name__, game, partial(refuse, game)) if refuse else ""

    def _ask(self, name: str, about: Any, refuse: Callable[..., None]) -> str:
        key = name, about.pk
        if key not in self._known:
            try:
                refuse(by=self.by)
            except RuleError as refused:
                self._known[key] = refused.sentence
            else:
                self._known[key] = ""
        return self._known[key]
