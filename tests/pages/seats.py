"""People at their seats, and time that passes for them."""

from datetime import timedelta

import pytest
import time_machine
from django.db import transaction
from django.test import Client

from games.log.store import append_chair_event, load, replay
from games.models import Actor, ChairEvent, Game, GameSummary
from games.play.clock import expire
from games.play.conclusion import conclude
from games.play.move import enter_move
from games.rules.moves import Orient
from tests.logs import write
from tests.pages.page import Page, Visitor
from tests.tables import next_move


def without_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same deals and bots each time."""
    monkeypatch.setattr("games.lobby.opening.secrets.token_bytes", lambda size: bytes(size))


class Player(Visitor):
    """Can press more than the table's own form."""

    def at(self, address: str, **fields: str) -> Page:
        """Send a form to an address below the game's."""
        return Page(self.client.post(f"{self.path}{address}/", fields, follow=True))


def at_seat(game: Game, seat: int) -> Player:
    client = Client()
    user = game.seats.get(number=seat).user
    assert user is not None
    client.force_login(user)
    return Player(client, game.public_id)


def watching(game: Game) -> Player:
    """A visitor without a seat."""
    return Player(Client(), game.public_id)


def all_keep(game: Game) -> None:
    write(game, [(seat, Orient(flip=False)) for seat in load(game).to_act])


def on_turn(game: Game) -> int:
    (seat,) = load(game).state.to_act
    return seat


def one_move(game: Game) -> int:
    """Move a moment after the last move; return the seat."""
    with time_machine.travel(summary(game).changed_at + timedelta(seconds=1), tick=False):
        log = load(game)
        seat, move = next_move(log.state)
        enter_move(
            game_id=game.pk, seat=seat, move=move, seq=log.state.seq, actor=_actor(game, seat)
        )
    return seat


def _actor(game: Game, seat: int) -> str:
    log = load(game)
    return Actor.BOT if seat not in log.people - log.chairs.without_player else Actor.PLAYER


def run_out(game: Game) -> int:
    """Let the clock play for the player to move; return the seat."""
    seat = load(game).state.to_act[0]
    deadline = summary(game).deadline
    assert deadline is not None
    with time_machine.travel(deadline, tick=False):
        assert expire(game_id=game.pk)
    return seat


def put_bot_on(game: Game, seat: int) -> None:
    """As after two missed turns."""
    now = summary(game).changed_at
    log = append_chair_event(replay(game), seat, ChairEvent.KEEP, actor=Actor.CLOCK, now=now)
    with transaction.atomic():
        conclude(game, log)


def keep_chair(game: Game, seat: int) -> None:
    """Miss turns until a bot keeps the chair; the others play."""
    while seat not in load(game).chairs.kept:
        if load(game).state.to_act == (seat,):
            run_out(game)
        else:
            one_move(game)


def summary(game: Game) -> GameSummary:
    return GameSummary.objects.get(pk=game.pk)
