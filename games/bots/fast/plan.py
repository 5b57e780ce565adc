"""What to train."""

from dataclasses import dataclass, replace
from pathlib import Path

from .schedule import ANSWERING, JOINED, LEAGUE, Schedule


@dataclass(frozen=True)
class Plan:
    """The settings that determine the parameters."""

    players: int
    generations: int
    decisions: int
    seed: int
    against: str = ""
    """The expert at all other seats, to which the net is to be the best answer; if empty, the net
    plays in the league."""
    nets: int = 1
    """How many nets are trained first, with seeds one after another; the net begins as their mean.
    If 1, it begins with chance."""

    @property
    def command(self) -> str:
        return (
            f"manage.py train_expert --players {self.players} --generations {self.generations} "
            f"--decisions {self.decisions} --seed {self.seed}"
            + (f" --against {self.against}" if self.against else "")
            + (f" --nets {self.nets}" if self.nets > 1 else "")
        )

    @property
    def schedule(self) -> Schedule:
        if self.against:
            return ANSWERING
        return JOINED if self.nets > 1 else LEAGUE

    def parts(self, folder: Path) -> "list[tuple[Plan, Path]]":
        """Return the plans of the nets to be trained first, and where in ``folder`` they are."""
        return [
            (
                replace(self, seed=self.seed + number, nets=1),
                folder / f"net-{self.players}-{number}",
            )
            for number in range(self.nets if self.nets > 1 else 0)
        ]
