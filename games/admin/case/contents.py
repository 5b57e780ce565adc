"""What a case holds, read once for its page and its form."""

from typing import NamedTuple

from django.contrib.auth.models import AbstractUser

from games.models import Case, Game, Report
from games.order.cases.choices import Choice, TableOf, choices_in
from games.order.refusals import Refusals
from games.order.tables import public_table

REPORTS_SHOWN = 200
TABLES_SHOWN = 3
"""The games reported last; of others, reported messages in their chats."""


class Contents(NamedTuple):
    """What the page and its form are made of."""

    case: Case
    reports: list[Report]
    tables: list[TableOf]
    choices: list[Choice]
    refusals: Refusals


def contents_of(case: Case, *, by: AbstractUser) -> Contents:
    """Read a case for ``by``, who may read it."""
    rows = case.reports.select_related(
        "reporter", "player", "game__summary", "message__user", "message__game"
    )
    reports = list(rows.order_by("pk")[:REPORTS_SHOWN])
    games: dict[int, Game] = {case.game.pk: case.game} if case.game else {}
    for report in reversed(reports):
        if report.game is not None:
            games.setdefault(report.game.pk, report.game)
    tables = [TableOf(game, public_table(game)) for game in list(games.values())[:TABLES_SHOWN]]
    messages = {report.message.pk: report.message for report in reports if report.message}
    refusals = Refusals(by)
    refusals.ask_of(games=list(games.values()))
    choices = choices_in(case, refusals=refusals, messages=messages, tables=tables)
    return Contents(case, reports, tables, choices, refusals)
