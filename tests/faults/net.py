"""The lines between players, site and data: loopback, or lines of our own that can drop packets."""

import subprocess
import time
from enum import StrEnum
from pathlib import Path

from tests.site.environment import free_port


class Line(StrEnum):
    """What is between two machines."""

    PLAYERS = "players"
    """Between the players and the site."""
    DATA = "data"
    """Between the site and its PostgreSQL and Redis."""


class Net:
    """Everything on loopback."""

    site = data = "127.0.0.1"

    def __init__(self) -> None:
        self.ports = {role: free_port() for role in ("postgresql", "redis", "pages", "streams")}

    def at_site(self, command: list[str]) -> list[str]:
        """That runs it where the site's processes do."""
        return command

    def at_data(self, command: list[str]) -> list[str]:
        return command


class OwnNet(Net):
    """Players, site and data as three machines would be. Must run within its own namespace."""

    site, data = "10.99.1.2", "10.99.2.2"

    def __init__(self) -> None:
        super().__init__()
        _run("ip", "link", "set", "lo", "up")
        self._holders = [subprocess.Popen(["unshare", "--net", "sleep", "inf"]) for _ in range(2)]
        self._site, self._data = (f"--net=/proc/{each.pid}/ns/net" for each in self._holders)
        for holder in self._holders:
            wait_for_namespace(holder.pid)
        for inside in (self._site, self._data):
            _run("nsenter", inside, "ip", "link", "set", "lo", "up")
        at_site, at_data = ["nsenter", self._site], ["nsenter", self._data]
        self._lay(Line.PLAYERS, [], at_site, "10.99.1.1", self.site)
        self._lay(Line.DATA, at_site, at_data, "10.99.2.1", self.data)

    def _lay(self, line: Line, near: list[str], far: list[str], here: str, there: str) -> None:
        pid = (self._holders[0] if line is Line.PLAYERS else self._holders[1]).pid
        ends = (f"{line}0", f"{line}1")
        beyond = ("netns", f"/proc/{pid}/ns/net")
        _run(*near, "ip", "link", "add", ends[0], "type", "veth", "peer", "name", ends[1], *beyond)
        for at, end, address in ((near, ends[0], here), (far, ends[1], there)):
            _run(*at, "ip", "address", "add", f"{address}/30", "dev", end)
            _run(*at, "ip", "link", "set", end, "up")

    def at_site(self, command: list[str]) -> list[str]:
        return ["nsenter", self._site, "--", *command]

    def at_data(self, command: list[str]) -> list[str]:
        return ["nsenter", self._data, "--", *command]

    def drop(self, line: Line, share: float) -> None:
        """Lose this share of the packets, in both directions."""
        chance = ("-m", "statistic", "--mode", "random", "--probability", str(share))
        for at, end in self._ends(line):
            _run(*at, "iptables", "-A", "INPUT", "-i", end, *chance, "-j", "DROP")

    def mend(self, line: Line) -> None:
        for at, _ in self._ends(line):
            _run(*at, "iptables", "-D", "INPUT", "1")

    def _ends(self, line: Line) -> list[tuple[list[str], str]]:
        near = [] if line is Line.PLAYERS else ["nsenter", self._site]
        far = ["nsenter", self._site if line is Line.PLAYERS else self._data]
        return [(near, f"{line}0"), (far, f"{line}1")]


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)


def wait_for_namespace(pid: int) -> None:
    """Until it has one of its own. Raises `TimeoutError` if it gets none."""
    own, its = Path("/proc/self/ns/net"), Path(f"/proc/{pid}/ns/net")
    for _ in range(200):
        if its.readlink() != own.readlink():
            return
        time.sleep(0.05)
    raise TimeoutError
