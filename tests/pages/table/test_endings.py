"""Score sheets say who ended the round and how, and the end of a game reveals all hands."""

import pytest

from games.log.store import load_state, secret_of
from games.models import Game, Seat
from games.pages.table.ends.bow import winners_text
from games.pages.table.sheets import ending, sheet_for
from games.people.kinds import with_kinds
from games.play import hints
from games.rules.cards import card_names
from games.rules.deal import commitment
from games.rules.moves import Orient, Scout, Show
from games.rules.scoring import SeatScore
from games.rules.views import LastRound
from games.words.people import People, people_at
from tests.names import bare
from tests.pages.conftest import MINE, DealHands, keep_all, play, visit
from tests.pages.page import Page
from tests.tables import bot_game, people_game, play_on


def people_of(game: Game) -> People:
    return people_at(list(with_kinds(Seat.objects.filter(game=game)).order_by("number")), 0)


def test_a_set_that_went_round_ends_the_round(deal: DealHands, db: None) -> None:
    deal({0: MINE, 3: "7/6 7/9 7/10 7/8"}, starter=3)
    game = bot_game()
    keep_all(game, range(4))
    play(game, 3, Show(0, 4))
    for seat in (0, 1, 2):
        play(game, seat, Scout("left", False, 0))
    page = visit(game).page
    assert page.headings == ["Nobody beat Otto’s four 7s"] * 2, "above the ring, and of the sheet"
    assert "Unbeaten" in page.text
    assert "Nobody beat it." in page.text
    assert "12 cards left, each costs a point" in page.text
    assert "if it ended now" not in page.text, "it has ended"
    assert "Round 1 of 4" in page.text
    assert "It went round the table unbeaten." in page.text
    assert "7 cards left in that hand cost nothing." in page.text
    assert "7 cards, free 0" in page.text
    assert "Which way up?" not in page.text, "that is a view of its own"
    on = next(link for link in page.links if "scene=" in link)
    page = Page(visit(game).client.get(on))
    assert page.headings == ["Which way up?"]
    back = next(link for link in page.links if "scene=" in link)
    assert Page(visit(game).client.get(back)).headings[0] == "Nobody beat Otto’s four 7s"


def test_what_is_said_of_a_ring_that_was_scouted_empty_names_the_set(
    deal: DealHands, db: None
) -> None:
    deal({0: MINE, 3: "7/6 7/9 7/10 7/8"}, starter=3)
    game = bot_game()
    keep_all(game, range(4))
    play(game, 3, Show(0, 3))
    for seat in (0, 1, 2):
        play(game, seat, Scout("left", False, 0))
    assert "Otto showed 7-7-7. Nobody beat it." in visit(game).page.text


def test_no_press_on_the_next_hand_leads_back_to_the_scores(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    valued = [(1.5, Orient(flip=True)), (0.5, Orient(flip=False))]
    monkeypatch.setattr(hints, "valued_moves", lambda view, chance: valued)
    game = bot_game(players=3)
    play_on(game, until=lambda state: len(state.results) == 1)
    player = visit(game)
    assert len(player.page.headings) == 2, "the curtain"
    player.page = Page(player.client.get(f"{player.path}?scene=on-1"))
    for action in ("hint", "hint-2", "unhint", "hint", "take-0", "nonsense"):
        assert player.press(action).headings == ["Which way up?"], action
        assert player.page.value("scene") == "on-1"
    for action in ("look", "turn"):
        assert player.press(action, seq="1").headings == ["Which way up?"], "out of date"
        assert player.page.value("scene") == "on-1"


@pytest.mark.django_db
def test_what_is_done_about_chairs_on_the_next_hand_leads_nowhere_else() -> None:
    game = people_game(3)
    play_on(game, until=lambda state: len(state.results) == 1)
    player = visit(game)
    answer = player.client.post(
        f"{player.path}end/",
        {"vote": "agree", "scene": "on-1"},
        headers={"HX-Request": "true", "X-CSRFToken": player.client.cookies["csrftoken"].value},
    )
    assert Page(answer).headings == ["Which way up?"]
    page = player.look().html
    assert '<div id="chair" hx-include="[name=scene]">' in page


def test_an_empty_hand_ends_the_round(deal: DealHands, db: None) -> None:
    deal({0: "1/2 1/3 1/4 1/5 1/6 1/7 1/8 1/9 1/10", 4: "2/3"}, players=5)
    game = bot_game(players=5)
    keep_all(game, range(5))
    player = visit(game)
    page = player.press("show", cards=range(9))
    assert page.headings == ["Your hand is empty"] * 2
    assert "Hand empty" in page.text
    assert "You have no cards left." in page.text
    assert "You showed your last cards, so you pay nothing." in page.text
    assert "The 1-1-1-1-1-1-1-1-1 in the ring scores for nobody." in page.text
    assert "ended it" in page.text
    assert page.value("seq") == "2"


@pytest.mark.django_db
def test_nobody_ends_a_round_of_200_turns() -> None:
    people = people_of(bot_game())
    scores = tuple(SeatScore(1, 0, 5, False, -4) for _ in range(4))
    title, reason = ending(LastRound(0, "turn_limit", None, scores, ()), people)
    assert title == "200 turns, and nobody ended it"
    assert reason == "The round ends as it stands, and everybody pays for the cards in hand."


def test_of_two_players_one_who_can_neither_show_nor_scout_ends_it(
    deal: DealHands, db: None
) -> None:
    mine = "2/1 4/1 6/1 8/1 1/10 3/1 5/1 7/1 1/9 3/2 5/2"
    deal({0: mine, 1: "10/2 10/3 10/4 10/5 10/6 10/7"}, players=2, starter=1)
    game = bot_game(players=2)
    keep_all(game, range(2))
    play(game, 1, Show(0, 6))
    play(game, 0, *[Scout("left", False, 0)] * 3)
    page = visit(game).page
    assert page.headings == ["Nobody beat Pip’s six 10s"] * 2
    assert "You could neither show nor scout." in page.text


@pytest.mark.django_db
def test_a_sheet_adds_up_as_it_says() -> None:
    people = people_of(bot_game())
    scores = (
        SeatScore(3, 2, 4, False, 1),
        SeatScore(8, 1, 0, True, 9),
        SeatScore(0, 0, 12, False, -12),
        SeatScore(2, 4, 6, False, 0),
    )
    last = LastRound(1, "empty_hand", 1, scores, ())
    sheet = sheet_for(last, people, ((10, 0, 3, -4), (1, 9, -12, 0)))
    rows = {bare(row.label): row for row in sheet.rows}
    assert list(rows) == ["You", "Pip", "Otto", "Juno"]
    assert [row.place for row in sheet.rows] == [1, 2, 3, 4]
    assert [row.sum for row in sheet.rows] == ["11", "9", "−4", "−9"]
    assert rows["You"].spelled == "3 won + 2 chips − 4 in hand"
    assert rows["You"].total == "+1"
    assert rows["Juno"].total == "−12"
    assert rows["Juno"].earlier == ("3",)
    assert rows["Pip"].ender


@pytest.mark.django_db
def test_who_has_most_points_wins() -> None:
    game = bot_game(players=2)
    play_on(game)
    people = people_of(game)
    page = visit(game).page
    state = load_state(game)
    assert state.winners is not None
    assert len(page.headings) == 1
    winner = people[state.winners[0]]
    assert page.headings[0] == ("You win" if winner.me else f"{winner.name} wins")
    assert "ahead of" in page.text


@pytest.mark.django_db
def test_a_tie_is_shared() -> None:
    people = people_of(bot_game())

    class Tied:
        winners = (0, 2, 3)
        scores = (12, 3, 12, 12)

    title, reason = winners_text(Tied(), people)  # type: ignore[arg-type]
    assert bare(title) == "You, Juno and Otto win"
    assert reason == "12 pts each"


@pytest.mark.django_db
@pytest.mark.parametrize("players", [2, 3])
def test_the_secret_is_opened_by_the_end_and_not_a_moment_sooner(players: int) -> None:
    game = bot_game(players=players)
    secret = secret_of(game)
    player = visit(game)
    state = load_state(game)
    while not state.over:
        page = player.look()
        assert commitment(secret) in page.html
        assert secret.hex() not in page.html
        assert "all hands as dealt" not in page.text
        state = play_on(game, 7)
    page = player.look()
    assert commitment(secret) in page.html
    assert secret.hex() in page.html
    drawn = " ".join(page.faces)
    for result in state.results:
        for hand in result.dealt.hands:
            assert " ".join(card_names(hand)) in drawn


@pytest.mark.django_db
def test_another_game_like_this_one_is_a_press_away() -> None:
    game = bot_game(players=3)
    play_on(game)
    player = visit(game)
    assert "Rematch" in player.page.text
    # What is shared says the same to everybody, whoever has won.
    assert 'data-text="See how our game ended."' in player.page.html
    assert f'id="again" method="post" action="{player.path}rematch/"' in player.page.html
    assert Game.objects.count() == 1
    player.client.handler.enforce_csrf_checks = False
    response = player.client.post(f"{player.path}rematch/")
    again = Game.objects.get(rematch_of=game)
    assert response["Location"] == f"/games/{again.public_id}/"
    assert list(again.seats.values_list("bot", flat=True)) == ["", "pip", "juno"]
