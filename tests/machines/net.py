"""Machines with addresses of their own, at one switch. Must run within a namespace of its own."""

import ctypes
import os
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import TypeVar

from tests.faults.net import wait_for_namespace

_CLONE_NEWNET = 0x40000000
Made = TypeVar("Made")


class Place:
    """Where a machine is: its own network and its own name, on our disk."""

    def __init__(self, name: str, address: str) -> None:
        self.name, self.address = name, address
        self._holder = subprocess.Popen(["unshare", "--net", "--uts", "sleep", "inf"])
        pid = self._holder.pid
        wait_for_namespace(pid)
        self._network = Path(f"/proc/{pid}/ns/net")
        self.at = ["nsenter", f"--net={self._network}", f"--uts=/proc/{pid}/ns/uts", "--"]
        """Words before a command that is to run there."""
        link = ("ip", "link", "add", name, "type", "veth", "peer", "name", "eth0")
        _run(*link, "netns", str(self._network))
        _run("ip", "link", "set", name, "master", "switch", "up")
        self.do("hostname", name)
        self.do("ip", "link", "set", "lo", "up")
        self.do("ip", "link", "set", "eth0", "up")
        self.take(address)

    def do(self, *command: str) -> str:
        """Run it there; return what it writes."""
        return _run(*self.at, *command)

    def take(self, address: str) -> None:
        """Give it this address."""
        self.do("ip", "address", "add", f"{address}/24", "dev", "eth0")

    def drop(self, address: str) -> None:
        """Take this address away from it."""
        self.do("ip", "address", "del", f"{address}/24", "dev", "eth0")

    def off(self) -> None:
        """Nothing arrives there any more, and nothing comes from it."""
        _run("ip", "link", "set", self.name, "down")

    def on(self) -> None:
        _run("ip", "link", "set", self.name, "up")

    def has(self, address: str) -> bool:
        """Whether it has this address now."""
        shown = self.do("ip", "-brief", "address", "show", "dev", "eth0")
        return any(each.startswith(f"{address}/") for each in shown.split())

    def listen(self, port: int) -> socket.socket:
        """Return a socket there on which somebody else will answer, as systemd holds them."""
        return self._there(lambda: socket.create_server((self.address, port), backlog=2048))

    def _there(self, make: Callable[[], Made]) -> Made:
        """Make something there: a socket stays where it was made."""
        made: list[Made] = []

        def move_and_make() -> None:
            # Of this thread alone.
            network = os.open(self._network, os.O_RDONLY)
            if ctypes.CDLL(None, use_errno=True).setns(network, _CLONE_NEWNET):
                raise OSError(ctypes.get_errno(), "setns")
            os.close(network)
            made.append(make())

        thread = Thread(target=move_and_make)
        thread.start()
        thread.join()
        return made[0]


def lay_switch(address: str) -> None:
    """Between all machines; ours has this address."""
    _run("ip", "link", "set", "lo", "up")
    _run("ip", "link", "add", "switch", "type", "bridge")
    _run("ip", "address", "add", f"{address}/24", "dev", "switch")
    _run("ip", "link", "set", "switch", "up")


def _run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr}")
    return done.stdout
