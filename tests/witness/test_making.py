"""Once a day the new heads of all games get a root, over that of the day before."""

from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.db import DatabaseError, IntegrityError, connection, transaction

from accounts.guests.lifetime import new_guest
from games.lobby.opening import create_game, discard_game
from games.lobby.terms import Terms
from games.log import triggers
from games.models import Game, GameSummary, WitnessedDay, WitnessedHead
from games.tasks import witness
from games.upkeep.verify_days import day_faults
from games.witness import tree
from games.witness.making import LEAST_DEPTH, make_day, make_due
from games.witness.paths import latest_roots, roots, witnesses
from tests.tables import bot_game, play_on

pytestmark = pytest.mark.django_db

FIRST = date(2026, 11, 20)
MORNING = datetime(2026, 11, 21, 6, tzinfo=UTC)
DAY = timedelta(days=1)


def head_of(game: Game) -> str:
    return GameSummary.objects.get(game=game).head


def played(at: datetime, game: Game | None = None, moves: int = 6, players: int = 4) -> Game:
    with time_machine.travel(at, tick=False):
        game = game or bot_game(players)
        play_on(game, moves=moves)
    return game


def leads_to(game: Game) -> list[tuple[date, str, bool]]:
    """The days of its witnesses, their heads, and whether the paths lead to the roots."""
    return [
        (
            each.day,
            each.head,
            tree.climbed(tree.leaf(bytes.fromhex(each.head)), each.path).hex() == each.tree
            and {each.root} == {root.root for root in roots(most=9) if root.day == each.day},
        )
        for each in witnesses(game.pk)
    ]


def test_a_head_is_in_the_tree_of_the_day_on_which_it_was_new() -> None:
    game, still = played(MORNING - DAY), played(MORNING - DAY)
    first = head_of(game)
    assert make_due(now=MORNING) == [FIRST]
    played(MORNING, game)
    assert make_due(now=MORNING + DAY) == [FIRST + DAY]
    assert leads_to(game) == [(FIRST, first, True), (FIRST + DAY, head_of(game), True)]
    assert leads_to(still) == [(FIRST, head_of(still), True)]
    assert [*day_faults()] == [None, None]


def test_each_root_is_over_that_of_the_day_before() -> None:
    played(MORNING - DAY)
    make_due(now=MORNING)
    make_due(now=MORNING + 2 * DAY)
    first, second, third = roots(most=9)
    assert first.before == "0" * 64
    assert (second.before, third.before) == (first.root, second.root)
    # Nothing happened on these days, and yet they have roots.
    assert WitnessedHead.objects.filter(day__gt=FIRST).count() == 0
    for each in (first, second, third):
        parts = (bytes.fromhex(each.before), bytes.fromhex(each.tree), each.day)
        assert tree.root_of_day(*parts).hex() == each.root
    assert latest_roots(most=2) == [third, second]


def test_a_day_is_made_once() -> None:
    played(MORNING - DAY)
    assert make_due(now=MORNING) == [FIRST]
    (before,) = roots(most=9)
    assert make_due(now=MORNING) == []
    with pytest.raises(IntegrityError), transaction.atomic():
        make_day(FIRST)
    assert roots(most=9) == [before]


def test_soon_after_midnight_what_was_begun_before_it_may_still_be_written() -> None:
    midnight = datetime(2026, 11, 21, tzinfo=UTC)
    with time_machine.travel(midnight + timedelta(minutes=1), tick=False):
        witness()
    assert [each.day for each in roots(most=9)] == [FIRST - DAY]
    with time_machine.travel(midnight + timedelta(minutes=4), tick=False):
        witness()
    assert [each.day for each in roots(most=9)] == [FIRST - DAY, FIRST]


def test_days_that_were_missed_are_made_up_with_the_heads_of_then() -> None:
    make_due(now=MORNING - DAY)
    game = played(MORNING - DAY)
    then = head_of(game)
    played(MORNING + DAY, game)
    late = played(MORNING + 2 * DAY)
    days = make_due(now=MORNING + 2 * DAY)
    assert days == [FIRST, FIRST + DAY, FIRST + 2 * DAY]
    assert [(day, head) for day, head, _ in leads_to(game)] == [
        (FIRST, then),
        (FIRST + 2 * DAY, head_of(game)),
    ]
    assert all(fits for *_, fits in leads_to(game))
    assert leads_to(late) == []
    assert make_due(now=MORNING + 3 * DAY) == [FIRST + 3 * DAY]
    assert [day for day, *_ in leads_to(late)] == [FIRST + 3 * DAY]
    assert [*day_faults()] == [None] * 5


def test_within_a_round_and_at_its_end_the_head_of_midnight_is_the_last_one_before_it() -> None:
    """Whatever was played after it: rows say when they were written."""
    midnight = datetime(2026, 11, 21, tzinfo=UTC)
    make_due(now=MORNING - DAY)
    evening = midnight - timedelta(hours=1)
    games = [played(evening, moves=moves, players=2) for moves in (1, 3, 30)]
    before = [head_of(game) for game in games]
    for game in games:
        played(midnight + timedelta(minutes=1), game, moves=5)
    make_due(now=MORNING)
    assert [[head for _, head, _ in leads_to(game)] for game in games] == [
        [head] for head in before
    ]


def test_a_game_that_has_not_begun_is_in_no_tree() -> None:
    with time_machine.travel(MORNING - DAY, tick=False):
        waiting = create_game(user=new_guest(), terms=Terms(players=3))
    game = played(MORNING - DAY)
    make_due(now=MORNING)
    assert leads_to(waiting) == []
    assert [fits for *_, fits in leads_to(game)] == [True]
    waiting.summary.delete()
    discard_game(waiting)
    assert [*day_faults()] == [None]


def test_a_path_tells_no_number_of_games_and_no_order() -> None:
    make_due(now=MORNING - DAY)
    (empty,) = WitnessedDay.objects.all()
    games = [played(MORNING - DAY, moves=1) for _ in range(3)]
    make_due(now=MORNING)
    made = WitnessedDay.objects.get(day=FIRST)
    assert made.depth == empty.depth == LEAST_DEPTH
    lengths = {len(each.path) for game in games for each in witnesses(game.pk)}
    assert lengths == {LEAST_DEPTH}
    # The same heads, made again, lie elsewhere: places are drawn, and say nothing of the games.
    places = set()
    triggers.remove(connection)
    for _ in range(3):
        WitnessedHead.objects.filter(day=FIRST).delete()
        WitnessedDay.objects.filter(day=FIRST).delete()
        make_due(now=MORNING)
        places.add(tuple(WitnessedHead.objects.order_by("game").values_list("place", flat=True)))
    triggers.install(connection)
    assert len(places) == 3


def test_the_database_keeps_a_root_as_it_was_written() -> None:
    make_due(now=MORNING)
    days = WitnessedDay.objects.all()
    with pytest.raises(DatabaseError, match="written once"), transaction.atomic():
        days.update(root="0" * 64)
    with pytest.raises(DatabaseError, match="written once"), transaction.atomic():
        days._raw_delete(connection.alias)
    assert [*day_faults()] == [None]
