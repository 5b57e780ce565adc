"""Emails about chairs that are lost, offers to end a game, and games that are no longer rated."""

from datetime import timedelta

import pytest
import time_machine

from accounts.models import User
from games.lobby.taking_over import take_chair
from games.log.store import load
from games.models import Actor, ChairOffer, Game, Notice, Stage, Unrated
from games.play.chair_offers import offer_chair
from games.play.chairs import keep
from games.play.ending import agree_to_end
from games.play.silence import keep_silent
from tests.accounts.people import account
from tests.tables import play_on
from tests.telling.people import HOUR, MINUTE, NOON, choose, send_at, table
from tests.telling.server import Mailbox, html_of, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


def offer(maya: User, bruno: User) -> Game:
    """By Maya, whose turn it is; a bot keeps Bruno's chair."""
    game = table(maya, bruno)
    keep(game_id=game.pk, seat=1, actor=Actor.CLOCK)
    agree_to_end(game_id=game.pk, seat=0, agrees=True)
    return game


def test_who_is_away_is_asked_at_once_and_told_what_silence_means(
    mailbox: Mailbox, maya: User, bruno: User
) -> None:
    game = offer(maya, bruno)
    choose(maya, tell_turns="none")
    assert send_at(NOON) == 1
    mail = mailbox.only()
    assert mail["To"] == "bruno@example.org"
    assert mail["Subject"] == "End Tuesday Troupe unfinished?"
    assert "<bdi>Maya</bdi> offers to end this game unfinished." in html_of(mail)
    assert "Maya offers to end this game unfinished." in text_of(mail)
    for told in (text_of(mail), html_of(mail)):
        assert "7 days" in told
        assert f"/games/{game.public_id}/" in told
    assert send_at(NOON + HOUR) == 0


def test_an_offer_that_is_gone_is_not_told(mailbox: Mailbox, maya: User, bruno: User) -> None:
    game = offer(maya, bruno)
    agree_to_end(game_id=game.pk, seat=0, agrees=False)
    choose(maya, tell_turns="none")
    assert send_at(NOON + HOUR) == 0
    assert not mailbox.mails


def test_who_takes_one_email_a_day_is_asked_with_it(
    mailbox: Mailbox, maya: User, bruno: User
) -> None:
    choose(bruno, tell_turns="daily", digest_hour=18)
    choose(maya, tell_turns="none")
    offer(maya, bruno)
    assert send_at(NOON + HOUR) == 0
    assert send_at(NOON + timedelta(hours=6)) == 1


def test_news_and_a_turn_make_one_email(mailbox: Mailbox, maya: User, bruno: User) -> None:
    game = table(maya, bruno)
    play_on(game, until=lambda state: state.to_act == (1,))
    agree_to_end(game_id=game.pk, seat=0, agrees=True)
    # Nothing went out for a while, so both are due.
    assert send_at(NOON + 30 * MINUTE) == 1
    told = text_of(mailbox.only())
    assert "It's your turn in Tuesday Troupe" in told
    assert "Tuesday Troupe: Maya offers to end this game unfinished." in told


def test_offers_use_up_half_of_the_emails_of_a_day(
    mailbox: Mailbox, maya: User, bruno: User
) -> None:
    game = offer(maya, bruno)
    choose(maya, tell_turns="none")
    choose(bruno, most_a_day=4)
    for hours in range(6):
        send_at(NOON + hours * HOUR)
        with time_machine.travel(NOON + hours * HOUR, tick=False):
            agree_to_end(game_id=game.pk, seat=0, agrees=False)
            agree_to_end(game_id=game.pk, seat=0, agrees=True)
    # News use up half of a day's emails, and leave the other half to turns.
    assert len(mailbox.mails) == 2
    assert send_at(NOON + 24 * HOUR) == 1


def test_players_are_told_that_their_game_no_longer_counts(
    mailbox: Mailbox, maya: User, bruno: User
) -> None:
    game = table(maya, bruno, turn_seconds=None)
    Game.objects.filter(pk=game.pk).update(unrated_because=Unrated.CLOCK)
    seq = load(game).state.seq
    Notice.objects.all().delete()
    Notice.objects.create(game=game, user=bruno, seat=1, seq=seq, stage=Stage.FRIENDLY, due_at=NOON)
    assert send_at(NOON) == 1
    mail = mailbox.only()
    assert mail["Subject"] == "Tuesday Troupe is no longer rated"
    assert "Rated games now need a clock of at most 7 days a turn, and it has none." in text_of(
        mail
    )


def test_a_player_whose_chair_another_has_taken_is_told_so_once(
    mailbox: Mailbox, maya: User, bruno: User
) -> None:
    game = table(maya, bruno, turn_seconds=None)
    keep(game_id=game.pk, seat=1, actor=Actor.CLOCK)
    with time_machine.travel(NOON + 8 * 24 * HOUR, tick=False):
        offer_chair(game_id=game.pk, by_seat=0, seat=1)
        take_chair(link=ChairOffer.objects.get().link, user=account("Cleo", "cleo@example.org"))
    Notice.objects.exclude(user=bruno).delete()
    assert send_at(NOON + 9 * 24 * HOUR) == 1
    mail = mailbox.only()
    assert mail["Subject"] == "Cleo plays on in your chair in Tuesday Troupe"
    assert "You can watch the game; it counts as one that you left." in text_of(mail)
    assert send_at(NOON + 20 * 24 * HOUR) == 0


def test_without_a_clock_a_lost_chair_is_told_without_one(
    mailbox: Mailbox, maya: User, bruno: User
) -> None:
    game = table(maya, bruno, turn_seconds=None)
    choose(maya, tell_turns="deadline")
    with time_machine.travel(NOON + 8 * 24 * HOUR, tick=False):
        keep_silent(game_id=game.pk, by_seat=1, seat=0)
    Notice.objects.exclude(stage=Stage.KEPT).delete()
    assert send_at(NOON + 9 * 24 * HOUR) == 1
    assert "The others have waited for 7 days" in text_of(mailbox.only())
