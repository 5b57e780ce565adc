"""That somebody is a guest is said in lists, and never within a sentence or a heading."""

from collections.abc import Iterator

import pytest
from bs4 import BeautifulSoup, Tag
from django.test import Client
from django.urls import reverse

from accounts.guests.lifetime import new_guest
from accounts.models import User
from games.lobby.invitations import invite
from games.lobby.joining import join
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.log.store import load_state
from games.models import Game, Kind
from games.play.chat import say
from games.rules.moves import Move, Scout, Show
from games.words.names import badge, in_sentence, listed, named, plain, told
from tests.pages.conftest import DealHands, play
from tests.pages.seats import all_keep
from tests.tables import play_on

pytestmark = pytest.mark.django_db

BADGE = ".badge-guest"
SENTENCES = (
    "h1, h2, h3, p, summary, legend, caption, button, .ring, .stamp, .curtain, .poster, .bar, "
    "#log li, .moves li, .meanwhile, .strip, .lead"
)
"""Parts of a page that are sentences or headings. Lists of people are in none of them."""
IN_BRACKETS = "(guest)"
"""In titles, labels and what scripts say."""
NAMES = ("Nora", "Milo", "Pia")


class Evening:
    """Three guests, at a table open to all, and somebody who watches."""

    def __init__(self) -> None:
        self.guests = [new_guest() for _name in NAMES]
        terms = Terms(players=3, name="Thursday Troupe", open=True, turn_seconds=24 * 3600)
        self.game: Game = create_game(user=self.guests[0], terms=terms, name=NAMES[0])
        self.member = User.objects.create_user("Ilse")

    def sit_down(self, *numbers: int) -> None:
        for number in numbers:
            join(game_id=self.game.pk, user=self.guests[number], name=NAMES[number])

    @property
    def at(self) -> str:
        return f"/games/{self.game.public_id}/"

    def pages(self, *addresses: str) -> Iterator[tuple[str, BeautifulSoup]]:
        """What two guests, somebody who watches and a stranger see there."""
        for user in (self.guests[0], self.guests[1], self.member, None):
            browser = Client()
            if user:
                browser.force_login(user)
            for address in addresses or (self.at,):
                page = browser.get(address, follow=True)
                assert page.status_code == 200
                who = user.username if user else "a stranger"
                yield f"{address} for {who}", BeautifulSoup(page.content, "html.parser")


def wrong(soup: BeautifulSoup) -> list[str]:
    """Where the page says within a sentence that somebody is a guest."""
    found = [str(part) for part in soup.select(SENTENCES) if part.select(BADGE)]
    found += [str(text) for text in soup.strings if IN_BRACKETS in text]
    for element in soup.find_all(True):
        said = (f"{key}: {value}" for key, value in element.attrs.items())
        found += [each for each in said if IN_BRACKETS in each]
    return found


def expect_none(evening: Evening, *addresses: str) -> None:
    for where, soup in evening.pages(*addresses):
        assert wrong(soup) == [], where


def made_by(game: Game, move: Move) -> tuple[int, Move]:
    return load_state(game).to_act[0], move


def text_of(soup: BeautifulSoup, part: str) -> str:
    found = soup.select_one(part)
    return " ".join(found.get_text().split()) if isinstance(found, Tag) else ""


def test_before_a_game_the_poster_and_the_headline_have_no_badge() -> None:
    evening = Evening()
    evening.sit_down(1)
    bruno = User.objects.create_user("Bruno")
    invite(game_id=evening.game.pk, by=evening.guests[0], user=bruno)
    asked = Client()
    asked.force_login(bruno)
    poster = f"/invitation/{evening.game.invitation}/"
    for browser, address, said in (
        (Client(), poster, "Nora wants you on stage"),
        (asked, "/games/", "Nora invites you"),
        (asked, evening.at, ""),
    ):
        soup = BeautifulSoup(browser.get(address, follow=True).content, "html.parser")
        assert wrong(soup) == [], address
        assert said in " ".join(soup.get_text().split())
    expect_none(evening, evening.at, "/games/", "/")
    # Beside the seats it is said.
    for where, soup in evening.pages():
        assert soup.select(f".chairs {BADGE}, .places {BADGE}"), where


def test_in_a_game_headline_ring_and_log_have_none(deal: DealHands) -> None:
    deal({0: "5/9 5/8 6/1 7/2", 1: "2/9 8/3 9/7", 2: "3/5 6/4 6/7"}, players=3)
    evening = Evening()
    evening.sit_down(1, 2)
    expect_none(evening)
    for seat in range(3):
        say(game_id=evening.game.pk, seat=seat, text="Hello")
    all_keep(evening.game)
    for made in (Show(0, 2), Scout("left", flip=False, to=0)):
        play(evening.game, *made_by(evening.game, made))
        for where, soup in evening.pages():
            assert wrong(soup) == [], where
            assert " set" in text_of(soup, ".ring-title"), where
            assert soup.select("#log li"), where
            # Beside the seats it is said.
            assert soup.select(f".seat {BADGE}"), where
    expect_none(evening, f"{evening.at}replay/", "/games/", reverse("games:find"))


def test_between_rounds_curtain_and_stamp_have_none() -> None:
    evening = Evening()
    evening.sit_down(1, 2)
    play_on(evening.game, until=lambda state: len(state.results) == 1)
    for where, soup in evening.pages(evening.at, f"{evening.at}?scene=scores-1"):
        assert wrong(soup) == [], where
        if where.startswith(f"{evening.at} for guest"):
            assert text_of(soup, ".stamp"), where
            assert not soup.select(f".curtain {BADGE}"), where


def test_at_the_end_the_bow_has_none() -> None:
    evening = Evening()
    evening.sit_down(1, 2)
    play_on(evening.game)
    for where, soup in evening.pages():
        assert wrong(soup) == [], where
        assert any(name in text_of(soup, ".lineup") for name in NAMES), where
    expect_none(evening, f"{evening.at}replay/", f"{evening.at}fair/")


def test_a_sentence_leaves_the_guest_s_badge_out_and_keeps_the_others() -> None:
    names = [named("Gus", Kind.GUEST), named("Robo", Kind.BOT), named("Ada", Kind.MODERATOR)]
    said = told("{names} wait", names=listed(names, "and"))
    assert plain(said) == "Gus, Robo (bot) and Ada (moderator) wait"
    assert str(badge(Kind.GUEST)) not in said
    assert plain(in_sentence(names[0])) == "Gus"
    assert in_sentence("<Somebody>") == "&lt;Somebody&gt;"
    # In a list it stays.
    assert plain(listed(names)) == "Gus (guest), Robo (bot), Ada (moderator)"


def test_what_somebody_wrote_in_a_sentence_is_no_badge() -> None:
    written = f"I am a {badge(Kind.GUEST)}"
    assert plain(told("“{text}”", text=str(written))) == f"“{written}”"
