"""A player who leaves a game for good comes last, and the best of the others wins."""

import pytest
from django.test import Client

from games.models import Game, HeadToHead, PlayerStatistics, SeatResult, SeatSummary
from games.models.statistics import WON
from games.order.games import pause, rewind
from games.play.chairs import leave
from games.play.rewinding.preview import turns_now
from games.results.conduct import Conduct
from games.results.outcomes import made_of
from games.results.places import places_of
from games.results.statistics import count
from games.results.tallies import shares_of
from tests.order.people import moderator
from tests.pages.page import Page
from tests.pages.seats import at_seat
from tests.results.finished import finished, player, table
from tests.results.profile_page import read_page
from tests.results.test_rebuilding import figures_that_are_wrong
from tests.tables import play_on, take_back

TOTALS = [4, 9, 7]


def test_without_anybody_leaving_the_most_points_win_and_are_shared() -> None:
    assert shares_of(TOTALS, ()) == [0, WON, 0]
    assert shares_of([9, 9, 7], ()) == [WON // 2, WON // 2, 0]


def test_the_best_of_those_who_stayed_wins_if_whoever_leads_has_left() -> None:
    assert places_of(TOTALS, {1}) == [2, 3, 1]
    assert shares_of(TOTALS, {1}) == [0, 0, WON]
    assert shares_of([7, 9, 7], {1}) == [WON // 2, 0, WON // 2]
    # A player who shares the lead with one who left has it alone.
    assert shares_of([9, 9, 7], {1}) == [WON, 0, 0]


def _as_if_the_leader_had_left(game: Game) -> None:
    """End ``game`` with the points of ``TOTALS``."""
    seats = list(game.seats.order_by("number"))
    for seat, score in zip(seats, TOTALS, strict=True):
        rows = SeatSummary.objects.filter(seat=seat)
        rows.update(score=score, left=seat.number == 1, winner=seat.number == 1)
    taken = list(game.results.all())
    ended_at = game.summary.changed_at
    tallies = {
        seat: {"games": 1, "won": share} for seat, share in enumerate(shares_of(TOTALS, {1}))
    }
    conduct = Conduct(finished=True, left={1: 1}, charged=frozenset({1}), nobody_gains=False)
    given = made_of(game, seats, totals=TOTALS, conduct=conduct, tallies=tallies, ended_at=ended_at)
    game.results.all().delete()
    for row in given:
        row.save(force_insert=True)
    count(taken=taken, given=given)


@pytest.mark.django_db
def test_archive_profile_and_my_games_tell_the_same() -> None:
    game = finished("Maya", "Bruno", "Ilse")
    _as_if_the_leader_had_left(game)
    client = Client()
    for name, place, won in (("Maya", "Place 2 of 3", "0"), ("Ilse", "Won", "100")):
        client.force_login(player(name))
        assert place in client.get(f"/players/{name}/games/").content.decode()
        mine = Page(client.get("/games/")).text
        assert place in mine
        assert ("you won" if name == "Ilse" else "won by Ilse with") in mine
        profile = read_page(client.get(f"/players/{name}/").content.decode())
        assert profile.key_figures["games won"].startswith(won)
    client.force_login(player("Bruno"))
    assert "Left" in client.get("/players/Bruno/games/").content.decode()


@pytest.mark.django_db
def test_the_page_about_ratings_says_so() -> None:
    page = Client().get("/ratings/").content.decode()
    assert "the best of those who stayed still comes first" in page


def _counted() -> dict[str, dict[str, int]]:
    """Games and those that were left, by player."""
    found = PlayerStatistics.objects.values_list("user__username", "tally")
    return {name: {key: tally.get(key, 0) for key in ("games", "left")} for name, tally in found}


@pytest.mark.django_db
def test_a_result_against_the_bots_of_those_who_left_counts_for_nothing_once_it_was_rewound() -> (
    None
):
    game = table("Maya", "Bruno", bots=1)
    play_on(game, moves=3 + 4)
    leave(game_id=game.pk, seat=1)
    maya = at_seat(game, 0)
    address = f"/games/{game.public_id}/rewind/"
    asked = maya.client.get(address).content.decode()
    assert "The game then counts in no rating, and in none of your figures." in asked
    maya.at("rewind", rewind=f"ask-{turns_now(game)[-1].version}")
    assert "moves were taken back, so the result doesn’t count" in maya.look().text
    play_on(game)
    assert _counted() == {"Bruno": {"games": 1, "left": 1}}
    assert list(SeatResult.objects.values_list("user__username", "finished")) == [("Bruno", False)]
    assert not HeadToHead.objects.exists()
    assert figures_that_are_wrong() == []


@pytest.mark.django_db
def test_a_player_who_leaves_after_rewinding_alone_has_left_nothing_that_counts() -> None:
    game = table("Maya", "Bruno", bots=1)
    play_on(game, moves=3 + 4)
    leave(game_id=game.pk, seat=1)
    take_back(game)
    leave(game_id=game.pk, seat=0)
    assert _counted() == {"Bruno": {"games": 1, "left": 1}}


@pytest.mark.django_db
@pytest.mark.parametrize("by", ["all", "a moderator"])
def test_a_game_that_was_rewound_counts_if_others_were_asked_or_a_moderator_did_it(by: str) -> None:
    game = table("Maya", "Bruno", bots=1)
    play_on(game, moves=3 + 4)
    if by == "all":
        take_back(game)
    leave(game_id=game.pk, seat=1)
    if by == "a moderator":
        ada, last = moderator(), turns_now(game)[-1].version
        pause(game_id=game.pk, by=ada, reason="The page hung.")
        rewind(game_id=game.pk, to=last, by=ada, reason="The page hung.")
    assert "moves were taken back" in at_seat(game, 0).look().text
    assert "doesn’t count" not in at_seat(game, 0).look().text
    play_on(game)
    assert _counted()["Maya"] == {"games": 1, "left": 0}
    assert figures_that_are_wrong() == []
