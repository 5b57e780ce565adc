"""The addresses of the site."""

from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import admin
from django.urls import include, path, re_path

from accounts.appearance import kept_with_account
from accounts.confirming import ConfirmEmail
from accounts.guests import with_guest
from games.pages.doors.appearance import appearance
from games.pages.doors.create import create
from games.pages.doors.home import play
from games.pages.doors.invitations import invitation
from games.pages.doors.lobby import join
from scoutsite.operations import operations

# Whoever runs the site signs in as everybody does: with limits, and with a second step if set.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("admin/operations/", admin.site.admin_view(operations), name="operations"),
    path("admin/", admin.site.urls),
    # Games know no accounts: here a stranger who starts one, or sits down at one, becomes a guest.
    path("play/", with_guest(play), name="play"),
    path("games/new/", with_guest(create), name="create_game"),
    path("games/<slug:public_id>/join/", with_guest(join), name="join_game"),
    path("invitation/<slug:secret>/", with_guest(invitation), name="invitation"),
    path("appearance/", kept_with_account(appearance)),
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

# django-allauth looks for it where its own limits refuse something.
handler429 = "scoutsite.limits.too_many_tries"

if settings.MAILS_ARE_KEPT:
    urlpatterns.append(path("developer/", include("scoutsite.developer")))

if settings.ANYMAIL.get("WEBHOOK_SECRET"):
    # What a mail provider tells of bounces and complaints; without a secret anybody could tell it.
    urlpatterns.append(path("anymail/", include("anymail.urls")))
