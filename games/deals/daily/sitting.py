"""Sitting down at a day's deal: one try."""

from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Any

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db import transaction
from django.utils.translation import gettext as _

from games.deals.daily.dealing import CHAIR, PLAYERS, deal_of, past_deal, secret_of_day, today
from games.lobby.opening import Origin, start_from
from games.lobby.terms import Terms
from games.models import DayEntry, DealOfTheDay, Occasion
from games.people.standing import lock_player
from games.people.users import player_of
from games.results.days import end_of
from games.rules.errors import RuleError


def entry_of(deal: DealOfTheDay, user: AbstractUser | AnonymousUser) -> DayEntry | None:
    """Return the viewer's try, if they have sat down."""
    if user.pk is None:
        return None
    entries = DayEntry.objects.filter(deal=deal, player=user.pk)
    return entries.select_related("game__summary").first()


def is_for_programs(user: AbstractUser | AnonymousUser, *, by_token: bool) -> bool:
    """Return whether today's deal is the programs' for this caller: visitors by API are shown it
    too.
    """
    if user.pk is None or not isinstance(user, AbstractUser):
        return True
    return by_token or player_of(user).is_bot


def sit_down(
    *,
    user: AbstractUser,
    day: date,
    now: datetime,
    by_token: bool = False,
    counts: Callable[[], bool] = lambda: True,
) -> DayEntry:
    """Return the player's try at the deal of ``day``, begun at the first press.

    Programs have a deal of their own. A day that is over can be played too, and doesn't count.
    ``counts`` is asked once, as a try begins, whether it is in the distribution. Raise
    ``bad_terms`` for days to come and days of which there is no deal, or as
    ``games.lobby.seating.sit``.
    """
    is_today = day == today(now)
    programs = is_today and is_for_programs(user, by_token=by_token)
    if is_today:
        deal = deal_of(day, programs=programs)
    else:
        found = past_deal(day, now)
        if found is None:
            raise RuleError("bad_terms", _("There is no deal of that day."))
        deal = found
    with transaction.atomic():
        # Two presses at once are one try.
        lock_player(user)
        before = entry_of(deal, user)
        if before is not None:
            return before
        game = start_from(
            user=user,
            terms=Terms(
                players=PLAYERS,
                turn_seconds=None,
                name=_("Deal {number}").format(number=deal.number),
            ),
            origin=Origin(
                secret=secret_of_day(deal),
                contribution="",
                occasion=Occasion.PROGRAMS if programs else Occasion.DAY,
                shut_until=end_of(day) if is_today else None,
            ),
            seat=CHAIR,
            bots=dict(enumerate(deal.bots.split(" "), start=1)),
        )
        return DayEntry.objects.create(
            deal=deal,
            game=game,
            player_id=user.pk,
            counts=is_today and counts(),
            ranked=is_today and not programs and _is_ranked(user, day),
        )


def _is_ranked(user: AbstractUser, day: date) -> bool:
    """Accounts whose address was confirmed before that day: new ones can try again and again."""
    player = player_of(user)
    since = player.address_confirmed_at
    midnight = end_of(day - timedelta(days=1))
    return not player.is_guest and player.email_confirmed and since is not None and since < midnight


def pass_on_entries(*, source_id: int, target_id: int) -> None:
    """Give a guest's days to their account, which keeps its own where it has one.

    Of two tries at a deal, the one that is unfinished no longer counts: its player has seen the
    cards in the other.
    """
    own = DayEntry.objects.filter(player=target_id)
    theirs = DayEntry.objects.filter(player=source_id)
    known = set(own.values_list("deal", flat=True))
    both = known & set(theirs.values_list("deal", flat=True))
    twice = DayEntry.objects.filter(deal__in=both, player__in=(source_id, target_id))
    twice.filter(points=None).update(counts=False, ranked=False)
    theirs.filter(deal__in=both).update(player=None)
    theirs.update(player=target_id)


def days_played(*, user: AbstractUser) -> list[dict[str, Any]]:
    """Return the player's tries, oldest first, for their own data."""
    rows = DayEntry.objects.filter(player=user.pk).order_by("deal__day")
    return [
        {"day": day, "game": game, "ended": ended, "points": points, "in_the_tables": ranked}
        for day, game, ended, points, ranked in rows.values_list(
            "deal__day", "game__public_id", "ended_at", "points", "ranked"
        )
    ]
