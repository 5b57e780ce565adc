"""The door by which a pair’s rated games are taken out of the ratings, all in one press."""

from typing import Any, NamedTuple

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import AbstractUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from unfold.widgets import UnfoldAdminTextareaWidget

from games.admin.base import moderator_of
from games.admin.case.decision_form import filled
from games.admin.judging import act_url, change_url, usernames_of
from games.admin.previews import readings
from games.models import ActionKind, Case, Preset, Sign, SignKind
from games.order.audit import LONGEST_REASON
from games.order.own_cases import cases_for
from games.order.refusals import Refusals
from games.order.signs import pair_games
from games.order.signs.pair_games import MOST, PairGame, PairGames, Preview, games_of_pair
from games.order.signs.reading import signs_for
from games.rules.errors import RuleError


class PairForm(forms.Form):
    """The games, and one reason for all."""

    games = forms.TypedMultipleChoiceField(
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": gettext_lazy("Choose at least one game."),
            "invalid_choice": gettext_lazy("These are not rated games of the two."),
        },
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=LONGEST_REASON,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 3}),
        error_messages={
            "required": gettext_lazy("Give a reason: everybody at these tables reads it.")
        },
        help_text=gettext_lazy(
            "One for all games. Everybody at these tables reads it, but for those who left. It is "
            "kept in the audit log. If you name a rule of conduct, as in “rule 3”, they can follow "
            "it."
        ),
    )

    def __init__(self, *args: Any, found: PairGames, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        games: Any = self.fields["games"]
        # Those that are out, too: a second press is told what has become of them.
        games.choices = [(each.game.pk, each.game.name) for each in (*found.counted, *found.out)]


class Line(NamedTuple):
    """A game on the page."""

    of: PairGame
    url: str
    again: str
    """Where it is counted again."""
    box: Any = None
    """To tick, unless it is out or refused."""


def left_to_take_out(sign: Sign, refusals: Refusals, case: Case | None) -> dict[str, Any]:
    """Return what a sign’s page says of it; nothing if the sign isn’t about a pair."""
    if sign.kind != SignKind.PAIR:
        return {}
    found = games_of_pair(sign, refusals)
    url = reverse("admin:games_sign_games", args=[sign.pk])
    return {"pair_games": found, "pair_games_url": f"{url}?case={case.pk}" if case else url}


def take_out(request: HttpRequest, pk: int) -> HttpResponse:
    """Choose games of a pair, say what taking them out would do, or do it."""
    by = moderator_of(request)
    sign = signs_for(by).filter(pk=pk, kind=SignKind.PAIR).first()
    if sign is None:
        raise Http404
    case = case_in(request)
    found = games_of_pair(sign, Refusals(by))
    if "fill" in request.POST or "back" in request.POST:
        typed = filled(request.POST, "games")
        return _page(request, sign, case, found, PairForm(found=found, initial=typed))
    first = {"games": [each.game.pk for each in found.free]}
    form = PairForm(request.POST or None, found=found, initial=first)
    if request.method == "POST" and form.is_valid():
        try:
            if "do" in request.POST:
                return _do(request, sign, case, form, by)
            would = pair_games.preview(sign=sign, by=by, case=case, **form.cleaned_data)
        except RuleError as refused:
            form.add_error(None, refused.sentence)
        else:
            return _preview(request, sign, case, form, would)
    return _page(request, sign, case, found, form)


def case_in(request: HttpRequest) -> Case | None:
    """Return the case that the address names, if its reader may read it."""
    key = request.GET.get("case", "")
    return cases_for(request.user).filter(pk=key).first() if key.isdecimal() else None


def _do(
    request: HttpRequest, sign: Sign, case: Case | None, form: PairForm, by: AbstractUser
) -> HttpResponse:
    actions = pair_games.take_out(sign=sign, by=by, case=case, **form.cleaned_data)
    messages.success(
        request,
        ngettext(
            "{count} game no longer counts in the ratings.",
            "{count} games no longer count in the ratings.",
            len(actions),
        ).format(count=len(actions)),
    )
    return redirect(change_url(case or sign))


def _page(
    request: HttpRequest, sign: Sign, case: Case | None, found: PairGames, form: PairForm
) -> HttpResponse:
    boxes = {box.data["value"]: box for box in form["games"]}
    context = {
        **_both(sign, case, _names(sign)),
        "title": _("Take games out of the ratings"),
        "form": form,
        "free": [_line(each, boxes[each.game.pk]) for each in found.free],
        "refused": [_line(each) for each in found.counted if each.refused],
        "out": [_line(each) for each in found.out],
        "more": found.more,
        "most": MOST,
        "presets": list(Preset.objects.filter(use="reason")),
    }
    return _shown(request, "admin/games/sign/games.html", context)


def _preview(
    request: HttpRequest, sign: Sign, case: Case | None, form: PairForm, would: Preview
) -> HttpResponse:
    told = readings(would.told)
    names = _names(sign)
    context = {
        **_both(sign, case, names),
        "title": _("Before you press"),
        "games": [
            (action.game, change_url(action.game))
            for action in reversed(would.games)
            if action.game is not None
        ],
        "moved": [(names[each.user_id], each) for each in would.moved],
        "told": [each for each in told if each.mail == "always"],
        "also_told": [each for each in told if each.mail != "always"],
        "sent": [
            *(("games", number) for number in form.cleaned_data["games"]),
            ("reason", form.cleaned_data["reason"]),
        ],
    }
    return _shown(request, "admin/games/sign/preview.html", context)


def _shown(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    return render(request, template, {**admin.site.each_context(request), **context})


def _names(sign: Sign) -> dict[int, SafeString]:
    return usernames_of([each for each in (sign.player, sign.other) if each is not None])


def _both(sign: Sign, case: Case | None, names: dict[int, SafeString]) -> dict[str, Any]:
    player, other = names.values()
    return {"player": player, "other": other, "case": case, "back": change_url(case or sign)}


def _line(each: PairGame, box: Any = None) -> Line:
    again = act_url(ActionKind.RATE_AGAIN, game=each.game.pk)
    return Line(each, change_url(each.game), again, box)
