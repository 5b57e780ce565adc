"""A player disagrees once with an act, and somebody else than who acted answers."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.log.store import load
from games.models import (
    ActionKind,
    Appeal,
    AppealOutcome,
    Case,
    ModerationAction,
    MonthInOrder,
    PlayerNotice,
    Preset,
    PresetUse,
)
from games.order import games, messages, players, reports
from games.order.acts import ACTS
from games.order.after.appeals import appeal, appeals_for, decide
from games.order.after.numbers import count_months
from games.order.cases.closing import close
from games.order.cases.holding import take
from games.order.wording import sentence
from games.people.standing import standing_of
from games.play.chat import say
from games.rules.errors import RuleError
from tests.order.people import fields_of, moderator, player, table_of
from tests.tables import play_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    return moderator()


@pytest.fixture
def ben() -> User:
    return moderator("Ben")


@pytest.fixture
def bruno() -> User:
    return player("Bruno")


def as_user(user: User) -> Client:
    browser = Client()
    browser.force_login(user)
    return browser


def notice_of(action: ModerationAction, user: User) -> int:
    return PlayerNotice.objects.get(action=action, user=user).pk


def an_appeal(user: User, action: ModerationAction, text: str = "My sister played.") -> Appeal:
    return appeal(user=user, notice_id=notice_of(action, user), text=text)


def code_of(**what: object) -> str:
    with pytest.raises(RuleError) as refused:
        decide(**{"granted": True, "answer": "So be it.", **what})  # type: ignore[arg-type]
    return refused.value.code


def test_a_wrong_suspension_is_appealed_in_the_browser_and_undone_with_its_chairs(
    bruno: User, ada: User, ben: User
) -> None:
    game = table_of(bruno, player("Maya"))
    action = players.suspend(player=bruno, days=3, by=ada, reason="Rule 5.")
    browser = as_user(bruno)
    assert f'href="/notices/#act-{action.pk}">Appeal</a>' in browser.get("/").content.decode()
    page = browser.get("/notices/").content.decode()
    assert f'id="act-{action.pk}"' in page
    (notice,) = set(fields_of(page, "notice"))
    empty = browser.post("/notices/disagree/", {"notice": notice, "text": " "})
    assert "Say in a few words why you disagree." in empty.content.decode()
    for text in ("Sunny is my sister.", "And another thing."):
        browser.post("/notices/disagree/", {"notice": notice, "text": text})
    page = browser.get("/notices/").content.decode()
    assert "Waiting for a second look" in page
    assert "Sunny is my sister." in page
    assert "another thing" not in page
    made = Appeal.objects.get()
    address = f"/admin/games/appeal/{made.pk}/change/"
    acted = as_user(ada).get(address).content.decode()
    assert "You acted yourself. Another moderator decides about the appeal." in acted
    assert 'name="decision"' not in acted
    as_user(ada).get(f"/admin/games/case/{made.case_id}/change/")
    assert Case.objects.get().taken_by is None, "looking puts nobody on it who may not decide"
    with pytest.raises(RuleError, match="acted yourself"):
        take(case=made.case, by=ada)
    desk = as_user(ben)
    assert (
        f"/admin/games/appeal/{made.pk}/change/"
        in desk.get("/admin/games/appeal/").content.decode()
    )
    case = desk.get(f"/admin/games/case/{made.case_id}/change/").content.decode()
    assert "Bruno appeals" in case
    assert f'action="{address}"' in case, "it can be answered there, beside the notes"
    assert "Only moderators read it" not in case, "not by the form for reports"
    shown = desk.get(address).content.decode()
    assert "1 chair is given back: “Saturday cards”." in shown
    assert "Grant it: Lift the suspension" in shown
    unsaid = desk.post(address, {"decision": "grant", "answer": ""}).content.decode()
    assert "This field is required." in unsaid
    desk.post(address, {"decision": "grant", "answer": "It was a mistake."})
    assert not load(game).chairs.kept
    assert standing_of(bruno) == []
    page = browser.get("/notices/").content.decode()
    assert "You disagreed, and you were right." in page
    assert "It was a mistake." in page
    kinds = list(ModerationAction.objects.order_by("pk").values_list("kind", flat=True))
    assert kinds == ["suspend", "grant_appeal", "unsuspend"]
    granted = ModerationAction.objects.get(kind="grant_appeal")
    assert sentence(granted) == (
        "Ben granted Bruno’s appeal against “Suspend”. Answer: It was a mistake."
    )
    assert "This field" not in desk.get(address).content.decode()
    assert Case.objects.get().state == "closed"


def test_who_acted_does_not_decide_nor_who_sat_there_nor_anybody_twice(
    bruno: User, ada: User, ben: User
) -> None:
    boss = User.objects.create_superuser("Boss")
    game = table_of(bruno, ben)
    made = an_appeal(bruno, games.pause(game_id=game.pk, by=ada, reason="A fault."))
    assert code_of(appeal=made, by=ada) == "own_act"
    assert code_of(appeal=made, by=ben) == "own_case"
    assert code_of(appeal=made, by=bruno) == "not_moderator"
    assert not appeals_for(ben).exists()
    assert appeals_for(ada).get() == made
    assert as_user(ben).get(f"/admin/games/appeal/{made.pk}/change/").status_code == 404
    decide(appeal=made, granted=False, answer="The fault was real.", by=boss)
    assert load(game).halted
    assert code_of(appeal=made, by=boss) == "closed_already"
    page = as_user(bruno).get("/notices/").content.decode()
    assert "You disagreed. The decision stays." in page
    assert "The fault was real." in page


def test_what_was_done_is_taken_back_whatever_it_was(bruno: User, ada: User, ben: User) -> None:
    game = table_of(bruno, player("Maya"))
    message = say(game_id=game.pk, seat=0, text="You rat")
    done = {
        "warning": players.warn(player=bruno, by=ada, reason="Rule 1."),
        "mute": players.mute(player=bruno, days=3, by=ada, reason="Rule 1."),
        "name": players.rename(player=bruno, name="Brünhild", by=ada, reason="Rule 3."),
        "message": messages.hide(message=message, by=ada, reason="Rule 1."),
        "chair": games.put_bot(game_id=game.pk, seat=0, by=ada, reason="Rule 7."),
    }
    for action in done.values():
        decide(appeal=an_appeal(bruno, action), granted=True, answer="Sorry.", by=ben)
    assert standing_of(bruno) == []
    bruno.refresh_from_db()
    assert bruno.username == "Bruno"
    message.refresh_from_db()
    assert not message.hidden
    assert not load(game).chairs.kept


def test_a_reporter_who_disagrees_with_the_answer_has_the_case_opened_again(
    bruno: User, ada: User, ben: User
) -> None:
    maya = player("Maya")
    report = reports.report(user=maya, kind="player", reason="insult", player=bruno)
    closed = close(case=report.case, acted=False, answer="We saw nothing.", by=ada)
    made = an_appeal(maya, closed, "Look at the second round.")
    decide(appeal=made, granted=True, answer="You are right.", by=ben)
    report.case.refresh_from_db()
    assert report.case.state == "open"
    with pytest.raises(RuleError, match="on its own page"):
        close(
            case=an_appeal(bruno, players.warn(player=bruno, by=ben, reason="Rule 1.")).case,
            acted=True,
            answer="No.",
            by=ada,
        )


def test_what_has_ended_or_has_no_way_back_is_answered_all_the_same(
    bruno: User, ada: User, ben: User
) -> None:
    game = table_of(bruno, player("Maya"))
    warned = players.warn(player=bruno, by=ada, reason="Rule 1.")
    players.acknowledge(user=bruno, warning=standing_of(bruno)[0].id)
    decide(appeal=an_appeal(bruno, warned), granted=True, answer="Sorry.", by=ben)
    play_on(game)
    voided = an_appeal(bruno, games.void(game_id=game.pk, by=ada, reason="Rule 6."))
    shown = as_user(ben).get(f"/admin/games/appeal/{voided.pk}/change/").content.decode()
    assert "There is no way back for this act" in shown
    decide(appeal=voided, granted=True, answer="Sorry.", by=ben)
    assert load(game).chairs.voided
    assert set(Appeal.objects.values_list("outcome", flat=True)) == {"granted"}


def test_a_ready_answer_is_filled_in(bruno: User, ada: User, ben: User) -> None:
    action = players.mute(player=bruno, days=1, by=ada, reason="Rule 1.")
    found = an_appeal(bruno, action)
    browser, address = as_user(ben), f"/admin/games/appeal/{found.pk}/change/"
    Preset.objects.all().delete()
    for title in ("You were right", "It stays"):
        Preset.objects.create(use=PresetUse.APPEAL, title=title, text=f"{title}, we think.")
    Preset.objects.create(use=PresetUse.ANSWER, title="We acted", text="We acted.")
    ready = Preset.objects.filter(use=PresetUse.APPEAL)
    pages = (address, f"/admin/games/case/{found.case_id}/change/")
    for page in pages:
        shown = browser.get(page).content.decode()
        assert all(f'data-fills="id_answer" data-text="{each.text}"' in shown for each in ready)
        assert shown.count('name="fill"') == len(ready) == 2
    first = ready.first()
    assert first is not None
    assert first.text in browser.post(address, {"fill": first.pk}).content.decode()
    found.refresh_from_db()
    assert found.outcome == AppealOutcome.WAITING


def test_nobody_appeals_against_what_was_done_to_others_or_in_their_favour(
    bruno: User, ada: User
) -> None:
    players.mute(player=bruno, days=3, by=ada, reason="Rule 1.")
    theirs = PlayerNotice.objects.get()
    lifted = ACTS[ActionKind.UNMUTE].does(player=bruno, by=ada, reason="A mistake.")
    for user, notice in ((player("Maya"), theirs.pk), (bruno, notice_of(lifted, bruno))):
        with pytest.raises(RuleError, match="nothing to disagree with"):
            appeal(user=user, notice_id=notice, text="No!")
    assert as_user(bruno).get("/notices/").content.decode().count("I disagree") == 1


def test_appeals_are_in_the_numbers_of_the_month(bruno: User, ada: User, ben: User) -> None:
    for number in range(6):
        made = an_appeal(bruno, players.warn(player=bruno, by=ada, reason=f"{number}"))
        if number < 5:
            decide(appeal=made, granted=False, answer="It stays.", by=ben)
    count_months()
    month = MonthInOrder.objects.get()
    assert (month.appeals, month.granted, month.upheld) == (6, 0, 5)
    page = Client().get("/conduct/numbers/").content.decode()
    assert "<dt>Appeals</dt><dd>6</dd>" in page
    assert "<dt>Appeals granted</dt><dd>none</dd>" in page


def test_appeals_are_listed_in_as_many_queries_however_many_there_are_and_found_by_name_and_words(
    bruno: User, ada: User, ben: User
) -> None:
    browser = as_user(ben)

    def queries() -> int:
        with CaptureQueriesContext(connection) as made:
            assert browser.get("/admin/games/appeal/").status_code == 200
        return len(made)

    an_appeal(bruno, players.mute(player=bruno, days=2, by=ada, reason="Rule 3."))
    queries()
    before = queries()
    for name in ("Maya Green", "Tom", "Zoe"):
        other = player(name)
        action = players.mute(player=other, days=2, by=ada, reason="Rule 3.")
        an_appeal(other, action, f"{other.username} was asleep.")
    assert queries() == before

    def found(words: str) -> list[str]:
        answer = browser.get("/admin/games/appeal/", {"q": words})
        return [each.user.username for each in answer.context["cl"].queryset]

    assert found("maya green") == ["Maya Green"]
    assert found("my sister") == ["Bruno"]
    assert found("ASLEEP") == ["Maya Green", "Tom", "Zoe"]
