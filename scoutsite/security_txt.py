"""`/.well-known/security.txt` (RFC 9116): how to report a weakness."""

from datetime import UTC, datetime, time, timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.words.links import site_link

HOLDS_FOR = timedelta(days=180)


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Say whom to tell, and until when this holds: half a year from today."""
    page = site_link(reverse("games:contact"))
    until = datetime.combine(timezone.now().date() + HOLDS_FOR, time(), UTC)
    lines = {
        "Contact": f"mailto:{settings.OPERATOR_EMAIL}" if settings.OPERATOR_EMAIL else page,
        "Expires": until.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "Preferred-Languages": "en",
        "Canonical": site_link(reverse("security_txt")),
        "Policy": f"{page}#security",
    }
    text = "".join(f"{name}: {value}\n" for name, value in lines.items())
    return HttpResponse(text, content_type="text/plain; charset=utf-8")
