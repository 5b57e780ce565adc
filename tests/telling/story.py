"""People and everything that tells them: their mailbox, a device, a webhook and the site."""

import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email.message import EmailMessage
from typing import Any, NamedTuple

import time_machine
from django.test import Client

from accounts.models import User
from games.lobby.joining import join
from games.log.store import load
from games.models import Actor, Game, Seat
from games.order.mails import send_notices
from games.play.move import enter_move
from games.rules.moves import Move
from games.telling.posting import post_due
from games.telling.sending import send_due
from games.telling.withdrawing import withdraw_gone
from tests.tables import next_move
from tests.telling.people import NOON
from tests.telling.post.messages import device_of, hook_of
from tests.telling.post.servers import HookServer, PushService
from tests.telling.server import Mailbox, text_of


class Told(NamedTuple):
    """What arrived at somebody's since the last look."""

    mails: list[EmailMessage]
    pushes: list[dict[str, Any]]
    """Those that show something."""
    hooks: list[dict[str, Any]]

    @property
    def titles(self) -> tuple[list[str], list[str], list[str]]:
        return (
            [str(mail["Subject"]).replace("'", "’") for mail in self.mails],
            [push["title"] for push in self.pushes],
            [hook["data"]["title"] for hook in self.hooks],
        )


@dataclass
class Person:
    user: User
    endpoint: str
    client: Client = field(default_factory=Client)
    """Signed in, on the site."""
    seen: list[int] = field(default_factory=lambda: [0, 0, 0])
    screen: dict[str, str] = field(default_factory=dict)
    """Titles on the device, by tag."""

    @property
    def email(self) -> str:
        return self.user.email

    def news(self) -> list[tuple[str, str]]:
        """Kinds and addresses of unread news, which the look marks as read."""
        rows = self.client.get("/news/").context["news"]
        return [(row.stage, row.url) for row in rows if row.unread]

    def count(self) -> int:
        """In the header."""
        page = self.client.get("/about/").content.decode()
        found = re.search(r'id="waiting-count">\s*<span aria-hidden="true">(\d+)', page)
        return int(found[1]) if found else 0


class World:
    """A clock, the servers of others, and the site's schedule."""

    def __init__(
        self,
        clock: time_machine.Traveller,
        mailbox: Mailbox,
        push_service: PushService,
        hook_server: HookServer,
    ) -> None:
        self.clock = clock
        self.now = NOON
        self.mailbox, self.push_service = mailbox, push_service
        self.hook_server = hook_server
        self.people: dict[str, Person] = {}

    def move_in(self, user: User, *, zone: str) -> Person:
        """With a device and a webhook; told at once."""
        User.objects.filter(pk=user.pk).update(time_zone=zone, tell_turns="once", most_a_day=None)
        user.refresh_from_db()
        device = device_of(user, self.push_service)
        hook_of(user, self.hook_server.address(f"/{user.pk}"))
        person = Person(user, device.address)
        person.client.force_login(user)
        return person

    def wait(self, span: timedelta) -> None:
        self.to(self.now + span)

    def to(self, moment: datetime) -> None:
        assert moment >= self.now
        self.now = moment
        self.clock.move_to(moment, tick=False)

    def run_schedule(self) -> None:
        """As workers do; whatever arrives twice is seen by `told`."""
        for _ in range(2):
            send_due()
            send_notices()
            withdraw_gone()
            post_due()

    def told(self, person: Person) -> Told:
        """What has arrived since the last look; the device shows it, or takes it back."""
        mails = [each for each in self.mailbox.mails if each["To"] == person.email]
        pushes = self.push_service.for_browser.get(person.endpoint, [])
        path = f"/{person.user.pk}"
        hooks = [each.json for each in self.hook_server.requests if each.path == path]
        at = person.seen
        new = mails[at[0] :], pushes[at[1] :], hooks[at[2] :]
        person.seen = [len(mails), len(pushes), len(hooks)]
        for push in new[1]:
            if push["withdraw"]:
                person.screen.pop(push["tag"], None)
            else:
                person.screen[push["tag"]] = push["title"]
        return Told(new[0], [each for each in new[1] if not each["withdraw"]], new[2])

    def sit_down(self, game: Game, person: Person) -> None:
        join(game_id=game.pk, user=person.user, invitation=game.invitation)


def path_in(mail: EmailMessage, start: str) -> str:
    """The path of a link in the text of an email."""
    found = re.search(rf"http://localhost:8000({start}\S*)", text_of(mail))
    assert found, text_of(mail)
    return found[1]


def make(game: Game, seat: int, move: Move) -> None:
    """Through the door that all moves take."""
    seq = load(game).state.seq
    enter_move(game_id=game.pk, seat=seat, move=move, seq=seq, actor=Actor.PLAYER)


def make_next(game: Game) -> int:
    """A sensible move of a seat that may act; return the seat."""
    seat, move = next_move(load(game).state)
    make(game, seat, move)
    return seat


def seat_of(game: Game, person: Person) -> int:
    return Seat.objects.get(game=game, user=person.user).number
