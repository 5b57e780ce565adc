"""An email tells public facts in the recipient's time zone, and never a hand."""

import html as html_module
import re
from email import message_from_bytes
from urllib.parse import unquote

import pytest
import time_machine
from pytest_django import Settings

from accounts.models import User
from games.lobby.joining import join
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.models import Game, GameSummary, Notice, Seat, SentNotice
from games.play.clock import expire
from games.play.move import enter_move
from games.rules.moves import Move, Scout, Show
from tests.accounts.people import account
from tests.cast import cast
from tests.pages.conftest import DealHands, deal
from tests.pages.seats import all_keep
from tests.tables import play_on
from tests.telling.people import DAY, HOUR, MINUTE, NOON, choose, send_at, table, table_waiting_for
from tests.telling.server import Mailbox, html_of, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]

__all__ = ["deal"]

TEXT = """\
Hi Maya,

It's your turn in Tuesday Troupe, round 1 of 3. You have 23 hours, until Thursday 19 November, \
13:00 CET.

  In the ring: Carla's single 8 (8)
  Beat it with 9 or higher or any 2+ cards.
  Since your last move:
    - Bruno scouted a 7 from you. You got a chip.
    - Carla showed 8 and won 1 card.

  You: 0 pts, 10 in hand, 0 won, 1 chip
  Bruno: 0 pts, 13 in hand, 0 won, 0 chips
  Carla: 0 pts, 11 in hand, 1 won, 0 chips

Take your turn:
http://localhost:8000/turn/{turn}/
This link lets you play this one turn, on any device, without signing in. So don't forward this \
email.
If the time runs out, a bot plays this one turn for you and you keep your seat.

Move 6 · log {head}…

When we email you: http://localhost:8000/mail/choices/{token}/
  - At once
  - After 10 minutes (now)
  - After an hour
  - One a day
  - Only near deadlines
  - None
Your phone, Discord and more: http://localhost:8000/account/telling/

Your cards are never shown in emails.
"""


@pytest.fixture
def carla(db: None) -> User:
    return account("Carla", "carla@example.org")


@pytest.fixture
def game(deal: DealHands, maya: User, bruno: User, carla: User) -> Game:
    """Maya showed 7-7, Bruno scouted one, Carla beat the other; Maya is to move."""
    choose(maya, time_zone="Europe/Berlin")
    deal({0: "7/2 7/4 1/9 9/3", 1: "4/5 2/3 8/9", 2: "8/3 1/6 4/8"}, players=3)
    game = table(maya, bruno, carla)
    state = 1
    for seat, move in ((0, Show(0, 2)), (1, Scout("left", True, 1)), (2, Show(0, 1))):
        enter_move(game_id=game.pk, seat=seat, move=move, seq=state, actor="player")
        state += 1
    return game


def test_the_text_is_complete_by_itself(mailbox: Mailbox, game: Game) -> None:
    send_at(NOON + 10 * MINUTE)
    text = text_of(mailbox.only()).replace("\r\n", "\n")
    token, turn = (re.search(rf"/{path}/(.+)/\n", text) for path in ("mail/choices", "turn"))
    assert token
    assert turn
    assert turn[1].startswith(f"{game.public_id}.0.4.")
    head = GameSummary.objects.get(game=game).head[:32]
    assert text.strip() == TEXT.format(turn=turn[1], token=token[1], head=head).strip()


def test_the_html_says_the_same(mailbox: Mailbox, game: Game) -> None:
    send_at(NOON + 10 * MINUTE)
    html = html_of(mailbox.only())
    html = re.sub("</?bdi>", "", html)
    words = html_module.unescape(" ".join(re.sub(r"<[^>]+>", " ", html).split()))
    for said in (
        "You’re on, Maya",
        "It’s your turn in Tuesday Troupe , round 1 of 3.",
        "You have 23 hours , until Thursday 19 November, 13:00 CET.",
        "In the ring Carla’s single 8",
        "Bruno scouted a 7 from you. You got a chip.",
        "Take your turn",
        "If the time runs out, a bot plays this one turn for you and you keep your seat.",
        "After 10 minutes (now)",
    ):
        assert said in words


def test_the_html_needs_nothing_from_elsewhere(mailbox: Mailbox, game: Game) -> None:
    send_at(NOON + 10 * MINUTE)
    html = html_of(mailbox.only())
    assert not re.search(r"<(img|link|script|iframe|form|object)\b|url\(|@import", html)
    assert set(re.findall(r'(?:href|src)="(https?://[^/"]+)', html)) == {"http://localhost:8000"}
    assert 'name="color-scheme" content="light dark"' in html
    assert "max-width:560px" in html


def test_there_is_one_button_and_it_plays_this_turn(mailbox: Mailbox, game: Game) -> None:
    send_at(NOON + 10 * MINUTE)
    html = html_of(mailbox.only())
    assert html.count('href="http://localhost:8000/turn/') == 1


def test_no_hand_is_in_a_mail_whatever_cards_are_held(
    mailbox: Mailbox, maya: User, bruno: User, carla: User, deal: DealHands
) -> None:
    """Two worlds that differ only in cards nobody showed."""
    worlds = (
        {0: "7/2 7/4 1/9 9/3 2/6", 1: "4/5 2/3 8/9", 2: "8/3 1/6 4/8"},
        {0: "7/2 7/4 8/6 6/3 1/2", 1: "6/9 1/4 5/6", 2: "8/3 2/9 3/7"},
    )
    told = []
    for hands in worlds:
        mailbox.mails.clear()
        deal(hands, players=3)
        game = table(maya, bruno, carla)
        moves: list[Move] = [Show(0, 2), Scout("left", True, 1), Show(0, 1)]
        for seat, move in enumerate(moves):
            enter_move(game_id=game.pk, seat=seat, move=move, seq=1 + seat, actor="player")
        send_at(NOON + 10 * MINUTE)
        mail = mailbox.only()
        parts = str(mail["Subject"]) + text_of(mail) + html_of(mail)
        told.append(_without_signatures(parts.replace(game.public_id, "GAME")))
        Seat.objects.filter(game=game).update(user=None)
    assert told[0] == told[1]


def _without_signatures(text: str) -> str:
    """Nor the log's head, which is keyed by the game's secret."""
    text = re.sub(r"(?<= log )[0-9a-f]{32}", "HEAD", text)
    return re.sub(r"\.[\w-]{43}/", ".SIGNATURE/", text)


def test_before_the_hands_are_turned_there_is_no_ring(
    mailbox: Mailbox, maya: User, bruno: User
) -> None:
    choose(bruno, tell_turns="none")
    game = create_game(user=maya, terms=Terms(players=2, turn_seconds=DAY))
    join(game_id=game.pk, user=bruno, invitation=game.invitation)
    assert send_at(NOON + 10 * MINUTE) == 1
    text = text_of(mailbox.only())
    assert "Choose which way up to hold your hand." in text
    assert "your hand is kept as it was dealt" in text
    assert game.public_id in text


def test_what_the_clock_played_for_me_is_told(mailbox: Mailbox, game: Game, maya: User) -> None:
    choose(maya, tell_turns="deadline")
    for hours in (25, 50, 75):
        with time_machine.travel(NOON + hours * HOUR, tick=False):
            expire(game_id=game.pk)
    mailbox.mails.clear()
    choose(maya, tell_turns="each")
    send_at(NOON + 76 * HOUR)
    mine = [mail for mail in mailbox.mails if mail["To"] == "maya@example.org"]
    assert len(mine) == 1
    assert "- A bot in your seat " in text_of(mine[0])


def test_a_game_may_have_any_name(mailbox: Mailbox, maya: User, bruno: User) -> None:
    table_waiting_for(maya, bruno, name="Zoë’s <b>&\u2028 troupe")
    send_at(NOON + 10 * MINUTE)
    assert mailbox.only()["Subject"].strip() == "You're on in Zoë's <b>& troupe"
    assert "Zoë’s &lt;b&gt;&amp;" in html_of(mailbox.only())


def test_the_headers_are_those_of_a_notice_one_can_leave(
    mailbox: Mailbox, game: Game, settings: Settings
) -> None:
    settings.SITE_URL = "https://nextact.example"
    settings.GAME_FROM_EMAIL = "Next Act <turns@nextact.example>"
    send_at(NOON + 10 * MINUTE)
    mail = message_from_bytes(mailbox.raw[0])
    unsubscribe = " ".join((mail["List-Unsubscribe"] or "").split())
    assert re.fullmatch(
        r"<https://nextact\.example/mail/unsubscribe/[\w.-]+/>, "
        r"<mailto:turns@nextact\.example\?subject=unsubscribe%20[\w.-]+>",
        unsubscribe,
    )
    assert unquote(unsubscribe).count(unsubscribe.split("/")[5]) == 2
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert mail["List-Id"] == "Next Act <games.nextact.example>"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["X-Auto-Response-Suppress"] == "All"
    assert mail["From"] == "Next Act <turns@nextact.example>"
    maya = User.objects.get(username="Maya")
    assert mail["Message-ID"] == f"<{game.public_id}.0.4.turn.0.{maya.pk}@nextact.example>"
    assert mail["In-Reply-To"] == f"<{game.public_id}.{maya.pk}@nextact.example>"
    assert mail["References"] == mail["In-Reply-To"]


def test_a_mail_that_is_tried_again_has_the_same_name(mailbox: Mailbox, game: Game) -> None:
    send_at(NOON + 10 * MINUTE)
    first = mailbox.mails.pop()
    # The state after a process is killed when the server has taken the email.
    Notice.objects.update(state="due", closed_at=None, told=0)
    SentNotice.objects.all().delete()
    send_at(NOON + 11 * MINUTE)
    assert mailbox.only()["Message-ID"] == first["Message-ID"]


def test_a_last_call_is_another_mail_in_the_same_thread(mailbox: Mailbox, game: Game) -> None:
    send_at(NOON + 10 * MINUTE)
    send_at(NOON + 20 * HOUR)
    first, call = mailbox.mails
    assert first["Message-ID"] != call["Message-ID"]
    assert first["References"] == call["References"]


def test_zones_without_a_name_go_by_their_distance(
    mailbox: Mailbox, game: Game, maya: User
) -> None:
    choose(maya, time_zone="America/Sao_Paulo")
    send_at(NOON + 10 * MINUTE)
    assert "09:00 UTC−03." in text_of(mailbox.only())


def test_emails_say_who_is_a_guest_a_bot_or_a_moderator(mailbox: Mailbox) -> None:
    table = cast()
    game = table.begin()
    all_keep(game)
    play_on(game, 30, until=lambda state: len(state.history) >= 5 and state.to_act == (0,))
    send_at(NOON + 10 * MINUTE)
    turn = mailbox.only()
    mailbox.mails.clear()
    play_on(game)
    send_at(NOON + 10 * MINUTE)
    end = mailbox.only()
    for mail in (turn, end):
        text, html = text_of(mail), html_of(mail)
        assert "<bdi>" not in text
        assert "&lt;bdi" not in html
        for said in ("Ilse (moderator)", "Gus (guest)", "Robo (bot)", "Lev (bot)"):
            assert said in text
            name, kind = said.split(" ")
            assert f"<bdi>{name}</bdi> {kind}" in html
            if kind == "(guest)":
                # Beside the points alone: no sentence says it.
                assert len(re.findall(r"\(guest\)", text)) == 1
                assert len(re.findall(r"\(guest\)", html)) == 1
                continue
            assert len(re.findall(rf"\b{name}\b(?! \(|</bdi> \()", text + html)) == 0
