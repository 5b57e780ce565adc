"""A chair that a bot has kept for long goes to somebody else, with what lies on the table alone."""

import json
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core.serializers.json import DjangoJSONEncoder
from django.test import Client
from django.utils import timezone

from accounts.deletion import delete_account
from accounts.guests.lifetime import new_guest
from accounts.models import User
from games.archive.finished import archive_of
from games.archive.own_data import games_of
from games.archive.replays import replay_for
from games.archive.stored import own_lines, page_for
from games.lobby.blocking import block
from games.lobby.taking_over import take_chair
from games.log.store import load, replay
from games.models import (
    Actor,
    Audience,
    ChairEvent,
    ChairOffer,
    FormerPlayer,
    Game,
    HeadToHead,
    Move,
    Notice,
    NoticeState,
    PlayerStatistics,
    Seat,
    Stage,
    Way,
)
from games.notices.seen import mark_seen
from games.order.games import open_hands
from games.order.players import ban
from games.play.chair_offers import offer_chair, offered_by, withdraw_offer
from games.play.chairs import keep, leave, take_back, void
from games.play.ending import agree_to_end
from games.play.messages import may_read_chat
from games.play.move import enter_move
from games.play.nudges import nudge
from games.play.plans.changing import Owner, add_order, drop_order, mark_of, raise_order
from games.play.plans.keeping import drop_plan, plan_of, put_plan
from games.play.silence import keep_silent
from games.play.tables import Table, table_for
from games.rules.errors import RuleError
from games.rules.moves import Orient, Show
from games.rules.orders import Order
from games.upkeep.ownership import move_games
from games.upkeep.rebuild import rebuild, rebuild_players
from games.upkeep.verify import first_fault
from games.upkeep.verify_players import player_faults
from tests.accounts.people import account
from tests.order.people import moderator
from tests.pages.page import Page
from tests.pages.seats import without_chance
from tests.tables import is_on, next_move, people_game, play_on

pytestmark = pytest.mark.django_db

WEEK = timedelta(days=7)
BEN = 1


@pytest.fixture(autouse=True)
def same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    without_chance(monkeypatch)


def later(span: timedelta = WEEK) -> AbstractContextManager[object]:
    return time_machine.travel(timezone.now() + span, tick=False)


def code_of(press: Any, **named: Any) -> str:
    try:
        press(**named)
    except RuleError as refused:
        return str(refused.code)
    return ""


def user_at(game: Game, seat: int) -> User:
    user = Seat.objects.get(game=game, number=seat).user
    assert isinstance(user, User)
    return user


def abandoned(players: int = 3, *, moves: int = 8, **terms: Any) -> Game:
    """A game whose seat 1 a bot has just begun to keep, with some of its player's moves."""
    game = people_game(players, **{"turn_seconds": None, **terms})
    ben = account("Ben", "ben@example.org")
    Seat.objects.filter(game=game, number=BEN).update(user=ben, name="Ben")
    play_on(game, moves=moves)
    keep(game_id=game.pk, seat=BEN, actor=Actor.CLOCK)
    return game


def offered(game: Game) -> str:
    """Its link, a week later."""
    offer_chair(game_id=game.pk, by_seat=0, seat=BEN)
    return str(ChairOffer.objects.get(seat__game=game).link)


def taken(game: Game, user: User | None = None) -> User:
    """Cleo, who sits there now."""
    cleo = user or account("Cleo", "cleo@example.org")
    take_chair(link=offered(game), user=cleo)
    return cleo


def table_of(game: Game, user: User) -> Table:
    table = table_for(public_id=game.public_id, user=user)
    assert table is not None
    return table


def test_a_chair_is_offered_once_a_bot_has_kept_it_for_seven_days() -> None:
    game = abandoned()
    offer = {"game_id": game.pk, "seat": BEN}
    with later(WEEK - timedelta(hours=1)):
        assert code_of(offer_chair, by_seat=0, **offer) == "too_early"
    with later():
        for seat in (2, 7):
            assert code_of(offer_chair, by_seat=0, game_id=game.pk, seat=seat) == "not_kept"
        assert code_of(offer_chair, by_seat=BEN, **offer) == "not_seated"
        link = offered(game)
        offer_chair(by_seat=2, **offer)
        assert ChairOffer.objects.get(seat__game=game).link == link, "one link for all"
        withdraw_offer(by_seat=2, **offer)
        assert offered_by(link) is None
        assert code_of(take_chair, link=link, user=new_guest()) == "not_offered"


def test_a_rated_game_has_no_chairs_for_others() -> None:
    game = abandoned()
    Game.objects.filter(pk=game.pk).update(rated=True)
    with later():
        assert code_of(offer_chair, game_id=game.pk, by_seat=0, seat=BEN) == "not_offered"


@pytest.mark.parametrize("why", ["taken back", "left", "over"])
def test_a_link_dies_with_its_reason(why: str) -> None:
    game = abandoned()
    with later():
        link = offered(game)
        match why:
            case "taken back":
                take_back(game_id=game.pk, seat=BEN)
                keep(game_id=game.pk, seat=BEN, actor=Actor.CLOCK)
            case "left":
                leave(game_id=game.pk, seat=BEN)
            case "over":
                void(game, replay(game), seat=0, actor=Actor.PLAYER)
        assert not ChairOffer.objects.exists()
        assert code_of(take_chair, link=link, user=new_guest()) == "not_offered"


def test_who_sits_down_gets_the_hand_as_it_is_and_nothing_of_what_was() -> None:
    game = abandoned()
    ben = user_at(game, BEN)
    before = table_of(game, ben)
    with later():
        cleo = taken(game)
        table = table_of(game, cleo)
        assert (table.seat, table.seats[BEN].name) == (BEN, "Cleo")
        assert table.view is not None
        assert before.view is not None
        assert table.view.hand == before.view.hand
        assert any(before.own_moves)
        assert not any(table.own_moves), "where cards went is known to those who put them"
        watched = replay_for(public_id=game.public_id, user=cleo)
        assert watched is not None
        assert watched.round is not None
        assert watched.seat is None
        assert all(hand is None for each in watched.round.positions for hand in each.hands)
        assert first_fault(game) is None
    row = Move.objects.get(game=game, type=ChairEvent.NEW_PLAYER)
    assert (row.seat, row.actor) == (BEN, Actor.PLAYER)
    former = FormerPlayer.objects.get()
    assert (former.user, former.name, former.version) == (ben, "Ben", row.version)


def test_in_the_next_round_the_newcomer_s_replay_is_theirs() -> None:
    game = abandoned()
    with later():
        cleo = taken(game)
        play_on(game, until=lambda state: state.round_number == 1)
        play_on(game, moves=4)
        own = replay_for(public_id=game.public_id, user=cleo)
        assert own is not None
        assert own.round is not None
        assert all(each.hands[BEN] for each in own.round.positions)
        # The round in which they sat down stays as a spectator saw it.
        assert own.numbers == (0, 1)
        first = replay_for(public_id=game.public_id, user=cleo, number=0)
        assert first is not None
        assert first.round is not None
        assert not any(hand for each in first.round.positions for hand in each.hands)
        assert not any(first.round.made)


def test_a_newcomer_is_told_no_round_before_they_sat_down() -> None:
    game = abandoned()
    with later():
        play_on(game, until=lambda state: state.round_number == 1 and len(state.history) > 1)
        cleo = taken(game)
        own = replay_for(public_id=game.public_id, user=cleo)
        assert own is not None
        assert own.numbers == (1,)
        before = replay_for(public_id=game.public_id, user=cleo, number=0)
        assert before is not None
        assert before.round is None
        client = Client()
        client.force_login(cleo)
        path = f"/games/{game.public_id}/replay/?round=1"
        assert client.get(path).status_code == 404
        assert path not in client.get(f"/games/{game.public_id}/").content.decode()
        host = replay_for(public_id=game.public_id, user=user_at(game, 0))
        assert host is not None
        assert host.numbers == (0, 1)
        # Once the game is over, its last round is theirs as it is everybody's.
        play_on(game)
        last = client.get(f"/games/{game.public_id}/?scene=scores-{game.players}")
        assert f"replay/?round={game.players}" in last.content.decode()


@pytest.mark.parametrize("open_to_all", [True, False])
def test_the_player_before_sees_what_a_spectator_sees_and_cannot_come_back(
    *, open_to_all: bool
) -> None:
    game = abandoned(open_to_all=open_to_all)
    ben = user_at(game, BEN)
    with later():
        taken(game)
        table = table_of(game, ben)
        assert table.seat is None
        assert table.view is not None
        assert table.view.hand is None
        assert table.own_moves == ()
        assert not may_read_chat(table.stamp)
        play_on(game, until=is_on(BEN))
        seat, move = next_move(load(game).state)
        press = {"game_id": game.pk, "seat": seat, "by": ben.pk}
        now = load(game).state.seq
        late = code_of(enter_move, move=move, seq=now, actor=Actor.PLAYER, **press)
        assert late == "not_seated", "a press that was under way is nobody's"
        assert code_of(leave, **press) == "not_seated"
        assert code_of(agree_to_end, agrees=True, **press) == "not_seated"
        to_another = {"game_id": game.pk, "by_seat": BEN, "seat": 0, "by": ben.pk}
        for act in (nudge, keep_silent, offer_chair, withdraw_offer):
            assert code_of(act, **to_another) == "not_seated"


def test_the_player_before_changes_no_plan_of_the_newcomers_by_a_press_under_way() -> None:
    game = abandoned()
    ben, order = user_at(game, BEN), Order(Show(0, 1))
    with later():
        cleo = taken(game)
        seq = play_on(game, until=is_on(2)).seq
        whose: dict[str, Any] = {"game_id": game.pk, "seat": BEN}
        plan = put_plan(**whose, seq=seq, orders=[order], by=cleo.pk)
        assert code_of(put_plan, **whose, seq=seq, orders=[order], by=ben.pk) == "not_seated"
        assert code_of(drop_plan, **whose, by=ben.pk) == "not_seated"
        press = {"owner": Owner(game.pk, BEN, ben.pk)}
        assert code_of(add_order, **press, seq=seq, order=order) == "not_seated"
        for change in (raise_order, drop_order):
            assert code_of(change, **press, place=0, mark=mark_of(plan)) == "not_seated"
        assert plan_of(**whose) == plan


def test_nobody_who_sits_or_sat_there_or_is_kept_apart_takes_a_chair() -> None:
    game = abandoned(4)
    keep(game_id=game.pk, seat=2, actor=Actor.CLOCK)
    ben, gus = user_at(game, BEN), user_at(game, 2)
    cleo, dana = account("Cleo", "cleo@example.org"), account("Dana", "dana@example.org")
    ada = moderator()
    open_hands(game_id=game.pk, by=ada, reason="A case")
    with later():
        link = offered(game)
        assert code_of(take_chair, link=link, user=user_at(game, 0)) == "sat_there"
        assert code_of(take_chair, link=link, user=gus) == "sat_there"
        assert code_of(take_chair, link=link, user=ada) == "sat_there", "who saw the hands"
        block(user=dana, other=user_at(game, 3))
        assert code_of(take_chair, link=link, user=dana) == "blocked"
        emil = account("Emil", "emil@example.org")
        ban(player=emil, by=ada, reason="Insults")
        assert code_of(take_chair, link=link, user=emil) == "banned"
        take_chair(link=link, user=cleo)
        take_chair(link=link, user=cleo)
        assert code_of(take_chair, link=link, user=new_guest()) == "not_offered"
        offer_chair(game_id=game.pk, by_seat=0, seat=2)
        other = ChairOffer.objects.get().link
        assert code_of(take_chair, link=other, user=ben) == "sat_there"
    assert Move.objects.filter(game=game, type=ChairEvent.NEW_PLAYER).count() == 1


def test_the_newcomer_learns_nothing_by_repeating_what_was_done_before() -> None:
    game = abandoned(moves=3)
    chosen = Move.objects.get(game=game, seat=BEN, type="orient")
    with later():
        cleo = taken(game)
        for flip in (False, True):
            refused = code_of(
                enter_move,
                game_id=game.pk,
                seat=BEN,
                move=Orient(flip),
                seq=chosen.seq,
                actor=Actor.PLAYER,
                by=cleo.pk,
            )
            assert refused == "stale"


def test_at_their_own_turn_the_newcomer_has_the_whole_time() -> None:
    game = abandoned(turn_seconds=24 * 3600)
    with later():
        play_on(game, until=is_on(BEN))
    with later(WEEK + timedelta(hours=30)):
        taken(game)
        log = load(game)
        assert log.people_to_act == (BEN,)
        assert log.began_at == timezone.now()
        assert log.chairs.missed_by(BEN) == 0


def test_the_newcomer_is_told_what_was_told_the_player_before_who_is_told_of_them_once() -> None:
    game = abandoned(moves=3)
    ben = user_at(game, BEN)
    play_on(game, until=is_on(BEN))
    with later():
        cleo = taken(game)
        theirs = Notice.objects.filter(game=game, user=ben)
        assert not theirs.filter(state=NoticeState.DUE).exclude(stage=Stage.TAKEN).exists()
        news = theirs.filter(state=NoticeState.UNREAD, way=Way.SITE)
        assert [each.stage for each in news] == [Stage.TAKEN]
        mine = Notice.objects.filter(game=game, user=cleo, way=Way.MAIL)
        assert Stage.TURN in {each.stage for each in mine}
        play_on(game)
        assert not theirs.filter(stage=Stage.END).exists()


def test_what_the_player_before_was_told_does_not_come_back_when_the_newcomer_looks() -> None:
    game = abandoned(moves=3)
    ben = user_at(game, BEN)
    play_on(game, until=is_on(BEN))
    seq = load(game).state.seq
    Notice.objects.create(
        user=ben,
        game=game,
        seat=BEN,
        seq=seq,
        stage=Stage.TURN,
        way=Way.PUSH,
        state=NoticeState.SENT,
        due_at=timezone.now(),
        told=1,
    )
    with later():
        taken(game)
        seat = Seat.objects.get(game=game, number=BEN)
        mark_seen(seat_id=seat.pk, seq=seq)
    theirs = Notice.objects.filter(game=game, user=ben, state=NoticeState.DUE)
    assert not theirs.exclude(stage=Stage.TAKEN).exists()


def test_a_newcomer_is_asked_whether_to_end_the_game_if_the_others_are() -> None:
    game = abandoned()
    agree_to_end(game_id=game.pk, seat=0, agrees=True)
    with later():
        cleo = taken(game)
        asked = Notice.objects.filter(game=game, user=cleo, stage=Stage.OFFER)
        assert asked.get(way=Way.SITE).state == NoticeState.UNREAD
        assert asked.filter(way=Way.MAIL).exists()


def test_an_offer_to_end_the_game_is_not_agreed_to_by_the_newcomer() -> None:
    game = abandoned()
    agree_to_end(game_id=game.pk, seat=BEN, agrees=True)
    agree_to_end(game_id=game.pk, seat=0, agrees=True)
    with later():
        taken(game)
        offer = load(game).chairs.offer
        assert offer is not None
        assert offer.agreed == {0}
        assert BEN not in dict(offer.kept_since)
        agree_to_end(game_id=game.pk, seat=2, agrees=True)
        assert not load(game).over
        agree_to_end(game_id=game.pk, seat=BEN, agrees=True)
        assert load(game).chairs.voided
        assert first_fault(game) is None


def tally(user: User) -> dict[str, int]:
    found = PlayerStatistics.objects.filter(user=user).values_list("tally", flat=True).first()
    return found or {}


def test_the_game_counts_for_the_newcomer_from_that_round_on_and_as_left_for_the_other() -> None:
    game = abandoned(moves=0)
    ben = user_at(game, BEN)
    with later():
        play_on(game, until=lambda state: state.round_number == 1)
        play_on(game, moves=5)
        cleo = taken(game)
        play_on(game)
    assert (tally(cleo)["games"], tally(cleo)["rounds"], tally(cleo).get("left", 0)) == (1, 2, 0)
    assert (tally(ben)["games"], tally(ben)["rounds"], tally(ben)["left"]) == (1, 1, 1)
    turns = Move.objects.filter(game=game, seat=BEN, actor=Actor.PLAYER).exclude(
        type__in=["orient", *ChairEvent.values]
    )
    kinds = ("show", "scout", "scout_and_show")
    assert sum(tally(cleo).get(kind, 0) for kind in kinds) == turns.count()
    ahead = HeadToHead.objects.get(user=ben, opponent=user_at(game, 0))
    assert (ahead.games, ahead.behind) == (1, 1)
    assert not HeadToHead.objects.filter(user=cleo, opponent=ben).exists(), "they never met"
    assert first_fault(game) is None
    assert list(player_faults([ben.pk, cleo.pk])) == [None, None]
    rebuild_players([rebuild(game_id=game.pk)])
    assert list(player_faults([ben.pk, cleo.pk])) == [None, None]


def test_a_chair_may_go_on_and_on() -> None:
    game = abandoned()
    with later():
        cleo = taken(game)
        keep(game_id=game.pk, seat=BEN, actor=Actor.CLOCK)
    with later(2 * WEEK):
        dana = taken(game, account("Dana", "dana@example.org"))
        assert table_of(game, cleo).seat is None
        assert table_of(game, dana).seat == BEN
        play_on(game)
    assert [each.name for each in FormerPlayer.objects.order_by("version")] == ["Ben", "Cleo"]
    assert (tally(cleo)["left"], tally(cleo).get("rounds", 0)) == (1, 0)
    assert first_fault(game) is None


def test_nobody_sits_down_under_the_name_of_somebody_who_sat_there() -> None:
    game = abandoned()
    Seat.objects.filter(game=game, number=BEN).update(user=new_guest(), name="Gus")
    with later():
        taken(game)
        keep(game_id=game.pk, seat=BEN, actor=Actor.CLOCK)
    with later(2 * WEEK):
        link = offered(game)
        assert code_of(take_chair, link=link, user=new_guest(), name="gus") == "name_taken"


@pytest.mark.parametrize("who", ["before", "newcomer"])
def test_the_game_is_whole_when_either_account_is_deleted(who: str) -> None:
    game = abandoned()
    ben = user_at(game, BEN)
    with later():
        cleo = taken(game)
        delete_account(user=ben if who == "before" else cleo)
        assert first_fault(game) is None
        play_on(game)
        assert first_fault(game) is None
    names = {FormerPlayer.objects.get().name, Seat.objects.get(game=game, number=BEN).name}
    assert names == ({"Former player", "Cleo"} if who == "before" else {"Ben", "Former player"})


def test_a_guest_who_sat_there_keeps_having_sat_there_as_an_account() -> None:
    game = abandoned()
    guest = new_guest()
    Seat.objects.filter(game=game, number=BEN).update(user=guest, name="Gus")
    with later():
        taken(game)
        target = account("Gustav", "gustav@example.org")
        move_games(source=guest, target=target)
        assert FormerPlayer.objects.get().user == target
        assert table_of(game, target).seat is None
        keep(game_id=game.pk, seat=BEN, actor=Actor.CLOCK)
    with later(2 * WEEK):
        assert code_of(take_chair, link=offered(game), user=target) == "sat_there"


def test_the_player_before_has_the_game_among_those_they_left_and_its_record() -> None:
    game = abandoned()
    ben, stranger = user_at(game, BEN), account("Sven", "sven@example.org")
    with later():
        cleo = taken(game)
        play_on(game)

    def listed(player: User, viewer: User) -> list[tuple[str, bool, int | None]]:
        found = archive_of(player=player, viewer=viewer).results
        return [(each.game.public_id, each.left, each.score) for each in found]

    anna = user_at(game, 0)
    assert listed(ben, ben) == listed(ben, anna) == [(game.public_id, True, None)]
    assert [left for _game, left, _score in listed(anna, ben)] == [False]
    assert listed(ben, stranger) == listed(anna, stranger) == []
    records = [page_for(user=each, most=5).lines for each in (ben, cleo, stranger)]
    assert [len(lines) for lines in records] == [1, 1, 0]
    assert list(own_lines(user=ben)) == records[0] == records[1]
    client = Client()
    client.force_login(ben)
    page = Page(client.get("/players/Ben/games/"))
    assert "Another player took the chair" in page.text
    assert "Left" in page.text
    Game.objects.filter(pk=game.pk).update(audience=Audience.OPEN)
    assert listed(ben, stranger) == [(game.public_id, True, None)]


PRIVATE = {"flip", "to", "start", "stop"}


def test_own_data_tell_each_of_their_own_time_alone() -> None:
    game = abandoned()
    ben = user_at(game, BEN)
    with later():
        cleo = taken(game)
        play_on(game, until=lambda state: state.round_number == 1)
        play_on(game, moves=4)
        (bens,), (cleos,) = told_of(ben), told_of(cleo)
        sat_down = Move.objects.get(game=game, type=ChairEvent.NEW_PLAYER).version
        assert bens["another_sat_down"]
        assert (bens["hands"], cleos["hands"]) == ([], [])
        assert all(move["version"] < sat_down for move in bens["moves"])
        assert {key for move in bens["moves"] for key in move}.isdisjoint(PRIVATE)
        assert all(move["version"] >= sat_down for move in cleos["moves"])
        play_on(game)
    (bens,), (cleos,) = told_of(ben), told_of(cleo)
    assert [hand["round"] for hand in bens["hands"]] == [1]
    assert [hand["round"] for hand in cleos["hands"]] == [1, 2, 3], "that round is both's"


def told_of(user: User) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(json.dumps(games_of(user=user), cls=DjangoJSONEncoder))
    return found
