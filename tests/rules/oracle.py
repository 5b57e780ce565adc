"""The rules once more, independent and naive, to compare the real ones with.

Written from the rules alone. A card is a tuple (top, bottom), a hand a list of cards, a move the
JSON object of the formats.
"""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import combinations, pairwise, product
from typing import Any, TypeAlias

Card: TypeAlias = tuple[int, int]
JSON: TypeAlias = dict[str, Any]

HAND_SIZES = {2: 11, 3: 12, 4: 11, 5: 9}


def parse(name: str) -> Card:
    top, bottom = name.split("/")
    return int(top), int(bottom)


def name(card: Card) -> str:
    return f"{card[0]}/{card[1]}"


def names(cards: list[Card]) -> list[str]:
    return [name(card) for card in cards]


def turn_over(card: Card) -> Card:
    return card[1], card[0]


def deck(players: int) -> list[Card]:
    """Lower number on top."""
    cards = list(combinations(range(1, 11), 2))
    if players in (2, 4):
        cards.remove((9, 10))
    if players == 3:
        cards = [card for card in cards if 10 not in card]
    return cards


def tops(cards: list[Card]) -> list[int]:
    return [top for top, _ in cards]


def matching(numbers: list[int]) -> bool:
    return len(numbers) > 1 and all(number == numbers[0] for number in numbers)


def consecutive(numbers: list[int]) -> bool:
    steps = [after - before for before, after in pairwise(numbers)]
    return len(numbers) > 1 and (
        all(step == 1 for step in steps) or all(step == -1 for step in steps)
    )


def is_set(numbers: list[int]) -> bool:
    return len(numbers) == 1 or matching(numbers) or consecutive(numbers)


def beats(new: list[int], old: list[int]) -> bool:
    if len(new) != len(old):
        return len(new) > len(old)
    if matching(new) != matching(old):
        return matching(new)
    return min(new) > min(old)


@dataclass
class Table:
    """One round, with all hands."""

    hands: list[list[Card]]
    starter: int
    dealt: list[list[Card]] = field(default_factory=list)
    moves: list[JSON] = field(default_factory=list)
    flips: list[bool | None] = field(default_factory=list)
    turn: int = 0
    active: list[Card] = field(default_factory=list)
    last_to_show: int | None = None
    collected: list[int] = field(default_factory=list)
    chips: list[int] = field(default_factory=list)
    scout_and_show: list[bool] = field(default_factory=list)
    history: list[JSON] = field(default_factory=list)
    ended_by: str | None = None
    ender: int | None = None

    @property
    def players(self) -> int:
        return len(self.hands)

    @property
    def phase(self) -> str:
        """`orient`, `play`, or `ended`."""
        if self.ended_by is not None:
            return "ended"
        return "orient" if None in self.flips else "play"

    @property
    def to_act(self) -> list[int]:
        if self.phase == "orient":
            return [seat for seat in range(self.players) if self.flips[seat] is None]
        return [self.turn] if self.phase == "play" else []


def start(hands: list[list[Card]], starter: int) -> Table:
    two = len(hands) == 2
    return Table(
        hands=deepcopy(hands),
        dealt=deepcopy(hands),
        starter=starter,
        flips=[None] * len(hands),
        turn=starter,
        collected=[0] * len(hands),
        chips=[3 if two else 0] * len(hands),
        scout_and_show=[not two] * len(hands),
    )


def codes_for_show(hand: list[Card], active: list[Card], move: JSON) -> set[str]:
    """Why the slice can't be shown."""
    if not 0 <= move["start"] < move["stop"] <= len(hand):
        return {"no_such_cards"}
    shown = tops(hand[move["start"] : move["stop"]])
    if not is_set(shown):
        return {"not_a_set"}
    if active and not beats(shown, tops(active)):
        return {"not_stronger"}
    return set()


def codes_for_scout(table: Table, seat: int, move: JSON) -> set[str]:
    """Why this Scout is illegal."""
    codes = set()
    if not table.active:
        codes.add("nothing_to_scout")
    if not 0 <= move["to"] <= len(table.hands[seat]):
        codes.add("no_such_place")
    if table.players == 2 and table.chips[seat] == 0:
        codes.add("no_scout_chip")
    return codes


def after_scout(hand: list[Card], active: list[Card], move: JSON) -> tuple[list[Card], list[Card]]:
    """The hand and the Active Set afterwards."""
    hand, active = list(hand), list(active)
    card = active.pop(0 if move["end"] == "left" else -1)
    hand.insert(move["to"], turn_over(card) if move["flip"] else card)
    return hand, active


def refusals(table: Table, seat: int, move: JSON) -> set[str]:
    """The codes that fit a refusal; none if legal."""
    codes = set()
    if (move["type"] == "orient") != (table.phase == "orient"):
        codes.add("wrong_phase")
    if seat not in table.to_act:
        codes.add("not_your_turn")
    if codes or move["type"] == "orient":
        return codes
    hand = table.hands[seat]
    if move["type"] == "show":
        return codes_for_show(hand, table.active, move)
    if move["type"] == "scout":
        return codes_for_scout(table, seat, move)
    if table.players == 2:
        codes.add("not_with_two_players")
    elif not table.scout_and_show[seat]:
        codes.add("scout_and_show_used")
    against_scout = codes_for_scout(table, seat, move) - {"no_scout_chip"}
    if not 0 <= move["start"] < move["stop"] <= len(hand) + 1:
        codes.add("no_such_cards")
    if against_scout:
        return codes | against_scout
    return codes | codes_for_show(*after_scout(hand, table.active, move), move)


def usual(table: Table, move: JSON) -> JSON:
    """The move as logged: a single card's one end is the left."""
    return {**move, "end": "left"} if "end" in move and len(table.active) == 1 else move


def well_formed(cards: int, margin: int) -> Iterator[JSON]:
    """Every well-formed move, with indices up to `margin` out of range."""
    for flip in (False, True):
        yield {"type": "orient", "flip": flip}
    for first in range(-margin, cards + margin + 1):
        for stop in range(-margin, cards + margin + 1):
            yield {"type": "show", "start": first, "stop": stop}
    places = range(-margin, cards + margin + 1)
    slots = range(-margin, cards + margin + 2)
    for end, flip, to in product(("left", "right"), (False, True), places):
        scout = {"end": end, "flip": flip, "to": to}
        yield {"type": "scout", **scout}
        for first, stop in product(slots, slots):
            yield {"type": "scout_and_show", **scout, "start": first, "stop": stop}


def legal_shows(hand: list[Card], active: list[Card]) -> list[JSON]:
    numbers, to_beat = tops(hand), tops(active)
    return [
        {"start": first, "stop": stop}
        for first, stop in combinations(range(len(hand) + 1), 2)
        if is_set(numbers[first:stop]) and (not active or beats(numbers[first:stop], to_beat))
    ]


def legal_moves(table: Table, seat: int) -> list[JSON]:
    """Each Show, each Scout, each Show after each Scout."""
    if seat not in table.to_act:
        return []
    if table.phase == "orient":
        return [{"type": "orient", "flip": flip} for flip in (False, True)]
    hand = table.hands[seat]
    moves: list[JSON] = [{"type": "show", **cards} for cards in legal_shows(hand, table.active)]
    for end, flip, to in product(("left", "right"), (False, True), range(len(hand) + 1)):
        scout: JSON = {"type": "scout", "end": end, "flip": flip, "to": to}
        if not codes_for_scout(table, seat, scout) and usual(table, scout) == scout:
            moves.append(scout)
            if table.scout_and_show[seat]:
                then = legal_shows(*after_scout(hand, table.active, scout))
                moves += [{**scout, "type": "scout_and_show", **cards} for cards in then]
    return moves


def play(table: Table, seat: int, move: JSON) -> None:
    """End the round where it ends."""
    if move["type"] == "orient":
        table.flips[seat] = move["flip"]
        if move["flip"]:
            table.hands[seat] = [turn_over(card) for card in table.hands[seat]]
        return
    move = usual(table, move)
    table.moves.append({"seat": seat, **move})
    entry: JSON = {"seat": seat, "type": move["type"]}
    if "end" in move:
        card = table.active[0 if move["end"] == "left" else -1]
        entry |= {"end": move["end"], "card": name(card)}
        table.hands[seat], table.active = after_scout(table.hands[seat], table.active, move)
        if table.players == 2:
            table.chips[seat] -= 1
        else:
            assert table.last_to_show is not None
            table.chips[table.last_to_show] += 1
    if "stop" in move:
        shown = table.hands[seat][move["start"] : move["stop"]]
        entry["cards"] = names(shown)
        del table.hands[seat][move["start"] : move["stop"]]
        table.collected[seat] += len(table.active)
        table.active = shown
        table.last_to_show = seat
    if move["type"] == "scout_and_show":
        table.scout_and_show[seat] = False
    table.history.append(entry)
    if not (table.players == 2 and move["type"] == "scout"):
        table.turn = (seat + 1) % table.players
    end_if_ended(table, seat)


def scouts_in_a_row(table: Table) -> int:
    """Scouts since the last Show."""
    types = [entry["type"] for entry in reversed(table.history)]
    return next((row for row, kind in enumerate(types) if kind != "scout"), len(types))


def stands_unbeaten(table: Table) -> bool:
    """Has the last shown set outlasted everybody who could have beaten it?"""
    if table.players == 2:
        return not legal_moves(table, table.turn)
    return scouts_in_a_row(table) == table.players - 1


def end_if_ended(table: Table, seat: int) -> None:
    """Only if the turn that `seat` just took ended it."""
    if not table.hands[seat]:
        table.ended_by, table.ender = "empty_hand", seat
    elif stands_unbeaten(table):
        table.ended_by, table.ender = "unbeaten", table.last_to_show
    elif len(table.history) == 200:
        table.ended_by, table.ender = "turn_limit", None
