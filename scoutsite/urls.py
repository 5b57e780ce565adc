"""The site's URLs."""

from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import include, path, re_path

from accounts import languages
from accounts.appearance import kept_with_account
from accounts.choosing.feed import calendar
from accounts.guests.address_views import with_address
from accounts.guests.lifetime import with_guest
from accounts.odd_sentences.views import reads_oddly
from accounts.sign_in.confirming import ConfirmEmail
from games.admin.case.doors import report_moved, reports_moved
from games.api.nowhere import NowhereView
from games.pages.doors.appearance import appearance
from games.pages.doors.create import create, with_friends
from games.pages.doors.deals.same import same_deal
from games.pages.doors.deals.today import day, today
from games.pages.doors.invitations import invitation, offered_chair
from games.pages.doors.lobby import join
from games.pages.doors.own.bots import play
from scoutsite.operations import let_the_clock_go, operations
from scoutsite.phone import views as phone
from scoutsite.security_txt import security_txt

# Staff sign in like everyone else, with limits and any second step.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]


def _change_password(_request: HttpRequest, _context: object = None) -> HttpResponse:
    return redirect("account_change_password")


# The account's own page also asks about sessions and tokens.
admin.site.password_change = _change_password  # type: ignore[assignment]

urlpatterns = [
    path("admin/operations/", admin.site.admin_view(operations), name="operations"),
    path(
        "admin/operations/clock/", admin.site.admin_view(let_the_clock_go), name="let_the_clock_go"
    ),
    # Reports had pages of their own, to which links may still lead.
    path("admin/games/report/", admin.site.admin_view(reports_moved), name="reports_moved"),
    path(
        "admin/games/report/<int:pk>/change/",
        admin.site.admin_view(report_moved),
        name="report_moved",
    ),
    path("admin/", admin.site.urls),
    # Visitors who start or join a game become guests; the games app doesn't know accounts.
    path("play/", with_guest(play), name="play"),
    path("play/friends/", with_guest(with_friends), name="with_friends"),
    path("games/new/", with_guest(create), name="create_game"),
    path("games/<slug:public_id>/join/", with_guest(with_address(join)), name="join_game"),
    path("invitation/<slug:secret>/", with_guest(with_address(invitation)), name="invitation"),
    path(
        "invitation/<slug:secret>/chair/",
        with_guest(with_address(offered_chair)),
        name="offered_chair",
    ),
    path("today/", with_guest(today), name="today"),
    path("today/<slug:day>/", with_guest(day), name="day"),
    path("deals/<slug:address>/", with_guest(same_deal), name="same_deal"),
    path("calendar/<str:feed_key>.ics", calendar, name="calendar"),
    path(".well-known/security.txt", security_txt, name="security_txt"),
    path("", include("accounts.apps_let_in.urls")),
    path("manifest.webmanifest", phone.manifest, name="manifest"),
    path("service-worker.js", phone.service_worker, name="service_worker"),
    path("offline/", phone.offline, name="offline"),
    path("appearance/", kept_with_account(appearance)),
    path("language/", languages.choose, name="language"),
    path("reads-oddly/", reads_oddly, name="reads_oddly"),
    path("api/v1", NowhereView.as_view()),
    path("api/v1/", include("games.api.urls")),
    path("account/", include("accounts.urls")),
    re_path(
        r"^account/confirm-email/(?P<key>[-:\w]+)/$",
        ConfirmEmail.as_view(),
        name="account_confirm_email",
    ),
    path("account/", include("allauth.urls")),
    path("", include("games.urls")),
]

handler500 = "scoutsite.failures.server_error"
# Used by django-allauth's own limits.
handler429 = "scoutsite.limits.too_many_tries"

if settings.MAILS_ARE_KEPT:
    urlpatterns.append(path("developer/", include("scoutsite.developer")))

if settings.ANYMAIL.get("WEBHOOK_SECRET"):
    # Email providers report bounces and complaints here; without a secret, anyone could.
    urlpatterns.append(path("anymail/", include("anymail.urls")))
