"""The page "Something reads oddly"."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.odd_sentences.forms import OddSentenceForm
from accounts.odd_sentences.models import OddSentence
from accounts.odd_sentences.places import Place


# It says from which page somebody came.
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def reads_oddly(request: HttpRequest) -> HttpResponse:
    """Ask for a sentence, or keep it and thank; the form is there again for another one."""
    if request.method != "POST":
        place = Place.read(request.GET.get("place", "")) or Place.before(request)
        return _page(request, OddSentenceForm(), place)
    # A place that this site did not write is no place; the sentence counts all the same.
    place = Place.read(request.POST.get("place", "")) or Place("", Place.before(request).language)
    sender = request.user if isinstance(request.user, User) else None
    form = OddSentenceForm(request.POST, instance=OddSentence(**place._asdict(), user=sender))
    if not form.is_valid():
        return _page(request, form, place)
    form.save()
    messages.success(request, _("Thank you. It now waits for whoever runs this site."))
    return redirect(f"{reverse('reads_oddly')}?{urlencode({'place': place.written})}")


def _page(request: HttpRequest, form: OddSentenceForm, place: Place) -> HttpResponse:
    return render(request, "accounts/reads_oddly.html", {"form": form, "place": place})
