"""Profiles and archives: what they show, to whom, and how many queries it takes."""

import json
import re
from datetime import UTC, datetime, timedelta
from io import StringIO
from itertools import pairwise

import pytest
import time_machine
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Game, PlayerStatistics, Rating, RatingChange, SeatResult
from games.pages.doors.profile import LAST
from games.pages.profile.shares import Part, stacked
from games.play.chairs import leave
from tests.pages.page import Page
from tests.results.finished import finished, player, table
from tests.results.profile_page import ProfilePage, read_page
from tests.tables import play_on

pytestmark = pytest.mark.django_db


def client_of(name: str) -> Client:
    client = Client()
    client.force_login(player(name))
    return client


def keep_to(name: str, audience: str) -> None:
    User.objects.filter(username=name).update(statistics_audience=audience)


def test_a_game_that_was_just_finished_shows_up_everywhere() -> None:
    game = finished("Maya", "Bruno", rated=True)
    maya = client_of("Maya")
    profile = maya.get("/players/Maya/").content.decode()
    assert "1 game ·" in profile
    assert "Rating, 2 players" in profile
    assert "/players/Bruno/" in profile
    # Every chart has a label, and a table beside it.
    assert profile.count('role="img" aria-label="') == profile.count("Show as table") == 5
    for last in LAST:
        assert maya.get(f"/players/Maya/?last={last}").status_code == 200
    archive = maya.get("/players/Maya/games/").content.decode()
    assert f"/games/{game.public_id}/replay/" in archive
    table_page = maya.get(f"/games/{game.public_id}/").content.decode()
    assert "How the ratings changed" in table_page
    assert re.search(r"1500 <span[^>]*>→</span>", table_page)


def test_who_keeps_to_themselves_looks_like_nobody() -> None:
    finished("Maya", "Bruno")
    keep_to("Maya", "nobody")
    for address in ("/players/{}/", "/players/{}/games/"):
        hidden = Client().get(address.format("Maya"))
        nobody = Client().get(address.format("Nora"))
        assert hidden.status_code == nobody.status_code == 404
        assert hidden.content == nobody.content
        assert client_of("Bruno").get(address.format("Maya")).status_code == 404
        assert client_of("Maya").get(address.format("Maya")).status_code == 200


@pytest.mark.parametrize("address", ["/players/%00/", "/players/%00/games/", "/report/a%00b/"])
def test_a_name_that_nobody_can_have_is_refused(address: str) -> None:
    assert client_of("Maya").get(address).status_code == 422


def test_players_of_ones_games_see_what_strangers_do_not() -> None:
    finished("Maya", "Bruno")
    table("Maya", "Ilse")
    keep_to("Maya", "table")
    seen = {
        name: client_of(name).get("/players/Maya/").status_code for name in ("Bruno", "Ilse", "Tom")
    }
    assert seen == {"Bruno": 200, "Ilse": 200, "Tom": 404}
    assert Client().get("/players/Maya/").status_code == 404


def test_guests_have_no_profile() -> None:
    guest = User.objects.create(username="guest-abc", is_guest=True)
    client = Client()
    client.force_login(guest)
    assert client.get("/players/guest-abc/").status_code == 404
    assert client.get("/players/me/").status_code == 302


def test_the_archive_tells_others_only_of_games_they_may_see() -> None:
    private = finished("Maya", "Bruno")
    to_all = finished("Maya", "Ilse", open_to_all=True, day=1)
    for who, seen in (("Maya", {True}), ("Bruno", {True}), ("Tom", {False})):
        page = client_of(who).get("/players/Maya/games/").content.decode()
        assert {private.public_id in page} == seen
        assert to_all.public_id in page


def test_the_archive_comes_in_pages_without_a_gap() -> None:
    game = finished("Maya", bots=1)
    result = SeatResult.objects.get(game=game)
    seat = game.seats.get(number=0)
    for number in range(45):
        other = type(game).objects.create(
            name=f"Game {number}", players=2, audience="own", created_at=result.ended_at
        )
        seat.pk, seat.game = None, other
        seat.save()
        result.seat_id, result.game_id = seat.pk, other.pk
        # Several end at the same moment.
        result.ended_at = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=number // 3)
        result.save(force_insert=True)
    client, address, seen = client_of("Maya"), "", []
    while True:
        answer = client.get(f"/players/Maya/games/?{address}")
        rows = answer.context["rows"]
        seen += [row.public_id for row in rows]
        address = answer.context["older"]
        if not address:
            break
        assert len(rows) == 20
    assert len(seen) == len(set(seen)) == 46
    # A malformed position means the first page.
    for query in (
        "before=x&seat=1",
        "before=2026-01-01&seat=x",
        "before=&seat=-1",
        # The first and last possible moments, in zones where they overflow.
        "before=0001-01-01T00:00:00%2B14:00&seat=1",
        "before=9999-12-31T23:59:59-14:00&seat=1",
    ):
        page = client.get(f"/players/Maya/games/?{query}").context["rows"]
        assert [row.public_id for row in page] == seen[:20]


def test_many_games_take_as_many_queries_as_few() -> None:
    client = client_of("Maya")
    counts: dict[str, list[int]] = {}
    for day, opponent in enumerate(("Bruno", "Ilse")):
        finished("Maya", opponent, rated=True, day=day)
        Rating.objects.update(listed=True)
        for address in (
            "/players/Maya/",
            "/players/Maya/games/",
            "/leaderboards/?players=2",
            "/leaderboards/?players=2&name=m",
        ):
            client.get(address)
            with CaptureQueriesContext(connection) as queries:
                client.get(address)
            counts.setdefault(address, []).append(len(queries))
    assert all(few == many <= 14 for few, many in counts.values()), counts


def test_who_keeps_to_themselves_is_not_named_as_an_opponent_to_others() -> None:
    finished("Maya", "Bruno", rated=True)
    keep_to("Bruno", "nobody")
    client = client_of("Maya")
    assert "Bruno" in client.get("/players/Maya/").content.decode()
    assert "Bruno" in client_of("Bruno").get("/players/Maya/").content.decode()
    assert "Bruno" not in Client().get("/players/Maya/").content.decode()
    # The page accepts all its choices.
    for query in ("games=people", "games=bots", "games=x", "players=5", "players=2&last=30"):
        assert client.get(f"/players/Maya/?{query}").status_code == 200


def test_opponents_are_links_only_where_their_profile_may_be_seen() -> None:
    finished("Maya", "Bruno")
    client = client_of("Maya")
    for audience, leads in (("everyone", True), ("table", True), ("nobody", False)):
        keep_to("Bruno", audience)
        page = Page(client.get("/players/Maya/"))
        assert "Bruno" in page.text
        assert ("/players/Bruno/" in page.links) == leads
    keep_to("Bruno", "everyone")
    User.objects.filter(username="Bruno").update(is_active=False)
    assert "/players/Bruno/" not in Page(client.get("/players/Maya/")).links
    assert "Bruno" not in Client().get("/players/Maya/").content.decode()


def test_who_left_a_rated_game_sees_its_end_as_one_who_sat_there() -> None:
    game = table("Maya", "Bruno", "Ilse", rated=True)
    leave(game_id=game.pk, seat=1)
    play_on(game)
    keep_to("Maya", "table")
    path = f"/games/{game.public_id}/"
    assert "/players/Maya/" in Page(client_of("Bruno").get(path)).links
    stranger = Page(Client().get(f"{path}?invitation={game.invitation}"))
    assert "/players/Maya/" not in stranger.links
    assert "/players/Bruno/" in stranger.links


def test_a_curve_with_some_games_left_out_still_has_the_best_and_each_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("games.results.rating_history.MOST_POINTS", 4)
    game = finished("Maya", "Bruno", rated=True)
    first = RatingChange.objects.get(game=game, user=player("Maya"))
    RatingChange.objects.filter(pk=first.pk).update(mu_before=25, mu=26, people=5)
    first.people = 5
    seat, mus = first.seat, (26, 25, 26, 27, 30, 28, 27, 26, 25, 24, 26)
    for number, (before, mu) in enumerate(pairwise(mus), start=2):
        other = Game.objects.create(name="", players=2, audience="open", created_at=first.ended_at)
        seat.pk, seat.game = None, other
        seat.save()
        first.pk, first.number, first.mu_before, first.mu = seat.pk, number, before, mu
        first.save(force_insert=True)
    Rating.objects.filter(user=player("Maya")).update(games=len(mus), mu=mus[-1])
    page = read_page(client_of("Maya").get("/players/Maya/?last=all").content.decode())
    # The tenth and later games settle a rating of such a player.
    assert {int(row[0]): row[1][-1] == "?" for row in page.tables["rating"]} == {
        11: False,
        8: True,
        5: True,
        2: True,
    }
    rows = _curve(page)
    # Every third, counted from the last, and the best.
    assert list(rows) == [11, 8, 5, 2]
    monkeypatch.setattr("games.results.rating_history.MOST_POINTS", 3)
    html = client_of("Maya").get("/players/Maya/?last=all").content.decode()
    page = read_page(html)
    rows = _curve(page)
    assert list(rows) == [11, 7, 5, 3]
    assert rows[5] == (1620, "+72")
    assert rows[11] == (1524, "+48")
    assert "Rating over 11 games: now 1524 ±" in html
    assert "best 1620?." in html


def _curve(page: ProfilePage) -> dict[int, tuple[int, str]]:
    """Rating and change by number of game."""
    return {int(row[0]): (int(row[1].rstrip("?")), row[3]) for row in page.tables["rating"]}


def test_a_profile_says_that_a_rating_is_provisional_and_what_it_lacks() -> None:
    finished("Maya", "Bruno", rated=True)
    profile = read_page(client_of("Maya").get("/players/Maya/").content.decode())
    assert "? (provisional) ±" in profile.key_figures["rating, 2 players"]
    assert "sure of, 9 games to go" in profile.key_figures
    assert "Against 1 different person." in profile.text
    Rating.objects.filter(user=player("Maya")).update(games=12)
    profile = read_page(client_of("Maya").get("/players/Maya/").content.decode())
    assert "sure of, 4 people to go" in profile.key_figures


def test_ones_own_data_says_that_a_rating_is_provisional_and_what_games_counted() -> None:
    for day in range(2):
        finished("Maya", "Bruno", rated=True, day=day)
    told = json.loads(client_of("Maya").get("/account/data/").content)["statistics"]
    (rating,) = told["ratings"]
    assert (rating["games"], rating["people"], rating["provisional"]) == (2, 1, True)
    assert [change["weight"] for change in told["rating_changes"]] == [1, 0.5]
    assert len({change["game"] for change in told["rating_changes"]}) == 2


def test_a_profile_says_its_place_on_the_leaderboard() -> None:
    finished("Maya", "Bruno", rated=True)
    Rating.objects.update(games=10, people=5, listed=True, provisional=False, mu=30, sigma=2)
    Rating.objects.filter(user=player("Maya")).update(sure=26)
    Rating.objects.filter(user=player("Bruno")).update(sure=27)
    profile = read_page(Client().get("/players/Maya/").content.decode())
    assert profile.key_figures["rating, 2 players"] == "1620 ±96"
    assert profile.key_figures["sure of, 2nd place"] == "1524"
    # A player whom no leaderboard lists has no place, but a rating that is as sure.
    Rating.objects.filter(user=player("Maya")).update(listed=False)
    profile = read_page(Client().get("/players/Maya/").content.decode())
    assert profile.key_figures["sure of"] == "1524"


def test_kinds_are_told_apart_without_colours() -> None:
    finished("Maya", "Bruno", "Ilse")
    html = client_of("Maya").get("/players/Maya/").content.decode()
    sections = re.findall(r'<svg class="chart stacked".*?</ul>', html, re.DOTALL)
    assert len(sections) == 2
    for section in sections:
        bar, legend = section.split("</svg>", 1)
        kinds = re.findall(r'<rect class="kind ([\w-]+)"', bar)
        assert re.findall(r'<rect class="kind ([\w-]+)"', legend) == kinds
        for kind in kinds:
            painted = f'fill="url(#pattern-{kind})"'
            assert (painted in bar) == (painted in legend) == (f'id="pattern-{kind}"' in bar)


@pytest.mark.parametrize(
    "kinds",
    [
        ("show", "scout", "both"),
        ("own-empty-hand", "own-unbeaten", "other-empty-hand", "other-unbeaten", "turn-limit"),
    ],
)
def test_each_kind_has_a_pattern_of_its_own(kinds: tuple[str, ...]) -> None:
    bar = stacked([Part(kind, 1, kind) for kind in kinds], label="All")
    patterns = re.findall(r'<pattern id="pattern-([\w-]+)"[^>]*>(.*?)</pattern>', bar)
    # One of them is plain.
    assert len({drawn for _kind, drawn in patterns}) == len(patterns) == len(kinds) - 1
    assert {kind for kind, _drawn in patterns} < set(kinds)


def test_an_account_without_games_has_a_profile_too() -> None:
    player("Maya")
    assert "No finished games yet" in Client().get("/players/Maya/").content.decode()
    assert not PlayerStatistics.objects.exists()


def test_ratings_are_explained() -> None:
    page = Page(Client().get("/ratings/"))
    for said in (
        "1500 ±400",
        "an account with a confirmed email address. There is no guest, no bot and no bot account",
        "No game of theirs changes a person’s rating",
        "a clock, of at most 7 days a turn",
        "a program with an API token can’t open a rated game, join one or move in it",
        "10 rated games with that number of players, against at least 5 different people",
        "the second rated game with exactly the same people counts half, the third a third",
        "more than a third of your decisions by the end, you take the last place",
        "If somebody leaves before the second round begins",
        "lapses with the next move of anybody who hasn’t agreed",
        "kept somebody’s chair for 7 days since they were told",
        "those who left before the offer to end it still take the last place",
        "ordered by what we can be sure of, not by the best guess",
        "Rated games that ended before these rules still count",
    ):
        assert said in page.text, said
    assert "worked out anew on" not in page.text


def test_the_explanation_says_when_all_ratings_were_worked_out_anew() -> None:
    finished("Maya", "Bruno", rated=True)
    with time_machine.travel(datetime(2026, 5, 4, 12, tzinfo=UTC), tick=False):
        call_command("rebuild", stdout=StringIO(), stderr=StringIO())
    page = Page(Client().get("/ratings/"))
    assert "All ratings were last worked out anew on 4 May 2026." in page.text
