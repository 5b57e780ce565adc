"""Who do you play? Characters are chosen one by one, or several around one's own strength."""

import pytest
from bs4 import BeautifulSoup
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.guests.lifetime import new_guest
from accounts.models import User
from games.bots.company.ratings import RATINGS
from games.bots.offered import CALLED
from games.lobby.against_bots import Pick, last_pick, picks
from games.lobby.opening import start_bot_game
from games.models import Audience, Game
from games.results.against_bots import LEAST, rating_against_bots
from games.upkeep.ownership import move_games
from tests.pages.lobby.pressing import account, page, press, signed_in
from tests.results.test_against_bots import over
from tests.tables import bot_game

pytestmark = pytest.mark.django_db

PATH = "/play/"


def chosen(client: Client, path: str = PATH) -> list[str]:
    """The bots with a tick."""
    found = BeautifulSoup(client.get(path).content, "html.parser")
    return [str(box["value"]) for box in found.select("[name=bot][checked]")]


def seated() -> list[str]:
    """The bots of the only game, by seat."""
    return list(Game.objects.get().seats.exclude(bot="").values_list("bot", flat=True))


def test_all_eight_are_there_weakest_first_with_strength_rating_and_line() -> None:
    found = page(Client(), PATH)
    places = [
        found.text.index(f"{name} strength {place} of 8")
        for place, name in enumerate(CALLED.values(), 1)
    ]
    assert places == sorted(places)
    assert f"rated about {round(RATINGS['otto'], -1)}" in found.text
    assert "Otto hoards tens." in found.text
    assert "You, Pip, Tilly and Otto" in found.text
    assert "4 players, 4 rounds · hints are on" in found.text
    assert not User.objects.exists()


@pytest.mark.parametrize("bots", [["ada"], ["mabel", "pip"], ["pip", "juno", "lev", "tilly"]])
def test_those_chosen_sit_down_weakest_first(bots: list[str]) -> None:
    found = press(Client(), PATH, chosen=1, bot=bots, legal_sets="hidden")
    assert found.headings == ["Which way up?"]
    assert seated() == sorted(bots, key=[*CALLED].index)
    game = Game.objects.get()
    assert (game.players, game.audience) == (len(bots) + 1, Audience.OWN)
    assert not game.show_legal_sets
    assert User.objects.get().is_guest


@pytest.mark.parametrize(
    ("bots", "said"),
    [
        ([*CALLED][2:7], "Four are the most."),
        ([*CALLED, "easy", "steady", "expert"], "Four are the most."),
        ([], "Choose at least one."),
        (["genius"], "Choose at least one."),
    ],
)
def test_too_many_or_nobody_is_refused_and_nothing_is_lost(bots: list[str], said: str) -> None:
    client = Client()
    response = client.post(PATH, {"chosen": 1, "bot": bots, "legal_sets": "hidden"})
    found = BeautifulSoup(response.content, "html.parser")
    assert said in found.get_text()
    ticked = [box["value"] for box in found.select("[name=bot][checked]")]
    assert ticked == [bot for bot in bots if bot in CALLED]
    assert [each["value"] for each in found.select("[name=legal_sets][checked]")] == ["hidden"]
    assert not Game.objects.exists()


def test_the_last_pick_is_kept_for_guests_and_comes_along_to_an_account() -> None:
    client = Client()
    assert "?pick=mine" not in page(client, PATH).links
    press(client, PATH, chosen=1, bot=["corvo", "lev"], legal_sets="hidden")
    assert chosen(client) == chosen(client, f"{PATH}?pick=mine") == ["lev", "corvo"]
    press(client, PATH)
    newest = Game.objects.latest("pk")
    assert {*newest.seats.exclude(bot="").values_list("bot", flat=True)} == {"lev", "corvo"}
    assert not newest.show_legal_sets
    guest, maya = User.objects.get(), account("Maya")
    kept = last_pick(guest)
    move_games(source=guest, target=maya)
    assert last_pick(maya) == kept


def test_a_game_with_people_or_somebody_else_s_is_no_pick() -> None:
    maya = account("Maya")
    game = bot_game()
    Game.objects.filter(pk=game.pk).update(creator=maya, audience=Audience.INVITATION)
    start_bot_game(user=account("Bruno"), bots=["ada"])
    assert last_pick(maya) is None


def test_bots_of_an_old_game_come_again_as_characters() -> None:
    maya = account("Maya")
    start_bot_game(user=maya, bots=["pip", "tilly", "otto"])
    Game.objects.get().seats.exclude(bot="").update(bot="expert")
    last = last_pick(maya)
    assert last is not None
    assert last.bots == ("corvo", "mabel", "ada")


def test_somebody_new_plays_the_weakest_and_each_choice_shows_its_bots() -> None:
    client = Client()
    for pick, bots in picks(None, None).items():
        assert chosen(client, f"{PATH}?pick={pick}") == [*bots]
    assert chosen(client) == chosen(client, f"{PATH}?pick=nobody") == ["pip", "tilly", "otto"]
    press(client, PATH)
    assert seated() == ["pip", "tilly", "otto"]


@pytest.mark.parametrize("rating", [-500, 347, 900, 1200, 1600, 3000])
def test_the_choices_lie_around_the_player_s_rating(rating: int) -> None:
    found = picks(rating, None)
    assert all(len(bots) == 3 for bots in found.values())
    offered = [pick for pick in (Pick.GENTLE, Pick.EVEN, Pick.TOUGH) if pick in found]
    means = [sum(RATINGS[bot] for bot in found[pick]) for pick in offered]
    assert means == sorted({*means}), "each is stronger than the one before"
    nearest = min(RATINGS, key=lambda bot: abs(RATINGS[bot] - rating))
    assert nearest in found[Pick.EVEN]
    # Nobody is weaker than the weakest three, nor stronger than the strongest.
    assert (Pick.GENTLE in found) == ("pip" not in found[Pick.EVEN])
    assert (Pick.TOUGH in found) == ("ada" not in found[Pick.EVEN])


def test_what_nobody_plays_is_not_offered() -> None:
    guest = new_guest()
    for _ in range(LEAST):
        over(guest, "ada", "mabel", ahead=2)
    client = signed_in(guest)
    assert chosen(client, f"{PATH}?pick=tough") == chosen(client, f"{PATH}?pick=even")
    shown = BeautifulSoup(client.get(f"{PATH}?pick=tough").content, "html.parser")
    assert {link.text for link in shown.select("#picks .on")} == {"Even"}
    assert [pick.text for pick in shown.select("#picks [aria-disabled]")] == ["Tough", "My pick"]
    assert "and nobody here is stronger: Ada comes nearest." in shown.text


def test_somebody_weaker_than_all_reads_who_is_gentlest() -> None:
    guest = new_guest()
    for _ in range(4 * LEAST):
        over(guest, "pip", "tilly", ahead=-1)
    shown = page(signed_in(guest), PATH)
    assert "and nobody here is gentler than Pip." in shown.text


def test_the_page_says_how_strong_its_viewer_plays() -> None:
    guest = new_guest()
    client = signed_in(guest)
    assert f"finish {LEAST} games against bots" in page(client, PATH).text
    over(guest, "juno")
    assert f"finish {LEAST - 1} more games against bots" in page(client, PATH).text
    for _ in range(LEAST):
        over(guest, "juno", ahead=0)
    rating = rating_against_bots(guest).rating
    assert rating is not None
    said = f"You play at about {round(rating, -1)}, so Juno is an even match."
    assert said in page(client, PATH).text
    assert "juno" in chosen(client, f"{PATH}?pick=even")


def test_nobody_else_reads_a_rating_against_bots() -> None:
    maya, bruno = account("Maya"), account("Bruno")
    for _ in range(LEAST):
        over(maya, "juno", ahead=3)
    rating = rating_against_bots(maya).rating
    assert rating is not None
    shown, own = round(rating, -1), signed_in(maya)
    assert f"You play at about {shown}," in page(own, "/players/Maya/").text
    for viewer in (Client(), signed_in(bruno)):
        for path in ("/players/Maya/", "/players/Maya/games/", PATH, "/leaderboards/"):
            response = viewer.get(path)
            assert response.status_code == 200
            assert "play at about" not in response.content.decode()
            assert f"about {shown}" not in response.content.decode()


def test_the_page_takes_as_many_queries_for_many_games_as_for_one(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    maya = account("Maya")
    client = signed_in(maya)
    client.get(PATH)
    for _ in range(3):
        start_bot_game(user=maya, bots=["pip", "ada"])
        over(maya, "juno", "otto")
        with django_assert_max_num_queries(11):
            client.get(PATH)
