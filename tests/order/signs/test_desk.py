"""Signs on the moderators' pages: in sentences, dismissed with a note, hidden from all others."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.models import ActionKind, ModerationAction, PlayerNotice, Sign, SignKind, Strength
from games.order.signs.dismissing import dismiss
from games.order.signs.keeping import Found, forget_old_signs, keep, move_signs
from games.order.signs.reading import signs_about, signs_for
from games.order.wording import sentence
from games.rules.errors import RuleError
from tests.order.people import moderator, player, table_of
from tests.order.signs.rows import finished

pytestmark = pytest.mark.django_db

FIGURES: dict[SignKind, dict[str, Any]] = {
    SignKind.SECOND: {
        "days": 9,
        "parts": {
            "browser": 11,
            "machine": 1,
            "network": 3,
            "address": 1,
            "apart": 6,
            "hours": 81,
            "at_once": 4,
            "together": 2,
            "joined": 6,
            "after": 5,
        },
        "kept_away": 1,
    },
    SignKind.RETURNED: {"deleted": "2026-05-03"},
    SignKind.PAIR: {
        "games": 9,
        "ahead": 9,
        "expected": 4.6,
        "one_in": 510,
        "left": 8,
        "short": 8,
        "moved": 143,
    },
    SignKind.RATING: {"games": 30, "share": 82, "expected": 50, "one_in": 2000},
    SignKind.EXPERT: {"games": 8, "decisions": 160, "each": 0.02, "others": 1.1, "seats": 60},
    SignKind.STALLING: {"games": 4, "turns": 16, "late": 13, "elsewhere": 5},
    SignKind.CHAT: {"messages": 2, "languages": ["de", "en"]},
}


def a_sign(
    kind: SignKind, user: User, other: User | None = None, *, weight: float = 9, game: int = 0
) -> Sign:
    about = (other.pk if other else None, game or None)
    found = Found(kind, Strength.STRONG, user.pk, FIGURES[kind], weight, *about)
    keep(found, now=timezone.now())
    return Sign.objects.get(kind=kind, player=user, other=other)


def desk(user: User | None = None) -> Client:
    client = Client()
    client.force_login(user or moderator())
    return client


def shown(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return " ".join(answer.content.decode().split())


def test_every_kind_is_said_in_words_with_what_it_does_not_prove() -> None:
    bruno, sunny = player("Bruno"), player("Sunny")
    for kind in SignKind:
        a_sign(kind, bruno, sunny if kind in (SignKind.SECOND, SignKind.PAIR) else None)
    signs = signs_about(bruno, moderator())
    assert {sign.kind for sign in signs} == set(SignKind)
    (two,) = (sign for sign in signs if sign.kind == SignKind.SECOND)
    assert len(two.lines) == len(FIGURES[SignKind.SECOND]["parts"]) + 1
    for sign in signs:
        assert sign.lines
        assert sign.doubt.startswith("Signs, not proof. ")
        assert "Bruno" in sign.title
        for line in sign.lines:
            assert "{" not in line.text
    assert signs_about(sunny, moderator("Bea"))


def test_the_players_page_and_the_list_say_it_to_moderators() -> None:
    bruno, sunny = player("Bruno"), player("Sunny")
    sign = a_sign(SignKind.PAIR, bruno, sunny)
    client = desk()
    for address in (
        f"/admin/accounts/user/{bruno.pk}/change/",
        f"/admin/accounts/user/{sunny.pk}/change/",
        f"/admin/games/sign/{sign.pk}/change/",
        f"/admin/games/ratedpair/{sign.pk}/change/",
    ):
        page = shown(client, address)
        assert "in 9 of 9 rated games" in page, address
        assert "1 of 510 pairs" in page
        assert "Signs, not proof." in page
        assert "example.org" not in page, "moderators see no address"
    assert "Bruno · Sunny" in shown(client, "/admin/games/sign/?kind__exact=pair&strength=strong")
    assert "Bruno · Sunny" not in shown(client, "/admin/games/sign/?kind__exact=chat")
    pairs = shown(client, "/admin/games/ratedpair/")
    assert "Bruno over Sunny" in pairs
    assert "+143" in pairs


def test_a_dismissed_sign_leaves_a_private_note_and_stays_away_unless_it_grows() -> None:
    bruno, sunny, ada = player("Bruno"), player("Sunny"), moderator()
    sign = a_sign(SignKind.SECOND, bruno, sunny)
    client = desk(ada)
    address = f"/admin/games/moderationaction/act/dismiss_sign/?sign={sign.pk}"
    assert "Private note" in shown(client, address)
    sent = {"reason": "Brother and sister, they wrote to us.", "cause": "household"}
    assert client.post(address, sent).status_code == 302
    act = ModerationAction.objects.get(kind=ActionKind.DISMISS_SIGN)
    assert "One person, two accounts, with Sunny" in sentence(act)
    assert "Brother and sister" in sentence(act)
    assert not PlayerNotice.objects.exists(), "players learn nothing"
    assert signs_about(bruno, ada) == []
    assert "Bruno · Sunny" not in shown(client, "/admin/games/sign/")
    assert "Bruno · Sunny" in shown(client, "/admin/games/sign/?state=dismissed")
    assert "already" in shown_after(client, address, sent)
    a_sign(SignKind.SECOND, bruno, sunny, weight=13)
    assert signs_about(bruno, ada) == [], "it has grown, but not by half"
    a_sign(SignKind.SECOND, bruno, sunny, weight=14)
    assert len(signs_about(bruno, ada)) == 1


def shown_after(client: Client, address: str, sent: dict[str, str]) -> str:
    return client.post(address, sent).content.decode()


def test_a_dismissed_sign_comes_back_after_ninety_days_if_it_is_still_there() -> None:
    bruno, ada = player("Bruno"), moderator()
    sign = a_sign(SignKind.STALLING, bruno)
    dismiss(sign=sign, cause="nothing", by=ada, reason="Looked at.")
    with time_machine.travel(timezone.now() + timedelta(days=89), tick=False):
        a_sign(SignKind.STALLING, bruno)
        assert signs_about(bruno, ada) == []
    with time_machine.travel(timezone.now() + timedelta(days=91), tick=False):
        a_sign(SignKind.STALLING, bruno)
        assert len(signs_about(bruno, ada)) == 1


def test_a_sign_that_was_not_seen_for_ninety_days_is_deleted() -> None:
    a_sign(SignKind.RATING, player("Bruno"))
    forget_old_signs(now=timezone.now() + timedelta(days=89))
    assert Sign.objects.exists()
    forget_old_signs(now=timezone.now() + timedelta(days=91))
    assert not Sign.objects.exists()


def test_nobody_reads_or_dismisses_signs_about_themselves_or_their_games() -> None:
    ada, bruno = moderator(), player("Bruno")
    game = table_of(ada, bruno)
    own = [
        a_sign(SignKind.STALLING, ada),
        a_sign(SignKind.PAIR, bruno, ada),
        a_sign(SignKind.CHAT, bruno, game=game.pk),
    ]
    a_sign(SignKind.RATING, bruno)
    client = desk(ada)
    assert [sign.kind for sign in signs_for(ada)] == [SignKind.RATING]
    for sign in own:
        assert client.get(f"/admin/games/sign/{sign.pk}/change/").status_code == 302
        address = f"/admin/games/moderationaction/act/dismiss_sign/?sign={sign.pk}"
        assert client.get(address).status_code == 404
        with pytest.raises(RuleError) as refused:
            dismiss(sign=sign, cause="nothing", by=ada, reason="Mine.")
        assert refused.value.code == "own_case"
    assert not Sign.objects.exclude(dismissed_until=None).exists()


def test_nobody_else_sees_a_sign() -> None:
    bruno = player("Bruno")
    a_sign(SignKind.STALLING, bruno)
    client = desk(bruno)
    for address in ("/", "/notices/", "/account/data/", "/players/Bruno/"):
        assert "lost games" not in client.get(address).content.decode()
    assert client.get("/admin/games/sign/").status_code == 302


def test_the_lists_cost_the_same_number_of_queries_however_many_signs_there_are() -> None:
    client, bruno = desk(), player("Bruno")

    def queries() -> list[int]:
        counts = []
        for address in (
            "/admin/games/sign/",
            "/admin/games/ratedpair/",
            f"/admin/accounts/user/{bruno.pk}/change/",
        ):
            with CaptureQueriesContext(connection) as asked:
                client.get(address)
            counts.append(len(asked))
        return counts

    a_sign(SignKind.PAIR, bruno, player("P0"))
    queries()
    before = queries()
    for number in range(1, 6):
        a_sign(SignKind.PAIR, bruno, player(f"P{number}"))
    assert queries() == before


def test_signs_are_found_by_a_name_with_a_space_in_any_case() -> None:
    client, bruno, maya = desk(), player("Bruno Green"), player("Maya")
    a_sign(SignKind.PAIR, bruno, maya)
    a_sign(SignKind.RATING, player("Green Bruno"))

    def found(name: str, words: str) -> list[str]:
        answer = client.get(f"/admin/games/{name}/", {"q": words})
        return [sign.player.username for sign in answer.context["cl"].queryset]

    for name in ("sign", "ratedpair"):
        assert found(name, "bruno green") == found(name, "MAYA") == ["Bruno Green"]
        assert found(name, "bruno") == []


def test_a_guests_signs_go_to_the_account() -> None:
    guest, maya, other = player("Guest1"), player("Maya"), player("Other")
    a_sign(SignKind.RETURNED, guest)
    a_sign(SignKind.SECOND, guest, maya)
    a_sign(SignKind.PAIR, guest, other)
    a_sign(SignKind.PAIR, maya, other)
    move_signs(source_id=guest.pk, target_id=maya.pk)
    rows = Sign.objects.order_by("kind").values_list("kind", "player", "other")
    assert list(rows) == [
        (SignKind.PAIR, maya.pk, other.pk),
        (SignKind.RETURNED, maya.pk, None),
    ]


def test_a_signs_page_leads_to_the_games_it_may_be_about() -> None:
    bruno, sunny, maya = player("Bruno"), player("Sunny"), player("Maya")
    together = finished([bruno, sunny])
    lost = finished([maya, bruno])
    address = "/admin/games/game/{}/change/".format
    page = shown(desk(), f"/admin/games/sign/{a_sign(SignKind.PAIR, bruno, sunny).pk}/change/")
    assert address(together.pk) in page
    assert address(lost.pk) not in page
    page = shown(
        desk(moderator("Bea")), f"/admin/games/sign/{a_sign(SignKind.STALLING, bruno).pk}/change/"
    )
    assert address(lost.pk) in page
    assert address(together.pk) not in page
