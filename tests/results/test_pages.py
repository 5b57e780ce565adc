"""Profiles and archives: what they show, to whom, and how many queries it takes."""

import re
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
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
from tests.results.profile_page import read_page
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
    assert "1500 →" in table_page


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
def test_a_name_that_nobody_can_have_is_nobodys(address: str) -> None:
    assert client_of("Maya").get(address).status_code == 404


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
        "before=2026-01-01&seat=%00",
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
    RatingChange.objects.filter(pk=first.pk).update(mu_before=25, mu=26)
    seat, mus = first.seat, (26, 25, 26, 27, 30, 28, 27, 26, 25, 24, 26)
    for number, (before, mu) in enumerate(pairwise(mus), start=2):
        other = Game.objects.create(name="", players=2, audience="open", created_at=first.ended_at)
        seat.pk, seat.game = None, other
        seat.save()
        first.pk, first.number, first.mu_before, first.mu = seat.pk, number, before, mu
        first.save(force_insert=True)
    Rating.objects.filter(user=player("Maya")).update(games=len(mus), mu=mus[-1])
    page = read_page(client_of("Maya").get("/players/Maya/?last=all").content.decode())
    rows = {int(row[0]): (int(row[1]), row[3]) for row in page.tables["rating"]}
    # Every third, counted from the last, and the best.
    assert list(rows) == [11, 8, 5, 2]
    monkeypatch.setattr("games.results.rating_history.MOST_POINTS", 3)
    html = client_of("Maya").get("/players/Maya/?last=all").content.decode()
    page = read_page(html)
    rows = {int(row[0]): (int(row[1]), row[3]) for row in page.tables["rating"]}
    assert list(rows) == [11, 7, 5, 3]
    assert rows[5] == (1620, "+72")
    assert rows[11] == (1524, "+48")
    assert "Rating over 11 games: now 1524 ±" in html
    assert "best 1620." in html


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
    page = Client().get("/ratings/").content.decode()
    assert "1500 ±400" in page
