"""Answers are kept once, and positions come back when they are due."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.guests.lifetime import new_guest
from games.bots.reviewing.grades import Grade
from games.models import PracticeCard, PracticeKind, PracticePosition
from games.practice.answering import keep_answer, move_cards
from games.practice.asking import next_after, next_for, progress_of
from games.practice.spacing import spaced

NOW = datetime(2026, 11, 3, 18, 40, tzinfo=UTC)
DAY = timedelta(days=1)


def test_a_wrong_answer_comes_back_tomorrow_and_right_ones_later_and_later() -> None:
    wrong = spaced(None, Grade.COSTLY, NOW)
    assert wrong.due_at == datetime(2026, 11, 4, tzinfo=UTC)
    assert spaced(None, Grade.LOOSE, NOW).due_at == wrong.due_at
    assert spaced(None, Grade.FINE, NOW).due_at <= spaced(None, Grade.FIND, NOW).due_at
    days, card, now = [], spaced(None, Grade.FIND, NOW), NOW
    for _time in range(4):
        days.append((card.due_at - now).days)
        now = card.due_at
        card = spaced(card.state, Grade.FIND, now)
    assert days == sorted(days)
    assert days[-1] > 5 * days[0]
    assert spaced(card.state, Grade.COSTLY, now).due_at < card.due_at


def test_on_the_day_the_clocks_go_back_it_is_still_tomorrow_at_the_earliest() -> None:
    from django.utils import timezone

    with timezone.override("Europe/Berlin"):
        early = datetime(2026, 10, 24, 22, 10, tzinfo=UTC)  # ten past midnight of a day of 25 hours
        due_at = spaced(None, Grade.COSTLY, early).due_at
        assert timezone.localtime(due_at).date().isoformat() == "2026-10-26"


@pytest.mark.usefixtures("loaded")
def test_an_answer_counts_once_for_each_time_it_is_due() -> None:
    user, row = new_guest(), PracticePosition.objects.all()[0]
    answer = {"user_id": user.pk, "position_id": row.pk}
    assert keep_answer(**answer, grade=Grade.COSTLY, now=NOW)
    assert not keep_answer(**answer, grade=Grade.FIND, now=NOW)
    card = PracticeCard.objects.get()
    assert (card.answers, card.right, card.grade) == (1, 0, "costly")
    assert keep_answer(**answer, grade=Grade.FIND, now=card.due_at)
    assert not keep_answer(**answer, grade=Grade.FIND, now=card.due_at)
    after = PracticeCard.objects.get()
    assert (after.answers, after.right, after.grade) == (2, 1, "find")
    assert after.due_at > card.due_at


@pytest.mark.usefixtures("loaded")
def test_what_is_due_comes_first_and_then_what_is_new() -> None:
    user = new_guest()
    ids = list(PracticePosition.objects.order_by("public_id").values_list("public_id", flat=True))
    assert next_for(user.pk, now=NOW) == ids[0]
    first = PracticePosition.objects.get(public_id=ids[0])
    keep_answer(user_id=user.pk, position_id=first.pk, grade=Grade.FINE, now=NOW)
    assert next_for(user.pk, now=NOW) == ids[1]
    assert next_for(user.pk, now=NOW + 60 * DAY) == ids[0]
    of_another_kind = next(kind for kind in PracticeKind if kind != first.kind)
    found = next_for(user.pk, now=NOW + 60 * DAY, kind=of_another_kind)
    assert PracticePosition.objects.get(public_id=found).kind == of_another_kind
    for row in PracticePosition.objects.exclude(pk=first.pk):
        keep_answer(user_id=user.pk, position_id=row.pk, grade=Grade.FIND, now=NOW)
    assert next_for(user.pk, now=NOW) is None


@pytest.mark.usefixtures("loaded")
def test_without_progress_they_go_round_and_round() -> None:
    ids = list(PracticePosition.objects.order_by("public_id").values_list("public_id", flat=True))
    assert next_after("") == ids[0]
    assert next_after(ids[0]) == ids[1]
    assert next_after(ids[-1]) == ids[0]


@pytest.mark.usefixtures("loaded")
def test_progress_is_by_kind_and_takes_one_query() -> None:
    user = new_guest()
    one, other = PracticePosition.objects.filter(kind=PracticeKind.GAP)[:2]
    keep_answer(user_id=user.pk, position_id=one.pk, grade=Grade.FIND, now=NOW)
    keep_answer(user_id=user.pk, position_id=other.pk, grade=Grade.LOOSE, now=NOW)
    keep_answer(user_id=new_guest().pk, position_id=other.pk, grade=Grade.LOOSE, now=NOW)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        found = {each.kind: each for each in progress_of(user.pk, now=NOW + DAY)}
    assert len(queries) == 1
    gap = found[PracticeKind.GAP]
    assert (gap.positions, gap.answers, gap.right, gap.due) == (2, 2, 1, 1)
    assert found[PracticeKind.SHOW].next_due is None


@pytest.mark.usefixtures("loaded")
def test_a_guest_s_answers_go_along_and_the_account_s_own_stay() -> None:
    guest, maya = new_guest(), new_guest()
    both, alone = PracticePosition.objects.all()[:2]
    keep_answer(user_id=guest.pk, position_id=both.pk, grade=Grade.FIND, now=NOW)
    keep_answer(user_id=guest.pk, position_id=alone.pk, grade=Grade.FIND, now=NOW)
    keep_answer(user_id=maya.pk, position_id=both.pk, grade=Grade.LOOSE, now=NOW)
    move_cards(source_id=guest.pk, target_id=maya.pk)
    kept = PracticeCard.objects.order_by("position").values_list("user", "position", "grade")
    assert set(kept) == {(maya.pk, both.pk, "loose"), (maya.pk, alone.pk, "find")}
