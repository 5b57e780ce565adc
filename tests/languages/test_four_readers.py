"""A game among readers of four languages, from the invitation to the final score."""

from collections.abc import Iterator

import pytest
import time_machine
from bs4 import BeautifulSoup
from django.test import Client

from games.lobby.invitations import invite
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.log.store import load
from games.play.chat import say
from games.play.tables import table_for
from games.rules.moves import Orient
from tests.accounts.people import account
from tests.languages.leftovers import english_in
from tests.telling.people import DAY, MINUTE, NOON, see
from tests.telling.post.servers import HookServer, PushService
from tests.telling.server import Mailbox, text_of
from tests.telling.story import Person, World, make, make_next, path_in, seat_of

pytestmark = pytest.mark.django_db

READERS = {"Maya": "en-gb", "Bruno": "de", "Céline": "fr", "Dai": "ja"}
TROUPE = "Tuesday Troupe"


@pytest.fixture
def world(
    db: None, mailbox: Mailbox, push_service: PushService, hook_server: HookServer
) -> Iterator[World]:
    with time_machine.travel(NOON, tick=False) as clock:
        world = World(clock, mailbox, push_service, hook_server)
        for name, language in READERS.items():
            user = account(name, f"{name[:3].lower().replace('é', 'e')}@example.org")
            person = world.people[name] = world.move_in(user, zone="Europe/Berlin")
            person.client.post("/language/", {"language": language})
            person.user.refresh_from_db()
        yield world


def told(world: World, person: Person) -> list[str]:
    """Everything that has arrived, each in the reader's own words."""
    language = READERS[person.user.username]
    arrived = world.told(person)
    texts = [f"{mail['Subject']}\n{text_of(mail)}" for mail in arrived.mails]
    texts += [f"{push['title']}\n{push['body']}" for push in arrived.pushes]
    texts += [f"{hook['data']['title']}\n{hook['data']['body']}" for hook in arrived.hooks]
    for mail in arrived.mails:
        html = mail.get_body(("html",))
        assert html is not None
        page = BeautifulSoup(html.get_content(), "html.parser")
        assert page.html is not None
        assert page.html["lang"] == language
        texts.append(page.get_text(" "))
    if language != "en-gb":
        for text in texts:
            assert english_in(text, language) == [], text
    return texts


def page_of(person: Person, path: str) -> str:
    """What a page says, which is in the reader's language."""
    language = READERS[person.user.username]
    page = BeautifulSoup(person.client.get(path).content, "html.parser")
    assert page.html is not None
    assert page.html["lang"] == language
    for script in page(["script", "style"]):
        script.decompose()
    spoken = [str(tag["aria-label"]) for tag in page.select("[aria-label]")]
    text = " ".join([page.get_text(" "), *spoken])
    if language != "en-gb":
        assert english_in(text, language) == [], path
    return text


def test_a_game_among_four_languages_from_invitation_to_final_score(world: World) -> None:
    maya, *others = world.people.values()
    bruno = others[0]
    terms = Terms(players=4, name=TROUPE, turn_seconds=DAY)
    game = create_game(user=maya.user, terms=terms)
    for person in others:
        invite(game_id=game.pk, by=maya.user, user=person.user)
    world.run_schedule()
    for person in others:
        texts = told(world, person)
        assert len(texts) == 4
        assert all(TROUPE in text and "Maya" in text for text in texts[:1])
    mails = {str(mail["To"]): mail for mail in world.mailbox.mails}
    for person in others:
        page = Client().get(path_in(mails[person.email], "/answer/"))
        assert page.headers["Content-Language"] == READERS[person.user.username]
        Client().post(path_in(mails[person.email], "/answer/"), {"answer": "sit"})

    # All choose how to hold their cards; each hears of the start in their words.
    world.wait(MINUTE)
    world.run_schedule()
    begun = {person.user.username: told(world, person)[0] for person in world.people.values()}
    assert begun["Maya"].startswith(f"{TROUPE} has begun")
    assert len({text.split("\n")[0] for text in begun.values()}) == 4
    for person in world.people.values():
        make(game, seat_of(game, person), Orient(flip=False))
    say(game_id=game.pk, seat=seat_of(game, bruno), text="Hallo zusammen!")

    # The player whose turn it is reads so in their own words, by email and at the table.
    on = {"de": "Du bist dran", "fr": "À toi de jouer", "ja": "出番です", "en-gb": "You’re on"}
    by_seat = {seat_of(game, person): person for person in world.people.values()}
    heard: set[str] = set()
    while len(heard) < 4 and not load(game).over:
        seat = load(game).state.to_act[0]
        person = by_seat[seat]
        world.wait(MINUTE)
        world.run_schedule()
        language = READERS[person.user.username]
        table = page_of(person, f"/games/{game.public_id}/")
        assert "Hallo zusammen!" in table, "the chat stays as it was written"
        if load(game).state.to_act == (seat,):
            assert on[language] in table, language
            heard.add(language)
        told(world, person)
        make_next(game)
    assert heard == set(READERS.values())

    while not load(game).over:
        make_next(game)
    see(game, maya.user)
    world.wait(MINUTE)
    world.run_schedule()
    at_end = table_for(public_id=game.public_id, user=maya.user)
    assert at_end is not None
    assert at_end.view is not None
    for person in others:
        told(world, person)
        table = page_of(person, f"/games/{game.public_id}/")
        assert all(str(abs(score)) in table for score in at_end.view.scores)
        page_of(person, "/games/")
        page_of(person, "/news/")
