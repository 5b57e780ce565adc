"""How a viewer likes tables: the pace of bots, motion, sound and card faces.

An account keeps it as text, a browser in a cookie; pages get it as attributes of their root.
"""

from typing import NamedTuple

COOKIE = "taste"
LONGEST = 60
"""Characters of the text."""

PACES = ("normal", "slow", "once")
MOTIONS = ("device", "off")
FACES = ("standard", "contrast", "shapes")
LOUDEST = 100

_FACTORS = {"slow": 1.6, "once": 0.0}


class Taste(NamedTuple):
    """A viewer's choices; by default nothing differs from a plain page."""

    pace: str = PACES[0]
    """Of the bots."""
    tap: bool = False
    """Whether each bot's move waits for the viewer's tap."""
    motion: str = MOTIONS[0]
    sound: bool = False
    volume: int = 60
    faces: str = FACES[0]

    @property
    def factor(self) -> float:
        """How much longer than usual a bot pauses."""
        return _FACTORS.get(self.pace, 1.0)

    @property
    def attributes(self) -> dict[str, str]:
        """The data attributes of the page's root, by name."""
        found = {
            "pace": self.pace if self.pace != PACES[0] else None,
            "tap": "" if self.tap else None,
            "motion": self.motion if self.motion != MOTIONS[0] else None,
            "sound": "" if self.sound else None,
            "volume": str(self.volume) if self.sound else None,
            "faces": self.faces if self.faces != FACES[0] else None,
        }
        return {name: value for name, value in found.items() if value is not None}

    @property
    def text(self) -> str:
        """What is kept of it; never empty, which would say that nobody has chosen."""
        switched = [name for name in ("tap", "sound") if getattr(self, name)]
        return ".".join((self.pace, self.motion, self.faces, str(self.volume), *switched))


def parse_taste(text: str) -> Taste:
    """Return the taste kept as ``text``; what nobody could have chosen counts for nothing."""
    words = text[:LONGEST].split(".")
    volumes = [int(word) for word in words if word.isascii() and word.isdecimal()]
    return Taste(
        pace=_one_of(PACES, words),
        tap="tap" in words,
        motion=_one_of(MOTIONS, words),
        sound="sound" in words,
        volume=min(volumes[0], LOUDEST) if volumes else Taste().volume,
        faces=_one_of(FACES, words),
    )


def _one_of(choices: tuple[str, ...], words: list[str]) -> str:
    return next((choice for choice in choices if choice in words), choices[0])
