"""Five people play a game, and each kind of news reaches them by each way, once."""

from collections.abc import Iterator

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from games.lobby.invitations import invite
from games.lobby.opening import create_game
from games.lobby.rematch import rematch
from games.lobby.terms import Terms
from games.log.store import load
from games.models import Actor, Game, ReportKind, ReportReason, Stage
from games.order import reports
from games.order.cases.closing import close
from games.play.chairs import keep, take_back
from games.play.clock import due_games, expire
from games.play.ending import agree_to_end
from games.play.nudges import nudge
from games.play.rewinding.asking import answer_rewind, ask_to_rewind
from games.play.rewinding.preview import turns_now
from games.rules.moves import Orient
from tests.accounts.people import account
from tests.order.people import moderator
from tests.telling.people import DAY, HOUR, MINUTE, NOON, see
from tests.telling.post.messages import hook_of
from tests.telling.post.servers import HookServer, LocalNetwork, PushService
from tests.telling.server import Mailbox, text_of
from tests.telling.story import Person, World, make, make_next, path_in, seat_of

pytestmark = pytest.mark.django_db

ZONES = {
    "Maya": "Europe/Berlin",
    "Bruno": "America/New_York",
    "Cleo": "Asia/Kolkata",
    "Dana": "Asia/Tokyo",
    "Gus": "Pacific/Auckland",
}
STAGES = set(Stage) - {Stage.FRIENDLY, Stage.TAKEN, Stage.SOON, Stage.ALONE}
"""All but what only old games are told, at an update, and what tables with an hour are told."""
SITE = "http://localhost:8000"


@pytest.fixture
def world(
    db: None, mailbox: Mailbox, push_service: PushService, hook_server: HookServer
) -> Iterator[World]:
    with time_machine.travel(NOON, tick=False) as clock:
        world = World(clock, mailbox, push_service, hook_server)
        for name, zone in ZONES.items():
            if name != "Gus":
                user = account(name, f"{name.lower()}@example.org")
                world.people[name] = world.move_in(user, zone=zone)
        yield world


@pytest.fixture
def broken(internet: LocalNetwork) -> Iterator[HookServer]:
    """A server whose webhooks fail."""
    server = HookServer(internet, "broken.example", "93.184.216.36")
    server.status = 500
    yield server
    server.close()


def guest_with_an_address(world: World, game: Game) -> Person:
    """Sits down by the invitation's link, and confirms the address by the email that comes."""
    browser = Client()
    seat = {"name": "Gus", "email": "gus@example.org"}
    assert browser.post(f"/invitation/{game.invitation}/", seat).status_code == 302
    mail = next(each for each in world.mailbox.mails if each["To"] == "gus@example.org")
    Client().post(path_in(mail, "/account/way-back/"))
    user = User.objects.get(email="gus@example.org", email_confirmed=True, is_guest=True)
    person = world.move_in(user, zone=ZONES["Gus"])
    world.told(person)
    return person


class Story:
    """What happens at one table, and who must have heard of it."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.game: Game
        self.arrived: set[tuple[str, str]] = set()
        """Kinds and ways."""

    def at(self, seat: int) -> Person:
        return next(each for each in self.people if seat_of(self.game, each) == seat)

    @property
    def people(self) -> list[Person]:
        return list(self.world.people.values())

    def assert_told(
        self,
        stage: str,
        title: str,
        people: list[Person],
        *,
        hook_title: str = "",
        link: str = "",
        path: str = "",
        on_site: bool = True,
    ) -> None:
        """These heard it by every way, once, and nobody heard anything else.

        `link` begins the address of the email's button, `path` is that of the others.
        """
        self.world.run_schedule()
        path = path or f"/games/{self.game.public_id}/"
        before = {id(each): each.count() for each in people}
        for person in self.people:
            told = self.world.told(person)
            if person not in people:
                assert told.titles == ([], [], []), (stage, person.user)
                continue
            expected = ([title], [title], [hook_title or title])
            assert told.titles == expected, (stage, person.user)
            assert path_in(told.mails[0], link or path)
            [push], [hook] = told.pushes, told.hooks
            assert (push["url"], hook["data"]["url"]) == (SITE + path, SITE + path)
            assert hook["type"] == stage or stage == Stage.STARTED
            assert push["count"] == hook["data"]["count"] == before[id(person)] > 0
            self.arrived |= {(stage, way) for way in ("mail", "push", "hook")}
            if on_site:
                assert stage in [kind for kind, _url in person.news()], (stage, person.user)
                self.arrived.add((stage, "site"))
        for person in people:
            person.news()
        # What was read on the site goes away elsewhere.
        self.world.run_schedule()
        for person in self.people:
            assert self.world.told(person).titles == ([], [], [])

    def assert_quiet(self) -> None:
        """Nobody hears anything; what devices show may go away."""
        self.world.run_schedule()
        for person in self.people:
            assert self.world.told(person).titles == ([], [], [])

    def time_out(self) -> None:
        """The clock plays the turn that waits; what was said of it before is forgotten."""
        self.world.run_schedule()
        for person in self.people:
            self.world.told(person)
        assert due_games(now=self.world.now) == [self.game.pk]
        expire(game_id=self.game.pk)

    def hurry(self) -> None:
        """Somebody's turn is played before anybody is told of it."""
        make_next(self.game)

    def hurry_to(self, person: Person) -> None:
        seat = seat_of(self.game, person)
        while load(self.game).state.to_act != (seat,):
            self.hurry()


@pytest.mark.slow
def test_five_people_hear_of_everything_by_every_way_once(world: World, broken: HookServer) -> None:
    story = Story(world)
    maya, bruno, cleo, dana = story.people
    hook_of(cleo.user, broken.address(), name="#broken")

    # An invitation by name, and one by a link.
    terms = Terms(players=5, name="Tuesday Troupe", turn_seconds=DAY)
    game = story.game = create_game(user=maya.user, terms=terms)
    for person in (bruno, cleo, dana):
        invite(game_id=game.pk, by=maya.user, user=person.user)
    story.assert_told(
        Stage.INVITATION,
        "Maya invites you to Tuesday Troupe",
        [bruno, cleo, dana],
        link="/answer/",
    )

    # The start is told with the first turn: all choose which way up they hold their cards.
    world.wait(HOUR)
    gus = world.people["Gus"] = guest_with_an_address(world, game)
    for person in (bruno, cleo):
        world.sit_down(game, person)
    invited = next(each for each in world.mailbox.mails if each["To"] == "dana@example.org")
    answer = Client().post(path_in(invited, "/answer/"), {"answer": "sit"})
    assert "The game has begun." in answer.content.decode()
    world.wait(MINUTE)
    story.assert_told(Stage.STARTED, "Tuesday Troupe has begun", story.people, link="/turn/")
    assert {person.screen[game.public_id] for person in story.people} == {
        "Tuesday Troupe has begun"
    }

    # A turn.
    for person in story.people:
        make(game, seat_of(game, person), Orient(flip=False))
    story.hurry_to(gus)
    world.wait(MINUTE)
    story.assert_told(
        Stage.TURN, "You’re on in Tuesday Troupe", [gus], link="/turn/", on_site=False
    )
    # On the devices of those who have played, nothing is left of it.
    assert [person for person in story.people if person.screen] == [gus]

    assert "NZDT" in text_of(world.mailbox.mails[-1])

    # A nudge, a last call, and the end of the time.
    world.wait(12 * HOUR)
    nudge(game_id=game.pk, by_seat=seat_of(game, bruno), seat=seat_of(game, gus))
    title = "Bruno asks for your move in Tuesday Troupe"
    story.assert_told(Stage.NUDGE, title, [gus], link="/turn/")
    world.wait(8 * HOUR)
    title = "Last call in Tuesday Troupe"
    story.assert_told(Stage.LAST_CALL, title, [gus], link="/turn/", on_site=False)
    assert gus.screen == {game.public_id: title}
    world.wait(5 * HOUR)
    story.time_out()
    story.assert_quiet()
    assert gus.screen == {}

    # A second time, and a bot keeps the chair, until its player takes it back from the email.
    story.hurry_to(gus)
    world.wait(25 * HOUR)
    story.time_out()
    title = "A bot keeps your chair in Tuesday Troupe"
    story.assert_told(Stage.KEPT, title, [gus], link="/chair/")
    page = Client().post(path_in(world.mailbox.mails[-1], "/chair/")).content.decode()
    assert "Your chair is yours again" in page
    story.assert_quiet()
    assert gus.screen == {}

    # An offer to end, which is taken back.
    agree_to_end(game_id=game.pk, seat=seat_of(game, maya), agrees=True)
    story.assert_told(Stage.OFFER, "End Tuesday Troupe unfinished?", [bruno, cleo, dana, gus])
    agree_to_end(game_id=game.pk, seat=seat_of(game, maya), agrees=False)
    story.assert_quiet()
    assert all(person.screen == {} for person in story.people)

    # Somebody asks to take moves back, and somebody would rather not.
    to = turns_now(game)[-1].version
    ask_to_rewind(game_id=game.pk, seat=seat_of(game, maya), to=to)
    story.assert_told(Stage.REWIND, "Take moves back in Tuesday Troupe?", [bruno, cleo, dana, gus])
    answer_rewind(game_id=game.pk, seat=seat_of(game, bruno), to=to, agrees=False)
    story.assert_quiet()
    assert all(person.screen == {} for person in story.people)

    # A pause, once bots keep all chairs.
    for person in story.people:
        keep(game_id=game.pk, seat=seat_of(game, person), actor=Actor.PLAYER)
    story.assert_told(Stage.PAUSED, "Tuesday Troupe is paused", story.people)
    for person in story.people:
        take_back(game_id=game.pk, seat=seat_of(game, person))
    story.assert_quiet()

    # The end, for all but the player who saw it.
    while not load(game).over:
        last = story.at(make_next(game))
    see(game, last.user)
    world.wait(MINUTE)
    unaware = [person for person in story.people if person is not last]
    story.assert_told(Stage.END, "Tuesday Troupe is over", unaware)

    # A rematch.
    world.wait(HOUR)
    again = rematch(game_id=game.pk, user=maya.user)
    story.assert_told(
        Stage.REMATCH,
        "Maya wants a rematch of Tuesday Troupe",
        [bruno, cleo, dana, gus],
        link="/answer/",
        path=f"/games/{again.public_id}/",
    )

    # An answer to a report.
    report = reports.report(
        user=dana.user, kind=ReportKind.PLAYER, reason=ReportReason.INSULT, player=gus.user
    )
    close(case=report.case, acted=True, answer="We spoke to him.", by=moderator())
    story.assert_told(
        Stage.ANSWER,
        "A notice from the moderators",
        [dana],
        hook_title="Something new waits for you",
        link="/notices/",
        path="/news/",
    )

    # A webhook that has failed since the beginning, three days ago.
    assert broken.requests
    world.to(NOON + 3 * 24 * HOUR)
    story.assert_told(
        Stage.HOOK_OFF,
        "Your webhook #broken is switched off",
        [cleo],
        link="/account/telling/",
        path="/news/",
    )

    # What was read or is over has gone from all devices; the rematch still waits for an answer.
    asked = {f"{again.public_id}.rematch": "Maya wants a rematch of Tuesday Troupe"}
    for person in story.people:
        assert person.screen == ({} if person is maya else asked)

    ways = ("site", "mail", "push", "hook")
    everything = {(str(stage), way) for stage in STAGES for way in ways}
    # What waits for a move is no news, but counted and listed by itself.
    assert everything - story.arrived == {("turn", "site"), ("last_call", "site")}
    names = [str(mail["Message-ID"]) for mail in world.mailbox.mails]
    assert len(names) == len(set(names))
