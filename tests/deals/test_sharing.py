"""A friend sits in the same chair, with the same cards and bots."""

from dataclasses import replace

import pytest
from django.test import Client

from accounts.guests.lifetime import new_guest
from games.archive.stored import record_line
from games.deals.comparing import compared, own_result, results_of
from games.deals.sharing import Offered, copies_of, offered, share, sit_down
from games.log.reading import read_rows
from games.log.store import load, load_state
from games.models import Game, SeatResult, SeatReview
from games.play.bots import bot_move
from games.play.hints import advise
from games.play.tables import table_for
from games.results.outcomes import due_results
from games.review.asking import ask_for_game
from games.review.working import work_out
from games.rules.errors import RuleError
from games.upkeep.ownership import move_games
from tests.order.people import moderator
from tests.tables import bot_game, people_game, play_on

pytestmark = pytest.mark.django_db


def test_the_cards_the_chair_and_the_bots_are_the_same(source: Game, offer: Offered) -> None:
    copy = sit_down(offer, new_guest())
    first, again = (load_state(game, version=0).round for game in (source, copy))
    assert first == again
    seats = [list(game.seats.values_list("number", "bot")) for game in (source, copy)]
    assert seats[0] == seats[1]


def test_the_bots_answer_equal_play_equally(source: Game, offer: Offered) -> None:
    copy = sit_down(offer, new_guest())
    start = load(copy)
    before = replace(start, state=load_state(source, version=0))
    for seat, bot in source.seats.exclude(bot="").values_list("number", "bot"):
        assert bot_move(copy, start, seat, bot) == bot_move(source, before, seat, bot)


def test_a_second_press_leads_to_the_same_game(offer: Offered) -> None:
    friend = new_guest()
    assert sit_down(offer, friend) == sit_down(offer, friend)


def test_only_its_player_passes_it_on_and_only_when_it_is_over() -> None:
    running = bot_game(3)
    owner = running.seats.get(bot="").user
    assert owner is not None
    for game, user, code in (
        (running, owner, "not_over"),
        (running, new_guest(), "not_seated"),
        (people_game(3), owner, "not_seated"),
    ):
        with pytest.raises(RuleError) as refused:
            share(game_id=game.pk, user=user)
        assert refused.value.code == code


def test_a_copy_passes_on_the_deal_it_comes_from(offer: Offered) -> None:
    friend = new_guest()
    copy = sit_down(offer, friend)
    play_on(copy)
    assert share(game_id=copy.pk, user=friend) == offer.deal


def test_nothing_tells_of_the_source_before_the_end(source: Game, offer: Offered) -> None:
    friend = new_guest()
    copy = sit_down(offer, friend)
    table = table_for(public_id=copy.public_id, user=friend)
    assert table is not None
    assert table.secret is None
    with pytest.raises(RuleError) as refused:
        advise(table)
    assert refused.value.code == "no_hints"
    play_on(copy)
    assert record_line(copy) is not None


def test_it_counts_in_no_figure(offer: Offered) -> None:
    copy = sit_down(offer, new_guest())
    play_on(copy)
    assert not SeatResult.objects.filter(game=copy).exists()
    assert due_results(copy, load(copy), list(copy.seats.all()), read_rows(copy.pk)).seats == []
    review = ask_for_game(copy.pk)
    work_out(review.pk)
    assert not SeatReview.objects.filter(seat__game=copy).exists()


def test_the_results_stand_side_by_side(source: Game, offer: Offered) -> None:
    friend = new_guest()
    copy = sit_down(offer, friend)
    assert [result.game for result in results_of(offer)] == [source]
    play_on(copy, level="lev")
    results = results_of(offer)
    assert {result.game.pk for result in results} == {source.pk, copy.pk}
    mine = own_result(results, friend)
    assert mine is not None
    assert mine.unseen
    assert mine.points == load_state(copy).totals[0]
    (first,) = (result for result in results if result.first)
    rounds = compared(mine, first)
    assert len(rounds) == 3
    assert any(each.parted is not None for each in rounds)
    alike = compared(first, first)
    assert {each.parted for each in alike} == {None}


def test_who_still_plays_it_sees_nobody_elses_cards(source: Game, offer: Offered) -> None:
    first, second = new_guest(), new_guest()
    done, going_on = sit_down(offer, first), sit_down(offer, second)
    play_on(done, level="lev")
    client = Client()
    client.force_login(second)
    paths = ["", "board/", "replay/", "review/", "record/", "log/", "fair/", "result.png", "chat/"]

    def seen(game: Game) -> set[int]:
        base = f"/games/{game.public_id}/"
        return {client.get(f"{base}{path}").status_code for path in paths} | {
            client.get(f"/api/v1{base}{path}").status_code for path in ("", "record/", "review/")
        }

    for game in (source, done):
        assert seen(game) == {404}
        assert table_for(public_id=game.public_id, user=first) is not None
    play_on(going_on, level="lev")
    for game in (source, done):
        assert 404 not in seen(game)
        table = table_for(public_id=game.public_id, user=second)
        assert table is not None
        assert table.opened


def test_who_has_seen_it_is_not_said_to_be_new_to_it(source: Game, offer: Offered) -> None:
    owner = source.seats.get(bot="").user
    assert owner is not None
    copy = sit_down(offer, owner)
    play_on(copy, level="lev")
    assert [result.unseen for result in results_of(offer)] == [False, False]
    mine = own_result(results_of(offer), owner)
    assert mine is not None
    assert mine.game == copy


def test_a_guests_copy_goes_to_their_account_unless_that_has_one(offer: Offered) -> None:
    guest, account, other = new_guest(), new_guest(), new_guest()
    sit_down(offer, guest)
    move_games(source=guest, target=account)
    assert len(copies_of(user=account)) == 1
    sit_down(offer, other)
    move_games(source=other, target=account)
    assert len(copies_of(user=account)) == 1
    assert copies_of(user=other) == []


def test_a_deal_whose_source_is_gone_has_no_page(source: Game, offer: Offered) -> None:
    source.summary.status = "voided"
    source.summary.save(update_fields=["status"])
    assert offered(offer.deal.address) is None


def test_the_admin_hides_the_commitment_of_a_copy_until_it_is_over(offer: Offered) -> None:
    copy = sit_down(offer, new_guest())
    client = Client()
    client.force_login(moderator())
    address = f"/admin/games/game/{copy.pk}/change/"
    assert copy.commitment not in client.get(address).content.decode()
    play_on(copy)
    assert copy.commitment in client.get(address).content.decode()
