"""Tables before a game starts: who sits down, who is invited, when the cards are dealt."""

import pytest

from accounts.guests.lifetime import new_guest
from accounts.models import User
from games.live import channel
from games.live.channel import Wake
from games.lobby import invitations, leaving
from games.lobby.joining import join
from games.lobby.opening import create_game
from games.lobby.starting import start_early
from games.lobby.terms import Terms
from games.models import (
    Audience,
    Game,
    GameInvitation,
    GameSecret,
    GameStatus,
    Hand,
    Seat,
    Unrated,
)
from games.rules.errors import RuleError
from games.upkeep.verify import first_fault
from tests.play.test_simultaneous import at_once

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def account(name: str) -> User:
    return User.objects.create_user(name, email_confirmed=True)


def open_table(players: int = 3, **terms: object) -> Game:
    """Public, with Maya alone."""
    return create_game(user=account("Maya"), terms=Terms(players=players, open=True, **terms))  # type: ignore[arg-type]


def creator(game: Game) -> User:
    assert isinstance(game.creator, User)
    return game.creator


def status(game: Game) -> str:
    return Game.objects.select_related("summary").get(pk=game.pk).summary.status


def names(game: Game) -> list[str]:
    return list(game.seats.order_by("number").values_list("name", flat=True))


def raises_refusal(code: str) -> "pytest.RaisesContext[RuleError]":  # type: ignore[name-defined]
    return pytest.raises(RuleError, check=lambda error: error.code == code)


def test_one_press_opens_a_game_for_four_by_link_with_a_day_for_each_turn() -> None:
    game = create_game(user=account("Maya"), terms=Terms())
    assert (game.players, game.turn_seconds, game.audience) == (4, 86400, Audience.INVITATION)
    assert (game.rated, game.show_legal_sets, game.name) == (False, True, "Maya’s game")
    assert names(game) == ["Maya"]
    assert status(game) == GameStatus.OPEN


def test_nothing_is_dealt_before_all_seats_are_taken_and_then_at_once() -> None:
    game = open_table()
    join(game_id=game.pk, user=account("Bruno"))
    assert not Hand.objects.exists()
    assert status(game) == GameStatus.OPEN
    join(game_id=game.pk, user=account("Ilse"))
    assert Hand.objects.count() == 3
    assert status(game) == GameStatus.RUNNING
    assert first_fault(game) is None


def test_bots_sit_where_they_are_wanted_and_a_table_full_of_them_begins_at_once() -> None:
    game = create_game(user=account("Maya"), terms=Terms(bots={1: "otto", 2: "steady", 3: "ada"}))
    assert list(game.seats.order_by("number").values_list("bot", flat=True)) == [
        "",
        "otto",
        "mabel",
        "ada",
    ]
    assert game.audience == Audience.OWN
    assert status(game) == GameStatus.RUNNING


@pytest.mark.parametrize(
    "terms",
    [
        Terms(players=1),
        Terms(players=6),
        Terms(bots={0: "easy"}),
        Terms(bots={4: "easy"}),
        Terms(bots={1: "genius"}),
        Terms(bots={1: "random"}),
        Terms(turn_seconds=0),
        Terms(name="a" * 81),
        Terms(rated=True, bots={1: "easy"}),
        Terms(rated=True, turn_seconds=None),
        Terms(rated=True, turn_seconds=7 * 86400 + 1),
    ],
)
def test_terms_that_fit_no_game_are_refused_and_leave_nothing(terms: Terms) -> None:
    with raises_refusal("bad_terms"):
        create_game(user=account("Maya"), terms=terms)
    assert not Game.objects.exists()
    assert not GameSecret.objects.exists()


def test_who_has_the_link_may_sit_down_and_nobody_else() -> None:
    game = create_game(user=account("Maya"), terms=Terms(players=3))
    bruno = account("Bruno")
    for wrong in ("", "x", game.invitation[:-1], game.public_id):
        with raises_refusal("not_invited"):
            join(game_id=game.pk, user=bruno, invitation=wrong)
    join(game_id=game.pk, user=bruno, invitation=game.invitation)
    assert names(game) == ["Maya", "Bruno"]


def test_sitting_down_again_changes_nothing_not_even_after_the_start() -> None:
    game = open_table(2)
    bruno = account("Bruno")
    join(game_id=game.pk, user=bruno)
    join(game_id=game.pk, user=bruno)
    assert names(game) == ["Maya", "Bruno"]
    assert Hand.objects.count() == 2


def test_a_full_table_and_a_game_that_began_take_nobody_else() -> None:
    game = open_table(2)
    join(game_id=game.pk, user=account("Bruno"))
    with raises_refusal("already_started"):
        join(game_id=game.pk, user=account("Ilse"))


def test_a_guest_chooses_a_name_and_gets_no_name_that_somebody_has() -> None:
    game = open_table(5)
    join(game_id=game.pk, user=new_guest(), name="  Bruno \u202e the\n great ")
    for taken in ("maya", "BRUNO THE GREAT"):
        with raises_refusal("name_taken"):
            join(game_id=game.pk, user=new_guest(), name=taken)
    join(game_id=game.pk, user=new_guest())
    join(game_id=game.pk, user=new_guest(), name="\u200b")
    assert names(game) == ["Maya", "Bruno the great", "Guest", "Guest 2"]


def test_an_account_goes_by_its_own_name() -> None:
    game = open_table()
    join(game_id=game.pk, user=account("Bruno"), name="Maya the second")
    assert names(game) == ["Maya", "Bruno"]


@pytest.mark.django_db(transaction=True)
def test_two_who_take_the_last_seat_at_once_seat_exactly_one() -> None:
    game = open_table(2)
    people = [account(name) for name in ("Bruno", "Ilse", "Wen", "Okoye")]

    def sit_down(number: int) -> str:
        try:
            join(game_id=game.pk, user=people[number])
        except RuleError as error:
            return error.code
        return "seated"

    answers = at_once(len(people), sit_down)
    assert sorted(answers) == ["already_started"] * 3 + ["seated"]
    assert Seat.objects.filter(game=game).count() == 2
    assert Hand.objects.filter(round__game=game).count() == 2
    assert first_fault(game) is None


@pytest.mark.django_db(transaction=True)
def test_many_who_sit_down_at_once_get_a_seat_each() -> None:
    game = open_table(5)
    people = [account(name) for name in ("Bruno", "Ilse", "Wen", "Okoye")]
    at_once(4, lambda number: join(game_id=game.pk, user=people[number]))
    assert list(game.seats.order_by("number").values_list("number", flat=True)) == [0, 1, 2, 3, 4]
    assert status(game) == GameStatus.RUNNING


@pytest.mark.django_db(transaction=True)
def test_sitting_down_and_closing_at_once_leave_a_game_or_none() -> None:
    game = open_table(3)
    maya, bruno = creator(game), account("Bruno")

    def press(number: int) -> str:
        try:
            if number:
                join(game_id=game.pk, user=bruno)
            else:
                leaving.close(game_id=game.pk, by=maya)
        except RuleError as error:
            return error.code
        return "done"

    answers = at_once(2, press)
    assert answers in (["done", "done"], ["done", "closed"])
    assert not Game.objects.filter(pk=game.pk).exists()


def test_who_was_asked_by_name_sits_down_without_the_link_or_says_no() -> None:
    bruno, ilse = account("Bruno"), account("Ilse")
    game = create_game(user=account("Maya"), terms=Terms(players=3), invited=[bruno, ilse])
    assert GameInvitation.objects.filter(game=game).count() == 2
    invitations.decline(game_id=game.pk, user=ilse)
    invitations.decline(game_id=game.pk, user=ilse)
    with raises_refusal("not_invited"):
        join(game_id=game.pk, user=ilse)
    join(game_id=game.pk, user=bruno)
    assert not GameInvitation.objects.exists()
    assert names(game) == ["Maya", "Bruno"]


def test_nobody_is_asked_to_a_table_without_a_free_seat() -> None:
    with raises_refusal("bad_terms"):
        create_game(
            user=account("Maya"),
            terms=Terms(players=2, bots={1: "easy"}),
            invited=[account("Bruno")],
        )


def test_the_one_who_opened_a_table_alone_asks_begins_and_closes() -> None:
    game = open_table(4)
    bruno, ilse = account("Bruno"), account("Ilse")
    join(game_id=game.pk, user=bruno)
    for press in (
        lambda: invitations.invite(game_id=game.pk, by=bruno, user=ilse),
        lambda: start_early(game_id=game.pk, by=bruno),
        lambda: leaving.close(game_id=game.pk, by=bruno),
    ):
        with raises_refusal("not_creator"):
            press()
    invitations.invite(game_id=game.pk, by=creator(game), user=ilse)
    invitations.invite(game_id=game.pk, by=creator(game), user=ilse)
    assert GameInvitation.objects.get().user == ilse


def test_no_table_asks_the_whole_world() -> None:
    game = open_table(3)
    for number in range(invitations.MOST_INVITED):
        invitations.invite(game_id=game.pk, by=creator(game), user=account(f"Player {number}"))
    with raises_refusal("bad_terms"):
        invitations.invite(game_id=game.pk, by=creator(game), user=account("One more"))


def test_a_game_begins_earlier_with_bots_in_the_empty_seats_and_again_is_as_good_as_once() -> None:
    game = open_table(4, rated=True)
    bruno, ilse = account("Bruno"), account("Ilse")
    join(game_id=game.pk, user=bruno)
    invitations.invite(game_id=game.pk, by=creator(game), user=ilse)
    for _ in range(2):
        start_early(game_id=game.pk, by=creator(game))
    game.refresh_from_db()
    assert list(game.seats.order_by("number").values_list("bot", flat=True)) == [
        "",
        "",
        "juno",
        "lev",
    ]
    assert (game.rated, game.unrated_because) == (False, Unrated.BOTS)
    assert not GameInvitation.objects.exists()
    assert first_fault(game) is None


def test_who_leaves_frees_the_seat_and_the_next_one_takes_the_creators_part() -> None:
    game = open_table(4)
    maya, bruno = creator(game), account("Bruno")
    join(game_id=game.pk, user=bruno)
    leaving.leave_before_start(game_id=game.pk, user=maya)
    game.refresh_from_db()
    assert (names(game), game.creator) == (["Bruno"], bruno)
    join(game_id=game.pk, user=account("Ilse"))
    assert list(game.seats.order_by("number").values_list("number", "name")) == [
        (0, "Ilse"),
        (1, "Bruno"),
    ]


def test_a_stranger_to_the_table_can_not_leave_it() -> None:
    game = open_table(4)
    leaving.leave_before_start(game_id=game.pk, user=account("Bruno"))
    assert names(game) == ["Maya"]


@pytest.mark.parametrize("way", ["leave", "close"])
def test_a_game_without_people_or_that_is_closed_is_gone_with_its_secret(way: str) -> None:
    game = open_table(3)
    create_game(user=account("Ilse"), terms=Terms())
    invitations.invite(game_id=game.pk, by=creator(game), user=account("Bruno"))
    if way == "leave":
        leaving.leave_before_start(game_id=game.pk, user=creator(game))
    else:
        leaving.close(game_id=game.pk, by=creator(game))
    assert not Game.objects.filter(pk=game.pk).exists()
    assert not GameSecret.objects.filter(game=game.pk).exists()
    assert Game.objects.count() == 1
    with raises_refusal("closed"):
        join(game_id=game.pk, user=account("Wen"))


def test_after_the_start_nobody_leaves_closes_or_asks_here() -> None:
    game = open_table(2)
    bruno = account("Bruno")
    join(game_id=game.pk, user=bruno)
    with raises_refusal("already_started"):
        leaving.leave_before_start(game_id=game.pk, user=bruno)
    with raises_refusal("already_started"):
        leaving.close(game_id=game.pk, by=creator(game))
    with raises_refusal("already_started"):
        invitations.invite(game_id=game.pk, by=creator(game), user=account("Ilse"))


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Wake, set[int]]]:
    """Every published wake, with its users."""
    published: list[tuple[Wake, set[int]]] = []
    monkeypatch.setattr(
        channel, "publish", lambda wake, users: published.append((wake, set(users)))
    )
    return published


@pytest.mark.django_db(transaction=True)
def test_whose_lists_change_are_told_and_a_wake_tells_nothing_but_the_game(
    told: list[tuple[Wake, set[int]]],
) -> None:
    maya, bruno, ilse = account("Maya"), account("Bruno"), account("Ilse")
    game = create_game(user=maya, terms=Terms(players=4), invited=[bruno, ilse])
    assert told.pop() == (Wake(game.public_id), {maya.pk, bruno.pk, ilse.pk})
    join(game_id=game.pk, user=bruno)
    assert told.pop()[1] == {maya.pk, bruno.pk, ilse.pk}
    leaving.leave_before_start(game_id=game.pk, user=bruno)
    assert told.pop()[1] == {maya.pk, bruno.pk, ilse.pk}
    told.clear()
    start_early(game_id=game.pk, by=maya)
    assert {user for _, users in told for user in users} == {maya.pk, ilse.pk}
    assert {wake.game for wake, _ in told} == {game.public_id}


@pytest.mark.django_db(transaction=True)
def test_who_closes_a_table_tells_all_who_sat_there_or_were_asked(
    told: list[tuple[Wake, set[int]]],
) -> None:
    maya, bruno, ilse = account("Maya"), account("Bruno"), account("Ilse")
    game = create_game(user=maya, terms=Terms(players=4), invited=[bruno])
    join(game_id=game.pk, user=ilse, invitation=game.invitation)
    told.clear()
    leaving.close(game_id=game.pk, by=maya)
    assert told == [(Wake(game.public_id), {maya.pk, bruno.pk, ilse.pk})]


def test_each_change_at_the_table_makes_another_revision() -> None:
    game = open_table(4)
    bruno = account("Bruno")
    seen = {game.revision}
    for change in (
        lambda: join(game_id=game.pk, user=bruno),
        lambda: leaving.leave_before_start(game_id=game.pk, user=bruno),
        lambda: invitations.invite(game_id=game.pk, by=creator(game), user=bruno),
        lambda: invitations.decline(game_id=game.pk, user=bruno),
    ):
        change()
        game.refresh_from_db()
        assert game.revision not in seen
        seen.add(game.revision)
