"""Games, and what keeps their deals secret."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.bots.levels import SUBSTITUTE
from games.models.identifiers import IdentifierField

RULES_VERSION = 1
LOG_FORMAT = 2
"""How the logs of new games are sealed: ``games/log/rows.py`` says what differs."""


class Audience(models.TextChoices):
    """A game's viewers while it is played."""

    OPEN = "open", _("Everyone")
    INVITATION = "invitation", _("By invitation")
    OWN = "own", _("Its owner")


class GameStatus(models.TextChoices):
    """A game's stage."""

    OPEN = "open", _("waiting for players")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")
    VOIDED = "voided", _("voided")


class Unrated(models.TextChoices):
    """Why a game that was opened as rated is friendly."""

    BOTS = "bots", _("a bot has a seat")
    GUESTS = "guests", _("a guest has a seat")
    ADDRESS = "address", _("a player’s email address is not confirmed")
    PROGRAM = "program", _("a player’s account is marked as a bot")
    PEOPLE = "people", _("a player’s account is no bot account")
    CLOCK = "clock", _("it has no clock of at most 7 days")


class Occasion(models.TextChoices):
    """Where a game’s deal comes from, if others play the same. Such a game counts in no figure."""

    COPY = "copy", _("a copy of another game’s deal")
    DAY = "day", _("the deal of a day")
    PROGRAMS = "prog", _("the programs’ deal of a day")


OF_A_DAY = (Occasion.DAY, Occasion.PROGRAMS)
"""One round each, for everybody the same."""


OVER = (GameStatus.FINISHED, GameStatus.VOIDED)
NOT_OVER = (GameStatus.OPEN, GameStatus.RUNNING)


class Game(models.Model):
    """What is fixed about a game at its creation."""

    public_id = IdentifierField(_("address"), max_length=16, unique=True, length=12)
    name = models.CharField(_("name"), max_length=80)
    players = models.PositiveSmallIntegerField(_("players"))
    audience = models.CharField(_("audience"), max_length=10, choices=Audience)
    creator = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="created_games",
        verbose_name=_("creator"),
    )
    created_at = models.DateTimeField(_("created"))
    rules_version = models.PositiveSmallIntegerField(_("rules version"), default=RULES_VERSION)
    # Games from before it have the database's default.
    log_format = models.PositiveSmallIntegerField(
        default=LOG_FORMAT,
        db_default=1,
        editable=False,
        help_text=_("How its log is sealed."),
    )
    commitment = models.CharField(_("commitment to the deal"), max_length=64)
    turn_seconds = models.PositiveIntegerField(
        _("seconds for a turn"), null=True, blank=True, help_text=_("Empty: no clock.")
    )
    substitute = models.CharField(
        _("substitute"),
        max_length=20,
        default=SUBSTITUTE,
        help_text=_("The level of the bot that plays for somebody whose time has run out."),
    )
    rated = models.BooleanField(
        _("rated"),
        default=False,
        help_text=_("Until the game begins: opened as rated. From then on: whether it counts."),
    )
    for_bot_accounts = models.BooleanField(
        _("for bot accounts"),
        default=False,
        db_default=False,
        help_text=_("Rated among bot accounts, which alone may sit down."),
    )
    unrated_because = models.CharField(
        _("why it is friendly"),
        max_length=10,
        choices=Unrated,
        blank=True,
        default="",
        db_default="",
    )
    invitation = IdentifierField(
        _("invitation"),
        max_length=32,
        unique=True,
        help_text=_("Whoever knows it may sit down at a game by invitation."),
    )
    rematch_of = models.OneToOneField(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="rematch",
        verbose_name=_("rematch of"),
    )
    revision = models.PositiveIntegerField(
        _("revision"),
        default=0,
        help_text=_("Counts what changed at the table beside its log: seats, votes."),
    )
    show_legal_sets = models.BooleanField(
        _("show legal sets"),
        default=True,
        help_text=_("Mark and list the sets of a hand that beat the Active Set."),
    )
    rest_counts = models.BooleanField(
        _("rest counts"),
        default=True,
        db_default=True,
        help_text=_("With at least 12 hours for a turn, clocks stand still while people rest."),
    )
    starts_at = models.DateTimeField(
        _("start"),
        null=True,
        blank=True,
        help_text=_("Set: the game begins then, and not when all seats are taken."),
    )
    soon_at = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text=_("Players are told then that it starts soon; empty: they have been told."),
    )
    contribution = models.CharField(
        _("the players' part in the shuffle"),
        max_length=500,
        blank=True,
        help_text=_("Empty until the first deal, and in games in which players add no parts."),
    )
    promised_first = models.BooleanField(
        default=False,
        db_default=False,
        editable=False,
        help_text=_("The commitment was shown before one of its players sent their part."),
    )
    occasion = models.CharField(
        _("occasion"), max_length=4, choices=Occasion, blank=True, default="", db_default=""
    )
    shut_until = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text=_("Until then nobody is shown more of it than its own player, while it runs."),
    )

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(players__gte=2, players__lte=5),
                name="games_game_players",
            ),
            models.CheckConstraint(
                condition=models.Q(for_bot_accounts=False) | models.Q(rated=True),
                name="games_game_for_bot_accounts",
            ),
        ]
        indexes = [models.Index(fields=["created_at"], name="games_by_age")]

    def __str__(self) -> str:
        return self.name

    @property
    def rounds_to_play(self) -> int:
        """As many as players, or one if it is a day’s deal."""
        return 1 if self.occasion in OF_A_DAY else self.players

    @property
    def is_shut(self) -> bool:
        """Whether others still play its deal today."""
        return self.shut_until is not None and timezone.now() < self.shut_until

    @property
    def hides_deal(self) -> bool:
        """Whether even the commitment is hidden until it is over: it would name the source."""
        return self.occasion == Occasion.COPY


class GameSecret(models.Model):
    """The secret behind a game's deals and seals.

    Until the game is over, only ``log`` and a few others may read it: no page, serializer, admin or
    log line.
    """

    game = models.OneToOneField(Game, on_delete=models.PROTECT, primary_key=True, related_name="+")
    secret = models.BinaryField()

    def __str__(self) -> str:
        return f"The secret of game {self.game_id}"
