"""Signs of unfair play, and rated pairs that look one-sided."""

from typing import Any, cast

from django.contrib import admin
from django.contrib.auth.models import AbstractUser
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.admin import pair_games
from games.admin.base import ModelAdmin, ReadOnly
from games.admin.desk import Lists
from games.admin.judging import acts_on, change_url, username_of
from games.admin.searching import people_found
from games.models import RatedPair, Sign, SignKind
from games.order.acts import Subject
from games.order.case_files import games_behind
from games.order.refusals import Refusals
from games.order.signs.pair_games import refused_for_people
from games.order.signs.reading import said, signs_for
from games.words.amounts import plus


class ListedFilter(admin.SimpleListFilter):
    """Filters out what moderators have dismissed, unless asked."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("dismissed", _("not a sign")), ("all", _("all"))]

    def choices(self, changelist: Any) -> Any:
        first, *others = super().choices(changelist)
        yield {**first, "display": _("open")}
        yield from others

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        if self.value() == "all":
            return queryset
        return queryset.filter(dismissed_until__isnull=self.value() != "dismissed")


class _Signs(ReadOnly, Lists, ModelAdmin[Any]):
    """What both lists share: their rows are read by `signs_for`."""

    # Only to offer a search; what is searched stands in ``get_search_results``.
    search_fields = ("pk",)
    search_help_text = _("A player’s name.")
    fields = ("first_seen_at", "last_seen_at", "dismissed_until")
    ordering = ("-last_seen_at", "-pk")
    change_form_outer_before_template = "admin/games/sign/case.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return signs_for(request.user)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        words = search_term.strip()
        if words:
            people = people_found(words)
            queryset = queryset.filter(Q(player__in=people) | Q(other__in=people))
        return queryset, False

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        found = self.get_queryset(request).filter(pk=object_id) if object_id.isdecimal() else None
        sign = found.first() if found is not None else None
        case: dict[str, Any] = {}
        if sign is not None:
            people = [each for each in (sign.player, sign.other) if each is not None]
            refusals = Refusals(cast(AbstractUser, request.user))
            within = pair_games.case_in(request)
            about = {"sign": sign.pk, "case": within.pk if within else None}
            case = {
                "case": within,
                "signs": said([sign]),
                "sign_acts": acts_on(Subject.SIGN, sign, refused_for_people(sign, refusals), about),
                **pair_games.left_to_take_out(sign, refusals, within),
                "sign_games": games_behind(sign),
                "sign_people": [(username_of(each), change_url(each)) for each in people],
            }
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **case})


@admin.register(Sign)
class SignAdmin(_Signs):
    """All signs, latest first."""

    list_display = ("what", "strength_shown", "kind", "last_seen_at", "first_seen_at")
    list_display_links = ("what",)
    list_filter = (ListedFilter, "kind", "strength")

    def get_urls(self) -> list[URLPattern]:
        door: Any = self.admin_site.admin_view(pair_games.take_out)
        return [path("<int:pk>/games/", door, name="games_sign_games"), *super().get_urls()]

    @admin.display(description=_("sign"))
    def what(self, sign: Sign) -> str:
        names = [sign.player.get_username(), sign.other.get_username() if sign.other else ""]
        return " · ".join(filter(None, names))

    @admin.display(description=_("strength"), ordering="strength")
    def strength_shown(self, sign: Sign) -> SafeString:
        return _strength(sign)


@admin.register(RatedPair)
class RatedPairAdmin(_Signs):
    """Pairs whose rated games are one-sided or short."""

    list_display = (
        "pair", "strength_shown", "games", "ahead", "expected", "short", "moved", "last_seen_at",
    )  # fmt: skip
    list_display_links = ("pair",)
    list_filter = (ListedFilter, "strength")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        pairs = RatedPair.objects.filter(kind=SignKind.PAIR, pk__in=signs_for(request.user))
        return pairs.select_related("player", "other", "game")

    @admin.display(description=_("pair"))
    def pair(self, sign: Sign) -> str:
        other = sign.other.get_username() if sign.other else ""
        return _("{player} over {other}").format(player=sign.player.get_username(), other=other)

    @admin.display(description=_("strength"), ordering="strength")
    def strength_shown(self, sign: Sign) -> SafeString:
        return _strength(sign)

    @admin.display(description=_("games"))
    def games(self, sign: Sign) -> Any:
        return sign.figures.get("games")

    @admin.display(description=_("ahead"))
    def ahead(self, sign: Sign) -> Any:
        return sign.figures.get("ahead")

    @admin.display(description=_("by the ratings"))
    def expected(self, sign: Sign) -> Any:
        return sign.figures.get("expected")

    @admin.display(description=_("short"))
    def short(self, sign: Sign) -> Any:
        return sign.figures.get("short")

    @admin.display(description=_("rating moved"))
    def moved(self, sign: Sign) -> str:
        return plus(sign.figures.get("moved", 0))


def _strength(sign: Sign) -> SafeString:
    return format_html(
        '<span class="strength {}">{}</span>', sign.strength, sign.get_strength_display()
    )
