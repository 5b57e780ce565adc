"""How moderators act: one form per act."""

from typing import Any, NamedTuple

from django.contrib import messages
from django.contrib.admin import AdminSite
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games.admin.act_forms import ActForm
from games.admin.judging import change_url
from games.admin.rewinding import rewind_context
from games.admin.undoing import undo_context
from games.models import (
    ActionKind,
    Case,
    ChatMessage,
    Game,
    ModerationAction,
    Seat,
    Sign,
)
from games.order.acts import ACTS, Subject
from games.order.audit import PERMISSION
from games.order.effects import EFFECTS
from games.order.own_cases import cases_for
from games.order.signs.reading import signs_for
from games.order.wording import sentence
from games.rules.errors import RuleError
from games.words.names import listed_plainly


class About(NamedTuple):
    """What an act is about."""

    case: Case | None
    player: AbstractUser | None
    game: Game | None
    seat: Seat | None
    message: ChatMessage | None
    sign: Sign | None


def act(request: HttpRequest, kind: str, site: AdminSite) -> HttpResponse:
    """Show an act's form, or act; for moderators only."""
    # The banned and suspended lack the permission; the acts refuse such administrators.
    if not request.user.has_perm(PERMISSION):
        raise PermissionDenied
    if kind not in ACTS:
        raise Http404
    about = _about(request)
    form = ActForm(ActionKind(kind), request.POST or None)
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
        "effect": EFFECTS[kind],
        "back": _back(about),
    }
    if kind == ActionKind.REWIND:
        context |= rewind_context(request, about.game)
    context |= undo_context(kind, about.player, about.case.pk if about.case else None)
    return render(request, "admin/games/act.html", context)


def _about(request: HttpRequest) -> About:
    message = _one(request, "message", ChatMessage.objects.select_related("user", "game"))
    game = _one(request, "game", Game.objects.all()) or (message.game if message else None)
    seat = request.GET.get("seat", "")
    seats = Seat.objects.filter(game=game, number=int(seat)) if seat.isdecimal() else None
    sign = _one(request, "sign", signs_for(request.user))
    player = _one(request, "player", get_user_model()._default_manager.all())
    case = _one(request, "case", cases_for(request.user).select_related("game", "player"))
    return About(case, player, game, seats.first() if seats else None, message, sign)


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
    act = ACTS[kind]
    needed: dict[str, Any] = {act.needs: sent[act.needs]} if act.needs else {}
    common: dict[str, Any] = {"by": request.user, "reason": sent["reason"], "case": about.case}
    return act.does(**{**common, **_subject(act.about, about), **needed})


def _subject(kind: Subject, about: About) -> dict[str, Any]:
    match kind:
        case Subject.PLAYER:
            return {"player": _known(about.player)}
        case Subject.GAME:
            return {"game_id": _known(about.game).pk}
        case Subject.SEAT:
            return {"game_id": _known(about.game).pk, "seat": _known(about.seat).number}
        case Subject.MESSAGE:
            return {"message": _known(about.message)}
        case Subject.CASE:
            return {"case": _known(about.case)}
        case Subject.SIGN:
            return {"sign": _known(about.sign)}


def _known(found: Any) -> Any:
    if found is None:
        raise Http404
    return found


def _done(
    request: HttpRequest, action: ModerationAction, about: About, site: AdminSite
) -> HttpResponse:
    if action.kind == ActionKind.OPEN_HANDS and about.game is not None:
        # For a while: another look is another row in the audit log.
        return redirect("admin:games_hands", action.pk)
    messages.success(request, sentence(action))
    if action.kind == ActionKind.CLOSE_GAME and about.case is None:
        # The game no longer exists.
        return redirect("admin:games_game_changelist")
    return redirect(_back(about))


def _back(about: About) -> str:
    return change_url(_known(about.case or about.sign or about.game or about.player))


def _lines(about: About) -> list[str]:
    lines = []
    if about.player is not None:
        lines.append(_("Player: {name}").format(name=about.player.get_username()))
    if about.game is not None:
        lines.append(_("Game: {name}").format(name=about.game.name))
    if about.seat is not None:
        lines.append(_("Seat: {name}").format(name=about.seat.name))
    if about.message is not None:
        lines.append(_("Message: “{text}”").format(text=about.message.text))
    if about.case is not None:
        lines.append(_("Case {number}").format(number=about.case.pk))
    if about.sign is not None:
        people = [each.get_username() for each in (about.sign.player, about.sign.other) if each]
        lines.append(
            _("Sign: {kind} ({names})").format(
                kind=about.sign.get_kind_display(), names=listed_plainly(people)
            )
        )
    return lines
