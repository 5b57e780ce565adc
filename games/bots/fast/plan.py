"""What to train."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from ..value.network import FIRST, folder_of
from .schedule import ANSWERING, JOINED, LEAGUE, SHARPENING, Schedule


class Part(NamedTuple):
    """What has to be trained before a plan's net can begin."""

    name: str
    plan: "Plan"
    folder: Path


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
    sharpened: int = 0
    """For how many generations more the net, in the end, sits alone among the experts before it."""

    @property
    def command(self) -> str:
        return (
            f"manage.py train_expert --players {self.players} --generations {self.generations} "
            f"--decisions {self.decisions} --seed {self.seed}"
            + (f" --against {self.against}" if self.against else "")
            + (f" --nets {self.nets}" if self.nets > 1 else "")
            + (f" --sharpen {self.sharpened}" if self.sharpened else "")
        )

    @property
    def length(self) -> int:
        """Return how many generations follow the parts."""
        return self.sharpened or self.generations

    @property
    def opponents(self) -> Path | None:
        """Return the folder of the net at all other seats; in the league there is none."""
        if self.sharpened:
            return FIRST
        return folder_of(self.against) if self.against else None

    @property
    def schedule(self) -> Schedule:
        if self.against:
            return ANSWERING
        if self.sharpened:
            return SHARPENING
        return JOINED if self.nets > 1 else LEAGUE

    def parts(self, folder: Path) -> list[Part]:
        """Return what is to be trained first, below ``folder``."""
        if self.sharpened:
            inside = folder / f"net-{self.players}-league"
            return [Part("in the league", replace(self, sharpened=0), inside)]
        return [
            Part(
                f"net {number + 1} of {self.nets}",
                replace(self, seed=self.seed + number, nets=1),
                folder / f"net-{self.players}-{number}",
            )
            for number in range(self.nets if self.nets > 1 else 0)
        ]
