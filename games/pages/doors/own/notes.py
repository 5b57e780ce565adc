"""Private notes at tables."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from games.pages.doors.at_table.showing import page, table_or_404
from games.pages.doors.requests import HtmxHttpRequest
from games.pages.table.aside.note_box import refused_box, saved_box
from games.pages.table.choices import number_in
from games.play.notes import may_note, save_note
from games.play.stamps import stamp_for
from games.rules.errors import RuleError


@require_POST
def note(request: HtmxHttpRequest, public_id: str) -> HttpResponse:
    """Save the player's own note; a form goes back to the table."""
    stamp = stamp_for(public_id=public_id, user=request.user)
    if stamp is None or not may_note(stamp) or request.user.pk is None:
        raise Http404
    text = request.POST.get("text", "")
    version = number_in(request.POST.get("version", "")) or 0
    try:
        noted = save_note(
            game_id=stamp.game_id, user_id=request.user.pk, text=text, version=version
        )
        box = saved_box(noted)
    except RuleError as refused:
        box = refused_box(text, version, refused.sentence)
    if request.htmx:
        context = {"note": box, "fragment": True}
        return render(request, "games/table/_note.html#saved", context)
    if box.refused or box.merged:
        return page(request, table_or_404(request, public_id), note=box)
    return redirect(f"{reverse('games:table', args=[public_id])}#note")
