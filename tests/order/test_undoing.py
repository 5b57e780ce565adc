"""Lifting an act undoes what it did, as far as it can be, and says so before."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.log.store import load
from games.models import ActionKind, Game, ModerationAction, OutOfRatings, PlayerNotice, Rating
from games.order import players
from games.order.acts import ACTS
from games.order.after.undoing import undoing_of
from games.order.wording import sentence
from games.play import chairs
from games.rules.errors import RuleError
from games.upkeep.rebuild import rebuild
from games.upkeep.verify import first_fault
from tests.order.people import moderator, player, table_of
from tests.results.finished import table
from tests.tables import play_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    return moderator()


@pytest.fixture
def bruno() -> User:
    return player("Bruno")


def act(kind: ActionKind, by: User, **about: object) -> ModerationAction:
    return ACTS[kind].does(by=by, reason="It was a mistake.", **about)


def page_of(by: User, kind: ActionKind, about: User) -> str:
    browser = Client()
    browser.force_login(by)
    address = f"/admin/games/moderationaction/act/{kind}/?player={about.pk}"
    return browser.get(address).content.decode()


def test_a_lifted_suspension_gives_the_chairs_back_that_it_took(bruno: User, ada: User) -> None:
    game, other = table_of(bruno, player("Maya")), table_of(player("Ilse"), bruno)
    left_before = table_of(bruno, player("Tom"))
    chairs.keep(game_id=left_before.pk, seat=0, actor="clock")
    act_of_ada = players.suspend(player=bruno, days=3, by=ada, reason="Rule 6.")
    assert act_of_ada.details["chairs"] == 2
    page = page_of(ada, ActionKind.UNSUSPEND, bruno)
    assert "2 chairs are given back: “Saturday cards” and “Saturday cards”." in page
    lifted = act(ActionKind.UNSUSPEND, ada, player=bruno)
    assert sentence(lifted) == (
        "Ada lifted Bruno’s suspension; 2 chairs were given back. Reason: It was a mistake."
    )
    for each in (game, other):
        assert not load(each).chairs.kept
        assert first_fault(each) is None
    assert load(left_before).chairs.kept == {0}, "the clock had put this bot there"


def test_no_chair_is_given_back_in_which_somebody_else_sits_or_a_moderator_put_a_bot(
    bruno: User, ada: User
) -> None:
    put, mine = table_of(bruno, player("Maya")), table_of(bruno, player("Ilse"))
    act(ActionKind.PUT_BOT, ada, game_id=put.pk, seat=0)
    with time_machine.travel(timezone.now() + timedelta(minutes=5)):
        players.ban(player=bruno, by=ada, reason="Rule 5.")
        found = undoing_of(bruno, lifting="ban")
        assert [chair.game_id for chair in found.chairs] == [mine.pk]
        mine.seats.filter(user=bruno).update(user=player("Nora"))
        act(ActionKind.UNBAN, ada, player=bruno)
    assert load(put).chairs.kept == load(mine).chairs.kept == {0}


def test_a_longer_suspension_is_lifted_with_the_chairs_of_the_first(bruno: User, ada: User) -> None:
    game = table_of(bruno, player("Maya"))
    start = timezone.now()
    for days in (1, 2):
        with time_machine.travel(start + timedelta(hours=10 * days)):
            players.suspend(player=bruno, days=days, by=ada, reason="Rule 6.")
    with time_machine.travel(start + timedelta(days=2)):
        players.ban(player=bruno, by=ada, reason="Rule 5.")
        act(ActionKind.UNSUSPEND, ada, player=bruno)
        assert load(game).chairs.kept == {0}, "the ban remains"
        page = page_of(ada, ActionKind.UNBAN, bruno)
        assert "1 chair is given back" in page
        act(ActionKind.UNBAN, ada, player=bruno)
    assert not load(game).chairs.kept


def _rated_and_ended(by: User, about: str) -> Game:
    game = table("Maya", "Bruno", rated=True)
    game.refresh_from_db()
    assert game.rated
    players.suspend(player=User.objects.get(username=about), days=3, by=by, reason="Rule 6.")
    play_on(game)
    return game


def _ratings() -> dict[str, float]:
    return {row.user.username: row.mu for row in Rating.objects.select_related("user") if row.user}


def test_a_game_that_a_bot_lost_for_the_suspended_leaves_the_ratings_and_can_come_back(
    ada: User,
) -> None:
    game = _rated_and_ended(ada, "Bruno")
    bruno = User.objects.get(username="Bruno")
    assert game.results.get(user=bruno).charged
    before = _ratings()
    assert before["Bruno"] < before["Maya"]
    page = page_of(ada, ActionKind.UNSUSPEND, bruno)
    assert "1 rated game that ended meanwhile no longer counts in anybody’s rating" in page
    lifted = act(ActionKind.UNSUSPEND, ada, player=bruno)
    assert "1 game no longer counts in the ratings" in sentence(lifted)
    out = ModerationAction.objects.get(kind=ActionKind.UNRATE)
    assert (out.game_id, out.reason) == (game.pk, lifted.reason)
    assert _ratings() == {}
    told = PlayerNotice.objects.filter(user__username="Maya").latest("pk").text
    assert told.startswith(f"“{game.name}” no longer counts in anybody’s rating.")
    rebuild(game_id=game.pk)
    assert not game.results.filter(rated=True).exists()
    act(ActionKind.RATE_AGAIN, ada, game_id=game.pk)
    assert _ratings() == before
    with pytest.raises(RuleError, match="was not taken out"):
        act(ActionKind.RATE_AGAIN, ada, game_id=game.pk)


def test_a_running_game_and_a_friendly_one_can_not_be_taken_out_of_the_ratings(
    bruno: User, ada: User
) -> None:
    game = table_of(bruno, player("Maya"))
    with pytest.raises(RuleError, match="not over"):
        act(ActionKind.UNRATE, ada, game_id=game.pk)
    play_on(game)
    with pytest.raises(RuleError, match="does not count"):
        act(ActionKind.UNRATE, ada, game_id=game.pk)
    assert not OutOfRatings.objects.exists()
    assert not ModerationAction.objects.exists()


def test_a_name_that_was_taken_away_is_given_back_at_all_tables(bruno: User, ada: User) -> None:
    game = table_of(bruno, player("Maya"))
    with pytest.raises(RuleError, match="No name was taken"):
        act(ActionKind.NAME_BACK, ada, player=bruno)
    players.rename(player=bruno, by=ada, reason="Rule 3.")
    bruno.refresh_from_db()
    assert bruno.name_refusal("Bruno")
    assert "Give “Bruno” back" in page_of(ada, ActionKind.RENAME, bruno)
    assert "is called “Bruno” again" in page_of(ada, ActionKind.NAME_BACK, bruno)
    given = act(ActionKind.NAME_BACK, ada, player=bruno)
    bruno.refresh_from_db()
    assert bruno.username == game.seats.get(user=bruno).name == "Bruno"
    assert sentence(given).startswith(f"Ada gave {given.player_name} the name “Bruno” back")
    with pytest.raises(RuleError, match="No name was taken"):
        act(ActionKind.NAME_BACK, ada, player=bruno)


def test_a_name_that_is_anothers_by_now_is_not_given_back(bruno: User, ada: User) -> None:
    players.rename(player=bruno, name="Brünhild", by=ada, reason="Rule 3.")
    other = player("Maya")
    User.objects.filter(pk=other.pk).update(username="Bruno", name_key="bruno")
    bruno.refresh_from_db()
    with pytest.raises(RuleError):
        act(ActionKind.NAME_BACK, ada, player=bruno)
    bruno.refresh_from_db()
    assert bruno.username == "Brünhild"


def test_a_sanction_without_chairs_says_nothing_of_them(bruno: User, ada: User) -> None:
    ban = players.ban(player=bruno, by=ada, reason="Rule 5.")
    assert sentence(ban) == "Ada banned Bruno. Reason: Rule 5."
    lifted = act(ActionKind.UNBAN, ada, player=bruno)
    assert sentence(lifted) == "Ada lifted Bruno’s ban. Reason: It was a mistake."
    told = PlayerNotice.objects.filter(user=bruno).latest("pk").text
    assert told == "Your ban was lifted: you can play again. Reason: It was a mistake."
