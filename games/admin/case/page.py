"""The page of a case: all that a moderator needs to decide it."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.contrib.auth.models import AbstractUser
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.admin.appeals import appeal_context, with_all
from games.admin.case.decision_form import DecisionForm, Row
from games.admin.cases import (
    CaseMessage,
    act_url,
    change_url,
    dated,
    said_at,
    table_case,
    usernames_of,
)
from games.models import (
    ActionKind,
    Appeal,
    Case,
    CaseKind,
    CaseState,
    ChatMessage,
    Game,
    Preset,
    Report,
    Seat,
)
from games.order.cases.choices import APART, Choice, TableOf, choices_in
from games.order.cases.deciding import latest_act
from games.order.cases.holding import others_lately
from games.order.cases.line import next_case, related_cases
from games.order.cases.notes import notes_on
from games.order.cases.rates import Rate, rate_about, rates_of
from games.order.chats import chat_around, chats_around
from games.order.moderators import moderators
from games.order.refusals import Refusals
from games.order.signs.reading import signs_about
from games.order.tables import PublicSeat, actions_about, public_table
from games.people.kinds import with_kinds
from games.people.standing import standing_of
from games.words.names import labelled, listed_plainly, named, plain, quoted

REPORTS_SHOWN = 200
TABLES_SHOWN = 3
"""The games reported last; of others, reported messages in their chats."""
CHATS_SHOWN = 30
"""Of those others; the rest are links."""


class ReportLine(NamedTuple):
    """A report, and who wrote it."""

    report: Report
    name: SafeString | str
    url: str
    rate: Rate | None


class Refused(NamedTuple):
    """Acts that would be refused, and why."""

    labels: str
    sentence: str


class Group(NamedTuple):
    """Acts under a heading."""

    title: str
    tucked: bool
    """Whether it is shut at first."""
    rows: list[tuple[str, Row]]


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


def page_of(found: Contents, *, by: AbstractUser, form: DecisionForm) -> dict[str, Any]:
    """Return what the page's template shows."""
    case = found.case
    player = case.player
    is_open = case.state == CaseState.OPEN
    lines = _lines(found.reports)
    chats = _other_chats(found)
    # Nobody reads what is noted on themselves.
    noted = player.pk if player and player.pk != by.pk else None
    appealed = with_all(Appeal.objects.filter(case=case)).first()
    return {
        "title": title_of(case),
        "case": case,
        "is_open": is_open,
        "waits_for": case.waiting_since if is_open else None,
        "reports": lines,
        "tables": [_table(each, found) for each in found.tables],
        "other_chats": chats,
        "other_games": _other_games(found, chats),
        "form": form,
        "groups": _groups(found, form),
        "mistaken": list(zip(lines, form["mistaken"], strict=False)),
        "presets": list(Preset.objects.all()),
        "refused": refused_of(found.choices),
        "may_decide": found.refusals.why(case=case),
        "reopen_url": act_url(ActionKind.REOPEN_CASE, case=case.pk),
        "player": player,
        "player_name": usernames_of([player])[player.pk] if player else "",
        "player_url": change_url(player) if player else "",
        "standing": standing_of(player) if player else [],
        "acts": dated(
            actions_about(viewer=by, player=player.pk)
            if player
            else actions_about(viewer=by, game=case.game_id)
        )
        if player or case.game_id
        else [],
        "rate_about": rate_about(player.pk) if player else None,
        "rate_of": rates_of([player.pk])[player.pk] if player else None,
        "signs": signs_about(player, by) if player else [],
        "notes": notes_on(case=case, player_id=noted),
        "others": others_lately(case=case, by=by),
        "mine": case.taken_by_id == by.pk,
        "moderators": _moderators(but={case.taken_by_id, case.player_id}),
        "related": [(each, title_of(each)) for each in related_cases(case, viewer=by)],
        "next": next_case(by, after=case),
        **(appeal_context(appealed, by) if appealed else {}),
    }


def title_of(case: Case) -> str:
    """Return ``"Case 12: Bruno"``, or ``"Case 12: Bruno appeals"``."""
    if case.player is not None:
        of = case.player.get_username()
    elif case.game is not None:
        of = quoted(case.game.name)
    else:
        of = _("somebody or something that is gone")
    if case.kind == CaseKind.APPEAL:
        return _("Case {number}: {subject} appeals").format(number=case.pk, subject=of)
    return _("Case {number}: {subject}").format(number=case.pk, subject=of)


def label_of(choice: Choice) -> str:
    """Return an act with its subject, if its kind alone doesn't say it."""
    label = str(choice.kind.label)
    match choice.of:
        case ChatMessage() as message:
            return labelled(label, quoted(message.text))
        case PublicSeat() as seat:
            return labelled(label, plain(named(seat.seat.name, seat.seat.kind)))
    return label


def refused_of(choices: list[Choice]) -> list[Refused]:
    """Return the acts that would be refused, by reason."""
    found: dict[str, list[str]] = {}
    for choice in choices:
        if choice.refused:
            found.setdefault(choice.refused, []).append(label_of(choice))
    return [Refused(listed_plainly(labels), why) for why, labels in found.items()]


def form_for(found: Contents, *args: Any, **kwargs: Any) -> DecisionForm:
    """Return the form for what was read."""
    initial = {"seen": latest_act(found.case), **kwargs.pop("initial", {})}
    return DecisionForm(
        *args, choices=found.choices, reports=found.reports, initial=initial, **kwargs
    )


def _groups(found: Contents, form: DecisionForm) -> list[Group]:
    """Put the acts on the subject first; in a player's case those at tables are tucked away."""
    tables = {each.game.pk: each.game.name for each in found.tables}
    groups: dict[int, Group] = {}
    for row in form.rows():
        game_id = int(row.choice.about.get("game_id", 0))
        if game_id not in groups:
            title = _("At the table “{game}”").format(game=tables[game_id]) if game_id else ""
            groups[game_id] = Group(title, bool(game_id and found.case.player_id), [])
        groups[game_id].rows.append((label_of(row.choice), row))
    return [
        group._replace(tucked=group.tucked and not any(row.box.value() for _l, row in group.rows))
        for group in groups.values()
    ]


def _lines(reports: list[Report]) -> list[ReportLine]:
    people = {report.reporter.pk: report.reporter for report in reports if report.reporter}
    names, rates = usernames_of(list(people.values())), rates_of(list(people))
    return [
        ReportLine(
            report,
            names[report.reporter.pk] if report.reporter else _("a former player"),
            change_url(report.reporter) if report.reporter else "",
            rates[report.reporter.pk] if report.reporter else None,
        )
        for report in reports
    ]


def _marked(found: Contents) -> dict[int, frozenset[int]]:
    """Return the reported messages by game."""
    marked: dict[int, set[int]] = {}
    for report in found.reports:
        if report.message_id is not None and report.game_id is not None:
            marked.setdefault(report.game_id, set()).add(report.message_id)
    return {game_id: frozenset(messages) for game_id, messages in marked.items()}


def _table(each: TableOf, found: Contents) -> dict[str, Any]:
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


def _other_chats(found: Contents) -> list[dict[str, Any]]:
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


def _other_games(found: Contents, chats: list[dict[str, Any]]) -> list[tuple[Game, str]]:
    shown = {each["case_game"].pk for each in chats}
    return [(game, change_url(game)) for game in _others(found) if game.pk not in shown]


def _moderators(*, but: set[int | None]) -> list[AbstractUser]:
    """Return to whom a case can be handed on."""
    return list(moderators().exclude(pk__in=but - {None}).order_by("username")[:50])
