"""What moderators do about an open game: its name, and its place in the list."""

import pytest
from django.test import Client

from accounts.models import User
from games.lobby.joining import join
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.models import Game, ModerationAction, PlayerNotice
from games.order import offers, reports
from games.order.wording import sentence
from games.rules.errors import RuleError
from games.upkeep.verify import first_fault
from tests.order.people import moderator, player, table_of
from tests.pages.seats import at_seat
from tests.tables import play_on

pytestmark = pytest.mark.django_db

FOUL = "Filthy rats only"


@pytest.fixture
def ada() -> User:
    return moderator()


@pytest.fixture
def maya() -> User:
    return player("Maya")


@pytest.fixture
def offered() -> Game:
    """With a player invited by name."""
    bruno, ilse = player("Bruno"), player("Ilse")
    terms = Terms(players=4, name=FOUL, open=True)
    game = create_game(user=bruno, terms=terms, invited=[ilse])
    join(game_id=game.pk, user=player("Tom"))
    return game


def told() -> dict[str, str]:
    """The last notice of each player."""
    return dict(PlayerNotice.objects.order_by("pk").values_list("user__username", "text"))


def as_user(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def act(browser: Client, kind: str, **about: object) -> str:
    query = "&".join(f"{name}={value}" for name, value in about.items())
    address = f"/admin/games/moderationaction/act/{kind}/?{query}"
    sent = {"reason": "A foul name."}
    answer = browser.post(address, sent, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_foul_name_is_taken_from_a_game_that_waits(offered: Game, ada: User, maya: User) -> None:
    action = offers.rename(game_id=offered.pk, by=ada, reason="A foul name.")
    name = Game.objects.get(pk=offered.pk).name
    assert name.startswith("Game ")
    assert FOUL not in as_user(maya).get("/games/open/").content.decode()
    assert sentence(action) == (
        f"Ada renamed “{FOUL}” ({offered.public_id}) to “{name}”. Reason: A foul name."
    )
    assert told() == dict.fromkeys(
        ("Bruno", "Tom", "Ilse"),
        f"A moderator renamed “{FOUL}”: it is now called “{name}”. Reason: A foul name.",
    )


def test_a_foul_name_is_taken_from_a_game_under_way_and_one_that_is_over(ada: User) -> None:
    for number in range(2):
        game = table_of(player(f"Bruno{number}"), player(f"Maya{number}"))
        if number:
            play_on(game)
        Game.objects.filter(pk=game.pk).update(name=FOUL)
        assert FOUL in at_seat(game, 0).look().text
        offers.rename(game_id=game.pk, by=ada, reason="A foul name.")
        assert FOUL not in at_seat(game, 0).look().text
        assert first_fault(game) is None


def test_a_game_with_a_plain_name_gets_no_other(offered: Game, ada: User) -> None:
    offers.rename(game_id=offered.pk, by=ada, reason="A foul name.")
    with pytest.raises(RuleError) as refused:
        offers.rename(game_id=offered.pk, by=ada, reason="Once more.")
    assert refused.value.code == "nothing_changes"
    assert ModerationAction.objects.count() == 1


def test_a_game_that_waits_is_closed_and_all_who_counted_on_it_are_told(
    offered: Game, ada: User, maya: User
) -> None:
    assert FOUL in as_user(maya).get("/games/open/").content.decode()
    action = offers.close(game_id=offered.pk, by=ada, reason="An advertisement.")
    assert not Game.objects.filter(pk=offered.pk).exists()
    assert FOUL not in as_user(maya).get("/games/open/").content.decode()
    assert sentence(ModerationAction.objects.get(pk=action.pk)) == (
        f"Ada closed “{FOUL}” ({offered.public_id}) before it began. Reason: An advertisement."
    )
    assert told() == dict.fromkeys(
        ("Bruno", "Tom", "Ilse"),
        f"A moderator closed “{FOUL}” before it began. Reason: An advertisement.",
    )


def test_a_game_that_has_begun_is_not_closed(ada: User) -> None:
    game = table_of(player("Bruno"), player("Maya"))
    with pytest.raises(RuleError) as refused:
        offers.close(game_id=game.pk, by=ada, reason="Too late.")
    assert refused.value.code == "already_started"
    assert not PlayerNotice.objects.exists()
    assert not ModerationAction.objects.exists()


def test_who_sits_there_leaves_it_to_another(offered: Game, ada: User) -> None:
    join(game_id=offered.pk, user=ada)
    for one in (offers.rename, offers.close):
        with pytest.raises(RuleError) as refused:
            one(game_id=offered.pk, by=ada, reason="My own table.")
        assert refused.value.code == "own_case"


def test_a_report_of_a_foul_name_is_worked_off_from_its_page(
    offered: Game, ada: User, maya: User
) -> None:
    report = reports.report(user=maya, kind="game", reason="insult", game=offered)
    browser = as_user(ada)
    page = browser.get(f"/admin/games/case/{report.case_id}/change/").content.decode()
    for words in ("Rename the game", "Close the game", FOUL):
        assert words in page, words
    assert "Rename the game" in browser.get(f"/admin/games/game/{offered.pk}/change/").text
    assert "Ada renamed" in act(browser, "rename_game", game=offered.pk, case=report.case_id)


@pytest.mark.parametrize("reported", [True, False])
def test_after_closing_a_game_there_is_a_page_to_go_on_from(
    offered: Game, ada: User, maya: User, reported: bool
) -> None:
    about = {"game": offered.pk}
    if reported:
        report = reports.report(user=maya, kind="game", reason="insult", game=offered)
        about["case"] = report.case_id
    page = act(as_user(ada), "close_game", **about)
    assert "Ada closed “Filthy rats only”" in page
    assert ("About a game" in page) == reported
