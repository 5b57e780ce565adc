"""A simulated game: the same each time, waited for in full, and played by people who are awake."""

import json
from dataclasses import replace
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.models import Notice, SentNotice
from scoutsite.pace.measures import Played, summary_of
from scoutsite.pace.people import AWAY_DAYS, Habits, draw_people
from scoutsite.pace.world import Setting, play_game

TWO = Setting(players=2, seed=7)
DAY = timedelta(days=1)
SECOND = timedelta(seconds=1)


def played(policy: str, number: int = 0) -> Played:
    return play_game(number, policy, TWO)


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("policy", ["as-it-was", "told"])
def test_one_seed_gives_one_game_and_its_waits_add_up(policy: str) -> None:
    game = played(policy)
    assert played(policy) == game
    for before, after in zip(game.waits, game.waits[1:], strict=False):
        assert before.closed == after.opened
    assert game.parts.whole == game.lasted
    assert all(part >= timedelta() for wait in game.waits for part in wait.parts)
    assert {wait.kind for wait in game.waits} == {"invitation", "orientation", "turn"}
    opens = game.waits[0].opened.date()
    people = draw_people(2, key="7 2 0", zones=TWO.zones, habits=TWO.habits, opens=opens)
    acts = [wait for wait in game.waits if wait.actor == "player"]
    assert all(people[act.person].hours.is_awake(act.closed) for act in acts)
    assert len(acts) > 20
    assert not Notice.objects.exists()


@pytest.mark.slow
@pytest.mark.django_db
def test_with_an_hour_a_turn_the_clock_and_bots_play_along_and_the_waits_still_add_up() -> None:
    game = play_game(1, "as-it-was", replace(TWO, turn_seconds=3600, zones="world"))
    assert {wait.actor for wait in game.waits} == {"player", "clock", "bot"}
    assert game.parts.whole == game.lasted


@pytest.mark.slow
@pytest.mark.django_db
def test_who_is_away_loses_turns_and_who_is_on_holiday_does_not() -> None:
    setting = replace(TWO, turn_seconds=DAY // SECOND, habits=Habits(away=1))
    away, on_holiday = (play_game(0, policy, setting) for policy in ("plans", "rest"))
    assert away.timeouts + away.by_bots > 0
    assert on_holiday.timeouts + on_holiday.by_bots == 0
    assert on_holiday.lasted > AWAY_DAYS * DAY


@pytest.mark.slow
@pytest.mark.django_db
def test_before_everyone_was_told_the_same_people_had_four_emails_a_day_and_waited_longer() -> None:
    before = [played("as-it-was", number) for number in range(2)]
    mailed = list(SentNotice.objects.order_by("user", "sent_at").values_list("user", "sent_at"))
    assert all(
        mailed[at + 4][1] - mailed[at][1] >= DAY
        for at in range(len(mailed) - 4)
        if mailed[at][0] == mailed[at + 4][0]
    )
    after = [played("told", number) for number in range(2)]
    assert [game.turns for game in after] == [game.turns for game in before]
    assert sum(game.pushes for game in before) == 0
    assert sum(game.pushes for game in after) > 0
    assert summary_of(after).mean_days < summary_of(before).mean_days


@pytest.mark.slow
def test_the_command_prints_a_line_for_each_policy_and_touches_no_data_of_the_site() -> None:
    out = StringIO()
    call_command(
        *("simulate_pace", "--players=2", "--games=1", "--policies", "told", "--json"),
        stdout=out,
    )
    found = json.loads(out.getvalue())
    assert found["settings"]["players"] == 2
    assert list(found["policies"]) == ["told"]
    assert sum(found["policies"]["told"]["shares"].values()) == pytest.approx(1)


def test_no_games_are_refused() -> None:
    with pytest.raises(CommandError, match="one game"):
        call_command("simulate_pace", "--games=0")
