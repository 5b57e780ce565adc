"""All reports about one player, or about one game, are one case until it is closed."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from importlib import import_module
from threading import Barrier
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.models import Case, CaseState, Game, Report, ReportKind, ReportReason
from games.order.cases.closing import close, reopen
from games.order.cases.notes import write_note
from games.order.own_cases import cases_for, own_among
from games.order.reasons import fits, kinds_for
from games.order.refusals import Refusals
from games.order.reports import report
from games.play.chat import say
from games.rules.errors import RuleError
from games.upkeep.ownership import move_games
from tests.order.people import moderator, player, table_of
from tests.pages.seats import on_turn
from tests.tables import play_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def maya() -> User:
    return player("Maya")


@pytest.fixture
def bruno() -> User:
    return player("Bruno")


@pytest.fixture
def game(maya: User, bruno: User) -> Game:
    return table_of(maya, bruno)


def test_a_message_a_name_and_a_behaviour_are_one_case_of_their_player(
    game: Game, maya: User, bruno: User
) -> None:
    message = say(game_id=game.pk, seat=1, text="You filthy rat")
    report(user=maya, kind="message", reason="insult", game=game, message=message)
    report(user=maya, kind="name", reason="name", game=game, player=bruno, quote="Bruno")
    report(user=player("Ilse"), kind="player", reason="cheating", player=bruno)
    case = Case.objects.get()
    assert (case.about, case.player, case.game) == ("player", bruno, None)
    assert case.reports.count() == 3


def test_a_game_without_a_player_is_a_case_of_its_own(game: Game, maya: User, bruno: User) -> None:
    report(user=maya, kind="player", reason="cheating", game=game, player=bruno)
    report(user=maya, kind="game", reason="stalling", game=game)
    report(user=bruno, kind="game", reason="name", game=game)
    about_game = Case.objects.get(about="game")
    assert (about_game.game, about_game.player) == (game, None)
    assert about_game.reports.count() == 2


def test_after_a_case_was_closed_a_new_report_opens_another(maya: User, bruno: User) -> None:
    first = report(user=maya, kind="player", reason="cheating", player=bruno).case
    close(case=first, acted=False, answer="Nothing to see.", by=moderator())
    second = report(user=maya, kind="player", reason="cheating", player=bruno).case
    assert second != first
    assert set(Case.objects.values_list("state", flat=True)) == {"open", "closed"}
    with pytest.raises(RuleError) as refused:
        reopen(case=first, by=User.objects.get(username="Ada"), reason="Once more.")
    assert refused.value.code == "open_already"


def test_what_makes_no_sense_is_refused_and_not_offered(game: Game, maya: User) -> None:
    assert not fits(ReportKind.NAME, ReportReason.STALLING)
    client = Client()
    client.force_login(maya)
    address = f"/games/{game.public_id}/report/"
    answer = client.post(address, {"about": "name-1", "reason": "stalling", "text": "Slow."})
    page = answer.content.decode()
    assert "“Holding up the game” doesn’t go with a name. Choose another reason." in page
    assert "Slow." in page
    assert not Case.objects.exists()
    for reason in ReportReason:
        assert f'data-for="{" ".join(kinds_for(reason))}"' in page, reason


def test_who_reports_a_wait_at_their_own_turn_reads_so(game: Game) -> None:
    for seat in game.seats.select_related("user").order_by("number"):
        client = Client()
        assert seat.user is not None
        client.force_login(seat.user)
        page = client.get(f"/games/{game.public_id}/report/").content.decode()
        assert ("It is your own turn." in page) == (seat.number == on_turn(game))


def test_one_s_own_reports_lead_to_their_game(game: Game, maya: User) -> None:
    report(user=maya, kind="game", reason="stalling", game=game)
    client = Client()
    client.force_login(maya)
    page = client.get("/notices/").content.decode()
    assert f'<a href="/games/{game.public_id}/">{game.name}</a>' in page


def test_threats_make_a_waiting_case_urgent_and_wait_anew(maya: User, bruno: User) -> None:
    case = report(user=maya, kind="player", reason="insult", player=bruno).case
    Case.objects.update(waiting_since=timezone.now() - timedelta(days=2))
    assert not case.urgent
    report(user=maya, kind="player", reason="threats", player=bruno)
    case.refresh_from_db()
    assert (case.urgent, case.waits) == (True, 2)
    assert timezone.now() - case.waiting_since < timedelta(minutes=1)


def test_of_two_open_cases_of_a_guest_and_an_account_one_goes_on(maya: User, bruno: User) -> None:
    guest = User.objects.create_user("guest-1", is_guest=True)
    kept = report(user=maya, kind="player", reason="insult", player=guest).case
    other = report(user=player("Ilse"), kind="player", reason="threats", player=bruno).case
    ada = moderator()
    write_note(by=ada, text="Be gentle.", player=guest)
    write_note(by=ada, text="A threat.", case=other)
    move_games(source=guest, target=bruno)
    guest.delete()
    case = Case.objects.get()
    assert (case, case.player, case.urgent) == (kept, bruno, True)
    assert case.reports.count() == 2
    assert case.notes.get().text == "A threat."


def test_moderators_find_no_case_with_a_report_that_concerns_them(maya: User, bruno: User) -> None:
    ada, ben = moderator(), moderator("Ben")
    boss = User.objects.create_superuser("Boss")
    about_ada = report(user=maya, kind="player", reason="insult", player=ada).case
    at_her_table = table_of(ada, bruno)
    report(user=maya, kind="player", reason="insult", player=bruno)
    assert bruno.cases.get() in cases_for(ada)
    report(user=maya, kind="player", reason="insult", player=bruno, game=at_her_table)
    about_game = report(user=maya, kind="game", reason="stalling", game=at_her_table).case
    assert set(cases_for(ada)) == set()
    assert set(cases_for(ben)) == set(cases_for(boss)) == {about_ada, bruno.cases.get(), about_game}


def test_whose_own_a_case_is_follows_from_the_same_rules_for_one_and_for_many(
    maya: User, bruno: User
) -> None:
    ada, boss = moderator(), User.objects.create_superuser("Boss")
    tom, zoe, ilse = player("Tom"), player("Zoe"), player("Ilse")
    over, running = table_of(ada, tom), table_of(boss, zoe)
    play_on(over)
    reports = [
        report(user=maya, kind="player", reason="insult", player=bruno),
        report(user=maya, kind="player", reason="insult", player=ada),
        report(user=ada, kind="player", reason="insult", player=ilse),
        report(user=boss, kind="name", reason="name", player=maya, quote="Maya"),
        report(user=maya, kind="player", reason="insult", player=tom, game=over),
        report(user=maya, kind="player", reason="insult", player=zoe),
        report(user=maya, kind="game", reason="stalling", game=running),
        report(user=zoe, kind="player", reason="insult", player=boss),
        report(user=tom, kind="game", reason="stalling", game=over),
    ]
    cases = list(Case.objects.all())
    assert len(cases) == len(reports)
    for by in (ada, boss):
        refusals, readable = Refusals(by), set(cases_for(by))
        alone = {
            case.pk
            for case in cases
            if case not in readable
            or "involved" in refusals.why(case=case, game=case.game)
            or (case.player and "involved" in Refusals(by).why(player=case.player))
            or (case.player == by)
        }
        with CaptureQueriesContext(connection) as made:
            assert own_among(by, cases) == alone, by
        assert len(made) <= 9


def test_reports_of_old_are_gathered(game: Game, maya: User, bruno: User) -> None:
    """As the migration does it."""
    now = timezone.now()
    lone = Case.objects.create(about="player", opened_at=now, waiting_since=now)
    rows: list[dict[str, Any]] = [
        {"kind": "player", "player": bruno},
        {"kind": "name", "player": bruno, "quote": "Bruno"},
        {"kind": "player", "player": bruno, "state": "acted", "closed_at": now},
        {"kind": "game", "game": game},
        {"kind": "name", "quote": "Gone"},
        {"kind": "name", "quote": "Gone too"},
    ]
    for row in rows:
        Report.objects.create(case=lone, reason="insult", reporter=maya, created_at=now, **row)

    class Gathering:
        """Where every report's case is taken for none."""

        def get_model(self, label: str, name: str) -> object:
            return OldReports if name == "Report" else apps.get_model(label, name)

    class OldReports:
        class objects:  # noqa: N801
            @staticmethod
            def filter(**wanted: object) -> object:
                wanted = {**wanted, "case": lone} if "case" in wanted else wanted
                return Report.objects.filter(**wanted)

    import_module("games.migrations.0036_gather_reports").gather(Gathering(), None)
    found = {
        (case.about, case.player, case.game, case.state): case.reports.count()
        for case in Case.objects.exclude(pk=lone.pk)
    }
    assert found[("player", bruno, None, "open")] == 2
    assert found[("player", bruno, None, "closed")] == 1
    assert found[("game", None, game, "open")] == 1
    assert Case.objects.exclude(pk=lone.pk).count() == 5
    assert not lone.reports.exists()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_reports_at_the_same_moment_are_one_case() -> None:
    bruno = player("Bruno")
    people = [player(name) for name in ("Maya", "Ilse", "Tom", "Zoe")]
    ready = Barrier(len(people))

    def send(user: User) -> int:
        try:
            ready.wait(30)
            return report(user=user, kind="player", reason="insult", player=bruno).case_id
        finally:
            connection.close()

    with ThreadPoolExecutor(len(people)) as threads:
        cases = set(threads.map(send, people))
    assert len(cases) == 1
    assert Case.objects.filter(state=CaseState.OPEN).count() == 1
    assert Report.objects.count() == len(people)
