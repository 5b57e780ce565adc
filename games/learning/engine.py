"""What :mod:`.batch` compiles: the loops over its games."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..bots.fast.compiling import also_compiled
from ..bots.fast.listing import legal_moves, move_rows
from ..bots.fast.table import (
    CARDS,
    ENDED_BY,
    ENDER,
    OWNER,
    PLAYING,
    SCOUTS,
    SIZE,
    STARTER,
    TURN,
    TURNS,
    RoundArrays,
    deck_array,
    new_table,
    play,
    shuffle,
    start_round,
    turn_hand,
)
from ..bots.value.candidates import MOVE
from ..rules.cards import hand_size
from .actions import SCOUT_AND_SHOW, number, parts
from .compiling import compiled
from .observation import ACTIVE, NOWHERE, OUT, UNKNOWN, Seen, fill

also_compiled(number, parts, fill)

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

NOBODY = -1


class Games(NamedTuple):
    """All games: each array has a row a game."""

    tables: RoundArrays
    cards: Ints
    """The shuffled deck."""
    dealt: Ints
    """The hands of the round as dealt, one after the other."""
    seats: Ints
    """The seat to act."""
    orienting: Ints
    """The seat that chooses its orientation; as many as players once all have."""
    finished: Ints
    """Finished rounds."""
    firsts: Ints
    """Who started the first round."""
    totals: Ints
    moves: Ints
    """Room for the legal moves of one position."""


def new_games(players: int, games: int) -> Games:
    """Return room for ``games`` games, none of them dealt."""
    one, deck = new_table(), deck_array(players)
    return Games(
        tables=RoundArrays(*(np.repeat(part[None], games, axis=0) for part in one)),
        cards=np.repeat(deck[None], games, axis=0),
        dealt=np.zeros((games, players * hand_size(players)), np.int64),
        seats=np.zeros(games, np.int64),
        orienting=np.zeros(games, np.int64),
        finished=np.zeros(games, np.int64),
        firsts=np.zeros(games, np.int64),
        totals=np.zeros((games, players), np.int64),
        moves=move_rows(),
    )


@compiled
def _table(tables: RoundArrays, game: int) -> RoundArrays:
    return RoundArrays(
        tables.hands[game],
        tables.counts[game],
        tables.active[game],
        tables.active_tops[game],
        tables.tops[game],
        tables.collected[game],
        tables.chips[game],
        tables.both[game],
        tables.seen[game],
        tables.holder[game],
        tables.facts[game],
    )


@compiled
def _first_starter(cards: Ints, players: int, dealt: int, chance: np.random.Generator) -> int:
    """Return the seat dealt the 1/2, the card of the lowest numbers; else, with two, either."""
    for place in range(dealt):
        if cards[place] >> 1 == 0:
            return place // (dealt // players)
    return int(chance.random() * players)


@compiled
def _deal(games: Games, game: int, players: int, chance: np.random.Generator) -> None:
    """Deal the next round. With two players the second one's cards were set aside in the first."""
    cards, finished = games.cards[game], games.finished[game]
    dealt = games.dealt.shape[1]
    fresh = players > 2 or finished == 0
    if fresh:
        shuffle(cards, chance)
    if finished == 0:
        games.firsts[game] = _first_starter(cards, players, dealt, chance)
        games.totals[game] = 0
    first = 0 if fresh else dealt
    games.dealt[game] = cards[first : first + dealt]
    starter = (games.firsts[game] + finished) % players
    start_round(_table(games.tables, game), players, games.dealt[game], starter, fresh)
    games.orienting[game] = 0
    games.seats[game] = 0


@compiled
def begin_all(games: Games, players: int, chance: np.random.Generator) -> None:
    """Deal the first round of every game."""
    for game in range(len(games.seats)):
        games.finished[game] = 0
        _deal(games, game, players, chance)


@compiled
def list_legal(games: Games, room: NDArray[np.int32], starts: Ints) -> int:
    """Write the ids of the legal actions into ``room`` as far as it goes; return their number."""
    players = games.totals.shape[1]
    count = 0
    for game in range(len(games.seats)):
        starts[game] = count
        if games.orienting[game] < players:
            for flip in range(2):
                if count < len(room):
                    room[count] = flip
                count += 1
            continue
        listed = legal_moves(_table(games.tables, game), games.moves)
        # Scout & Shows stand among the Scouts, but their ids come after them.
        for last in range(2):
            for index in range(listed):
                row = games.moves[index]
                if (row[0] == SCOUT_AND_SHOW) == (last == 1):
                    if count < len(room):
                        room[count] = number(row[0], row[1], row[2], row[3], row[4], row[5])
                    count += 1
    starts[len(games.seats)] = count
    return count


@compiled
def first_illegal(actions: Ints, legal: NDArray[np.int32], starts: Ints) -> int:
    """Return the first game whose action is not among its legal ones, or -1."""
    for game in range(len(actions)):
        # The ids ascend.
        found = legal[starts[game] : starts[game + 1]]
        place = np.searchsorted(found, actions[game])
        if place == len(found) or found[place] != actions[game]:
            return game
    return NOBODY


@compiled
def play_all(
    games: Games,
    players: int,
    rounds: int,
    actions: Ints,
    rewards: NDArray[np.float32],
    round_over: Flags,
    game_over: Flags,
    totals: Ints,
    chance: np.random.Generator,
) -> None:
    """Play a legal action in every game; write what it brought."""
    row = np.zeros(MOVE, np.int64)
    for game in range(len(actions)):
        table = _table(games.tables, game)
        if games.orienting[game] < players:
            if actions[game] == 1:
                turn_hand(table, games.orienting[game])
            games.orienting[game] += 1
        else:
            row[0], row[1], row[2], row[3], row[4], row[5] = parts(actions[game])
            play(table, row)
        if games.orienting[game] < players:
            games.seats[game] = games.orienting[game]
        else:
            games.seats[game] = table.facts[TURN]
        if table.facts[ENDED_BY] != PLAYING:
            _score(table, players, games.totals[game], rewards[game])
            round_over[game] = True
            games.finished[game] += 1
            game_over[game] = games.finished[game] == rounds
        totals[game] = games.totals[game]
        if game_over[game]:
            games.finished[game] = 0
        if round_over[game]:
            _deal(games, game, players, chance)


@compiled
def _score(table: RoundArrays, players: int, totals: Ints, rewards: NDArray[np.float32]) -> None:
    """Add the round's points to ``totals``, and write each above the others' mean."""
    everybody = 0
    for seat in range(players):
        points = table.collected[seat] + table.chips[seat]
        if seat != table.facts[ENDER]:
            points -= table.counts[seat]
        totals[seat] += points
        rewards[seat] = points
        everybody += points
    for seat in range(players):
        own = rewards[seat]
        rewards[seat] = own - (everybody - own) / (players - 1)


@compiled
def observe_all(games: Games, players: int, rounds: int, out: NDArray[np.float32]) -> None:
    """Write what each seat to act knows into its game's row of ``out``, which holds zeros."""
    where, acting = np.zeros(CARDS, np.int64), np.zeros(players, np.int64)
    for game in range(len(games.seats)):
        table, seat = _table(games.tables, game), games.seats[game]
        facts = table.facts
        orienting = games.orienting[game]
        for other in range(players):
            to_choose = orienting < players and other >= orienting
            acting[other] = 1 if to_choose or (orienting == players and other == seat) else 0
        _find_cards(where, table, seat, games.cards[game])
        fill(
            out[game],
            Seen(
                players,
                seat,
                0 if orienting < players else 1,
                rounds - games.finished[game] - 1,
                facts[TURNS],
                facts[SCOUTS],
                table.hands[seat],
                table.counts[seat],
                table.active,
                facts[SIZE],
                facts[OWNER],
                facts[STARTER],
                table.counts,
                table.collected,
                table.chips,
                table.both,
                games.totals[game],
                acting,
                where,
            ),
        )


@compiled
def _find_cards(where: Ints, table: RoundArrays, seat: int, cards: Ints) -> None:
    """Write where ``seat`` knows each card to be."""
    where[:] = NOWHERE
    for card in cards:
        if table.holder[card >> 1] >= 0:
            where[card >> 1] = table.holder[card >> 1]
        else:
            where[card >> 1] = OUT if table.seen[card >> 1] == 1 else UNKNOWN
    for place in range(table.facts[SIZE]):
        where[table.active[place] >> 1] = ACTIVE
    for place in range(table.counts[seat]):
        where[table.hands[seat, place] >> 1] = seat
