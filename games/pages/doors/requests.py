"""Reading requests."""

from django import forms
from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class HtmxHttpRequest(HttpRequest):
    """A request whose ``htmx`` is true if a fragment is wanted."""

    htmx: HtmxDetails


class _PageForm(forms.Form):
    page = forms.IntegerField(min_value=1)


def page_of(request: HttpRequest) -> int:
    """Return the page number, by default 1."""
    form = _PageForm(request.GET)
    return form.cleaned_data["page"] if form.is_valid() else 1
