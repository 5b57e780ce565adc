"""Signs are worked out from rows, in batches, and written once."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.models import ChatMessage, Game, Mark, MarkKind, Sign, SignKind, SignWork, Strength
from games.order.players import ban
from games.order.signs.working import signs_of, work_out_signs
from games.play.chat import say
from games.results.rating_model import Skill
from tests.order.people import moderator, player, table_of
from tests.order.signs.rows import DAY, finished, moves, reviewed

pytestmark = pytest.mark.django_db


def here(name: str) -> User:
    user = player(name)
    user.last_seen = timezone.now().date()
    user.save(update_fields=["last_seen"])
    return user


def work_out() -> int:
    return work_out_signs(now=timezone.now(), seconds=60)


def next_day() -> Any:
    return time_machine.travel(timezone.now() + timedelta(days=1), tick=False)


def found() -> list[tuple[str, str, str | None]]:
    rows = Sign.objects.order_by("kind", "pk").values_list(
        "kind", "player__username", "other__username"
    )
    return [(kind, player, other) for kind, player, other in rows]


def mark(user: User, kind: str, digest: str, *, days: int = 1) -> None:
    today = timezone.now().date()
    Mark.objects.bulk_create(
        Mark(user=user, kind=kind, digest=digest, day=today - timedelta(days=day))
        for day in range(days)
    )


def farm(winner: User, loser: User, games: int = 8) -> None:
    for _ in range(games):
        finished(
            [winner, loser],
            tallies=[{"rounds": 2, "show": 14}, {"left": 1, "show": 1}],
            left=[1],
        )


def test_a_pair_that_farms_is_found_once_and_brought_up_to_date() -> None:
    bruno, sunny = here("Bruno"), here("Sunny")
    farm(bruno, sunny)
    assert work_out() == 2
    sign = Sign.objects.get(kind=SignKind.PAIR)
    assert (sign.player, sign.other, sign.strength) == (bruno, sunny, Strength.STRONG)
    assert sign.figures["games"] == sign.figures["ahead"] == sign.figures["left"] == 8
    assert sign.figures["moved"] == 24 * 8
    farm(bruno, sunny, games=2)
    assert work_out() == 0, "a pass a day"
    with next_day():
        work_out()
    (again,) = Sign.objects.filter(kind=SignKind.PAIR)
    assert again.pk == sign.pk
    assert again.figures["games"] == 10
    assert again.last_seen_at > sign.last_seen_at


def test_two_friends_of_unlike_strength_are_left_alone() -> None:
    maya, bruno = here("Maya"), here("Bruno")
    strong, weak = Skill(32, 3), Skill(25, 3)
    for number in range(12):
        if number % 4:
            finished([maya, bruno], skills=[strong, weak])
        else:
            finished([bruno, maya], skills=[weak, strong])
    work_out()
    assert found() == []


def test_results_far_above_the_rating_are_a_sign() -> None:
    bruno, others = here("Bruno"), [player(f"Maya{number}") for number in range(22)]
    for other in others:
        finished([bruno, other])
    work_out()
    assert found() == [(SignKind.RATING, "Bruno", None)]


def test_moves_like_the_experts_are_a_sign_and_good_ones_are_not() -> None:
    bruno, maya, other = here("Bruno"), here("Maya"), player("Other")
    for number in range(40):
        reviewed(other, player(f"P{number}"), each=1.2 + 0.01 * number, rating=27)
    for _ in range(7):
        reviewed(bruno, other, each=0.02, rating=27)
        reviewed(maya, other, each=0.5, rating=27)
    work_out()
    assert (SignKind.EXPERT, "Bruno", None) in found()
    assert (SignKind.EXPERT, "Maya", None) not in found()


def test_turns_late_at_the_end_of_lost_games_alone_are_a_sign() -> None:
    bruno, slow, other = here("Bruno"), here("Slow"), player("Other")
    began = timezone.now() - timedelta(days=20)
    for user in (bruno, slow):
        for is_won in (True, False, False, False, False):
            people = [user, other] if is_won else [other, user]
            game = finished(people, rated=False, tallies=[{"clock": 6}, {"clock": 6}])
            seat, at, turns = people.index(user), began, []
            for number in range(10):
                at += timedelta(hours=1)
                turns.append((1 - seat, at))
                is_late = user is slow or (not is_won and number >= 6)
                at += timedelta(seconds=0.97 * DAY if is_late else 600)
                turns.append((seat, at))
            moves(game, turns)
    work_out()
    assert found() == [(SignKind.STALLING, "Bruno", None)]


def test_a_shared_browser_and_a_shared_network_are_signs_of_one_person() -> None:
    bruno, sunny, maya = here("Bruno"), here("Sunny"), here("Maya")
    for user in (bruno, sunny):
        mark(user, MarkKind.BROWSER, "b1", days=5)
        mark(user, MarkKind.MACHINE, "m1", days=5)
    for user in (bruno, sunny, maya):
        mark(user, MarkKind.NETWORK, "n1", days=5)
    work_out()
    assert found() == [(SignKind.SECOND, "Bruno", "Sunny")]
    parts = Sign.objects.get().figures["parts"]
    assert parts == {"browser": 5, "machine": 5}


def test_a_network_of_many_is_no_sign() -> None:
    for number in range(7):
        user = here(f"P{number}")
        mark(user, MarkKind.MACHINE, "m1", days=9)
        mark(user, MarkKind.NETWORK, "n1", days=9)
    work_out()
    assert found() == []


def test_people_who_play_at_the_same_time_are_probably_two() -> None:
    bruno, sunny, other = here("Bruno"), here("Sunny"), player("Other")
    for user in (bruno, sunny):
        mark(user, MarkKind.BROWSER, "b1", days=5)
        game = finished([user, other], rated=False, days_ago=0)
        began = timezone.now() - timedelta(days=9)
        minutes = (0, 2) if user is bruno else (1,)
        moves(
            game,
            [
                (0, began + timedelta(hours=8 * step, minutes=minute))
                for step in range(20)
                for minute in minutes
            ],
        )
    work_out()
    sign = Sign.objects.get()
    assert sign.strength == Strength.AGAINST
    assert sign.figures["parts"]["at_once"] >= 3


def test_an_account_made_right_after_a_move_by_the_older_one_says_so() -> None:
    bruno, sunny, other = here("Bruno"), here("Sunny"), player("Other")
    for user in (bruno, sunny):
        mark(user, MarkKind.BROWSER, "b1", days=5)
    game = finished([bruno, other], rated=False, days_ago=0)
    moves(game, [(0, sunny.date_joined - timedelta(minutes=ago)) for ago in (600, 300, 6)])
    work_out()
    assert Sign.objects.get().figures["parts"] == {"browser": 5, "joined": 6}


def test_a_bot_account_may_share_its_owners_browser_and_a_banned_guest_may_not() -> None:
    owner, program, guest, banned = here("Owner"), here("Program"), here("Guest1"), here("Banned")
    User.objects.filter(pk=program.pk).update(is_bot=True)
    User.objects.filter(pk=guest.pk).update(is_guest=True)
    for user in (owner, program, guest):
        mark(user, MarkKind.BROWSER, "b1")
    work_out()
    assert found() == []
    ban(player=banned, by=moderator(), reason="A test.")
    for user in (banned, guest):
        mark(user, MarkKind.BROWSER, "b2")
    with next_day():
        work_out()
    assert found() == [(SignKind.SECOND, "Guest1", "Banned")]


def test_chat_is_seen_once_and_counted_a_table() -> None:
    maya, bruno = here("Maya"), here("Bruno")
    game = table_of(maya, bruno)
    say(game_id=game.pk, seat=0, text="Good luck!")
    for text in ("You asshole", "kys", "well played"):
        say(game_id=game.pk, seat=1, text=text)
    work_out()
    sign = Sign.objects.get()
    assert (sign.kind, sign.player, sign.game) == (SignKind.CHAT, bruno, game)
    assert sign.figures == {"messages": 2, "languages": ["en"]}
    work_out()
    assert SignWork.objects.get(name="chat").position == ChatMessage.objects.last().pk  # type: ignore[union-attr]
    say(game_id=game.pk, seat=1, text="asshole")
    work_out()
    assert Sign.objects.get().figures["messages"] == 3


def test_people_who_were_not_here_for_a_week_are_not_looked_at() -> None:
    bruno, sunny = player("Bruno"), player("Sunny")
    farm(bruno, sunny)
    assert work_out() == 0
    assert found() == []


def test_a_pass_goes_on_where_it_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.order.signs.working.AT_ONCE", 2)
    for number in range(5):
        here(f"P{number}")
    assert [work_out_signs(now=timezone.now(), seconds=0) for _ in range(4)] == [2, 2, 1, 0]


def test_a_batch_costs_the_same_number_of_queries_however_much_there_is() -> None:
    people = [here(f"P{number}") for number in range(4)]

    def queries(count: int) -> int:
        with CaptureQueriesContext(connection) as asked:
            list(signs_of([user.pk for user in people[:count]], now=timezone.now()))
        return len(asked)

    def fill(one: User, other: User) -> None:
        farm(one, other, games=6)
        for _ in range(7):
            reviewed(one, other, each=0.1, rating=25)
        for user in (one, other):
            mark(user, MarkKind.BROWSER, f"b{one.pk}")
            finished([other, user], rated=False, tallies=[{}, {"clock": 6}])

    fill(people[0], people[1])
    before = queries(2)
    fill(people[2], people[3])
    assert Game.objects.count() > 20
    assert queries(4) == before
