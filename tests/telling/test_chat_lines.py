"""An email's line of chat is one that its reader may read at the table."""

import pytest

from accounts.models import User
from games.lobby.blocking import block
from games.models import ChatMessage, Game, Seat
from games.order.messages import hide
from games.play.chat import say
from tests.accounts.people import account
from tests.order.people import moderator
from tests.telling.people import MINUTE, NOON, send_at, table_waiting_for
from tests.telling.server import Mailbox, html_of, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


@pytest.fixture
def carla(db: None) -> User:
    return account("Carla", "carla@example.org")


@pytest.fixture
def game(maya: User, bruno: User, carla: User) -> Game:
    """Maya is on; Carla has spoken, then Bruno."""
    game = table_waiting_for(maya, bruno, carla)
    for user, text in ((carla, "Nice ring"), (bruno, "Hurry, sleepyhead")):
        say(game_id=game.pk, seat=Seat.objects.get(game=game, user=user).number, text=text)
    return game


def told(mailbox: Mailbox) -> str:
    """All that Maya's email holds."""
    send_at(NOON + 10 * MINUTE)
    (mail,) = (each for each in mailbox.mails if "maya@" in str(each["To"]))
    return f"{mail['Subject']} {text_of(mail)} {html_of(mail)}"


def test_it_is_the_others_last(mailbox: Mailbox, game: Game) -> None:
    said = told(mailbox)
    assert "Hurry, sleepyhead" in said
    assert "Nice ring" not in said


@pytest.mark.parametrize("who_blocks", ["reader", "writer"])
def test_people_who_block_each_other_read_nothing_of_each_other(
    mailbox: Mailbox, game: Game, maya: User, bruno: User, who_blocks: str
) -> None:
    user, other = (maya, bruno) if who_blocks == "reader" else (bruno, maya)
    block(user=user, other=other)
    said = told(mailbox)
    assert "sleepyhead" not in said
    assert "Nice ring" in said


def test_a_block_between_others_changes_nothing(
    mailbox: Mailbox, game: Game, bruno: User, carla: User
) -> None:
    block(user=carla, other=bruno)
    assert "Hurry, sleepyhead" in told(mailbox)


def test_what_a_moderator_hid_is_not_repeated(mailbox: Mailbox, game: Game, bruno: User) -> None:
    message = ChatMessage.objects.get(game=game, user=bruno)
    hide(message=message, by=moderator(), reason="Not like this")
    said = told(mailbox)
    assert "sleepyhead" not in said
    assert "Nice ring" in said


def test_one_alone_with_somebody_blocked_reads_no_line(
    mailbox: Mailbox, maya: User, bruno: User
) -> None:
    game = table_waiting_for(maya, bruno)
    say(game_id=game.pk, seat=Seat.objects.get(game=game, user=bruno).number, text="Sleepyhead")
    block(user=maya, other=bruno)
    assert "Sleepyhead" not in told(mailbox)
