"""Reports to moderators."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AbstractUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.models import ChatMessage, Game, ReportKind, ReportReason, Seat
from games.order.reasons import kinds_for
from games.order.reports import LONGEST, report
from games.pages.doors.requests import user_of
from games.people.badges import name_of, names_of
from games.people.blocks import block_token
from games.people.kinds import with_kinds
from games.play.messages import chat_for
from games.play.stamps import stamp_for
from games.results.profiles import player_named
from games.rules.errors import RuleError
from games.words.names import named, told


@dataclass(frozen=True, slots=True)
class About:
    """Something to report."""

    value: str
    label: str
    subject: dict[str, Any]
    """For `report`."""

    @property
    def kind(self) -> ReportKind:
        """What it is."""
        return ReportKind(self.subject["kind"])


class Why(NamedTuple):
    """A reason, offered for what it fits."""

    value: ReportReason
    label: str
    kinds: list[ReportKind]


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def report_game(request: HttpRequest, public_id: str) -> HttpResponse:
    """Report a game or something there, or block a player."""
    stamp = stamp_for(public_id=public_id, user=request.user)
    if stamp is None:
        raise Http404
    game = Game.objects.get(pk=stamp.game_id)
    found = with_kinds(Seat.objects.filter(game=game))
    seats = list(found.select_related("user").order_by("number"))
    others = [seat for seat in seats if not seat.bot and seat.user_id != request.user.pk]
    names = {seat.number: named(seat.name, seat.kind) for seat in seats}
    choices = [About("game", _("The game “{name}”").format(name=game.name), _game(game))]
    for seat in others:
        said = names[seat.number]
        choices += _person(seat.name, said, seat.user, {"game": game}, f"-{seat.number}")
    chat = chat_for(stamp)
    mine = stamp.seat
    talk = [one for one in chat.messages if one.seat != mine and not one.hidden] if chat else []
    choices += [
        About(
            f"message-{one.id}",
            told(
                _("{name} wrote: “{text}”"),
                name=names[one.seat],
                text=Truncator(one.text).chars(120),
            ),
            {"kind": ReportKind.MESSAGE, "game": game, "message_id": one.id},
        )
        for one in reversed(talk)
    ]
    people = [seat.user for seat in others if seat.user is not None]
    return _page(
        request, choices, people, back=public_id, own_turn=stamp.seat in (stamp.acting or ())
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def report_player(request: HttpRequest, name: str) -> HttpResponse:
    """Report or block a player."""
    player = player_named(name)
    if player is None or player.pk == request.user.pk:
        raise Http404
    name = player.get_username()
    return _page(request, _person(name, name_of(player), player, {}, ""), [player])


def _game(game: Game) -> dict[str, Any]:
    return {"kind": ReportKind.GAME, "game": game}


def _person(
    name: str, said: SafeString, user: AbstractUser | None, more: dict[str, Any], suffix: str
) -> list[About]:
    about = {**more, "player": user, "quote": name}
    return [
        About(
            f"player{suffix}",
            told(_("{name}’s behaviour"), name=said),
            {**about, "kind": ReportKind.PLAYER},
        ),
        About(
            f"name{suffix}",
            told(_("The name “{name}”"), name=said),
            {**about, "kind": ReportKind.NAME},
        ),
    ]


def _page(
    request: HttpRequest,
    choices: list[About],
    people: Sequence[AbstractUser],
    back: str = "",
    own_turn: bool = False,
) -> HttpResponse:
    chosen = request.POST.get("about") or request.GET.get("about", "")
    error = ""
    if request.method == "POST":
        about = next((each for each in choices if each.value == chosen), None)
        try:
            _send(request, about)
        except RuleError as refused:
            error = refused.sentence
        else:
            messages.success(
                request, _("Thank you. The moderators will look at it and answer here.")
            )
            return redirect("games:order")
    user, names = user_of(request), names_of(people)
    context = {
        "choices": choices,
        "chosen": chosen,
        "reasons": [Why(reason, str(reason.label), kinds_for(reason)) for reason in ReportReason],
        "own_turn": own_turn,
        "reason": request.POST.get("reason", ""),
        "text": request.POST.get("text", ""),
        "people": [(names[person.pk], block_token(user=user, other=person)) for person in people],
        "error": error,
        "longest": LONGEST,
        "public_id": back,
        "here": request.path,
    }
    return render(request, "games/order/report.html", context)


def _send(request: HttpRequest, about: About | None) -> None:
    if about is None:
        raise RuleError("bad_report", _("Choose what it is about."))
    subject = dict(about.subject)
    if (message_id := subject.pop("message_id", None)) is not None:
        subject["message"] = message = ChatMessage.objects.get(pk=message_id)
        subject["player"] = message.user
    report(
        user=user_of(request),
        reason=request.POST.get("reason", ""),
        text=request.POST.get("text", ""),
        **subject,
    )
