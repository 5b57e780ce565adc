"""The admin of games, whose users may also play.

It shows no deals, private parts of moves, secrets or invitations.
"""

from games.admin.appeals import AppealAdmin
from games.admin.audit import ModerationActionAdmin
from games.admin.case.listing import CaseAdmin
from games.admin.games import GameAdmin
from games.admin.notices import NoticeAdmin
from games.admin.presets import PresetAdmin
from games.admin.signs import RatedPairAdmin, SignAdmin

__all__ = [
    "AppealAdmin",
    "CaseAdmin",
    "GameAdmin",
    "ModerationActionAdmin",
    "NoticeAdmin",
    "PresetAdmin",
    "RatedPairAdmin",
    "SignAdmin",
]
