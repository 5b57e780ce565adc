"""Changing what an account likes, for its own pages and for the links in mails."""

from accounts.models import TurnMail, User
from games.notices.schedule import replan


def set_turn_mail(user: User, choice: str) -> None:
    """Set when turns are told of by mail; ``ValueError`` if there is no such choice.

    Whoever chooses anew wants mails again: a pause after a complaint is over. One after mails
    that came back is not, for the address is still the same.
    """
    user.turn_mail = TurnMail(choice)
    if user.mail_paused_reason == "complaint" and choice != TurnMail.NONE:
        user.mail_paused_reason = ""
    user.save(update_fields=["turn_mail", "mail_paused_reason"])
    replan(user_id=user.pk)


def resume_mails(user: User) -> None:
    """Send mails about games again to an address that did not take them for a while."""
    user.mail_paused_reason = ""
    user.save(update_fields=["mail_paused_reason"])
    replan(user_id=user.pk)
