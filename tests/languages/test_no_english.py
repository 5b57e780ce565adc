"""In a made-up language no English is left: no page says what the catalogues don't hold."""

import re
from collections.abc import Iterator
from zoneinfo import available_timezones

import pytest
import time_machine
from bs4 import BeautifulSoup, Comment, Doctype, Tag
from django.conf import settings
from django.core.cache import cache
from django.template.loader import render_to_string
from django.test import Client
from django.utils import translation

from accounts.models import User
from games.bots.company.troupe import TROUPE
from games.models import Preset, ReportKind, ReportReason
from games.order.reports import report
from tests.cast import KINDS, Cast, cast
from tests.languages import pseudo
from tests.languages.sentences import ROOT
from tests.order.people import moderator
from tests.tables import play_on
from tests.telling.people import MINUTE, NOON, send_at, table_waiting_for
from tests.telling.server import Mailbox, html_of, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

SAME = {
    *("Next", "Act", "SCOUT"),  # our name, and the game's in its own letters
    *("BoardGameGeek", "Discord", "Firefox", "GitHub", "OAuth", "Slack", "UTC", "CET"),
}
"""Brand words and names of techniques: the same in every language."""
WRITTEN = {
    *("Tuesday", "Troupe", "Hello", "Maya", "Bruno"),
    *("Ilse", "Tomás", "Maya", "Bruno", "Calm", "Bold"),  # in our examples
}
"""What people wrote, and how faces begin."""

ACCOUNT_EMAILS = sorted(
    path.relative_to(ROOT / "templates").as_posix()
    for folder in ("account", "mfa")
    for path in (ROOT / "templates" / folder / "email").glob("*.txt")
)

_WORD = re.compile(r"[^\W\d_]{2,}")
_NAMES = SAME | WRITTEN | {who.name for who in TROUPE}
_LATIN = re.compile(r"[A-Za-z]{2,}")
_CODE = re.compile(r"\{\w*\}|\S+@\S+|https?://\S*|\blocalhost\S*|\b[0-9a-f]{8,}\b")
"""Placeholders for scripts, addresses, fingerprints."""
_SPOKEN = ("alt", "aria-label", "aria-roledescription", "aria-valuetext", "placeholder", "title")
_SILENT = ("code", "kbd", "pre", "script", "style")
_CODES = ("data-bots", "data-for")
# Asking for them reads some hundred files.
_ZONES = available_timezones()


@pytest.fixture(autouse=True)
def _no_limits_from_before() -> None:
    cache.clear()


def english(said: str) -> bool:
    """Whether there are words in Latin letters that are nobody's name."""
    words = {word for word in _WORD.findall(_CODE.sub("", said)) if _LATIN.search(word)}
    names = {part for name, _kind in KINDS.items() for part in _WORD.findall(name)}
    languages = {part for _code, name in settings.LANGUAGES for part in _WORD.findall(name)}
    return bool(words - _NAMES - names - languages)


def left_over(html: str) -> list[str]:
    """Return what a page says in English, each with its element."""
    soup = BeautifulSoup(html, "html.parser")
    for icon in soup.select(".material-symbols-outlined"):
        icon.decompose()
    return [f"{place}: {text}" for place, text in _said(soup) if english(text)]


def _said(soup: BeautifulSoup) -> Iterator[tuple[str, str]]:
    for text in soup.find_all(string=True):
        parent = text.parent
        if parent is None or isinstance(text, Comment | Doctype):
            continue
        silent = parent.name in _SILENT or parent.find_parent(_SILENT)
        # A face bears two letters of a name; places of time zones have one name everywhere.
        if not silent and "avatar" not in parent.get_attribute_list("class") and not _is_zone(text):
            yield parent.name, " ".join(text.split())
    for element in soup.find_all(True):
        yield from _spoken(element)


def _is_zone(text: str) -> bool:
    return text.strip().replace(" ", "_") in _ZONES


def _spoken(element: Tag) -> Iterator[tuple[str, str]]:
    for name, value in element.attrs.items():
        # What has a blank is said by a script; the rest are codes.
        words = name.startswith("data-") and " " in value and name not in _CODES
        by_script = words and not str(value).startswith(("{", "["))
        if name in _SPOKEN or by_script:
            yield f"{element.name} {name}", str(value)


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/play/", "/rules/", "/learn/", "/today/", "/leaderboards/", "/ratings/"),
        *("/games/open/", "/games/new/", "/account/signup/", "/account/login/"),
        *("/about/", "/privacy/", "/conduct/", "/contact/", "/witness/", "/nowhere/", "/offline/"),
    ],
)
def test_on_pages_for_everybody(client: Client, pseudo_language: str, path: str) -> None:
    page = client.get(path, headers={"Accept-Language": pseudo_language}, follow=True)
    assert left_over(page.content.decode()) == []


@pytest.mark.parametrize("fault", ["400", "403", "403_csrf", "422", "429", "500", "503"])
def test_when_something_fails(pseudo_language: str, fault: str) -> None:
    with translation.override(pseudo_language):
        page = render_to_string(f"{fault}.html", {"fields": [("say", "سلام")]})
    assert left_over(page) == []


def test_at_the_table_and_around_it(pseudo_language: str) -> None:
    table = cast()
    browser = reader(table)
    address = f"/games/{table.game.public_id}/"
    assert_no_english(browser, address)
    game = table.play(9)
    for path in (address, f"{address}log/", f"{address}rewind/", f"{address}report/"):
        assert_no_english(browser, path)
    play_on(game)
    for path in (address, f"{address}replay/", f"{address}fair/", f"{address}review/"):
        assert_no_english(browser, path)
    for path in ("/", "/games/", "/players/me/", "/players/Ilse/", "/news/"):
        assert_no_english(browser, path)


def test_in_what_one_sets(pseudo_language: str) -> None:
    browser = reader(cast())
    for path in ("/account/", "/account/looks/", "/account/telling/", "/account/tokens/new/"):
        assert_no_english(browser, path)
    for path in ("/account/apps/", "/account/email/", "/friends/", "/notices/"):
        assert_no_english(browser, path)
    for path in ("/practice/", "/records/", "/account/telling/hooks/new/"):
        assert_no_english(browser, path)


def test_on_the_moderators_desk(pseudo_language: str) -> None:
    table = cast()
    table.play(5)
    member, player = table.member, table.moderator
    reason = ReportReason.STALLING
    case = report(user=member, kind=ReportKind.PLAYER, reason=reason, player=player).case
    assert case
    # Written by moderators, in a language of theirs.
    Preset.objects.all().delete()
    ada = moderator("Ada")
    User.objects.filter(pk=ada.pk).update(language=pseudo_language)
    browser = Client()
    browser.force_login(ada)
    for path in ("", "games/case/", f"games/case/{case.pk}/change/", "games/moderationaction/"):
        assert_no_english(browser, f"/admin/{path}")
    for path in ("games/appeal/", "games/sign/"):
        assert_no_english(browser, f"/admin/{path}")
    assert_no_english(browser, f"/admin/accounts/user/{player.pk}/change/")


def test_in_emails(mailbox: Mailbox, maya: User, bruno: User, pseudo_language: str) -> None:
    User.objects.update(language=pseudo_language)
    with time_machine.travel(NOON, tick=False):
        game = table_waiting_for(maya, bruno)
        assert send_at(NOON + 10 * MINUTE) == 1
        play_on(game)
    send_at(NOON + 60 * MINUTE)
    assert len(mailbox.mails) > 1
    for mail in mailbox.mails:
        assert not english(str(mail["Subject"]))
        assert left_over(html_of(mail)) == []
        assert [line for line in text_of(mail).splitlines() if english(line)] == []


@pytest.mark.parametrize("name", ACCOUNT_EMAILS)
def test_in_emails_about_the_account(pseudo_language: str, maya: User, name: str) -> None:
    about = {"user": maya, "user_agent": "Firefox/130.0", "ip": "192.0.2.7", "timestamp": NOON}
    with translation.override(pseudo_language):
        said = render_to_string(name, about)
    assert [line for line in said.splitlines() if english(line)] == []


def reader(table: Cast) -> Client:
    """Return the browser of the table's member, who reads the language made for tests."""
    User.objects.filter(pk=table.member.pk).update(language=pseudo.CODE)
    return table.browser(table.member)


def assert_no_english(browser: Client, path: str) -> None:
    answer = browser.get(path, follow=True)
    assert answer.status_code == 200, path
    page = answer.content.decode()
    assert 'dir="rtl"' in page, path
    assert left_over(page) == [], path
