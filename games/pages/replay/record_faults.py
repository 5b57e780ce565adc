"""What is wrong with a record that somebody wants to import, in a player's words."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.archive.records import shown
from games.rules.errors import RuleError
from games.rules.records import RecordError

_NO_RECORDS: dict[str, Promise] = {
    "empty": gettext_lazy("There is nothing in it. Choose a file or paste a record."),
    "too_long": gettext_lazy("It is too long: a record has at most 200 KB."),
    "several_records": gettext_lazy(
        "It holds more than one record. Import them one at a time: each line is a record."
    ),
    "not_json": gettext_lazy("It can’t be read. A record is one JSON object, all of it."),
    "too_many_records": gettext_lazy("You keep 100 records already. Delete one first."),
}
"""What is said of something that is no record at all, and of full shelves."""

_FAULTS: dict[str, Promise] = {
    "bad_record": gettext_lazy("This is not how a scout-record/1 is written."),
    "bad_move": gettext_lazy("This is not how a move is written."),
    "wrong_deal": gettext_lazy("These hands can’t have been dealt."),
    "wrong_starter": gettext_lazy("It was another player’s turn to start."),
    "round_over": gettext_lazy("The round was over before this move."),
    "missing_moves": gettext_lazy("The moves stop before the round has ended."),
    "wrong_ender": gettext_lazy("The moves don’t end the round the way the record says."),
    "wrong_score": gettext_lazy("The points don’t add up to what the moves make."),
    "wrong_totals": gettext_lazy("The totals don’t add up to the points of the rounds."),
    "wrong_winners": gettext_lazy("Others have the most points than those it calls winners."),
    "not_your_turn": gettext_lazy("It was another player’s turn."),
    "wrong_phase": gettext_lazy("Hands are turned before the first move, not among the moves."),
    "no_such_cards": gettext_lazy("The hand had no such cards to show."),
    "not_a_set": gettext_lazy("These cards are not a set: they must match or run in steps of one."),
    "not_stronger": gettext_lazy("This set doesn’t beat the one in the ring."),
    "nothing_to_scout": gettext_lazy("The ring was empty, so there was nothing to scout."),
    "no_such_place": gettext_lazy("The hand had no such place for the scouted card."),
    "no_scout_chip": gettext_lazy("The player had no Scout chip left."),
    "scout_and_show_used": gettext_lazy("The player had used Scout & Show in this round already."),
    "not_with_two_players": gettext_lazy("There is no Scout & Show with two players."),
}
"""What is said of a record that breaks the format or a rule, by the code of the fault."""

_WITH_DETAILS = frozenset(
    {"bad_record", "bad_move", "wrong_deal", "wrong_ender", "wrong_score", "wrong_totals"}
)
"""Faults of which the record's own check knows more than the code says."""

LONGEST_DETAIL = 300
"""No more characters of what the check says are told: it may repeat what the record holds."""


def fault_sentence(fault: RecordError | RuleError) -> str:
    """Where the fault is, counted from 1, and what it is: ``"Round 2, move 5: …"``."""
    if isinstance(fault, RuleError):
        return str(_NO_RECORDS[fault.code])
    said = str(_FAULTS[fault.code])
    where = _place(fault)
    if where:
        return _("{place}: {what}").format(place=where, what=said)
    return said


def fault_detail(fault: RecordError | RuleError) -> str:
    """What the check itself says, for whoever writes records by program; often nothing."""
    if fault.code not in _WITH_DETAILS and fault.code != "not_json":
        return ""
    # A record may name half a character, and no page can be written with one.
    said = shown(str(fault).encode(errors="backslashreplace").decode())
    return said if len(said) <= LONGEST_DETAIL else f"{said[: LONGEST_DETAIL - 1]}…"


def _place(fault: RecordError) -> str:
    if fault.round_number is None:
        return ""
    if fault.move is None:
        return _("Round {round}").format(round=fault.round_number + 1)
    return _("Round {round}, move {move}").format(round=fault.round_number + 1, move=fault.move + 1)
