"""Notices, reports and blocks."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.lobby import blocking
from games.models import SanctionKind
from games.order.notices import mark_read
from games.order.own_page import has_unread, order_of
from games.order.players import acknowledge
from games.pages.doors.requests import user_of
from games.pages.table.choices import number_in
from games.people import blocks
from games.people.badges import name_of, names_of
from games.people.standing import refusal_for
from games.words.names import told


@require_safe
@login_required
def order(request: HttpRequest) -> HttpResponse:
    """Show notices, reports and blocks."""
    found = order_of(user_of(request))
    standing = [
        refusal_for(one).sentence for one in found.standing if one.kind != SanctionKind.WARNING
    ]
    warnings = [one.id for one in found.standing if one.kind == SanctionKind.WARNING]
    unread = [notice.pk for notice in found.notices if notice.read_at is None]
    names = names_of([block.blocked for block in found.blocks])
    context = {
        "section": "order",
        "order": found,
        "standing": standing,
        "warnings": warnings,
        "unread": unread,
        "blocks": [(block.blocked_id, names[block.blocked_id]) for block in found.blocks],
    }
    return render(request, "games/order/order.html", context)


@require_POST
@login_required
def read(request: HttpRequest) -> HttpResponse:
    """Mark the shown notices as read."""
    user = user_of(request)
    with transaction.atomic():
        mark_read(user=user, notices=_numbers(request, "notice"))
        acknowledge(user=user, warnings=_numbers(request, "warning"))
    if has_unread(user):
        messages.info(request, _("Thank you. There is something newer: please read that too."))
    else:
        messages.info(request, _("Thank you. All notices are marked as read."))
    return redirect("games:order")


@require_POST
@login_required
def block(request: HttpRequest) -> HttpResponse:
    """Block a player."""
    user = user_of(request)
    other = blocks.blockable(request.POST.get("player", ""), user=user)
    if other is None:
        raise Http404
    blocking.block(user=user, other=other)
    said = _("You and {name} will be kept apart in open games and in chat.")
    messages.success(request, told(said, name=name_of(other)))
    return redirect("games:order")


@require_POST
@login_required
def unblock(request: HttpRequest) -> HttpResponse:
    """Unblock a player, without telling whether they were blocked."""
    number = number_in(request.POST.get("player", ""))
    blocks.unblock(user=user_of(request), other_id=number or 0)
    messages.info(request, _("You are no longer blocking this player."))
    return redirect("games:order")


def _numbers(request: HttpRequest, name: str) -> list[int]:
    found = (number_in(each) for each in request.POST.getlist(name))
    return [number for number in found if number is not None]
