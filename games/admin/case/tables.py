"""The games of a case: their tables, and the chats with what was reported."""

from collections.abc import Sequence
from typing import Any

from games.admin.case.contents import Contents
from games.admin.judging import CaseMessage, act_url, change_url, said_at, table_case
from games.models import ChatMessage, Game, Seat
from games.order.cases.choices import APART, TableOf
from games.order.chats import chat_around, chats_around
from games.people.kinds import with_kinds

CHATS_SHOWN = 30
"""Chats of games whose tables are not shown; the rest are links."""


def _marked(found: Contents) -> dict[int, frozenset[int]]:
    """Return the reported messages by game."""
    marked: dict[int, set[int]] = {}
    for report in found.reports:
        if report.message_id is not None and report.game_id is not None:
            marked.setdefault(report.game_id, set()).add(report.message_id)
    return {game_id: frozenset(messages) for game_id, messages in marked.items()}


def table_of(each: TableOf, found: Contents) -> dict[str, Any]:
    """Return a game of the case: the marked messages in their chat, beside the public table."""
    marked = _marked(found).get(each.game.pk, frozenset())
    shown = table_case(each.game, each.table, refusals=found.refusals, case=found.case)
    # What is ticked in the form needs no links beside it.
    acts = shown["game_acts"]
    apart = {act_url(kind, game=each.game.pk, case=found.case.pk) for kind in APART}
    chat = _chat(chat_around(each.game, marked), each.game, found, marked)
    return {
        **shown,
        "apart": [link for link in acts.links if link.url in apart],
        # Where nothing at all can be done, the form says so.
        "cannot": acts if acts.links else None,
        "chat": chat,
        "has_marked": bool(marked),
    }


def _chat(
    around: list[tuple[ChatMessage, bool]],
    game: Game,
    found: Contents,
    marked: frozenset[int],
    seats: Sequence[Seat] | None = None,
) -> list[CaseMessage]:
    said = said_at(
        game,
        [message for message, _gap in around],
        refusals=found.refusals,
        case=found.case,
        marked=marked,
        seats=seats,
    )
    gaps = {message.pk for message, gap in around if gap}
    return [each._replace(gap=each.message.pk in gaps) for each in said]


def other_chats(found: Contents) -> list[dict[str, Any]]:
    """Return reported messages in the chats of games whose tables are not shown."""
    marked = _marked(found)
    games = [game for game in _others(found) if game.pk in marked][:CHATS_SHOWN]
    if not games:
        return []
    chats = chats_around({game.pk: marked[game.pk] for game in games})
    said = {message.user for chat in chats.values() for message, _gap in chat if message.user}
    found.refusals.ask_of(players=said)
    seats: dict[int, list[Seat]] = {game.pk: [] for game in games}
    rows = with_kinds(Seat.objects.filter(game__in=games)).select_related("user")
    for seat in rows.order_by("number"):
        seats[seat.game_id].append(seat)
    return [
        {
            "case_game": game,
            "case_game_url": change_url(game),
            "has_marked": True,
            "chat": _chat(chats[game.pk], game, found, marked[game.pk], seats[game.pk]),
        }
        for game in games
    ]


def _others(found: Contents) -> list[Game]:
    """Return the reported games whose tables are not shown."""
    shown = {each.game.pk for each in found.tables}
    others = {
        report.game.pk: report.game
        for report in found.reports
        if report.game is not None and report.game.pk not in shown
    }
    return list(others.values())


def other_games(found: Contents, chats: list[dict[str, Any]]) -> list[tuple[Game, str]]:
    """Return the reported games that neither a table nor ``chats`` show, with their addresses."""
    shown = {each["case_game"].pk for each in chats}
    return [(game, change_url(game)) for game in _others(found) if game.pk not in shown]
