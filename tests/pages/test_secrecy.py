"""Pages show a seat what its view holds, and nothing of other hands."""

import re
from dataclasses import replace

import pytest
from django.test import Client

from games.log.store import load_state
from games.models import Audience, Game, GameSummary
from games.rules.cards import card_names, turned
from games.rules.game import PublicMove
from games.rules.moves import Orient
from games.rules.replays import opened_round
from games.rules.views import View, view_for
from tests.pages.conftest import play, visit
from tests.pages.page import Page, without_tokens
from tests.tables import bot_game, next_move, play_on

SPOKEN = re.compile(r"(\d+), other side (\d+)")
WRITTEN = re.compile(r"\b(?:10|[1-9])/(?:10|[1-9])\b")


def drawn_or_said(page: Page) -> set[str]:
    """Every card with both values in a picture, a label or words."""
    said = {f"{up}/{down}" for up, down in SPOKEN.findall(page.html)}
    return {*page.faces, *said, *WRITTEN.findall(page.text)}


def seen(view: View) -> set[str]:
    """Every card in a view, both ways up."""

    def of(moves: tuple[PublicMove, ...]) -> list[int]:
        cards = [card for move in moves for card in move.cards or b""]
        return cards + [move.card for move in moves if move.card is not None]

    cards: list[int] = [*(view.hand or b""), *of(view.history)]
    cards += of(view.last_round.history) if view.last_round else []
    cards += view.active_set.cards if view.active_set else b""
    return {*card_names(bytes(cards)), *card_names(bytes(turned(card) for card in cards))}


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.django_db
def test_a_player_sees_no_card_but_those_of_the_view(players: int) -> None:
    game = bot_game(players=players)
    player = visit(game)
    state = load_state(game)
    looks = 0
    while not state.over:
        page = player.look()
        view = view_for(state, 0)
        told = drawn_or_said(page)
        hand = view.hand or b""
        if view.last_round and view.phase == "orient" and view.may_act:
            # The table is still as the round left it.
            hand = opened_round(state.results[-1]).positions[-1].hands[0] or b""
        assert told <= seen(replace(view, hand=hand))
        assert {*card_names(hand)} <= told
        looks += 1
        # Enough moves that another player is to move at each look.
        state = play_on(game, 2 * players + 1)
    assert looks > 2


@pytest.mark.django_db
def test_a_spectator_sees_no_hand() -> None:
    game = bot_game(players=2)
    Game.objects.update(audience=Audience.OPEN)
    state = load_state(game)
    while not state.over:
        page = Page(Client().get(f"/games/{game.public_id}/"))
        assert page.status == 200
        assert drawn_or_said(page) <= seen(view_for(state, None))
        assert not {"show", "scout", "turn"} & {*page.buttons}
        state = play_on(game, 3)


@pytest.mark.django_db
def test_where_a_card_went_is_told_to_its_player_alone() -> None:
    game = bot_game()
    Game.objects.update(audience=Audience.OPEN)
    state = load_state(game)
    while not any(move.seat == 0 and move.card is not None for move in state.history):
        seat, move = next_move(state)
        play(game, seat, move)
        state = load_state(game)
    assert "Only you see this" in visit(game).page.text
    assert "Only you see this" not in Page(Client().get(f"/games/{game.public_id}/")).text


@pytest.mark.django_db
def test_what_others_chose_for_their_hands_changes_no_byte_of_mine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pages = []
    for flip in (False, True):
        monkeypatch.setattr("games.lobby.opening.secrets.token_bytes", lambda size: bytes(size))
        game = bot_game()
        for seat in (1, 2, 3):
            play(game, seat, Orient(flip=flip))
        html = without_tokens(visit(game).page.html)
        html = html.replace(game.public_id, "ID")
        # The log's head is keyed by the secret, and covers random ids.
        html = html.replace(GameSummary.objects.get(game=game).head, "HEAD")
        pages.append(re.sub(r"\\u0022\w{32}\\u0022", "TAG", html))
    assert pages[0] == pages[1]
