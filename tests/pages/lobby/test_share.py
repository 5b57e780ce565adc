"""Links that are passed on: what a preview says, and who may pass them on."""

import re
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

from accounts.models import User
from games.lobby.joining import join
from games.models import Game
from games.pages.lobby.share import qr_code
from tests.pages.lobby.pressing import account, page, signed_in, table_of

pytestmark = pytest.mark.django_db
TAG = re.compile(r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)">')


@pytest.fixture
def maya() -> User:
    return account("Maya")


def link(game: Game) -> str:
    return f"/invitation/{game.invitation}/"


def preview(path: str) -> dict[str, str]:
    """What a robot without cookies reads."""
    html = Client(headers={"user-agent": "a robot"}).get(path).text
    return {name: unescape(value) for name, value in TAG.findall(html)}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_shared_invitation_says_how_many_play_and_how_fast(maya: User, players: int) -> None:
    game = table_of(maya, players=players, name="Maya’s birthday")
    said = preview(link(game))
    assert said["og:title"] == said["twitter:title"] == "You’re invited to a game of Scout"
    terms = f"{players} players, 1 day for each turn."
    assert said["og:description"] == f"{terms} You need no account."
    assert said["og:url"] == f"{settings.SITE_URL}{link(game)}"
    assert said["og:image"] == said["twitter:image"]
    assert said["og:image"].startswith(f"{settings.SITE_URL}/static/")
    assert said["og:image"].endswith(f"/table-{players}.png")
    assert said["og:image:alt"] == f"A table with {players} chairs"
    assert said["twitter:card"] == "summary_large_image"
    path = finders.find(urlsplit(said["og:image"]).path.removeprefix("/static/"))
    assert isinstance(path, str)
    assert Path(path).exists()


def test_a_preview_holds_nobodys_name(maya: User) -> None:
    game = table_of(maya, name="Sunday at Bruno’s")
    join(game_id=game.pk, user=account("Ilse"), invitation=game.invitation)
    said = " ".join(preview(link(game)).values())
    for name in ("Maya", "Ilse", "Bruno", "Sunday", game.public_id):
        assert name not in said


def test_a_rated_game_promises_no_seat_without_an_account(maya: User) -> None:
    game = table_of(maya, rated=True)
    assert "account" not in preview(link(game))["og:description"]


def test_a_robot_that_reads_a_link_changes_nothing(maya: User) -> None:
    game = table_of(maya, players=2)
    robot = Client(headers={"user-agent": "a robot"})
    for _ in range(3):
        answer = robot.get(link(game))
    assert answer.status_code == 200
    assert "sessionid" not in robot.cookies
    assert game.seats.count() == 1
    assert User.objects.count() == 1


def test_the_first_page_has_a_preview_of_its_own() -> None:
    said = preview("/")
    assert said["og:title"] == "Next Act: play Scout online"
    assert said["og:url"] == f"{settings.SITE_URL}/"
    assert said["og:image"].endswith("/games/share/site.png")


def test_players_can_pass_the_link_on_by_code_and_by_email(maya: User) -> None:
    game = table_of(maya)
    bruno = account("Bruno")
    join(game_id=game.pk, user=bruno, invitation=game.invitation)
    for player in (maya, bruno):
        found = page(signed_in(player), f"/games/{game.public_id}/")
        drawn = re.search(
            r'role="img" aria-label="Code for the invitation link">(<svg .*?</svg>)', found.html
        )
        assert drawn
        assert "style=" not in drawn[1]
        assert drawn[1] == qr_code(f"{settings.SITE_URL}{link(game)}")
        (mail,) = (address for address in found.links if address.startswith("mailto:"))
        fields = parse_qs(urlsplit(unescape(mail)).query)
        assert fields["subject"] == ["A game of Scout"]
        assert fields["body"] == [f"Sit down at my table: {settings.SITE_URL}{link(game)}"]


def test_nobody_else_gets_the_link_in_any_form(maya: User) -> None:
    game = table_of(maya, open=True)
    for client in (Client(), signed_in(account("Bruno"))):
        found = page(client, f"/games/{game.public_id}/")
        assert "Sit down" in found.text
        for trace in (game.invitation, "Code for the invitation", "mailto:?", "Bring your friends"):
            assert trace not in found.html
