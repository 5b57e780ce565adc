"""Ways to play, and the same game in the rules under test."""

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from games.rules import game as rules
from games.rules.cards import Cards, card_names, parse_cards
from games.rules.deal import Deal as RulesDeal
from games.rules.game import GameState
from games.rules.legal import legal_moves
from games.rules.moves import Move, ScoutAndShow, Show, move_from_json, move_to_json
from games.rules.state import RoundState
from tests.rules import oracle
from tests.rules.oracle import JSON, Card, Table
from tests.rules.oracle_game import Deal, Game, Step, Turn, random_deals

SEATS = (2, 3, 4, 5)


class Choice(NamedTuple):
    """The type of each legal move and the number of cards it shows."""

    moves: list[tuple[str, int]]
    held: int
    last_chance: bool
    """Would another Scout let the set stand unbeaten?"""

    def of(self, kind: str) -> list[int]:
        """The places of a type's moves."""
        return [place for place, (its_kind, _) in enumerate(self.moves) if its_kind == kind]


Policy = Callable[[Choice, Random], int]


def uniform(choice: Choice, random: Random) -> int:
    return random.randrange(len(choice.moves))


def by_type(choice: Choice, random: Random) -> int:
    """Any type, equally likely, then any move of it."""
    return random.choice(choice.of(random.choice(sorted({kind for kind, _ in choice.moves}))))


def biggest(choice: Choice, random: Random) -> int:
    """Show as many cards as possible, so that hands run out."""
    most = max(shown for _, shown in choice.moves)
    return random.choice([place for place, (_, shown) in enumerate(choice.moves) if shown == most])


def timid(choice: Choice, random: Random) -> int:
    """Show sets and then scout whenever possible, so that they stay unbeaten."""
    scouts = choice.of("scout")
    return random.choice(scouts) if scouts else biggest(choice, random)


def endless(choice: Choice, random: Random) -> int:
    """Keep hands middling and let no set win, so that rounds go on."""
    scouts = choice.of("scout")
    shows = [place for place in choice.of("show") if choice.moves[place][1] == 1]
    if shows and (choice.last_chance or not scouts or choice.held >= 8):
        return random.choice(shows)
    return random.choice(scouts) if scouts else uniform(choice, random)


POLICIES: dict[str, Policy] = {
    "uniform": uniform,
    "by_type": by_type,
    "biggest": biggest,
    "timid": timid,
    "endless": endless,
}


def playing(players: int, random: Random, policy: Policy) -> Iterator[Game]:
    """By the oracle, after every step; seats orient in any order."""
    game = Game(players)
    for deal in random_deals(players, random):
        game.take(deal)
        yield game
        while game.table.ended_by is None:
            seat = random.choice(game.to_act)
            legal = oracle.legal_moves(game.table, seat)
            choice = Choice(
                [(move["type"], move.get("stop", 0) - move.get("start", 0)) for move in legal],
                len(game.table.hands[seat]),
                oracle.scouts_in_a_row(game.table) == players - 2,
            )
            game.take(Turn(seat, legal[policy(choice, random)]))
            yield game


def states(players: int, random: Random, policy: Policy) -> Iterator[GameState]:
    """By the rules under test, after every step: the same, but faster."""
    state = rules.new_game(players)
    for step in random_deals(players, random):
        state = advance(state, step)
        yield state
        while state.round is not None and state.to_act:
            seat = random.choice(state.to_act)
            legal = legal_moves(state.round, seat)
            choice = Choice(
                [(move.type, shown(move)) for move in legal],
                len(state.round.hands[seat]),
                state.round.scouts == players - 2,
            )
            state = rules.play(state, seat, legal[policy(choice, random)])
            yield state


def shown(move: Move) -> int:
    return move.stop - move.start if isinstance(move, Show | ScoutAndShow) else 0


def whole_game(players: int, random: Random, policy: Policy) -> Game:
    """By the oracle."""
    *_, game = playing(players, random, policy)
    return game


def packed(cards: list[Card]) -> Cards:
    """The oracle's cards as the rules hold them."""
    return parse_cards(oracle.names(cards))


def advance(state: GameState, step: Step) -> GameState:
    if isinstance(step, Deal):
        return rules.deal(state, RulesDeal(tuple(map(packed, step.hands)), step.starter))
    return rules.play(state, step.seat, move_from_json(step.move))


def state_after(players: int, steps: list[Step]) -> GameState:
    state = rules.new_game(players)
    for step in steps:
        state = advance(state, step)
    return state


def steps_of(state: GameState) -> list[Step]:
    """A game of the rules as the oracle takes it."""
    steps: list[Step] = []
    rounds = [(result.dealt, result.flips, result.moves) for result in state.results]
    if state.round is not None and state.dealt is not None and not state.round.over:
        rounds.append((state.dealt, state.round.flips, state.moves))  # type: ignore[arg-type]
    for dealt, flips, moves in rounds:
        hands = [[oracle.parse(name) for name in card_names(hand)] for hand in dealt.hands]
        steps.append(Deal(hands, dealt.starter))
        chosen = [(seat, flip) for seat, flip in enumerate(flips) if flip is not None]
        steps += [Turn(seat, {"type": "orient", "flip": flip}) for seat, flip in chosen]
        steps += [Turn(seat, move_to_json(move)) for seat, move in moves]
    return steps


def text(value: Any) -> str:
    """Keys stay in order."""
    return json.dumps(value)


def as_set(moves: list[Move]) -> set[str]:
    """Each move's JSON; none may be listed twice."""
    texts = [text(move_to_json(move)) for move in moves]
    assert len(set(texts)) == len(texts)
    return set(texts)


def facts(state: RoundState) -> JSON:
    """A round in the oracle's words."""
    return {
        "hands": [card_names(hand) for hand in state.hands],
        "starter": state.starter,
        "flips": list(state.flips),
        "to_act": list(state.to_act),
        "active": card_names(state.active),
        "last_to_show": state.owner,
        "collected": list(state.collected),
        "chips": list(state.chips),
        "scout_and_show": list(state.scout_and_show),
        "turns": state.turns,
        "scouts": state.scouts,
        "ended_by": state.ended_by,
        "ender": state.ender,
    }


def oracle_facts(table: Table) -> JSON:
    return {
        "hands": [oracle.names(hand) for hand in table.hands],
        "starter": table.starter,
        "flips": table.flips,
        "to_act": table.to_act,
        "active": oracle.names(table.active),
        "last_to_show": table.last_to_show,
        "collected": table.collected,
        "chips": table.chips,
        "scout_and_show": table.scout_and_show,
        "turns": len(table.history),
        "scouts": oracle.scouts_in_a_row(table),
        "ended_by": table.ended_by,
        "ender": table.ender,
    }
