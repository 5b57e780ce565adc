"""The same people again: the same seats and terms, once all have agreed."""

import pytest

from accounts.guests.lifetime import new_guest
from accounts.models import User
from games.lobby import invitations, leaving, seating
from games.lobby.joining import join
from games.lobby.opening import create_game
from games.lobby.rematch import rematch
from games.lobby.terms import Terms
from games.models import Game, GameInvitation, GameStatus, GameSummary, Seat
from games.people.taken_away import take_away
from games.play import ending
from games.rules.errors import RuleError
from games.upkeep.verify import first_fault
from tests.accounts.people import account
from tests.play.test_simultaneous import at_once
from tests.tables import bot_game, play_on

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def finished(**terms: object) -> Game:
    """Of Maya, Bruno and Mabel."""
    maya, bruno = (
        User.objects.create_user(name, email_confirmed=True) for name in ("Maya", "Bruno")
    )
    game = create_game(
        user=maya,
        terms=Terms(players=3, open=True, bots={1: "mabel"}, **terms),  # type: ignore[arg-type]
    )
    join(game_id=game.pk, user=bruno)
    for seat in (0, 2):
        ending.agree_to_end(game_id=game.pk, seat=seat, agrees=True)
    return game


def sitting(game: Game, number: int) -> User:
    user = game.seats.get(number=number).user
    assert isinstance(user, User)
    return user


def seats(game: Game) -> list[tuple[int, str, str]]:
    return list(game.seats.order_by("number").values_list("number", "name", "bot"))


def test_a_rematch_waits_for_all_people_and_begins_with_the_last_one_to_agree() -> None:
    game = finished(name="Tuesday Troupe", turn_seconds=3600, show_legal_sets=False)
    maya, bruno = sitting(game, 0), sitting(game, 2)
    again = rematch(game_id=game.pk, user=bruno)
    assert seats(again) == [(1, "Mabel", "mabel"), (2, "Bruno", "")]
    asked = GameInvitation.objects.get(game=again)
    assert (asked.user_id, asked.seat) == (maya.pk, 0)
    assert rematch(game_id=game.pk, user=maya) == again
    assert seats(again) == seats(game)
    assert GameSummary.objects.get(game=again).status == GameStatus.RUNNING
    assert (again.name, again.turn_seconds, again.show_legal_sets) == (
        "Tuesday Troupe",
        3600,
        False,
    )
    assert first_fault(again) is None


def test_asking_again_leads_to_the_same_rematch() -> None:
    game = finished()
    maya = sitting(game, 0)
    again = rematch(game_id=game.pk, user=maya)
    assert rematch(game_id=game.pk, user=maya) == again
    assert Game.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_two_who_ask_at_once_open_one_rematch_and_it_begins() -> None:
    game = finished()
    people = [sitting(game, 0), sitting(game, 2)]
    answers = at_once(2, lambda number: rematch(game_id=game.pk, user=people[number]))
    assert answers[0] == answers[1]
    assert seats(answers[0]) == seats(game)
    assert GameSummary.objects.get(game=answers[0]).status == GameStatus.RUNNING


def test_against_bots_alone_one_press_begins_the_next_game() -> None:
    game = bot_game(players=3)
    play_on(game)
    user = sitting(game, 0)
    again = rematch(game_id=game.pk, user=user)
    assert seats(again) == seats(game)
    assert again.audience == game.audience
    assert GameSummary.objects.get(game=again).status == GameStatus.RUNNING


def test_a_game_that_is_not_over_and_a_table_one_did_not_sit_at_have_no_rematch() -> None:
    running = bot_game()
    with pytest.raises(RuleError) as refused:
        rematch(game_id=running.pk, user=sitting(running, 0))
    assert refused.value.code == "not_over"
    with pytest.raises(RuleError) as refused:
        rematch(game_id=finished().pk, user=new_guest())
    assert refused.value.code == "not_seated"


def test_who_left_or_said_no_may_think_again_and_comes_back() -> None:
    game = finished()
    maya, bruno = sitting(game, 0), sitting(game, 2)
    again = rematch(game_id=game.pk, user=maya)
    invitations.decline(game_id=again.pk, user=bruno)
    rematch(game_id=game.pk, user=bruno)
    assert GameSummary.objects.get(game=again).status == GameStatus.RUNNING


def test_after_a_rematch_was_closed_another_can_be_asked_for() -> None:
    game = finished()
    maya = sitting(game, 0)
    closed = rematch(game_id=game.pk, user=maya)
    leaving.close(game_id=closed.pk, by=maya)
    again = rematch(game_id=game.pk, user=maya)
    assert again.pk != closed.pk
    again.refresh_from_db()
    assert again.rematch_of == game


def test_the_seat_of_one_who_is_gone_is_free_for_somebody_new_and_kept_seats_are_not() -> None:
    game = finished()
    maya = sitting(game, 0)
    again = rematch(game_id=game.pk, user=maya)
    assert seating.free_seats(again) == []
    with pytest.raises(RuleError) as refused:
        join(game_id=again.pk, user=new_guest(), invitation=again.invitation)
    assert refused.value.code == "game_full"
    leaving.close(game_id=again.pk, by=maya)
    Seat.objects.filter(game=game, number=2).update(user=None)
    again = rematch(game_id=game.pk, user=maya)
    assert seating.free_seats(again) == [2]


def test_a_guest_who_was_called_like_a_bot_is_not_again() -> None:
    guest = new_guest()
    game = create_game(user=guest, terms=Terms(players=2, bots={1: "easy"}))
    # As was possible once.
    game.seats.filter(number=0).update(name="Pip")
    game.seats.filter(number=1).update(name="Juno", bot="easy")
    play_on(game)
    again = rematch(game_id=game.pk, user=guest)
    assert seats(again) == [(0, "Guest", ""), (1, "Pip", "pip")]


def test_a_guest_who_is_called_like_a_new_account_is_not_again() -> None:
    guests = [new_guest(), new_guest()]
    game = create_game(user=guests[0], terms=Terms(players=2), name="Anna Test")
    join(game_id=game.pk, user=guests[1], invitation=game.invitation, name="Bea")
    for seat in (0, 1):
        ending.agree_to_end(game_id=game.pk, seat=seat, agrees=True)
    account("Anna Test")
    for guest in guests:
        again = rematch(game_id=game.pk, user=guest)
    assert seats(again) == [(0, "Guest", ""), (1, "Bea", "")]


def test_a_name_that_was_taken_away_meanwhile_does_not_stand_in_the_way() -> None:
    guests = [new_guest(), new_guest()]
    game = create_game(user=guests[0], terms=Terms(players=2), name="Anna")
    join(game_id=game.pk, user=guests[1], invitation=game.invitation, name="Bea")
    for seat in (0, 1):
        ending.agree_to_end(game_id=game.pk, seat=seat, agrees=True)
    for name in ("Anna", "Bea"):
        take_away(name)
    for guest in guests:
        again = rematch(game_id=game.pk, user=guest)
    assert [user for user, _ in again.seats.order_by("number").values_list("user", "name")] == [
        guest.pk for guest in guests
    ]
    assert not again.seats.filter(name__in=("Anna", "Bea")).exists()
