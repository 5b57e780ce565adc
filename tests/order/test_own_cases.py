"""Moderators never judge their own case, and never read who complained of them."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from games.lobby.joining import join
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.models import Game, ModerationAction, Report, ReportState
from games.order import games, players, reports
from games.order.cases.closing import close
from games.rules.errors import RuleError
from tests.order.people import moderator, player, table_of
from tests.tables import play_on

pytestmark = pytest.mark.django_db

ACTS: dict[str, Callable[..., object]] = {
    "warn": players.warn,
    "mute": lambda **more: players.mute(days=7, **more),
    "suspend": lambda **more: players.suspend(days=7, **more),
    "ban": players.ban,
    "rename": players.rename,
}


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
    client = Client()
    client.force_login(user)
    return client


def a_report(by: User, about: User | None = None, game: Game | None = None) -> Report:
    kind = "player" if about else "game"
    return reports.report(
        user=by, kind=kind, reason="cheating", text="Look at it.", player=about, game=game
    )


def is_refused(act: Callable[..., object], **more: object) -> bool:
    """As the moderator's own case, with nothing done."""
    before = ModerationAction.objects.count()
    with pytest.raises(RuleError) as refused:
        act(reason="Of all people.", **more)
    return refused.value.code == "own_case" and ModerationAction.objects.count() == before


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_nobody_acts_on_an_opponent_until_the_game_is_over(
    ada: User, bruno: User, act: Callable[..., object]
) -> None:
    game = table_of(ada, bruno)
    assert is_refused(act, player=bruno, by=ada)
    play_on(game)
    act(player=bruno, by=ada, reason="Insults.")


@pytest.mark.parametrize("act", ["suspend", "ban"])
def test_nobody_sends_away_who_waits_at_the_same_table(ada: User, bruno: User, act: str) -> None:
    game = create_game(user=ada, terms=Terms(players=3, open=True))
    join(game_id=game.pk, user=bruno)
    assert is_refused(ACTS[act], player=bruno, by=ada)
    assert game.seats.filter(user=bruno).exists()


@pytest.mark.parametrize("reported", ["player", "moderator"])
def test_nobody_acts_on_whom_they_reported_or_who_reported_them(
    ada: User, ben: User, bruno: User, reported: str
) -> None:
    pair = (ada, bruno) if reported == "player" else (bruno, ada)
    report = a_report(*pair)
    # The address does not name the report: such an address is easily typed.
    assert is_refused(players.warn, player=bruno, by=ada)
    close(case=report.case, acted=False, answer="It is settled.", by=ben)
    players.warn(player=bruno, by=ada, reason="Insults.")


def test_a_report_keeps_no_administrator_from_acting(bruno: User) -> None:
    boss = User.objects.create_superuser("Boss")
    a_report(bruno, boss)
    action = players.warn(player=bruno, by=boss, reason="He reports everybody.")
    assert ModerationAction.objects.get() == action


def test_nobody_acts_in_a_game_they_reported(ada: User, bruno: User) -> None:
    game = table_of(bruno, player("Maya"))
    a_report(ada, game=game)
    assert is_refused(games.pause, game_id=game.pk, by=ada)


def test_nobody_acts_for_a_report_of_a_game_they_sat_in(ada: User, bruno: User) -> None:
    game = table_of(ada, player("Maya"))
    play_on(game)
    report = a_report(player("Ilse"), bruno, game)
    assert is_refused(players.warn, player=bruno, by=ada, case=report.case)


def test_a_moderator_finds_no_report_about_themselves_or_a_game_of_theirs(
    ada: User, ben: User, bruno: User
) -> None:
    maya = player("Maya")
    theirs = [a_report(maya, ada), a_report(maya, bruno, table_of(ada, maya))]
    other = a_report(maya, player("Tom"))
    general = a_report(maya, game=table_of(bruno, maya))
    mine, all_there_is = as_user(ada), as_user(ben)
    for state in ("", "?state=all", "?q=Maya", "?q=Look at it"):
        shown = mine.get(f"/admin/games/case/{state}").context["cl"].queryset
        assert {case.pk for case in shown} == {other.case_id, general.case_id}, state
        found = all_there_is.get(f"/admin/games/case/{state}").context["cl"].queryset
        assert found.count() == 4, state
    for report in theirs:
        for page in ("change", "history", "decide"):
            answer = mine.get(f"/admin/games/case/{report.case_id}/{page}/")
            assert answer.status_code == 404, page
        for press in ("decide", "hold", "note"):
            answer = mine.post(f"/admin/games/case/{report.case_id}/{press}/", {"text": "Hm."})
            assert answer.status_code == 404, press
        act = f"/admin/games/moderationaction/act/reopen_case/?case={report.case_id}"
        assert mine.get(act).status_code == 404
        moved = f"/admin/games/report/{report.pk}/change/"
        assert mine.get(moved).status_code == 404
        found = all_there_is.get(moved, follow=True)
        assert found.redirect_chain == [(f"/admin/games/case/{report.case_id}/change/", 302)]
        assert found.status_code == 200


def test_the_page_of_a_player_lists_no_report_that_is_ones_own_case(
    ada: User, ben: User, bruno: User
) -> None:
    maya = player("Maya")
    about_ada, at_her_table = a_report(maya, ada), a_report(maya, bruno, table_of(ada, maya))

    def is_listed(reader: User, about: User, report: Report) -> bool:
        page = as_user(reader).get(f"/admin/accounts/user/{about.pk}/change/").content.decode()
        return f"/admin/games/case/{report.case_id}/change/" in page

    assert not is_listed(ada, ada, about_ada)
    assert not is_listed(ada, bruno, at_her_table)
    assert is_listed(ben, ada, about_ada)
    assert is_listed(ben, bruno, at_her_table)


def test_what_became_of_a_report_about_oneself_is_not_read_either(
    ada: User, ben: User, bruno: User
) -> None:
    report = a_report(bruno, ada)
    close(case=report.case, acted=False, answer="She did nothing wrong.", by=ben)
    pages = ("games/moderationaction/", f"accounts/user/{ada.pk}/change/")
    for page in pages:
        assert "nothing wrong" not in as_user(ada).get(f"/admin/{page}").content.decode(), page
        assert "nothing wrong" in as_user(ben).get(f"/admin/{page}").content.decode(), page
    assert report.pk not in (Report.objects.filter(state=ReportState.OPEN).values_list("pk"))


def test_who_plays_learns_at_the_end_that_hands_were_opened_moderator_or_not(
    ada: User, ben: User, bruno: User
) -> None:
    game = table_of(ada, bruno)
    games.open_hands(game_id=game.pk, by=ben, reason="A report of cheating.")
    action = ModerationAction.objects.get()
    pages = ("games/moderationaction/", f"games/game/{game.pk}/change/")
    said = "A report of cheating."
    for page in pages:
        assert said not in as_user(ada).get(f"/admin/{page}").content.decode(), page
        assert said in as_user(ben).get(f"/admin/{page}").content.decode(), page
    row = f"/admin/games/moderationaction/{action.pk}/change/"
    assert as_user(ada).get(row).status_code == 302
    play_on(game)
    for page in pages:
        assert said in as_user(ada).get(f"/admin/{page}").content.decode(), page


def test_an_administrator_reads_all_of_it(bruno: User, ben: User) -> None:
    boss = User.objects.create_superuser("Boss")
    report = a_report(bruno, boss)
    game = table_of(boss, bruno)
    games.open_hands(game_id=game.pk, by=ben, reason="A report of cheating.")
    browser = as_user(boss)
    assert browser.get(f"/admin/games/case/{report.case_id}/change/").status_code == 200
    log = browser.get("/admin/games/moderationaction/").content.decode()
    assert "A report of cheating." in log
