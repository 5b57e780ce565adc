"""Due notices and what they depend on, for many users at once."""

from collections import Counter
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from games.live import watching
from games.models import Notice, NoticeState, Stage
from games.notices.stages import ABOUT_A_TURN
from games.notices.times import DAY
from games.people.recipients import Place, recipients
from games.telling.decide import decide
from games.telling.decisions import Decision, Facts, NoticeRow
from games.telling.facts import Sent, Unit, ended_games, sent_since
from games.telling.news import NEWS, news_of
from games.telling.turns import standing_turns, waiting_turns

IN_SIGHT = 1_000
"""Most due notices considered, so that two senders seldom meet."""
DIGEST_SEEN_FOR = timedelta(hours=50)
"""How far back a local day can reach."""

Rows = dict[Unit, list[NoticeRow]]


def due_units(ways: Collection[str]) -> set[Unit]:
    """Return to whom something is due by these ways, and where."""
    now = timezone.now()
    due = unclaimed(now).filter(due_at__lte=now, way__in=ways).order_by("due_at")
    rows = due.values_list("user_id", "way", "place")[:IN_SIGHT]
    return {Unit(user_id, Place(way, key)) for user_id, way, key in rows}


def unclaimed(now: datetime) -> QuerySet[Notice]:
    """Return the open notices that no sender has under way."""
    free = Q(claimed_until=None) | Q(claimed_until__lte=now)
    return Notice.objects.filter(free, state=NoticeState.DUE)


def open_rows(units: Collection[Unit], *, lock: bool = False) -> Rows:
    """Return the open notices of each unit that has any; ``lock``: those nobody else has locked."""
    notices = unclaimed(timezone.now()).filter(
        user__in={unit.user_id for unit in units}, way__in={unit.place.way for unit in units}
    )
    notices = notices.order_by("id")
    if lock:
        notices = notices.select_for_update(skip_locked=True, of=("self",))
    wanted = set(units)
    found: Rows = {}
    for row in map(NoticeRow._make, notices.values_list(*NoticeRow._fields)):
        unit = Unit(row.user_id, Place(row.way, row.place))
        if unit in wanted:
            found.setdefault(unit, []).append(row)
    return found


def whole(rows: Rows) -> Rows:
    """Leave out units of which another process has locked or claimed some: it tells of all."""
    every = Notice.objects.filter(
        state=NoticeState.DUE,
        user__in={unit.user_id for unit in rows},
        way__in={unit.place.way for unit in rows},
    )
    there = Counter(every.values_list("user_id", "way", "place"))
    return {
        unit: own
        for unit, own in rows.items()
        if len(own) == there[unit.user_id, unit.place.way, unit.place.key]
    }


def sent_to(units: Collection[Unit], now: datetime) -> dict[Unit, Sent]:
    """Return what each unit was sent lately."""
    return sent_since(now - DIGEST_SEEN_FOR, units)


def decisions(rows: Rows, sent: Mapping[Unit, Sent], now: datetime) -> dict[Unit, Decision]:
    """Decide on the open notices of each unit."""
    users = {unit.user_id for unit in rows}
    every = [row for own in rows.values() for row in own]
    known = recipients(users)
    turns = waiting_turns(users)
    ended = ended_games(
        {(row.game_id, row.user_id) for row in every if row.stage == Stage.END and row.game_id}
    )
    news = news_of({row.about for row in every if row.stage in NEWS})
    waiting = {(turn.game_id, turn.seat, turn.seq) for own in turns.values() for turn in own}
    of_turns = {(row.game_id, row.seat, row.seq) for row in every if row.stage in ABOUT_A_TURN}
    standing = standing_turns(of_turns - waiting)
    # Only those who want to be told at once are waited for.
    eager = {pk for pk, each in known.items() if each.tell_turns == "once"}
    here = watching.watched_of([watching.person(user_id) for user_id in eager])
    return {
        unit: decide(
            own,
            unit.place,
            known.get(unit.user_id),
            Facts(
                turns=turns.get(unit.user_id, ()),
                ended={game: end for (game, user), end in ended.items() if user == unit.user_id},
                news=news,
                sent=sent[unit]._replace(
                    capped=[at for at in sent[unit].capped if at > now - DAY],
                    news=[at for at in sent[unit].news if at > now - DAY],
                ),
                standing=standing,
                here=watching.person(unit.user_id) in here,
            ),
            now,
        )
        for unit, own in rows.items()
    }
