"""Anybody can send a sentence that reads oddly, and administrators find it."""

from datetime import timedelta

import pytest
import time_machine
from bs4 import BeautifulSoup, Tag
from django.conf import settings as site_settings
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from accounts.odd_sentences.models import OddSentence
from accounts.odd_sentences.places import HIDDEN, Place, route_of
from accounts.tasks import remove_idle_guests
from tests.accounts.people import sign_up
from tests.pages.page import Page
from tests.secrecy.routes import routes

pytestmark = pytest.mark.django_db

PATH = "/reads-oddly/"
HERE = "http://testserver"
LIST = "/admin/accounts/oddsentence/"


def form_of(client: Client, path: str = PATH, before: str = "/rules/") -> Tag:
    """The form, for somebody who comes from a page."""
    answer = client.get(path, headers={"Referer": HERE + before} if before else {})
    assert answer.status_code == 200
    form = BeautifulSoup(answer.content, "html.parser").select_one("main form")
    assert form is not None
    return form


def place_in(form: Tag) -> str:
    field = form.select_one("input[name=place]")
    assert field is not None
    return str(field["value"])


def send(client: Client, text: str = "Play is to be done", before: str = "/rules/") -> OddSentence:
    place = place_in(form_of(client, before=before))
    answer = client.post(PATH, {"text": text, "suggestion": "It’s your turn", "place": place})
    assert answer.status_code == 302
    return OddSentence.objects.latest("pk")


@pytest.fixture
def boss() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("boss", "boss@scout.example", "x"))
    return client


@pytest.mark.parametrize("path", ["/", "/rules/", "/games/", "/nowhere/", "/account/login/"])
def test_every_page_leads_there_from_its_foot(client: Client, path: str) -> None:
    foot = BeautifulSoup(client.get(path).content, "html.parser").find("footer")
    assert foot is not None
    (link,) = foot.select(f'a[href="{PATH}"]')
    assert link.text == "Something reads oddly"


def test_a_stranger_sends_a_sentence_and_is_thanked(client: Client) -> None:
    form = form_of(client, before="/rules/?language=de")
    assert "/rules/" in form.text, "what goes along is shown"
    assert "Deutsch" in form.text
    place = place_in(form)
    words = {"text": "Das  Set\r\nliegt", "suggestion": "Das Set ist ausgelegt", "place": place}
    answer = client.post(PATH, words, follow=True)
    assert "Thank you. It now waits for whoever runs this site." in Page(answer).text
    kept = OddSentence.objects.get()
    assert (kept.text, kept.suggestion) == ("Das Set liegt", "Das Set ist ausgelegt")
    assert (kept.path, kept.language, kept.user, kept.done_at) == ("/rules/", "de", None, None)
    (way, _status) = answer.redirect_chain[-1]
    assert place_in(form_of(client, way, before=PATH)) == place, "for another one of that page"


def test_whoever_plays_here_finds_it_in_their_own_data(client: Client) -> None:
    maya = sign_up(client)
    assert send(client).user == maya
    (told,) = client.get("/account/data/").json()["odd_sentences"]
    assert (told["sentence"], told["page"]) == ("Play is to be done", "/rules/")
    guest = Client()
    guest.post("/play/")
    user = send(guest).user
    assert user is not None
    assert user.is_guest
    user.delete()
    assert OddSentence.objects.filter(user=None).count() == 1, "the sentence stays"


def test_the_page_s_language_goes_along(client: Client) -> None:
    client.post("/language/", {"language": "ja"})
    assert "日本語" in form_of(client).text
    assert send(client).language == "ja"


def test_no_part_of_an_address_that_is_a_secret_or_a_name_goes_along(client: Client) -> None:
    assert send(client, before="/invitation/abcdefgh2345/?a=b").path == f"/invitation/{HIDDEN}/"
    assert send(client, before="/games/abcd2345/replay/").path == f"/games/{HIDDEN}/replay/"
    assert send(client, before="/players/Zo%C3%AB/").path == f"/players/{HIDDEN}/"
    assert send(client, before="/nowhere/abcdefgh2345/").path == ""
    mark = "zqzqzqzq"
    parted = [each for each in routes() if each.parameters]
    for route in parted:
        path = route.path % dict.fromkeys(route.parameters, mark)
        found = route_of(path)
        assert mark not in found, path
        # Empty where the mark fits no page, as where a number is due.
        assert found == "" or (HIDDEN in found and not set(found) & set("<>()[]^$?\\")), found
    places = {route_of(each.path % dict.fromkeys(each.parameters, mark)) for each in parted}
    assert {f"/turn/{HIDDEN}/", f"/mail/choices/{HIDDEN}/", f"/calendar/{HIDDEN}.ics"} <= places
    assert f"/account/password/reset/key/{HIDDEN}-{HIDDEN}/" in places


@pytest.mark.parametrize("before", ["", "https://elsewhere.example/rules/", HERE + "//else/"])
def test_no_place_goes_along_if_none_is_known(client: Client, before: str) -> None:
    answer = client.get(PATH, headers={"Referer": before} if before else {})
    form = BeautifulSoup(answer.content, "html.parser").select_one("main form")
    assert form is not None
    assert Place.read(place_in(form)) == Place("", "en-gb")
    assert "Sent with it: English" in " ".join(form.text.split())


@pytest.mark.parametrize("place", ["", "/rules/", "https://elsewhere.example/", "x" * 5000])
def test_a_forged_place_is_none_and_the_sentence_counts(client: Client, place: str) -> None:
    genuine = Place("/rules/", "de").written
    for forged in (place, "/games/" + genuine, genuine[:-1] + "."):
        client.post(PATH, {"text": "Odd", "place": forged})
        kept = OddSentence.objects.latest("pk")
        assert (kept.path, kept.language) == ("", "en-gb")


def test_without_a_sentence_nothing_is_sent_and_nothing_lost(client: Client) -> None:
    place = place_in(form_of(client))
    answer = client.post(PATH, {"text": " \r\n ", "suggestion": "So <b>", "place": place})
    form = BeautifulSoup(answer.content, "html.parser").select_one("main form")
    assert form is not None
    assert "Please fill this in." in form.text
    assert form.select("textarea")[1].text.strip() == "So <b>"
    assert place_in(form) == place
    assert not OddSentence.objects.exists()


@pytest.mark.parametrize("field", ["text", "suggestion"])
def test_500_characters_are_taken_and_no_more(client: Client, field: str) -> None:
    words = {"text": "Odd", field: "a\r\n" * 250}
    assert client.post(PATH, words).status_code == 302
    answer = client.post(PATH, {**words, field: "a" * 501})
    assert answer.status_code == 200
    assert "a" * 501 in Page(answer).text
    assert "501" in Page(answer).text.replace("a" * 501, "")
    assert OddSentence.objects.count() == 1


@pytest.mark.usefixtures("limits_count")
def test_it_is_limited_and_other_sites_send_nothing(client: Client, settings: Settings) -> None:
    cache.clear()
    settings.PAGE_LIMITS = {**site_settings.PAGE_LIMITS, "odd sentences": "2/h"}
    answers = [client.post(PATH, {"text": f"Odd {n}"}) for n in range(3)]
    assert [answer.status_code for answer in answers] == [302, 302, 429]
    assert 'value="Odd 2"' in answers[2].content.decode(), "nothing is lost"
    cache.clear()
    assert Client(enforce_csrf_checks=True).post(PATH, {"text": "Odd"}).status_code == 403
    assert OddSentence.objects.count() == 2


def test_administrators_read_them_and_mark_them_as_done(client: Client, boss: Client) -> None:
    first, second = send(client, "The first"), send(client, "The <b>second</b>")
    OddSentence.objects.filter(pk=second.pk).update(language="fr")
    operations = boss.get("/admin/operations/")
    (line,) = [each for each in operations.context["lines"] if "Odd" in each.name]
    assert line.figure == "2"
    assert line.good
    assert f'href="{line.link}"' in operations.content.decode()
    page = boss.get(line.link).content.decode()
    assert "The first" in page
    assert "The &lt;b&gt;second&lt;/b&gt;" in page
    assert "The first" not in boss.get(f"{LIST}?language=fr").content.decode()
    boss.post(LIST, {"action": "mark_done", "_selected_action": [first.pk]})
    first.refresh_from_db()
    assert first.done_at is not None
    assert "The first" not in boss.get(line.link).content.decode()
    assert "The first" in boss.get(f"{LIST}?done=yes").content.decode()
    boss.post(LIST, {"action": "let_wait", "_selected_action": [first.pk]})
    assert "The first" in boss.get(line.link).content.decode()


def test_nobody_else_reads_them_and_nobody_rewrites_them(client: Client, boss: Client) -> None:
    kept = send(client)
    staff = Client()
    staff.force_login(User.objects.create_user("stage-hand", is_staff=True))
    assert staff.get(LIST).status_code == 403
    assert client.get(LIST).status_code == 302
    for what in ("add/", f"{kept.pk}/delete/"):
        assert boss.get(LIST + what).status_code == 403
    boss.post(f"{LIST}{kept.pk}/change/", {"text": "Mine now"})
    kept.refresh_from_db()
    assert kept.text == "Play is to be done"


def test_those_that_are_done_are_deleted_after_90_days(client: Client) -> None:
    waits, done = send(client, "Waits"), send(client, "Done")
    OddSentence.objects.filter(pk=done.pk).update(done_at=timezone.now())
    for days, left in ((89, [waits, done]), (91, [waits])):
        with time_machine.travel(timezone.now() + timedelta(days=days)):
            remove_idle_guests()
        assert [*OddSentence.objects.order_by("pk")] == left
