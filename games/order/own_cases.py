"""What moderators may not learn about their own cases."""

from collections.abc import Collection

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db.models import Q, QuerySet

from games.models import (
    NOT_OVER,
    ActionKind,
    Appeal,
    Case,
    CaseState,
    FormerPlayer,
    ModerationAction,
    Report,
    Seat,
)

User = AbstractUser | AnonymousUser

_ABOUT_CASES = (ActionKind.CLOSE_REPORT, ActionKind.CLOSE_CASE, ActionKind.REOPEN_CASE)


def reports_for(viewer: User) -> QuerySet[Report]:
    """Return the reports ``viewer`` may read.

    Only administrators see those about themselves or games they sit or sat in.
    """
    reports = Report.objects.all()
    if viewer.is_superuser:
        return reports
    return reports.exclude(Q(player=viewer.pk) | in_own_games(viewer))


def cases_for(viewer: User) -> QuerySet[Case]:
    """Return the cases ``viewer`` may read.

    Only administrators see those about themselves, and those with a report they may not read.
    """
    cases = Case.objects.all()
    if viewer.is_superuser:
        return cases
    for each in _hidden_from(viewer):
        cases = cases.exclude(each)
    return cases


def hidden_cases(viewer: User) -> QuerySet[Case, int]:
    """Return the keys of the cases that ``cases_for`` leaves out."""
    if viewer.is_superuser:
        return Case.objects.none().values_list("pk", flat=True)
    first, *others = (
        Case.objects.filter(each).values_list("pk", flat=True) for each in _hidden_from(viewer)
    )
    return first.union(*others)


def _hidden_from(viewer: User) -> list[Q]:
    """Which cases concern ``viewer``, each by an index of its own."""
    reports = Report.objects.filter(case__isnull=False)
    sits, sat = _sits(viewer), _sat(viewer)
    return [
        Q(player=viewer.pk),
        Q(game__in=sits),
        Q(game__in=sat),
        Q(pk__in=reports.filter(player=viewer.pk).values("case")),
        Q(pk__in=reports.filter(game__in=sits).values("case")),
        Q(pk__in=reports.filter(game__in=sat).values("case")),
    ]


def own_among(viewer: AbstractUser, cases: Collection[Case]) -> set[int]:
    """Return which of the open ``cases`` (keys) ``viewer`` may not decide, or not even read.

    As ``refuse_own_case`` and ``cases_for`` say of each, in a number of queries that doesn't grow.
    """
    keys = {case.pk for case in cases}
    own = keys - set(cases_for(viewer).filter(pk__in=keys).values_list("pk", flat=True))
    games: dict[int, set[int]] = {
        case.pk: set() if case.game_id is None else {case.game_id} for case in cases
    }
    for key, reporter_id, player_id, game_id in Report.objects.filter(case__in=keys).values_list(
        "case", "reporter", "player", "game"
    ):
        if viewer.pk in (reporter_id, player_id):
            own.add(key)
        if game_id is not None:
            games[key].add(game_id)
    apart = games_apart(viewer, {game for each in games.values() for game in each})
    known = known_to(viewer, {case.player_id for case in cases if case.player_id is not None})
    own |= set(appeals_against(viewer).filter(case__in=keys).values_list("case", flat=True))
    return own | {case.pk for case in cases if case.player_id in known or games[case.pk] & apart}


def appeals_against(viewer: User) -> QuerySet[Appeal]:
    """Return the appeals against what ``viewer`` did: somebody else decides them."""
    return Appeal.objects.filter(action__moderator=viewer.pk)


def games_apart(viewer: AbstractUser, games: set[int]) -> set[int]:
    """Return which of ``games`` (keys) they sit or sat in, or reported; three queries."""
    reported = Report.objects.filter(reporter=viewer.pk, case__state=CaseState.OPEN)
    return {
        *Seat.objects.filter(user=viewer.pk, game__in=games).values_list("game", flat=True),
        *FormerPlayer.objects.filter(user=viewer.pk, seat__game__in=games).values_list(
            "seat__game", flat=True
        ),
        *reported.filter(game__in=games).values_list("game_id", flat=True),
    } - {None}


def known_to(viewer: AbstractUser, players: set[int]) -> set[int]:
    """Return which of ``players`` (keys) they are, play against, reported, or were reported by."""
    going_on = Seat.objects.filter(user=viewer.pk, game__summary__status__in=NOT_OVER)
    opponents = Seat.objects.filter(user__in=players, game__in=going_on.values("game"))
    waiting = Report.objects.filter(case__state=CaseState.OPEN)
    found: set[int | None] = {viewer.pk, *opponents.values_list("user_id", flat=True)}
    found |= set(
        waiting.filter(reporter=viewer.pk, player__in=players).values_list("player_id", flat=True)
    )
    if not viewer.is_superuser:
        found |= set(
            waiting.filter(player=viewer.pk, reporter__in=players).values_list(
                "reporter_id", flat=True
            )
        )
    return {user_id for user_id in found if user_id is not None}


def actions_for(viewer: User) -> QuerySet[ModerationAction]:
    """Return the audit log ``viewer`` may read, latest first.

    Unless administrators, they learn only after their own game that its hands were opened, and
    nothing of how cases hidden from them were closed.
    """
    actions = ModerationAction.objects.order_by("-pk")
    if viewer.is_superuser:
        return actions
    going_on = _sits(viewer).filter(game__summary__status__in=NOT_OVER)
    looked = Q(kind=ActionKind.OPEN_HANDS, game__in=going_on)
    concerns = Q(player=viewer.pk) | in_own_games(viewer)
    settled = Q(kind__in=_ABOUT_CASES) & (concerns | Q(case__in=hidden_cases(viewer)))
    return actions.exclude(looked).exclude(settled)


def in_own_games(viewer: User) -> Q:
    """Match rows about a game where they sit, or sat until somebody took their chair.

    The games are found once, and not for each row: PostgreSQL would expect so much work of the
    latter that it spent seconds on compiling the query.
    """
    return Q(game__in=_sits(viewer)) | Q(game__in=_sat(viewer))


def _sits(viewer: User) -> QuerySet[Seat, int]:
    return Seat.objects.filter(user=viewer.pk).order_by().values_list("game", flat=True)


def _sat(viewer: User) -> QuerySet[FormerPlayer, int]:
    return FormerPlayer.objects.filter(user=viewer.pk).values_list("seat__game", flat=True)
