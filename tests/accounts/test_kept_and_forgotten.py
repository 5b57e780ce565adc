"""What is kept of people is told to them, is said on the privacy page, and can be forgotten.

Every key to a user, in whatever app, has a line here. Each line is tried: a row is written, looked
for in the own data, and looked for again after the account was deleted, the guest was cleaned up,
or the guest signed in to an account.
"""

import json
from datetime import timedelta
from typing import Any, NamedTuple

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.test import Client, RequestFactory
from django.utils import timezone

from accounts import own_data
from accounts.deletion import delete_account
from accounts.guests.becoming import bring_games
from accounts.guests.lifetime import new_guest, remove_idle_guests
from accounts.models import User
from games.lobby.joining import join
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.models import Game, Seat
from tests.accounts.people import account
from tests.accounts.pointing import HIDDEN_HOST, Pointer, Setting, fill, pointers, texts

pytestmark = pytest.mark.django_db


class Because(str):
    """A reason why there is nothing to find."""

    __slots__ = ()


class Kept(NamedTuple):
    """How a key to a user is dealt with."""

    told: str
    """The key of the own data that tells of it, or why none does."""
    moves: bool
    """Whether the account has it, or one like it, once a guest signed in; otherwise it is gone."""
    privacy: str
    """Words of the privacy page, or why it has none."""


STAFF = Because("Only staff have it, who see it in the admin.")
COUNTED = Because("It is counted from games, of which the own data tells.")
GAMES = "Games are kept with all their moves"
ORDER = "What moderators did and why is kept"
SIGNS = Because("It is made of games and marks, of which the own data tells, for moderators alone.")
UNUSED = Because("The library has such a table, and the site never writes to it.")
OTHERS = Because("It is what somebody else did, and told to them.")

COVERED = {
    "accounts.User_groups.user": Kept(STAFF, moves=False, privacy=STAFF),
    "accounts.User_user_permissions.user": Kept(STAFF, moves=False, privacy=STAFF),
    "accounts.GuestAddress.user": Kept(
        "mail_addresses", False, "A guest may type an email address"
    ),
    "accounts.AccessToken.user": Kept("tokens", False, "your tokens were last used"),
    "accounts.LetIn.user": Kept("apps_let_in", False, "which apps you let in"),
    "accounts.App.user": Kept("own_apps", False, "the apps that you register"),
    "accounts.OddSentence.user": Kept(
        "odd_sentences", False, "If you send a sentence that reads oddly"
    ),
    **{
        f"oauth2_provider.{model}.user": Kept(
            Because("The list of apps let in tells of it."), False, "which apps you let in"
        )
        for model in ("AccessToken", "RefreshToken", "Grant")
    },
    **{
        f"oauth2_provider.{model}.user": Kept(UNUSED, False, UNUSED)
        for model in ("DeviceGrant", "IDToken")
    },
    "accounts.Session.user": Kept(
        Because("The list of sessions tells of it."), False, "where you are signed in"
    ),
    "games.IdempotencyKey.user": Kept(
        Because("A program chose it; it is gone after a day."), False, Because("Gone after a day.")
    ),
    "games.Game.creator": Kept("games", True, GAMES),
    "games.Seat.user": Kept("games", True, GAMES),
    "games.FormerPlayer.user": Kept("games", True, "who sat there before"),
    "games.FormerGuest.user": Kept(
        Because("It says which rows of the audit log are meant."), True, ORDER
    ),
    "games.GameInvitation.user": Kept("invitations", False, "to which games you’re invited"),
    "games.ChatMessage.user": Kept("games", True, "what was said at the table"),
    "games.Note.user": Kept("games", True, "a note of yours"),
    "games.Friend.owner": Kept("friends", False, "whom you put on your list of friends"),
    "games.Friend.friend": Kept(OTHERS, False, "whom you put on your list of friends"),
    "games.ModerationAction.moderator": Kept(STAFF, False, ORDER),
    "games.ModerationAction.player": Kept(
        Because("Each act comes with a notice, of which the own data tells."), False, ORDER
    ),
    "games.Report.reporter": Kept("order", True, "what you report"),
    "games.Report.player": Kept(OTHERS, True, "what you report"),
    "games.Case.player": Kept(OTHERS, True, ORDER),
    "games.Case.taken_by": Kept(STAFF, False, STAFF),
    "games.Appeal.user": Kept("order", True, "what you object to"),
    "games.Appeal.decided_by": Kept(STAFF, False, STAFF),
    "games.CaseAlert.user": Kept(STAFF, False, STAFF),
    "games.CaseMail.user": Kept(STAFF, False, STAFF),
    "games.CaseLook.user": Kept(STAFF, False, STAFF),
    "games.CaseNote.player": Kept(
        Because("Moderators write them for each other."), True, "notes about you"
    ),
    "games.CaseNote.author": Kept(STAFF, False, STAFF),
    "games.Block.blocker": Kept("order", True, "whom you block"),
    "games.Block.blocked": Kept(OTHERS, True, "whom you block"),
    "games.Sanction.player": Kept("order", True, ORDER),
    "games.PlayerNotice.user": Kept("order", True, ORDER),
    "games.Watcher.user": Kept("order", True, "that you watched it"),
    "games.Mark.user": Kept("marks", False, "scrambled marks of the browser and the network"),
    "games.Sign.player": Kept(SIGNS, True, "Signs of unfair play"),
    "games.Sign.other": Kept(SIGNS, True, "Signs of unfair play"),
    "games.Notice.user": Kept(
        Because("It says of a game, of which the own data tells, when to tell."),
        True,
        "You get emails",
    ),
    "games.Destination.user": Kept("devices", True, "a phone or computer notify you"),
    "games.SentNotice.user": Kept("sent_to_you", False, "You get emails"),
    "games.ReturnedMail.user": Kept(
        Because("It is gone after a week; the pause that it may cause is told."),
        False,
        "You get emails",
    ),
    "games.Rating.user": Kept("statistics", False, GAMES),
    "games.RatingChange.user": Kept("statistics", False, GAMES),
    "games.DayEntry.player": Kept("days", True, "If you play the deal of a day"),
    "games.DayStanding.player": Kept(COUNTED, False, "If you play the deal of a day"),
    "games.DealCopy.player": Kept("deals_of_others", True, "If you pass a deal on"),
    "games.ImportedRecord.user": Kept("imported_records", True, "the records you import"),
    "games.PracticeCard.user": Kept("practice", True, "what you answer in practice"),
    "games.SeatResult.user": Kept(COUNTED, True, GAMES),
    "games.FormerResult.user": Kept(COUNTED, True, GAMES),
    "games.PlayerStatistics.user": Kept("statistics", True, GAMES),
    "games.HeadToHead.user": Kept(COUNTED, False, GAMES),
    "games.HeadToHead.opponent": Kept(COUNTED, False, GAMES),
    "admin.LogEntry.user": Kept(STAFF, False, STAFF),
    "account.EmailAddress.user": Kept("mail_addresses", False, "your email address"),
    "mfa.Authenticator.user": Kept("sign_in_methods", False, "the public part of your passkeys"),
    "usersessions.UserSession.user": Kept("sessions", False, "where you are signed in"),
}

AUDITED = {"games.ModerationAction.moderator", "games.ModerationAction.player"}
"""Keys that outlive their user: no row of the audit log may change."""

TEXTS_THAT_STAY = {
    **dict.fromkeys(
        ("reason", "moderator_name", "player_name", "game_name"),
        "the audit log is never rewritten",
    ),
    "text": "what was said, reported or noted is the others' too",
    "quote": "what was reported is the reporter's too",
    "answer": "so is the answer",
    **dict.fromkeys(
        ("suggestion", "path", "language"), "a sentence of the site is about nobody, and so is this"
    ),
}
"""Columns of the models below whose texts stay, and why."""
MODELS_WITH_THEM = (
    "games.ModerationAction.",
    "games.ChatMessage.",
    "games.Report.",
    "games.Appeal.",
    "games.CaseNote.",
    "accounts.OddSentence.",
)

UNTOLD_COLUMNS = {
    **dict.fromkeys(("id", "name_key", "name_look"), "made of what is told"),
    **dict.fromkeys(("password", "link_key", "feed_key"), "a secret"),
    **dict.fromkeys(("email", "email_confirmed"), "told as mail_addresses"),
    "address_confirmed_at": "told as address_confirmed",
    **dict.fromkeys(("first_name", "last_name"), "always empty"),
    **dict.fromkeys(("is_staff", "is_superuser", "is_active"), "what administrators decided"),
    "is_guest": "an account's is always false",
}
TOLD_AS = {
    "username": "name",
    "date_joined": "joined",
    "last_login": "last_signed_in",
    "last_seen": "last_seen",
    "is_bot": "bot_account",
}

ALL = list(pointers())


def seated(user: User) -> Setting:
    """A game under way with another person; ``user`` opened it."""
    other = new_guest()
    game = create_game(user=user, terms=Terms(players=2))
    join(game_id=game.pk, user=other, invitation=game.invitation)
    return Setting(user, other, game)


def fill_all(user: User) -> list[tuple[Pointer, Any, str]]:
    """A row for every key to a user; the game and its seats are real ones."""
    among = seated(user)
    filled = []
    for pointer in ALL:
        if pointer.model in (Game, Seat):
            continue
        row, mark = fill(pointer, among)
        filled.append((pointer, row, mark))
    return filled


def pointing_at(user_id: int) -> set[str]:
    return {str(pointer) for pointer in ALL if pointer.rows(user_id).exists()}


def told_of(user: User) -> dict[str, Any]:
    """As the file says it."""
    told = own_data.all_of(User.objects.get(pk=user.pk))
    del told["written"]
    read: dict[str, Any] = json.loads(json.dumps(told, cls=DjangoJSONEncoder))
    return read


def assert_nothing_remains(user_id: int, filled: list[tuple[Pointer, Any, str]]) -> None:
    """No key to the user, and nothing that was written of them, save what has a reason."""
    assert pointing_at(user_id) <= AUDITED
    marks = [mark for _pointer, _row, mark in filled]
    left = {
        place
        for place, text in texts()
        if any(mark in text for mark in marks) or HIDDEN_HOST in text
    }
    unexplained = {
        place
        for place in left
        if not place.startswith(MODELS_WITH_THEM) or place.split(".")[-1] not in TEXTS_THAT_STAY
    }
    assert unexplained == set()


def test_every_key_to_a_user_has_a_line_here() -> None:
    assert {str(pointer) for pointer in ALL} == set(COVERED)


@pytest.mark.parametrize("pointer", ALL, ids=str)
def test_the_own_data_tell_of_it_or_there_is_a_reason_why_not(pointer: Pointer) -> None:
    kept = COVERED[str(pointer)]
    with time_machine.travel(timezone.now(), tick=False):
        maya = account("Maya", "maya@example.org")
        among = seated(maya)
        if pointer.model in (Game, Seat):
            (told,) = told_of(maya)[kept.told]
            assert told["created_by_you"], "a game and its seat are told as one"
            return
        before = told_of(maya)
        with transaction.atomic():
            fill(pointer, among)
        after = told_of(maya)
    changed = {key for key in after if after[key] != before[key]}
    assert changed == (set() if isinstance(kept.told, Because) else {kept.told})


def test_every_column_of_an_account_is_told_or_there_is_a_reason_why_not() -> None:
    told = told_of(account("Maya", "maya@example.org"))
    columns = {field.name for field in User._meta.concrete_fields}
    missing = {
        column
        for column in columns - set(UNTOLD_COLUMNS)
        if column not in told["preferences"] and TOLD_AS.get(column) not in told["account"]
    }
    assert missing == set()
    assert set(UNTOLD_COLUMNS) <= columns


def test_nothing_of_it_remains_when_the_account_is_deleted() -> None:
    maya = account("Mayabethany", "mayabethany@example.org")
    key, filled = maya.pk, fill_all(maya)
    assert pointing_at(key) == set(COVERED), "there must be something to forget"
    delete_account(user=maya)
    assert_nothing_remains(key, filled)
    assert [place for place, text in texts() if "mayabethany" in text.lower()] == []


def test_nothing_of_it_remains_when_an_idle_guest_is_cleaned_up() -> None:
    guest = new_guest()
    filled = fill_all(guest)
    assert pointing_at(guest.pk) == set(COVERED)
    assert remove_idle_guests(now=timezone.now() + timedelta(days=1000)) >= 1
    assert not User.objects.filter(pk=guest.pk).exists()
    assert_nothing_remains(guest.pk, filled)


def test_it_is_the_account_s_or_goes_when_a_guest_signs_in_to_one() -> None:
    guest = new_guest()
    fill_all(guest)
    maya = account("Maya", "maya@example.org")
    before = {
        str(pointer): set(pointer.rows(maya.pk).values_list("pk", flat=True)) for pointer in ALL
    }
    request = RequestFactory().post("/account/login/")
    request.session = Client().session
    request.user = AnonymousUser()
    request.guest = guest  # type: ignore[attr-defined]
    bring_games(request, maya)
    assert pointing_at(guest.pk) <= AUDITED
    came = {
        str(pointer)
        for pointer in ALL
        if pointer.rows(maya.pk).exclude(pk__in=before[str(pointer)]).exists()
    }
    assert came == {name for name, kept in COVERED.items() if kept.moves}


def test_the_privacy_page_speaks_of_it_or_there_is_a_reason_why_not() -> None:
    page = " ".join(Client().get("/privacy/").content.decode().split())
    silent = {
        name: kept.privacy
        for name, kept in COVERED.items()
        if not isinstance(kept.privacy, Because) and kept.privacy not in page
    }
    assert silent == {}


def test_a_reason_is_a_sentence() -> None:
    for kept in COVERED.values():
        for reason in (kept.told, kept.privacy):
            assert not isinstance(reason, Because) or reason.endswith(".")
