"""Groups of stages, as planning, telling and lists know them."""

from games.models import Stage

WITH_A_TURN = (Stage.TURN, Stage.LAST_CALL)
"""Planned with each turn. My games shows turns by itself, so these are no news."""
ABOUT_A_TURN = (*WITH_A_TURN, Stage.NUDGE)
"""What has a reason as long as the turn waits."""
ASKED = (Stage.INVITATION, Stage.REMATCH)
"""Somebody asks the user to a table."""
TO_ANSWER = (*ASKED, Stage.KEPT, Stage.OFFER, Stage.REWIND)
"""News that wait for an answer, and stay unread until none is needed any more."""
