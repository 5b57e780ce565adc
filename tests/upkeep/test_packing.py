"""Games that ended long ago are packed, and nobody can tell."""

from collections.abc import Callable
from datetime import timedelta
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
import time_machine
from django.apps import apps
from django.core.cache import cache
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.db.migrations.exceptions import IrreversibleError
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.archive.own_data import games_of
from games.archive.replays import replay_for
from games.lobby.guards import has_begun
from games.log import triggers
from games.log.kept import forget_kept
from games.log.reading import read_many, read_rows
from games.log.store import load, replay
from games.models import Actor, Game, Hand, Move, PackedLog, Round, Seat
from games.order.games import void
from games.order.signs import shared_marks
from games.order.tables import public_table
from games.play.late import clock_played
from games.play.move import enter_move
from games.play.turn_links import turn_link, turn_token
from games.rules.errors import RuleError
from games.rules.moves import Move as RulesMove
from games.tasks import pack_logs
from games.upkeep import packing
from games.upkeep.rebuild import rebuild
from games.upkeep.verify import first_fault
from games.witness.making import make_day
from tests.order.people import moderator
from tests.tables import bot_game, ends_the_round, people_game, play_on, take_back

pytestmark = pytest.mark.django_db

LATER = timezone.now() + packing.AFTER + timedelta(days=1)


@pytest.fixture(autouse=True)
def _forget_failures() -> None:
    """Databases roll back, so the next test's game may bear the number of one that failed."""
    cache.clear()


def ended_game(players: int = 3) -> Game:
    """Played to its end by people, with turns taken back on the way."""
    game = people_game(players)
    play_on(game, players + 2, until=ends_the_round)
    take_back(game)
    play_on(game)
    return game


def pack(*, now: Any = None) -> list[bool]:
    return list(packing.pack_due(now=now or LATER))


def rows_left(game: Game) -> int:
    return (
        Move.objects.filter(game=game).count()
        + Hand.objects.filter(round__game=game).count()
        + Round.objects.filter(game=game).count()
    )


def test_its_rows_are_replaced_by_one_of_a_fraction_of_the_size() -> None:
    game = ended_game(4)
    before = read_rows(game.pk)
    assert pack() == [True]
    assert rows_left(game) == 0
    packed = PackedLog.objects.get(game=game)
    assert packed.moves == len(before.moves)
    # As rows, a move takes 320 bytes with its indexes.
    assert len(bytes(packed.rows)) < 320 * packed.moves / 5
    assert read_rows(game.pk) == before
    assert read_many([game.pk]) == {game.pk: before}


def _told(client: Client, game: Game, user: User) -> dict[str, Any]:
    """What everybody who reads the log makes of it."""
    forget_kept()
    seat = Seat.objects.get(game=game, user=user)
    told: dict[str, Any] = {
        address: client.get(f"/api/v1/games/{game.public_id}/{address}/").json()
        for address in ("log", "record", "review")
    }
    told["text"] = client.get(f"/games/{game.public_id}/log/").content
    told["replays"] = [
        replay_for(public_id=game.public_id, user=user, number=number)
        for number in range(game.players)
    ]
    told["own data"] = games_of(user=user)
    told["table"] = public_table(game)
    told["log"] = load(game)
    told["from all rows"] = replay(game)
    told["has begun"] = has_begun(game)
    token = turn_token(
        user_id=user.pk, link_key=user.link_key, public_id=game.public_id, seat=seat.number, seq=5
    )
    told["link"] = turn_link(token)
    told["late"] = [clock_played(game_id=game.pk, seat=0, seq=seq) for seq in range(30)]
    told["fault"] = first_fault(game)
    return told


def test_all_who_read_logs_find_what_they_found(client: Client) -> None:
    game = ended_game()
    user = User.objects.get(seats__game=game, seats__number=1)
    client.force_login(user)
    before = _told(client, game, user)
    assert before["fault"] is None
    assert before["log"].undone
    pack()
    assert rows_left(game) == 0
    assert _told(client, game, user) == before


def test_rebuilding_from_a_packed_log_changes_nothing() -> None:
    game = ended_game()
    pack()
    rebuild(game_id=game.pk)
    assert first_fault(game) is None
    call_command("verify_log", "--processes=1")


def test_days_get_their_roots_from_packed_logs() -> None:
    game = ended_game()
    pack()
    make_day(timezone.now().date())
    assert game.witnessed_heads.get().head == read_rows(game.pk).moves[-1].mac


def _last_move(game: Game) -> tuple[int, RulesMove, int]:
    row = read_rows(game.pk).moves[-1]
    return row.seat, row.move(), row.seq


def test_a_move_sent_again_is_known_and_another_is_refused() -> None:
    game = people_game(2)
    play_on(game)
    seat, move, seq = _last_move(game)
    pack()
    forget_kept()
    again = enter_move(game_id=game.pk, seat=seat, move=move, seq=seq, actor=Actor.PLAYER)
    assert not again.new
    with pytest.raises(RuleError) as refused:
        enter_move(game_id=game.pk, seat=1 - seat, move=move, seq=seq, actor=Actor.PLAYER)
    assert refused.value.code == "game_over"


def test_games_that_go_on_or_ended_lately_stay_as_they_are() -> None:
    running, ended = people_game(3), ended_game()
    play_on(running, 5)
    assert pack(now=timezone.now() + packing.AFTER - timedelta(minutes=1)) == []
    assert pack() == [True]
    assert not PackedLog.objects.filter(game=running).exists()
    assert PackedLog.objects.filter(game=ended).exists()
    assert pack() == []


def test_a_faulty_log_stays_as_it_is_and_holds_up_no_other() -> None:
    faulty, whole = ended_game(), ended_game()
    triggers.remove(connection)
    Move.objects.filter(game=faulty, version=4).update(seat=2, mac="0" * 64)
    triggers.install(connection)
    assert sorted(pack()) == [False, True]
    assert rows_left(faulty) > 0
    assert not PackedLog.objects.filter(game=faulty).exists()
    assert rows_left(whole) == 0


def test_a_packed_game_can_still_be_voided() -> None:
    game = ended_game()
    moves = len(read_rows(game.pk).moves)
    pack()
    forget_kept()
    void(game_id=game.pk, by=moderator(), reason="They shared their hands.")
    forget_kept()
    rows = read_rows(game.pk)
    assert [row.type for row in rows.moves[moves:]] == ["void"]
    assert load(game).chairs.voided
    assert first_fault(game) is None
    assert pack(now=LATER + packing.AFTER) == []
    assert read_many([game.pk])[game.pk] == rows


def test_what_counts_the_moves_of_the_last_days_finds_them_as_rows() -> None:
    assert shared_marks.WITHIN < packing.AFTER


@pytest.mark.parametrize("change", ["update", "delete"])
def test_a_packed_log_is_written_once(change: str) -> None:
    ended_game()
    pack()
    rows = PackedLog.objects.all()
    with pytest.raises(DatabaseError, match="written once"), transaction.atomic():
        rows.update(moves=1) if change == "update" else rows.delete()


def test_only_what_is_packed_can_be_deleted() -> None:
    game, other = ended_game(), ended_game()
    PackedLog.objects.create(game=game, moves=10, rows=b"", packed_at=timezone.now())
    with transaction.atomic():
        Move.objects.filter(game=game, version__lt=10).delete()
        transaction.set_rollback(True)
    for rows in (
        Move.objects.filter(game=game, version=10),
        Move.objects.filter(game=other, version=0),
        Hand.objects.filter(round__game=other),
    ):
        with pytest.raises(DatabaseError, match="written once"), transaction.atomic():
            rows.delete()


def _change(row: PackedLog, change: Callable[[bytes], bytes]) -> None:
    triggers.remove(connection)
    PackedLog.objects.filter(pk=row.pk).update(rows=change(bytes(row.rows)))


def test_a_changed_packed_log_is_found() -> None:
    game = ended_game()
    pack()
    row = PackedLog.objects.get(game=game)
    # The last bytes are those of a round's id, which its seal covers.
    _change(row, lambda packed: packed[:-1] + bytes([packed[-1] ^ 1]))
    assert first_fault(game) == "the chain breaks at the deal of round 2"
    _change(row, lambda packed: packed[:200])
    assert first_fault(game) == "one of its rows can't be read"


def test_a_row_beside_a_packed_log_is_found() -> None:
    game = ended_game()
    row = Move.objects.filter(game=game, version=3).values().get()
    pack()
    Move.objects.create(**{**row, "seat": (row["seat"] + 1) % 3})
    assert first_fault(game) is not None


def test_there_is_no_way_back_that_would_lose_packed_logs() -> None:
    ended_game()
    pack()
    migration = import_module("games.migrations.0052_packed_logs")
    with pytest.raises(IrreversibleError):
        migration.refuse_if_packed(apps, SimpleNamespace(connection=connection))


def test_the_worker_packs_what_is_due() -> None:
    game = ended_game()
    pack_logs()
    assert rows_left(game) > 0
    with time_machine.travel(LATER):
        pack_logs()
    assert rows_left(game) == 0


def test_the_worker_speaks_of_a_faulty_log_once_a_day(caplog: pytest.LogCaptureFixture) -> None:
    faulty = ended_game()
    triggers.remove(connection)
    Move.objects.filter(game=faulty, version=4).update(seat=2, mac="0" * 64)
    triggers.install(connection)
    for hours, said in ((0, 1), (1, 1), (25, 2)):
        with time_machine.travel(LATER + timedelta(hours=hours), tick=False):
            pack_logs()
        assert caplog.text.count(f"The log of game {faulty.pk} is not packed") == said
    assert pack() == [False]


def test_the_command_says_how_many(capsys: pytest.CaptureFixture[str]) -> None:
    ended_game()
    bot_game()
    with time_machine.travel(LATER):
        call_command("pack_logs")
    assert capsys.readouterr().out == "1 logs packed.\n"
