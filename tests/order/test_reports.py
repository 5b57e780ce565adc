"""Players report what is wrong, hear the outcome, and block whom they like."""

import json

import pytest
from django.test import Client

from accounts.models import User
from games.lobby.finding import Wanted, open_games
from games.lobby.joining import join
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.log.store import load
from games.models import Block, Game, Report
from games.order import players, reports
from games.order.cases.closing import close
from games.order.tables import actions_about
from games.order.wording import sentence
from games.people.standing import standing_of
from games.play.chat import say
from games.rules.errors import RuleError
from games.upkeep.ownership import move_games
from tests.names import bare
from tests.order.people import block, confirm, fields_of, moderator, player, table_of
from tests.pages.seats import at_seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def maya() -> User:
    return player("Maya")


@pytest.fixture
def bruno() -> User:
    return player("Bruno")


@pytest.fixture
def game(maya: User, bruno: User) -> Game:
    return table_of(maya, bruno)


def as_user(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_a_message_a_name_a_player_and_a_game_can_be_reported(
    game: Game, maya: User, bruno: User
) -> None:
    message = say(game_id=game.pk, seat=1, text="You filthy rat")
    browser = as_user(maya)
    address = f"/games/{game.public_id}/report/"
    assert address in browser.get(f"/games/{game.public_id}/").content.decode()
    page = browser.get(address).content.decode()
    for about in (f"message-{message.pk}", "name-1", "player-1", "game"):
        assert f'value="{about}"' in page
        browser.post(address, {"about": about, "reason": "insult", "text": "See for yourself."})
    kinds = Report.objects.order_by("pk").values_list("kind", "player", "quote")
    assert list(kinds) == [
        ("message", bruno.pk, "You filthy rat"),
        ("name", bruno.pk, "Bruno"),
        ("player", bruno.pk, "Bruno"),
        ("game", None, ""),
    ]


def test_a_player_can_be_reported_away_from_any_table(maya: User, bruno: User) -> None:
    browser = as_user(maya)
    browser.post("/report/Bruno/", {"about": "name", "reason": "other", "text": "A swear word."})
    assert Report.objects.get().player == bruno
    assert browser.get("/report/Nobody/").status_code == 404


@pytest.mark.parametrize("spelling", ["bruno", "ＢＲＵＮＯ", "Brunо"])
def test_a_player_is_reported_by_any_spelling_of_the_name_and_nobody_by_their_own(
    spelling: str, maya: User, bruno: User
) -> None:
    browser = as_user(maya)
    browser.post(f"/report/{spelling}/", {"about": "name", "reason": "other", "text": "Rude."})
    assert Report.objects.values_list("player", "quote").get() == (bruno.pk, "Bruno")
    assert as_user(bruno).get(f"/report/{spelling}/").status_code == 404


def test_a_report_that_lacks_something_says_so_and_keeps_what_was_written(
    game: Game, maya: User
) -> None:
    address = f"/games/{game.public_id}/report/"
    answer = as_user(maya).post(address, {"about": "game", "text": "Look at this."})
    assert "Choose what is wrong." in answer.content.decode()
    assert "Look at this." in answer.content.decode()
    assert not Report.objects.exists()


def test_a_game_one_may_not_see_cannot_be_reported(bruno: User) -> None:
    hidden = table_of(player("Ilse"), player("Tom"), open_to_all=False)
    assert as_user(bruno).get(f"/games/{hidden.public_id}/report/").status_code == 404


def test_a_stranger_signs_in_before_reporting(game: Game, client: Client) -> None:
    answer = client.get(f"/games/{game.public_id}/report/")
    assert answer["Location"].startswith("/account/login/")


def test_the_reporter_reads_what_became_of_it(game: Game, maya: User) -> None:
    browser = as_user(maya)
    browser.post(f"/games/{game.public_id}/report/", {"about": "game", "reason": "stalling"})
    assert "have not looked at it yet" in browser.get("/notices/").content.decode()
    report = Report.objects.get()
    ada = moderator()
    close(case=report.case, acted=False, answer="The clock sees to that.", by=ada)
    page = browser.get("/notices/").content.decode()
    assert "The moderators saw no need to act." in page
    assert "The clock sees to that." in page
    with pytest.raises(RuleError, match="already closed"):
        close(case=report.case, acted=True, answer="Again.", by=ada)


def test_the_same_report_twice_is_one_and_there_is_a_limit_to_a_day(game: Game, maya: User) -> None:
    for _ in range(2):
        reports.report(user=maya, kind="game", reason="spam", game=game)
    assert Report.objects.count() == 1
    for number in range(reports.AT_ONCE - 1):
        reports.report(user=maya, kind="name", reason="spam", quote=f"{number}")
    with pytest.raises(RuleError) as refused:
        reports.report(user=maya, kind="name", reason="spam", quote="one more")
    assert refused.value.code == "too_fast"


def test_players_who_keep_apart_do_not_read_each_other(game: Game, maya: User, bruno: User) -> None:
    say(game_id=game.pk, seat=0, text="From Maya")
    say(game_id=game.pk, seat=1, text="From Bruno")
    block(user=maya, other=bruno)
    hers, his = at_seat(game, 0).look().text, at_seat(game, 1).look().text
    assert ("From Maya" in hers, "From Bruno" in hers) == (True, False)
    assert ("From Maya" in his, "From Bruno" in his) == (False, True)


def test_players_who_keep_apart_do_not_meet_in_open_games(maya: User, bruno: User) -> None:
    opened = create_game(user=bruno, terms=Terms(players=3, open=True))
    block(user=maya, other=bruno)
    assert list(open_games(wanted=Wanted(), user=maya).page) == []
    assert list(open_games(wanted=Wanted(), user=player("Ilse")).page) == [opened]
    with pytest.raises(RuleError) as refused:
        join(game_id=opened.pk, user=maya)
    assert refused.value.code == "blocked"
    theirs = create_game(user=maya, terms=Terms(players=3, open=True))
    with pytest.raises(RuleError) as refused:
        join(game_id=theirs.pk, user=bruno)
    assert refused.value.code == "blocked"


def test_a_block_is_made_and_taken_back_by_a_press(game: Game, maya: User, bruno: User) -> None:
    browser = as_user(maya)
    (offered,) = fields_of(browser.get("/report/Bruno/").content.decode(), "player")
    assert fields_of(
        browser.get(f"/games/{game.public_id}/report/").content.decode(), "player"
    ) == [offered]
    browser.post("/notices/block/", {"player": offered})
    assert Block.objects.filter(blocker=maya, blocked=bruno).exists()
    assert "Unblock Bruno" in bare(browser.get("/notices/").content.decode())
    browser.post("/notices/unblock/", {"player": bruno.pk})
    assert not Block.objects.exists()


def test_nobody_learns_names_by_blocking_and_unblocking_numbers(maya: User, bruno: User) -> None:
    ilse = as_user(player("Ilse"))
    (offered,) = fields_of(ilse.get("/report/Bruno/").content.decode(), "player")
    browser = as_user(maya)
    made_up = (str(bruno.pk), "999999", "", offered, f"{maya.pk}-{bruno.pk}:forged")
    for value in made_up:
        assert browser.post("/notices/block/", {"player": value}).status_code == 404
    answers = set()
    for number in (bruno.pk, 999_999):
        answer = browser.post("/notices/unblock/", {"player": number}, follow=True)
        page = answer.content.decode()
        assert "Bruno" not in page
        answers.add(
            (answer.redirect_chain[0], page.count("You are no longer blocking this player."))
        )
    assert answers == {(("/notices/", 302), 1)}
    assert not Block.objects.exists()


def test_programs_do_not_find_the_open_games_of_those_one_keeps_apart_from(
    maya: User, bruno: User
) -> None:
    opened = create_game(user=bruno, terms=Terms(players=3, open=True))
    block(user=maya, other=bruno)

    def listed(user: User) -> list[str]:
        found = as_user(user).get("/api/v1/games/").json()["results"]
        return [game["id"] for game in found]

    assert listed(maya) == []
    assert listed(bruno) == listed(player("Ilse")) == [opened.public_id]
    running = table_of(bruno, player("Tom"))
    assert listed(maya) == [running.public_id], "what runs already is watched, not joined"


def test_a_new_notice_is_announced_on_every_page_until_it_is_read(game: Game, maya: User) -> None:
    from games.order import games

    games.pause(game_id=game.pk, by=moderator(), reason="A quarrel.")
    browser = as_user(maya)
    words = "The moderators have a notice for you."
    assert words in browser.get("/games/").content.decode()
    confirm(browser)
    assert words not in browser.get("/games/").content.decode()


def test_a_guest_who_becomes_an_account_brings_reports_blocks_and_sanctions_along(
    maya: User, bruno: User
) -> None:
    guest = User.objects.create_user("guest-1", is_guest=True)
    reports.report(user=guest, kind="name", reason="spam", player=bruno, quote="Bruno")
    block(user=guest, other=bruno)
    players.mute(player=guest, days=7, by=moderator(), reason="Spam.")
    move_games(source=guest, target=maya)
    guest.delete()
    assert Report.objects.get().reporter == maya
    assert Block.objects.get().blocker == maya
    assert [one.kind for one in standing_of(maya)] == ["mute"]
    found = json.loads(as_user(maya).get("/account/data/").content)["order"]
    assert (len(found["reports"]), found["blocks"]) == (1, ["Bruno"])
    assert found["sanctions"][0]["reason"] == "Spam."


def test_a_banned_guest_who_signs_in_to_an_account_plays_at_none_of_its_tables(
    game: Game, maya: User, bruno: User
) -> None:
    guest, ada = User.objects.create_user("guest-1", is_guest=True), moderator()
    guests = table_of(guest, player("Ilse"))
    players.ban(player=guest, by=ada, reason="Spam.")
    move_games(source=guest, target=maya)
    guest.delete()
    assert load(game).chairs.kept == load(guests).chairs.kept == {0}
    page = as_user(maya).get("/notices/").content.decode()
    assert "What the moderators decided about you as a guest now applies to your account." in page
    assert "Your account is banned. Reason: Spam." in page
    assert "Banned: Spam." in page
    (done,) = actions_about(viewer=ada, player=maya.pk)
    assert sentence(done) == "Ada banned Guest; bots keep 1 chair. Reason: Spam."
    assert not actions_about(viewer=ada, player=bruno.pk)


def test_a_guest_with_nothing_against_them_brings_a_banned_account_no_chair(
    game: Game, maya: User
) -> None:
    guest = User.objects.create_user("guest-1", is_guest=True)
    players.ban(player=maya, by=moderator(), reason="Spam.")
    guests = table_of(guest, player("Ilse"))
    move_games(source=guest, target=maya)
    assert load(guests).chairs.kept == {0}
