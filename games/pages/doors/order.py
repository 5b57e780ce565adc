"""Notices, reports and blocks."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.lobby import blocking
from games.order.after.appeals import LONGEST, appeal
from games.order.after.standing import own_standing, short
from games.order.notices import mark_read
from games.order.own_page import order_of
from games.order.players import acknowledge
from games.pages.doors.requests import user_of
from games.pages.table.choices import number_in
from games.people import blocks
from games.people.badges import name_of, names_of
from games.rules.errors import RuleError
from games.words.names import told


@require_safe
@login_required
def order(request: HttpRequest) -> HttpResponse:
    """Show notices, reports and blocks."""
    return _page(request)


@require_POST
@login_required
def disagree(request: HttpRequest) -> HttpResponse:
    """Appeal against the act of which a notice tells; a faulty text is shown again."""
    notice, text = number_in(request.POST.get("notice", "")), request.POST.get("text", "")
    try:
        appeal(user=user_of(request), notice_id=notice or 0, text=text)
    except RuleError as refused:
        return _page(request, {"about": notice, "text": text, "error": refused.sentence})
    messages.success(
        request, _("Thank you. Another moderator will look at it and answer under the notice.")
    )
    return redirect("games:order")


def _page(request: HttpRequest, typed: dict[str, Any] | None = None) -> HttpResponse:
    found = order_of(user_of(request))
    standing = [
        _("{what}: {reason}").format(what=short(one), reason=one.reason) for one in found.standing
    ]
    unread = [told.notice.pk for told in found.notices if told.notice.read_at is None]
    names = names_of([block.blocked for block in found.blocks])
    context = {
        "section": "order",
        "order": found,
        "standing": standing,
        "unread": unread,
        "typed": typed,
        "longest": LONGEST,
        "blocks": [(block.blocked_id, names[block.blocked_id]) for block in found.blocks],
    }
    return render(request, "games/order/order.html", context)


@require_POST
@login_required
def read(request: HttpRequest) -> HttpResponse:
    """Mark the shown notices, or one warning, as read."""
    user = user_of(request)
    warning = number_in(request.POST.get("warning", ""))
    if warning is None:
        mark_read(user=user, notices=_numbers(request, "notice"))
    else:
        acknowledge(user=user, warning=warning)
    now = own_standing(user)
    if now.warnings:
        messages.info(request, _("Thank you. There is another warning to read."))
    elif warning is not None:
        messages.info(request, _("Thank you. You can play on."))
    elif now.unread:
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
