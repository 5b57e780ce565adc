"""What made moderators did, whom it met, who disagreed; and signs about made players."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any

from games.management.filling.order import ANSWERS, Filed
from games.management.filling.people import Person
from games.management.filling.writing import next_key, write_made
from games.models import (
    ActionKind,
    Appeal,
    AppealOutcome,
    Case,
    CaseAbout,
    CaseKind,
    CaseState,
    ModerationAction,
    Sanction,
    SanctionKind,
    Sign,
    SignKind,
    Strength,
)

APPEALS = 20
"""One act on a player in so many is appealed against."""
SIGNS = 3
"""For so many cases there is a sign."""
_KINDS = (
    ActionKind.HIDE_MESSAGE, ActionKind.HIDE_MESSAGE, ActionKind.WARN, ActionKind.WARN,
    ActionKind.MUTE, ActionKind.SUSPEND, ActionKind.BAN,
)  # fmt: skip
_SANCTIONS = {
    ActionKind.WARN: SanctionKind.WARNING,
    ActionKind.MUTE: SanctionKind.MUTE,
    ActionKind.SUSPEND: SanctionKind.SUSPENSION,
    ActionKind.BAN: SanctionKind.BAN,
}
_REASONS = (
    "Insults at the table (rule 3).", "Advertising in the chat.", "Holding up a lost game.",
    "Let another account win.", "The second time within a month.",
)  # fmt: skip
_DAYS = 7


def write_acts(
    filed: Sequence[Filed], staff: Sequence[Person], names: Mapping[int, str], chance: Random
) -> None:
    """Make the audit log of the closed cases, with sanctions and appeals."""
    first = next_key(ModerationAction)
    acts = [act for each in filed if each.closed_at for act in _acts(each, staff, names, chance)]
    for key, act in enumerate(acts, start=first):
        act["id"] = key
    against = [act for act in acts if act["kind"] in _SANCTIONS]
    appealed = [act for number, act in enumerate(against) if number % APPEALS == 0]
    cases = next_key(Case)
    appeals = [
        _appeal(act, case_id, number >= len(appealed) - len(appealed) // 10, staff, chance)
        for number, (case_id, act) in enumerate(enumerate(appealed, start=cases))
    ]
    write_made(ModerationAction, acts)
    write_made(Sanction, (_sanction(act, chance) for act in against))
    write_made(Case, (_case_of(appeal) for appeal in appeals))
    write_made(Appeal, appeals)
    answered = (
        _answer(act, appeal, names)
        for act, appeal in zip(appealed, appeals, strict=True)
        if appeal["decided_at"]
    )
    write_made(ModerationAction, answered)


def _acts(
    filed: Filed, staff: Sequence[Person], names: Mapping[int, str], chance: Random
) -> Iterator[dict[str, Any]]:
    by, table = chance.choice(staff), filed.tables[0]
    common = {
        "moderator_id": by.user_id,
        "moderator_name": by.name,
        "player_id": filed.player_id,
        "player_name": names[filed.player_id] if filed.player_id is not None else "",
        "created_at": filed.closed_at,
        "case_id": filed.case_id,
    }
    at_table = {"game_id": table.game_id, "game_name": table.name}
    if filed.acted and filed.player_id is None:
        details = {"address": table.address}
        kind = chance.choice((ActionKind.PAUSE, ActionKind.UNRATE))
        yield {
            **common,
            **at_table,
            "kind": kind,
            "reason": chance.choice(_REASONS),
            "details": details,
        }
    elif filed.acted:
        for kind in {chance.choice(_KINDS), chance.choice(_KINDS)}:
            yield {
                **common,
                **(at_table if kind == ActionKind.HIDE_MESSAGE else {}),
                "kind": kind,
                "reason": chance.choice(_REASONS),
                "details": _details(kind, filed),
            }
    yield {
        **common,
        "kind": ActionKind.CLOSE_CASE,
        "reason": chance.choice(ANSWERS),
        "details": {
            "about": filed.kind.value,
            "reports": filed.reports,
            "outcome": "acted upon" if filed.acted else "no action",
        },
    }


def _details(kind: ActionKind, filed: Filed) -> dict[str, Any]:
    assert filed.closed_at is not None
    match kind:
        case ActionKind.HIDE_MESSAGE:
            return {"words": "What a stupid move again.", "address": filed.tables[0].address}
        case ActionKind.MUTE | ActionKind.SUSPEND:
            return {"until": (filed.closed_at + timedelta(days=_DAYS)).isoformat()}
    return {}


def _sanction(act: dict[str, Any], chance: Random) -> dict[str, Any]:
    kind, since = _SANCTIONS[act["kind"]], act["created_at"]
    for_days = kind in (SanctionKind.MUTE, SanctionKind.SUSPENSION)
    # Warnings are mostly read, and some bans lifted.
    ended = chance.random() < {SanctionKind.WARNING: 0.98, SanctionKind.BAN: 0.3}.get(kind, 0)
    return {
        "player_id": act["player_id"],
        "kind": kind,
        "reason": act["reason"],
        "since": since,
        "until": since + timedelta(days=_DAYS) if for_days else None,
        "ended_at": since + timedelta(days=1) if ended else None,
        "action_id": act["id"],
    }


def _appeal(
    act: dict[str, Any], case_id: int, waits: bool, staff: Sequence[Person], chance: Random
) -> dict[str, Any]:
    at = act["created_at"] + timedelta(hours=8)
    outcome = chance.choice((AppealOutcome.GRANTED, AppealOutcome.UPHELD, AppealOutcome.UPHELD))
    other = chance.choice([each for each in staff if each.user_id != act["moderator_id"]])
    return {
        "action_id": act["id"],
        "user_id": act["player_id"],
        "case_id": case_id,
        "text": "I only answered what they had written before.",
        "created_at": at,
        "outcome": AppealOutcome.WAITING if waits else outcome,
        "answer": "" if waits else chance.choice(ANSWERS),
        "decided_at": None if waits else at + timedelta(days=1),
        "decided_by_id": None if waits else other.user_id,
    }


def _case_of(appeal: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": appeal["case_id"],
        "kind": CaseKind.APPEAL,
        "about": CaseAbout.PLAYER,
        "player_id": appeal["user_id"],
        "state": CaseState.CLOSED if appeal["decided_at"] else CaseState.OPEN,
        "opened_at": appeal["created_at"],
        "waiting_since": appeal["created_at"],
        "closed_at": appeal["decided_at"],
    }


def _answer(
    act: dict[str, Any], appeal: dict[str, Any], names: Mapping[int, str]
) -> dict[str, Any]:
    granted = appeal["outcome"] == AppealOutcome.GRANTED
    return {
        "kind": ActionKind.GRANT_APPEAL if granted else ActionKind.UPHOLD,
        "created_at": appeal["decided_at"],
        "reason": appeal["answer"],
        "moderator_id": appeal["decided_by_id"],
        "moderator_name": names[appeal["decided_by_id"]],
        "player_id": act["player_id"],
        "player_name": act["player_name"],
        "case_id": appeal["case_id"],
        "details": {"act": act["kind"].value},
    }


def write_signs(count: int, people: Sequence[Person], chance: Random, now: datetime) -> None:
    """Make ``count`` signs, at most one a player."""
    whom = chance.sample(range(len(people)), min(count, len(people)))
    write_made(Sign, (_sign(number, people, chance, now) for number in whom))


def _sign(number: int, people: Sequence[Person], chance: Random, now: datetime) -> dict[str, Any]:
    kind = chance.choice((SignKind.PAIR, SignKind.SECOND, SignKind.RATING, SignKind.STALLING))
    seen = now - timedelta(days=89 * chance.random())
    dismissed = chance.random() < 0.25
    of_two = kind in (SignKind.PAIR, SignKind.SECOND)
    return {
        "kind": kind,
        "strength": chance.choice(tuple(Strength)),
        "player_id": people[number].user_id,
        "other_id": people[number - 1].user_id if of_two else None,
        "figures": _FIGURES[kind],
        "weight": 1 + chance.random(),
        "first_seen_at": seen - timedelta(days=5),
        "last_seen_at": seen,
        "dismissed_until": seen + timedelta(days=90) if dismissed else None,
        "dismissed_weight": 1.0 if dismissed else None,
    }


_FIGURES: dict[SignKind, dict[str, Any]] = {
    SignKind.PAIR: {
        "games": 18, "ahead": 17, "expected": 9.4, "one_in": 4_000, "short": 6, "left": 5,
        "moved": 82,
    },
    SignKind.SECOND: {"days": 9, "parts": {"browser": 4, "machine": 9, "hours": 61}},
    SignKind.RATING: {"games": 40, "share": 88, "expected": 51, "one_in": 9_000},
    SignKind.STALLING: {"games": 7, "late": 31, "turns": 40, "elsewhere": 4},
}  # fmt: skip
