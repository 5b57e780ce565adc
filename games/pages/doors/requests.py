"""Reading requests, and tagging what answers them."""

from hashlib import sha256

from django import forms
from django.contrib.auth.models import AbstractUser
from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class HtmxHttpRequest(HttpRequest):
    """A request whose ``htmx`` is true if a fragment is wanted."""

    htmx: HtmxDetails


class _PageForm(forms.Form):
    page = forms.IntegerField(min_value=1)


def user_of(request: HttpRequest) -> AbstractUser:
    """Return the signed-in user, maybe a guest."""
    assert isinstance(request.user, AbstractUser)
    return request.user


def page_of(request: HttpRequest) -> int:
    """Return the page number, by default 1."""
    form = _PageForm(request.GET)
    return form.cleaned_data["page"] if form.is_valid() else 1


def tag_of(*parts: object) -> str:
    """Return an ETag over ``parts``."""
    return f'"{sha256(repr(parts).encode()).hexdigest()[:32]}"'
