"""What a fault may need of this machine, and what to say if it is missing."""

import os
import shutil
import subprocess
from pathlib import Path

UNSHARE = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]
"""Everything runs in namespaces of its own, and ends with them."""
OWN_NET = ["--net"]
"""Also of the network, if there are the tools to lay lines in it."""
NAMES = ("compiler", "disk", "namespaces")


def missing(need: str) -> str:
    """Return what to do about it; empty if nothing is missing."""
    match need:
        case "namespaces":
            tools = [tool for tool in ("ip", "iptables", "nsenter") if not shutil.which(tool)]
            if tools:
                return f"needs {', '.join(tools)}: apt-get install iproute2 iptables util-linux"
            if not may_unshare():
                return "needs root, on a machine that lets it make namespaces"
        case "disk":
            if not may_unshare():
                return "needs root, to mount a small file system"
        case "compiler":
            if not shutil.which("cc"):
                return "needs a C compiler: apt-get install gcc libc6-dev"
    return ""


def may_unshare() -> bool:
    """Whether we are root, and the machine allows namespaces."""
    if os.geteuid() != 0 or not shutil.which("unshare"):
        return False
    return (
        subprocess.run([*UNSHARE, *OWN_NET, "true"], capture_output=True, check=False).returncode
        == 0
    )


def postgresql(program: str) -> str:
    """The newest one on this machine. Raises `FileNotFoundError` if there is none."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"), key=_version)
    at = str(found[-1]) if found else shutil.which(program)
    if at is None:
        raise FileNotFoundError(f"{program} is missing: apt-get install postgresql")
    return at


def _version(path: Path) -> float:
    name = path.parts[-3]
    return float(name) if name.replace(".", "", 1).isdigit() else 0.0
