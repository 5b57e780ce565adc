"""nginx on machines of its own, by the files in `deploy/`, without TLS."""

import os
import re
import signal
from pathlib import Path

from tests.machines.net import Place
from tests.processes import ROOT, Processes
from tests.site.environment import environment

_NGINX = ROOT / "deploy" / "nginx"
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
    """One role: `nginx`, for those of `machines` that run the site."""

    def __init__(self, folder: Path, place: Place, machines: tuple[str, str]) -> None:
        super().__init__(folder)
        self.machine, self._machines = place, machines
        folder.mkdir()
        write_files(folder, machines)
        for line in (ROOT / "deploy" / "machines" / "sysctl.conf").read_text().splitlines():
            if "=" in line:
                place.do("sysctl", "--write", line.replace(" ", ""))

    def leave_out(self, address: str = "") -> None:
        """Send no new request to that machine; without an address, to all again."""
        _write_upstreams(self.folder, self._machines, without=address)
        os.kill(self.pid("nginx"), signal.SIGHUP)

    def command(self, role: str) -> list[str]:
        return [*self.machine.at, "nginx", "-c", str(self.folder / "nginx.conf")]

    def environment(self, role: str) -> dict[str, str]:
        return environment()


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
