"""People who play over HTTP, by forms, and press again if nobody answers."""

import re
from http.cookiejar import Cookie, CookieJar
from importlib import import_module
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

from accounts.models import User
from games.rules.moves import Move, Orient, Scout, ScoutAndShow, Show

_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


class Person:
    """In a browser of their own."""

    def __init__(self, user: User, url: str) -> None:
        self.user, self._url = user, url
        jar = CookieJar()
        jar.set_cookie(_cookie(settings.SESSION_COOKIE_NAME, session_of(user)))
        self._opener: OpenerDirector = build_opener(HTTPCookieProcessor(jar))

    def press(self, public_id: str, seq: int, move: Move) -> bool:
        """Return whether the site took the form."""
        table = f"/games/{public_id}/"
        page = self._open(table)
        token = page and _TOKEN.search(page)
        if not token:
            return False
        fields = {"csrfmiddlewaretoken": token[1], "seq": seq, **_fields(move)}
        return self._open(f"{table}move/", urlencode(fields, doseq=True).encode()) is not None

    def post(self, path: str) -> bool:
        page = self._open("/games/")
        token = page and _TOKEN.search(page)
        if not token:
            return False
        return self._open(path, urlencode({"csrfmiddlewaretoken": token[1]}).encode()) is not None

    def _open(self, path: str, body: bytes | None = None) -> str | None:
        request = Request(self._url + path, data=body)  # noqa: S310 (our own address)
        try:
            with self._opener.open(request, timeout=20) as answer:
                return str(answer.read().decode())
        except HTTPError as error:
            error.read()
            return None
        except (URLError, OSError):
            return None


def _fields(move: Move) -> dict[str, object]:
    match move:
        case Orient(flip):
            return {"action": "turn", "way": "turn" if flip else "keep"}
        case Show(start, stop):
            return {"action": "show", "card": list(range(start, stop))}
        case Scout(end, flip, to):
            return {"action": "send", "mode": "scout", "end": end, "flip": int(flip), "to": to}
        case ScoutAndShow(end, flip, to, start, stop):
            return {
                "action": "show",
                "mode": "both",
                "end": end,
                "flip": int(flip),
                "to": to,
                "step": 2,
                "card": list(range(start, stop)),
            }


def session_of(user: User) -> str:
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return str(session.session_key)


def _cookie(name: str, value: str) -> Cookie:
    return Cookie(
        version=0,
        name=name,
        value=value,
        port=None,
        port_specified=False,
        domain="localhost.local",
        domain_specified=False,
        domain_initial_dot=False,
        path="/",
        path_specified=True,
        secure=False,
        expires=None,
        discard=True,
        comment=None,
        comment_url=None,
        rest={},
    )
