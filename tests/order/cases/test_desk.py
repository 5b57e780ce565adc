"""A case's page shows what is needed to judge it, and one form does what goes together."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.html import escape

from accounts.models import User
from games.models import (
    Case,
    CaseNote,
    ChatMessage,
    Game,
    ModerationAction,
    Occasion,
    PlayerNotice,
    Preset,
    Sanction,
    SignKind,
)
from games.order import games, offers, players
from games.order.cases.notes import write_note
from games.order.reports import report
from games.play.chat import say
from games.play.rewinding.preview import turns_now
from tests.names import bare
from tests.order.people import fields_of, moderator, player, table_of
from tests.order.signs.test_desk import a_sign
from tests.tables import play_on

pytestmark = pytest.mark.django_db

SENT = {
    "reason": "Mind your words.",
    "outcome": "acted",
    "answer": "We acted.",
    "note": "The third time.",
}


@pytest.fixture
def ada() -> User:
    return moderator()


@pytest.fixture
def game() -> Game:
    return table_of(player("Maya"), player("Bruno"), player("Ilse"))


@pytest.fixture
def message(game: Game) -> ChatMessage:
    for number in range(12):
        say(game_id=game.pk, seat=number % 3, text=f"Line {number} of the talk")
    foul = say(game_id=game.pk, seat=1, text="You filthy rat")
    for number in range(12, 20):
        say(game_id=game.pk, seat=number % 3, text=f"Line {number} of the talk")
    return foul


@pytest.fixture
def case(game: Game, message: ChatMessage) -> Case:
    for name in ("Maya", "Ilse"):
        user = User.objects.get(username=name)
        report(user=user, kind="message", reason="insult", game=game, message=message)
    return Case.objects.get()


def as_user(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def decide(browser: Client, case: Case, **sent: Any) -> str:
    page = browser.get(f"/admin/games/case/{case.pk}/change/").content.decode()
    (seen,) = fields_of(page, "seen")
    found = browser.post(
        f"/admin/games/case/{case.pk}/decide/", {"seen": seen, **sent}, follow=True
    )
    assert found.status_code == 200
    return bare(found.content.decode())


def test_the_page_shows_the_message_in_its_chat_and_what_was_done_with_dates(
    case: Case, game: Game, ada: User
) -> None:
    assert case.player is not None
    boss = User.objects.create_superuser("Boss")
    action = players.warn(player=case.player, by=boss, reason="An old story.")
    write_note(by=boss, text="Only for moderators.", player=case.player)
    other = report(
        user=User.objects.get(username="Ilse"), kind="game", reason="stalling", game=game
    )
    page = as_user(ada).get(f"/admin/games/case/{case.pk}/change/").content.decode()
    marked = page[page.index('class="marked"') :]
    assert marked.index("You filthy rat") < marked.index("Line 12 of the talk")
    assert "Line 8 of the talk" in page
    assert "Line 7 of the talk" not in page
    assert f"{action.created_at:%-d %B %Y, %H:%M}" in page
    assert "An old story." in page
    assert "Only for moderators." in page
    assert f"/admin/games/case/{other.case_id}/change/" in page
    for words in (
        "2 reports",
        "round 1 of 3",
        "no report settled so far",
        "<strong>You</strong>, since",
    ):
        assert words in page, words


def test_hide_warn_and_answer_go_together_after_a_look_at_what_they_do(
    case: Case, message: ChatMessage, ada: User
) -> None:
    browser = as_user(ada)
    ticked = {f"do-hide_message-{message.pk}": "on", "do-warn": "on"}
    page = decide(browser, case, **SENT, **ticked, preview="1")
    for words in (
        "Everybody reads “A moderator hid this message” instead, on open pages at once.",
        "Can be shown again.",
        "A moderator warned you. Confirm that you’ve read it to play on. Reason: Mind your words.",
        "Your report has been reviewed: acted upon. Answer: We acted.",
        "The third time.",
    ):
        assert words in page, words
    counted = (ModerationAction, PlayerNotice, Sanction, CaseNote)
    assert [model.objects.count() for model in counted] == [0, 0, 0, 0]
    page = decide(browser, case, **SENT, **ticked, do="1")
    assert "This case is closed" in page
    assert [model.objects.count() for model in counted] == [3, 4, 1, 1]
    assert ChatMessage.objects.get(pk=message.pk).hidden
    assert "The third time." not in "".join(PlayerNotice.objects.values_list("text", flat=True))


def test_before_a_lift_is_pressed_the_case_says_what_it_undoes(case: Case, ada: User) -> None:
    assert case.player is not None
    players.suspend(player=case.player, days=3, by=ada, reason="Rule 6.")
    page = bare(decide(as_user(ada), case, **SENT, **{"do-unsuspend": "on"}, preview="1"))
    assert "1 chair is given back: “Saturday cards”." in page
    assert "What can’t be undone: Moves that bots made, and what others have read" in page


def test_a_double_press_or_another_moderator_meanwhile_changes_nothing(
    case: Case, ada: User
) -> None:
    sent = {**SENT, "outcome": "open", "do-warn": "on", "do": "1", "seen": "0"}
    browser, address = as_user(ada), f"/admin/games/case/{case.pk}/decide/"
    assert browser.post(address, sent).status_code == 302
    again = browser.post(address, sent)
    assert "Somebody has acted in this case meanwhile. Have another look." in bare(again.text)
    assert "Mind your words." in again.text, "nothing that was typed is lost"
    assert Sanction.objects.count() == CaseNote.objects.count() == 1


def test_all_or_nothing_happens(case: Case, ada: User) -> None:
    sent = {**SENT, "do-warn": "on", "do-rename": "on", "with-rename": "Maya", "do": "1"}
    page = decide(as_user(ada), case, **sent)
    assert "What you do" in page, "a taken name is refused, and the form stays"
    assert not ModerationAction.objects.exists()
    assert not CaseNote.objects.exists()


def test_what_is_missing_is_said_and_what_was_typed_stays(case: Case, ada: User) -> None:
    browser = as_user(ada)
    page = decide(browser, case, outcome="acted", **{"do-mute": "on", "with-mute": ""}, preview="1")
    for words in (
        "Say for how long.",
        "Give a reason for what you do: those concerned read it.",
        "Write an answer for those who reported, or choose one.",
    ):
        assert words in page, words
    page = decide(
        browser, case, **{**SENT, "outcome": "declined"}, **{"do-warn": "on"}, preview="1"
    )
    assert "You act and say that there was no need to: choose one." in page
    page = decide(browser, case, outcome="open", preview="1")
    assert "Choose what to do first." in page
    assert not ModerationAction.objects.exists()


def test_a_ready_text_is_filled_in_by_the_server_too(case: Case, ada: User) -> None:
    preset = Preset.objects.create(use="answer", title="Noted", text="We have noted it.")
    sent = {"reason": "Kept.", "fill": preset.pk, "do-ban": "on", "seen": "0"}
    page = as_user(ada).post(f"/admin/games/case/{case.pk}/decide/", sent).text
    assert re.search(rf">\s*{preset.text}\s*</textarea>", page)
    assert re.search(r">\s*Kept.\s*</textarea>", page)
    assert re.search(r'name="do-ban" [^>]*checked', page)


def test_what_would_be_refused_is_not_offered_but_said(ada: User) -> None:
    ben, maya = moderator("Ben"), player("Maya")
    case = report(user=maya, kind="player", reason="insult", player=ben).case
    page = bare(as_user(ada).get(f"/admin/games/case/{case.pk}/change/").text)
    assert "Not possible: Warn, Mute, Suspend, Ban, Rename the player." in page
    assert "Only an administrator can act on a moderator." in page
    assert "do-warn" not in page
    boss = User.objects.create_superuser("Boss")
    assert "do-warn" in as_user(boss).get(f"/admin/games/case/{case.pk}/change/").text


def test_who_reported_it_reads_it_and_leaves_it_to_another(case: Case, ada: User) -> None:
    report(user=ada, kind="player", reason="insult", player=case.player)
    browser = as_user(ada)
    page = bare(browser.get(f"/admin/games/case/{case.pk}/change/").text)
    assert "You’re involved in this yourself. Leave it to another moderator." in page
    assert "do-warn" not in page
    browser.post(f"/admin/games/case/{case.pk}/decide/", {**SENT, "seen": "0", "do": "1"})
    case.refresh_from_db()
    assert (case.state, case.taken_by) == ("open", None)


def test_a_moderator_takes_a_case_hands_it_on_and_notes(case: Case, ada: User) -> None:
    ben = moderator("Ben")
    browser, address = as_user(ada), f"/admin/games/case/{case.pk}/"
    browser.get(f"{address}change/")
    other = bare(as_user(ben).get(f"{address}change/").text)
    assert "Ada, since" in other
    assert "Ada looked at it" in other
    browser.post(f"{address}hold/", {"press": "hand_on", "to": ben.pk})
    case.refresh_from_db()
    assert case.taken_by == ben
    browser.post(f"{address}note/", {"text": "Watch him.", "about": "player"})
    assert CaseNote.objects.get().player == case.player
    assert "Watch him." in browser.get(f"/admin/accounts/user/{case.player_id}/change/").text
    assert browser.post(f"{address}hold/", {"press": "nonsense"}).status_code == 404


def test_a_moderator_who_watched_is_refused_the_hands_from_a_case_too(
    case: Case, game: Game, ada: User
) -> None:
    browser = as_user(ada)
    link = f"/admin/games/moderationaction/act/open_hands/?game={game.pk}&amp;case={case.pk}"
    assert link in browser.get(f"/admin/games/case/{case.pk}/change/").text
    browser.get(f"/games/{game.public_id}/")
    why = "Open the hands: You played in this game, watched it or wrote in it."
    for page in (f"/admin/games/case/{case.pk}/change/", f"/admin/games/game/{game.pk}/change/"):
        shown = browser.get(page).text
        assert "act/open_hands/" not in shown
        assert why in bare(shown)
    answer = browser.post(link.replace("&amp;", "&"), {"reason": "Curious."})
    assert "Leave it to another moderator." in answer.text


def test_hands_of_a_deal_that_others_play_are_not_offered_nor_a_second_plain_name(
    case: Case, game: Game, ada: User
) -> None:
    page = f"/admin/games/case/{case.pk}/change/"
    rename = f'name="do-rename_game-{game.pk}"'
    shown = as_user(ada).get(page).text
    assert "act/open_hands/" in shown
    assert rename in shown
    Game.objects.filter(pk=game.pk).update(occasion=Occasion.COPY)
    offers.rename(game_id=game.pk, by=ada, reason="A foul name.")
    shown = as_user(ada).get(page).text
    assert "open_hands" not in shown
    assert rename not in shown


def test_moves_are_taken_back_from_a_case_once_its_game_is_paused(
    case: Case, game: Game, ada: User
) -> None:
    play_on(game, moves=3)
    browser, page = as_user(ada), f"/admin/games/case/{case.pk}/change/"
    link = f"/admin/games/moderationaction/act/rewind/?game={game.pk}&case={case.pk}"
    assert escape(link) not in browser.get(page).text
    games.pause(game_id=game.pk, by=ada, reason="To look at it.", case=case)
    assert f'href="{escape(link)}">Take moves back…</a>' in browser.get(page).text
    form = browser.get(link)
    first = turns_now(game)[0].version
    assert escape(f"{link}&to={first}") in form.text
    answer = browser.post(f"{link}&to={first}", {"to": first, "reason": "The page hung."})
    assert answer["Location"] == page
    action = ModerationAction.objects.get(kind="rewind")
    assert (action.case_id, action.details["moves"]) == (case.pk, 3)
    shown = bare(browser.get(page).text)
    assert "Ada took 3 moves back" in shown
    assert "A moderator takes 3 moves back, struck through here" in shown


def test_a_case_takes_as_many_queries_with_one_report_as_with_many(
    case: Case, game: Game, message: ChatMessage, ada: User
) -> None:
    browser = as_user(ada)

    def queries() -> int:
        with CaptureQueriesContext(connection) as made:
            assert browser.get(f"/admin/games/case/{case.pk}/change/").status_code == 200
        return len(made)

    queries()
    before = queries()
    for number in range(5):
        user = player(f"Reader{number}")
        report(user=user, kind="message", reason="spam", game=game, message=message)
        report(user=user, kind="player", reason="cheating", player=case.player, text="Odd.")
    assert queries() == before


def test_every_reported_message_is_shown_in_its_chat_also_of_the_seventh_game(
    case: Case, ada: User
) -> None:
    bruno = case.player
    assert bruno is not None

    def report_at(number: int) -> None:
        game = table_of(player(f"Maya{number}"), bruno)
        say(game_id=game.pk, seat=0, text=f"Hello at table {number}")
        foul = say(game_id=game.pk, seat=1, text=f"You rat of table {number}")
        report(user=player(f"R{number}"), kind="message", reason="insult", game=game, message=foul)

    browser, page = as_user(ada), f"/admin/games/case/{case.pk}/change/"
    for number in range(4):
        report_at(number)
    browser.get(page)
    with CaptureQueriesContext(connection) as before:
        browser.get(page)
    for number in range(4, 7):
        report_at(number)
    with CaptureQueriesContext(connection) as after:
        shown = browser.get(page).text
    for number in range(7):
        assert f"Hello at table {number}" in shown
        assert f"You rat of table {number}" in shown
    assert shown.count('<li class="marked">') == 8
    assert len(after) == len(before)


def test_cases_are_found_by_number_name_address_and_words(
    case: Case, game: Game, ada: User
) -> None:
    other = report(
        user=player("Tom"), kind="player", reason="other", player=player("Zoe"), text="Odd"
    )
    browser = as_user(ada)

    def found(query: str) -> set[int]:
        shown = browser.get(f"/admin/games/case/?{query}").context["cl"].queryset
        return {each.pk for each in shown}

    both = {case.pk, other.case_id}
    assert found("") == both
    assert found("q=filthy") == found("q=Bruno") == found("q=Maya") == {case.pk}
    assert found(f"q={game.public_id}") == {case.pk}
    assert found("q=odd") == found("q=Tom") == {other.case_id}
    assert found(f"q={case.pk}") == {case.pk}
    assert found("reason=insult") == {case.pk}
    assert found("holder=nobody") == both
    assert found("state=closed") == set()


def test_acts_at_the_table_are_chosen_in_the_same_form(game: Game, ada: User) -> None:
    case = report(user=player("Tom"), kind="game", reason="stalling", game=game).case
    games.extend(game_id=game.pk, minutes=60, by=ada, reason="A train was late.")
    sent = {f"do-pause-{game.pk}": "on", f"do-put_bot-{game.pk}-0": "on", "do": "1"}
    page = decide(as_user(ada), case, **{**SENT, "note": ""}, **sent)
    assert "This case is closed" in page
    kinds = ModerationAction.objects.order_by("pk").values_list("kind", "case")
    assert list(kinds)[1:] == [
        ("pause", case.pk), ("put_bot", case.pk), ("close_case", case.pk),
    ]  # fmt: skip


def test_a_case_shows_the_signs_about_its_player(case: Case, ada: User) -> None:
    browser = Client()
    browser.force_login(ada)
    address = f"/admin/games/case/{case.pk}/change/"
    assert "Signs, not proof" not in browser.get(address).content.decode()
    bruno = case.player
    assert bruno is not None
    sign = a_sign(SignKind.RATING, User.objects.get(pk=bruno.pk))
    page = browser.get(address).content.decode()
    assert "Signs, not proof" in page
    assert f"/admin/games/sign/{sign.pk}/change/" in page
