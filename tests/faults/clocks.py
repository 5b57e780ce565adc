"""Clocks of the site's processes and of PostgreSQL, which can be set; no other clock is touched."""

import subprocess
from pathlib import Path

_SOURCE = Path(__file__).with_name("clock.c")
PLACES = ("site", "data")


class Clocks:
    """Right until they are set, in `folder`."""

    def __init__(self, folder: Path) -> None:
        """Raises `CalledProcessError` if the compiler fails."""
        self._library = folder / "clock.so"
        self._offsets = {place: folder / f"clock-{place}" for place in PLACES}
        for place in PLACES:
            self._offsets[place].write_bytes(bytes(8))
        compile_it = ["cc", "-shared", "-fPIC", "-O1", "-o", str(self._library), str(_SOURCE)]
        subprocess.run(compile_it, check=True, capture_output=True)

    def variables(self, place: str) -> dict[str, str]:
        """What makes a process go by that place's clock."""
        return {
            "LD_PRELOAD": str(self._library),
            "CLOCK_OFFSET_FILE": str(self._offsets[place]),
        }

    def set(self, place: str, seconds: int) -> None:
        """Ahead of the right time, or behind it if negative; at once for all processes there."""
        with self._offsets[place].open("r+b") as file:
            file.write(seconds.to_bytes(8, "little", signed=True))
