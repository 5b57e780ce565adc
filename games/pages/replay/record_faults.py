"""An imported record's faults."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.people.names import one_line
from games.rules.errors import RuleError
from games.rules.records import RecordError

_NO_RECORDS: dict[str, Promise] = {
    "empty": gettext_lazy("There is no record here. Choose a file or paste one."),
    "too_long": gettext_lazy("It is too long: a record has at most 200 KB."),
    "several_records": gettext_lazy(
        "It holds more than one record. Import them one at a time: each line is a record."
    ),
    "bad_text": gettext_lazy(
        "It holds characters that can’t be seen. Download the record again, and leave it as it is."
    ),
    "not_json": gettext_lazy(
        "It can’t be read as a record. Download one from a finished game, or copy all of it."
    ),
    "too_many_records": gettext_lazy("You already have 100 records. Delete one first."),
}
"""For input that is no record, and for a full collection."""

_FAULTS: dict[str, Promise] = {
    "bad_record": gettext_lazy(
        "This isn’t the record of a game, or somebody has changed it. Download it again."
    ),
    "bad_move": gettext_lazy("This isn’t written like a move. Download the record again."),
    "wrong_deal": gettext_lazy("These hands can’t have been dealt."),
    "wrong_starter": gettext_lazy("It was another player’s turn to start."),
    "round_over": gettext_lazy("The round was over before this move."),
    "missing_moves": gettext_lazy("The moves stop before the round has ended."),
    "wrong_ender": gettext_lazy("The moves don’t end the round the way the record says."),
    "wrong_score": gettext_lazy("The points don’t match the moves."),
    "wrong_totals": gettext_lazy("The totals don’t match the points of the rounds."),
    "wrong_winners": gettext_lazy("The record names the wrong winners."),
    "not_your_turn": gettext_lazy("It was another player’s turn."),
    "wrong_phase": gettext_lazy("Hands can only be turned before the first move."),
    "no_such_cards": gettext_lazy("The hand did not have these cards."),
    "not_a_set": gettext_lazy("These cards are not a set: they must match or run in steps of one."),
    "not_stronger": gettext_lazy("This set doesn’t beat the one in the ring."),
    "nothing_to_scout": gettext_lazy("The ring was empty, so there was nothing to scout."),
    "no_such_place": gettext_lazy("The hand had no such place for the scouted card."),
    "no_scout_chip": gettext_lazy("The player had no Scout chip left."),
    "scout_and_show_used": gettext_lazy("The player had already used Scout & Show this round."),
    "not_with_two_players": gettext_lazy("There is no Scout & Show with two players."),
}
"""By error code."""

_WITH_DETAILS = frozenset(
    {"bad_record", "bad_move", "wrong_deal", "wrong_ender", "wrong_score", "wrong_totals"}
)
"""For these, the record's own check says more."""

LONGEST_DETAIL = 300
"""They may quote the record."""


def fault_sentence(fault: RecordError | RuleError) -> str:
    """Return ``"Round 2, move 5: …"``."""
    if isinstance(fault, RuleError):
        return str(_NO_RECORDS[fault.code])
    said = str(_FAULTS[fault.code])
    where = _place(fault)
    if where:
        return _("{place}: {what}").format(place=where, what=said)
    return said


def fault_detail(fault: RecordError | RuleError) -> str:
    """Return the check's message, for people who write records by program."""
    if fault.code not in _WITH_DETAILS and fault.code != "not_json":
        return ""
    said = one_line(str(fault))
    return said if len(said) <= LONGEST_DETAIL else f"{said[: LONGEST_DETAIL - 1]}…"


def _place(fault: RecordError) -> str:
    if fault.round_number is None:
        return ""
    if fault.move is None:
        return _("Round {round}").format(round=fault.round_number + 1)
    return _("Round {round}, move {move}").format(round=fault.round_number + 1, move=fault.move + 1)
