"""A log as it is shown when its game is over: all that is sealed, the seals, and the secret."""

from typing import Any, NamedTuple

from games.log.chain import Plain, plain
from games.log.reading import read_rows
from games.log.rows import TABLES, first_seal, seal_key, sealed_columns, sealed_facts
from games.log.store import secret_of
from games.models import Game


class ToldRow(NamedTuple):
    """A row of a log."""

    table: str
    """``round``, ``hand`` or ``move``."""
    row: dict[str, Plain]
    """The columns that are sealed, as they are."""
    seal: str


class ToldLog(NamedTuple):
    """A whole log."""

    log_format: int
    secret: str
    """In hexadecimal."""
    game: dict[str, Plain]
    """The facts that the first seal covers."""
    seal: str
    """The first."""
    rows: list[ToldRow]
    """In the order of the chain."""

    def to_json(self) -> dict[str, Any]:
        """Return it as ``scout-log/1`` or ``scout-log/2``."""
        return {
            "format": f"scout-log/{self.log_format}",
            "secret": self.secret,
            "game": self.game,
            "seal": self.seal,
            "rows": [row._asdict() for row in self.rows],
        }


def told_log(game: Game) -> ToldLog:
    """Return the log of a game that is over, for those who may see it; four queries."""
    secret = secret_of(game)
    key = seal_key(secret, game)
    rows = read_rows(game.pk).in_order()
    return ToldLog(
        log_format=key.log_format,
        secret=secret.hex(),
        game=plain(sealed_facts(key.log_format, game)),
        seal=first_seal(key, game),
        rows=[
            ToldRow(TABLES[type(row)], plain(sealed_columns(key.log_format, row)), row.mac)
            for row in rows
        ],
    )
