"""The admin of games: for moderators and administrators, who may sit at a table too.

What is dealt and the private part of what is played stays out of it, and so do secrets and
invitations. What moderators do here is done by ``games.order``.
"""

from games.admin.audit import ModerationActionAdmin
from games.admin.games import GameAdmin
from games.admin.notices import NoticeAdmin
from games.admin.reports import ReportAdmin

__all__ = ["GameAdmin", "ModerationActionAdmin", "NoticeAdmin", "ReportAdmin"]
