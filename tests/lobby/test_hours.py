"""Games that start at a set hour: they wait for it, begin then, and tell those who sit."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.choosing.feed import renew_feed
from accounts.models import User
from games.api.bodies import NewGameBody
from games.lobby.finding import Wanted, open_games
from games.lobby.hours import games_due, start_due
from games.lobby.joining import join
from games.lobby.leaving import leave_before_start
from games.lobby.opening import create_game
from games.lobby.starting import start_early
from games.lobby.terms import Terms
from games.log.store import load
from games.models import Game, GameStatus, Notice, Seat, Stage, Unrated
from games.rules.errors import RuleError
from games.tasks import start_due as run_tasks
from tests.accounts.people import account
from tests.pages.page import Page

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
FRIDAY = datetime(2026, 11, 27, 9, 0, tzinfo=UTC)
SUNDAY = datetime(2026, 11, 29, 19, 0, tzinfo=UTC)
"""20:00 in Berlin."""


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(FRIDAY, tick=False) as clock:
        yield clock


@pytest.fixture
def anna(clock: time_machine.Traveller) -> User:
    return account("Anna", "anna@example.org")


@pytest.fixture
def ben(clock: time_machine.Traveller) -> User:
    return account("Ben", "ben@example.org")


def opened(user: User, **changes: Any) -> Game:
    terms: dict[str, Any] = {"players": 3, "name": "Sunday show", "starts_at": SUNDAY}
    return create_game(user=user, terms=Terms(**(terms | changes)))


def sit(game: Game, user: User) -> None:
    join(game_id=game.pk, user=user, invitation=game.invitation)


def status(game: Game) -> str:
    return Game.objects.get(pk=game.pk).summary.status


def bots(game: Game) -> list[str]:
    return list(Seat.objects.filter(game=game).order_by("number").values_list("bot", flat=True))


def told(stage: str) -> list[str]:
    rows = Notice.objects.filter(stage=stage, way="site").order_by("seat")
    return list(rows.values_list("user__username", flat=True))


def seen_by(user: User, path: str, zone: str = "Europe/Berlin") -> str:
    User.objects.filter(pk=user.pk).update(time_zone=zone)
    client = Client()
    client.force_login(User.objects.get(pk=user.pk))
    return Page(client.get(path)).text


def test_a_full_table_waits_for_its_hour_and_begins_then(
    clock: time_machine.Traveller, anna: User, ben: User
) -> None:
    game = opened(anna, players=2)
    sit(game, ben)
    assert status(game) == GameStatus.OPEN
    assert "Everybody is here" in seen_by(anna, f"/games/{game.public_id}/")
    clock.move_to(SUNDAY - timedelta(seconds=1), tick=False)
    run_tasks()
    assert status(game) == GameStatus.OPEN
    clock.move_to(SUNDAY + timedelta(seconds=4), tick=False)
    run_tasks()
    assert status(game) == GameStatus.RUNNING
    assert load(game).began_at == SUNDAY + timedelta(seconds=4)


def test_at_the_hour_bots_take_the_free_seats_once(
    clock: time_machine.Traveller, anna: User, ben: User
) -> None:
    game = opened(anna, players=4, rated=True)
    sit(game, ben)
    clock.move_to(SUNDAY, tick=False)
    assert games_due(now=SUNDAY) == [game.pk]
    assert [start_due(game_id=game.pk, now=SUNDAY) for _ in range(2)] == [True, False]
    assert games_due(now=SUNDAY) == []
    assert bots(game) == ["", "", "juno", "lev"]
    game.refresh_from_db()
    assert (game.rated, game.unrated_because) == (False, Unrated.BOTS)


def test_a_start_that_was_due_while_the_site_was_down_begins_when_it_is_back(
    clock: time_machine.Traveller, anna: User, ben: User
) -> None:
    game = opened(anna)
    sit(game, ben)
    clock.move_to(SUNDAY + 7 * HOUR, tick=False)
    run_tasks()
    assert status(game) == GameStatus.RUNNING
    assert told(Stage.SOON) == [], "it has begun"


def test_alone_at_the_hour_one_is_told_and_the_table_stays_open_without_one(
    clock: time_machine.Traveller, anna: User, ben: User
) -> None:
    game = opened(anna, players=2)
    sit(game, ben)
    leave_before_start(game_id=game.pk, user=ben)
    clock.move_to(SUNDAY, tick=False)
    for _ in range(2):
        run_tasks()
    assert (status(game), told(Stage.ALONE)) == (GameStatus.OPEN, ["Anna"])
    assert Game.objects.get(pk=game.pk).starts_at is None
    assert "Nobody else came to Sunday show" in seen_by(anna, "/news/")
    sit(game, ben)
    assert status(game) == GameStatus.RUNNING


def test_the_creator_may_begin_before_the_hour(anna: User, ben: User) -> None:
    game = opened(anna, players=2)
    sit(game, ben)
    client = Client()
    client.force_login(anna)
    assert "Begin now" in Page(client.get(f"/games/{game.public_id}/")).text
    with pytest.raises(RuleError, match="Only the one"):
        start_early(game_id=game.pk, by=ben)
    client.post(f"/games/{game.public_id}/start/")
    assert status(game) == GameStatus.RUNNING
    assert games_due(now=SUNDAY) == []


def test_an_hour_before_all_who_sit_are_told_once(
    clock: time_machine.Traveller, anna: User, ben: User
) -> None:
    game = opened(anna)
    sit(game, ben)
    clock.move_to(SUNDAY - HOUR - MINUTE, tick=False)
    run_tasks()
    assert told(Stage.SOON) == []
    clock.move_to(SUNDAY - HOUR, tick=False)
    for _ in range(2):
        run_tasks()
    assert told(Stage.SOON) == ["Anna", "Ben"]
    assert "Sunday show starts within the hour." in seen_by(ben, "/news/")
    opened(anna, starts_at=SUNDAY - 20 * MINUTE)
    run_tasks()
    assert told(Stage.SOON) == ["Anna", "Ben"], "those who sit down within the hour know"


@pytest.mark.parametrize(("ahead", "said"), [(9, "at least 10 minutes"), (60 * 24 * 61, "60 days")])
def test_an_hour_too_near_or_too_far_is_refused(anna: User, ahead: int, said: str) -> None:
    with pytest.raises(RuleError, match=said):
        opened(anna, starts_at=FRIDAY + ahead * MINUTE)
    with pytest.raises(RuleError, match="nobody to wait for"):
        opened(anna, players=2, bots={1: "easy"})


def test_the_hour_is_typed_in_the_creator_s_zone_and_read_in_each_one_s_own(
    anna: User, ben: User
) -> None:
    assert "Your time zone: Europe/Berlin." in seen_by(anna, "/games/new/")
    client = Client()
    client.force_login(User.objects.get(pk=anna.pk))
    form = {"name": "Sunday show", "audience": "open", "starts_at": "2026-11-29T20:00"}
    client.post("/games/new/", form)
    game = Game.objects.get()
    assert game.starts_at == SUNDAY
    path = f"/games/{game.public_id}/"
    assert "Sunday 29 November, 20:00 CET" in seen_by(anna, path)
    assert "starts Sun 20:00 CET" in seen_by(anna, "/games/")
    for page in (path, f"/invitation/{game.invitation}/"):
        assert "Sunday 29 November, 14:00 EST" in seen_by(ben, page, zone="America/New_York")
    assert "starts Sun 14:00 EST" in seen_by(ben, "/games/open/", zone="America/New_York")
    for typed in ("tomorrow", "2026-11-27T10:05"):
        refused = Page(client.post("/games/new/", form | {"starts_at": typed}))
        assert "This game can’t be opened like that" in refused.text


def test_a_full_table_that_waits_is_not_offered_to_others(anna: User, ben: User) -> None:
    game = opened(anna, players=2, open=True)
    assert [each.pk for each in open_games(wanted=Wanted()).page] == [game.pk]
    sit(game, ben)
    assert not list(open_games(wanted=Wanted()).page)


def test_programs_choose_it_as_a_time_with_its_zone() -> None:
    at = (timezone.now() + timedelta(days=1)).replace(microsecond=0)
    for sent in (at.isoformat(), None):
        body = NewGameBody(data={"starts_at": sent})
        assert body.is_valid()
        assert body.terms().starts_at == (at if sent else None)
    for wrong in ("tomorrow", "2026-11-29T20:00:00", 5, "2026-13-29T20:00:00Z"):
        assert not NewGameBody(data={"starts_at": wrong}).is_valid()


def test_the_calendar_has_it(anna: User) -> None:
    game = opened(anna)
    renew_feed(anna)
    text = Client().get(f"/calendar/{anna.feed_key}.ics").content.decode()
    assert f"UID:{game.public_id}-start@next-act" in text
    assert "SUMMARY:Sunday show starts" in text
    assert "DTSTART:20261129T190000Z" in text
