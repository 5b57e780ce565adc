"""Parts: what each player adds to the shuffle when sitting down (formats, "The deal")."""

import re
import secrets
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from games.models import OF_A_DAY, Audience, Game, Seat

PART_BYTES = 16
PART = "^[0-9a-f]{32}$"


Proof = Literal["before", "after"]


class Brought(NamedTuple):
    """What a player's browser or program brings to a deal."""

    part: str = ""
    """Empty or unfit: the site draws one."""
    promise: str = ""
    """The commitment, or a page's token for it, by which a new game is dealt; see ``promises``."""


NOTHING = Brought()


class Part(NamedTuple):
    """A seat's part."""

    value: str
    sent: bool
    """Whether its player sent it; otherwise the site drew it."""


def part_in(brought: Brought) -> Part:
    """Return the part to keep with a seat."""
    if re.fullmatch(PART, brought.part):
        return Part(brought.part, sent=True)
    return Part(secrets.token_hex(PART_BYTES), sent=False)


def fix_parts(game: Game) -> None:
    """Mix in the parts of those who sit there; in a transaction, before the first deal.

    A deal that others play too has its parts already.
    """
    if game.occasion:
        return
    seats = list(Seat.objects.filter(game=game).exclude(part="").order_by("number"))
    game.contribution = ",".join(f"{seat.number}:{seat.part}" for seat in seats)
    # The site knew its creator's part when it drew the secret, unless that was promised before.
    others = any(seat.part_sent and seat.user_id != game.creator_id for seat in seats)
    game.promised_first = game.promised_first or others
    game.save(update_fields=["contribution", "promised_first"])


def proof_of(game: Game, *, begun: bool) -> Proof:
    """Return whether the commitment came before the parts of its players, or after.

    ``"before"`` while others may still sit down: their parts come after the commitment.
    """
    if game.occasion in OF_A_DAY:
        # Shown the day before to everybody.
        return "before"
    open_to_others = not begun and game.audience != Audience.OWN
    return "before" if game.promised_first or open_to_others else "after"


def parts_of(game: Game, seats: Sequence[Seat]) -> list[str | None]:
    """Return each seat's part; once dealt, as mixed in. Old games have none."""
    told = told_in(game.contribution)
    if not told and not game.occasion:
        told = {seat.number: seat.part for seat in seats if seat.part}
    return [told.get(number) for number in range(game.players)]


def sent_at(game: Game, seats: Iterable[Seat]) -> list[bool | None]:
    """Return for each seat whether its player sent its part; otherwise the site drew it.

    None where a seat has no part of its own, as everywhere in a deal that others play too.
    """
    sent = {seat.number: seat.part_sent for seat in seats if seat.part}
    return [sent.get(number) for number in range(game.players)]


def told_in(contribution: str) -> dict[int, str]:
    """Return the parts in a contribution, ``"0:9f…,2:03…"``, by seat."""
    pairs = (entry.split(":", 1) for entry in contribution.split(",") if ":" in entry)
    return {int(seat): part for seat, part in pairs}
