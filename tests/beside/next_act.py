"""Next Act as `deploy/` starts its pages and streams."""

import json
import secrets
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.beside.sides import Side, tables_bytes
from tests.faults.site import manage
from tests.processes import ROOT
from tests.recovery.clusters import Cluster
from tests.site.environment import environment, free_port


class NextAct(Side):
    """Gunicorn with two processes of eight threads, a process of streams, Redis and PostgreSQL."""

    name = "Next Act"
    roles = ("redis", "streams", "pages")
    mortal = ("pages",)

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.cluster = Cluster(folder / "cluster")
        self.ports = {role: free_port() for role in self.roles}
        self._environment = environment(
            SECRET_KEY=secrets.token_hex(),
            SITE_URL=self._url("pages"),
            DATABASE_URL=self.cluster.url,
            PGUSER="postgres",
            REDIS_URL=f"redis://127.0.0.1:{self.ports['redis']}/0",
        )

    def _url(self, role: str) -> str:
        return f"http://127.0.0.1:{self.ports[role]}"

    def environment(self, role: str) -> dict[str, str]:
        return environment() if role == "redis" else self._environment

    def command(self, role: str) -> list[str]:
        port = str(self.ports[role])
        match role:
            case "redis":
                return ["redis-server", "--port", port, "--bind", "127.0.0.1", "--save", ""]
            case "streams":
                return [*manage(), "serve_streams", "--host", "127.0.0.1", "--port", port]
        config = ["--config", "deploy/gunicorn.conf.py", "--bind", f"127.0.0.1:{port}"]
        return [sys.executable, "-m", "gunicorn", *config, "scoutsite.wsgi"]

    def prepare(self) -> None:
        self.start("redis")
        self._run([*manage(), "migrate", "--verbosity", "0"])

    def job(self) -> dict[str, Any]:
        return {"side": "next_act", "url": self._url("pages"), "streams": self._url("streams")}

    def open(self, tables: Sequence[Sequence[dict[str, Any]]]) -> list[list[dict[str, Any]]]:
        opening = [sys.executable, "-m", "tests.beside.opening"]
        opened: list[list[dict[str, Any]]] = json.loads(self._run(opening, json.dumps(tables)))
        return opened

    def kept(self) -> int:
        assert self.cluster
        return tables_bytes(self.cluster)

    def _run(self, command: list[str], given: str = "") -> str:
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=self._environment | {"DJANGO_SETTINGS_MODULE": "scoutsite.settings"},
            input=given,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"{command}: {done.stdout}{done.stderr}")
        return done.stdout
