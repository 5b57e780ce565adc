"""Tables in known positions."""

from collections.abc import Callable, Mapping, Sequence

import pytest
from django.test import Client

from games.log import store as log
from games.models import Actor, Game
from games.play.move import enter_move
from games.rules.cards import Cards, deck, hand_size, parse_cards, turned
from games.rules.deal import Deal
from games.rules.moves import Move, Orient, Show
from tests.logs import write
from tests.pages.page import Visitor
from tests.tables import bot_game

# The hand and the ring of the design's pictures.
MINE = "6/8 8/10 8/9 6/5 5/2 4/8 2/9 6/2 3/5 2/10 3/10"
SEVENS = "7/6 7/9"

DealHands = Callable[..., None]
OpenTable = Callable[..., Visitor]


def filled(hands: Mapping[int, str], players: int) -> tuple[Cards, ...]:
    """Complete the given beginnings from the rest of the deck."""
    given = {seat: parse_cards(cards.split()) for seat, cards in hands.items()}
    taken = {card for cards in given.values() for one in cards for card in (one, turned(one))}
    assert len(taken) == 2 * sum(len(cards) for cards in given.values()), "a card twice"
    rest = [card for card in deck(players) if card not in taken]
    size = hand_size(players)
    dealt = []
    for seat in range(players):
        cards = given.get(seat, b"")
        # A hand longer than any deal leaves shorter ones to the others.
        missing = max(0, min(size - len(cards), len(rest) // (players - seat)))
        dealt.append(cards + bytes(rest[:missing]))
        rest = rest[missing:]
    return tuple(dealt)


@pytest.fixture
def deal(monkeypatch: pytest.MonkeyPatch) -> DealHands:
    """Fix every deal of new games, and the starter; ``exactly`` deals no more than is given."""

    def settle(
        hands: Mapping[int, str], *, players: int = 4, starter: int = 0, exactly: bool = False
    ) -> None:
        given = tuple(parse_cards(hands[seat].split()) for seat in range(players) if exactly)
        dealt = Deal(given or filled(hands, players), starter)
        monkeypatch.setattr(log, "deal_round", lambda *_: dealt)

    return settle


def play(game: Game, seat: int, *moves: Move) -> None:
    for move in moves:
        seq = log.load_state(game).seq
        enter_move(game_id=game.pk, seat=seat, move=move, seq=seq, actor=Actor.PLAYER)


def keep_all(game: Game, seats: Sequence[int]) -> None:
    write(game, [(seat, Orient(flip=False)) for seat in seats])


def visit(game: Game, *, seat: int = 0) -> Visitor:
    """The player in a seat, with CSRF checks."""
    client = Client(enforce_csrf_checks=True)
    owner = game.seats.get(number=seat).user
    assert owner is not None
    client.force_login(owner)
    return Visitor(client, game.public_id)


@pytest.fixture
def game(db: None, deal: DealHands) -> Game:
    """The design's position: seat 3 has shown 7-7, seat 0 is to move."""
    deal({0: MINE, 3: SEVENS}, starter=3)
    game = bot_game()
    keep_all(game, range(4))
    play(game, 3, Show(0, 2))
    return game


@pytest.fixture
def player(game: Game) -> Visitor:
    return visit(game)
