"""One round, move by move."""

from .cards import TOPS, Cards, turn_all
from .errors import RuleError
from .legal import can_show
from .moves import Move, Orient, Scout, ScoutAndShow, Show
from .scouting import left_in_ring, scouted_card, with_card
from .sets import strength
from .state import TURN_LIMIT, TWO_PLAYER_CHIPS, EndedBy, RoundState


def start_round(hands: tuple[Cards, ...], starter: int) -> RoundState:
    """Return a new round in which ``starter`` plays first."""
    players = len(hands)
    two_players = players == 2
    return RoundState(
        hands=hands,
        starter=starter,
        flips=(None,) * players,
        turn=starter,
        active=b"",
        owner=None,
        collected=(0,) * players,
        chips=(TWO_PLAYER_CHIPS if two_players else 0,) * players,
        scout_and_show=(not two_players,) * players,
        turns=0,
        scouts=0,
        ended_by=None,
        ender=None,
    )


def apply(state: RoundState, seat: int, move: Move) -> RoundState:
    """Return the state after the move.

    Raise ``RuleError`` for the first fault.
    """
    if state.ended_by is not None:
        raise RuleError("round_over", "The round is over.")
    if None in state.flips:
        return _orient(state, seat, move)
    if seat != state.turn:
        raise RuleError("not_your_turn", "It isn't your turn.")
    match move:
        case Show():
            return _show(state, move.start, move.stop)
        case Scout():
            return _end_of_turn(_scout(state, move))
        case ScoutAndShow():
            return _scout_and_show(state, move)
        case Orient():
            raise RuleError(
                "wrong_phase", "All hands lie as they were chosen; nobody may turn one."
            )


def normalise(state: RoundState, move: Move) -> Move:
    """Return ``move`` as logged: a one-card Active Set's only end is ``"left"``."""
    if len(state.active) == 1:
        match move:
            case Scout(end="right"):
                return Scout("left", move.flip, move.to)
            case ScoutAndShow(end="right"):
                return ScoutAndShow("left", move.flip, move.to, move.start, move.stop)
    return move


def _put(values: tuple[int, ...], seat: int, value: int) -> tuple[int, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _orient(state: RoundState, seat: int, move: Move) -> RoundState:
    if not 0 <= seat < len(state.hands):
        raise RuleError("not_your_turn", "There is no such seat at this table.")
    if state.flips[seat] is not None:
        raise RuleError("not_your_turn", "You have chosen; the others are still choosing.")
    if not isinstance(move, Orient):
        raise RuleError("wrong_phase", "First everybody chooses which way up to hold their hand.")
    flips = (*state.flips[:seat], move.flip, *state.flips[seat + 1 :])
    hands = state.hands
    if move.flip:
        hands = (*hands[:seat], turn_all(hands[seat]), *hands[seat + 1 :])
    return state._replace(flips=flips, hands=hands)


def _shown(hand: Cards, active: Cards, start: int, stop: int) -> Cards:
    if not 0 <= start < stop <= len(hand):
        raise RuleError("no_such_cards", "There are no such cards in this hand.")
    cards = hand[start:stop]
    shown = strength(cards.translate(TOPS))
    if not shown:
        numbers = "-".join(str(number) for number in cards.translate(TOPS))
        raise RuleError(
            "not_a_set",
            f"{numbers} isn't a set. Cards must match or run in steps of one.",
        )
    if active and shown <= strength(active.translate(TOPS)):
        numbers = "-".join(str(number) for number in cards.translate(TOPS))
        beaten = "-".join(str(number) for number in active.translate(TOPS))
        raise RuleError("not_stronger", f"{numbers} doesn't beat {beaten}.")
    return cards


def _show(state: RoundState, start: int, stop: int) -> RoundState:
    seat = state.turn
    hand = state.hands[seat]
    cards = _shown(hand, state.active, start, stop)
    rest = hand[:start] + hand[stop:]
    after = RoundState(
        hands=(*state.hands[:seat], rest, *state.hands[seat + 1 :]),
        starter=state.starter,
        flips=state.flips,
        turn=seat,
        active=cards,
        owner=seat,
        collected=_put(state.collected, seat, state.collected[seat] + len(state.active)),
        chips=state.chips,
        scout_and_show=state.scout_and_show,
        turns=state.turns,
        scouts=0,
        ended_by=None,
        ender=None,
    )
    if not rest:
        return after._replace(turns=state.turns + 1, ended_by="empty_hand", ender=seat)
    return _end_of_turn(after)


def _scout(state: RoundState, move: Scout | ScoutAndShow) -> RoundState:
    seat = state.turn
    active = state.active
    if not active:
        raise RuleError("nothing_to_scout", "There is no Active Set, so there is nothing to scout.")
    chips = state.chips
    assert state.owner is not None
    if len(chips) > 2:
        chips = _put(chips, state.owner, chips[state.owner] + 1)
    elif chips[seat]:
        chips = _put(chips, seat, chips[seat] - 1)
    else:
        raise RuleError("no_scout_chip", "You have no Scout chips left. You must show.")
    hand = state.hands[seat]
    to = move.to
    if not 0 <= to <= len(hand):
        raise RuleError("no_such_place", "There is no such place in this hand.")
    hand = with_card(hand, to, scouted_card(active, move.end, move.flip))
    return RoundState(
        hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]),
        starter=state.starter,
        flips=state.flips,
        turn=seat,
        active=left_in_ring(active, move.end),
        owner=state.owner,
        collected=state.collected,
        chips=chips,
        scout_and_show=state.scout_and_show,
        turns=state.turns,
        scouts=state.scouts + 1,
        ended_by=None,
        ender=None,
    )


def _scout_and_show(state: RoundState, move: ScoutAndShow) -> RoundState:
    seat = state.turn
    if len(state.hands) == 2:
        raise RuleError("not_with_two_players", "There is no Scout & Show with two players.")
    if not state.scout_and_show[seat]:
        raise RuleError("scout_and_show_used", "You've used Scout & Show this round.")
    scouted = _scout(state, move)
    used = (*state.scout_and_show[:seat], False, *state.scout_and_show[seat + 1 :])
    return _show(scouted._replace(scout_and_show=used), move.start, move.stop)


def _end_of_turn(state: RoundState) -> RoundState:
    turns = state.turns + 1
    if len(state.hands) == 2:
        # After a Scout, the same player plays again.
        turn = state.turn if state.scouts else 1 - state.turn
        stuck = (
            state.active and not state.chips[turn] and not can_show(state.hands[turn], state.active)
        )
        unbeaten = bool(stuck)
    else:
        turn = (state.turn + 1) % len(state.hands)
        # The turn is back with the owner, whether or not anything is left of the set.
        unbeaten = state.scouts > 0 and turn == state.owner
    ended_by: EndedBy | None = None
    if unbeaten:
        ended_by = "unbeaten"
    elif turns >= TURN_LIMIT:
        ended_by = "turn_limit"
    return state._replace(
        turn=turn,
        turns=turns,
        ended_by=ended_by,
        ender=state.owner if unbeaten else None,
    )
