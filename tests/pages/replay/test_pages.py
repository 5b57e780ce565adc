"""A replay's pages: who may see what, and a link per moment."""

import json
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.archive import replays
from games.log import store
from games.log.store import append_chair_event, load_state
from games.models import Actor, Audience, ChairEvent, Game
from games.play.conclusion import conclude
from games.rules.cards import card_names, turn_all
from games.rules.game import RoundResult
from games.rules.records import check_line
from games.rules.replays import ReplayedRound, opened_round
from games.rules.views import view_for
from tests.pages.page import Page
from tests.pages.replay.conftest import Played
from tests.pages.seats import at_seat, one_move
from tests.pages.test_secrecy import drawn_or_said, seen
from tests.tables import bot_game


def replay(client: Client, game: Game, query: str = "", part: str = "") -> Page:
    return Page(client.get(f"/games/{game.public_id}/replay/{part}{query}"))


def test_every_moment_of_a_finished_game_shows_all_hands(played: Played) -> None:
    game = played()
    client = at_seat(game, 1).client
    for result in load_state(game).results:
        open_round = opened_round(result)
        count = len(open_round.history)
        for number in (1, 2, count // 2, count, count + 1):
            position = open_round.positions[number - 1]
            page = replay(client, game, f"?round={result.number + 1}&move={number}")
            title = f"Round {result.number + 1}, move {number} of {count}"
            last = f"Round {result.number + 1}, the end"
            assert page.headings == [title if number <= count else last]
            for hand in position.hands:
                assert set(card_names(hand or b"")) <= set(page.faces)


def test_the_moments_a_script_is_given_are_those_of_the_links(played: Played) -> None:
    game = played()
    client = at_seat(game, 0).client
    moments = replay(client, game, "?round=2", "steps/")
    count = len(load_state(game).results[1].moves)
    assert moments.html.count('class="moment"') == count + 1
    for number in (1, 2, count + 1):
        one = replay(client, game, f"?round=2&move={number}").html
        moment = one[one.index("<article") : one.index("</article>")]
        assert moment in moments.html


def test_a_replay_is_walked_through_by_links(played: Played) -> None:
    game = played()
    client = at_seat(game, 0).client
    page = replay(client, game)
    assert page.headings[0].startswith("Round 1, move 1 of")
    last = len(load_state(game).results[0].moves) + 1
    path = f"/games/{game.public_id}/replay/"
    assert {f"{path}?round=1&move=2", f"{path}?round=1&move={last}", f"{path}?round=2&move=1"} <= {
        *page.links
    }
    assert Page(client.get(f"{path}?round=1&move=2")).status == 200
    assert f'<form class="panel steps" id="controls" method="get" action="{path}"' in page.html


@pytest.mark.parametrize(
    "query", ["?round=3", "?round=0", "?round=1&move=0", "?round=1&move=999", "?move=x", "?round=-"]
)
def test_a_moment_that_never_was_does_not_exist(played: Played, query: str) -> None:
    game = played()
    assert replay(at_seat(game, 0).client, game, query).status == 404


def test_my_view_alone_closes_the_hands_of_the_others(played: Played) -> None:
    game = played()
    player = at_seat(game, 1)
    result = load_state(game).results[0]
    position = opened_round(result).positions[0]
    page = replay(player.client, game, "?view=mine")
    assert set(card_names(position.hands[1] or b"")) <= set(page.faces)
    assert not set(card_names(position.hands[0] or b"")) & set(page.faces)
    assert "Open all hands" in page.text
    # A viewer who never had a seat has no view of their own.
    watcher = replay(Client(), game, f"?view=mine&invitation={game.invitation}")
    assert set(card_names(position.hands[0] or b"")) <= set(watcher.faces)
    assert "My view only" not in watcher.text


def test_a_private_game_is_for_those_who_sat_there_and_who_has_its_link(played: Played) -> None:
    game = played()
    assert replay(Client(), game).status == 404
    assert replay(Client(), game, part="steps/").status == 404
    assert Client().get(f"/games/{game.public_id}/record/").status_code == 404
    assert replay(Client(), game, "?invitation=guessed").status == 404
    page = replay(Client(), game, f"?invitation={game.invitation}")
    assert page.status == 200
    # Every link on the page leads on for them.
    inside = [link for link in page.links if link.startswith(f"/games/{game.public_id}/")]
    assert len(inside) > 5
    assert all(f"invitation={game.invitation}" in link for link in inside)


@pytest.mark.parametrize("audience", [Audience.OPEN, Audience.OWN])
def test_an_open_game_and_ones_own_are_replayed_by_a_plain_link(
    played: Played, audience: Audience
) -> None:
    game = played(audience=audience)
    assert replay(Client(), game, "?round=2&move=3").status == 200


def test_the_end_and_my_games_lead_to_the_replay(played: Played) -> None:
    game = played()
    player = at_seat(game, 0)
    path = f"/games/{game.public_id}/replay/"
    assert path in player.page.links
    assert path in Page(player.client.get("/games/")).links


def watched(result: RoundResult, seat: int | None) -> set[str]:
    """The cards of a finished round that ``seat`` knew: their own hand, and all that was played."""
    cards = b"" if seat is None else result.dealt.hands[seat]
    for move in result.history:
        cards += (move.cards or b"") + (b"" if move.card is None else bytes([move.card]))
    return {*card_names(cards), *card_names(turn_all(cards))}


@pytest.mark.parametrize("turns", [1, 4])
def test_in_play_no_card_is_told_but_those_the_reader_may_know(played: Played, turns: int) -> None:
    game = played(turns=turns, audience=Audience.OPEN)
    state = load_state(game)
    assert (state.round_number, len(state.history)) == (1, turns)
    earlier = {name for hand in state.results[0].dealt.hands for name in card_names(hand)}
    assert earlier - watched(state.results[0], 0), "something to hide"
    readers: list[tuple[int | None, Client]] = [(None, Client())]
    readers += [(seat, at_seat(game, seat).client) for seat in (0, 1)]
    for seat, client in readers:
        may_know = seen(view_for(state, seat))
        for query in ("", f"?move={turns + 1}", "?view=mine"):
            page = replay(client, game, query)
            assert page.status == 200
            assert drawn_or_said(page) <= may_know
        page = replay(client, game, part="steps/")
        assert page.html.count("<article") == turns + 1
        told = drawn_or_said(page)
        assert told <= may_know
        assert not told & earlier
        # Of the round before they are told what they saw of it, and no other hand.
        first = watched(state.results[0], seat)
        for part in ("", "steps/"):
            page = replay(client, game, "?round=1", part)
            assert page.status == 200
            assert drawn_or_said(page) <= first
        # Nobody sees one to come.
        assert replay(client, game, "?round=3").status == 404
        assert client.get(f"/games/{game.public_id}/record/").status_code == 404


def test_in_play_a_player_sees_the_own_hand_at_every_moment(played: Played) -> None:
    game = played(turns=4)
    state = load_state(game)
    assert state.dealt is not None
    page = replay(at_seat(game, 0).client, game, "?move=1")
    hand = {"/".join(sorted(name.split("/"))) for name in card_names(state.dealt.hands[0])}
    assert hand <= {"/".join(sorted(face.split("/"))) for face in page.faces}
    assert "this round so far, as you saw it" in page.text


def test_in_play_a_player_looks_back_at_the_round_before_as_they_saw_it(played: Played) -> None:
    game = played(turns=2)
    result = load_state(game).results[0]
    client = at_seat(game, 1).client
    page = replay(client, game, "?round=1&move=3")
    own = opened_round(result).positions[2].hands[1]
    assert set(card_names(own or b"")) <= set(page.faces)
    assert "this round, as you saw it" in page.text
    end = replay(client, game, f"?round=1&move={len(result.history) + 1}")
    assert end.headings == ["Round 1, the end"]
    assert "Cards won" in end.text
    assert f"/games/{game.public_id}/replay/?round=2&move=1" in end.links


def test_between_two_rounds_the_last_one_is_replayed(played: Played) -> None:
    game = played(turns=-1)
    client = at_seat(game, 0).client
    assert replay(client, game).headings[0].startswith("Round 1, move 1 of")
    assert replay(client, game, part="steps/").status == 200
    assert replay(client, game, "?round=2").status == 404


def test_a_game_without_a_move_leads_to_the_table(played: Played) -> None:
    game = bot_game(players=2)
    client = at_seat(game, 0).client
    response = client.get(f"/games/{game.public_id}/replay/")
    assert response["Location"] == f"/games/{game.public_id}/"
    assert replay(client, game, part="steps/").status == 404
    assert "Replay this round" not in at_seat(game, 0).page.text
    later = played(turns=1)
    assert f"/games/{later.public_id}/replay/" in at_seat(later, 0).page.links


def test_a_private_game_in_play_is_not_there_for_others(played: Played) -> None:
    game = played(turns=2)
    assert replay(Client(), game, f"?invitation={game.invitation}").status == 404


def void(game: Game) -> None:
    """Even after its end."""
    later = timezone.now() + timedelta(1)
    conclude(
        game,
        append_chair_event(
            store.replay(game), 0, ChairEvent.VOID, actor=Actor.MODERATOR, now=later
        ),
    )


def test_a_game_that_ended_unfinished_has_no_record_and_opens_as_its_table_does(
    played: Played,
) -> None:
    game = played(turns=3)
    void(game)
    client = at_seat(game, 0).client
    assert client.get(f"/games/{game.public_id}/record/").status_code == 404
    assert replay(Client(), game).status == 404
    dealt = load_state(game).dealt
    assert dealt is not None
    page = replay(client, game, "?round=2")
    for hand in dealt.hands:
        assert {"/".join(sorted(name.split("/"))) for name in card_names(hand)} <= {
            "/".join(sorted(face.split("/"))) for face in page.faces
        }
    assert "ended unfinished; the result doesn’t count. All hands are open." in page.text
    assert "finished. All hands are open" not in page.text
    last = replay(client, game, "?round=2&move=4")
    assert last.headings == ["Round 2, where it stopped"]
    assert "The game ended here, unfinished." in last.text
    assert replay(client, game, "?round=1").status == 200
    mine = drawn_or_said(replay(client, game, "?round=2&view=mine"))
    assert mine <= seen(view_for(load_state(game), 0))


def test_a_game_that_was_voided_after_its_end_says_so_and_has_no_record(played: Played) -> None:
    game = played()
    client = at_seat(game, 0).client
    for address in (f"/games/{game.public_id}/record/", f"/api/v1/games/{game.public_id}/record/"):
        assert client.get(address).status_code == 200
    assert b"scout-record" in b"".join(client.get("/records/export/"))
    void(game)
    assert client.get(f"/games/{game.public_id}/record/").status_code == 404
    assert client.get(f"/api/v1/games/{game.public_id}/record/").status_code == 403
    assert b"".join(client.get("/records/export/")) == b""
    page = replay(client, game)
    assert "voided by a moderator; the result doesn’t count. All hands are open." in page.text
    assert f"/games/{game.public_id}/record/" not in page.links
    hand = opened_round(load_state(game).results[0]).positions[0].hands[1]
    assert set(card_names(hand or b"")) <= set(page.faces)
    mine = replay(client, game, "?view=mine")
    assert "You see only your own hand." in mine.text
    assert not set(card_names(hand or b"")) & set(mine.faces)


def test_moments_that_a_browser_has_are_not_made_again(played: Played) -> None:
    game = played(turns=2)
    client = at_seat(game, 0).client
    path = f"/games/{game.public_id}/replay/steps/"
    first = client.get(path)
    seen_before = {"If-None-Match": first["ETag"]}
    with CaptureQueriesContext(connection) as asked:
        assert client.get(path, headers=seen_before).status_code == 304
    assert not [query for query in asked.captured_queries if "games_move" in query["sql"]]
    # Another address, viewer or move gives other moments.
    assert client.get(f"{path}?round=2", headers=seen_before).status_code == 200
    assert at_seat(game, 1).client.get(path, headers=seen_before).status_code == 200
    assert Client().get(path, headers=seen_before).status_code == 404
    one_move(game)
    assert client.get(path, headers=seen_before).status_code == 200


def test_only_the_round_that_is_looked_at_is_opened(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = played()
    client = at_seat(game, 0).client
    opened = []

    def noted(result: RoundResult) -> ReplayedRound:
        opened.append(result.number)
        return opened_round(result)

    monkeypatch.setattr(replays, "opened_round", noted)
    assert replay(client, game, "?round=2&move=3").status == 200
    assert opened == [1]


def test_the_record_of_a_game_keeps_every_rule(played: Played) -> None:
    game = played()
    response = at_seat(game, 1).client.get(f"/games/{game.public_id}/record/")
    assert check_line(response.content) == {"ok": True}
    assert response["Content-Disposition"] == (
        f'attachment; filename="scout-{game.public_id}.jsonl"'
    )
    names = list(game.seats.order_by("number").values_list("name", flat=True))
    assert json.loads(response.content)["meta"]["names"] == names


def test_a_replay_costs_the_same_few_queries_at_any_moment(played: Played) -> None:
    game = played()
    client = at_seat(game, 0).client

    def look(part: str) -> int:
        with CaptureQueriesContext(connection) as caught:
            assert client.get(f"/games/{game.public_id}/replay/{part}").status_code == 200
        return len(caught)

    look("")
    counts = {look("?round=1&move=1"), look("?round=2&move=5"), look("?view=mine")}
    assert counts == {8}
    assert look("steps/?round=2") <= 10
