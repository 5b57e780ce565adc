"""Games in prepared positions for `screenshots`."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from typing import TYPE_CHECKING
from unittest import mock

from django.contrib.auth import get_user_model

from games.bots.registry import choose_move
from games.lobby import opening
from games.lobby.joining import join
from games.lobby.terms import Terms
from games.log import store as log
from games.models import Actor, Game
from games.people import names
from games.play.move import enter_move
from games.rules.cards import Cards, deck, hand_size, parse_cards, turned
from games.rules.deal import Deal, deal_round
from games.rules.game import GameState
from games.rules.moves import Move, Orient, Scout, Show
from games.rules.views import view_for
from games.words import circus

if TYPE_CHECKING:
    from accounts.models import User

MINE = "6/8 8/10 8/9 6/5 5/2 4/8 2/9 6/2 3/5 2/10 3/10"
NAME = "Maya"
_BOTS = ("pip", "juno", "otto", "lev")

Hands = Mapping[int, str]


@contextmanager
def settled(hands: Hands | None = None, *, in_round: int = 0, starter: int = 0) -> Iterator[None]:
    """Give new games known names and a known secret, and one round's hands known beginnings."""

    def deal(secret: bytes, contribution: str, players: int, number: int) -> Deal:
        dealt = deal_round(secret, contribution, players, number)
        cards = dealt.hands if hands is None or number != in_round else filled(hands, players)
        return Deal(cards, (starter + number) % players)

    with (
        mock.patch.object(log, "deal_round", deal),
        mock.patch("secrets.token_bytes", lambda size: sha256(b"a").digest()[:size]),
        mock.patch.object(names, "choice", lambda free: free[0]),
        mock.patch.object(circus, "of_the_day", return_value="Saturday matinée"),
    ):
        yield


def filled(hands: Hands, players: int) -> tuple[Cards, ...]:
    """Return hands of the given cards and the rest of the deck."""
    given = {seat: parse_cards(cards.split()) for seat, cards in hands.items()}
    taken = {face for cards in given.values() for card in cards for face in (card, turned(card))}
    rest = [card for card in deck(players) if card not in taken]
    # Shuffled, because neighbours in the deck would make sets of all hands.
    rest.sort(key=lambda card: sha256(bytes([card])).digest())
    found = []
    for seat in range(players):
        cards = given.get(seat, b"")
        missing = max(0, hand_size(players) - len(cards))
        found.append(cards + bytes(rest[:missing]))
        rest = rest[missing:]
    return tuple(found)


def player() -> "User":
    """Return the pictured player."""
    user, _ = get_user_model().objects.get_or_create(username=NAME)
    return user


def opened(players: int = 4) -> Game:
    """Return a new game against characters of different strength."""
    return opening.start_bot_game(user=player(), bots=_BOTS[: players - 1])


def play(game: Game, seat: int, move: Move) -> None:
    """Make a move for a seat."""
    enter_move(
        game_id=game.pk, seat=seat, move=move, seq=log.load_state(game).seq, actor=Actor.PLAYER
    )


def keep_all(game: Game) -> None:
    """Keep all hands as dealt."""
    for seat in range(game.players):
        play(game, seat, Orient(flip=False))


def play_on(game: Game, *, until_round: int) -> GameState:
    """Let easy bots play until a round begins or the game ends."""
    state = log.load_state(game)
    while not state.over and state.round_number < until_round:
        seat = state.to_act[0]
        move = choose_move("easy", view_for(state, seat), seed=0)
        state = enter_move(
            game_id=game.pk, seat=seat, move=move, seq=state.seq, actor=Actor.PLAYER
        ).log.state
    return state


def four_players() -> Game:
    """Round two: my turn, with a pair of 7s to beat."""
    with settled({0: MINE, 1: "4/3", 2: "1/4 1/6", 3: "7/6 7/9"}, in_round=1):
        game = opened()
        play_on(game, until_round=1)
    keep_all(game)
    play(game, 1, Show(0, 1))
    play(game, 2, Show(0, 2))
    play(game, 3, Show(0, 2))
    return game


def waiting() -> Game:
    """A table for friends: one has come, two seats are free."""
    with settled():
        game = opening.create_game(user=player(), terms=Terms(name="Sunday big top"))
        gus = get_user_model().objects.create_user(f"{NAME}’s friend", is_guest=True)
        join(game_id=game.pk, user=gus, invitation=game.invitation, name="Gus")
    return game


def five_players() -> Game:
    """My turn, with a pair of 7s to beat."""
    mine = " ".join(MINE.split()[:9])
    with settled({0: mine, 1: "4/3", 2: "1/4 1/6", 4: "7/6 7/9"}, starter=1):
        game = opened(5)
    keep_all(game)
    play(game, 1, Show(0, 1))
    play(game, 2, Show(0, 2))
    play(game, 3, Scout("left", flip=False, to=3))
    play(game, 4, Show(0, 2))
    return game


def two_players() -> Game:
    """I have scouted once; it is still my turn."""
    with settled({0: MINE, 1: "5/8 4/7 3/6"}, starter=1):
        game = opened(2)
    keep_all(game)
    play(game, 1, Show(0, 3))
    play(game, 0, Scout("right", flip=False, to=9))
    return game


def choosing() -> Game:
    """A new game: which way up?"""
    with settled({0: MINE}):
        return opened()


def after_a_round() -> Game:
    """The first round is over, the second dealt."""
    with settled():
        game = opened()
        play_on(game, until_round=1)
    return game


def finished() -> Game:
    """A finished game."""
    with settled():
        game = opened()
        play_on(game, until_round=game.players)
    return game
