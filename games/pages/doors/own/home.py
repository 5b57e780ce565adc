"""The first page of those who play here: their games first, then people to play with."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import cache_control

from games.lobby.friends import Listed, friends_of, played_with
from games.lobby.lists import MyGames, my_games
from games.pages.doors.requests import user_of
from games.pages.home.small_table import small_table
from games.pages.lobby.lists import lists_for
from games.pages.profile.faces import face_of
from games.people.users import has_account
from games.play.tables import table_for

ENDED = 3
"""Most finished games shown."""
WAITED_FOR = 5
"""Most games shown that wait for others."""
PEOPLE = 8
"""Most people shown: friends, those who are here first, then others one has played with."""


def has_home(request: HttpRequest) -> bool:
    """Return whether the first page is the viewer's own: an account's, or a playing guest's."""
    user = request.user
    if not user.is_authenticated:
        return False
    return has_account(user) or user.seats.exists()


@cache_control(private=True, no_cache=True)
def home(request: HttpRequest) -> HttpResponse:
    """Show the viewer's home."""
    user = user_of(request)
    found: MyGames = my_games(user=user)
    games = lists_for(found)
    first = games.waiting_for_me[0] if games.waiting_for_me else None
    friends: list[Listed] = []
    others: list[Listed] = []
    if has_account(user):
        friends = friends_of(owner=user, now=timezone.now())
        friends.sort(key=lambda friend: not friend.here)
        others = played_with(owner=user, most=PEOPLE)
    context = {
        "games": games,
        "first": first,
        "table": small_table(table_for(public_id=first.public_id, user=user)) if first else None,
        "next": games.waiting_for_me[1:],
        "others": games.waiting_for_others[:WAITED_FOR],
        "ended": games.finished[:ENDED],
        "people": [(each, face_of(each.username)) for each in [*friends, *others][:PEOPLE]],
        "more_people": len(friends) > PEOPLE,
    }
    return render(request, "games/home/home.html", context)
