"""The eight characters: what each overlooks and likes, and what none of them does."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from games.bots.company.duties import gives_away, way_out
from games.bots.company.options import options
from games.bots.company.sight import Sight, sight_of, worth
from games.bots.company.thinking import Thought, fits_next
from games.bots.company.troupe import (
    ADA,
    CORVO,
    JUNO,
    LEV,
    MABEL,
    OTTO,
    PIP,
    TILLY,
    TROUPE,
    player,
)
from games.bots.registry import TROUPE as REGISTERED
from games.bots.registry import choose_move
from games.bots.styles import Tally, count_move, memory_changes, play_alike, style_of
from games.rules import game as rules
from games.rules.cards import TOPS, parse_cards
from games.rules.moves import Move, Orient, Scout, ScoutAndShow, Show
from games.rules.views import ActiveSet, View, view_for
from tests.bots.test_bots import positions

THINKING = TROUPE[:-1]
each = pytest.mark.parametrize("who", THINKING, ids=lambda who: who.name)


def on_turn(players: int = 4, seed: int = 3) -> Iterator[View]:
    """Views in which some seat is to show or scout."""
    for _, view in positions(players, seed=seed):
        if view.phase == "play":
            yield view


def with_cards(hand: list[str], ring: list[str], owner: int = 2, players: int = 4) -> View:
    """The first turn of a round that seat 0 has to answer."""
    view = next(view for view in on_turn(players) if view.round == 0)
    counts = tuple(len(hand) if seat == 0 else 8 for seat in range(players))
    return replace(
        view,
        seat=0,
        to_act=(0,),
        turn=0,
        hand=parse_cards(hand),
        hand_counts=counts,
        history=(),
        chips=(3,) * players if players == 2 else (0,) * players,
        scout_and_show=(players > 2,) * players,
        active_set=ActiveSet(owner, parse_cards(ring)) if ring else None,
    )


def thought_of(who: object, view: View) -> list[Move]:
    """The moves that a character considers."""
    return options(who, view, sight_of(who, view.players))  # type: ignore[arg-type]


def shows(moves: list[Move]) -> set[tuple[int, int]]:
    return {(move.start, move.stop) for move in moves if isinstance(move, Show)}


def test_the_eight_are_registered_in_the_order_of_their_strength() -> None:
    names = [who.name.lower() for who in TROUPE]
    assert [*REGISTERED] == names
    for who in TROUPE:
        assert REGISTERED[who.name.lower()].name == who.name.lower()


def test_ada_is_expert() -> None:
    for view in [*on_turn()][::9]:
        assert choose_move("ada", view, 1) == choose_move("expert", view, 1)


@each
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_no_character_misses_the_end_of_its_hand_or_gives_the_round_away(
    who: object, players: int
) -> None:
    for view in on_turn(players, seed=30 + players):
        move = player(who)(view, Random(1))  # type: ignore[arg-type]
        legal = view.legal_moves()
        assert move in legal
        out = way_out(view)
        if out is not None:
            assert move == out
        elif isinstance(move, Scout) and gives_away(view, move):
            assert not any(isinstance(other, Show) for other in legal)


@pytest.mark.parametrize(
    ("hand", "ring", "kind"),
    [
        (["5/1", "4/2", "3/6"], ["7/8"], Show),
        (["8/1"], ["7/2", "7/3"], ScoutAndShow),
        (["5/1", "3/6"], ["4/7", "5/8"], ScoutAndShow),
    ],
)
@each
def test_every_character_goes_out_even_with_a_set_that_it_overlooks(
    who: object, hand: list[str], ring: list[str], kind: type
) -> None:
    view = with_cards(hand, ring)
    assert isinstance(player(who)(view, Random(1)), kind)  # type: ignore[arg-type]


@each
def test_no_character_passes_to_the_owner_if_it_can_show(who: object) -> None:
    """The owner comes next: who scouts now has lost the round."""
    view = with_cards(["1/9", "7/2", "1/8", "10/3"], ["6/5"], owner=1)
    assert isinstance(player(who)(view, Random(1)), Show | ScoutAndShow)  # type: ignore[arg-type]


def test_a_last_chip_is_not_paid_for_the_end_of_the_round() -> None:
    """With two players, who can neither show nor scout has lost the round."""
    view = replace(with_cards(["7/2", "1/4"], ["5/6", "5/8", "5/9"], 1, 2), chips=(1, 3))
    assert gives_away(view, Scout("left", False, 0))
    assert not gives_away(replace(view, chips=(2, 3)), Scout("left", False, 0))


@pytest.mark.parametrize("who", TROUPE, ids=lambda who: who.name)
def test_a_character_knows_nothing_but_its_view(who: object) -> None:
    """Two games that look alike from a seat: the hidden hands are swapped."""
    for state, view in positions(4, seed=5, step=5):
        assert state.round is not None
        assert view.seat is not None
        hands = list(state.round.hands)
        others = [seat for seat in range(4) if seat != view.seat]
        same = [
            (one, two)
            for one in others
            for two in others
            if one < two and len(hands[one]) == len(hands[two])
        ]
        if not same:
            continue
        one, two = same[0]
        hands[one], hands[two] = hands[two], hands[one]
        swapped = view_for(
            state._replace(round=state.round._replace(hands=tuple(hands))), view.seat
        )
        name = who.name.lower()  # type: ignore[attr-defined]
        assert choose_move(name, swapped, 7) == choose_move(name, view, 7)


def test_beginners_do_not_see_runs_downwards() -> None:
    view = with_cards(["9/1", "5/2", "4/6", "3/7", "9/8"], ["1/6", "2/7"])
    for who in (PIP, TILLY, OTTO, JUNO):
        assert not {(1, 3), (2, 4), (1, 4)} & shows(thought_of(who, view)), who.name
    for who in (LEV, CORVO, MABEL):
        assert {(1, 3), (2, 4), (1, 4)} <= shows(thought_of(who, view)), who.name
    upwards = replace(view, hand=parse_cards(["9/1", "3/2", "4/6", "5/7", "9/8"]))
    assert (1, 4) in shows(thought_of(TILLY, upwards))
    assert not {(1, 3), (2, 4), (1, 4)} & shows(thought_of(PIP, upwards))


def test_pip_sees_no_runs_and_lev_no_pairs() -> None:
    view = with_cards(["9/1", "3/2", "4/6", "1/7", "6/9", "6/8"], ["1/6"])
    run, pair = (1, 3), (4, 6)
    for who in THINKING:
        seen = shows(thought_of(who, view))
        assert (run in seen) == (who is not PIP), who.name
        assert (pair in seen) == (who is not LEV), who.name


def test_what_lev_does_not_see_he_shows_if_nothing_else_is_left() -> None:
    view = with_cards(["9/1", "3/2", "6/9", "6/8"], ["1/6", "2/7"], owner=1)
    without_chip = replace(view, scout_and_show=(False,) * 4)
    assert thought_of(LEV, without_chip) == [Show(2, 4)]


def test_what_is_not_seen_is_shown_if_nothing_else_is_left() -> None:
    view = with_cards(["9/1", "5/2", "4/6", "3/7", "9/8"], ["1/6", "2/7"], owner=1)
    assert thought_of(PIP, view) == [Show(1, 3), Show(1, 4), Show(2, 4)]


def test_some_do_not_turn_cards_or_hands() -> None:
    view = with_cards(["8/1", "3/1", "7/1", "5/1"], ["9/4", "10/4"])
    for who in (PIP, TILLY, OTTO, CORVO):
        scouts = [move for move in thought_of(who, view) if isinstance(move, Scout)]
        assert scouts
        assert not any(move.flip for move in scouts), who.name
    hand = parse_cards(["8/1", "3/2", "7/3", "5/4"])
    better_turned = replace(view, hand=hand, phase="orient", active_set=None)
    for who in THINKING:
        # Pip sees no run on the other side.
        flip = who in (TILLY, LEV, MABEL)
        assert player(who)(better_turned, Random(1)) == Orient(flip=flip), who.name
    pair = replace(better_turned, hand=parse_cards(["8/1", "3/1", "7/3", "5/9"]))
    assert player(PIP)(pair, Random(1)) == Orient(flip=True)


def test_beginners_do_not_see_that_a_card_joins_two() -> None:
    view = with_cards(["4/9", "6/8", "1/10", "9/3"], ["5/2", "6/2"])
    joined = Scout("left", False, 1)
    for who in (PIP, TILLY, OTTO, JUNO):
        assert joined not in thought_of(who, view), who.name
    for who in (LEV, CORVO, MABEL):
        assert joined in thought_of(who, view), who.name


def test_some_see_what_would_meet_and_pip_no_runs_at_all() -> None:
    """In 7 1 8 the 7 and 8 meet once the 1 is gone."""
    tops, apart = bytes([7, 1, 8]), bytes([7, 1, 4])
    for who in THINKING:
        sight = sight_of(who, 4)
        gain = worth(tops, sight._replace(tens=0)) - worth(apart, sight._replace(tens=0))
        assert (gain > 1) == (who in (TILLY, OTTO, MABEL)), who.name


def test_tilly_looks_at_the_left_end_alone() -> None:
    view = with_cards(["8/1", "3/1", "7/1", "5/1"], ["9/4", "10/4"])
    ends = {move.end for move in thought_of(TILLY, view) if isinstance(move, Scout)}
    assert ends == {"left"}


def test_pip_and_tilly_forget_scout_and_show_and_otto_while_he_can_show() -> None:
    can_show = with_cards(["8/1", "3/1", "7/1", "5/1"], ["6/4"])
    stuck = with_cards(["5/9", "2/8", "1/10", "3/6"], ["5/2", "5/3"])
    for view, who, thinks in (
        (can_show, PIP, False),
        (stuck, PIP, False),
        (stuck, TILLY, False),
        (can_show, OTTO, False),
        (stuck, OTTO, True),
        (can_show, MABEL, True),
    ):
        both = [move for move in thought_of(who, view) if isinstance(move, ScoutAndShow)]
        assert bool(both) == thinks, who.name


def test_only_mabel_asks_what_the_others_hold() -> None:
    view = next(on_turn())
    assert [who for who in THINKING if Thought(who, view, Random(1)).others] == [MABEL]


def test_likes_tip_the_scales() -> None:
    """Each with its liking and without, in the same positions."""
    for who, less in (
        (PIP, "showed"),
        (OTTO, "tens"),
        (JUNO, "turned"),
    ):
        views = [view for view in on_turn(4, seed=12) if len(view.hand or b"") < 14][:60]
        with_it, without = Tally(), Tally()
        for view in views:
            for tally, one in ((with_it, who), (without, who._replace(likes=type(who.likes)()))):
                move = player(one)(view, Random(1))
                count_move(tally, view, move)
                assert view.hand is not None
                if isinstance(move, Show):
                    shown = view.hand[move.start : move.stop].translate(TOPS)
                    tally.tens.append(-shown.count(10))
        likes, plain = (sum(getattr(tally, less)) for tally in (with_it, without))
        assert (likes < plain) if who is PIP else (likes > plain), who.name


def test_lev_prizes_long_runs() -> None:
    run, pairs = bytes([4, 5, 6, 7]), bytes([7, 7, 6, 6])
    mine, plain = sight_of(LEV, 4), Sight(down=False, gaps=False)
    assert worth(run, mine) - worth(pairs, mine) > worth(run, plain) - worth(pairs, plain) + 2


def test_with_three_players_otto_hoards_nines() -> None:
    assert (sight_of(OTTO, 4).top, sight_of(OTTO, 3).top) == (10, 9)


def test_corvo_takes_what_the_next_player_can_use() -> None:
    taken = rules.PublicMove(1, "scout", "left", parse_cards(["9/10"])[0])
    view = replace(with_cards(["1/9", "2/8", "1/7", "5/4"], ["3/2", "8/7"]), history=(taken,))
    assert not fits_next(view, parse_cards(["3/2"])[0])
    assert fits_next(view, parse_cards(["8/7"])[0])
    values = (
        Thought(CORVO, view, Random(1)),
        Thought(CORVO._replace(likes=type(CORVO.likes)()), view, Random(1)),
    )
    for move, gain in ((Scout("left", False, 0), -1), (Scout("right", False, 0), 0)):
        difference = values[0].value(move) - values[1].value(move)
        assert difference == pytest.approx(gain * CORVO.likes.depriving)


def test_mabel_keeps_scout_and_show_while_her_hand_is_long() -> None:
    long = with_cards(["5/9", "2/8", "1/10", "3/6", "8/7", "1/4"], ["5/2", "5/3"])
    careless = MABEL._replace(likes=type(MABEL.likes)())
    move = ScoutAndShow("left", False, 0, 0, 2)
    for view, kept in ((long, True), (replace(long, hand=(long.hand or b"")[:4]), False)):
        less = Thought(careless, view, Random(1)).value(move)
        less -= Thought(MABEL, view, Random(1)).value(move)
        assert less == pytest.approx(MABEL.likes.keeping_scout_and_show if kept else 0)


def test_memory_is_what_ada_decides_by_and_pip_never() -> None:
    views = [*on_turn(4, seed=8)][::4]
    assert not any(memory_changes("pip", view) for view in views)
    assert any(memory_changes("ada", view) for view in views)


def test_styles_are_counted_from_played_rounds() -> None:
    tally = play_alike("tilly", 3, ["a game"])
    assert len(tally.turns) == 3
    assert len(tally.used) == 9
    assert all(tally.from_left)
    assert style_of(tally)["takes the left card"] == 1
    assert style_of(Tally())["turns it keeps a 10"] is None
    assert ADA.name == "Ada"
