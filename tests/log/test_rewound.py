"""A log with moves taken back, against the log of the same game without them."""

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID, uuid4

from hypothesis import given, settings
from hypothesis import strategies as st

from games.log.deadlines import deadlines_text
from games.log.replay import Log, empty_log, with_deal, with_move, with_rows
from games.log.rows import HandRow, LogRows, MoveRow, RoundRow
from games.log.standing import undone_in
from games.models import Actor, ChairEvent, Game
from games.results.conduct import conduct_of
from games.results.tallies import tallies_of, turns_of
from games.review.working import made_by_players
from games.rules.cards import card_names
from games.rules.deal import deal_round
from games.rules.moves import Move, Orient, move_to_json
from games.rules.records import record_of
from games.rules.views import view_for

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


class Written:
    """A log in memory, each row a minute after the one before."""

    def __init__(self, players: int) -> None:
        self.game = Game(pk=1, players=players, created_at=NOON)
        self.log = empty_log(self.game, range(players - 1), "")
        self.rows = LogRows([], [], [])
        self.now = NOON

    def deal(self) -> None:
        number = self.log.state.round_number
        dealt = deal_round(bytes(32), "", self.game.players, number)
        self.now += MINUTE
        row = RoundRow(UUID(int=number), 1, number, dealt.starter, self.now, "")
        hands = [
            HandRow(UUID(int=seat), row.id, seat, " ".join(card_names(hand)), "")
            for seat, hand in enumerate(dealt.hands)
        ]
        self.rows.rounds.append(row)
        self.rows.hands.extend(hands)
        self.log = with_deal(self.log, row, hands)

    def move(self, seat: int, move: Move, actor: str = Actor.PLAYER) -> None:
        columns = move_to_json(move)
        del columns["type"]
        self.add(seat, move.type, actor, **columns)
        if self.log.state.needs_deal:
            self.deal()

    def add(self, seat: int, kind: str, actor: str = Actor.PLAYER, **columns: Any) -> None:
        assert self.log.round_id is not None
        self.now += MINUTE
        row = MoveRow(
            uuid4(), 1, self.log.round_id, self.log.version, self.log.state.seq, seat, actor, kind,
            *(None, "", None, None, None), self.now, "",
            deadlines_text({seat: self.now + MINUTE}) if kind == ChairEvent.EXTEND else None,
        )._replace(**columns)  # fmt: skip
        self.rows.moves.append(row)
        self.log = with_move(self.log, row)

    def turns(self) -> list[int]:
        return [row.version for row in self.log.current_rows if row.is_turn]


def same_but_for_counting(one: Log, other: Log) -> bool:
    return one.state._replace(version=0, seq=0) == other.state._replace(version=0, seq=0)


@settings(max_examples=20, deadline=None)
@given(st.integers(2, 5), st.integers(0, 2**32), st.sets(st.integers(1, 120), max_size=6))
def test_what_is_left_is_the_game_without_the_undone_moves(
    players: int, seed: int, places: set[int]
) -> None:
    chance = Random(seed)
    written = Written(players)
    written.deal()
    made: list[tuple[int, Move, str]] = []
    steps = 0
    while not written.log.state.over:
        steps += 1
        turns = written.turns()
        if steps in places and turns:
            before = written.log
            to = chance.choice(turns)
            written.add(0, ChairEvent.PAUSE, Actor.MODERATOR)
            written.add(0, ChairEvent.REWIND, Actor.MODERATOR, to=to)
            assert written.log.version == before.version + 2, "versions go on"
            assert written.log.state.seq == before.state.seq + 1, "and so does seq"
            written.add(0, ChairEvent.RESUME, Actor.MODERATOR)
            del made[len(made) - (len(turns) - turns.index(to)) :]
        seat = chance.choice(written.log.state.to_act)
        moves = view_for(written.log.state, seat).legal_moves()
        move, actor = (
            chance.choice(moves),
            str(chance.choice([Actor.PLAYER, Actor.PLAYER, Actor.CLOCK])),
        )
        written.move(seat, move, actor)
        made.append((seat, move, actor))
    plain = Written(players)
    plain.deal()
    for seat, move, actor in made:
        plain.move(seat, move, actor)
    assert same_but_for_counting(written.log, plain.log)
    for seat in (None, *range(players)):
        assert view_for(written.log.state, seat) == view_for(plain.log.state, seat)
    assert record_of(written.log.state) == record_of(plain.log.state)
    # What is counted, who is charged, and what is reviewed.
    people = range(players - 1)
    turns_of_both = [
        [(turn.round_number, turn.seat, turn.actor) for turn in turns_of(each.rows, people)]
        for each in (written, plain)
    ]
    assert turns_of_both[0] == turns_of_both[1]
    assert made_by_players(written.rows) == made_by_players(plain.rows)
    conducts = [conduct_of(each.rows, people) for each in (written, plain)]
    assert conducts[0] == conducts[1]
    tallied = [
        tallies_of(people, each.rows, each.log.state, conduct)
        for each, conduct in zip((written, plain), conducts, strict=True)
        if conduct
    ]
    assert without_pace(tallied[0].seats) == without_pace(tallied[1].seats)
    # The rows say it all: replayed at once, or up to any version, they lead to the same.
    whole = with_rows(empty_log(written.game, range(players - 1), ""), written.rows)
    assert whole == written.log
    decided = [(row.seq, row.seat) for row in written.rows.moves if not row.is_chair_event]
    assert len(decided) == len(set(decided)), "no seat decides twice at a decision"
    undone = undone_in(written.rows.moves)
    assert len(made) == len(decided) - len(undone)


def without_pace(tallies: dict[int, dict[str, int]]) -> list[dict[str, int]]:
    """A turn after a pause began anew: a minute later than it would have been."""
    return [
        {key: value for key, value in tally.items() if not key.startswith("pace:")}
        for tally in tallies.values()
    ]


def test_nobody_is_charged_for_what_the_clock_did_in_moves_that_were_undone() -> None:
    chance, written = Random(7), Written(3)
    written.deal()
    while not written.log.state.over:
        if len(written.turns()) == 3 and written.log.version < 300:
            written.add(0, ChairEvent.REWIND, Actor.MODERATOR, to=written.turns()[0])
        seat = written.log.state.to_act[0]
        move = chance.choice(view_for(written.log.state, seat).legal_moves())
        early = written.log.version < 300 and not isinstance(move, Orient)
        written.move(seat, move, Actor.CLOCK if early else Actor.PLAYER)
    conduct = conduct_of(written.rows, range(2))
    assert conduct is not None
    assert conduct.charged == frozenset()
