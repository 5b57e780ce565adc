"""A log packs into bytes of a sixth of its size, from which the same rows come back."""

from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.log.packing import pack, unpack
from games.log.row_ids import hand_id, move_id, round_id
from games.log.rows import HandRow, LogRows, MoveRow, RoundRow

AT = datetime(2026, 11, 1, 20, 30, 5, 123456, tzinfo=UTC)
seals = st.binary(min_size=32, max_size=32).map(bytes.hex)
times = st.integers(0, 10**14).map(lambda since: AT + timedelta(microseconds=since))
types = ["show", "keep"]
small = st.none() | st.integers(0, 5000)


@st.composite
def logs(draw: st.DrawFn) -> LogRows:
    """Logs that the rules need not allow, with ids of either sort."""
    old = draw(st.booleans())
    rounds: list[RoundRow] = []
    hands: list[HandRow] = []
    moves: list[MoveRow] = []
    for number in range(draw(st.integers(1, 3))):
        at = draw(times)
        own_id = uuid4() if old else round_id(at, draw(st.binary(min_size=10, max_size=10)))
        rounds.append(RoundRow(own_id, 7, number, number, at, draw(seals), _deadlines(draw, at)))
        for seat in range(draw(st.integers(1, 3))):
            of_hand = uuid4() if old else hand_id(own_id, at, seat)
            hands.append(HandRow(of_hand, own_id, seat, "3/7 10/1", draw(seals)))
        for _ in range(draw(st.integers(0, 4))):
            moved_at, version = draw(times), len(moves)
            moves.append(
                MoveRow(
                    uuid4() if old else move_id(own_id, moved_at, version),
                    *(7, own_id, version, draw(st.integers(0, 400)), draw(st.integers(0, 4))),
                    *(draw(st.sampled_from(["player", "bot"])), draw(st.sampled_from(types))),
                    *(draw(st.none() | st.booleans()), draw(st.sampled_from(["", "left"]))),
                    *(draw(small), draw(small), draw(small)),
                    created_at=moved_at,
                    mac=draw(seals),
                    deadlines=_deadlines(draw, moved_at),
                )
            )
    return LogRows(rounds, hands, moves)


def _deadlines(draw: st.DrawFn, at: datetime) -> str | None:
    over_at = at + timedelta(microseconds=draw(st.integers(0, 10**12)))
    text = f"0 {over_at:%Y-%m-%dT%H:%M:%S.%fZ},2 {at:%Y-%m-%dT%H:%M:%S.%fZ}"
    return draw(st.sampled_from([None, "", text]))


@given(logs())
def test_the_same_rows_come_back(rows: LogRows) -> None:
    assert unpack(7, pack(rows)) == rows


@given(logs(), st.data())
def test_bytes_that_were_changed_are_no_log_or_another_one(
    rows: LogRows, data: st.DataObject
) -> None:
    """None reads as the same log, and none breaks anything but itself."""
    packed = bytearray(pack(rows))
    place = data.draw(st.integers(0, len(packed) - 1))
    packed[place] ^= data.draw(st.integers(1, 255))
    try:
        found = unpack(7, bytes(packed))
    except ValueError:
        return
    assert found != rows


def test_rows_that_would_not_come_back_are_refused() -> None:
    own_id = UUID(int=1)
    dealt = RoundRow(own_id, 7, 0, 0, AT, "00" * 32, "0 2026-11-01T20:30:05Z")
    hand = HandRow(UUID(int=2), own_id, 0, "3/7", "00" * 32)
    move = MoveRow(
        UUID(int=3), 7, own_id, 0, 0, 0, "player", "keep", None, "", None, None, None, AT, "00" * 32
    )
    with pytest.raises(ValueError, match="packed"):
        pack(LogRows([dealt], [hand], [move]))


def test_ids_grow_with_time_and_follow_from_the_round() -> None:
    drawn = bytes(range(10))
    ids = [round_id(AT + timedelta(milliseconds=later), drawn) for later in range(3)]
    assert sorted(ids) == ids
    assert {each.version for each in ids} == {7}
    assert {each.variant for each in ids} == {ids[0].variant}
    moves = [move_id(ids[0], AT, version) for version in range(100)]
    assert len({*moves, *(hand_id(ids[0], AT, seat) for seat in range(5))}) == 105
    assert moves == [move_id(ids[0], AT, version) for version in range(100)]
