"""What a browser needs to keep the site like an app."""

import json
from pathlib import Path

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from accounts.languages import ASKED

PANEL, PAPER = "#FFFAF0", "#F7EFDF"
"""The design's colours of the header and of the page, in the light."""
DEVICES = "/account/devices/"
"""Where a browser sends its new push subscription when it has replaced the old one."""

_WORKER = (Path(__file__).parent / "worker.js").read_text()
_ICONS = ((192, "any"), (512, "any"), (512, "maskable"))
_OFFLINE_FILES = (
    "games/frame/site.css",
    "games/frame/fonts/hepta-slab-latin.woff2",
    "games/frame/fonts/archivo-latin.woff2",
    "games/frame/valance.svg",
    "games/frame/valance-dark.svg",
    "games/frame/favicon.svg",
)
"""Everything that the offline page loads."""


@require_safe
@cache_control(private=True, max_age=3600)
def manifest(request: HttpRequest) -> HttpResponse:
    """Return the web-app manifest, the same for everybody."""
    return JsonResponse(
        {
            "id": "/",
            "name": _("Next Act: play Scout"),
            "short_name": _("Next Act"),
            "description": _("Play the card game Scout with friends or bots, at your own pace."),
            "lang": get_language(),
            "start_url": reverse("games:mine"),
            "scope": "/",
            "display": "standalone",
            "theme_color": PANEL,
            "background_color": PAPER,
            "categories": ["games", "entertainment"],
            "icons": [
                {
                    "src": static(f"games/app/{_icon_name(size, purpose)}.png"),
                    "sizes": f"{size}x{size}",
                    "type": "image/png",
                    "purpose": purpose,
                }
                for size, purpose in _ICONS
            ],
        },
        content_type="application/manifest+json",
    )


@require_safe
@conditional_page
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker, which knows the names of the files it keeps.

    Its text changes with these names, which makes browsers fetch the files anew.
    """
    site = {
        # It is fetched without cookies, and would be in the browser's language.
        "offline": f"{reverse('offline')}?{ASKED}={get_language()}",
        "files": [static(name) for name in _OFFLINE_FILES],
        "start": reverse("games:mine"),
        "devices": DEVICES,
        "icon": static("games/app/icon-192.png"),
        "badge": static("games/app/badge-96.png"),
        "unread": _("Something is new on Next Act"),
    }
    return HttpResponse(
        f"const SITE = {json.dumps(site, indent=2)};\n\n{_WORKER}",
        content_type="text/javascript; charset=utf-8",
    )


@require_safe
@cache_control(private=True, no_cache=True)
def offline(request: HttpRequest) -> HttpResponse:
    """Return the page that is shown without a connection. It holds nothing of any player."""
    return render(request, "offline.html")


def _icon_name(size: int, purpose: str) -> str:
    return f"icon-{size}" if purpose == "any" else f"{purpose}-{size}"
