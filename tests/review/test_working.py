"""A review is asked for once, worked out once, and found again if a message or worker is lost."""

import json
import threading
from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone
from pytest_django import Settings

from games.archive.importing import import_record
from games.bots.reviewing.judge_digest import judge_digest
from games.bots.reviewing.review import Review, review
from games.bots.reviewing.whole import Place
from games.log.reading import read_rows
from games.models import Game, Move, ReviewState, SeatReview, StoredReview
from games.play import thinking
from games.review import working
from games.review.asking import ask_for_game, ask_for_record
from games.review.kept import unpacked
from games.review.working import SILENT, TRIES, left_alone, made_by_players, work_out
from games.tasks import sweep_reviews
from tests.accounts.people import account
from tests.rules.examples import example
from tests.tables import bot_game, people_game, play_on

pytestmark = pytest.mark.django_db


def finished(players: int = 3, *, bots: int = 1) -> Game:
    game = people_game(players, bots=bots)
    play_on(game, level="steady")
    return game


def worked_out(stored: StoredReview) -> Review:
    work_out(stored.pk)
    stored.refresh_from_db()
    assert stored.state == ReviewState.DONE
    return unpacked(stored)


def test_people_are_judged_and_bots_are_not() -> None:
    game = finished()
    found = worked_out(ask_for_game(game.pk))
    assert [found.seat(seat) is None for seat in range(3)] == [False, False, True]
    stored = StoredReview.objects.get()
    assert (stored.judged, stored.expert) == (stored.due, found.expert)
    assert stored.due == len(found.decisions) > 20
    rows = SeatReview.objects.order_by("seat__number")
    assert [row.seat.number for row in rows] == [0, 1]
    for row in rows:
        summary = found.seat(row.seat.number)
        assert summary is not None
        assert (row.decisions, row.given_away) == (summary.decisions, summary.given_away)
        assert row.rounds == 3
        assert sum(number for number, _lost in row.kinds.values()) == row.decisions
        lost = sum(points for _number, points in row.kinds.values())
        assert lost == pytest.approx(row.given_away, abs=0.1)


@pytest.mark.slow
def test_where_experts_look_ahead_reviews_do(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numba", reason="install the development requirements: numba is missing")
    monkeypatch.setattr(thinking, "_looks_ahead", threading.Event())
    thinking.get_ready.cache_clear()
    game = finished()
    without = worked_out(ask_for_game(game.pk))
    settings.EXPERT_LOOKS_AHEAD = True
    thinking.get_ready.cache_clear()
    StoredReview.objects.all().delete()
    found = worked_out(ask_for_game(game.pk))
    thinking.get_ready.cache_clear()
    assert (without.expert, found.expert) == (judge_digest(3), judge_digest(3, look_ahead=True))
    assert [one.verdict for one in without.decisions] != [one.verdict for one in found.decisions]


def test_moves_that_the_clock_made_for_somebody_are_not_theirs() -> None:
    game = finished()
    rows = read_rows(game.pk)
    late = next(row for row in rows.moves if row.type == "scout" and row.seat == 0)
    changed = [row._replace(actor="clock") if row == late else row for row in rows.moves]
    before, after = made_by_players(rows), made_by_players(rows._replace(moves=changed))
    (gone,) = before - after
    assert gone.seat == 0
    assert gone.number > 0
    assert Place(0, 0, 0) in after


def test_it_is_asked_for_once() -> None:
    game = finished()
    first = ask_for_game(game.pk)
    assert ask_for_game(game.pk) == first
    worked_out(first)
    assert ask_for_game(game.pk).state == ReviewState.DONE
    assert StoredReview.objects.count() == 1


def test_a_second_message_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    stored = ask_for_game(finished().pk)
    found = worked_out(stored)
    monkeypatch.setattr(working, "review", None)
    work_out(stored.pk)
    stored.refresh_from_db()
    assert unpacked(stored) == found


def test_while_a_worker_is_at_it_no_other_begins() -> None:
    stored = ask_for_game(finished().pk)
    StoredReview.objects.update(tries=1, touched_at=timezone.now())
    work_out(stored.pk)
    stored.refresh_from_db()
    assert (stored.state, stored.tries) == (ReviewState.ASKED, 1)


def test_a_worker_that_fell_silent_is_replaced_and_in_the_end_it_is_given_up() -> None:
    stored = ask_for_game(finished().pk)
    now = timezone.now()
    assert left_alone(now=now) == []
    StoredReview.objects.update(tries=1, touched_at=now - SILENT - timedelta(seconds=1))
    assert left_alone(now=now) == [stored.pk]
    worked_out(stored)
    StoredReview.objects.update(
        tries=TRIES, state=ReviewState.ASKED, touched_at=now - SILENT - timedelta(seconds=1)
    )
    assert left_alone(now=now) == []
    stored.refresh_from_db()
    assert stored.state == ReviewState.FAILED


def test_the_sweep_wakes_a_worker_for_what_was_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    stored = ask_for_game(finished().pk)
    StoredReview.objects.update(touched_at=timezone.now() - 2 * SILENT)
    woken: list[int] = []
    monkeypatch.setattr("games.tasks.wake_reviewer", woken.append)
    sweep_reviews()
    assert woken == [stored.pk]


def test_a_failure_is_noted_without_a_card_and_may_be_tried_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_words: object, **_options: object) -> None:
        raise ValueError("The hand is 7/9 7/6.")

    stored = ask_for_game(finished().pk)
    with monkeypatch.context() as broken:
        broken.setattr(working, "review", fail)
        work_out(stored.pk)
    stored.refresh_from_db()
    assert stored.state == ReviewState.FAILED
    assert "ValueError" in caplog.text
    assert "7/9" not in caplog.text
    again = ask_for_game(Game.objects.get().pk)
    assert (again.pk, again.state, again.tries) == (stored.pk, ReviewState.ASKED, 0)
    worked_out(again)


def test_a_game_deleted_meanwhile_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    stored = ask_for_game(finished().pk)
    looked_at = review

    def deleted_meanwhile(*words: object, **options: object) -> object:
        with transaction.atomic():
            StoredReview.objects.filter(pk=stored.pk).delete()
        return looked_at(*words, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(working, "review", deleted_meanwhile)
    work_out(stored.pk)
    assert not StoredReview.objects.exists()
    assert not SeatReview.objects.exists()


def test_an_imported_record_is_reviewed_for_all_whom_it_does_not_call_bots() -> None:
    record = {**example(3), "meta": {"bots": [None, "expert", None]}}
    kept = import_record(user=account("Maya"), data=json.dumps(record).encode())
    found = worked_out(ask_for_record(kept))
    assert [found.seat(seat) is None for seat in range(3)] == [False, True, False]
    assert not SeatReview.objects.exists()
    kept.delete()
    assert not StoredReview.objects.exists()


def test_the_log_is_left_as_it_was() -> None:
    game = finished()
    before = list(Move.objects.filter(game=game).values_list("mac", flat=True))
    worked_out(ask_for_game(game.pk))
    assert list(Move.objects.filter(game=game).values_list("mac", flat=True)) == before


def test_a_game_against_bots_has_one_player_to_review() -> None:
    game = bot_game(4)
    play_on(game)
    found = worked_out(ask_for_game(game.pk))
    assert [seat for seat in range(4) if found.seat(seat)] == [0]
