"""Whose clock stands still, and when: as the log says it, to the players and to the sweep."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from games.bots.registry import choose_move
from games.lobby.joining import join
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.log.deadlines import parse_deadlines
from games.log.store import load
from games.models import Actor, ChairEvent, Game, GameStatus, GameSummary, Move, Round, SeatSummary
from games.order import games as moderating
from games.play.bots import play_bots
from games.play.chairs import keep, take_back
from games.play.clock import due_games, expire
from games.play.move import enter_move
from games.play.nudges import nudge
from games.rest.reckoning import rest_of
from games.rest.week import week_text
from games.rules.errors import RuleError
from games.rules.views import view_for
from games.upkeep.rebuild import rebuild
from games.upkeep.verify import first_fault
from tests.accounts.people import account
from tests.order.people import moderator
from tests.rest.weeks import NIGHTS
from tests.tables import play_on

pytestmark = pytest.mark.django_db

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
DAY_SECONDS = 24 * 3600
BERLIN = ZoneInfo("Europe/Berlin")
EVENING = datetime(2026, 11, 18, 20, tzinfo=BERLIN)
AWAY = "2026-11-19 2026-11-25 Europe/Berlin"


@pytest.fixture
def sleeper() -> User:
    """Quiet from 22:00 to 7:00 in Berlin."""
    return resting("Sleeper", quiet_week=week_text(NIGHTS))


@pytest.fixture
def traveller() -> User:
    """From the next midnight on a week away."""
    return resting("Traveller", holidays=AWAY)


def resting(name: str, **rest: str) -> User:
    user = account(name, f"{name.lower()}@example.org")
    User.objects.filter(pk=user.pk).update(time_zone="Europe/Berlin", **rest)
    user.refresh_from_db()
    return user


def begun(
    *people: User,
    turn_seconds: int | None = DAY_SECONDS,
    rest_counts: bool = True,
    open: bool = False,  # noqa: A002
) -> Game:
    terms = Terms(players=len(people), turn_seconds=turn_seconds, open=open)
    game = create_game(user=people[0], terms=terms)
    Game.objects.filter(pk=game.pk).update(rest_counts=rest_counts)
    for user in people[1:]:
        join(game_id=game.pk, user=user, invitation=game.invitation)
    return Game.objects.get(pk=game.pk)


def play(game: Game, seat: int | None = None, actor: str = Actor.PLAYER) -> None:
    """One sensible move by the door, by default of whoever is to act."""
    state = load(game).state
    if seat is None:
        seat = state.to_act[0]
    move = choose_move("easy", view_for(state, seat), seed=0)
    enter_move(game_id=game.pk, seat=seat, move=move, seq=state.seq, actor=actor)


def deadlines(game: Game) -> dict[int, datetime]:
    rows = SeatSummary.objects.filter(seat__game=game, deadline__isnull=False)
    found = rows.values_list("seat__number", "deadline")
    return {seat: at for seat, at in found if at is not None}


@time_machine.travel(EVENING, tick=False)
def test_the_deal_says_when_each_seats_time_is_over(sleeper: User, traveller: User) -> None:
    game = begun(sleeper, traveller, resting("Other"))
    expected = {
        # 2 h this evening, 15 tomorrow, 7 the day after.
        0: datetime(2026, 11, 20, 14, tzinfo=BERLIN),
        # 4 h this evening, 20 after the holiday.
        1: datetime(2026, 11, 26, 20, tzinfo=BERLIN),
        2: datetime(2026, 11, 19, 20, tzinfo=BERLIN),
    }
    said = Round.objects.get(game=game).deadlines
    assert said is not None
    assert parse_deadlines(said) == expected
    assert deadlines(game) == expected
    assert GameSummary.objects.get(pk=game.pk).deadline == expected[2]
    # Of why nothing is said.
    assert set(said) <= set("0123456789TZ:-., ")


@time_machine.travel(EVENING, tick=False)
def test_programs_are_told_their_own_deadline_and_others_the_earliest(
    sleeper: User, traveller: User
) -> None:
    game = begun(sleeper, traveller, resting("Other"), open=True)
    own = {
        seat: f"{end.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}" for seat, end in deadlines(game).items()
    }
    play(game, 2)
    for name, expected in (("Sleeper", own[0]), ("Traveller", own[1]), ("Other", own[0])):
        client = Client()
        client.force_login(User.objects.get(username=name))
        answer = client.get(f"/api/v1/games/{game.public_id}/").json()
        (row,) = client.get("/api/v1/games/?mine=true").json()["results"]
        assert answer["deadline"] == row["deadline"] == expected
    assert Client().get(f"/api/v1/games/{game.public_id}/").json()["deadline"] == own[0]


@time_machine.travel(EVENING, tick=False)
def test_whose_time_is_over_is_taken_and_nobody_else(sleeper: User, traveller: User) -> None:
    game = begun(sleeper, traveller, resting("Other"))
    with time_machine.travel(EVENING + 24 * HOUR, tick=False):
        assert due_games(now=EVENING + 24 * HOUR) == [game.pk]
        assert expire(game_id=game.pk) == 1
        assert expire(game_id=game.pk) == 0
        with pytest.raises(RuleError, match="not over"):
            play(game, 0, Actor.CLOCK)
    assert set(Move.objects.filter(game=game).values_list("seat", flat=True)) == {2}
    assert GameSummary.objects.get(pk=game.pk).deadline == deadlines(game)[0]


@pytest.mark.parametrize(
    ("turn_seconds", "rest_counts"), [(DAY_SECONDS, False), (12 * 3600 - 1, True)]
)
@time_machine.travel(EVENING, tick=False)
def test_rest_does_not_count_in_quick_games_nor_where_the_creator_says_so(
    sleeper: User, traveller: User, turn_seconds: int, rest_counts: bool
) -> None:
    game = begun(sleeper, traveller, turn_seconds=turn_seconds, rest_counts=rest_counts)
    over = EVENING + timedelta(seconds=turn_seconds)
    assert deadlines(game) == {0: over, 1: over}


@time_machine.travel(EVENING, tick=False)
def test_a_change_counts_from_the_next_decision(sleeper: User) -> None:
    game = begun(sleeper, resting("Other"))
    before = deadlines(game)
    User.objects.filter(pk=sleeper.pk).update(quiet_week="", holidays=AWAY)
    assert deadlines(game) == before
    rebuild(game_id=game.pk)
    assert deadlines(game) == before
    assert first_fault(game) is None
    play(game)
    play(game)
    while load(game).state.to_act != (0,):
        play(game)
    assert deadlines(game) == {0: datetime(2026, 11, 26, 20, tzinfo=BERLIN)}
    assert first_fault(game) is None


@time_machine.travel(EVENING, tick=False)
def test_a_pause_gives_back_what_was_left_around_the_rest(sleeper: User) -> None:
    ada = moderator()
    game = begun(sleeper, resting("Other"))
    moderating.pause(game_id=game.pk, by=ada, reason="Wait.")
    assert deadlines(game) == {}
    # At 1 in the night: what is left begins at 7.
    with time_machine.travel(datetime(2026, 11, 21, 1, tzinfo=BERLIN), tick=False):
        moderating.resume(game_id=game.pk, by=ada, reason="Go on.")
    assert deadlines(game) == {
        0: datetime(2026, 11, 22, 16, tzinfo=BERLIN),
        1: datetime(2026, 11, 22, 1, tzinfo=BERLIN),
    }
    assert first_fault(game) is None


@time_machine.travel(EVENING, tick=False)
def test_rest_that_was_added_since_takes_nothing_of_a_turn_that_is_paused() -> None:
    ada, planner = moderator(), resting("Planner")
    game = begun(planner, resting("Other"))
    before = deadlines(game)
    User.objects.filter(pk=planner.pk).update(holidays="2026-11-19 2026-11-19 Europe/Berlin")
    moderating.pause(game_id=game.pk, by=ada, reason="Wait.")
    with time_machine.travel(EVENING + 48 * HOUR, tick=False):
        moderating.resume(game_id=game.pk, by=ada, reason="Go on.")
    assert deadlines(game) == {seat: end + 48 * HOUR for seat, end in before.items()}
    assert first_fault(game) is None


@time_machine.travel(EVENING, tick=False)
def test_more_time_is_time_awake(sleeper: User) -> None:
    game = begun(sleeper, resting("Other"))
    moderating.extend(game_id=game.pk, minutes=12 * 60, by=moderator(), reason="A storm.")
    assert deadlines(game) == {
        0: datetime(2026, 11, 21, 11, tzinfo=BERLIN),
        1: datetime(2026, 11, 20, 8, tzinfo=BERLIN),
    }


@time_machine.travel(EVENING, tick=False)
def test_who_takes_the_chair_back_has_a_whole_turn_and_the_others_what_they_had(
    sleeper: User,
) -> None:
    game = begun(sleeper, resting("Other"), resting("Third"))
    before = deadlines(game)
    keep(game_id=game.pk, seat=0, actor=Actor.MODERATOR)
    assert set(deadlines(game)) == {1, 2}
    with time_machine.travel(EVENING + 1 * HOUR, tick=False):
        take_back(game_id=game.pk, seat=0)
    assert deadlines(game) == {**before, 0: datetime(2026, 11, 20, 15, tzinfo=BERLIN)}
    said = Move.objects.get(game=game, type=ChairEvent.TAKE_BACK).deadlines
    assert said is not None
    assert parse_deadlines(said) == deadlines(game)


@time_machine.travel(EVENING, tick=False)
def test_others_may_nudge_after_half_of_the_time_until_the_deadline(sleeper: User) -> None:
    game = begun(sleeper, resting("Other"))
    half = EVENING + (deadlines(game)[0] - EVENING) / 2
    with (
        time_machine.travel(half - timedelta(seconds=1), tick=False),
        pytest.raises(RuleError, match="half"),
    ):
        nudge(game_id=game.pk, by_seat=1, seat=0)
    with time_machine.travel(half, tick=False):
        nudge(game_id=game.pk, by_seat=1, seat=0)


@time_machine.travel(EVENING, tick=False)
def test_games_whose_rows_say_no_deadlines_go_on_by_the_length_of_a_turn(sleeper: User) -> None:
    game = begun(sleeper, resting("Other"))
    # As the tests write moves, rows said nothing before.
    play_on(game, moves=2)
    seat = load(game).state.to_act[0]
    assert deadlines(game) == {seat: EVENING + 24 * HOUR}


@pytest.mark.slow
def test_a_sleeper_a_traveller_and_somebody_who_is_gone_finish_a_game_and_nobody_is_hurried(
    sleeper: User, traveller: User
) -> None:
    with time_machine.travel(EVENING, tick=False):
        game = begun(sleeper, traveller, resting("Gone"))
    rests = {
        seat: rest_of(user.time_zone, user.quiet_week, user.holidays)
        for seat, user in enumerate((sleeper, traveller))
    }
    moment = EVENING
    summaries = GameSummary.objects.filter(pk=game.pk)
    while summaries.get().status == GameStatus.RUNNING:
        # Each plays in the last minute of their time; who is gone leaves it to the clock.
        seat, end = min(deadlines(game).items(), key=lambda each: (each[1], each[0]))
        rest = rests.get(seat)
        moment = end - MINUTE if rest else end
        with time_machine.travel(moment, tick=False):
            if rest:
                assert rest.resting_until(moment) is None
                assert expire(game_id=game.pk) == 0
                play(game, seat)
            else:
                assert expire(game_id=game.pk) == 1
            while (log := load(game)).bots_to_act:
                play_bots(game_id=game.pk, version=log.version)
    taken = Move.objects.filter(game=game, actor=Actor.CLOCK).values_list("seat", flat=True)
    assert set(taken) == {2}
    assert first_fault(game) is None
