"""What a game waits for, and what it has waited for."""

from datetime import datetime

from games.log.replay import Log
from scoutsite.pace.measures import Wait, wait_of
from scoutsite.pace.players import Player


class Course:
    """A game's waits, one after another; the last is not over yet."""

    def __init__(self, opened: datetime) -> None:
        """Begin with the invitation."""
        self.kind = "invitation"
        self.seq = 0
        """The decision that is open, once the game has begun."""
        self.waits: list[Wait] = []
        self._opened = opened

    def has_moved_on(self, log: Log) -> bool:
        """Return whether the game waits for something else by now."""
        if self.kind == "invitation":
            return log.state.round is not None
        return log.over or log.state.seq != self.seq

    def close(
        self, player: Player, now: datetime, *, actor: str = "player", plannable: bool = False
    ) -> None:
        """Note who was the last that the game waited for."""
        wait = wait_of(
            self.kind,
            player.person.number,
            player.person.hours,
            opened=self._opened,
            closed=now,
            told=player.told,
            actor=actor,
            plannable=plannable,
        )
        self.waits.append(wait)

    def open(self, log: Log, now: datetime) -> None:
        """Begin with what the game waits for now."""
        oriented = log.state.round is not None and log.state.round.oriented
        self.kind, self.seq = "turn" if oriented else "orientation", log.state.seq
        self._opened = now
