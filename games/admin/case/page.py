"""The page of a case: all that a moderator needs to decide it."""

from typing import Any, NamedTuple

from django.contrib.auth.models import AbstractUser
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.admin.appeals import appeal_context, with_all
from games.admin.case.contents import Contents
from games.admin.case.decision_form import DecisionForm, Row
from games.admin.case.tables import other_chats, other_games, table_of
from games.admin.case.wording import label_of, refused_of, title_of
from games.admin.judging import act_url, change_url, dated, usernames_of
from games.models import ActionKind, Appeal, CaseState, Preset, Report
from games.order.cases.deciding import latest_act
from games.order.cases.holding import others_lately
from games.order.cases.line import next_case, related_cases
from games.order.cases.notes import notes_on
from games.order.cases.rates import Rate, rate_about, rates_of
from games.order.moderators import moderators
from games.order.signs.reading import signs_about
from games.order.tables import actions_about
from games.people.standing import standing_of


class ReportLine(NamedTuple):
    """A report, and who wrote it."""

    report: Report
    name: SafeString | str
    url: str
    rate: Rate | None


class Group(NamedTuple):
    """Acts under a heading."""

    title: str
    tucked: bool
    """Whether it is shut at first."""
    rows: list[tuple[str, Row]]


def page_of(found: Contents, *, by: AbstractUser, form: DecisionForm) -> dict[str, Any]:
    """Return what the page's template shows."""
    case = found.case
    player = case.player
    is_open = case.state == CaseState.OPEN
    lines = _lines(found.reports)
    chats = other_chats(found)
    # Nobody reads what is noted on themselves.
    noted = player.pk if player and player.pk != by.pk else None
    appealed = with_all(Appeal.objects.filter(case=case)).first()
    return {
        "title": title_of(case),
        "case": case,
        "is_open": is_open,
        "waits_for": case.waiting_since if is_open else None,
        "reports": lines,
        "tables": [table_of(each, found) for each in found.tables],
        "other_chats": chats,
        "other_games": other_games(found, chats),
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


def _moderators(*, but: set[int | None]) -> list[AbstractUser]:
    """Return to whom a case can be handed on."""
    return list(moderators().exclude(pk__in=but - {None}).order_by("username")[:50])
