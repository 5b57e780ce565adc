"""The list of friends, and games with them."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from games.lobby.friends import MOST_ASKED, friends_of, play_with
from games.pages.doors.requests import brought_by, page_before, user_of
from games.pages.profile.faces import face_of
from games.pages.table.choices import number_in
from games.people.badges import name_of
from games.people.friends import add_friend, remove_friend
from games.people.users import has_account
from games.results.profiles import player_named
from games.rules.errors import RuleError
from games.words.names import told


@require_safe
@login_required
@cache_control(private=True, no_cache=True)
def friends(request: HttpRequest) -> HttpResponse:
    """Show the list; guests have none."""
    user = user_of(request)
    found = friends_of(owner=user, now=timezone.now()) if has_account(user) else []
    context = {
        "friends": [(each, face_of(each.username)) for each in found],
        "most": MOST_ASKED,
        "section": "friends",
    }
    return render(request, "games/lobby/friends.html", context)


@require_POST
@login_required
def add(request: HttpRequest) -> HttpResponse:
    """Put somebody on the list, by name."""
    user, name = user_of(request), " ".join(request.POST.get("name", "").split())
    friend = player_named(name) if name else None
    try:
        if friend is None:
            raise RuleError(
                "unknown_player",
                _("Nobody with an account is called “{name}”.").format(name=name)
                if name
                else _("Type a name first."),
            )
        add_friend(owner=user, friend=friend)
        said = _("{name} is on your list of friends now.")
        messages.success(request, told(said, name=name_of(friend)))
    except RuleError as refused:
        messages.error(request, refused.sentence)
    return _back(request)


@require_POST
@login_required
def remove(request: HttpRequest) -> HttpResponse:
    """Take somebody off the list."""
    number = number_in(request.POST.get("player", ""))
    if remove_friend(owner=user_of(request), friend_id=number or 0):
        messages.info(request, _("Your list of friends is one name shorter."))
    return _back(request)


@require_POST
@login_required
def play(request: HttpRequest) -> HttpResponse:
    """Open a game with those chosen."""
    chosen = {number_in(each) or 0 for each in request.POST.getlist("friend")}
    try:
        game = play_with(user=user_of(request), friend_ids=chosen, brought=brought_by(request))
    except RuleError as refused:
        messages.error(request, refused.sentence)
        return redirect("games:friends")
    return redirect("games:table", game.public_id)


def _back(request: HttpRequest) -> HttpResponse:
    before = page_before(request)
    return redirect("games:friends" if before == "/" else before)
