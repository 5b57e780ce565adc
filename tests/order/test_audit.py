"""The audit log says what was done, to whom and about what, with links."""

import pytest
from django.test import Client

from accounts.deletion import delete_account
from accounts.models import User
from games.models import Game, ModerationAction, PlayerNotice, Report
from games.order import games, messages, offers, players, reports
from games.order.cases.closing import close
from games.order.wording import sentence
from games.play.chat import say
from games.rules.errors import RuleError
from tests.order.people import moderator, player, table_of

pytestmark = pytest.mark.django_db

LOG = "/admin/games/moderationaction/"


@pytest.fixture
def ada() -> User:
    return moderator()


@pytest.fixture
def game() -> Game:
    return table_of(player("Maya"), player("Bruno"))


@pytest.fixture
def browser(ada: User) -> Client:
    client = Client()
    client.force_login(ada)
    return client


def a_report(game: Game, kind: str) -> Report:
    maya, bruno = (game.seats.get(number=number).user for number in (0, 1))
    assert maya is not None
    return reports.report(
        user=maya,
        kind=kind,
        reason="insult",
        game=game,
        message=say(game_id=game.pk, seat=1, text="You filthy rat") if kind == "message" else None,
        player=None if kind == "game" else bruno,
        quote="Bruno the rat" if kind == "name" else "",
    )


def test_a_closed_report_tells_what_it_was_about(game: Game, ada: User) -> None:
    where = f"“Saturday cards” ({game.public_id})"
    for kind, about in (
        ("game", where),
        ("message", "Bruno"),
        ("name", "Bruno"),
        ("player", "Bruno"),
    ):
        report = a_report(game, kind)
        action = close(case=report.case, acted=True, answer="Thank you.", by=ada)
        assert sentence(action) == (
            f"Ada closed case {report.case_id} about {about} (1 report): acted upon. "
            "Answer: Thank you."
        )
        assert action.player_id == report.player_id
        told = PlayerNotice.objects.latest("pk").text
        assert game.public_id not in told
        assert "Your report has been reviewed: acted upon." in told


def test_a_row_leads_to_the_player_the_game_and_the_case(
    game: Game, ada: User, browser: Client
) -> None:
    report = a_report(game, "player")
    games.pause(game_id=game.pk, by=ada, reason="To look at it.", case=report.case)
    close(case=report.case, acted=True, answer="Thank you.", by=ada)
    page = browser.get(LOG).content.decode()
    assert report.player is not None
    for address in (
        f"/admin/games/case/{report.case_id}/change/",
        f"/admin/games/game/{game.pk}/change/",
        f"/admin/accounts/user/{report.player.pk}/change/",
    ):
        assert f'href="{address}"' in page, address
    assert game.public_id in page


def test_a_row_about_what_is_gone_is_still_read(ada: User, browser: Client) -> None:
    from games.lobby.opening import create_game
    from games.lobby.terms import Terms

    bruno = player("Bruno")
    game = create_game(user=bruno, terms=Terms(players=2, name="Rats", open=True))
    offers.close(game_id=game.pk, by=ada, reason="An insult.")
    players.warn(player=bruno, by=ada, reason="An insult.")
    player_key, game_key = bruno.pk, game.pk
    delete_account(user=bruno)
    page = browser.get(LOG).content.decode()
    assert f"Ada closed “Rats” ({game.public_id}) before it began." in page
    assert "Ada warned Bruno." in page
    assert f"/admin/games/game/{game_key}/change/" not in page
    assert f"/admin/accounts/user/{player_key}/change/" not in page
    for action in ModerationAction.objects.all():
        assert browser.get(f"{LOG}{action.pk}/change/").status_code == 200


def test_a_report_that_one_may_not_read_is_not_named(game: Game, browser: Client) -> None:
    ben, maya = moderator("Ben"), game.seats.get(number=0).user
    assert maya is not None
    other = table_of(User.objects.get(username="Ada"), player("Tom"))
    report = reports.report(user=maya, kind="game", reason="stalling", game=other)
    games.pause(game_id=other.pk, by=ben, reason="To look at it.", case=report.case)
    page = browser.get(LOG).content.decode()
    assert "To look at it." in page
    assert f"/admin/games/case/{report.case_id}/" not in page


def test_what_changes_nothing_is_refused_and_told_to_nobody(game: Game, ada: User) -> None:
    message = say(game_id=game.pk, seat=1, text="You filthy rat")
    guest = User.objects.create_user("guest-1", is_guest=True)
    table_of(guest, player("Tom"))
    bruno = User.objects.get(username="Bruno")

    def refused(act: object, **about: object) -> str:
        before = ModerationAction.objects.count(), PlayerNotice.objects.count()
        with pytest.raises(RuleError) as error:
            act(by=ada, reason="Once more.", **about)  # type: ignore[operator]
        assert (ModerationAction.objects.count(), PlayerNotice.objects.count()) == before
        return error.value.code

    assert refused(messages.show, message=message) == "nothing_changes"
    messages.hide(message=message, by=ada, reason="An insult.")
    assert refused(messages.hide, message=message) == "nothing_changes"
    message.refresh_from_db()
    messages.show(message=message, by=ada, reason="A quotation.")
    assert refused(messages.show, message=message) == "nothing_changes"
    assert refused(players.rename, player=bruno, name="Bruno") == "nothing_changes"
    assert refused(players.rename, player=guest) == "nothing_changes"
    guest.seats.update(name="Filthy rat")
    players.rename(player=guest, by=ada, reason="A foul name.")
    assert refused(players.rename, player=guest) == "nothing_changes"
