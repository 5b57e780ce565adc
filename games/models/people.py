"""Invitations, chat, notes, friends, watchers, names taken away, and who was a guest before."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.games import Game


class GameInvitation(models.Model):
    """A request to join an unstarted game."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="invitations")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="game_invitations"
    )
    seat = models.PositiveSmallIntegerField(null=True)
    """The seat kept free; null: any."""
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "user"], name="games_invitation_once"),
        ]

    def __str__(self) -> str:
        return f"Invitation of user {self.user_id} to game {self.game_id}"


class ChatMessage(models.Model):
    """A message at a table; its author is a seat."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="messages")
    seat = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("user"),
    )
    text = models.CharField(_("text"), max_length=500)
    created_at = models.DateTimeField(_("said"))
    hidden = models.BooleanField(_("hidden by a moderator"), default=False)

    class Meta:
        verbose_name = _("chat message")
        verbose_name_plural = _("chat messages")
        indexes = [models.Index(fields=["game", "id"], name="games_chat_of_a_game")]

    def __str__(self) -> str:
        return f"A message in game {self.game_id}"


class Note(models.Model):
    """What a player writes at a table for themselves: nobody else may read it.

    No page of the admin, case, list or file of anybody else has it.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    text = models.TextField()
    version = models.PositiveIntegerField(default=0)
    """Counts what was saved, so that a page knows whether another has saved meanwhile."""

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["game", "user"], name="games_note_once"),
        ]

    def __str__(self) -> str:
        return f"Note of user {self.user_id} in game {self.game_id}"


class Friend(models.Model):
    """Somebody on a player's list of friends: the list is its owner's alone."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    friend = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="listed_by"
    )
    since = models.DateTimeField()

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["owner", "friend"], name="games_friend_once"),
            models.CheckConstraint(
                condition=~models.Q(owner=models.F("friend")), name="games_friend_others"
            ),
        ]

    def __str__(self) -> str:
        return f"User {self.friend_id} on the list of user {self.owner_id}"


class TakenAwayName(models.Model):
    """A name nobody can use until moderators return it."""

    key = models.CharField(max_length=450, unique=True)
    """As compared (``games.people.name_keys``)."""
    created_at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"Taken away: {self.key}"


class FormerGuest(models.Model):
    """A former guest's key in the audit log."""

    number = models.BigIntegerField(unique=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="former_guests"
    )

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"User {self.user_id} was guest {self.number}"


class Watcher(models.Model):
    """A user who watched a game in play; as a moderator they may not see its hands."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="watchers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    first_seen_at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["game", "user"], name="games_watcher_once"),
        ]

    def __str__(self) -> str:
        return f"User {self.user_id} watched game {self.game_id}"
