"""Real values for the parameters of addresses."""

from collections.abc import Mapping

from games.models import Game, ModerationAction, Report, Seat
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
        "player": sitting.values_list("user", flat=True)[0],
        "game": game.pk,
        "report": Report.objects.get(game=game).pk,
        "action": ModerationAction.objects.get(game=game).pk,
    }


def address_of(route: Route, known: Mapping[str, object]) -> str:
    """Fill in what ``known_to`` gave; ``KeyError`` for missing parameters."""
    values = {
        **known,
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
        "uidb36": "1",
        "url": "nowhere",
        "token": "none",
    }
    if known["user"]:
        scope: Scope = "unsubscribe" if "unsubscribe" in route.path else "choose"
        values["token"] = token_for(user_id=int(str(known["user"])), scope=scope)
    if "/admin/games/game/" in route.path:
        values["object_id"] = known["game"]
    if "/admin/games/report/" in route.path:
        values["object_id"] = known["report"]
    if route.path.startswith("/report/"):
        values["name"] = NAMES[-1]
    if "/moderationaction/" in route.path:
        values["object_id"] = known["action"]
    if route.path.startswith("/records/"):
        values["public_id"] = "none"
    if "/tokens/" in route.path:
        values["public_id"] = "00000000-0000-4000-8000-000000000000"
    address = route.filled({name: values[name] for name in route.parameters})
    # An act is about something, which the address names.
    about = f"?game={known['game']}&seat=0&player={known['player']}"
    return f"{address}{about}" if route.name == "admin:games_act" else address
