"""A badge follows the name of a bot or moderator, wherever it stands, and of a guest in lists."""

from collections.abc import Callable

import pytest
from bs4 import BeautifulSoup
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.guests.lifetime import new_guest
from accounts.models import User
from accounts.names import refusal
from games.api.errors import answer_to
from games.lobby.blocking import block
from games.lobby.invitations import invite
from games.lobby.joining import join
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.models import Kind, Seat
from games.order.reports import report
from games.people.kinds import kinds_among, with_kinds
from games.play.chairs import leave
from games.rules.errors import RuleError
from games.words.names import badge, in_brackets, listed, named, plain, told
from tests.cast import KINDS, LAYLA, Cast, cast
from tests.names import misplaced, names_on
from tests.order.people import moderator
from tests.pages.seats import run_out
from tests.secrecy.routes import routes, tells_of_games
from tests.tables import play_on

pytestmark = pytest.mark.django_db


def waits(table: Cast) -> None:
    """For its last player."""


def begun(table: Cast) -> None:
    table.begin()


def under_way(table: Cast) -> None:
    table.play(7)


def with_kept_chairs(table: Cast) -> None:
    game = table.play(3)
    run_out(game)
    leave(game_id=game.pk, seat=2)


def over(table: Cast) -> None:
    play_on(table.play(1))


def addresses(table: Cast, *, everywhere: bool) -> list[str]:
    """Pages that may show names: those about this game, or all."""
    known = {"public_id": table.game.public_id, "secret": table.game.invitation}
    found = [reverse("games:mine"), reverse("games:lists")]
    for route in routes():
        if not tells_of_games(route) or route.path.startswith(("/admin/", "/api/", "/mails/")):
            continue
        if route.parameters and set(route.parameters) <= {*known}:
            found.append(route.filled(known))
        elif everywhere and not route.parameters:
            found.append(route.path)
        elif everywhere and route.parameters == ("name",):
            found += [route.filled({"name": name}) for name in ("Ilse", LAYLA, "Robo")]
    return found


@pytest.mark.parametrize(
    "stage",
    [
        pytest.param(waits, id="open"),
        pytest.param(begun, id="begun"),
        pytest.param(under_way, id="under way", marks=pytest.mark.slow),
        pytest.param(with_kept_chairs, id="kept", marks=pytest.mark.slow),
        pytest.param(over, id="over", marks=pytest.mark.slow),
    ],
)
def test_every_name_on_every_page_is_isolated_and_followed_by_its_badge(
    stage: Callable[[Cast], None],
) -> None:
    table = cast()
    stage(table)
    seen: set[str] = set()
    wrong = []
    for user in (table.member, table.guest, None):
        client = Client() if user is None else table.browser(user)
        own = user.username if user else ""
        for address in addresses(table, everywhere=stage is over):
            if user is None and address == "/":
                continue  # To strangers the first page tells of a game by people who do not exist.
            html = page_at(client, address)
            # The chooser tells of characters, not of who sits at a table.
            kinds = {LAYLA: Kind.MEMBER} if address == reverse("play") else KINDS
            wrong += [f"{address} for {own}: {each}" for each in misplaced(html, kinds, own=own)]
            seen |= names_on(html, KINDS)
    assert wrong == []
    assert seen == (set(KINDS) - {"Lev"} if stage is waits else set(KINDS))


def page_at(client: Client, address: str) -> str:
    """Return the page or fragment; empty for anything else."""
    fragment = "/board/" in address or "/before/" in address
    answer = client.get(address, headers={"HX-Request": "true"} if fragment else {})
    is_page = answer.headers.get("Content-Type", "").startswith("text/html")
    return answer.content.decode() if is_page and answer.status_code == 200 else ""


def test_moderators_read_who_is_a_guest_beside_the_name() -> None:
    table = cast()
    game = table.play(3)
    page = page_at(table.browser(table.moderator), f"/admin/games/game/{game.pk}/change/")
    for said in ("<bdi>Gus</bdi> (guest)", "<bdi>Ilse</bdi> (moderator)", "<bdi>Lev</bdi> (bot)"):
        assert said in page
    assert "&lt;bdi" not in page


def test_hands_opened_to_moderators_stand_beside_names_with_their_kinds() -> None:
    table = cast()
    game = table.begin()
    by = moderator("Ada")
    address = f"/admin/games/moderationaction/act/open_hands/?game={game.pk}"
    sent = {"reason": "A report of cheating."}
    page = table.browser(by).post(address, sent, follow=True).content.decode()
    for name in (LAYLA, "Gus", "Lev"):
        assert f"<bdi>{name}</bdi>" in page


def test_a_report_names_both_sides_with_their_kinds() -> None:
    table = cast()
    game = table.begin()
    browser = table.browser(moderator("Ada"))
    for user, about in ((table.program, table.guest), (table.guest, table.program)):
        made = report(user=user, kind="player", reason="insult", game=game, player=about)
        page = page_at(browser, f"/admin/games/case/{made.case_id}/change/")
        guest = f"<bdi>{table.guest.username}</bdi> (guest)"
        by, reported = ("<bdi>Robo</bdi> (bot)", guest)
        if user == table.guest:
            by, reported = reported, by
        assert f"{by}</a>" in page
        assert f"{reported}</a></h2>" in page


def test_who_can_t_be_invited_is_named_with_the_badge() -> None:
    table = cast()
    game = create_game(user=table.member, terms=Terms(players=3, name="Us"))
    block(user=table.program, other=table.member)
    address = f"/games/{game.public_id}/invite/"
    html = table.browser(table.member).post(address, {"player": "Robo"}).content.decode()
    assert "can’t be invited" in html
    assert misplaced(html, KINDS, own=LAYLA) == []
    assert "Robo" in names_on(html, KINDS)
    with pytest.raises(RuleError) as refused:
        invite(game_id=game.pk, by=table.member, user=table.program)
    answer = answer_to(refused.value, {})
    assert answer is not None
    assert answer.data["error"] == "Robo (bot) can’t be invited."


def test_a_guest_by_the_name_of_an_office_is_a_guest_at_the_table_and_in_chat() -> None:
    table = cast()
    game = table.play(1)
    game.seats.filter(number=2).update(name="Moderator")
    page = page_at(table.browser(table.member), f"/games/{game.public_id}/")
    kinds = {**KINDS, "Moderator": Kind.GUEST}
    del kinds["Gus"]
    assert misplaced(page, kinds, own=LAYLA) == []
    assert "Moderator" in names_on(page, kinds)


def test_who_becomes_a_moderator_or_a_member_is_one_at_the_next_look() -> None:
    table = cast()
    game = table.play(1)
    path = f"/games/{game.public_id}/"
    table.moderator.groups.clear()
    table.guest.is_guest = False
    table.guest.save()
    page = page_at(table.browser(table.member), path)
    changed = {**KINDS, "Ilse": Kind.MEMBER, "Gus": Kind.MEMBER}
    assert misplaced(page, changed, own=LAYLA) == []


def test_kinds_take_no_more_queries_however_many_sit_there() -> None:
    table = cast()
    with CaptureQueriesContext(connection) as of_members:
        list(with_kinds(Seat.objects.filter(game=table.game, number__lt=1)))
    with CaptureQueriesContext(connection) as of_all:
        list(with_kinds(Seat.objects.filter(game=table.game)))
    assert len(of_members) == len(of_all) == 1


def test_staff_are_moderators_by_their_right_alone() -> None:
    table = cast()
    helper = User.objects.create_user("Sam", is_staff=True)
    owner = User.objects.create_superuser("Olga")
    away = User.objects.create_user("Alma", is_staff=True, is_active=False)
    away.groups.set(table.moderator.groups.all())
    former = User.objects.create_user("Fred")
    former.groups.set(table.moderator.groups.all())
    kinds = kinds_among([helper, owner, away, former, *table.people])
    assert [kinds[user.pk] for user in (helper, away, former)] == [Kind.MEMBER] * 3
    assert [kinds[user.pk] for user in (owner, table.moderator)] == [Kind.MODERATOR] * 2
    assert [kinds[user.pk] for user in (table.guest, table.program)] == [Kind.GUEST, Kind.BOT]


@pytest.mark.parametrize(
    "name",
    ["</bdi> <b>moderator</b>", 'Gus</bdi> <span class="badge badge-moderator">', "&lt;bdi&gt;"],
)
def test_a_name_that_is_markup_is_read_as_it_was_written(name: str) -> None:
    html = named(name, Kind.GUEST)
    (bdi,) = BeautifulSoup(html, "html.parser").select("bdi")
    assert bdi.get_text() == name
    assert plain(html) == f"{name} (guest)"
    assert in_brackets(html).endswith("</bdi> (guest)")


@pytest.mark.parametrize("kind", [Kind.GUEST, Kind.BOT, Kind.MODERATOR])
def test_no_account_can_be_called_by_the_sign_of_a_badge(kind: Kind) -> None:
    for sign in (f"Gus ({kind})", f"Gus {badge(kind)}", "Gus\u2069", "\U0001f6e1 Gus"):
        assert refusal(sign)


@pytest.mark.parametrize("kind", [Kind.GUEST, Kind.BOT, Kind.MODERATOR])
def test_no_guest_can_be_called_by_the_sign_of_a_badge(kind: Kind) -> None:
    game = cast().game
    for sign in (f"Gil ({kind})", "Gil <bdi>", "\U0001f6e1 Gil"):
        with pytest.raises(RuleError):
            join(game_id=game.pk, user=new_guest(), name=sign)


@pytest.mark.parametrize("typed", ["Guest", "Guest 12"])
def test_a_guest_without_a_name_is_called_a_guest_once(typed: str) -> None:
    assert plain(named(typed, Kind.GUEST)) == typed
    # Nobody else can have such a name, so nothing is lost with the badge.
    assert refusal(typed)


@pytest.mark.parametrize("typed", ["Gus", "Guesta", "Guest 2b", "Max Guest"])
def test_a_guest_by_any_other_name_has_the_badge(typed: str) -> None:
    assert plain(named(typed, Kind.GUEST)) == f"{typed} (guest)"


def test_a_bot_account_is_called_a_bot_once() -> None:
    assert plain(named("Robo (bot)", Kind.BOT)) == "Robo (bot)"
    assert "(bot)" not in named("Robo (bot)", Kind.BOT)


def test_where_no_markup_can_stand_names_from_right_to_left_are_isolated() -> None:
    said = told("{name} & {other} are on", name=named(LAYLA, ""), other=named("Robo", Kind.BOT))
    assert plain(said) == f"\u2068{LAYLA}\u2069 & Robo (bot) are on"
    assert plain("a < b") == "a < b"


def test_names_are_listed_with_their_badges() -> None:
    names = [named("Ilse", ""), named("Bea & Co", ""), named("Gus", Kind.GUEST)]
    assert plain(listed(names)) == "Ilse, Bea & Co, Gus (guest)"
    assert plain(listed(names, "and")) == "Ilse, Bea & Co and Gus (guest)"
    assert plain(listed(names[:1], "and")) == "Ilse"
