"""Practice in the browser, without JavaScript."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.guests.lifetime import new_guest
from accounts.models import User
from games.models import PracticeCard, PracticeKind, PracticePosition
from games.practice.positions import options_in
from games.rules.moves import Move, Scout, ScoutAndShow, Show
from tests.pages.page import Page
from tests.tables import people_game

pytestmark = pytest.mark.usefixtures("loaded")


@pytest.fixture
def guest() -> User:
    return new_guest()


@pytest.fixture
def own(guest: User) -> Client:
    client = Client()
    client.force_login(guest)
    return client


def pressed(move: Move) -> dict[str, object]:
    """What a press sends that makes the move."""
    match move:
        case Show(start, stop):
            return {"action": "show", "card": list(range(start, stop))}
        case Scout(end, flip, to):
            way = {"mode": "scout", "end": end, "flip": "1" if flip else "", "to": to}
            return {"action": "send", **way}
        case ScoutAndShow(end, flip, to, start, stop):
            way = {"mode": "both", "end": end, "flip": "1" if flip else "", "to": to, "step": "2"}
            return {"action": "show", **way, "card": list(range(start, stop))}
        case _:
            raise AssertionError(move)


def answer(client: Client, address: str, move: Move) -> str:
    """The address that an answer leads to."""
    page = Page(client.get(address))
    came = client.post(address, dict(page.fields) | pressed(move))
    assert came.status_code == 302, Page(came).alert
    return str(came.headers["Location"])


@pytest.mark.parametrize("kind", list(PracticeKind))
def test_a_position_is_asked_answered_and_followed_by_another(own: Client, kind: str) -> None:
    came = own.get(f"/practice/next/?kind={kind}")
    address = str(came.headers["Location"])
    row = PracticePosition.objects.get(public_id=address.split("/")[2])
    assert row.kind == kind
    page = Page(own.get(address))
    assert "What would you play?" in page.text
    assert page.headings[0].startswith("You")
    hand = row.view["hand"]
    assert [face for face in page.faces if face in hand][-len(hand) :] == hand
    shown = Page(own.get(answer(own, address, options_in(row)[0].move)))
    assert shown.headings[0] == "Right, that’s the best move"
    assert "your answer" in shown.text
    assert "Next" in shown.text
    card = PracticeCard.objects.get()
    assert (card.answers, card.right, card.grade) == (1, 1, "find")
    following = str(own.get(f"/practice/next/?kind={kind}").headers["Location"])
    assert following not in (address, "/practice/")


def test_when_a_kind_is_done_the_overview_says_so(own: Client, guest: User) -> None:
    for row in PracticePosition.objects.filter(kind=PracticeKind.GAP):
        tomorrow = timezone.now() + timedelta(days=1)
        PracticeCard.objects.create(
            user=guest, position=row, state={}, due_at=tomorrow, grade="best"
        )
    page = Page(own.get("/practice/next/?kind=gap", follow=True))
    assert "There’s no more of this kind today" in page.text
    assert "What would you play?" in Page(own.get("/practice/next/", follow=True)).text


def test_a_second_press_and_another_tab_change_nothing(own: Client) -> None:
    row = PracticePosition.objects.all()[0]
    best, wrong = (option.move for option in options_in(row)[:2])
    address = f"/practice/{row.public_id}/"
    first = answer(own, address, wrong)
    before = PracticeCard.objects.values().get()
    assert answer(own, address, wrong) == first
    answer(own, address, best)
    assert PracticeCard.objects.values().get() == before
    assert "There’s a better move" in Page(own.get(first)).headings
    assert "expert’s choice" in Page(own.get(first)).text
    assert PracticeCard.objects.values().get() == before, "a look changes nothing"


def test_a_move_that_is_not_legal_is_refused_with_its_reason(own: Client) -> None:
    row = PracticePosition.objects.filter(kind=PracticeKind.SCOUT)[0]
    address = f"/practice/{row.public_id}/"
    sent = dict(Page(own.get(address)).fields) | {"action": "show"}
    came = own.post(address, sent)
    assert came.status_code == 200
    assert Page(came).alert or "Choose" in Page(came).text
    assert not PracticeCard.objects.exists()


@pytest.mark.parametrize("made", ["", "x", "s0.40", "o0", "s0.1-s0.1"])
def test_an_address_that_cannot_be_is_not_found(own: Client, made: str) -> None:
    row = PracticePosition.objects.exclude(view__active_set=None)[0]
    assert own.get(f"/practice/{row.public_id}/?made={made}").status_code == 404
    assert own.get("/practice/nowhere/").status_code == 404


def test_a_visitor_may_try_and_nothing_is_kept() -> None:
    client = Client()
    assert "nothing is kept" in Page(client.get("/practice/")).text
    address = str(client.get("/practice/next/").headers["Location"])
    row = PracticePosition.objects.get(public_id=address.split("/")[2])
    page = Page(client.get(answer(client, address, options_in(row)[0].move)))
    following = next(link for link, words in page.links.items() if words == "Next")
    assert str(client.get(following).headers["Location"]) != address
    assert not PracticeCard.objects.exists()
    assert not User.objects.exists()


def test_the_overview_says_how_far_one_is(own: Client, guest: User) -> None:
    assert "Your first position" in Page(own.get("/practice/")).text
    row = PracticePosition.objects.filter(kind=PracticeKind.GAP)[0]
    answer(own, f"/practice/{row.public_id}/", options_in(row)[0].move)
    page = Page(own.get("/practice/"))
    assert "Nothing is due today" in page.text
    assert "1 position · 100% right · next on" in page.text
    PracticeCard.objects.update(due_at=timezone.now())
    page = Page(own.get("/practice/"))
    assert "1 position is due today" in page.text
    assert "1 due" in page.text
    for other in PracticePosition.objects.exclude(pk=row.pk):
        PracticeCard.objects.create(
            user=guest, position=other, state={}, due_at=timezone.now(), grade="best"
        )
    PracticeCard.objects.update(due_at=timezone.now() + timedelta(days=1))
    assert "You’ve answered all there are." in Page(own.get("/practice/")).text
    assert own.get("/practice/next/").headers["Location"] == "/practice/"


def test_the_pages_ask_as_much_however_many_positions_there_are(own: Client) -> None:
    row = PracticePosition.objects.all()[0]
    address = f"/practice/{row.public_id}/"
    shown = answer(own, address, options_in(row)[0].move)

    def asked() -> list[int]:
        counts = []
        for each in ("/practice/", "/practice/next/", address, shown):
            with CaptureQueriesContext(connection) as queries:
                own.get(each)
            counts.append(len(queries))
        return counts

    before = asked()
    columns = {"players": 3, "kind": "gap", "view": row.view, "options": row.options}
    PracticePosition.objects.bulk_create(
        PracticePosition(public_id=f"{number:024}", **columns) for number in range(300)
    )
    assert asked() == before
    assert max(before) <= 8


def test_no_page_tells_the_game_that_a_position_is_from(own: Client) -> None:
    game = people_game(3, open_to_all=True)
    row = PracticePosition.objects.all()[0]
    address = f"/practice/{row.public_id}/"
    addresses = ("/practice/", address, answer(own, address, options_in(row)[0].move))

    def shown() -> list[str]:
        pages = (own.get(each).content.decode() for each in addresses)
        return [re.sub('(nonce|value)="[^"]*"', "", page) for page in pages]

    before = shown()
    PracticePosition.objects.filter(pk=row.pk).update(game=game)
    assert shown() == before
