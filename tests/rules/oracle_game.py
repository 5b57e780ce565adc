"""Whole games by the oracle: rounds, totals, views and records."""

from dataclasses import dataclass, field
from random import Random

from tests.rules import oracle, oracle_scoring
from tests.rules.oracle import HAND_SIZES, JSON, Card, Table


@dataclass(frozen=True)
class Deal:
    """A step: the cards are dealt."""

    hands: list[list[Card]]
    starter: int


@dataclass(frozen=True)
class Turn:
    """A step: a seat makes a move."""

    seat: int
    move: JSON


Step = Deal | Turn


@dataclass
class Game:
    """A list of steps, and the resulting tables."""

    players: int
    steps: list[Step] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)

    @property
    def table(self) -> Table:
        """The current or last round."""
        return self.tables[-1]

    @property
    def finished(self) -> list[Table]:
        return [table for table in self.tables if table.ended_by is not None]

    @property
    def over(self) -> bool:
        return len(self.finished) == self.players

    @property
    def needs_deal(self) -> bool:
        return not self.over and len(self.finished) == len(self.tables)

    @property
    def to_act(self) -> list[int]:
        return self.table.to_act if self.tables else []

    @property
    def totals(self) -> list[int]:
        """Points of each seat over finished rounds."""
        totals = [0] * self.players
        for table in self.finished:
            for seat, score in enumerate(oracle_scoring.scores(table)):
                totals[seat] += score["total"]
        return totals

    @property
    def decisions(self) -> int:
        """Closed decisions: every turn, and each round's orientation once."""
        return sum(len(table.history) + (None not in table.flips) for table in self.tables)

    def take(self, step: Step) -> None:
        """Carry out a legal step."""
        self.steps.append(step)
        if isinstance(step, Deal):
            self.tables.append(oracle.start(step.hands, step.starter))
        else:
            oracle.play(self.table, step.seat, step.move)


def replay(players: int, steps: list[Step]) -> Game:
    game = Game(players)
    for step in steps:
        game.take(step)
    return game


def holder_of_one_two(hands: list[list[Card]]) -> int | None:
    for seat, hand in enumerate(hands):
        if (1, 2) in hand or (2, 1) in hand:
            return seat
    return None


def random_deals(players: int, random: Random) -> list[Deal]:
    size = HAND_SIZES[players]
    cards: list[Card] = []
    rounds: list[list[list[Card]]] = []
    for _ in range(players):
        if len(cards) < players * size:
            cards = oracle.deck(players)
            random.shuffle(cards)
            cards = [oracle.turn_over(card) if random.random() < 0.5 else card for card in cards]
        rounds.append([cards[seat * size : (seat + 1) * size] for seat in range(players)])
        cards = cards[players * size :]
    first = holder_of_one_two(rounds[0])
    starter = random.randrange(players) if first is None else first
    return [Deal(hands, (starter + number) % players) for number, hands in enumerate(rounds)]


def last_round(game: Game) -> JSON | None:
    """The last finished round in a view."""
    if not game.finished:
        return None
    table = game.finished[-1]
    return {
        "round": len(game.finished) - 1,
        "ended_by": table.ended_by,
        "ender": table.ender,
        "scores": oracle_scoring.scores(table),
        "history": table.history,
    }


def view(game: Game, seat: int | None) -> JSON:
    """Legal moves left out."""
    table = game.table
    phase = "over" if game.over else table.phase
    active = {"owner": table.last_to_show, "cards": oracle.names(table.active)}
    return {
        "format": "scout-view/1",
        "players": game.players,
        "seat": seat,
        "round": len(game.tables) - 1,
        "rounds": game.players,
        "starter": table.starter,
        "phase": phase,
        "to_act": table.to_act,
        "turn": table.turn if phase == "play" else None,
        "hand": None if seat is None else oracle.names(table.hands[seat]),
        "hand_counts": [len(hand) for hand in table.hands],
        "active_set": active if table.active else None,
        "collected": table.collected,
        "chips": table.chips,
        "scout_and_show": table.scout_and_show,
        "scores": game.totals,
        "winners": oracle_scoring.winners(game.totals) if game.over else None,
        "history": table.history,
        "last_round": last_round(game),
        "legal": None,
    }


def record(game: Game) -> JSON:
    return {
        "format": "scout-record/1",
        "players": game.players,
        "rounds": [
            {
                "starter": table.starter,
                "hands": [oracle.names(hand) for hand in table.dealt],
                "flips": table.flips,
                "moves": table.moves,
                "ended_by": table.ended_by,
                "ender": table.ender,
                "scores": oracle_scoring.scores(table),
            }
            for table in game.tables
        ],
        "totals": game.totals,
        "winners": oracle_scoring.winners(game.totals),
    }
