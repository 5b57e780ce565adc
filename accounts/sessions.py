"""Sessions that know their account: a request reads both in one query.

The site's ``SESSION_ENGINE``, with a column of its own as in Django's documentation, and the
middleware that takes the user from it.
"""

from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.db import connection
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.functional import SimpleLazyObject

from accounts.models import Session, User
from games.models.prepared import Prepared

_USER = [field.attname for field in User._meta.concrete_fields]
_SESSION = Prepared(
    lambda key: Session.objects.filter(session_key=key).values_list(
        "session_data", "expire_date", *(f"user__{column}" for column in _USER)
    ),
    str,
)


class SessionStore(DatabaseStore):
    """Django's database sessions, with the signed-in account."""

    user: User | None = None
    """The account, as it was when the session was loaded; None where the session names none."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def load(self) -> dict[str, Any]:
        row = _SESSION.first(self.session_key or "")
        if row is None or row[1] <= timezone.now():
            self._session_key = None
            return {}
        data, _expires, *columns = row
        if columns[_USER.index("id")] is not None:
            self.user = User.from_db(connection.alias, _USER, columns)
        return self.decode(data)

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        session: Any = super().create_model_instance(data)
        key = data.get(SESSION_KEY)
        session.user_id = None if key is None else int(key)
        return session  # type: ignore[no-any-return]


class AccountOfSession(AuthenticationMiddleware):
    """Set ``request.user`` as Django does, in one query with the session."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: _user_of(request))  # type: ignore[assignment]


def _user_of(request: HttpRequest) -> User | AnonymousUser:
    session: Any = request.session
    if SESSION_KEY not in session:
        return AnonymousUser()
    user: User | None = session.user
    if user is not None and _is_signed_in(session, user):
        return user
    # A rotated key, a changed password, an old session: Django knows what to do.
    return get_user(request)


def _is_signed_in(session: SessionStore, user: User) -> bool:
    return (
        user.is_active
        and session[SESSION_KEY] == str(user.pk)
        and session.get(BACKEND_SESSION_KEY) in settings.AUTHENTICATION_BACKENDS
        and constant_time_compare(session.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash())
    )
