"""Taking back notifications whose reason is gone: played elsewhere, or read on the site."""

import logging
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import NamedTuple
from urllib.parse import urlsplit

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from games.lobby.news import holding
from games.lobby.waiting import counts_for
from games.models import Destination, Notice, NoticeState, Seat, Stage, Way
from games.notices.stages import ABOUT_A_TURN, TO_ANSWER
from games.people.recipients import recipients
from games.telling.messages import withdrawal_of
from games.telling.post.errors import DeliveryError, GoneError
from games.telling.post.message import Message
from games.telling.post.send import SIDE_BY_SIDE, attempt

logger = logging.getLogger(__name__)

AT_ONCE = 50
SECONDS = 5
"""For each device."""
TRIES = 8
"""Over four hours. After that an old notification stays."""
FIRST_WAIT = timedelta(minutes=2)
"""Before the second try; it doubles each time."""


class _Withdrawal(NamedTuple):
    notice: Notice
    device: Destination
    message: Message


def withdraw_gone() -> int:
    """Take back what devices show without a reason; return how many were.

    Devices that can't be reached are tried again for some hours. In quiet hours nothing is taken
    back: that is a push, too.
    """
    now = timezone.now()
    claimed = [each for each in _without_quiet(_gone(now), now) if _claim(each, now)]
    devices = Destination.objects.in_bulk([each.place for each in claimed])
    counts = counts_for({each.user_id for each in claimed})
    withdrawals: list[_Withdrawal] = []
    for notice in claimed:
        device = devices.get(notice.place)
        if device is None or not _can_take_back(device, notice) or _is_replaced(notice):
            _settle(notice)
        else:
            message = withdrawal_of(notice, counts.get(notice.user_id, 0), now)
            withdrawals.append(_Withdrawal(notice, device, message))
    taken_back = 0
    with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
        errors = pool.map(_attempt, withdrawals)
        for (notice, _device, _message), error in zip(withdrawals, errors, strict=True):
            if error is not None:
                logger.info("A device of user %s shows an old notice: %s", notice.user_id, error)
            if error is None or isinstance(error, GoneError) or notice.withdraw_tries + 1 >= TRIES:
                _settle(notice)
            taken_back += error is None
    return taken_back


def _can_take_back(device: Destination, notice: Notice) -> bool:
    """Apple ends subscriptions that get pushes without showing anything."""
    is_apple = (urlsplit(device.address).hostname or "").endswith(".push.apple.com")
    return device.off_since is None and notice.tag != "" and not is_apple


def _attempt(withdrawal: _Withdrawal) -> DeliveryError | None:
    return attempt(withdrawal.device, withdrawal.message, seconds=SECONDS)


def _gone(now: datetime) -> list[Notice]:
    """Return some of what is shown without a reason, but for what is to be tried later."""
    to_try = Q(withdraw_at=None) | Q(withdraw_at__lte=now)
    shown = Notice.objects.filter(to_try, shown=True)
    gone: dict[int, Notice] = {}
    # One query for each reason: as a single one they take the database several times as long.
    for reason in (_played, _over, _read, _answered):
        room = AT_ONCE - len(gone)
        gone |= {each.pk: each for each in reason(shown)[:room]} if room else {}
    return list(gone.values())


def _without_quiet(gone: list[Notice], now: datetime) -> list[Notice]:
    """Put off those of users who have quiet hours; return the others."""
    known = recipients({each.user_id for each in gone}) if gone else {}
    loud = []
    for notice in gone:
        recipient = known.get(notice.user_id)
        until = recipient and recipient.rest.quiet_until(now)
        if until:
            Notice.objects.filter(pk=notice.pk, shown=True).update(withdraw_at=until)
        else:
            loud.append(notice)
    return loud


def _played(shown: QuerySet[Notice]) -> QuerySet[Notice]:
    """Return the turns of games that have gone on."""
    return shown.filter(stage__in=ABOUT_A_TURN).exclude(game__summary__seq=F("seq"))


def _over(shown: QuerySet[Notice]) -> QuerySet[Notice]:
    """Return the turns of seats that need not move: it is another's turn, or nobody's."""
    acting = Seat.objects.filter(
        game=OuterRef("game"),
        number=OuterRef("seat"),
        user=OuterRef("user"),
        summary__to_act=True,
    )
    return shown.filter(~Exists(acting), stage__in=ABOUT_A_TURN)


def _read(shown: QuerySet[Notice]) -> QuerySet[Notice]:
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
    return shown.filter((~Q(stage__in=ABOUT_A_TURN) & read & ~again) | answers)


def _answered(shown: QuerySet[Notice]) -> QuerySet[Notice]:
    """Return what needs no answer any more."""
    holds = holding(Notice.objects.filter(pk=OuterRef("pk")))
    return shown.filter(~Exists(holds), stage__in=TO_ANSWER)


def _claim(notice: Notice, now: datetime) -> bool:
    """Claim a try of ours, and plan the next: it may fail, or never end."""
    tries = notice.withdraw_tries
    same = Notice.objects.filter(pk=notice.pk, shown=True, withdraw_tries=tries)
    later = now + FIRST_WAIT * 2**tries
    return same.update(withdraw_at=later, withdraw_tries=tries + 1) == 1


def _settle(notice: Notice) -> None:
    """Note that nothing is left to try, unless the device was told of it again meanwhile."""
    tries = notice.withdraw_tries + 1
    claimed = Notice.objects.filter(pk=notice.pk, shown=True, withdraw_tries=tries)
    claimed.update(shown=False, withdraw_at=None, withdraw_tries=0)


def _is_replaced(notice: Notice) -> bool:
    """Whether the device shows something of the same tag that still holds.

    That is a later turn of the same game; or, in one notification about everything, other games.
    """
    if notice.stage not in ABOUT_A_TURN:
        return False
    shown = Notice.objects.filter(
        *(Q(user=notice.user_id), Q(place=notice.place), Q(tag=notice.tag)),
        stage__in=ABOUT_A_TURN,
        shown=True,
        withdraw_at=None,
    )
    return shown.exists()
