"""Whether a view could come from a real game."""

from ..rules.cards import Cards, deck
from ..rules.errors import RuleError
from ..rules.game import PublicMove
from ..rules.state import TURN_LIMIT
from ..rules.views import View
from .unseen import scouted_cards, unseen_cards

LARGEST = 10_000


def need_possible(view: View) -> None:
    """Raise ``RuleError`` (``bad_view``) unless ``view`` is possible with its seat to act."""
    _need(view.rounds in (1, view.players), "There are as many rounds as players, or one.")
    _need(0 <= view.round < view.rounds, "There is no such round.")
    _need_small(view)
    _need_cards(view)
    _need_counts(view)


def _need(holds: bool, sentence: str) -> None:
    if not holds:
        raise RuleError("bad_view", sentence)


def _need_small(view: View) -> None:
    for name in ("hand_counts", "collected", "chips"):
        values = getattr(view, name)
        _need(all(0 <= value <= LARGEST for value in values), f"{name} holds an impossible number.")
    _need(all(abs(score) <= LARGEST for score in view.scores), "scores holds an impossible number.")
    histories = [view.history, view.last_round.history if view.last_round else ()]
    _need(all(len(moves) <= TURN_LIMIT for moves in histories), "A round has no more turns.")


def _need_cards(view: View) -> None:
    active = view.active_set.cards if view.active_set else b""
    hand = view.hand or b""
    elsewhere = bytes(
        card for card, holder in scouted_cards(view.history).items() if holder != view.seat
    )
    lying = _either_way(hand) + _either_way(active) + elsewhere
    _need(len(set(lying)) == len(lying), "A card is in two places.")
    used = set(deck(view.players))
    shown = [*view.history, *(view.last_round.history if view.last_round else ())]
    told = b"".join(map(_cards_of, shown))
    _need(used.issuperset(lying + _either_way(told)), "A card is not in the game.")
    if view.active_set is not None:
        _need(view.phase == "play", "There is no Active Set before the first turn.")
        _need(view.active_set.owner != view.seat, "Nobody has to beat a set of their own.")


def _cards_of(move: PublicMove) -> Cards:
    return (b"" if move.card is None else bytes([move.card])) + (move.cards or b"")


def _either_way(cards: Cards) -> Cards:
    return bytes(card & ~1 for card in cards)


def _need_counts(view: View) -> None:
    assert view.seat is not None
    _need(view.hand_counts[view.seat] == len(view.hand or b""), "hand_counts does not fit hand.")
    active = len(view.active_set.cards) if view.active_set else 0
    _need(
        sum(view.hand_counts) + sum(view.collected) + active <= len(deck(view.players)),
        "There are more cards than the game has.",
    )
    holders = list(scouted_cards(view.history).values())
    missing = 0
    for seat, count in enumerate(view.hand_counts):
        if seat != view.seat:
            known = holders.count(seat)
            _need(known <= count, "A hand holds fewer cards than were scouted into it.")
            missing += count - known
    _need(missing <= len(unseen_cards(view)), "There are fewer cards left than hands hold.")
