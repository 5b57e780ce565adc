"""A bare Debian in a folder, booted with systemd, in a network of its own."""

import os
import re
import shutil
import subprocess
import time
from pathlib import Path

CLEAN = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}
OUTSIDE, INSIDE = "10.213.77.1", "10.213.77.2"
TRANSLATED = ("POSTROUTING", "-s", f"{INSIDE}/32", "-j", "MASQUERADE")
"""So that it reaches the packages by this machine's address."""
PASSED = re.compile(r"(PIP|SSL|UV|REQUESTS|CURL)_\w+|\w+_proxy|\w+_PROXY")
"""Variables by which this machine reaches its packages."""


def host(*command: str, limit: float = 60, check: bool = True) -> str:
    """Run it on this machine."""
    done = subprocess.run(command, capture_output=True, check=False, text=True, timeout=limit)
    if check and done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stdout[-800:]}{done.stderr[-800:]}")
    return done.stdout.strip()


def mirror() -> str:
    """Return where this machine's apt finds Debian. Raises `RuntimeError` if it says nowhere."""
    for file in [Path("/etc/apt/sources.list"), *sorted(Path("/etc/apt/sources.list.d").glob("*"))]:
        text = file.read_text() if file.exists() else ""
        found = re.search(r"^(?:URIs:|deb(?: \[.*?\])?) *(\S+/debian)/?(?:\s|$)", text, re.M)
        if found:
            return found[1]
    raise RuntimeError("apt's lists name no mirror of Debian")


class Machine:
    """Begins in an empty folder."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "machine"
        self._boot: subprocess.Popen[bytes] | None = None
        self._pid = ""
        self._mounted: Path | None = None
        self._variables: dict[str, str] = {}

    def make(self, base: Path | None) -> None:
        """Install Debian, or copy an installed one from that folder."""
        if base:
            host("cp", "--archive", str(base), str(self.root), limit=120)
        else:
            host(
                *("debootstrap", "--variant=minbase", "--include=systemd,systemd-sysv,dbus"),
                *("bookworm", str(self.root), mirror()),
                limit=600,
            )
        for file in Path("/etc/apt/apt.conf.d").glob("*"):
            if re.search(r"^\s*Acquire", file.read_text(), re.M):
                shutil.copy(file, self.root / "etc/apt/apt.conf.d" / file.name)
        if Path("/etc/pip.conf").exists():
            shutil.copy("/etc/pip.conf", self.root / "etc/pip.conf")
        shutil.copy("/etc/resolv.conf", self.root / "etc/resolv.conf")

    def boot(self) -> None:
        """Start systemd in it. Raises `RuntimeError` if it isn't there after a minute."""
        binds = []
        for name, value in os.environ.items():
            if PASSED.fullmatch(name):
                self._variables[name] = value
                if Path(value).is_file():
                    self._variables[name] = "/etc/trial.crt"
                    shutil.copy(value, self.root / "etc/trial.crt")
                elif value.startswith("/") and Path(value).is_dir() and "SSL" not in name:
                    binds.append(f"--bind-ro={value}")
        rundir = Path("/run/systemd/nspawn")
        rundir.mkdir(parents=True, exist_ok=True)
        if not rundir.is_mount():
            host("mount", "-t", "tmpfs", "tmpfs", str(rundir))
            self._mounted = rundir
        self._boot = subprocess.Popen(
            ["systemd-nspawn", "-D", str(self.root), "--boot", "--private-network", *binds]
            + ["--register=no", "--keep-unit", "--console=pipe", "--resolv-conf=off"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        for _ in range(120):
            children = host("pgrep", "--parent", str(self._boot.pid), check=False).split()
            if children:
                self._pid = children[0]
                if self.run("systemctl is-system-running || true").strip() in (
                    *("running", "degraded"),
                ):
                    break
            time.sleep(0.5)
        else:
            raise RuntimeError("The machine did not start")
        self._connect()

    def _connect(self) -> None:
        host("ip", "link", "add", "bare0", "type", "veth", "peer", "name", "host0")
        host("ip", "link", "set", "host0", "netns", self._pid)
        host("ip", "addr", "add", f"{OUTSIDE}/30", "dev", "bare0")
        host("ip", "link", "set", "bare0", "up")
        self._forwarded = Path("/proc/sys/net/ipv4/ip_forward").read_text()
        Path("/proc/sys/net/ipv4/ip_forward").write_text("1")
        host("iptables", "-t", "nat", "-A", *TRANSLATED)
        inside = ("nsenter", "-t", self._pid, "-n", "ip")
        host(*inside, "addr", "add", f"{INSIDE}/30", "dev", "host0")
        host(*inside, "link", "set", "host0", "up")
        host(*inside, "route", "add", "default", "via", OUTSIDE)

    def run(self, script: str, limit: float = 600) -> str:
        """Run it as root in there; return what it says. Raises `RuntimeError` if it fails."""
        settings = {
            **CLEAN,
            **self._variables,
            "HOME": "/root",
            "DEBIAN_FRONTEND": "noninteractive",
        }
        variables = [f"{name}={value}" for name, value in settings.items()]
        done = subprocess.run(
            ["nsenter", "-t", self._pid, "-a", "-r", "-w", "env", "-i", *variables]
            + ["timeout", str(limit), "bash", "-e", "-c", script],
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=limit + 20,
        )
        if done.returncode:
            raise RuntimeError(f"status {done.returncode}:\n{done.stdout[-3000:]}")
        return done.stdout

    def remove(self) -> None:
        """Switch it off; leave nothing on this machine but its folder."""
        if self._boot:
            host("kill", "-9", self._pid or str(self._boot.pid), check=False)
            try:
                self._boot.wait(20)
            except subprocess.TimeoutExpired:
                self._boot.kill()
        host("ip", "link", "del", "bare0", check=False)
        host("iptables", "-t", "nat", "-D", *TRANSLATED, check=False)
        if self._mounted:
            host("umount", str(self._mounted), check=False)
        if hasattr(self, "_forwarded"):
            Path("/proc/sys/net/ipv4/ip_forward").write_text(self._forwarded)
