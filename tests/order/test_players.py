"""What moderators do about players: each act works, is announced, and can be undone."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.log.store import load
from games.models import ActionKind, Actor, Game, ModerationAction
from games.order import messages, players
from games.order.acts import ACTS
from games.order.mails import send_notices
from games.order.wording import sentence
from games.play import chairs
from games.play.chat import say
from games.play.move import enter_move
from games.rules.errors import RuleError
from games.upkeep.verify import first_fault
from tests.order.people import confirm, moderator, player, table_of
from tests.pages.seats import at_seat, on_turn
from tests.tables import next_move

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    return moderator()


@pytest.fixture
def game() -> Game:
    return table_of(player("Bruno"), player("Maya"))


def on(game: Game) -> User:
    user = game.seats.get(number=on_turn(game)).user
    assert isinstance(user, User)
    return user


def move(game: Game) -> None:
    state = load(game).state
    seat, wanted = next_move(state)
    enter_move(game_id=game.pk, seat=seat, move=wanted, seq=state.seq, actor=Actor.PLAYER)


def code_of(act: Callable[..., object], *args: object, **more: object) -> str:
    with pytest.raises(RuleError) as refused:
        act(*args, **more)
    return refused.value.code


def test_a_warning_must_be_read_before_the_next_move(game: Game, ada: User) -> None:
    warned = on(game)
    players.warn(player=warned, by=ada, reason="Mind your words.")
    assert code_of(move, game) == "unread_warning"
    browser = Client()
    browser.force_login(warned)
    assert "Mind your words." in browser.get("/notices/").content.decode()
    assert code_of(move, game) == "unread_warning", "looking at the page is no confirmation"
    confirm(browser)
    move(game)


def test_a_warning_that_came_after_the_page_was_drawn_is_not_read_by_its_button(
    game: Game, ada: User
) -> None:
    warned = on(game)
    players.warn(player=warned, by=ada, reason="Mind your words.")
    browser = Client()
    browser.force_login(warned)
    page = browser.get("/notices/").content.decode()
    players.warn(player=warned, by=ada, reason="And your manners.")
    confirm(browser, page)
    assert code_of(move, game) == "unread_warning"
    left = browser.get("/notices/").content.decode()
    assert left.index("And your manners.") < left.index("Mind your words.")
    assert left.count('class="unread"') == 1
    confirm(browser, left)
    move(game)


def test_nobody_confirms_the_notices_of_another(game: Game, ada: User) -> None:
    warned, other = on(game), player("Ilse")
    players.warn(player=warned, by=ada, reason="Mind your words.")
    theirs, browser = Client(), Client()
    theirs.force_login(warned)
    browser.force_login(other)
    confirm(browser, theirs.get("/notices/").content.decode())
    assert code_of(move, game) == "unread_warning"


def test_a_muted_player_plays_and_says_nothing(game: Game, ada: User) -> None:
    seat = on_turn(game)
    players.mute(player=on(game), days=7, by=ada, reason="Insults.")
    assert code_of(say, game_id=game.pk, seat=seat, text="Ha") == "muted"
    move(game)
    with time_machine.travel(timezone.now() + timedelta(days=8)):
        say(game_id=game.pk, seat=seat, text="Hello again")


def test_bots_keep_the_chairs_of_a_suspended_player_until_it_is_over(game: Game, ada: User) -> None:
    bruno = on(game)
    seat = game.seats.get(user=bruno).number
    action = players.suspend(player=bruno, days=3, by=ada, reason="Insults again.")
    assert load(game).bots_to_act == (seat,)
    assert action.details["chairs"] == 1
    assert code_of(chairs.take_back, game_id=game.pk, seat=seat) == "suspended"
    assert code_of(create_game, user=bruno, terms=Terms(players=2)) == "suspended"
    assert code_of(say, game_id=game.pk, seat=1 - seat, text="x" * 600) == "too_long"
    with time_machine.travel(timezone.now() + timedelta(days=4)):
        chairs.take_back(game_id=game.pk, seat=seat)
    assert load(game).people_to_act == (seat,)
    assert first_fault(game) is None


def test_the_games_of_a_banned_player_go_on_and_a_lifted_ban_gives_them_back(
    game: Game, ada: User
) -> None:
    bruno = on(game)
    seat = game.seats.get(user=bruno).number
    waiting = create_game(user=bruno, terms=Terms(players=2, open=True))
    players.ban(player=bruno, by=ada, reason="Two accounts.")
    assert load(game).bots_to_act == (seat,)
    assert not Game.objects.filter(pk=waiting.pk).exists()
    answer = at_seat(game, seat).at("take-back")
    assert "Your account is banned. Reason: Two accounts." in answer.text
    browser = Client()
    browser.force_login(bruno)
    answered = browser.post("/play/")
    assert answered["Location"] == "/notices/"
    ACTS[ActionKind.UNBAN].does(player=bruno, by=ada, reason="A mistake of ours.")
    chairs.take_back(game_id=game.pk, seat=seat)
    assert load(game).people_to_act == (seat,)


def test_a_renamed_player_is_called_so_at_every_table(game: Game, ada: User) -> None:
    bruno = User.objects.get(username="Bruno")
    action = players.rename(player=bruno, name="Brünhild", by=ada, reason="A foul name.")
    assert game.seats.get(user=bruno).name == "Brünhild"
    assert sentence(action) == "Ada renamed “Bruno” to “Brünhild”. Reason: A foul name."
    taken = code_of(players.rename, player=bruno, name="Maya", by=ada, reason="Oops.")
    assert taken == "bad_name"
    players.rename(player=bruno, by=ada, reason="Any will do.")
    assert User.objects.get(pk=bruno.pk).username.startswith("Player ")


def test_a_hidden_message_is_read_by_nobody_until_it_is_shown_again(game: Game, ada: User) -> None:
    message = say(game_id=game.pk, seat=0, text="You filthy rat")
    messages.hide(message=message, by=ada, reason="An insult.")
    for seat in (0, 1):
        page = at_seat(game, seat).look().text
        assert "filthy" not in page
        assert "A moderator hid this message." in page
    message.refresh_from_db()
    messages.show(message=message, by=ada, reason="It was a quotation.")
    assert "You filthy rat" in at_seat(game, 1).look().text


def test_nobody_acts_on_themselves_or_on_other_moderators(ada: User) -> None:
    assert code_of(players.warn, player=ada, by=ada, reason="Me") == "own_case"
    other = moderator("Ben")
    assert code_of(players.ban, player=other, by=ada, reason="Rival") == "not_above"
    assert not ModerationAction.objects.exists()


def test_what_was_done_is_told_by_mail_once_where_a_player_takes_mails(
    game: Game, ada: User
) -> None:
    bruno = User.objects.get(username="Bruno")
    players.warn(player=bruno, by=ada, reason="Mind your words.")
    User.objects.filter(username="Maya").update(email_confirmed=False)
    players.warn(player=User.objects.get(username="Maya"), by=ada, reason="You too.")
    assert send_notices() == 1
    assert send_notices() == 0
    (sent,) = mail.outbox
    assert sent.to == ["bruno@example.org"]
    assert "Mind your words." in sent.body
    assert "/notices/" in sent.body


def test_an_account_that_goes_away_leaves_the_audit_log_whole(game: Game, ada: User) -> None:
    from accounts.deletion import delete_account

    bruno = User.objects.get(username="Bruno")
    players.warn(player=bruno, by=ada, reason="Mind your words.")
    delete_account(user=bruno)
    assert sentence(ModerationAction.objects.get()) == (
        "Ada warned Bruno. Reason: Mind your words."
    )


def test_programs_are_told_why_they_may_not_move(game: Game, ada: User, client: Client) -> None:
    user, seq = on(game), load(game).state.seq
    client.force_login(user)
    players.warn(player=user, by=ada, reason="No spam.")
    _seat, wanted = next_move(load(game).state)
    from games.rules.moves import move_to_json

    answer = client.post(
        f"/api/v1/games/{game.public_id}/moves/",
        {"seq": seq, **move_to_json(wanted)},
        content_type="application/json",
    )
    assert (answer.status_code, answer.json()["code"]) == (403, "unread_warning")
