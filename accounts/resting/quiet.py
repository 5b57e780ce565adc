"""Keeping an account's quiet hours."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.notices.replan import replan
from games.people.standing import lock_player
from games.rest.week import MOST_QUIET, Week, most_in_a_day, parse_week, week_text
from games.rules.errors import RuleError


def set_quiet_week(user: User, week: Week, *, shown: Week | None = None) -> None:
    """Make these hours quiet, for decisions that open from now on.

    An hour that is in ``week`` as it was ``shown`` stays as it is stored: another page may have
    changed it meanwhile. Raise ``bad_quiet_hours`` if they are too many, ``not_seated`` if the user
    is gone.
    """
    with transaction.atomic():
        lock_player(user)
        user.refresh_from_db(fields=["quiet_week"])
        stored = parse_week(user.quiet_week)
        before = stored if shown is None else shown
        wanted = Week(stored.bits ^ before.bits ^ week.bits)
        if (most := most_in_a_day(wanted)) > MOST_QUIET:
            raise _too_many(most)
        user.quiet_week = week_text(wanted)
        user.save(update_fields=["quiet_week"])
        replan(user_id=user.pk)


def _too_many(count: int) -> RuleError:
    sentence = _(
        "That would be {count} quiet hours in 24, and the others would wait for long. At most "
        "{most} can be quiet; for whole days, plan a holiday."
    )
    return RuleError("bad_quiet_hours", sentence.format(count=count, most=MOST_QUIET))
