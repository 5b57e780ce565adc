"""What the site does for those who wait, to be compared side by side."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.utils import timezone

from games.models import Game, Notice, NoticeState, Stage, Topic
from games.rest.holidays import Holiday, holidays_text
from games.rest.week import DAYS, week_of, week_text
from scoutsite.pace.orders import orders

if TYPE_CHECKING:
    from scoutsite.pace.people import Person
    from scoutsite.pace.players import Player
    from scoutsite.pace.table import Table


_NIGHTS = week_of((day, hour) for day in range(DAYS) for hour in (23, *range(7)))


class Policy:
    """The site as it is, for people who leave their preferences alone."""

    name = "told"
    label = "everyone is told"
    pushes = True
    """Whether those with a phone get pushes."""
    preferences: Mapping[str, Any] = {}
    """Of every account, where they differ from those of a new one."""
    plans = False
    """Whether people plan ahead."""

    def account(self, person: "Person") -> Mapping[str, Any]:
        """Return what somebody's account has set."""
        return self.preferences

    def after_sending(self, table: "Table") -> None:
        """Do what the site did once it had sent what was due."""

    def after_glance(self, table: "Table", player: "Player") -> None:
        """Do what the site did when a player had seen their turn."""

    def while_waiting(self, table: "Table", player: "Player") -> None:
        """Let somebody who looks at the table, or has just played, do something for later."""


_UNTOLD = (Topic.INVITATION, Topic.REMATCH, Topic.KEPT, Topic.TABLE, Topic.ANSWER)


class AsItWas(Policy):
    """The site before everyone was told.

    Emails alone, after 10 minutes unseen, at most four a day, and none about invitations. Today's
    code tells of a turn again and comes back after a look; that is undone here, notice by notice.
    What stays as it is today is in favour of this policy: a turn whose time ends before the cap
    does is told in spite of it.
    """

    name = "as-it-was"
    label = "as it was"
    pushes = False
    preferences = {
        "tell_turns": "each",
        "unseen_minutes": 10,
        "most_a_day": 4,
        "not_by_mail": ",".join(_UNTOLD),
    }

    def after_sending(self, table: "Table") -> None:
        again = _turns(table.game).filter(told__gt=0, state=NoticeState.DUE)
        again.update(state=NoticeState.SENT, closed_at=timezone.now())

    def after_glance(self, table: "Table", player: "Player") -> None:
        put_off = _turns(table.game).filter(user=player.user.pk, state=NoticeState.DUE)
        put_off.update(state=NoticeState.DROPPED, closed_at=timezone.now())


class WithPlans(Policy):
    """People leave orders after their turns, and whenever they look while others think."""

    name = "plans"
    label = "with plans"
    plans = True

    def while_waiting(self, table: "Table", player: "Player") -> None:
        left = orders(table.view(player), player.person.key)
        if left:
            table.plan(player, left)


class WithRest(WithPlans):
    """They are also quiet from 23:00 to 7:00, their plans apart, and on holiday when away."""

    name = "rest"
    label = "with plans and rest"
    preferences = {"quiet_week": week_text(_NIGHTS)}

    def account(self, person: "Person") -> Mapping[str, Any]:
        if not person.away:
            return self.preferences
        holiday = Holiday(person.away[0], person.away[-1], person.zone)
        return {**self.preferences, "holidays": holidays_text([holiday])}


def _turns(game: Game) -> Any:
    return Notice.objects.filter(game=game, stage=Stage.TURN)


_ALL: tuple[type[Policy], ...] = (AsItWas, Policy, WithPlans, WithRest)
POLICIES = {each.name: each for each in _ALL}
"""By name, in the order of the table."""
