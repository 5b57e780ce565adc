"""A server of boardgame.io with Scout, and the storage that it keeps its games in."""

import json
from abc import abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.beside.driver import Driver
from tests.beside.sides import Side, files_bytes, tables_bytes
from tests.recovery.clusters import DATABASE, Cluster
from tests.site.environment import environment, free_port


class BoardgameIo(Side):
    """One process of Node, which is all that its rooms in memory allow."""

    roles = ("node",)

    def __init__(self, folder: Path, driver: Driver) -> None:
        super().__init__(folder)
        self._driver = driver
        self.ports = {"node": free_port()}

    @property
    @abstractmethod
    def storage(self) -> list[str]:
        """Its kind and its place, as `serve.js` takes them."""

    def environment(self, role: str) -> dict[str, str]:
        return environment(NODE_ENV="production")

    def command(self, role: str) -> list[str]:
        return ["node", str(self._driver.folder / "serve.js"), *self.storage, str(self.ports[role])]

    def job(self) -> dict[str, Any]:
        return {"side": "boardgame_io", "url": f"http://127.0.0.1:{self.ports['node']}"}

    def open(self, tables: Sequence[Sequence[dict[str, Any]]]) -> list[list[dict[str, Any]]]:
        return [self._driver.open(self, games) for games in tables]


class InFiles(BoardgameIo):
    """In the flat files that come with it."""

    name = "boardgame.io, flat files"

    @property
    def storage(self) -> list[str]:
        return ["flat", str(self.folder / "files")]

    def kept(self) -> int:
        return files_bytes(self.folder / "files")


class InPostgres(BoardgameIo):
    """In a PostgreSQL of its own, by `bgio-postgres`."""

    name = "boardgame.io, PostgreSQL"

    def __init__(self, folder: Path, driver: Driver) -> None:
        super().__init__(folder, driver)
        self.cluster = Cluster(folder / "cluster")

    @property
    def storage(self) -> list[str]:
        assert self.cluster
        place = {"host": str(self.cluster.folder), "username": "postgres", "database": DATABASE}
        # It would write each statement to its log.
        return ["postgres", json.dumps({**place, "logging": False})]

    def kept(self) -> int:
        assert self.cluster
        return tables_bytes(self.cluster)
