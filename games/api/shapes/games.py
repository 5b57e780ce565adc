"""Games, and who sits there."""

from typing import Any

from rest_framework import serializers

from games.api.shapes.parts import Component, choice, for_each_seat, seat_field, seats_field, whole
from games.api.shapes.views import View
from games.bots.offered import CALLED
from games.bots.registry import LEVELS
from games.lobby.terms import SWITCHES
from games.models import GameStatus

GameState = choice(
    "GameState",
    GameStatus.values,
    "`open`: waiting for players; `voided`: ended without a result.",
)
BotInSeat = choice(
    "BotInSeat",
    [*CALLED, *LEVELS],
    "One of the site’s bots; `easy`, `steady`, `expert` and `random` in old games.",
)
Proof = choice(
    "Proof",
    ["before", "after"],
    "`after`: the site knew the only part when it committed, which proves nothing against it.",
)
Substitute = choice("Substitute", LEVELS, "A bot that plays in somebody’s chair.")


class Seat(Component):
    """A seat that is taken."""

    seat = seat_field(help_text="Its number, from 0, clockwise.")
    name = serializers.CharField(help_text="A bot account’s ends in “(bot)”.")
    bot = BotInSeat(allow_null=True, help_text="Whose own seat it is, if a bot’s.")
    bot_account = serializers.BooleanField(help_text="Whether programs alone play for its account.")
    kept_by = Substitute(allow_null=True, help_text="The bot that keeps this person's chair.")
    guest = serializers.BooleanField(help_text="Whether its player has no account.")
    moderator = serializers.BooleanField(help_text="Whether its player is a moderator of the site.")
    holiday_until = serializers.DateField(
        allow_null=True,
        help_text="The day on which its player is back from holiday; null while they are there.",
    )


SAID = {
    "rated": "Whether it counts for ratings: among people, by hand alone, or among bot accounts.",
    "show_legal_sets": "Whether legal sets are marked, and listed in `legal`.",
    "rest_counts": "Whether clocks stand still in quiet hours and holidays, from 12 hours a turn.",
}
"""What the terms say that are on or off."""


class ListedGame(Component):
    """A game in a list."""

    id = serializers.CharField(help_text="Stands in its addresses.")
    name = serializers.CharField(help_text="What it is called.")
    players = serializers.IntegerField(min_value=2, max_value=5, help_text="Seats at the table.")
    turn_seconds = serializers.IntegerField(allow_null=True, help_text="Null: no clock.")
    starts_at = serializers.DateTimeField(
        allow_null=True, help_text="When it begins; null: as soon as all seats are taken."
    )
    open = serializers.BooleanField(help_text="Whether anybody may join and watch.")
    for_bot_accounts = serializers.BooleanField(
        help_text="Whether it is rated among bot accounts, which alone may sit down."
    )
    seats = Seat(many=True, help_text="Those that are taken, by number.")
    state = GameState()
    version = whole("Counts the rows of the log, and grows with everything that happens.")
    seq = whole(
        "Counts decisions that are closed: each turn is one, and so is each round’s orientation, "
        "all seats together. A move is sent with the `seq` it was chosen for."
    )
    deadline = serializers.DateTimeField(
        allow_null=True,
        help_text="When the clock decides: yours while you are waited for, else the earliest; "
        "null: it doesn’t.",
    )

    def get_fields(self) -> dict[str, Any]:
        switches = {name: serializers.BooleanField(help_text=SAID[name]) for name in SWITCHES}
        return {**super().get_fields(), **switches}


class Asked(Component):
    """The table is asked to take moves back. Meanwhile nobody acts, and no time passes."""

    to = whole("Names the first move that would be undone.")
    by = seat_field(allow_null=True, help_text="The seat that asks; null: a moderator.")
    agreed = seats_field(help_text="Those who agree.")
    until = serializers.DateTimeField(help_text="When it lapses, and the moves stay.")


class Game(ListedGame):
    """A game with the view of the caller: a spectator's for others, null before the start."""

    head = serializers.CharField(
        help_text="The seal of the log’s last row, 64 hexadecimal digits: keep it, and hold the "
        "log against it when the game is over."
    )
    invitation = serializers.CharField(
        allow_null=True,
        help_text="What others join with; only players of a private game see it, until it begins.",
    )
    view = View(allow_null=True, help_text="Null before the start.")
    rewind = Asked(allow_null=True, help_text="What the table is asked to take back, if anything.")
    commitment = serializers.CharField(
        allow_null=True,
        help_text="To the secret behind the deal; null in a copy of another game until it is over.",
    )
    parts = for_each_seat(
        serializers.CharField(allow_null=True),
        "What each seat added to the shuffle; null for bots and free seats.",
    )
    parts_sent = for_each_seat(
        serializers.BooleanField(allow_null=True),
        "Whether each seat’s player sent its part; false: the site drew it. Null without a part, "
        "and in a copy of another game.",
    )
    secret = serializers.CharField(
        allow_null=True, help_text="With it anyone deals again; null until the game is over."
    )
    proof = Proof(allow_null=True, help_text="Null where `commitment` is.")


class Commitment(Component):
    """A commitment to a deal."""

    commitment = serializers.CharField(help_text="Name it as `commitment` when you create a game.")


class GamePage(Component):
    """A page of games, with the addresses of the pages beside it."""

    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = ListedGame(many=True)
