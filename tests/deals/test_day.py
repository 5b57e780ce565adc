"""The deal of the day: the same for everybody, one try, and shut until midnight."""

from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from accounts.guests.lifetime import new_guest
from accounts.models import User
from games.archive.stored import record_line
from games.deals.daily.dealing import deal_of, draw_ahead, expert_round, secret_of_day
from games.deals.daily.judging import FAILED, judge_tries, try_in
from games.deals.daily.reading import days_of, fork_of, friends_of_day, standings
from games.deals.daily.row_of_days import row_of_days
from games.deals.daily.sitting import days_played, entry_of, sit_down
from games.deals.daily.spread import Spread, spread_of
from games.log.store import load, load_state
from games.models import DayEntry, DealOfTheDay, Friend, Notice, SeatResult
from games.notices.replan import replan
from games.order.games import void
from games.order.tables import public_table
from games.pages.deals.friends_of_day import friends_panel
from games.play.bots import bot_move
from games.play.stamps import stamp_for
from games.play.tables import table_at, table_for
from games.rules.deal import commitment
from games.rules.errors import RuleError
from games.telling.turns import waiting_turns
from games.upkeep.ownership import move_games
from tests.accounts import people
from tests.order.people import moderator
from tests.tables import play_on

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
DAY = NOON.date()


def sat(user: User | None = None, at: datetime = NOON) -> DayEntry:
    """Somebody's try, begun at that time."""
    with time_machine.travel(at, tick=False):
        return sit_down(user=user or new_guest(), day=at.date(), now=at)


def account(name: str) -> User:
    """With a confirmed address of its own."""
    return people.account(name, f"{name}@example.org")


def ended(entry: DayEntry, level: str = "easy", at: datetime = NOON) -> DayEntry:
    """The same, played to its end at that time."""
    with time_machine.travel(at, tick=False):
        play_on(entry.game, level=level)
    entry.refresh_from_db()
    return entry


def test_everybody_has_the_same_cards_and_bots() -> None:
    one, other = sat(), sat()
    first, second = load(one.game), load(other.game)
    assert first.state.round == second.state.round
    assert first.state.rounds == 1
    for seat, bot in one.game.seats.exclude(bot="").values_list("number", "bot"):
        assert bot_move(one.game, first, seat, bot) == bot_move(other.game, second, seat, bot)


def test_there_is_one_try() -> None:
    user = new_guest()
    entry = sat(user)
    assert sat(user) == entry
    assert ended(entry).points == load_state(entry.game).totals[0]
    assert sat(user) == entry


def test_signing_in_is_no_second_try() -> None:
    guest, user = new_guest(), account("anna")
    entry = sat(guest)
    move_games(source=guest, target=user)
    assert sat(user).pk == entry.pk
    other = new_guest()
    sat(other)
    move_games(source=other, target=user)
    assert DayEntry.objects.filter(player=user).count() == 1
    assert len(days_played(user=user)) == 1


def test_until_midnight_a_finished_one_is_hidden_from_everybody() -> None:
    user = new_guest()
    entry = ended(sat(user))
    game = entry.game
    with time_machine.travel(NOON, tick=False):
        for viewer in (user, new_guest(), account("bea")):
            assert table_for(public_id=game.public_id, user=viewer) is None
        assert stamp_for(public_id=game.public_id, user=account("cleo"), own_shut=True) is None
        own = stamp_for(public_id=game.public_id, user=user, own_shut=True)
        assert own is not None
        assert own.shut
        public = public_table(game)
        assert public is not None
        assert (public.ring, public.history) == ("", [])
        assert {(seat.cards, seat.score) for seat in public.seats} == {(0, 0)}
        client = Client()
        client.force_login(user)
        for page in ("", "board/"):
            assert client.get(f"/games/{game.public_id}/{page}").headers["Location"] == "/today/"
        for page in ("replay/", "review/", "record/", "result.png", "chat/"):
            assert client.get(f"/games/{game.public_id}/{page}").status_code == 404
    assert record_line(game) is None
    with time_machine.travel(NOON + timedelta(days=1), tick=False):
        table = table_for(public_id=game.public_id, user=new_guest())
        assert table is not None
        assert table.opened


def test_its_last_move_shows_no_hand() -> None:
    user = new_guest()
    entry = sat(user)
    client = Client()
    client.force_login(user)
    with time_machine.travel(NOON, tick=False):
        stamp = stamp_for(public_id=entry.game.public_id, user=user)
        assert stamp is not None
        play_on(entry.game)
        table = table_at(stamp)
        assert table is not None
        assert table.view is not None
        assert (table.view.phase, table.opened, table.results, table.secret) == (
            "over",
            (),
            (),
            None,
        )
        move = client.post(f"/games/{entry.game.public_id}/move/", {"action": "look"})
        assert move.headers["Location"] == "/today/"


def test_it_counts_in_no_figure_and_nobody_is_told() -> None:
    entry = ended(sat(account("anna")))
    assert not SeatResult.objects.filter(game=entry.game).exists()
    assert not Notice.objects.filter(game=entry.game).exists()


def test_what_is_left_open_at_midnight_does_not_count() -> None:
    entry = ended(sat(), at=NOON + timedelta(days=1))
    assert entry.points is not None
    assert not entry.counts
    assert spread_of(entry.deal).players == 0


def test_a_day_gone_by_can_be_played_and_does_not_count() -> None:
    deal = deal_of(DAY - timedelta(days=3))
    with time_machine.travel(NOON, tick=False):
        entry = sit_down(user=new_guest(), day=deal.day, now=NOON)
        assert not entry.game.is_shut
        assert not ended(entry).counts
        for day in (DAY + timedelta(days=1), DAY - timedelta(days=9)):
            with pytest.raises(RuleError):
                sit_down(user=new_guest(), day=day, now=NOON)


def test_only_accounts_confirmed_before_the_day_stand_in_the_tables() -> None:
    old, new, guest = account("old"), account("new"), new_guest()
    User.objects.filter(pk=old.pk).update(address_confirmed_at=NOON - timedelta(days=1))
    User.objects.filter(pk=new.pk).update(address_confirmed_at=NOON)
    for user in (old, new, guest):
        user.refresh_from_db()
        ended(sat(user))
    for is_month in (False, True):
        (line,) = standings(DAY, new, is_month=is_month)
        assert (line.name, line.place, line.days) == ("old", 1, 1)
    assert spread_of(deal_of(DAY)).players == 3


def test_programs_have_a_deal_of_their_own() -> None:
    user = account("anna")
    own = sat(user)
    with time_machine.travel(NOON, tick=False):
        programs = sit_down(user=user, day=DAY, now=NOON, by_token=True)
    assert own.deal.commitment != programs.deal.commitment
    assert entry_of(own.deal, user) == own


def test_friends_see_points_after_their_own() -> None:
    anna, bea, cleo, dora = (account(name) for name in ("anna", "bea", "cleo", "dora"))
    for owner, friend in (
        *((anna, bea), (bea, anna)),
        *((anna, dora), (dora, anna)),
        (anna, cleo),
    ):
        Friend.objects.create(owner=owner, friend=friend, since=NOON)
    ended(sat(bea))
    ended(sat(cleo))
    deal = deal_of(DAY)
    # Cleo doesn't list Anna, who therefore learns nothing of her; nor that Dora does.
    before = friends_of_day(deal, anna, told=False)
    assert before == [("bea", None)]
    panel = friends_panel(before, anna, None)
    assert panel.lines == ()
    assert "bea" in panel.said
    after = friends_of_day(deal, anna, told=True)
    told = friends_panel(after, anna, (after[0].points or 0) + 1)
    assert [line.mine for line in told.lines] == [True, False]
    assert told.said == ""


def test_it_is_drawn_the_day_before_and_the_expert_plays_it() -> None:
    draw_ahead(now=NOON)
    days = DealOfTheDay.objects.order_by("day", "programs")
    assert [(each.day, each.programs) for each in days] == [
        (day, programs) for day in (DAY, DAY + timedelta(days=1)) for programs in (False, True)
    ]
    deal = deal_of(DAY)
    assert commitment(secret_of_day(deal)) == deal.commitment
    state = expert_round(deal)
    assert state.over
    assert state.totals[0] == deal.expert_points
    draw_ahead(now=NOON)
    assert DealOfTheDay.objects.count() == 4


def test_a_try_is_judged_and_set_beside_the_experts() -> None:
    draw_ahead(now=NOON)
    user = new_guest()
    entry = ended(sat(user))
    assert judge_tries(now=NOON) == 1
    entry.refresh_from_db()
    mine = try_in(entry.game)
    assert len(entry.grades.split()) == len(mine.choices)
    assert entry.grades != FAILED
    assert judge_tries(now=NOON) == 0
    deal = deal_of(DAY)
    fork = fork_of(deal, mine)
    assert fork is not None
    alike = fork_of(deal, fork.experts)
    assert alike is not None
    assert alike.parted is None


@pytest.mark.parametrize(
    ("days", "today", "now", "longest"),
    [
        ([], 9, 0, 0),
        ([1, 2, 3], 3, 3, 3),
        ([1, 2, 3], 4, 3, 3),
        ([1, 2, 3], 5, 3, 3),
        ([1, 2, 3], 6, 0, 3),
        ([1, 2, 4, 5], 5, 4, 4),
        ([1, 2, 4, 6], 6, 2, 3),
        ([1, 3, 4, 5, 6, 7, 8, 9, 11], 11, 9, 9),
        ([1, 3, 4, 5, 6, 7, 9], 9, 6, 6),
        ([1, 2, 5, 6], 6, 2, 2),
    ],
)
def test_one_day_off_in_seven_does_not_break_the_row(
    days: list[int], today: int, now: int, longest: int
) -> None:
    row = row_of_days([date(2026, 11, day) for day in days], date(2026, 11, today))
    assert (row.now, row.longest, row.played) == (now, longest, len(days))


def test_the_share_of_others_below() -> None:
    spread = Spread({-2: 10, 3: 20, 8: 10})
    assert (spread.players, spread.percent_below(3)) == (40, 25)
    assert Spread({0: 29, 1: 71}).percent_below(1) == 29
    assert spread.is_best_quarter(8)
    assert not spread.is_best_quarter(-2)
    assert Spread({}).percent_below(3) == 0


def test_signing_in_does_not_let_a_second_look_count() -> None:
    guest, user = new_guest(), account("anna")
    own = sat(user)
    ended(sat(guest))
    move_games(source=guest, target=user)
    own.refresh_from_db()
    assert (own.counts, own.ranked) == (False, False)


def test_a_voided_try_is_taken_back() -> None:
    user = account("anna")
    User.objects.filter(pk=user.pk).update(address_confirmed_at=NOON - timedelta(days=1))
    user.refresh_from_db()
    entry = ended(sat(user))
    assert spread_of(entry.deal).players == 1
    with time_machine.travel(NOON + timedelta(days=1), tick=False):
        void(game_id=entry.game.pk, by=moderator(), reason="A test.")
    entry.refresh_from_db()
    assert entry.points is None
    assert spread_of(entry.deal).players == 0
    (line,) = standings(DAY, user, is_month=False)
    assert (line.points, line.days) == (0, 0)


def test_a_program_stands_in_no_table_and_fills_no_calendar() -> None:
    user = account("anna")
    User.objects.filter(pk=user.pk).update(address_confirmed_at=NOON - timedelta(days=1))
    user.refresh_from_db()
    with time_machine.travel(NOON, tick=False):
        programs = sit_down(user=user, day=DAY, now=NOON, by_token=True)
        play_on(programs.game)
    assert standings(DAY, user, is_month=False) == []
    assert days_of(user) == []


def test_no_notice_comes_of_it_when_preferences_change() -> None:
    user = account("anna")
    entry = sat(user)
    replan(user_id=user.pk)
    assert not Notice.objects.filter(game=entry.game).exists()
    assert waiting_turns([user.pk]) == {}
