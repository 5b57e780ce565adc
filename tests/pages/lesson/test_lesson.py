"""The lesson is a round by the rules, and its hints are true."""

import itertools

import pytest
from django.test import Client

from games.pages.lesson.first_hand import (
    BOLD,
    CALM,
    END,
    FIRST_TURN,
    ME,
    MOVES,
    SECOND_TURN,
    THIRD_TURN,
    states,
)
from games.pages.lesson.scenes import scenes
from games.rules.cards import card_names, deck, turned
from games.rules.legal import legal_moves
from games.rules.moves import Scout, ScoutAndShow, Show
from games.rules.round import apply
from games.rules.scoring import round_scores
from games.words.sets import judge
from tests.pages.page import Page


def test_every_card_of_the_lesson_is_one_of_three_players_and_there_once() -> None:
    dealt = b"".join(states()[0].hands)
    faces = {face for card in deck(3) for face in (card, turned(card))}
    assert set(dealt) <= faces
    assert len({frozenset((card, turned(card))) for card in dealt}) == len(dealt)


def test_every_move_of_the_lesson_is_legal() -> None:
    for before, (seat, move), after in zip(states()[:-1], MOVES, states()[1:], strict=True):
        assert move in legal_moves(before, seat)
        assert apply(before, seat, move) == after


def test_my_turns_are_a_show_a_scout_and_both() -> None:
    mine = [(turn, type(move)) for turn, (seat, move) in enumerate(MOVES) if seat == ME]
    assert mine == [(FIRST_TURN, Show), (SECOND_TURN, Scout), (THIRD_TURN, ScoutAndShow)]


def test_the_lesson_ends_with_the_points_it_tells() -> None:
    end = states()[END]
    assert (end.ended_by, end.ender) == ("empty_hand", ME)
    score = round_scores(end)[ME]
    assert (score.collected, score.chips, score.hand, score.total) == (3, 1, 0, 4)


def test_what_the_coach_says_is_so() -> None:
    first, second, third = (states()[turn] for turn in (FIRST_TURN, SECOND_TURN, THIRD_TURN))
    # Beat the 5; nothing beats three cards; 3-4-5 is too low for 6-7-8.
    assert (card_names(first.active), first.owner) == (["5/6"], BOLD)
    assert len(second.active) == 3
    assert second.owner == BOLD
    assert not any(isinstance(move, Show) for move in legal_moves(second, ME))
    assert third.owner == CALM
    assert not any(isinstance(move, Show) for move in legal_moves(third, ME))
    # Calm scouted one of my 7s and shows it in 6-7-8-9, of which Bold took the 9.
    assert second.chips == (1, 0, 0)
    assert card_names(third.active) == ["6/3", "7/2", "8/9"]


def test_scenes_lead_from_the_first_to_the_end_and_back_at_most() -> None:
    order = [*(scene.name for scene in scenes()), "done"]
    for place, scene in enumerate(scenes()):
        presses = [*scene.buttons, *scene.sides]
        presses += [card.slot for card in scene.hand.cards if card.slot]
        for more in (scene.hand.last_slot, scene.ring.left, scene.ring.right):
            presses += [more] if more else []
        ways = {press.go for press in presses if press.go}
        ways |= {str(found["go"]) for found in scene.selections.values() if found["go"]}
        assert [way for way in ways if order.index(way) > place] == [order[place + 1]]
        # Every other press gets an answer.
        assert all(press.go or press.hint or press.classes.endswith("red") for press in presses)


def test_every_selection_is_judged_as_at_the_table() -> None:
    wanted = {"show": ("0-2", FIRST_TURN), "both-show": ("0-4", THIRD_TURN)}
    for scene in scenes():
        if not scene.hand.selecting:
            assert not scene.selections
            continue
        right, turn = wanted[scene.name]
        active = states()[turn].active
        if scene.name == "both-show":
            active = active[1:]
        cards = bytes(card.card for card in scene.hand.cards)
        every = list(itertools.combinations(range(len(cards) + 1), 2))
        assert len(scene.selections) == len(every)
        for start, stop in every:
            found = scene.selections[f"{start}-{stop}"]
            assert bool(found["go"]) == (f"{start}-{stop}" == right)
            verdict = judge(cards[start:stop], active)
            assert found["title"] == verdict.sentence.title
            assert found["good"] == verdict.good
            assert verdict.good or not found["go"]


@pytest.mark.django_db
def test_without_a_script_the_lesson_is_pictures_with_text(client: Client) -> None:
    page = Page(client.get("/learn/"))
    assert page.headings == ["Your first hand"]
    told = page.html[: page.html.index("<template")]
    for sentence in (
        "Your two 7s lie side by side and match",
        "6-5-4",
        "7-8 is left in the ring",
        "Your points this round",
        "Play a bot now",
    ):
        assert sentence in told
    assert 'type="checkbox"' not in told
