"""What sort of somebody a name belongs to."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Kind(models.TextChoices):
    """What the badge behind a name says; members with an account have none."""

    MEMBER = "", ""
    GUEST = "guest", _("guest")
    BOT = "bot", _("bot")
    MODERATOR = "moderator", _("moderator")
