"""Trying a move again in the browser, without JavaScript."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from games.bots.registry import choose_move
from games.bots.reviewing.whole import Place
from games.models import Game, StoredReview
from games.review.seeing import subject_for
from games.review.trying import moves_in, trial_of
from games.review.working import work_out
from games.rules.moves import Scout, ScoutAndShow, Show
from tests.pages.page import Page
from tests.tables import people_game, play_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def mine(game: Game, mine: Client) -> Client:
    """With the review done."""
    mine.post(f"/games/{game.public_id}/review/")
    work_out(StoredReview.objects.get(game=game).pk)
    return mine


def begun(game: Game, client: Client) -> str:
    """The address of a try, from the review."""
    html = client.get(f"/games/{game.public_id}/review/?player=1&round=1&move=0").content.decode()
    found = re.search(r'href="([^"]*/try/[^"]*)"', html)
    assert found is not None
    return found[1].replace("&amp;", "&")


def press(client: Client, address: str, **fields: object) -> str:
    """The address that a move leads to."""
    page = Page(client.get(address))
    answer = client.post(address, dict(page.fields) | fields)
    assert answer.status_code == 302, Page(answer).alert
    return str(answer.headers["Location"])


def wanted(game: Game, address: str) -> dict[str, object]:
    """What a steady player presses at this address."""
    subject = subject_for(public_id=game.public_id, user=AnonymousUser())
    assert subject is not None
    query = parse_qs(urlsplit(address).query)
    place = Place(int(query["round"][0]) - 1, int(query["move"][0]), 0)
    view = trial_of(subject, place, moves_in(query.get("made", [""])[0])).table().view
    assert view is not None
    match choose_move("steady", view, seed=0):
        case Show(start, stop):
            return {"action": "show", "card": list(range(start, stop))}
        case Scout(end, flip, to):
            way = {"mode": "scout", "end": end, "flip": "1" if flip else "", "to": to}
            return {"action": "send", **way}
        case ScoutAndShow(end, flip, to, start, stop):
            way = {"mode": "both", "end": end, "flip": "1" if flip else "", "to": to, "step": "2"}
            return {"action": "show", **way, "card": list(range(start, stop))}
        case move:
            raise AssertionError(move)


def test_a_deal_is_tried_to_the_end_of_the_round(game: Game, mine: Client) -> None:
    address = begun(game, mine)
    page = Page(mine.get(address))
    assert "You’re trying the deal again" in page.text
    assert "Steady bots play the others." in page.text
    address = press(mine, address, action="turn", way="keep")
    while "One try is luck" not in (page := Page(mine.get(address))).text:
        assert page.headings[0].startswith("You")
        address = press(mine, address, **wanted(game, address))
    assert re.fullmatch("−?[0-9]+ points? this time", page.headings[0])
    assert "In the game you made" in page.text
    for name in ("Try again", "Back to the review"):
        assert name in page.text
    assert Page(mine.get(begun(game, mine))).headings == ["Which way up?"]


def test_a_move_that_is_not_legal_is_refused_with_its_reason(game: Game, mine: Client) -> None:
    address = press(mine, begun(game, mine), action="turn", way="turn")
    answer = mine.post(address, dict(Page(mine.get(address)).fields) | {"action": "show"})
    assert answer.status_code == 200
    assert Page(answer).alert or "Choose" in Page(answer).text


@pytest.mark.parametrize("made", ["x", "s0.40", "o0-o1", "cl00"])
def test_an_address_that_cannot_be_is_not_found(game: Game, mine: Client, made: str) -> None:
    assert mine.get(f"{begun(game, mine)}&made={made}").status_code == 404


def test_without_a_review_there_is_nothing_to_try(game: Game) -> None:
    path = f"/games/{game.public_id}/review/"
    answer = Client().get(f"{path}try/?player=1&round=1&move=0")
    assert (answer.status_code, answer.headers["Location"]) == (302, path)
    hidden = people_game(2)
    play_on(hidden)
    assert Client().get(f"/games/{hidden.public_id}/review/try/").status_code == 404


def test_another_player_s_move_is_tried_from_their_seat(game: Game, mine: Client) -> None:
    page = Page(mine.get(f"/games/{game.public_id}/review/try/?player=2&round=1&move=0"))
    assert page.headings == ["Which way up?"]
    hand = game.rounds.get(number=0).hands.get(seat=1).cards.split()
    assert page.faces[: len(hand)] == hand
