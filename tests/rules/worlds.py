"""Pairs of worlds: the same game with other cards where a viewer cannot see them.

Public are the cards of every Show and every scouted card as it lay; private to a seat are its hand,
its orientation, and where and which way up it put what it scouted. Anything never shown can be any
card not accounted for, either way up.
"""

from dataclasses import dataclass, field
from random import Random

from tests.rules import oracle
from tests.rules.oracle import Card
from tests.rules.oracle_game import Deal, Game, Step, Turn, holder_of_one_two, view

ONE_TWO = {(1, 2), (2, 1)}


@dataclass(eq=False)
class Held:
    """A card during its stay in a hand."""

    face: Card
    """As it lies there; the other world puts another one in its place if it is never shown."""
    kept: bool = True
    """Whether it was never shown from this hand."""


@dataclass
class Followed:
    """A move with the card it took, what lay left of it, and the cards shown."""

    turn: Turn
    taken: Held | None
    left: list[Held]
    shown: list[Held]


@dataclass
class Round:
    """The history of every card: its holders, and its moves."""

    starter: int
    dealt: list[list[Held]]
    moves: list[Followed] = field(default_factory=list)

    def turned(self, seat: int) -> bool:
        orients = [step.turn for step in self.moves if step.turn.move["type"] == "orient"]
        return any(turn.seat == seat and turn.move["flip"] for turn in orients)


def followed(game: Game) -> list[Round]:
    """Every stay of a card in a hand, followed to its end."""
    rounds: list[Round] = []
    hands: list[list[Held]] = []
    active: list[Card] = []
    for step in game.steps:
        if isinstance(step, Deal):
            dealt = [[Held(card) for card in hand] for hand in step.hands]
            rounds.append(Round(step.starter, dealt))
            hands, active = [list(hand) for hand in dealt], []
            continue
        hand, move = hands[step.seat], step.move
        entry = Followed(step, None, [], [])
        if move["type"] == "orient" and move["flip"]:
            for held in hand:
                held.face = oracle.turn_over(held.face)
        if "end" in move:
            card = active.pop(0 if move["end"] == "left" else -1)
            entry.taken = Held(oracle.turn_over(card) if move["flip"] else card)
            entry.left = hand[: move["to"]]
            hand.insert(move["to"], entry.taken)
        if "stop" in move:
            entry.shown = hand[move["start"] : move["stop"]]
            del hand[move["start"] : move["stop"]]
            active = [held.face for held in entry.shown]
            for held in entry.shown:
                held.kept = False
        rounds[-1].moves.append(entry)
    return rounds


def exchange(places: list[Held], random: Random) -> None:
    """Swap the cards in these places, either way up."""
    cards = [held.face for held in places]
    random.shuffle(cards)
    for held, card in zip(places, cards, strict=True):
        held.face = oracle.turn_over(card) if random.random() < 0.5 else card


def exchange_unseen(
    rounds: list[Round], viewers: list[int | None], players: int, random: Random
) -> None:
    """Exchange cards never shown that were dealt to others, or not yet dealt.

    ``viewers`` says for each round whose hand is known.
    """
    pools = [
        [
            held
            for seat, hand in enumerate(a_round.dealt)
            for held in hand
            if seat != viewer and held.kept
        ]
        for a_round, viewer in zip(rounds, viewers, strict=True)
    ]
    if players == 2:
        # Both rounds share one shuffle: the other may hold what one lacks.
        dealt = [held.face for a_round in rounds for hand in a_round.dealt for held in hand]
        unseen = [card for card in oracle.deck(2) if not {card, oracle.turn_over(card)} & {*dealt}]
        pools = [[held for pool in pools for held in pool] + [Held(card) for card in unseen]]
    else:
        # It is public that the first to start was dealt the 1/2.
        pools[0] = [held for held in pools[0] if held.face not in ONE_TWO]
    for pool in pools:
        exchange(pool, random)


def rearranged(hand: list[Held], random: Random) -> list[Held]:
    """Keep together the cards that will be shown, between the others."""
    others = [held for held in hand if held.kept]
    random.shuffle(others)
    cut = random.randint(0, len(others))
    return others[:cut] + [held for held in hand if not held.kept] + others[cut:]


def place_for(entry: Followed, hand: list[Held], random: Random) -> int:
    """A scouted card goes in its place among those to be shown."""
    assert entry.taken is not None
    if entry.taken.kept:
        return random.choice([0, len(hand)])
    left = [held for held in entry.left if not held.kept]
    if left:
        return hand.index(left[-1]) + 1
    to_be_shown = [place for place, held in enumerate(hand) if not held.kept]
    return to_be_shown[0] if to_be_shown else 0


def other_steps(
    a_round: Round, viewer: int | None, random: Random, *, newcomer: bool
) -> list[Step]:
    """After the exchange, with new private choices for other seats.

    A newcomer does not know either how the hand was turned that they hold now.
    """
    seats = range(len(a_round.dealt))
    others = [seat != viewer for seat in seats]
    unknown = [newcomer or other for other in others]
    flips = [random.random() < 0.5 if unknown[seat] else a_round.turned(seat) for seat in seats]
    moved = [others[seat] and random.random() < 0.5 for seat in seats]
    hands = [
        rearranged(hand, random) if moved[seat] else list(hand)
        for seat, hand in enumerate(a_round.dealt)
    ]
    chosen = {entry.turn.seat for entry in a_round.moves}
    dealt = [
        [
            oracle.turn_over(held.face) if flips[seat] and seat in chosen else held.face
            for held in hand
        ]
        for seat, hand in enumerate(hands)
    ]
    steps: list[Step] = [Deal(dealt, a_round.starter)]
    for entry in a_round.moves:
        seat, move = entry.turn.seat, dict(entry.turn.move)
        hand = hands[seat]
        if move["type"] == "orient":
            move["flip"] = flips[seat]
        if entry.taken is not None:
            if moved[seat]:
                move["to"] = place_for(entry, hand, random)
            if entry.taken.kept and others[seat] and random.random() < 0.5:
                move["flip"] = not move["flip"]
            hand.insert(move["to"], entry.taken)
        if entry.shown:
            move["start"] = hand.index(entry.shown[0])
            move["stop"] = move["start"] + len(entry.shown)
            del hand[move["start"] : move["stop"]]
        steps.append(Turn(seat, move))
    return steps


def lawful(players: int, steps: list[Step]) -> Game | None:
    """The game, if the rules allow these steps."""
    game = Game(players)
    for step in steps:
        if isinstance(step, Turn) and oracle.refusals(game.table, step.seat, step.move):
            return None
        if isinstance(step, Deal) and not may_be_dealt(game, step):
            return None
        game.take(step)
    return game


def may_be_dealt(game: Game, deal: Deal) -> bool:
    """Is a deal due, and does the right player start?"""
    first = not game.tables
    return game.needs_deal and not (
        first and holder_of_one_two(deal.hands) not in (None, deal.starter)
    )


def other_world(
    game: Game, viewer: int | None, random: Random, *, newcomer: bool = False
) -> Game | None:
    """Exchange cards where `viewer` cannot see them; None if that fails.

    With two players it may: whether a player can still show anything is public. A `newcomer` has
    just sat down, and knows nothing of their seat but the hand it holds now.
    """
    for _ in range(10):
        rounds = followed(game)
        viewers = [viewer] * len(rounds)
        if newcomer:
            viewers[:-1] = [None] * (len(rounds) - 1)
        exchange_unseen(rounds, viewers, game.players, random)
        steps = [
            step
            for a_round, sees in zip(rounds, viewers, strict=True)
            for step in other_steps(a_round, sees, random, newcomer=newcomer)
        ]
        other = lawful(game.players, steps)
        if other is not None and view(other, viewer) == view(game, viewer):
            return other
    return None
