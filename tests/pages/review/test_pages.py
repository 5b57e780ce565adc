"""The review in the browser, without JavaScript."""

import json
import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.models import Game, ReviewState, StoredReview
from games.review.working import work_out
from tests.accounts.people import account
from tests.pages.page import Page
from tests.rules.examples import example
from tests.tables import people_game, play_on

pytestmark = pytest.mark.django_db


def at(game: Game) -> str:
    return f"/games/{game.public_id}/review/"


def reviewed(game: Game, client: Client) -> None:
    client.post(at(game))
    work_out(StoredReview.objects.get(game=game).pk)


def test_it_is_asked_for_worked_out_and_shown(game: Game, mine: Client) -> None:
    assert Page(mine.get(at(game))).headings == ["What would the expert have done?"]
    assert mine.post(at(game)).headers["Location"] == at(game)
    waiting = Page(mine.get(at(game)))
    assert waiting.headings == ["One moment"]
    assert "Look again" in waiting.text
    StoredReview.objects.update(due=90, judged=30)
    assert "The expert is looking at 90 choices." in Page(mine.get(at(game))).text
    part = mine.get(at(game), headers={"HX-Request": "true"})
    assert b"<html" not in part.content
    work_out(StoredReview.objects.get().pk)
    assert mine.get(at(game), headers={"HX-Request": "true"}).headers["HX-Refresh"] == "true"
    page = Page(mine.get(at(game)))
    assert re.fullmatch(
        "(One|Two|Three) moves? made the difference|A clean game|How you won it", page.headings[0]
    )
    assert "Judged by what you could know then" in page.text
    assert "given away" in page.text


def test_after_a_failure_it_can_be_asked_for_again(game: Game, mine: Client) -> None:
    mine.post(at(game))
    StoredReview.objects.update(state=ReviewState.FAILED)
    assert Page(mine.get(at(game))).headings == ["The expert had no answer"]
    mine.post(at(game))
    assert StoredReview.objects.get().state == ReviewState.ASKED


def test_every_decision_has_an_address(game: Game, mine: Client) -> None:
    reviewed(game, mine)
    html = mine.get(at(game)).content.decode()
    links = {
        each.replace("&amp;", "&") for each in re.findall(r'href="([^"#]*review/\?[^"#]*)', html)
    }
    assert len(links) > 10
    for link in sorted(links):
        page = Page(mine.get(link))
        assert page.status == 200, link
        assert page.headings
    dealt = Page(mine.get(f"{at(game)}?player=1&round=1&move=0"))
    assert "As dealt" in dealt.text
    assert "Turned over" in dealt.text


def test_other_hands_are_closed_until_they_are_opened(game: Game, mine: Client) -> None:
    reviewed(game, mine)
    address = re.search(r'href="([^"]*move=[1-9][^"]*)"', mine.get(at(game)).content.decode())
    assert address is not None
    link = address[1].replace("&amp;", "&")
    closed, opened = mine.get(link), mine.get(f"{link}&hands=open")
    assert closed.content.count(b"Hand of ") == 1
    assert opened.content.count(b"Hand of ") == 3


def test_another_player_is_looked_at_from_their_seat(game: Game, mine: Client) -> None:
    reviewed(game, mine)
    page = Page(mine.get(f"{at(game)}?player=2"))
    assert page.status == 200
    assert "Judged by what this player could know then" in page.text
    assert Page(mine.get(f"{at(game)}?player=3")).status == 404, "bots are not judged"


@pytest.mark.parametrize(
    "query", ["player=9", "player=x", "round=1&move=999", "round=9&move=1", "round=0&move=1"]
)
def test_what_is_not_there_is_not_found(game: Game, mine: Client, query: str) -> None:
    reviewed(game, mine)
    assert mine.get(f"{at(game)}?{query}").status_code == 404


def test_strangers_see_the_review_of_an_open_game_and_sign_in_to_ask(
    game: Game, mine: Client
) -> None:
    page = Page(Client().get(at(game)))
    assert "Sign in to ask for it" in page.text
    Client().post(at(game))
    assert not StoredReview.objects.exists()
    reviewed(game, mine)
    assert "could know then" in Page(Client().get(at(game))).text


def test_a_game_that_goes_on_or_is_hidden_has_none() -> None:
    running = people_game(2, open_to_all=True)
    answer = Client().get(at(running))
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/games/{running.public_id}/")
    hidden = people_game(2)
    play_on(hidden)
    assert Client().get(at(hidden)).status_code == 404
    client = Client()
    client.force_login(account("Zoe"))
    assert client.get(at(hidden)).status_code == 404
    assert client.post(at(hidden)).status_code == 404
    assert client.get(f"{at(hidden)}?invitation={hidden.invitation}").status_code == 200


def test_a_long_game_costs_no_more_queries(
    game: Game, mine: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    reviewed(game, mine)
    mine.get(at(game))
    with django_assert_num_queries(9):
        mine.get(at(game))


def test_an_imported_record_has_a_review(mine: Client) -> None:
    record = {**example(3), "meta": {"name": "Thursday", "names": ["Ann", "Ben", "<b>Cy</b>"]}}
    brought = mine.post("/records/", {"text": json.dumps(record)})
    path = f"{brought.headers['Location']}review/"
    assert "Review" in Page(mine.get(brought.headers["Location"])).text
    mine.post(path)
    work_out(StoredReview.objects.get().pk)
    page = Page(mine.get(path))
    assert "Thursday, finished." in page.text
    assert "<b>Cy</b>" in page.text
    assert page.status == 200


def test_the_end_of_a_game_leads_to_it(game: Game, mine: Client) -> None:
    for path in (f"/games/{game.public_id}/", "/games/", f"/games/{game.public_id}/replay/"):
        assert f'href="{at(game)}"' in mine.get(path).content.decode()
