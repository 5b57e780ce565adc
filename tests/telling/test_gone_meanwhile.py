"""An account that goes while its post is under way leaves that of all others in order."""

from collections import Counter
from collections.abc import Callable

import pytest
import time_machine
from django.core.mail import EmailMultiAlternatives
from django.db import IntegrityError

from accounts.deletion import delete_account
from accounts.guests.lifetime import new_guest
from accounts.models import User
from games.models import SentNotice
from games.telling import posting, sending
from games.telling.gather import due_units
from games.telling.letters import message_id_of
from games.upkeep.ownership import move_games
from tests.accounts.people import account
from tests.telling.people import DAY, MINUTE, NOON, choose, send_at, table_waiting_for
from tests.telling.post.messages import hook_of
from tests.telling.post.servers import HookServer
from tests.telling.server import Mailbox

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("noon")]


@pytest.fixture
def people(bruno: User, hook_server: HookServer) -> list[User]:
    """Four with hooks whose turn it is against Bruno, who is told nothing."""
    choose(bruno, tell_turns="none")
    people = [account(f"Pal {number}", f"pal{number}@example.org") for number in range(4)]
    for user in people:
        hook_of(user, hook_server.address(f"/{user.pk}"))
        table_waiting_for(user, bruno, turn_seconds=7 * DAY)
    return people


def be_deleted(user: User) -> None:
    delete_account(user=user)


def become_another(user: User) -> None:
    """As a guest does who signs in to an account."""
    move_games(source=user, target=new_guest())
    user.delete()


@pytest.mark.parametrize("go", [be_deleted, become_another])
def test_posts_to_others_are_noted_and_sent_once(
    people: list[User], hook_server: HookServer, go: Callable[[User], None]
) -> None:
    gone, *others = people
    with time_machine.travel(NOON + 10 * MINUTE, tick=False):
        posts, _rest = posting._claimed(due_units(posting.WAYS))
        errors = [posting._attempt(post) for post in posts]
        go(gone)
        assert [posting._note(*each) for each in zip(posts, errors, strict=True)] == [True] * 4
    assert SentNotice.objects.count() == 3
    with time_machine.travel(NOON + 13 * MINUTE, tick=False):
        posting.post_due()
    told = Counter(request.path for request in hook_server.requests)
    assert [told[f"/{user.pk}"] for user in others] == [1, 1, 1]


@pytest.mark.parametrize("go", [be_deleted, become_another])
def test_mails_to_others_are_noted_and_sent_once(
    people: list[User],
    mailbox: Mailbox,
    monkeypatch: pytest.MonkeyPatch,
    go: Callable[[User], None],
) -> None:
    gone: list[User] = []

    def after_it_was_sent(message: EmailMultiAlternatives) -> str:
        if not gone:
            gone.append(User.objects.get(email=message.to[0]))
            go(gone[0])
        return message_id_of(message)

    monkeypatch.setattr(sending, "message_id_of", after_it_was_sent)
    assert send_at(NOON + 10 * MINUTE) == 4
    assert SentNotice.objects.count() == 3
    assert send_at(NOON + 20 * MINUTE) == 0


def test_one_that_cannot_be_noted_stops_no_other(
    people: list[User], hook_server: HookServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    note, calls = posting._note_accepted, []

    def breaks(*given: object) -> None:
        calls.append(given)
        # The second look at the first one fails too.
        if len(calls) <= 2:
            raise IntegrityError("something else is wrong")
        note(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(posting, "_note_accepted", breaks)
    with time_machine.travel(NOON + 10 * MINUTE, tick=False):
        assert posting.post_due() == 4
    assert SentNotice.objects.count() == 3
