"""nginx and keepalived on machines of their own, by the files in `deploy/`, without TLS."""

import os
import re
import signal
from pathlib import Path

from tests.machines.net import Place
from tests.processes import ROOT, Processes
from tests.site.environment import environment

_NGINX, _MACHINES = ROOT / "deploy" / "nginx", ROOT / "deploy" / "machines"
_MAIN = """
user root;
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/errors.log;
events {{ worker_connections 1024; }}
http {{
    include {folder}/upstreams.conf;
    include {folder}/scout.conf;
}}
"""


class Proxy(Processes):
    """Two roles: `nginx`, for those of `machines` that run the site, and `keepalived`."""

    def __init__(
        self, folder: Path, place: Place, machines: tuple[str, str], *, shared: str, other: str
    ) -> None:
        """Share the address `shared` with the proxy at `other`."""
        super().__init__(folder)
        self.machine, self._machines, self._shared = place, machines, shared
        folder.mkdir()
        write_files(folder, machines)
        keeping = keepalived((shared, place.address, other))
        (folder / "keepalived.conf").write_text(keeping)
        for line in (_MACHINES / "sysctl.conf").read_text().splitlines():
            if "=" in line:
                place.do("sysctl", "--write", line.replace(" ", ""))

    def leave_out(self, address: str = "") -> None:
        """Send no new request to that machine; without an address, to all again."""
        _write_upstreams(self.folder, self._machines, without=address)
        os.kill(self.pid("nginx"), signal.SIGHUP)

    def command(self, role: str) -> list[str]:
        folder = self.folder
        if role == "nginx":
            return [*self.machine.at, "nginx", "-c", str(folder / "nginx.conf")]
        pids = [f"--pid={folder}/keepalived.pid", f"--vrrp_pid={folder}/vrrp.pid"]
        said = ["--vrrp", "--dont-fork", "--log-console"]
        return [*self.machine.at, "keepalived", *said, "-f", f"{folder}/keepalived.conf", *pids]

    def environment(self, role: str) -> dict[str, str]:
        return environment()

    def is_asked(self) -> bool:
        """Whether players come in here."""
        return self.machine.has(self._shared)

    def switch_off(self) -> None:
        self.machine.off()
        self.kill("nginx", "keepalived")
        # With the machine goes what it had in memory.
        if self.is_asked():
            self.machine.drop(self._shared)

    def switch_on(self) -> None:
        # A machine forgets what ran before it was off.
        for file in self.folder.glob("*.pid"):
            file.unlink()
        self.machine.on()
        self.start("nginx", "keepalived")


def keepalived(addresses: tuple[str, str, str]) -> str:
    """Return the shipped file for these: the one that is shared, this proxy's, the other's."""
    text = (_MACHINES / "keepalived.conf").read_text()
    for shipped, address in zip(("10.0.0.2", "10.0.0.3", "10.0.0.4"), addresses, strict=True):
        text = re.sub(rf"^( .*){re.escape(shipped)}\b", rf"\g<1>{address}", text, flags=re.M)
    return text


def write_files(folder: Path, machines: tuple[str, str]) -> None:
    """Write `nginx.conf`, and what it includes, for a site on these machines."""
    (folder / "nginx.conf").write_text(_MAIN.format(folder=folder))
    (folder / "scout.conf").write_text(_plain((_NGINX / "scout.conf").read_text(), folder))
    _write_upstreams(folder, machines)


def _write_upstreams(folder: Path, machines: tuple[str, str], without: str = "") -> None:
    upstreams = (_NGINX / "upstreams-machines.conf").read_text()
    for shipped, address in zip(("10.0.0.11", "10.0.0.12"), machines, strict=True):
        upstreams = upstreams.replace(f"server {shipped}:", f"server {address}:")
    if without:
        upstreams = re.sub(rf"(server {re.escape(without)}:.*);", r"\1 down;", upstreams)
    (folder / "upstreams.conf").write_text(upstreams)


def _plain(text: str, folder: Path) -> str:
    """The shipped file without TLS, at any name."""
    before, _, after = text.partition("server {")
    _, _, server = after.partition("server {")
    server = re.sub(r"^ *(ssl_\w+|listen|server_name) .*\n", "", server, flags=re.MULTILINE)
    whole = f"{before}server {{\n    listen 80;\n{server}"
    return whole.replace("/var/log/nginx", str(folder))
