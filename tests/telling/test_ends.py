"""One email when a game ends, to those who want it and did not see the end."""

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from games.log.store import load
from games.models import Seat
from games.play.chairs import leave
from games.play.ending import agree_to_end
from tests.accounts.people import account
from tests.tables import play_on
from tests.telling.people import (
    HOUR,
    MINUTE,
    NOON,
    choose,
    see,
    send_at,
    table,
    table_waiting_for,
)
from tests.telling.server import Mailbox, html_of, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


def to(mailbox: Mailbox) -> list[str]:
    return sorted(str(mail["To"]) for mail in mailbox.mails)


def test_each_player_who_did_not_see_the_end_gets_one_mail(
    mailbox: Mailbox, maya: User, bruno: User
) -> None:
    game = table(maya, bruno)
    play_on(game)
    see(game, maya)
    assert send_at(NOON + 9 * MINUTE) == 0
    assert send_at(NOON + 10 * MINUTE) == 1
    assert send_at(NOON + HOUR) == 0
    mail = mailbox.only()
    assert mail["To"] == "bruno@example.org"
    assert mail["Subject"] == "Tuesday Troupe is over"
    score = Seat.objects.get(game=game, user=bruno).summary.score
    assert f"You: {score}".replace("-", "−") in text_of(mail)
    assert "Maya" in text_of(mail)
    assert f"/games/{game.public_id}/" in text_of(mail)
    assert "Tuesday Troupe is over" in html_of(mail)


def test_an_end_that_no_move_brought_is_told_to_who_had_looked_before(
    mailbox: Mailbox, maya: User, bruno: User, client: Client
) -> None:
    game = table_waiting_for(maya, bruno)
    client.force_login(maya)
    client.get(f"/games/{game.public_id}/")
    for seat in (0, 1):
        agree_to_end(game_id=game.pk, seat=seat, agrees=True)
    client.force_login(bruno)
    client.get(f"/games/{game.public_id}/")
    send_at(NOON + HOUR)
    assert to(mailbox) == ["maya@example.org"]
    assert mailbox.only()["Subject"] == "Tuesday Troupe is over"


@pytest.mark.parametrize("change", [{"not_by_mail": "end"}, {"tell_turns": "none"}])
def test_who_does_not_want_it_gets_none(
    mailbox: Mailbox, maya: User, bruno: User, change: dict[str, object]
) -> None:
    game = table(maya, bruno)
    play_on(game)
    choose(bruno, **change)
    send_at(NOON + HOUR)
    assert to(mailbox) == ["maya@example.org"]


def test_who_left_gets_none(mailbox: Mailbox, maya: User, bruno: User) -> None:
    carla = account("Carla", "carla@example.org")
    game = table(maya, bruno, carla)
    leave(game_id=game.pk, seat=2)
    play_on(game)
    send_at(NOON + HOUR)
    assert to(mailbox) == ["bruno@example.org", "maya@example.org"]


def test_a_game_that_ends_unfinished_says_so(mailbox: Mailbox, maya: User, bruno: User) -> None:
    game = table(maya, bruno)
    for seat in range(2):
        agree_to_end(game_id=game.pk, seat=seat, agrees=True)
    assert load(game).over
    see(game, maya)
    assert send_at(NOON + HOUR) == 1
    assert "It ended unfinished." in text_of(mailbox.only())


def test_several_ends_and_a_turn_make_one_mail(mailbox: Mailbox, maya: User, bruno: User) -> None:
    for name in ("One", "Two"):
        play_on(table(maya, bruno, name=name))
    choose(bruno, tell_turns="none")
    assert send_at(NOON + HOUR) == 1
    assert "- Over: One. " in text_of(mailbox.mails[0]) or "- Over: Two. " in text_of(
        mailbox.mails[0]
    )
    with time_machine.travel(NOON + 2 * HOUR, tick=False):
        play_on(table(maya, bruno, name="Three"))
        table_waiting_for(maya, bruno, name="Four")
    assert send_at(NOON + 3 * HOUR) == 1
    assert mailbox.mails[-1]["Subject"].startswith("You're on in Four")
    over = text_of(mailbox.mails[-1]).split("And:")[1]
    assert "- Over: Three. " in over
