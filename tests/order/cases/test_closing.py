"""A case is closed with one answer for all, and can be opened again."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Case, ModerationAction, PlayerNotice, Report
from games.order import players
from games.order.cases.closing import close, reopen
from games.order.cases.holding import hand_on, let_go, look, others_lately, take
from games.order.cases.notes import notes_on, write_note
from games.order.cases.rates import Rate, rates_of
from games.order.reports import report
from games.order.wording import sentence
from games.rules.errors import RuleError
from tests.order.people import moderator, player

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    return moderator()


@pytest.fixture
def ben() -> User:
    return moderator("Ben")


@pytest.fixture
def reporters() -> list[User]:
    return [player(name) for name in ("Maya", "Ilse", "Tom")]


@pytest.fixture
def case(reporters: list[User]) -> Case:
    bruno = player("Bruno")
    for user in reporters:
        report(user=user, kind="player", reason="insult", player=bruno)
    return Case.objects.get()


def test_everybody_who_reported_reads_the_answer_once(
    case: Case, reporters: list[User], ada: User
) -> None:
    report(user=reporters[0], kind="name", reason="name", player=case.player)
    mistaken = Report.objects.get(reporter=reporters[2])
    action = close(case=case, acted=True, answer="We acted.", by=ada, mistaken=[mistaken.pk])
    told = dict(PlayerNotice.objects.values_list("user", "text"))
    assert len(told) == PlayerNotice.objects.count() == 3
    right = "Your report has been reviewed: acted upon. Answer: We acted."
    assert told[reporters[0].pk] == told[reporters[1].pk] == right
    assert "no action. Answer: We acted." in told[reporters[2].pk]
    assert sentence(action).startswith(f"Ada closed case {case.pk} about Bruno (4 reports): acted")
    case.refresh_from_db()
    assert (case.state, case.taken_by) == ("closed", None)
    with pytest.raises(RuleError) as refused:
        close(case=case, acted=True, answer="Again.", by=ada)
    assert refused.value.code == "closed_already"


def test_a_closed_case_is_opened_again_and_answered_anew(case: Case, ada: User, ben: User) -> None:
    close(case=case, acted=False, answer="Nothing wrong.", by=ada)
    reopen(case=case, by=ben, reason="I read it differently.")
    case.refresh_from_db()
    assert (case.state, case.waits, case.taken_by) == ("open", 2, ben)
    assert set(case.reports.values_list("state", flat=True)) == {"declined"}
    close(case=case, acted=True, answer="He was warned after all.", by=ben)
    assert set(case.reports.values_list("state", flat=True)) == {"acted"}
    assert PlayerNotice.objects.count() == 6
    said = [sentence(action) for action in ModerationAction.objects.order_by("pk")]
    assert said[1] == (
        f"Ben opened case {case.pk} about Bruno again. Reason: I read it differently."
    )


def test_who_reported_is_part_of_it_again_when_it_is_opened_again(
    case: Case, ada: User, ben: User
) -> None:
    report(user=ada, kind="player", reason="insult", player=case.player)
    with pytest.raises(RuleError) as refused:
        close(case=case, acted=True, answer="My own.", by=ada)
    assert refused.value.code == "own_case"
    close(case=case, acted=True, answer="Done.", by=ben)
    assert case.player is not None
    players.warn(player=case.player, by=ada, reason="Settled, and something else.")
    reopen(case=case, by=ben, reason="Once more.")
    with pytest.raises(RuleError):
        players.warn(player=case.player, by=ada, reason="Of all people.")


def test_who_looks_first_is_on_it_and_others_are_seen(case: Case, ada: User, ben: User) -> None:
    for by in (ada, ben):
        look(case=case, by=by)
    case.refresh_from_db()
    assert case.taken_by == ada
    assert [each.user for each in others_lately(case=case, by=ada)] == [ben]
    take(case=case, by=ben)
    case.refresh_from_db()
    assert case.taken_by == ben
    hand_on(case=case, to=ada, by=ben)
    let_go(case=case, by=ben)
    case.refresh_from_db()
    assert case.taken_by == ada
    let_go(case=case, by=ada)
    case.refresh_from_db()
    assert case.taken_at is None


def test_who_is_part_of_it_looks_without_being_on_it(case: Case, ada: User, ben: User) -> None:
    report(user=ada, kind="player", reason="insult", player=case.player)
    look(case=case, by=ada)
    assert case.taken_by is None
    acts: list[Callable[[], None]] = [
        lambda: take(case=case, by=ada),
        lambda: hand_on(case=case, to=ada, by=ben),
    ]
    for act in acts:
        with pytest.raises(RuleError) as refused:
            act()
        assert refused.value.code == "own_case"


def test_notes_are_for_moderators_alone(case: Case, ada: User, reporters: list[User]) -> None:
    write_note(by=ada, text="  Eight leaves in round 1.  ", case=case)
    write_note(by=ada, text="A brother plays too.", player=case.player)
    found = notes_on(case=case, player_id=case.player_id)
    assert [note.text for note in found] == ["Eight leaves in round 1.", "A brother plays too."]
    for text, code in ((" ", "no_text"), ("x" * 2001, "too_long")):
        with pytest.raises(RuleError) as refused:
            write_note(by=ada, text=text, case=case)
        assert refused.value.code == code
    with pytest.raises(RuleError) as refused:
        write_note(by=reporters[0], text="Me too.", case=case)
    assert refused.value.code == "not_moderator"


def test_how_often_reporters_were_right_takes_one_query(
    case: Case, reporters: list[User], ada: User
) -> None:
    wrong = Report.objects.get(reporter=reporters[1])
    close(case=case, acted=True, answer="Thank you.", by=ada, mistaken=[wrong.pk])
    report(user=reporters[0], kind="player", reason="insult", player=case.player)
    with CaptureQueriesContext(connection) as made:
        rates = rates_of([user.pk for user in reporters] + [ada.pk])
    assert len(made) == 1
    assert [rates[user.pk] for user in (*reporters, ada)] == [
        Rate(1, 1), Rate(0, 1), Rate(1, 1), Rate(0, 0),
    ]  # fmt: skip
