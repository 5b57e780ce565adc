"""The player's own plan. Nobody else learns of a press, or that there is a plan."""

from dataclasses import replace

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.pages.doors.at_table.showing import answer, table_or_404
from games.pages.doors.at_table.shut import result_page_or_404
from games.pages.doors.requests import HtmxHttpRequest
from games.pages.doors.table import moved_on
from games.pages.table.banners import Answer, after_refusal, not_seated
from games.pages.table.choices import Choice, Planning, number_in, read_choice
from games.pages.table.plan.orders import order_of
from games.pages.table.plan.own import move_now, own_at
from games.play.move import enter_for
from games.play.plans.changing import Owner, add_order, drop_order, raise_order
from games.play.plans.keeping import PlanError, drop_plan
from games.play.stamps import Stamp, stamp_for
from games.play.tables import Table, table_after, table_at
from games.rules.errors import RuleError
from games.rules.orders import MOST_ORDERS
from games.words.plans import order_in_passing


@require_http_methods(["GET", "HEAD", "POST"])
def plan(request: HtmxHttpRequest, public_id: str) -> HttpResponse:
    """Change the viewer's plan: ``add`` what is chosen, ``up-N``, ``drop-N``, ``clear``, ``play``.

    A faulty press gets the current table and a sentence. GET redirects to the table.
    """
    if request.method != "POST":
        return redirect("games:table", public_id)
    stamp = stamp_for(public_id=public_id, user=request.user)
    if stamp is None:
        return result_page_or_404(request, public_id)
    if stamp.seat is None:
        return answer(request, table_or_404(request, public_id), *not_seated())
    action, form = request.POST.get("action", ""), request.POST
    try:
        if action == "play" and (played := _play(stamp, form)):
            return moved_on(request, played, turn=True)
        said = _press(Owner(stamp.game_id, stamp.seat, stamp.viewer), form, action)
    except RuleError as error:
        now = table_or_404(request, public_id)
        return answer(request, now, *_refused(now, form, stamp.seat, error))
    now = table_or_404(request, public_id)
    return answer(request, now, _after(now, form, action, said))


def _play(stamp: Stamp, form: QueryDict) -> Table | None:
    """Play the order that fits, by hand; return None if there is none."""
    found = table_at(stamp)
    if found is None or found.view is None:
        return None
    if form.get("seq") != str(found.stamp.seq):
        raise RuleError("stale", "The table has changed.")
    wanted = move_now(own_at(found).orders, found.view)
    if wanted is None:
        return None
    entered = enter_for(stamp, wanted[1], found.stamp.seq)
    return table_after(stamp._replace(plan=None), entered)


def _press(owner: Owner, form: QueryDict, action: str) -> str:
    """Change the plan; return what was done, for screen readers."""
    name, _dash, place = action.partition("-")
    at, mark = number_in(place), form.get("mark", "")
    if name == "add":
        return _add(owner, form)
    if name == "clear":
        drop_plan(game_id=owner.game_id, seat=owner.seat, by=owner.user_id)
        return _("Your plan is put away. You decide.")
    if name == "up" and at is not None:
        raise_order(owner, place=at, mark=mark)
        return _("Moved to place {number}.").format(number=max(at, 1))
    if name == "drop" and at is not None:
        drop_order(owner, place=at, mark=mark)
        return _("Order {number} removed.").format(number=at + 1)
    if name == "play":
        return ""
    raise RuleError("bad_move", "There is no such press.")


def _add(owner: Owner, form: QueryDict) -> str:
    seq, order = number_in(form.get("seq", "")), order_of(read_choice(form))
    if seq is None:
        raise RuleError("stale", "The form is too old.")
    made = add_order(owner, seq=seq, order=order)
    count = len(made.orders)
    return _("Order {count} of {most} added").format(count=count, most=MOST_ORDERS)


def _after(now: Table, form: QueryDict, action: str, said: str) -> Choice:
    """Return what stays chosen: nothing of an order that has just been added."""
    if action == "add":
        return Choice(planning=_shown_next(now), said=_added(now, said))
    choice = read_choice(form, now.view) if now.view else Choice()
    return replace(choice, judged=bool(choice.cards), said=said)


def _shown_next(now: Table) -> Planning:
    """Return what is shown next: the list, or nothing after the first show of a round."""
    view = now.view
    return "" if view and view.phase == "orient" and view.starter == view.seat else "list"


def _added(now: Table, said: str) -> str:
    orders, hand = own_at(now).orders, (now.view and now.view.hand) or b""
    if not orders:
        return ""
    template = _("{said}: {order}.")
    return template.format(said=said, order=order_in_passing(orders[-1], orders[-1].shown(hand)))


def _refused(now: Table, form: QueryDict, seat: int, error: RuleError) -> Answer:
    """Return the table as it is, with the plan as it was and what is chosen."""
    if isinstance(error, PlanError) and error.fault:
        error = RuleError(error.fault, error.sentence)
    return after_refusal(now, form, seat, error)
