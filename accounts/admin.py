"""Players in the admin."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, cast

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin as DjangoGroupAdmin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.models import AbstractUser, Group
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

import accounts.apps_let_in.admin
import accounts.odd_sentences.admin  # noqa: F401 (its pages)
from accounts.deletion import delete_account
from accounts.guests.becoming import name_seats
from accounts.models import User
from accounts.sign_in.access import end_access
from accounts.tokens.bot_account import why_not
from games.admin.case.wording import title_of
from games.admin.desk import Lists
from games.admin.judging import player_case
from games.order.case_files import cases_about, latest_games
from games.order.cases.notes import notes_on
from games.order.signs.reading import signs_about
from games.people.names import show_badges
from games.people.standing import standing_sanctions
from games.results.ratings import list_or_hide

if TYPE_CHECKING:
    UserBase = DjangoUserAdmin[User]
    GroupBase = DjangoGroupAdmin
else:

    class UserBase(DjangoUserAdmin, ModelAdmin):
        """Django's user admin, in our theme."""

    class GroupBase(DjangoGroupAdmin, ModelAdmin):
        """Django's group admin, in our theme."""


admin.site.unregister(Group)


@admin.register(Group)
class GroupAdmin(GroupBase):
    """Groups; what they allow decides which badge their members have."""

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        if "permissions" in form.changed_data:
            show_badges(users=_members([form.instance]))

    def delete_model(self, request: HttpRequest, obj: Group) -> None:
        members = _members([obj])
        super().delete_model(request, obj)
        show_badges(users=members)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Group]) -> None:
        members = _members(queryset)
        super().delete_queryset(request, queryset)
        show_badges(users=members)


def _members(groups: Iterable[Group]) -> list[User]:
    return list(User.objects.filter(groups__in=groups).distinct())


class SetPasswordForm(AdminPasswordChangeForm):
    """Sets a user's password and ends all other access, as a reset by email does."""

    def save(self, commit: bool = True) -> User:
        with transaction.atomic():
            user: User = super().save(commit)
            end_access(user)
        return user


class StandingFilter(admin.SimpleListFilter):
    """Players with an active sanction."""

    title = _("active sanction")
    parameter_name = "standing"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("warning", _("warned")),
            ("mute", _("muted")),
            ("suspension", _("suspended")),
            ("ban", _("banned")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User] | None:
        if self.value() is None:
            return None
        standing = standing_sanctions(now=timezone.now()).filter(kind=self.value())
        return queryset.filter(pk__in=standing.values("player"))


_FOR_MODERATORS = ("username", "what", "date_joined", "last_seen", "works")

_RIGHTS = ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")
"""What makes a moderator."""


@admin.register(User)
class UserAdmin(Lists, UserBase):
    """Accounts and guests; moderators can't see, or search by, emails or preferences.

    To rename or sanction, they use moderation acts, which tell the player a reason.
    """

    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = SetPasswordForm
    change_form_outer_before_template = "admin/accounts/user/case.html"
    list_display = ("username", "what", "email", "email_confirmed", "last_seen", "is_staff")
    list_filter = (
        "is_guest",
        "is_bot",
        "is_staff",
        "is_active",
        "mail_paused_reason",
        "tell_turns",
    )
    readonly_fields = (
        "language",
        "what",
        "works",
        "is_guest",
        "last_seen",
        "email_confirmed",
        "last_login",
        "date_joined",
    )
    fieldsets = (
        (
            None,
            {"fields": ("username", "email", "email_confirmed", "password", "is_guest", "is_bot")},
        ),
        (
            _("Preferences"),
            {
                "fields": (
                    *("language", "time_zone", "appearance", "taste"),
                    *("auto_next_game", "tell_turns"),
                    *("unseen_minutes", "digest_hour", "most_a_day", "mail_paused_reason"),
                )
            },
        ),
        (
            _("Permissions"),
            {"fields": _RIGHTS},
        ),
        (_("Dates"), {"fields": ("date_joined", "last_login", "last_seen")}),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        standing = standing_sanctions(now=timezone.now()).filter(player=OuterRef("pk"))
        return super().get_queryset(request).annotate(stands=Exists(standing))

    @admin.display(description=_("sanctioned"))
    def stands(self, user: User) -> str:
        return gettext("sanctioned") if getattr(user, "stands", False) else ""

    @admin.display(description=_("kind"))
    def what(self, user: User) -> str:
        if user.is_guest:
            return gettext("guest")
        return gettext("bot account") if user.is_bot else gettext("account")

    @admin.display(description=_("can sign in"))
    def works(self, user: User) -> str:
        return pgettext("can sign in", "yes") if user.is_active else pgettext("can sign in", "no")

    def get_list_display(self, request: HttpRequest) -> Any:
        if _administers(request):
            return (*self.list_display, "stands")
        return ("username", "what", "stands", "date_joined", "last_seen")

    def get_list_filter(self, request: HttpRequest) -> Any:
        if _administers(request):
            return (StandingFilter, *self.list_filter)
        return (StandingFilter, "is_guest", "is_bot", "is_active")

    def get_search_fields(self, request: HttpRequest) -> Any:
        return ("username", "email") if _administers(request) else ("username",)

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        fixed = ("username", "is_active") if obj is not None else ()
        # As on the settings page: for good, and not while they sit at a rated table.
        if obj is not None and (obj.is_bot or why_not(obj)):
            fixed = (*fixed, "is_bot")
        return (*super().get_readonly_fields(request, obj), *fixed)

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        if _administers(request) or obj is None:
            return super().get_fieldsets(request, obj)
        return ((None, {"fields": _FOR_MODERATORS}),)

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        user = User.objects.filter(pk=object_id).first() if object_id.isdecimal() else None
        case: dict[str, Any] = {}
        if user is not None and request.user.has_perm("games.moderate"):
            by = cast(AbstractUser, request.user)
            cases = cases_about(user=user, viewer=by)
            case = {
                **player_case(user, by),
                "case_games": latest_games(user=user),
                "case_cases": [(each, title_of(each)) for each in cases],
                "signs": signs_about(user, request.user),
            }
            # Nobody reads what is noted on themselves.
            if user.pk != by.pk:
                case["notes"] = notes_on(player_id=user.pk)
                case["note_url"] = reverse("admin:games_player_note", args=[user.pk])
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **case})

    def get_deleted_objects(
        self, objs: Sequence[Any] | QuerySet[Any], request: HttpRequest
    ) -> tuple[list[Any], dict[str, int], set[str], list[str]]:
        """Require no permission for what is deleted with a user."""
        listed, counts, _lacking, protected = super().get_deleted_objects(objs, request)
        return listed, counts, set(), protected

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Update seats and leaderboards if ``is_bot`` was set."""
        super().save_model(request, obj, form, change)
        if "is_bot" in form.changed_data:
            name_seats(obj)
            list_or_hide(user=obj)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Groups and permissions are saved here; show the badge that they give."""
        super().save_related(request, form, formsets, change)
        if set(_RIGHTS) & set(form.changed_data):
            show_badges(users=[form.instance])

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        """As the account itself would, so that no table waits."""
        delete_account(user=obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for user in queryset:
            delete_account(user=user)


def _administers(request: HttpRequest) -> bool:
    return request.user.has_perm("accounts.change_user")
