"""The requests made in a world: every page, presses, API calls, and the links of lists."""

import re
from collections.abc import Callable, Iterator, Mapping
from html import unescape
from typing import Any, NamedTuple

from games.models import ActionKind, Game, GameStatus, GameSummary, Report
from tests.secrecy.addresses import address_of, known_to
from tests.secrecy.routes import Route, routes
from tests.secrecy.stage import NAMES, Person

LINKS = ("games:turn", "games:turn_board", "games:turn_move", "games:answer", "games:chair")
STREAMS = ("games:stream", "api:stream", "api:game-stream")
_FURTHER = re.compile(rb'href="(\?[^"#]+)"')
_SEARCHED = re.compile(rb'<input[^>]* name="q"')


class Part(NamedTuple):
    """A part of the site."""

    routes: Callable[[Route], bool]
    offers: slice = slice(None)
    """Which of those things that a page offers of itself: see ``narrowed``."""
    only: str = ""
    """What a name of something has in it that is looked at."""

    def holds(self, *names: str) -> bool:
        return any(self.only in name for name in names)

    def holds_page(self, name: str) -> bool:
        """Or what it may offer."""
        address = self.only.partition("?")[0]
        return self.holds(name) or (address != self.only and address in name)


EVERYTHING = Part(lambda _route: True)


class Asked(NamedTuple):
    """One request."""

    method: str
    address: str
    data: Any = None
    headers: Mapping[str, str] = {}
    as_json: bool = False
    signed_out: bool = False
    """By somebody who has only the address."""

    @property
    def written(self) -> str:
        who = " signed out" if self.signed_out else ""
        return f"{self.method} {self.address} {self.data or ''} {self.headers}{who}"


def requests(person: Person, game: Game, part: Part) -> Iterator[Asked]:
    """Every page of these routes, and what can be sent to the game."""
    known = known_to(person, game)
    for route in routes():
        if route.name not in STREAMS and part.routes(route):
            yield Asked("GET", address_of(route, known))
    path = f"/games/{game.public_id}/"
    yield Asked("GET", f"{path}board/", headers={"HX-Request": "true"})
    yield Asked("GET", f"{path}chat/", headers={"HX-Request": "true"})
    yield Asked("GET", f"{path}?invitation={game.invitation}")
    # What the end of a round leads to, and finished rounds of a game that goes on.
    at = GameSummary.objects.get(pk=game.pk)
    ended = at.round_number + (at.status == GameStatus.FINISHED)
    yield Asked("GET", f"{path}?scene=on-{ended}")
    yield Asked("GET", f"{path}board/?scene=scores-{ended}", headers={"HX-Request": "true"})
    yield Asked("GET", f"{path}replay/?round=1&move=4")
    yield Asked("GET", f"{path}replay/steps/?round=1")
    if person.user and person.user.is_staff:
        yield from desk(game)
    yield from presses(path, game)
    yield from by_link(known, game)
    yield from calls(person, f"/api/v1/games/{game.public_id}/", game)


def desk(game: Game) -> Iterator[Asked]:
    """A moderator's requests that open no hands."""
    acts = "/admin/games/moderationaction/act/"
    about = f"?game={game.pk}&seat=0"
    reason = {"reason": "A player asked for it"}
    for kind in (ActionKind.OPEN_HANDS, ActionKind.PUT_BOT, ActionKind.VOID):
        yield Asked("GET", f"{acts}{kind}/{about}")
    for kind in (ActionKind.PUT_BOT, ActionKind.GIVE_BACK, ActionKind.PAUSE, ActionKind.RESUME):
        yield Asked("POST", f"{acts}{kind}/{about}", reason)
    yield Asked("POST", f"{acts}{ActionKind.EXTEND}/{about}", {**reason, "hours": "5"})
    yield Asked("POST", f"{acts}{ActionKind.OPEN_HANDS}/{about}", {"reason": ""})
    yield Asked("GET", f"/admin/search/?s={game.public_id}")
    case = Report.objects.filter(game=game).values_list("case", flat=True)[0]
    look = {"seen": "0", "outcome": "open", "reason": "A quarrel", "preview": "1"}
    for kind in (ActionKind.VOID, ActionKind.PAUSE, ActionKind.RENAME_GAME):
        sent = {**look, f"do-{kind}-{game.pk}": "on"}
        yield Asked("POST", f"/admin/games/case/{case}/decide/", sent)
    yield Asked("POST", f"/admin/games/case/{case}/decide/", {"fill": "0", "reason": "Half a"})


def narrowed(asked: Asked, page: bytes, game: Game) -> list[Asked]:
    """What a page offers: filters, orders, counts, other parts, and search."""
    if "?" in asked.address or asked.method != "GET":
        return []
    offers = [unescape(link.decode()) for link in sorted(set(_FURTHER.findall(page)))]
    if _SEARCHED.search(page):
        offers += [f"?q={words}" for words in (game.public_id, "Tuesday", NAMES[0], "1/2")]
    return [asked._replace(address=f"{asked.address}{offer}") for offer in offers]


def presses(path: str, game: Game) -> Iterator[Asked]:
    """Steps of choosing, and refused moves, as from a page."""
    seq = str(GameSummary.objects.get(pk=game.pk).seq)
    form = {"seq": seq, "card": ["0", "1"], "held": "11"}
    htmx = {"HX-Request": "true"}
    for action in ("look", "both", "hint", "nonsense"):
        yield Asked("POST", f"{path}move/", {**form, "action": action}, htmx)
    yield Asked("POST", f"{path}move/", {**form, "mode": "scout", "action": "end-left"}, htmx)
    yield Asked("POST", f"{path}move/", {**form, "action": "show", "card": ["0", "2"]})
    yield Asked("POST", f"{path}move/", {**form, "action": "show", "seq": "0"}, htmx)
    yield Asked("POST", f"{path}chat/", {"text": "Well played", "after": "0"}, htmx)
    yield Asked("POST", f"{path}nudge/", {"seat": "0"}, htmx)
    yield Asked("POST", f"{path}end/", {"vote": "withdraw"}, htmx)
    yield Asked("POST", f"{path}take-back/", {}, htmx)


def by_link(known: Mapping[str, object], game: Game) -> Iterator[Asked]:
    """What somebody does who has a link from an email, and isn't signed in."""
    if not known["user"]:
        return
    addresses = {route.name: address_of(route, known) for route in routes() if route.name in LINKS}
    for name in LINKS:
        yield Asked("GET", addresses[name], signed_out=True)
    seq = str(GameSummary.objects.get(pk=game.pk).seq)
    form = {"seq": seq, "card": ["0", "1"], "held": "11"}
    htmx = {"HX-Request": "true"}
    board, move = addresses["games:turn_board"], addresses["games:turn_move"]
    yield Asked("GET", board, headers={**htmx, "Page-Visible": "1"}, signed_out=True)
    for action in ("look", "both", "hint", "nonsense"):
        yield Asked("POST", move, {**form, "action": action}, htmx, signed_out=True)
    for more in (
        {"mode": "scout", "action": "end-left"},
        {"action": "show", "card": ["0", "2"]},
        {"action": "show", "seq": "0"},
    ):
        yield Asked("POST", move, {**form, **more}, signed_out=True)


def calls(person: Person, path: str, game: Game) -> Iterator[Asked]:
    """A program's requests, with its token, and refused moves."""
    known = {"Authorization": f"Bearer {person.token}"} if person.token else {}
    seq = GameSummary.objects.get(pk=game.pk).seq
    for address in (path, f"{path}?legal=false", f"{path}record/", "/api/v1/games/"):
        yield Asked("GET", address, headers=known)
    for body in (
        {"seq": seq, "type": "show", "start": 30, "stop": 31},
        {"seq": seq, "type": "scout", "end": "left", "flip": False, "to": 40},
        {"seq": seq, "type": "show", "start": 0, "stop": 9},
        {"seq": seq, "type": "orient", "flip": 1},
        {"seq": seq - 1, "type": "show", "start": 0, "stop": 1},
    ):
        yield Asked("POST", f"{path}moves/", body, known, as_json=True)
