"""What reaches one person outside the pages: emails, pushes and hooks, word for word."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import timedelta
from typing import Any, NamedTuple
from unittest import mock

import time_machine
from django.core import mail
from django.db import transaction
from django.db.models import F

from accounts.models import User
from games.log.store import lock
from games.models import Actor, Game, GameSummary, Seat
from games.notices.replan import replan
from games.notices.schedule import schedule_kept
from games.notices.seen import read_news
from games.people.seated import seated_at
from games.play.chairs import keep, void
from games.play.ending import agree_to_end
from games.play.nudges import nudge
from games.rules.errors import RuleError
from games.telling import posting
from games.telling.post import send
from games.telling.post.posting import Answer
from games.telling.posting import post_due
from games.telling.sending import send_due
from games.telling.withdrawing import withdraw_gone
from tests.secrecy.destinations import PUSHES, as_read
from tests.secrecy.requests import Part
from tests.secrecy.stage import NOON, for_now

HOUR = timedelta(hours=1)
# An elliptic signature is another one each time, and as long.
_SIGNATURE = re.compile(r"(?<=\.)[\w-]{86}(?=,)")
# The log's head is keyed by the game's secret.
_HEAD = re.compile(r"(?<![0-9a-f])[0-9a-f]{32}(?=…)")


class Email(NamedTuple):
    """Signatures of its links too: the clock stands, and nobody's key changes."""

    subject: str
    text: str
    html: str
    headers: tuple[tuple[str, str], ...]
    sender: str


class Post(NamedTuple):
    """A request to a push service or hook."""

    address: str
    headers: tuple[tuple[str, str], ...]
    length: int
    """Of what is sent."""
    body: bytes
    """As the device decrypts it."""


def told_outside(user: User, game: Game, part: Part) -> Iterator[tuple[str, list[Any]]]:
    """Yield what comes to ``user`` in each case that can follow, by its name and way.

    Those who don't play there get nothing, which two cases show.
    """
    seat = Seat.objects.filter(game=game, user=user, summary__left=False).first()
    for name, happens in CASES.items():
        if seat is None and happens not in (_waits, _is_over):
            continue
        if not part.holds(*(f"{way}: {name}" for way in ("mails", "pushes", "hooks"))):
            continue
        with for_now(), _Box(user) as box:
            happens(_Case(user, game, seat, box))
            yield f"mails: {name}", box.emails
            pushes = [each for each in box.posts if each.address.startswith(PUSHES)]
            yield f"pushes: {name}", pushes
            yield f"hooks: {name}", [each for each in box.posts if each not in pushes]


class _Box:
    """The post office: what came to one user, in order."""

    def __init__(self, user: User) -> None:
        self.emails: list[Email] = []
        self.posts: list[Post] = []
        self._user = user
        # One at a time, so that the order is that of the notices.
        self._patches = (
            mock.patch.object(send, "post", self._take),
            mock.patch.object(posting, "SIDE_BY_SIDE", 1),
        )

    def __enter__(self) -> "_Box":
        for patch in self._patches:
            patch.start()
        return self

    def __exit__(self, *error: object) -> None:
        for patch in self._patches:
            patch.stop()

    def go(self, after: timedelta) -> None:
        """Send what is due so long after noon, and take back what is gone."""
        with time_machine.travel(NOON + after, tick=False):
            mail.outbox.clear()
            send_due()
            post_due()
            withdraw_gone()
        sent: list[Any] = mail.outbox
        self.emails += [_email(each) for each in sent if self._user.email in each.to]

    def _take(self, address: str, body: bytes, headers: Mapping[str, str], **_: object) -> Answer:
        if address.endswith(f"/{self._user.get_username()}"):
            said = {name: _SIGNATURE.sub("signature", value) for name, value in headers.items()}
            whole = tuple(sorted(said.items()))
            self.posts.append(Post(address, whole, len(body), as_read(address, body)))
        return Answer(201, None)


class _Case(NamedTuple):
    user: User
    game: Game
    seat: Seat | None
    box: _Box

    def others(self) -> Iterator[int]:
        sitting = Seat.objects.filter(game=self.game, user__isnull=False).exclude(user=self.user)
        yield from sitting.order_by("number").values_list("number", flat=True)

    def choose(self, **choices: Any) -> None:
        """As the page of choices does."""
        User.objects.filter(pk=self.user.pk).update(**choices)
        replan(user_id=self.user.pk)


def _waits(case: _Case) -> None:
    case.box.go(2 * HOUR)
    # Last calls too.
    case.box.go(20 * HOUR)


def _waits_by_the_day(case: _Case) -> None:
    with time_machine.travel(NOON, tick=False):
        case.choose(tell_turns="daily", digest_hour=5)
    case.box.go(18 * HOUR)


def _is_nudged(case: _Case) -> None:
    """By the first who may."""
    with time_machine.travel(NOON + 13 * HOUR, tick=False):
        for by in case.others():
            _try(nudge, game_id=case.game.pk, by_seat=by, seat=case.seat.number if case.seat else 0)
    case.box.go(14 * HOUR)


def _is_asked_to_end(case: _Case) -> None:
    with time_machine.travel(NOON + HOUR, tick=False):
        for by in list(case.others())[:1]:
            _try(agree_to_end, game_id=case.game.pk, seat=by, agrees=True)
    case.box.go(2 * HOUR)


def _loses_the_chair(case: _Case) -> None:
    case.box.go(HOUR)
    with time_machine.travel(NOON + HOUR, tick=False):
        if case.seat:
            _keep(case.game, case.seat.number)
        case.box.go(2 * HOUR)
        read_news(user_id=case.user.pk)
    case.box.go(3 * HOUR)


def _keep(game: Game, seat: int) -> None:
    """As the clock does, without the turns that it takes."""
    _try(keep, game_id=game.pk, seat=seat, actor=Actor.CLOCK)
    with transaction.atomic():
        schedule_kept(*lock(game.pk), seated_at(game.pk)[seat])


def _plays_elsewhere(case: _Case) -> None:
    """Only the number of the decision counts here, not the move."""
    case.box.go(2 * HOUR)
    GameSummary.objects.filter(pk=case.game.pk).update(seq=F("seq") + 1)
    case.box.go(3 * HOUR)


def _is_over(case: _Case) -> None:
    with time_machine.travel(NOON + HOUR, tick=False), transaction.atomic():
        game, log = lock(case.game.pk)
        void(game, log, seat=0, actor=Actor.MODERATOR)
    case.box.go(3 * HOUR)


CASES: Mapping[str, Callable[[_Case], None]] = {
    "a turn waits": _waits,
    "a turn waits for the daily email": _waits_by_the_day,
    "somebody asks for a move": _is_nudged,
    "somebody asks to end the game": _is_asked_to_end,
    "a bot keeps the chair": _loses_the_chair,
    "the turn is played elsewhere": _plays_elsewhere,
    "the game is over": _is_over,
}


def _try(act: Callable[..., object], **given: Any) -> None:
    """Whether it is allowed is public."""
    with suppress(RuleError):
        act(**given)


def _email(sent: Any) -> Email:
    html = "".join(each.content for each in sent.alternatives)
    headers = tuple(sorted(sent.extra_headers.items()))
    text, html = (_HEAD.sub("masked", said) for said in (sent.body, html))
    return Email(sent.subject, text, html, headers, sent.from_email)
