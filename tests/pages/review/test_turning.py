"""What made the difference, in a sentence of facts."""

from dataclasses import replace

import pytest

from games.bots.reviewing.grades import Grade
from games.bots.reviewing.judging import Judgement
from games.bots.reviewing.options import Option
from games.bots.reviewing.whole import Decision, Place, decisions
from games.models import Kind, Seat
from games.pages.review.turning import turning_cards, turning_sentence
from games.rules.cards import parse_cards
from games.rules.moves import Move, Orient, Scout, ScoutAndShow, Show
from games.rules.views import ActiveSet, View
from games.words.people import People, people_at
from tests.bots.reviewing.games import bots_game
from tests.names import bare


def people(me: int | None) -> People:
    seats = [Seat(number=number, name=name) for number, name in enumerate(("Maya", "Tom", "Ilse"))]
    for seat in seats:
        seat.kind = Kind.MEMBER
    return people_at(seats, me)


@pytest.fixture(scope="module")
def some_view() -> View:
    found = [each.view for each in decisions(bots_game("steady", "steady", "steady"))]
    return next(view for view in found if view.seat == 0 and view.phase == "play")


def decided(view: View, hand: str, ring: str, move: Move, best: Move) -> tuple[Decision, Judgement]:
    cards = parse_cards(hand.split())
    active = ActiveSet(1, parse_cards(ring.split())) if ring else None
    seen = replace(view, hand=cards, active_set=active)
    lost = Judgement(Option(move, -5.3), (Option(best, -0.6),), 4.7, 1.0, Grade.COSTLY)
    return Decision(Place(0, 4, 0), seen, move), lost


HAND = "9/5 9/2 9/7 2/8 4/3"
FOURS = "1/9 2/9 3/9 4/9 4/8 4/7 4/6"


@pytest.mark.parametrize(
    ("hand", "ring", "move", "best", "mine", "theirs"),
    [
        (
            *(HAND, "8/3 8/6", Scout("left", flip=False, to=5), Show(0, 3)),
            "You scouted an 8 while 9-9-9 in your hand beat the ring.",
            "Maya scouted an 8 while 9-9-9 in the hand beat the ring.",
        ),
        (
            *(FOURS, "9/1", Show(0, 4), Show(3, 7)),
            "Your 1-2-3-4 broke up 4-4-4-4 to beat 9.",
            "Maya’s 1-2-3-4 broke up 4-4-4-4 to beat 9.",
        ),
        (
            *(HAND, "", Show(3, 4), Show(0, 3)),
            "2 was easy to beat; 9-9-9 would have stood more often.",
            "2 was easy to beat; 9-9-9 would have stood more often.",
        ),
        (
            *("3/1 5/2 9/4", "4/8", Scout("left", flip=False, to=0), Scout("left", False, 1)),
            "Between 3 and 5, the 4 would have made 3-4-5.",
            "Between 3 and 5, the 4 would have made 3-4-5.",
        ),
        (
            *(HAND, "8/3", ScoutAndShow("left", False, 0, 1, 3), Show(0, 3)),
            "You spent Scout & Show early; Show 9-9-9 would have done.",
            "Maya spent Scout & Show early; Show 9-9-9 would have done.",
        ),
        (
            *(HAND, "8/3 8/6", Show(0, 3), Scout("left", flip=False, to=5)),
            "Better by 4.7: Scout the 8 on the left, after the 4.",
            "Better by 4.7: Scout the 8 on the left, after the 4.",
        ),
        (
            *("1/3 3/4 6/5 8/6", "", Orient(flip=False), Orient(flip=True)),
            "The other way up, your hand was 1 set instead of 4.",
            "The other way up, the hand was 1 set instead of 4.",
        ),
        (
            *("1/2 3/5 5/8", "", Orient(flip=False), Orient(flip=True)),
            "The other way up, your sets were stronger.",
            "The other way up, the sets were stronger.",
        ),
    ],
)
def test_it_says_what_was_done_and_what_was_better(
    some_view: View, hand: str, ring: str, move: Move, best: Move, mine: str, theirs: str
) -> None:
    decision, verdict = decided(some_view, hand, ring, move, best)
    assert bare(turning_sentence(decision, verdict, people(0)[0])) == mine
    assert bare(turning_sentence(decision, verdict, people(1)[0])) == theirs


def test_a_find_says_how_much_worse_all_else_was(some_view: View) -> None:
    decision, verdict = decided(some_view, HAND, "8/3 8/6", Show(0, 3), Show(0, 3))
    found = verdict._replace(given_away=0.0, ahead=2.04, grade=Grade.FIND)
    said = turning_sentence(decision, found, people(0)[0])
    assert bare(said) == "Every other choice was at least 2.0 worse."
    assert turning_cards(decision, found).between == "on"


def test_the_cards_beside_it_are_those_that_were_better(some_view: View) -> None:
    scouted = Scout("left", flip=False, to=5)
    picture = turning_cards(*decided(some_view, HAND, "8/3 8/6", scouted, Show(0, 3)))
    assert (picture.cards, picture.between, picture.ring) == (
        parse_cards(["9/5", "9/2", "9/7"]),
        "beats",
        parse_cards(["8/3", "8/6"]),
    )
