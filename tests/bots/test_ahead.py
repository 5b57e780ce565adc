"""Look-ahead deals only what it can't see, and counts right."""

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from random import Random

import numpy as np
import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

pytest.importorskip("numba", reason="install the development requirements: numba is missing")

from games.bots import expert, expert_ahead
from games.bots.expert import move_of
from games.bots.expert_ahead import ORIENTING, SEARCH
from games.bots.fast.ahead import best_ahead, look_ahead, new_room, table_of, worths_ahead
from games.bots.fast.dealing import deal_unseen, unseen_at
from games.bots.fast.orienting import orientation_worths
from games.bots.fast.table import RoundArrays, banked, deck_array, final_margin
from games.bots.fast.table import play as fast_play
from games.bots.fast.thinking import knowledge_at, new_mind
from games.bots.registry import AHEAD, choose_move, get_ready
from games.bots.search import Search
from games.bots.unseen import scouted_cards, unseen_cards
from games.bots.value.knowledge import knowledge_of
from games.bots.value.network import load
from games.management.positions import answers
from games.play.thinking import MOVE_SECONDS
from games.rules import game as rules
from games.rules.cards import deck, parse_cards, turn_all
from games.rules.deal import SECRET_BYTES, deal_round
from games.rules.game import GameState
from games.rules.moves import Move, Orient, Show, move_to_json
from games.rules.views import ActiveSet, View, view_for
from tests.bots.test_arena import match
from tests.bots.test_fast import row_of, side_by_side
from tests.bots.test_fast_values import plain

pytestmark = pytest.mark.slow
"""Whatever runs first has to be compiled."""

COUNTS = pytest.mark.parametrize("players", [2, 3, 4, 5])


def turns(players: int, seed: int, step: int) -> Iterator[tuple[GameState, RoundArrays, View]]:
    """With the fast table, and what the seat to act sees."""
    for number, (state, table) in enumerate(side_by_side(players, seed)):
        if number % step == 0 and state.round is not None and not state.round.over:
            yield state, table, view_for(state, state.round.turn)


def worths(view: View, moves: list[Move], *, deals: int = 5) -> list[float]:
    """What the moves bring from now on, if they are among those tried."""
    room, chance = new_room(), np.random.default_rng(1)
    search = Search(candidates=40, clear=1000, deals=deals, turns=1)
    network, cards = load(view.players), deck_array(view.players)
    look_ahead(table_of(view), cards, network, search, room, chance)
    found = {}
    for number, worth in zip(room.numbers, room.worths, strict=True):
        if number < 0:
            break
        found[move_of(room.root.found.moves[number])] = float(worth)
    return [found[move] for move in moves]


@COUNTS
def test_the_table_is_what_the_seat_knows_and_no_more(players: int) -> None:
    mind, cards = new_mind(), np.array(list(deck(players)))
    for _, there, view in turns(players, seed=20 + players, step=3):
        assert view.seat is not None
        table = table_of(view)
        known = plain(knowledge_at(table, view.seat, cards, mind))
        known["odds"] = known["odds"].expected
        assert known == plain(knowledge_of(view))
        for name in ("counts", "active", "collected", "chips", "both", "seen", "holder"):
            size = there.facts[2] if name == "active" else None
            assert getattr(table, name)[:size].tolist() == getattr(there, name)[:size].tolist()
        assert table.facts.tolist()[:9] == there.facts.tolist()[:9]
        others = [seat for seat in range(players) if seat != view.seat]
        assert not table.hands[others].any()
        unseen = np.zeros(len(cards), np.int64)
        count = unseen_at(table, view.seat, cards, unseen)
        assert unseen[:count].tolist() == unseen_cards(view)


@COUNTS
def test_a_deal_gives_the_others_what_they_may_hold(players: int) -> None:
    mind, cards = new_mind(), np.array(list(deck(players)))
    seen_in_hand = set()
    for _, _, view in turns(players, seed=30 + players, step=4):
        assert view.seat is not None
        assert view.hand is not None
        table, unseen = table_of(view), np.array(unseen_cards(view))
        held = scouted_cards(view.history)
        for seed in range(3):
            deal_unseen(table, view.seat, unseen, cards, mind, np.random.default_rng(seed))
            hands = [table.hands[seat, : table.counts[seat]].tolist() for seat in range(players)]
            assert bytes(hands[view.seat]) == view.hand
            assert [len(hand) for hand in hands] == list(view.hand_counts)
            lying = [card & ~1 for hand in hands for card in hand]
            assert len(lying) == len(set(lying))
            for seat, hand in enumerate(hands):
                if seat != view.seat:
                    there = {card & ~1 for card in hand}
                    known = {card for card, holder in held.items() if holder == seat}
                    assert known <= there
                    assert there - known <= set(unseen_cards(view))
            other = (view.seat + 1) % players
            seen_in_hand.add(frozenset(hands[other]))
    assert len(seen_in_hand) > 10


@COUNTS
def test_what_ends_the_round_is_worth_what_the_rules_say(players: int) -> None:
    """Whatever the deal or net."""
    compared = 0
    for _, _, view in turns(players, seed=40 + players, step=3):
        assert view.seat is not None
        hand = parse_cards(["8/2", "8/3"])
        counts = list(view.hand_counts)
        counts[view.seat] = len(hand)
        shown = ActiveSet((view.seat + 1) % players, parse_cards(["1/4"]))
        last = replace(view, hand=hand, hand_counts=tuple(counts), active_set=shown)
        there = table_of(last)
        before = banked(there, view.seat)
        fast_play(there, np.array(row_of(Show(0, 2))))
        worth = final_margin(there, view.seat) - before
        assert worths(last, [Show(0, 2)]) == pytest.approx([worth])
        compared += 1
    assert compared


def test_a_card_that_lets_another_go_out_is_seen_ahead() -> None:
    """The next seat holds one card: what it can beat loses the round, whatever the net."""
    _, _, view = next(at for at in turns(3, seed=2, step=1) if at[2].seat == 0)
    hand = parse_cards(["1/2", "9/8", "1/4", "2/9", "4/8", "7/1", "3/9"])
    near = replace(view, hand=hand, hand_counts=(7, 1, 9), active_set=None, turn=0, history=())
    low, high = worths(near, [Show(0, 1), Show(1, 2)], deals=60)
    assert high > low + 2


@COUNTS
def test_the_same_view_and_seed_give_the_same_legal_move(players: int) -> None:
    views = [view for _, _, view in turns(players, seed=50 + players, step=9)]
    once = [choose_move(AHEAD, view, seed=3) for view in views]
    again = [choose_move(AHEAD, view, seed=3) for view in reversed(views)]
    assert once == again[::-1]
    for view, move in zip(views, once, strict=True):
        assert move in view.legal_moves()


@COUNTS
def test_after_some_deals_only_the_best_moves_are_tried_on(players: int) -> None:
    few, otherwise = Search(candidates=6, clear=2.5, deals=2, turns=1), 0
    for _, _, view in turns(players, seed=70 + players, step=3):
        early = choice(view, few)
        late = choice(view, few._replace(deals=24))
        otherwise += early != late
        assert choice(view, few._replace(deals=24, sifted=2, kept=1)) == early
        # Of two that bring the same, either may come first.
        all_kept = few._replace(deals=24, sifted=2, kept=6)
        assert most(view, all_kept) == most(view, few._replace(deals=24))
    assert otherwise > 0


@COUNTS
def test_the_nets_opinion_counts_by_what_the_deals_bring(players: int) -> None:
    network, search = load(players), SEARCH[players]._replace(deals=6, sifted=0)
    compared = 0
    for _, _, view in turns(players, seed=80 + players, step=4):
        by_net = expert.worths(view)[:3]
        dealt, both = (
            worths_ahead(
                view, by_net, network, search._replace(opinion=opinion), np.random.default_rng(3)
            )
            for opinion in (0.0, 0.5)
        )
        for (opinion, _), alone, worth in zip(by_net, dealt, both, strict=True):
            assert worth == pytest.approx((alone + opinion / 2) / 1.5)
            compared += 1
    assert compared > 10


def choice(view: View, search: Search) -> Move:
    """In deals that are the same each time."""
    return best_ahead(view, load(view.players), search, np.random.default_rng(2))


def most(view: View, search: Search) -> float:
    """What the best of the moves tried brings, in the same deals; 0 if none was."""
    room, chance = new_room(), np.random.default_rng(2)
    network, cards = load(view.players), deck_array(view.players)
    look_ahead(table_of(view), cards, network, search, room, chance)
    count = room.numbers.tolist().index(-1)
    return float(room.worths[:count].max())


@COUNTS
def test_it_chooses_among_what_the_net_likes_best(players: int) -> None:
    other = 0
    for _, _, view in turns(players, seed=60 + players, step=2):
        valued = expert.worths(view)
        best, search = valued[0][0], SEARCH[players]
        move = expert_ahead.choose(view, Random(1))
        if len(view.history) < expert.LONG_ROUND:
            likely = valued[: search.candidates]
            assert move in [move for worth, move in likely if worth >= best - search.clear]
            other += move != valued[0][1]
    assert other > 0, "now and then it finds something better"


def fresh_hands(players: int, number: int) -> Iterator[View]:
    """What the first seat sees before the first turn of a round."""
    for deal in range(number):
        secret = bytes([deal]) * SECRET_BYTES
        state = rules.deal(rules.new_game(players), deal_round(secret, "", players, 0))
        yield view_for(state, 0)


def turned(view: View) -> View:
    assert view.hand is not None
    return replace(view, hand=turn_all(view.hand))


@COUNTS
def test_a_hand_is_tried_both_ways_up_in_the_same_deals(players: int) -> None:
    """So the hand, had it been dealt the other way up, gets the same worths."""
    network, search = load(players), ORIENTING._replace(deals=20)
    tried = 0
    for view in fresh_hands(players, 12):
        one, other = (
            orientation_worths(each, network, search, np.random.default_rng(1))
            for each in (view, turned(view))
        )
        assert one == pytest.approx(other[::-1])
        by_net = {move: worth for worth, move in expert.worths(view)}
        kept, flipped = by_net[Orient(flip=False)], by_net[Orient(flip=True)]
        if abs(kept - flipped) > search.clear:
            assert one == pytest.approx((kept, flipped), abs=1e-4), "the net's opinion"
        else:
            tried += one != pytest.approx((kept, flipped), abs=1e-4)
    assert tried > 0


@COUNTS
def test_it_turns_a_hand_by_what_its_seat_sees(players: int) -> None:
    otherwise = 0
    for view in fresh_hands(players, 60):
        move = expert_ahead.choose(view, Random(1))
        assert move == expert_ahead.choose(view, Random(1))
        assert move in view.legal_moves()
        otherwise += move != expert.choose(view, Random(1))
    assert 0 < otherwise < 20, "now and then it finds something better"


def test_long_rounds_it_leaves_to_the_net() -> None:
    _, _, view = list(turns(4, seed=3, step=7))[3]
    long = replace(view, history=view.history * expert.LONG_ROUND)
    assert len(long.history) >= expert.LONG_ROUND
    for seed in range(5):
        assert expert_ahead.choose(long, Random(seed)) == expert.choose(long, Random(seed))


def test_it_beats_steady_in_the_arena() -> None:
    """In few games; docs/bots.md has many."""
    ahead, _ = match(AHEAD, "steady", "--games", "12")["bots"]
    assert ahead["name"] == AHEAD
    assert ahead["margin"] > 0.5


def test_it_speaks_the_filter_protocol() -> None:
    _, _, view = next(turns(2, seed=5, step=2))
    said = subprocess.run(
        [sys.executable, "manage.py", "bot", AHEAD],
        input=f"{_line(view)}\n",
        capture_output=True,
        text=True,
        timeout=600,
        cwd=settings.BASE_DIR,
        check=True,
    )
    assert said.stdout.strip() == _line(choose_move(AHEAD, view, seed=0))


def _line(thing: View | Move) -> str:
    value = thing.to_json(legal=False) if isinstance(thing, View) else move_to_json(thing)
    return json.dumps(value)


@COUNTS
def test_all_its_moves_at_random_positions_are_legal_and_in_time(players: int) -> None:
    get_ready([AHEAD])
    found = answers(AHEAD, players, 40)
    assert (found.moves, found.illegal) == (40, 0)
    assert found.slowest < 1000 * MOVE_SECONDS


@pytest.mark.parametrize(
    "words", [("arena", AHEAD, "easy"), ("bot", AHEAD), ("bench", "bots", "--bot", AHEAD)]
)
def test_without_numba_a_command_says_what_is_missing(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "games.bots.fast.ahead", None)
    with pytest.raises(CommandError, match="needs Numba"):
        call_command(*words, stdout=StringIO())
