"""Real values for the parameters of addresses."""

from collections.abc import Mapping
from functools import cache

from accounts.models import User
from games.lobby.answers import invitation_token
from games.models import Appeal, Game, ModerationAction, Report, Seat, Sign
from games.play.chair_links import chair_token
from games.play.turn_links import turn_token
from games.practice.starters import starters
from games.telling.choices import Scope, token_for
from tests.secrecy.routes import Route
from tests.secrecy.stage import NAMES, Person


def known_to(person: Person, game: Game) -> dict[str, object]:
    """What addresses can name for somebody who asks about a game."""
    sitting = Seat.objects.filter(game=game, user__isnull=False).order_by("number")
    return {
        "public_id": game.public_id,
        "secret": game.invitation,
        "user": person.user.pk if person.user else 0,
        "feed_key": (person.user and person.user.feed_key) or "none",
        "player": sitting.values_list("user", flat=True)[0],
        "game": game.pk,
        "report": Report.objects.get(game=game).pk,
        "case": Report.objects.get(game=game).case_id,
        "appeal": Appeal.objects.get(action__game=game).pk,
        "action": ModerationAction.objects.get(game=game).pk,
        "sign": Sign.objects.get().pk,
    }


def token_of(route: Route, known: Mapping[str, object]) -> str:
    """The user's own token for the route, as in their email, if it is a link's."""
    user = User.objects.get(pk=int(str(known["user"])))
    game = Game.objects.select_related("summary").get(pk=int(str(known["game"])))
    seat = Seat.objects.filter(game=game, user=user).values_list("number", flat=True).first()
    about = {"user_id": user.pk, "link_key": user.link_key, "public_id": game.public_id}
    match route.name:
        case "games:turn" | "games:turn_board" | "games:turn_move":
            return turn_token(**about, seat=seat or 0, seq=game.summary.seq)
        case "games:chair":
            return chair_token(**about, seat=seat or 0)
        case "games:answer":
            return invitation_token(**about)
    scope: Scope = "unsubscribe" if route.name == "games:unsubscribe" else "choose"
    return token_for(user_id=user.pk, link_key=user.link_key, scope=scope)


@cache
def _first_position() -> str:
    """One of those that come with the site."""
    return str(next(starters())["public_id"])


def address_of(route: Route, known: Mapping[str, object]) -> str:
    """Fill in what ``known_to`` gave; ``KeyError`` for missing parameters."""
    values = {
        **known,
        "address": "none",
        "client_id": "none",
        "day": "2020-01-01",
        "app_label": "games",
        "content_type_id": 1,
        "id": known["player"],
        "key": "none",
        "name": "none" if "mail" in route.path else NAMES[1],
        "kind": "open_hands",
        "object_id": known["player"],
        "part": "zone",
        "path": "nowhere",
        "pk": 1,
        "position": _first_position(),
        "uidb36": "1",
        "url": "nowhere",
        "token": "none",
    }
    if known["user"] and "token" in route.parameters:
        values["token"] = token_of(route, known)
    if "/admin/games/game/" in route.path:
        values["object_id"] = known["game"]
    if "/admin/games/case/" in route.path:
        values["object_id"] = known["case"]
        values["pk"] = known["player" if "/player/" in route.path else "case"]
    if "/admin/games/report/" in route.path:
        values["pk"] = known["report"]
    if "/admin/games/appeal/" in route.path:
        values["object_id"] = known["appeal"]
    if route.path.startswith("/report/"):
        values["name"] = NAMES[-1]
    if "/admin/games/sign/" in route.path or "/admin/games/ratedpair/" in route.path:
        values["object_id"] = values["pk"] = known["sign"]
    if "/moderationaction/" in route.path:
        values["object_id"] = known["action"]
    if route.path.startswith("/developers/"):
        values |= {"key": "view", "name": "bot.py"}
    if route.path.startswith("/records/"):
        values["public_id"] = "none"
    if "/tokens/" in route.path or "/telling/" in route.path:
        values["public_id"] = "00000000-0000-4000-8000-000000000000"
    address = route.filled({name: values[name] for name in route.parameters})
    # An act is about something, which the address names.
    about = f"?game={known['game']}&seat=0&player={known['player']}"
    return f"{address}{about}" if route.name == "admin:games_act" else address
