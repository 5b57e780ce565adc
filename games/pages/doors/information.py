"""Information pages."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


def _page(request: HttpRequest, name: str) -> HttpResponse:
    operator = {
        "name": settings.OPERATOR_NAME,
        "email": settings.OPERATOR_EMAIL,
        "address": settings.OPERATOR_ADDRESS,
    }
    return render(request, f"information/{name}.html", {"operator": operator})


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """About the site."""
    return _page(request, "about")


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What the site stores."""
    return _page(request, "privacy")


@require_safe
def contact(request: HttpRequest) -> HttpResponse:
    """How to reach the operators."""
    return _page(request, "contact")
