"""Bot accounts are rated among themselves: no game of theirs touches a person, or the reverse."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from accounts.tokens.bot_account import make_bot_account
from games.models import Rating, RatingChange
from games.results.rating_model import NEW
from games.upkeep.ownership import let_go
from tests.results.finished import finished, player

pytestmark = pytest.mark.django_db


def robots(*names: str) -> None:
    for name in names:
        make_bot_account(user=player(name))


def ratings(*, bot_accounts: bool) -> dict[str, tuple[float, ...]]:
    rows = Rating.objects.filter(bot_accounts=bot_accounts)
    return {
        name: tuple(rest)
        for name, *rest in rows.values_list("user__username", "mu", "sigma", "games", "people")
    }


def all_rows() -> list[Any]:
    columns = ("seat", "players", "bot_accounts", "number", "people", "weight", "mu", "sigma")
    return [
        sorted(RatingChange.objects.values_list(*columns)),
        sorted(Rating.objects.values_list("user", "bot_accounts", "mu", "listed", "provisional")),
    ]


def faults() -> str:
    out = StringIO()
    try:
        call_command("verify_log", stdout=out, stderr=StringIO())
    except SystemExit:
        return out.getvalue()
    return ""


def test_their_games_change_their_ratings_alone_and_peoples_games_peoples() -> None:
    finished("Maya", "Bruno", rated=True)
    robots("Rita", "Robot")
    people = ratings(bot_accounts=False)
    assert set(people) == {"Maya", "Bruno"}
    game = finished("Rita", "Robot", rated=True, day=1)
    assert game.for_bot_accounts
    assert ratings(bot_accounts=False) == people
    among_bots = ratings(bot_accounts=True)
    assert {name: row[2:] for name, row in among_bots.items()} == {"Rita": (1, 1), "Robot": (1, 1)}
    finished("Maya", "Bruno", rated=True, day=2)
    assert ratings(bot_accounts=True) == among_bots


def test_a_friendly_game_between_them_and_people_changes_nothing() -> None:
    robots("Rita", "Robot")
    finished("Rita", "Maya")
    finished("Rita", "Robot", day=1)
    assert not Rating.objects.exists()


def test_who_becomes_one_begins_anew_and_costs_the_others_nothing() -> None:
    finished("Maya", "Bruno", rated=True)
    before = ratings(bot_accounts=False)
    robots("Maya", "Bruno")
    game = finished("Maya", "Bruno", rated=True, day=1)
    assert ratings(bot_accounts=False) == before
    for change in RatingChange.objects.filter(game=game):
        # Neither the same company nor the same opponent as among people.
        assert (change.number, change.people, change.weight) == (1, 1, 1)
        assert (change.mu_before, change.sigma_before) == NEW
    finished("Maya", "Bruno", rated=True, day=2)
    assert RatingChange.objects.filter(weight=0.5).count() == 2


def test_both_kinds_follow_from_the_logs_and_verify_log_finds_what_does_not() -> None:
    finished("Maya", "Bruno", rated=True)
    robots("Maya", "Rita")
    finished("Maya", "Rita", rated=True, day=1)
    finished("Ilse", "Bruno", rated=True, day=2)
    written = all_rows()
    assert faults() == ""
    call_command("rebuild", stdout=StringIO(), stderr=StringIO())
    assert all_rows() == written
    RatingChange.objects.all().delete()
    Rating.objects.all().delete()
    call_command("rebuild", stdout=StringIO(), stderr=StringIO())
    assert all_rows() == written
    Rating.objects.filter(user=player("Rita")).update(games=7)
    assert "Rita: the rating with 2 players among bot accounts" in faults()


def test_one_that_is_deleted_still_counts_for_the_others() -> None:
    robots("Rita", "Robot")
    finished("Rita", "Robot", rated=True)
    before = ratings(bot_accounts=True)["Rita"]
    let_go(user=player("Robot"), name="Former player")
    assert ratings(bot_accounts=True)["Rita"] == before
    assert faults() == ""
