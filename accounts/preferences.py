"""Changing an account's email preferences."""

from accounts.models import User
from games.notices.replan import replan


def resume_mails(user: User) -> None:
    """Resume emails about games after a pause."""
    user.mail_paused_reason = ""
    user.save(update_fields=["mail_paused_reason"])
    replan(user_id=user.pk)
