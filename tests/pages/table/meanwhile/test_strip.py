"""The strip between ring and hand: the moves since the viewer's last turn."""

from datetime import timedelta

import pytest
import time_machine
from bs4 import BeautifulSoup, Tag
from django.utils import timezone

from accounts.guests.lifetime import new_guest
from games.lobby.taking_over import take_chair
from games.models import Actor, ChairOffer, Game, Seat
from games.pages.table.meanwhile.strip import MOST
from games.play.chair_offers import offer_chair
from games.play.chairs import keep, take_back
from games.rules.moves import Scout, ScoutAndShow, Show
from tests.pages.conftest import DealHands, play
from tests.pages.page import Visitor
from tests.pages.seats import all_keep, at_seat, on_turn, run_out, watching, without_chance
from tests.tables import is_on, people_game, play_on

pytestmark = pytest.mark.django_db

NAMES = ("Maya", "Bruno", "Ilse", "Tomás")
HANDS = {
    0: "9/10 9/8 1/3 2/6 3/4 5/8",
    1: "6/10 4/9 2/8 5/10 1/9 3/10",
    2: "1/5 1/7 4/6 8/10 3/9 2/7",
    3: "7/9 7/10 4/5 8/6 2/4 1/6",
}


def named(game: Game) -> Game:
    for number, name in enumerate(NAMES[: game.players]):
        Seat.objects.filter(game=game, number=number).update(name=name)
    return game


@pytest.fixture
def table(deal: DealHands) -> Game:
    """As in the picture: Maya shows, Bruno scouts, Ilse shows, Tomás does both."""
    deal(HANDS, starter=0, exactly=True)
    game = named(people_game(4))
    all_keep(game)
    play(game, 0, Show(0, 2))
    play(game, 1, Scout("left", flip=False, to=0))
    play(game, 2, Show(0, 2))
    play(game, 3, ScoutAndShow("left", flip=False, to=6, start=0, stop=2))
    return game


def soup(visitor: Visitor) -> BeautifulSoup:
    return BeautifulSoup(visitor.page.html, "html.parser")


def chips(visitor: Visitor) -> list[Tag]:
    return list(soup(visitor).select(".move-chip"))


def numbers(visitor: Visitor) -> list[int]:
    return [int(str(chip["data-number"])) for chip in chips(visitor)]


def said(part: Tag | None) -> str:
    return " ".join(part.get_text(" ").split()) if part else ""


def drawn(chip: Tag) -> str:
    """Arrows and numbers as they are seen."""
    signs = []
    for part in chip.select(".did use, .did .ticket, .did .tiny, .did .gain"):
        if part.name == "use":
            signs.append("" if part.find_parent(class_="gain") else str(part["href"])[1:])
        else:
            classes = part["class"]
            signs.append("ticket" if "ticket" in classes else said(part))
    return " ".join(sign for sign in signs if sign)


def log_of(visitor: Visitor) -> list[tuple[int, str]]:
    """Number and sentence of each line, newest first, headings as number 0."""
    lines = soup(visitor).select("#log li")
    return [
        (int(str(line.get("data-number", "0"))), said(line.select_one("div") or line))
        for line in lines
    ]


def news_of(visitor: Visitor) -> list[int]:
    """The numbers under the log's "Since your last turn"."""
    lines = [number if text != "Before" else -1 for number, text in log_of(visitor)]
    return [number for number in lines[: lines.index(-1)] if number] if -1 in lines else []


def test_each_move_since_is_a_chip_in_the_order_they_were_made(table: Game) -> None:
    maya = at_seat(table, 0)
    assert numbers(maya) == [1, 2, 3, 4]
    assert [drawn(chip) for chip in chips(maya)] == [
        "up 9 9",
        "down 9 +1 you",
        "up 1 1 1",
        "ticket down 1 up 7 7 1",
    ]
    anchors = [chip for chip in chips(maya) if "anchor" in chip["class"]]
    assert [chip["data-number"] for chip in anchors] == ["1"], "my own, the first"
    assert soup(maya).select_one(".meanwhile ol[aria-label='Since your last turn']")


def test_a_chip_says_what_the_log_says(table: Game) -> None:
    for seat in range(4):
        visitor = at_seat(table, seat)
        log = dict(log_of(visitor))
        for chip in chips(visitor):
            sentence = said(chip.select_one(".unseen"))
            assert log[int(str(chip["data-number"]))].startswith(sentence)


def test_the_strip_and_the_log_tell_the_same_moves(table: Game) -> None:
    for _ in range(6):
        play_on(table, moves=1)
        for seat in range(4):
            visitor = at_seat(table, seat)
            since = [
                int(str(chip["data-number"]))
                for chip in chips(visitor)
                if "anchor" not in chip["class"]
            ]
            assert since == news_of(visitor)[::-1]


def test_seen_again_a_move_says_what_came_of_it(table: Game) -> None:
    beats = [
        [
            said(BeautifulSoup(str(part), "html.parser"))  # Else it is no text, but a template's.
            for beat in chip("template")
            for part in beat(["strong", "span"], class_=False, recursive=False)
        ]
        for chip in chips(at_seat(table, 0))
    ]
    assert beats == [
        ["You show 9-9", "The ring was empty."],
        ["Bruno scouts a 9", "You got a chip."],
        ["Ilse shows 1-1", "It beat your 9."],
        [
            *("Tomás scouts a 1", "Ilse got a chip."),
            *("Tomás shows 7-7", "It beat Ilse ’s 1."),
        ],
    ]


def test_no_chip_holds_what_only_its_player_knows(table: Game) -> None:
    play_on(table, until=is_on(1))
    for seat in range(4):
        for chip in chips(at_seat(table, seat)):
            assert "Only you see this" not in chip.get_text()


def test_two_players_pay_to_the_centre(deal: DealHands) -> None:
    deal(
        {0: "9/10 9/8 1/3 2/6 3/4 5/8", 1: "6/10 4/9 2/8 5/10 1/9 3/10"},
        players=2,
        starter=0,
        exactly=True,
    )
    game = named(people_game(2))
    all_keep(game)
    play(game, 0, Show(0, 1))
    play(game, 1, Scout("left", flip=False, to=0))
    first, second = chips(at_seat(game, 0))
    assert (drawn(first), drawn(second)) == ("up 9", "down 9")
    assert "1 chip went to the centre." in said(second.template)
    # It is still Bruno's turn.
    assert numbers(at_seat(game, 1)) == [2]
    assert "Nobody has moved since." in at_seat(game, 1).page.text


def test_a_round_that_has_just_begun_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    without_chance(monkeypatch)
    game = named(people_game(3))
    all_keep(game)
    starter = on_turn(game)
    strip = soup(at_seat(game, starter)).select_one(".meanwhile")
    assert said(strip) == "Meanwhile The round has just begun. You start."
    play_on(game, moves=1)
    assert numbers(at_seat(game, (starter + 1) % 3)) == [1]
    assert said(soup(at_seat(game, (starter + 1) % 3)).select_one(".meanwhile ol")) != ""
    assert "Nobody has moved since." in at_seat(game, starter).page.text


def test_a_spectator_sees_the_last_circle(monkeypatch: pytest.MonkeyPatch) -> None:
    without_chance(monkeypatch)
    game = named(people_game(3, open_to_all=True))
    all_keep(game)
    play_on(game, moves=5)
    visitor = watching(game)
    assert numbers(visitor) == [3, 4, 5]
    assert not soup(visitor).select(".anchor")
    assert soup(visitor).select_one(".meanwhile ol[aria-label='The latest moves']")
    assert not {"Since your last turn", "Before"} & {text for _, text in log_of(visitor)}


def test_what_the_clock_or_a_bot_did_for_me_is_news_to_me(monkeypatch: pytest.MonkeyPatch) -> None:
    without_chance(monkeypatch)
    game = named(people_game(3))
    all_keep(game)
    play_on(game, until=lambda state: len(state.moves) >= 3)
    seat = on_turn(game)
    run_out(game)
    made = numbers(at_seat(game, seat))
    assert made[-1] == 4, "the clock's move"
    assert made[0] == 1, "my own last one"
    clock = chips(at_seat(game, seat))[-1]
    assert "Time ran out, so a bot played this turn" in said(clock.select_one(".unseen"))

    keep(game_id=game.pk, seat=seat, actor=Actor.CLOCK)
    play_on(game, until=lambda state: len(state.moves) >= 8)
    take_back(game_id=game.pk, seat=seat)
    visitor = at_seat(game, seat)
    assert numbers(visitor) == list(range(1, 9))
    assert news_of(visitor) == list(range(8, 1, -1))


def test_a_newcomer_reads_of_the_player_before(monkeypatch: pytest.MonkeyPatch) -> None:
    without_chance(monkeypatch)
    game = named(people_game(3, turn_seconds=None))
    all_keep(game)
    play_on(game, moves=4)
    keep(game_id=game.pk, seat=1, actor=Actor.CLOCK)
    with time_machine.travel(timezone.now() + timedelta(days=7, hours=1), tick=False):
        offer_chair(game_id=game.pk, by_seat=0, seat=1)
        link = ChairOffer.objects.get(seat__game=game).link
        take_chair(user=new_guest(), link=link)
        newcomer = at_seat(game, 1)
        assert numbers(newcomer) == [1, 2, 3, 4]
        assert not soup(newcomer).select(".anchor"), "nothing of it is theirs"
        titles = [said(chip.template) for chip in chips(newcomer)]
        assert any(title.startswith("Bruno") for title in titles)
        assert not any(title.startswith("You ") for title in titles)


def test_after_long_the_strip_holds_my_own_last_move_and_the_latest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    without_chance(monkeypatch)
    game = named(people_game(5))
    all_keep(game)
    seat = on_turn(game)
    play_on(game, moves=1)
    keep(game_id=game.pk, seat=seat, actor=Actor.CLOCK)
    state = play_on(game, moves=MOST + 2, level="random")
    assert len(state.moves) == MOST + 3
    visitor = at_seat(game, seat)
    assert numbers(visitor) == [1, *range(4, MOST + 4)]
