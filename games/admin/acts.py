"""How moderators act: one form for each act, done by the services, and back to where it began."""

from typing import Any, NamedTuple

from django.contrib import messages
from django.contrib.admin import AdminSite
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _

from games.admin.act_forms import ActForm
from games.admin.cases import change_url
from games.models import (
    ActionKind,
    ChatMessage,
    Game,
    ModerationAction,
    Report,
    ReportState,
    SanctionKind,
    Seat,
)
from games.order import games, offers, players, reports
from games.order import messages as chat
from games.order.audit import PERMISSION
from games.order.own_cases import reports_for
from games.order.tables import open_hands_of
from games.order.wording import sentence
from games.rules.errors import RuleError

_LIFTED = {
    ActionKind.WITHDRAW_WARNING: SanctionKind.WARNING,
    ActionKind.UNMUTE: SanctionKind.MUTE,
    ActionKind.UNSUSPEND: SanctionKind.SUSPENSION,
    ActionKind.UNBAN: SanctionKind.BAN,
}


class About(NamedTuple):
    """What an act is about."""

    report: Report | None
    player: AbstractUser | None
    game: Game | None
    seat: Seat | None
    message: ChatMessage | None


def act(request: HttpRequest, kind: str, site: AdminSite) -> HttpResponse:
    """Show the form of an act (``kind``), or do it; for moderators alone."""
    # Who is banned or suspended has no permission; an administrator is refused by the services.
    if not request.user.has_perm(PERMISSION):
        raise PermissionDenied
    if kind not in ActionKind:
        raise Http404
    about = _about(request)
    open_report = about.report is not None and about.report.state == ReportState.OPEN
    form = ActForm(kind, request.POST or None, on_report=open_report)
    if request.method == "POST" and form.is_valid():
        try:
            action = _do(request, ActionKind(kind), about, form.cleaned_data)
        except RuleError as refused:
            form.add_error(None, refused.sentence)
        else:
            return _done(request, action, about, site)
    context = {
        **site.each_context(request),
        "title": str(ActionKind(kind).label),
        "form": form,
        "about": _lines(about),
        "back": _back(about),
    }
    return render(request, "admin/games/act.html", context)


def _about(request: HttpRequest) -> About:
    message = _one(request, "message", ChatMessage.objects.select_related("user", "game"))
    game = _one(request, "game", Game.objects.all()) or (message.game if message else None)
    seat = request.GET.get("seat", "")
    seats = Seat.objects.filter(game=game, number=int(seat)) if seat.isdecimal() else None
    player = _one(request, "player", get_user_model()._default_manager.all())
    reports = reports_for(request.user)
    report = _one(request, "report", reports.select_related("game", "player", "reporter"))
    return About(report, player, game, seats.first() if seats else None, message)


def _one(request: HttpRequest, name: str, rows: Any) -> Any:
    key = request.GET.get(name, "")
    if not key:
        return None
    found = rows.filter(pk=key).first() if key.isdecimal() else None
    if found is None:
        raise Http404
    return found


def _do(
    request: HttpRequest, kind: ActionKind, about: About, sent: dict[str, Any]
) -> ModerationAction:
    assert isinstance(request.user, AbstractUser)
    by, reason = request.user, sent["reason"]
    with transaction.atomic():
        if kind == ActionKind.CLOSE_REPORT:
            acted = sent["outcome"] == "acted"
            return reports.close(report=_known(about.report), acted=acted, answer=reason, by=by)
        common = {"by": by, "reason": reason, "report": about.report}
        action = _act_on(kind, about, sent, common)
        if about.report is not None and sent.get("close"):
            answer = sent["answer"] or reason
            reports.close(report=about.report, acted=True, answer=answer, by=by)
    return action


def _act_on(
    kind: ActionKind, about: About, sent: dict[str, Any], common: dict[str, Any]
) -> ModerationAction:
    match kind:
        case ActionKind.HIDE_MESSAGE:
            return chat.hide(message=_known(about.message), **common)
        case ActionKind.SHOW_MESSAGE:
            return chat.show(message=_known(about.message), **common)
        case ActionKind.RENAME:
            return players.rename(player=_known(about.player), name=sent["name"], **common)
        case ActionKind.WARN:
            return players.warn(player=_known(about.player), **common)
        case ActionKind.MUTE:
            return players.mute(player=_known(about.player), days=sent["days"], **common)
        case ActionKind.SUSPEND:
            return players.suspend(player=_known(about.player), days=sent["days"], **common)
        case ActionKind.BAN:
            return players.ban(player=_known(about.player), **common)
    if kind in _LIFTED:
        return players.lift(player=_known(about.player), kind=_LIFTED[kind], **common)
    return _act_in(kind, _known(about.game).pk, about, sent, common)


def _act_in(
    kind: ActionKind, game_id: int, about: About, sent: dict[str, Any], common: dict[str, Any]
) -> ModerationAction:
    match kind:
        case ActionKind.PAUSE:
            return games.pause(game_id=game_id, **common)
        case ActionKind.RESUME:
            return games.resume(game_id=game_id, **common)
        case ActionKind.EXTEND:
            return games.extend(game_id=game_id, minutes=60 * sent["hours"], **common)
        case ActionKind.PUT_BOT:
            return games.put_bot(game_id=game_id, seat=_known(about.seat).number, **common)
        case ActionKind.GIVE_BACK:
            return games.give_back(game_id=game_id, seat=_known(about.seat).number, **common)
        case ActionKind.VOID:
            return games.void(game_id=game_id, **common)
        case ActionKind.RENAME_GAME:
            return offers.rename(game_id=game_id, **common)
        case ActionKind.CLOSE_GAME:
            return offers.close(game_id=game_id, **common)
    return games.open_hands(game_id=game_id, **common)


def _known(found: Any) -> Any:
    if found is None:
        raise Http404
    return found


def _done(
    request: HttpRequest, action: ModerationAction, about: About, site: AdminSite
) -> HttpResponse:
    if action.kind == ActionKind.OPEN_HANDS and about.game is not None:
        # Shown this once: another look is another row of the audit log.
        context = {
            **site.each_context(request),
            "title": str(ActionKind.OPEN_HANDS.label),
            "hands": open_hands_of(about.game),
            "back": _back(about),
        }
        response = render(request, "admin/games/hands.html", context)
        add_never_cache_headers(response)
        return response
    messages.success(request, sentence(action))
    if action.kind == ActionKind.CLOSE_GAME and about.report is None:
        # There is no such game any more.
        return redirect("admin:games_game_changelist")
    return redirect(_back(about))


def _back(about: About) -> str:
    """The page from which the act was chosen."""
    return change_url(_known(about.report or about.game or about.player))


def _lines(about: About) -> list[str]:
    """What the act is about, in words."""
    lines = []
    if about.player is not None:
        lines.append(_("Player: {name}").format(name=about.player.get_username()))
    if about.game is not None:
        lines.append(_("Game: {name}").format(name=about.game.name))
    if about.seat is not None:
        lines.append(_("Seat: {name}").format(name=about.seat.name))
    if about.message is not None:
        lines.append(_("Message: “{text}”").format(text=about.message.text))
    if about.report is not None:
        report = about.report
        lines.append(
            _("Report {number}: {reason}").format(
                number=report.pk, reason=report.get_reason_display()
            )
        )
    return lines
