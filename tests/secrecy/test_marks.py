"""Outside its pages the site says no mark of a secret."""

import json
import logging
from types import SimpleNamespace
from typing import Any, Protocol

import pytest
import sentry_sdk
from celery import current_app
from django.core.cache import cache
from django.test import Client

from games import tasks
from games.live import channel
from games.live.channel import Wake
from games.log.store import load_state
from games.models import ActionKind, Destination, Game, GameSummary, Notice, Seat
from games.rules.cards import card_names
from games.rules.moves import move_to_json
from games.telling.post import send
from games.telling.post.posting import Answer
from tests.accounts.people import PASSWORD
from tests.pages.links.tokens import turn_token_for
from tests.secrecy.marks import SECRET, Heard, listening, marks_of
from tests.secrecy.pairs import Role
from tests.secrecy.stage import Company, Person
from tests.tables import next_move


class Committed(Protocol):
    """Runs what waits for the commit, in pytest-django."""

    def __call__(self, *, execute: bool) -> Any: ...


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(
        "games.lobby.opening.secrets", SimpleNamespace(token_bytes=lambda _: SECRET)
    )
    with listening(monkeypatch) as heard:
        yield heard


def call(person: Person, path: str, body: Any = None) -> Any:
    known = {"Authorization": f"Bearer {person.token}"}
    if body is None:
        return person.client.get(f"/api/v1{path}", headers=known)
    return person.client.post(
        f"/api/v1{path}", json.dumps(body), content_type="application/json", headers=known
    )


def opened(company: Company) -> Game:
    """Anna, Bert, who joined by the link, and a bot."""
    terms = {"players": 3, "bots": ["easy"], "turn_seconds": 86400}
    anna, bert = (company.player(seat) for seat in (0, 1))
    game = Game.objects.get(public_id=call(anna, "/games/", terms).json()["id"])
    bert.client.post(f"/invitation/{game.invitation}/")
    game.refresh_from_db()
    return game


def play(company: Company, game: Game, moves: int) -> None:
    """By program and by worker, each tried once with a card too many."""
    for _ in range(moves):
        state = load_state(game)
        seat, move = next_move(state)
        if seat == 2:
            tasks.play_bots(game.pk, GameSummary.objects.get(game=game).version)
            continue
        person = company.player(seat)
        path = f"/games/{game.public_id}/moves/"
        call(person, path, {"seq": state.seq, "type": "show", "start": 0, "stop": 12})
        answer = call(person, path, {"seq": state.seq, **move_to_json(move)})
        assert answer.status_code == 201
        for number in (0, 1):
            client = company.player(number).client
            assert client.get(f"/games/{game.public_id}/").status_code == 200


def act(company: Company, game: Game, kind: ActionKind) -> Any:
    """The answer to a moderator."""
    path = f"/admin/games/moderationaction/act/{kind}/?game={game.pk}"
    mona = company.in_role(Role.MODERATOR).client
    return mona.post(path, {"reason": "A player asked for it"})


def breaks(*_: Any, **__: Any) -> None:
    raise RuntimeError("something broke")


def break_things(company: Company, game: Game, patch: pytest.MonkeyPatch) -> None:
    """Make a page, an API answer, an email, the clock and a bot fail at the cards."""
    anna = company.player(0)
    anna.client.raise_request_exception = False
    summary = GameSummary.objects.filter(game=game)
    with patch.context() as broken:
        broken.setattr("games.play.tables._notes", breaks)
        assert anna.client.get(f"/games/{game.public_id}/").status_code == 500
        assert call(anna, f"/games/{game.public_id}/").status_code == 500
    Notice.objects.update(due_at=game.created_at)
    with patch.context() as broken:
        broken.setattr("games.telling.contents.moves_since", breaks)
        broken.setattr("games.telling.messages.last_move", breaks)
        tasks.send_mails()
        tasks.send_pushes()
    link = Client(raise_request_exception=False)
    with patch.context() as broken:
        broken.setattr("games.play.tables._notes", breaks)
        assert link.get(f"/turn/{turn_token_of(company, game)}/").status_code == 500
    with patch.context() as broken:
        broken.setattr("accounts.choosing.feed.calendar_of", breaks)
        assert link.get(f"/calendar/{company.users[0].feed_key}.ics").status_code == 500
    summary.update(deadline=game.created_at)
    with patch.context() as broken:
        broken.setattr("games.play.clock.load", breaks)
        tasks.expire()
    summary.update(bot_due_at=game.created_at)
    tasks.sweep()


def turn_token_of(company: Company, game: Game) -> str:
    """Of the first player who is on."""
    seat = Seat.objects.filter(game=game, bot="", summary__to_act=True).order_by("number")[0]
    return turn_token_for(game, seat.number, seq=game.summary.seq)


def keys_of(company: Company, game: Game) -> dict[str, str]:
    """What opens something for whoever has it."""
    keys = {"turn link": turn_token_of(company, game)}
    for user in company.users[:2]:
        keys |= {f"{user}'s feed": user.feed_key or "", f"{user}'s links": user.link_key}
        for number, each in enumerate(Destination.objects.filter(user=user)):
            keys[f"address {number} of {user}"] = each.address
            if each.secret:
                keys[f"secret {number} of {user}"] = each.secret
    return keys


def hand_of(game: Game) -> list[str]:
    """As cards are drawn."""
    state = load_state(game)
    assert state.round is not None
    names = (name.split("/") for name in card_names(state.round.hands[0]))
    return [f"u{top} d{bottom}" for top, bottom in names]


def break_the_desk(company: Company, game: Game, patch: pytest.MonkeyPatch) -> None:
    """Make a moderator's pages fail at the cards: a game's own, and opening hands."""
    mona = company.in_role(Role.MODERATOR).client
    mona.raise_request_exception = False
    with patch.context() as broken:
        broken.setattr("games.order.tables._lines", breaks)
        assert mona.get(f"/admin/games/game/{game.pk}/change/").status_code == 500
    with patch.context() as broken:
        broken.setattr("games.order.hands.open_round", breaks)
        assert mona.get(act(company, game, ActionKind.OPEN_HANDS)["Location"]).status_code == 500


def test_no_line_task_key_or_report_holds_a_mark(
    company: Company,
    heard: Heard,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Committed,
) -> None:
    cache.clear()
    with django_capture_on_commit_callbacks(execute=True):
        game = opened(company)
    with django_capture_on_commit_callbacks(execute=True):
        play(company, game, 12)
        while next_move(load_state(game))[0] == 2:
            play(company, game, 1)
    Notice.objects.update(due_at=game.created_at)
    tasks.send_mails()
    with monkeypatch.context() as posted:
        posted.setattr(send, "post", lambda *_, **__: Answer(500, None))
        tasks.send_pushes()
    assert Client().get(f"/turn/{turn_token_of(company, game)}/").status_code == 200
    keys = keys_of(company, game)
    break_things(company, game, monkeypatch)
    break_the_desk(company, game, monkeypatch)
    with django_capture_on_commit_callbacks(execute=True):
        opened_hands = act(company, game, ActionKind.OPEN_HANDS)
        voided = act(company, game, ActionKind.VOID)
    seen = company.in_role(Role.MODERATOR).client.get(opened_hands["Location"]).text
    assert all(name in seen for name in hand_of(game))
    assert voided.status_code == 302
    assert not load_state(game).over
    marks = marks_of(game)
    assert len(marks) > 40
    assert {kind for kind, said in heard.said.items() if said} == {*heard.said}
    assert "something broke" in "".join(heard.said["log"])
    assert "games.order.tables" in "".join(heard.said["report"])
    marks |= {f"token {number}": company.player(number).token for number in (0, 1)}
    assert heard.found(marks | {"password": PASSWORD}) == []
    # Django names the address of a page that failed; the line that is written masks it.
    assert [each for each in heard.found(keys) if not each.endswith(" in a log")] == []


def test_a_mark_is_heard_wherever_it_is_said(heard: Heard) -> None:
    mark = SECRET.hex()
    logging.getLogger("games.anything").debug("it is %s", mark)
    current_app.send_task("games.play_bots", args=[mark])
    cache.set(f"key-{mark}", 1)
    cache.set("key", {"value": mark})
    channel.publish(Wake(mark, 1), [])
    try:
        raise RuntimeError(mark)
    except RuntimeError:
        sentry_sdk.capture_exception()
    cache.set("tries-5/300s", "a card 5/30 there is not")
    kinds = ("log", "line", "task", "key", "value", "announcement", "report")
    assert heard.found({"secret": mark}) == [f"secret in a {kind}" for kind in kinds]
    assert heard.found({"card": "5/3"}) == []
    channel.publish(Wake("5/3", 1), [])
    assert heard.found({"card": "5/3"}) == ["card in a announcement"]
