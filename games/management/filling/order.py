"""Cases about made players and games, and what moderators made of them."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any, NamedTuple

from games.management.filling.games import PERIOD
from games.management.filling.people import Person
from games.management.filling.site import Table
from games.management.filling.writing import next_key, write_made
from games.models import (
    Case,
    CaseAbout,
    CaseKind,
    CaseNote,
    CaseState,
    ChatMessage,
    Report,
    ReportKind,
    ReportReason,
    ReportState,
)
from games.order.reasons import URGENT

WAITING = 30
"""One case in so many still waits: the latest ones."""
OF_THE_LARGEST = 40
"""Reports in the largest case."""
_REPORTS = (1, 1, 2, 3, 3, 4, 7)
_ABOUT_GAMES = 6
_SAID = (
    "You play like a wet sock.", "Nobody wants you here.", "Buy coins on my page, very cheap.",
    "What a stupid move again.", "I know where you live.", "Go back to the circus.",
)  # fmt: skip
_WHY = (
    "That was mean.", "He does this in every game.", "They always lose to the same account.",
    "Please look at the last round.", "I don’t want to read such things.", "It took two days.", "",
)  # fmt: skip
ANSWERS = (
    "Thank you, we have acted.", "We looked at it and found nothing against the rules.",
    "Thank you. We keep an eye on it.",
)  # fmt: skip
_OF_MESSAGES = (ReportReason.INSULT, ReportReason.SPAM, ReportReason.INSULT, ReportReason.PRIVACY)
_OF_PLAYERS = (ReportReason.CHEATING, ReportReason.STALLING, ReportReason.SECOND_ACCOUNT)


class Filed(NamedTuple):
    """A case, and what its reports are about."""

    case_id: int
    player_id: int | None
    tables: list[Table]
    reports: int
    reason: ReportReason
    at: datetime
    closed_at: datetime | None
    acted: bool

    @property
    def kind(self) -> ReportKind:
        if self.player_id is None:
            return ReportKind.GAME
        if self.reason in _OF_PLAYERS:
            return ReportKind.PLAYER
        return ReportKind.NAME if self.reason == ReportReason.NAME else ReportKind.MESSAGE


def write_cases(
    count: int,
    *,
    tables: Sequence[Table],
    played: Sequence[Table],
    people: Sequence[Person],
    staff: Sequence[Person],
    chance: Random,
    now: datetime,
) -> list[Filed]:
    """Make ``count`` cases of ``tables``, with their reports, messages and notes.

    The last and largest is about a player of ``played`` games, whose logs its page reads.
    """
    first = next_key(Case)
    # Nobody works on cases who is banned, or finds those about themselves.
    away = {person.user_id for person in staff}
    largest = _largest(first + count - 1, played, away, now)
    filed = [*_filed(count - 1, first, tables, away, chance, now, largest), largest]
    write_made(Case, (_case(each, staff, chance) for each in filed))
    first_message = next_key(ChatMessage)
    said = [
        (each, table) for each in filed if each.kind == ReportKind.MESSAGE for table in each.tables
    ]
    write_made(ChatMessage, (_message(each, table, chance) for each, table in said))
    numbers = enumerate(said, start=first_message)
    messages = {(each.case_id, table.game_id): key for key, (each, table) in numbers}
    reports = (row for each in filed for row in _reports(each, messages, people, chance, now))
    write_made(Report, reports)
    write_made(
        CaseNote,
        (
            {
                "case_id": each.case_id,
                "author_id": chance.choice(staff).user_id,
                "text": "Looked at the last three games too.",
                "created_at": each.at + timedelta(hours=1),
            }
            for each in filed
            if each.case_id % 3 == 0
        ),
    )
    return filed


def _filed(
    count: int,
    first: int,
    tables: Sequence[Table],
    away: set[int],
    chance: Random,
    now: datetime,
    largest: Filed,
) -> Iterator[Filed]:
    waiting: set[tuple[bool, int]] = {(False, largest.player_id or 0)}
    for number in range(count):
        at = now - PERIOD * (1 - number / count)
        still = count - number <= count // WAITING
        about_game = number % _ABOUT_GAMES == 0
        while True:
            # Reports are about the last weeks' games.
            until = max(1, round(len(tables) * (number + 1) / count))
            table = tables[chance.randrange(max(0, until - len(tables) // 20 - 1), until)]
            people = [user_id for user_id in table.people if user_id not in away]
            player = chance.choice(people) if people else None
            subject = (about_game, table.game_id if about_game else player or 0)
            # One case at a time waits about each.
            if player is not None and not (still and subject in waiting):
                break
        if still:
            waiting.add(subject)
        yield Filed(
            case_id=first + number,
            player_id=None if about_game else player,
            tables=[table],
            reports=chance.choice(_REPORTS),
            reason=_reason(about_game, chance),
            at=at,
            closed_at=None if still else at + chance.random() * timedelta(days=2),
            acted=chance.random() < 0.6,
        )


def _reason(about_game: bool, chance: Random) -> ReportReason:
    if about_game:
        return chance.choice((ReportReason.STALLING, ReportReason.OTHER, ReportReason.CHEATING))
    if chance.random() < 0.02:
        return chance.choice(sorted(URGENT))
    return chance.choice((*_OF_MESSAGES, *_OF_PLAYERS, ReportReason.NAME))


def _largest(case_id: int, played: Sequence[Table], away: set[int], now: datetime) -> Filed:
    games: dict[int, list[Table]] = {}
    for table in played:
        if not away & set(table.people):
            for user_id in table.people:
                games.setdefault(user_id, []).append(table)
    player, tables = max(games.items(), key=lambda each: len(each[1]))
    return Filed(
        case_id, player, tables[:5], OF_THE_LARGEST, ReportReason.INSULT,
        now - timedelta(hours=5), None, acted=False,
    )  # fmt: skip


def _case(filed: Filed, staff: Sequence[Person], chance: Random) -> dict[str, Any]:
    closed = filed.closed_at is not None
    taken = closed or chance.random() < 0.2
    return {
        "id": filed.case_id,
        "kind": CaseKind.REPORTS,
        "about": CaseAbout.GAME if filed.player_id is None else CaseAbout.PLAYER,
        "player_id": filed.player_id,
        "game_id": filed.tables[0].game_id if filed.player_id is None else None,
        "state": CaseState.CLOSED if closed else CaseState.OPEN,
        "urgent": filed.reason in URGENT,
        "opened_at": filed.at,
        "waiting_since": filed.at,
        "closed_at": filed.closed_at,
        "taken_by_id": chance.choice(staff).user_id if taken else None,
        "taken_at": filed.at if taken else None,
    }


def _message(filed: Filed, table: Table, chance: Random) -> dict[str, Any]:
    assert filed.player_id is not None
    return {
        "game_id": table.game_id,
        "seat": table.people.index(filed.player_id),
        "user_id": filed.player_id,
        "text": chance.choice(_SAID),
        "created_at": filed.at - timedelta(minutes=5),
    }


def _reports(
    filed: Filed,
    messages: dict[tuple[int, int], int],
    people: Sequence[Person],
    chance: Random,
    now: datetime,
) -> Iterator[dict[str, Any]]:
    reporters = [
        user_id for table in filed.tables for user_id in table.people if user_id != filed.player_id
    ]
    state = ReportState.ACTED if filed.acted else ReportState.DECLINED
    for number in range(filed.reports):
        table = filed.tables[number % len(filed.tables)]
        # Those at the table report first, then people who read it.
        known = number < len(reporters)
        yield {
            "case_id": filed.case_id,
            "kind": filed.kind,
            "reason": filed.reason,
            "text": chance.choice(_WHY),
            "quote": chance.choice(_SAID) if filed.kind == ReportKind.MESSAGE else "",
            "reporter_id": reporters[number] if known else chance.choice(people).user_id,
            "game_id": table.game_id,
            "message_id": messages.get((filed.case_id, table.game_id)),
            "player_id": filed.player_id,
            "state": state if filed.closed_at else ReportState.OPEN,
            "answer": chance.choice(ANSWERS) if filed.closed_at else "",
            "created_at": min(now, filed.at + timedelta(hours=number)),
            "closed_at": filed.closed_at,
        }
