"""The bot *steady*: a solid club player.

It rates each candidate by the points banked, its weighted ``FEATURES`` (with odds from deals of the
unseen cards) and, in the last round, the game's score.
"""

from random import Random

from ..rules.cards import TOPS, Cards, turn_all
from ..rules.moves import Move, Orient, Scout, ScoutAndShow, Show
from ..rules.sets import strength, stronger_sets
from ..rules.views import View
from .hand import best_partition, fewest_shows
from .last_round import leads, worth_of_end, worth_of_hope
from .steady_features import NOTHING
from .steady_weights import WEIGHTS
from .unseen import others_in_turn, strongest_sets

DEALS = 16
PLACES = 5
"""The most ways of taking a card to consider further."""
LONG_ROUND = 60
"""Turns after which the bot varies its moves, so that no round goes in circles."""
NEARLY = 1.5


def choose(view: View, chance: Random) -> Move:
    """Return the best move; in a long round, one of the best."""
    if view.phase == "orient":
        return orientation(view)
    valued = Position(view, chance).valued_moves(WEIGHTS[view.players])
    best = max(value for value, _ in valued)
    if len(view.history) < LONG_ROUND:
        return next(move for value, move in valued if value == best)
    return chance.choice([move for value, move in valued if value >= best - NEARLY])


def orientation(view: View) -> Orient:
    """Return the better orientation."""
    hand = view.hand or b""
    return Orient(flip=hand_worth(turn_all(hand)) > hand_worth(hand))


def _set_worths() -> list[float]:
    worths = [0.0] * (46 << 5)
    for size in range(1, 46):
        for matching in (0, 1):
            for lowest in range(1, 11):
                worth = -1.4 if size == 1 else -0.8 + 1.4 * (size - 2) + 0.5 * matching
                worths[size << 5 | matching << 4 | lowest] = worth + 0.9 * (lowest - 1) / 9
    return worths


SET_WORTHS = _set_worths()


def hand_worth(hand: Cards) -> float:
    """Return the value of ``hand``, best divided."""
    return best_partition(hand.translate(TOPS), SET_WORTHS)


class Position:
    """A decision: the seat's knowledge and its candidates."""

    def __init__(self, view: View, chance: Random) -> None:
        assert view.seat is not None
        assert view.hand is not None
        self.view = view
        self.seat = view.seat
        self.hand = view.hand
        self.active = view.active_set.cards if view.active_set else b""
        self.others = others_in_turn(view)
        counts = [view.hand_counts[seat] for seat in self.others]
        self.shortest = min(counts)
        self.others_hand = sum(counts) / len(counts)
        self.two_players = view.players == 2
        self.strongest = strongest_sets(view, DEALS, chance)
        self.has_chip = not self.two_players and view.scout_and_show[view.seat]

    def valued_moves(self, weights: tuple[float, ...]) -> list[tuple[float, Move]]:
        """Return the candidates with their expected margin or, in the last round, worth for the
        game.
        """
        valued = []
        for move, banked, features in self.candidates():
            points = banked + sum(map(float.__mul__, weights, features))
            if self.view.round == self.view.rounds - 1:
                points = self._worth_for_the_game(move, points, goes_out=features is NOTHING)
            valued.append((points, move))
        return valued

    def _worth_for_the_game(self, move: Move, points: float, *, goes_out: bool) -> float:
        before = leads(self.view)
        owner = self.view.active_set.owner if self.view.active_set else None
        counts = [self.view.hand_counts[seat] for seat in self.others]
        # With two players nobody gets the chip, but paying it costs a point of the lead.
        chips = [
            int(not isinstance(move, Show) and (self.two_players or seat == owner))
            for seat in self.others
        ]
        if goes_out:
            won = len(self.active) - isinstance(move, ScoutAndShow)
            final = [
                lead + won - chip + count
                for lead, chip, count in zip(before, chips, counts, strict=True)
            ]
            return worth_of_end(points, final)
        if isinstance(move, Scout) and owner == self.others[0] and self._ends_round(move):
            # Only the owner pays nothing for its hand.
            paid = [0, *counts[1:]]
            held = len(self.hand) + 1
            final = [
                lead - chip + count - held
                for lead, chip, count in zip(before, chips, paid, strict=True)
            ]
            rest = sum(paid) / len(paid) - held - 1.0 / len(paid)
            return worth_of_end(rest, final)
        return worth_of_hope(points, [lead + points for lead in before])

    def _ends_round(self, move: Scout) -> bool:
        if not self.two_players:
            return True
        left = self.active[1:] if move.end == "left" else self.active[:-1]
        if not left or self.view.chips[self.seat] > 1:
            return False
        held = self._with_scouted(move).translate(TOPS)
        return not stronger_sets(held, strength(left.translate(TOPS)))

    def candidates(self) -> list[tuple[Move, float, tuple[float, ...]]]:
        found: list[tuple[Move, float, tuple[float, ...]]] = []
        scouts: list[tuple[float, Scout, Cards]] = []
        for move in self.view.legal_moves():
            match move:
                case Show():
                    found.append(self._show(move, self.hand, len(self.active), self.has_chip))
                case Scout():
                    held = self._with_scouted(move)
                    scouts.append((hand_worth(held), move, held))
        scouts.sort(key=lambda scout: scout[0], reverse=True)
        for _, scout, held in scouts[:PLACES]:
            found.append(self._scout(scout, held))
            if self.has_chip:
                found += self._scout_and_shows(scout, held)
        return found

    def _with_scouted(self, move: Scout) -> Cards:
        card = self.active[0 if move.end == "left" else -1]
        return self.hand[: move.to] + bytes([card ^ move.flip]) + self.hand[move.to :]

    def _show(
        self, move: Show | ScoutAndShow, held: Cards, won: int, has_chip: bool
    ) -> tuple[Move, float, tuple[float, ...]]:
        rest = held[: move.start] + held[move.stop :]
        if not rest:
            # Nothing is uncertain: the round is over, and the others pay for their hands.
            return move, won + self.others_hand, NOTHING
        stands, chips = self._stands(held[move.start : move.stop])
        return move, float(won), self._features(rest, has_chip, stands=stands, chips=chips)

    def _scout(self, move: Scout, held: Cards) -> tuple[Move, float, tuple[float, ...]]:
        if self.two_players:
            return move, -1.0, self._features(held, False, scouting=1.0)
        left = self.active[1:] if move.end == "left" else self.active[:-1]
        owner = self.view.active_set.owner if self.view.active_set else self.seat
        to_come = self.others.index(owner)
        owner_stands = 1.0 if to_come == 0 else 0.0
        if to_come and left:
            beaten = strength(left.translate(TOPS))
            stood = sum(max(dealt[:to_come]) <= beaten for dealt in self.strongest)
            owner_stands = stood / len(self.strongest)
        features = self._features(
            held,
            self.has_chip,
            scouting=1.0,
            owner_stands=owner_stands,
            empty_ring=0.0 if left or to_come == 0 else 1.0,
        )
        return move, -1.0 / len(self.others), features

    def _scout_and_shows(
        self, scout: Scout, held: Cards
    ) -> list[tuple[Move, float, tuple[float, ...]]]:
        left = self.active[1:] if scout.end == "left" else self.active[:-1]
        beaten = strength(left.translate(TOPS))
        found: list[tuple[Move, float, tuple[float, ...]]] = []
        for start, stop in stronger_sets(held.translate(TOPS), beaten):
            move = ScoutAndShow(scout.end, scout.flip, scout.to, start, stop)
            _, banked, features = self._show(move, held, len(left), False)
            found.append((move, banked - 1.0 / len(self.others), features))
        return found

    def _stands(self, cards: Cards) -> tuple[float, float]:
        """Return the odds that ``cards`` stay unbeaten, and the expected chips."""
        shown = strength(cards.translate(TOPS))
        chips = unbeaten = 0
        for strengths in self.strongest:
            stood = 0
            for strongest in strengths:
                if strongest > shown:
                    break
                stood += 1
            chips += stood
            unbeaten += stood == len(strengths)
        deals = len(self.strongest)
        return unbeaten / deals, 0.0 if self.two_players else chips / deals

    def _features(
        self,
        hand: Cards,
        has_chip: bool,
        *,
        stands: float = 0.0,
        chips: float = 0.0,
        scouting: float = 0.0,
        owner_stands: float = 0.0,
        empty_ring: float = 0.0,
    ) -> tuple[float, ...]:
        view = self.view
        held = len(hand)
        shows = fewest_shows(hand.translate(TOPS))
        chip = 1.0 if has_chip else 0.0
        two = self.two_players
        return (
            1.0,
            float(held),
            float(shows),
            1.0 if shows == 1 else 0.0,
            1.0 if shows == 2 else 0.0,
            hand_worth(hand),
            chip,
            chip * held,
            stands,
            stands * held,
            stands * self.others_hand,
            chips,
            scouting,
            owner_stands,
            owner_stands * held,
            empty_ring,
            float(self.shortest),
            float(held * max(0, 5 - self.shortest)),
            float(max(0, shows - self.shortest)),
            float(sum(view.scout_and_show[seat] for seat in self.others)),
            self.others_hand,
            float(view.chips[self.seat]) - scouting if two else 0.0,
            float(view.chips[self.others[0]]) if two else 0.0,
        )
