"""Whether a seat's move is legal, by its view alone."""

from games.rules.errors import RuleError
from games.rules.moves import Move
from games.rules.round import apply, normalise
from games.rules.state import RoundState
from games.rules.views import View


def need_legal(view: View, move: Move) -> Move:
    """Return ``move`` as a log would have it. Raise ``RuleError`` if the rules refuse it.

    They are asked about a round in which the others hold any cards: no move depends on these.
    """
    seat, active = view.seat, view.active_set
    if seat is None or view.turn != seat:
        raise RuleError("not_your_turn", "It isn't your turn.")
    hands = [bytes(count) for count in view.hand_counts]
    hands[seat] = view.hand or b""
    state = RoundState(
        hands=tuple(hands),
        starter=view.starter,
        flips=(False,) * view.players,
        turn=seat,
        active=active.cards if active else b"",
        owner=active.owner if active else None,
        collected=view.collected,
        chips=view.chips,
        scout_and_show=view.scout_and_show,
        turns=len(view.history),
        scouts=0,
        ended_by=None,
        ender=None,
    )
    apply(state, seat, move)
    return normalise(state, move)
