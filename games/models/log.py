"""The log: deals and moves, written once; triggers (``games/log/triggers.py``) refuse changes.

It names seats, not users, so no row changes when a seat's user does. Rows are found by their unique
constraints, so foreign keys have no indexes of their own. ``games.log.row_ids`` gives ids.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.games import Game


class Actor(models.TextChoices):
    """The kind of actor behind a move."""

    PLAYER = "player", _("player")
    BOT = "bot", _("bot")
    CLOCK = "clock", _("clock")
    MODERATOR = "moderator", _("moderator")


class ChairEvent(models.TextChoices):
    """Entries that are not moves."""

    KEEP = "keep", _("a bot keeps the chair")
    TAKE_BACK = "take_back", _("the player takes the chair back")
    LEAVE = "leave", _("the player leaves for good")
    NEW_PLAYER = "new_player", _("the chair has a new player")
    AGREE = "agree", _("the player agrees to end the game unfinished")
    DISAGREE = "disagree", _("the player would rather play on")
    VOID = "void", _("the game ends unfinished")
    PAUSE = "pause", _("a moderator pauses the game")
    RESUME = "resume", _("a moderator lets the game go on")
    EXTEND = "extend", _("the deadline is put off")
    ASK_REWIND = "ask_rewind", _("the table is asked to take moves back")
    AGREE_REWIND = "agree_rewind", _("the player agrees to take them back")
    REFUSE_REWIND = "refuse_rewind", _("the moves stay")
    REWIND = "rewind", _("the moves are taken back")


class Round(models.Model):
    """A round was dealt."""

    id = models.UUIDField(primary_key=True, editable=False)
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="rounds", db_index=False)
    number = models.PositiveSmallIntegerField()
    starter = models.PositiveSmallIntegerField()
    created_at = models.DateTimeField()
    deadlines = models.CharField(max_length=200, null=True)  # noqa: DJ001 (as in Move)
    """As in ``Move``."""
    mac = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="games_round_unique"),
        ]

    def __str__(self) -> str:
        return f"Round {self.number} of game {self.game_id}"


class Hand(models.Model):
    """The hand dealt to a seat in a round, as ``3/7 4/1 …``, left to right."""

    id = models.UUIDField(primary_key=True, editable=False)
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="hands", db_index=False)
    seat = models.PositiveSmallIntegerField()
    cards = models.CharField(max_length=100)
    mac = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "seat"], name="games_hand_unique"),
        ]

    def __str__(self) -> str:
        return f"The hand dealt to seat {self.seat} in round {self.round_id}"


class Move(models.Model):
    """A move, or a ``ChairEvent``.

    ``flip`` to ``stop`` belong to moves; with ``extend``, ``to`` is the minutes, with
    ``ask_rewind`` and ``rewind`` the version of the first move that is to be undone. If players
    ended the game early, ``seat`` was the last to agree or to leave. Entries about the whole table
    have seat 0.
    """

    id = models.UUIDField(primary_key=True, editable=False)
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="moves", db_index=False)
    round = models.ForeignKey(
        Round,
        on_delete=models.PROTECT,
        related_name="moves",
        db_index=False,
        # A game may be voided after its round has been packed.
        db_constraint=False,
    )
    version = models.PositiveIntegerField()
    seq = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    actor = models.CharField(max_length=10, choices=Actor)
    type = models.CharField(max_length=14)
    flip = models.BooleanField(null=True)
    end = models.CharField(max_length=5, blank=True)
    to = models.PositiveSmallIntegerField(null=True)
    start = models.PositiveSmallIntegerField(null=True)
    stop = models.PositiveSmallIntegerField(null=True)
    created_at = models.DateTimeField()
    deadlines = models.CharField(max_length=200, null=True)  # noqa: DJ001 (null differs)
    """When the clock decides for each seat that is waited for now, as
    ``games.log.deadlines.deadlines_text`` writes it; null: as before.
    """
    mac = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "version"], name="games_move_unique"),
            # Each seat decides once: whatever else fails, no decision is logged twice.
            models.UniqueConstraint(
                fields=["game", "seq", "seat"],
                condition=~models.Q(type__in=list(ChairEvent)),
                name="games_move_decides_once",
            ),
        ]

    def __str__(self) -> str:
        return f"Move {self.version} of game {self.game_id}"


class PackedLog(models.Model):
    """All rows of a game's log, in place of them, in one value; written once.

    Games that ended long ago have one. What was appended afterwards stays in rows.
    """

    game = models.OneToOneField(
        Game, on_delete=models.PROTECT, primary_key=True, related_name="packed_log"
    )
    moves = models.PositiveIntegerField()
    """How many are in it: those below this version."""
    rows = models.BinaryField()
    """As ``games.log.packing`` writes it."""
    packed_at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"The packed log of game {self.game_id}"
