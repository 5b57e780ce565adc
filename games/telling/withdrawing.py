"""Taking back notifications whose reason is gone: played elsewhere, or read on the site."""

import logging
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from games.lobby.news import holding
from games.lobby.waiting import counts_for
from games.models import Destination, Notice, NoticeState, Seat, Stage, Way
from games.notices.stages import ABOUT_A_TURN, TO_ANSWER
from games.people.recipients import recipients
from games.telling.messages import EVERYTHING, withdrawal_of
from games.telling.post.errors import DeliveryError
from games.telling.post.message import Message
from games.telling.post.send import deliver

logger = logging.getLogger(__name__)

AT_ONCE = 50
SIDE_BY_SIDE = 16
SECONDS = 5
"""For each device."""
_SHOWN = Notice.objects.filter(shown=True)


def withdraw_gone() -> int:
    """Take back what devices show without a reason; return how many were.

    Each is tried once: on a device that can't be reached, an old notification stays.
    """
    now = timezone.now()
    claimed = [each for each in _gone() if _claim(each)]
    devices = Destination.objects.in_bulk([each.place for each in claimed])
    users = {each.user_id for each in claimed}
    counts, known = counts_for(users), recipients(users)
    messages: list[tuple[Destination, Message]] = []
    for notice in claimed:
        device = devices.get(notice.place)
        user = known.get(notice.user_id)
        daily = user is not None and user.tell_turns == "daily"
        if device is None or not _can_take_back(device) or _is_replaced(notice, daily=daily):
            continue
        public_id = notice.game.public_id if notice.game else ""
        if daily and notice.stage in ABOUT_A_TURN:
            public_id = EVERYTHING
        count = counts.get(notice.user_id, 0)
        messages.append((device, withdrawal_of(notice, public_id, count, now)))
    # One after another, a few devices that never answer would hold up everything else.
    with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
        return sum(pool.map(_deliver, messages))


def _can_take_back(device: Destination) -> bool:
    """Apple ends subscriptions that get pushes without showing anything."""
    host = urlsplit(device.address).hostname or ""
    return device.off_since is None and not host.endswith(".push.apple.com")


def _deliver(message: tuple[Destination, Message]) -> bool:
    """In a thread of its own, which asks no database."""
    device, withdrawal = message
    try:
        deliver(device, withdrawal, seconds=SECONDS)
    except DeliveryError as error:
        logger.info("A device of user %s shows an old notice: %s", device.user_id, error)
        return False
    return True


def _gone() -> list[Notice]:
    """Return some of what is shown without a reason."""
    gone: dict[int, Notice] = {}
    # One query for each reason: as a single one they take the database several times as long.
    for reason in (_played(), _over(), _read(), _answered()):
        room = AT_ONCE - len(gone)
        gone |= {each.pk: each for each in reason.select_related("game")[:room]} if room else {}
    return list(gone.values())


def _played() -> QuerySet[Notice]:
    """Return the turns of games that have gone on."""
    return _SHOWN.filter(stage__in=ABOUT_A_TURN).exclude(game__summary__seq=F("seq"))


def _over() -> QuerySet[Notice]:
    """Return the turns of seats that need not move: it is another's turn, or nobody's."""
    acting = Seat.objects.filter(
        game=OuterRef("game"), number=OuterRef("seat"), summary__to_act=True
    )
    return _SHOWN.filter(~Exists(acting), stage__in=ABOUT_A_TURN)


def _read() -> QuerySet[Notice]:
    """Return what was read on the site, and has not happened again since."""
    same = Notice.objects.filter(
        # No game is the same to a database as none.
        Q(game=OuterRef("game")) | Q(about=OuterRef("about")) | Q(stage=Stage.HOOK_OFF),
        user=OuterRef("user"),
        seat=OuterRef("seat"),
        seq=OuterRef("seq"),
        stage=OuterRef("stage"),
        way=Way.SITE,
    )
    read = Exists(same.filter(state=NoticeState.READ))
    again = Exists(same.filter(state=NoticeState.UNREAD))
    answers = Q(stage=Stage.ANSWER, about__read_at__isnull=False)
    return _SHOWN.filter((~Q(stage__in=ABOUT_A_TURN) & read & ~again) | answers)


def _answered() -> QuerySet[Notice]:
    """Return what needs no answer any more."""
    holds = holding(Notice.objects.filter(pk=OuterRef("pk")))
    return _SHOWN.filter(~Exists(holds), stage__in=TO_ANSWER)


def _claim(notice: Notice) -> bool:
    return Notice.objects.filter(pk=notice.pk, shown=True).update(shown=False) == 1


def _is_replaced(notice: Notice, *, daily: bool) -> bool:
    """Whether the device shows something of the same tag that still holds.

    That is a later turn of the same game; or, in one notification about everything, other games.
    """
    if notice.stage not in ABOUT_A_TURN:
        return False
    shown = Notice.objects.filter(
        user=notice.user_id, place=notice.place, stage__in=ABOUT_A_TURN, shown=True
    )
    return (shown if daily else shown.filter(game=notice.game_id, seq__gt=notice.seq)).exists()
