"""An hour before a game starts, everybody at its table hears of it by every way."""

from datetime import timedelta

import pytest
import time_machine

from accounts.models import User
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.models import Stage
from games.tasks import start_due
from tests.accounts.people import account
from tests.telling.people import HOUR, MINUTE, NOON
from tests.telling.post.servers import HookServer, PushService
from tests.telling.server import Mailbox, text_of
from tests.telling.story import World, path_in

pytestmark = pytest.mark.django_db

START = NOON + timedelta(days=3, hours=7)
"""20:00 in Berlin."""


def test_a_start_is_told_by_every_way_in_the_reader_s_zone(
    mailbox: Mailbox, push_service: PushService, hook_server: HookServer
) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        world = World(clock, mailbox, push_service, hook_server)
        zones = {"Anna": "Europe/Berlin", "Ben": "America/New_York"}
        anna, ben = (
            world.move_in(account(name, f"{name.lower()}@example.org"), zone=zone)
            for name, zone in zones.items()
        )
        # One a day would come too late.
        User.objects.filter(pk=ben.user.pk).update(tell_turns="daily")
        terms = Terms(players=3, name="Tuesday Troupe", starts_at=START)
        game = create_game(user=anna.user, terms=terms)
        world.sit_down(game, ben)
        world.to(START - HOUR)
        start_due()
        world.run_schedule()
        title = "Tuesday Troupe starts within the hour"
        for person, hour in ((anna, "20:00 CET"), (ben, "14:00 EST")):
            told = world.told(person)
            assert told.titles == ([title], [title], [title])
            assert f"It starts on Saturday 21 November, {hour}." in text_of(told.mails[0])
            assert path_in(told.mails[0], "/games/") == f"/games/{game.public_id}/"
            assert told.hooks[0]["type"] == Stage.SOON
        # Nobody else comes to a second table: its creator is told that it stays open.
        lonely = create_game(user=ben.user, terms=Terms(players=2, starts_at=START + HOUR))
        world.to(START + HOUR + MINUTE)
        User.objects.filter(pk=ben.user.pk).update(tell_turns="once")
        start_due()
        world.run_schedule()
        titles = world.told(ben).titles
        assert all(f"Nobody else came to {lonely.name}" in way for way in titles)
