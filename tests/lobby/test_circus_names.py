"""Games against bots alone are called like circus shows, no two of one person alike."""

from collections.abc import Iterable
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.lobby.opening import create_game
from games.lobby.rematch import rematch
from games.lobby.terms import Terms
from games.models import Game, Seat
from games.words import circus
from tests.accounts.people import account, sign_in
from tests.play.test_simultaneous import at_once
from tests.tables import bot_game, play_on

pytestmark = [pytest.mark.django_db, pytest.mark.database]

SATURDAY_NOON = "2026-11-28T12:00:00Z"
ALWAYS = [str(name) for name in circus.ALWAYS]


def begun(user: User, **terms: object) -> Game:
    """Against one bot."""
    return create_game(user=user, terms=Terms(players=2, bots={1: "easy"}, **terms))  # type: ignore[arg-type]


def seen(user: User, names: Iterable[str]) -> None:
    """Let the user have games of these names."""
    rows = [Game(name=name, players=2, created_at=timezone.now()) for name in names]
    games = Game.objects.bulk_create(rows)
    Seat.objects.bulk_create(Seat(game=game, number=0, user=user, name="Maya") for game in games)


def test_there_are_many_names_short_enough_for_a_phone() -> None:
    assert len(set(ALWAYS)) == len(ALWAYS) >= 60
    assert max(map(len, ALWAYS)) <= 24


def test_the_first_show_of_a_day_is_called_after_the_day_where_the_player_is() -> None:
    names = []
    for zone in ("Europe/Berlin", "Pacific/Auckland", "Pacific/Honolulu"):
        client = Client()
        client.cookies["timezone"] = zone
        with time_machine.travel(SATURDAY_NOON, tick=False):
            client.post("/play/")
        names.append(Game.objects.latest("pk").name)
    assert names == ["Saturday matinée", "Sunday matinée", "Saturday matinée"]
    with (
        timezone.override(ZoneInfo("Europe/Berlin")),
        time_machine.travel("2026-11-28T17:00:00Z", tick=False),
    ):
        assert begun(account()).name == "Saturday gala"


def test_no_two_games_of_a_person_are_alike_however_they_were_begun() -> None:
    user = account()
    seen(user, ALWAYS[3:])
    with time_machine.travel(SATURDAY_NOON, tick=False):
        names = [begun(user).name for _ in range(4)]
    assert names[0] == "Saturday matinée"
    assert sorted(names[1:]) == sorted(ALWAYS[:3])


def test_when_every_name_has_had_a_show_there_are_second_shows_and_more() -> None:
    user = account()
    with time_machine.travel(SATURDAY_NOON, tick=False):
        seen(user, ["Saturday matinée", *ALWAYS])
        assert begun(user).name == "Saturday matinée, second show"
        assert begun(user).name in [f"{name}, second show" for name in ALWAYS]
        for show in range(2, 11):
            seen(user, [circus.show_of(name, show) for name in ["Saturday matinée", *ALWAYS]])
        assert begun(user).name == "Saturday matinée, show 11"


def test_three_thousand_games_ask_the_database_no_more_than_none() -> None:
    new, old = account(), account("Maya", "maya@example.org")
    seen(old, [circus.show_of(name, show) for show in range(1, 39) for name in ALWAYS])
    counts = []
    for user in (new, old):
        with CaptureQueriesContext(connection) as caught:
            begun(user)
        counts.append(len(caught))
    assert counts[0] == counts[1]
    assert Seat.objects.filter(user=old).count() > 3_000


@pytest.mark.django_db(transaction=True)
def test_games_begun_at_once_get_different_names() -> None:
    user = account()
    games = at_once(4, lambda _number: begun(user))
    assert len({game.name for game in games}) == 4


def test_a_name_of_one_s_own_stays_and_games_with_people_are_called_after_their_creator() -> None:
    user = account()
    assert begun(user, name="Practice").name == "Practice"
    assert create_game(user=user, terms=Terms(players=3, bots={1: "easy"})).name == "Bruno’s game"


def test_a_rematch_against_bots_is_a_show_of_its_own() -> None:
    game = bot_game(players=2)
    play_on(game)
    user = game.creator
    assert isinstance(user, User)
    again = rematch(game_id=game.pk, user=user)
    assert again.name != game.name
    assert again.name in {*ALWAYS, circus.of_the_day(again.created_at)}


def test_a_guest_s_games_are_told_apart_from_the_account_s_they_come_to() -> None:
    user, client = account(), Client()
    with time_machine.travel(SATURDAY_NOON, tick=False):
        kept = begun(user)
        for _ in range(2):
            client.post("/play/")
        first, second = Game.objects.exclude(pk=kept.pk).order_by("pk")
        assert first.name == kept.name == "Saturday matinée"
        assert sign_in(client, "Bruno")
    names = dict(Game.objects.filter(seats__user=user).values_list("pk", "name"))
    assert (names[kept.pk], names[second.pk]) == (kept.name, second.name)
    assert len(set(names.values())) == 3
