"""What every bot does, whatever its level."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from games.bots.registry import LEVELS, choose_move
from games.bots.steady import Position
from games.bots.steady_weights import WEIGHTS
from games.bots.unseen import scouted_cards, strongest_sets, unseen_cards
from games.rules import game as rules
from games.rules.cards import TOPS, deck, parse_cards
from games.rules.deal import deal_round
from games.rules.moves import ScoutAndShow, Show
from games.rules.sets import strength, stronger_sets
from games.rules.views import ActiveSet, View, view_for


def positions(players: int, seed: int, step: int = 3) -> Iterator[tuple[rules.GameState, View]]:
    """Random play, with the view of a seat that may act."""
    chance = Random(seed)
    secret = chance.randbytes(32)
    state = rules.new_game(players)
    number = 0
    while not state.over:
        if state.needs_deal:
            dealt = deal_round(secret, "", players, state.round_number)
            state = rules.deal(state, dealt)
        view = view_for(state, state.to_act[0])
        if number % step == 0:
            yield state, view
        number += 1
        state = rules.play(state, state.to_act[0], chance.choice(view.legal_moves()))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("name", LEVELS)
def test_a_bot_chooses_legal_moves(name: str, players: int) -> None:
    for _, view in positions(players, seed=players):
        assert choose_move(name, view, seed=1) in view.legal_moves()


@pytest.mark.parametrize("name", LEVELS)
def test_the_same_view_and_seed_give_the_same_move(name: str) -> None:
    views = [view for _, view in positions(4, seed=9, step=7)]
    forwards = [choose_move(name, view, seed=5) for view in views]
    backwards = [choose_move(name, view, seed=5) for view in reversed(views)]
    assert forwards == backwards[::-1]


def test_another_seed_gives_another_game_of_a_bot_that_draws() -> None:
    views = [view for _, view in positions(4, seed=9, step=7)]
    first, second = ([choose_move("random", view, seed=seed) for view in views] for seed in (1, 2))
    assert first != second


@pytest.mark.parametrize("cards", [("8/2", "8/3"), ("8/2", "8/3", "8/4"), ("6/1",)])
def test_a_beginner_goes_out_when_it_can(cards: tuple[str, ...]) -> None:
    """With the 6 alone it takes a 7 and shows both."""
    _, view = next(at for at in positions(3, seed=4) if at[1].phase == "play")
    shown = ActiveSet(((view.seat or 0) + 1) % 3, parse_cards(["7/4", "7/5"]))
    last = replace(view, hand=parse_cards(cards), active_set=shown)
    for seed in range(20):
        move = choose_move("easy", last, seed)
        assert isinstance(move, ScoutAndShow if len(cards) == 1 else Show)
        assert move.stop - move.start == max(2, len(cards))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_steady_knows_what_going_out_brings(players: int) -> None:
    """The cards it takes, and what the others pay, without guessing."""
    _, view = next(at for at in positions(players, seed=4) if at[1].phase == "play")
    shown = ActiveSet(((view.seat or 0) + 1) % players, parse_cards(["7/4"]))
    last = replace(view, hand=parse_cards(["8/2", "8/3"]), active_set=shown)
    worth = {
        move: value for value, move in Position(last, Random(1)).valued_moves(WEIGHTS[players])
    }
    others = [count for seat, count in enumerate(view.hand_counts) if seat != view.seat]
    assert worth[Show(0, 2)] == pytest.approx(1 + sum(others) / len(others))


def test_unseen_cards_are_those_not_seen_and_not_known_in_a_hand() -> None:
    for players in (2, 3, 4, 5):
        for state, view in positions(players, seed=20 + players, step=5):
            assert state.round is not None
            unseen = set(unseen_cards(view))
            held = scouted_cards(view.history)
            for seat, hand in enumerate(state.round.hands):
                cards = {card & ~1 for card in hand}
                if seat == view.seat:
                    assert not cards & unseen
                else:
                    known = {card for card, holder in held.items() if holder == seat}
                    assert known <= cards
                    assert cards - known <= unseen
            assert unseen <= set(deck(players))


def test_the_strongest_sets_dealt_to_the_others_are_sets() -> None:
    _, view = next(positions(4, seed=3))
    for strengths in strongest_sets(view, 10, Random(1)):
        assert len(strengths) == 3
        assert all(1 << 5 < found < 12 << 5 for found in strengths)
    assert strongest_sets(view, 10, Random(1)) == strongest_sets(view, 10, Random(1))


def test_the_strongest_set_of_a_hand_is_that_of_its_list_of_sets() -> None:
    from games.bots.unseen import strongest

    chance = Random(4)
    for _ in range(300):
        cards = chance.sample(list(deck(5)), chance.randrange(1, 14))
        hand = bytes(card | chance.getrandbits(1) for card in cards)
        tops = hand.translate(TOPS)
        sets = [strength(tops[start:stop]) for start, stop in stronger_sets(tops)]
        assert strongest(hand) == max(sets)
