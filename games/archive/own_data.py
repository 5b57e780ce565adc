"""The site's data about a user's games, from their own seats only."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from django.contrib.auth.models import AbstractUser
from django.db.models import Prefetch, Q

from games.models import (
    NOT_OVER,
    ChairEvent,
    ChatMessage,
    Destination,
    Game,
    GameInvitation,
    GameStatus,
    Hand,
    ImportedRecord,
    Move,
    PlayerStatistics,
    Rating,
    RatingChange,
    Seat,
    SentNotice,
    Way,
)
from games.people.kinds import with_kinds
from games.results.rating_model import listable
from games.rules.json_values import read_json
from games.rules.moves import Orient

_MOVE_COLUMNS = ("version", "actor", "type", "flip", "end", "to", "start", "stop", "created_at")
_PUBLIC = ("round", "version", "actor", "type", "end", "created_at")
"""What a spectator knows of a move, too."""

# Keyed by game and seat.
_Rows = dict[tuple[int, int], list[dict[str, Any]]]

_CHANGE_COLUMNS = ("players", "number", "mu", "sigma", "weight", "charged")


class UnderWay(NamedTuple):
    """A running game."""

    others: list[tuple[str, str]]
    """By name and kind."""
    round_number: int
    """From 1."""
    rounds: int


def games_under_way(*, user: AbstractUser) -> list[UnderWay]:
    """Return the user's running games, latest first."""
    seats = (
        Seat.objects.filter(user=user.pk, game__summary__status=GameStatus.RUNNING)
        .select_related("game__summary")
        .prefetch_related(Prefetch("game__seats", with_kinds(Seat.objects.all())))
        .order_by("-game__summary__changed_at")
    )
    return [
        UnderWay(
            others=[(each.name, each.kind) for each in seat.game.seats.all() if each.pk != seat.pk],
            round_number=seat.game.summary.round_number + 1,
            rounds=seat.game.players,
        )
        for seat in seats
    ]


def games_of(*, user: AbstractUser) -> list[dict[str, Any]]:
    """Return the user's games, own moves and hands.

    Hands appear once their round is over; two own seats list a game twice. Until the game is over,
    a seat that the user left shows only what spectators see.
    """
    seats = list(
        Seat.objects.filter(user=user.pk).select_related("game__summary").order_by("game", "number")
    )
    moves = _moves_of(seats)
    hands = _hands_of(seats)
    for each in _left_by(moves) & _still_played(seats):
        moves[each] = _as_spectators_see(moves[each])
        hands[each] = []
    messages = _messages_of(user)
    return [
        {
            **_facts_of(seat.game, seat.game.creator_id == user.pk),
            "seat": seat.number,
            "name": seat.name,
            "quiet": seat.quiet,
            "hands": hands[seat.game_id, seat.number],
            "moves": moves[seat.game_id, seat.number],
            "messages": messages[seat.game_id, seat.number],
        }
        for seat in seats
    ]


def sent_to(*, user: AbstractUser) -> list[dict[str, Any]]:
    """Return traces of what was sent to ``user`` by email, push and webhook, oldest first."""
    sent = SentNotice.objects.filter(user=user.pk).order_by("sent_at")
    rows = sent.values_list("kind", "way", "sent_at")
    return [{"kind": kind, "way": way, "sent": at} for kind, way, at in rows]


def destinations_of(*, user: AbstractUser, way: Way) -> list[dict[str, Any]]:
    """Return the user's devices or webhooks, oldest first: whose servers they are at, no secret."""
    return [
        {
            "name": each.name,
            "host": urlsplit(each.address).hostname,
            **({"takes": each.form} if each.form else {}),
            "since": each.created_at,
            "failing_since": each.failing_since,
            "off_since": each.off_since,
        }
        for each in Destination.objects.filter(user=user.pk, way=way).order_by("pk")
    ]


def invitations_to(*, user: AbstractUser) -> list[dict[str, Any]]:
    """Return unanswered invitations by name, oldest first."""
    asked = GameInvitation.objects.filter(user=user.pk).order_by("created_at")
    return [
        {"game": game, "game_name": name, "invited": at}
        for game, name, at in asked.values_list("game__public_id", "game__name", "created_at")
    ]


def records_imported(*, user: AbstractUser) -> list[dict[str, Any]]:
    """Return imported records, oldest first."""
    rows = ImportedRecord.objects.filter(user=user.pk).order_by("pk")
    return [
        {"title": title, "imported": at, "record": read_json(record)}
        for title, at, record in rows.values_list("title", "imported_at", "record")
    ]


def statistics_of(*, user: AbstractUser) -> dict[str, Any]:
    """Return statistics and rating history."""
    counted = PlayerStatistics.objects.filter(user=user.pk).order_by("players", "among_people")
    ratings = Rating.objects.filter(user=user.pk).order_by("players")
    changes = RatingChange.objects.filter(user=user.pk).order_by("players", "number")
    return {
        "counted": list(counted.values("players", "among_people", "tally")),
        "ratings": [
            {**row, "provisional": not listable(games=row["games"], people=row["people"])}
            for row in ratings.values("players", "mu", "sigma", "games", "people")
        ],
        "rating_changes": [
            {"game": row.pop("game__public_id"), **row}
            for row in changes.values("game__public_id", *_CHANGE_COLUMNS)
        ],
    }


def _facts_of(game: Game, is_creator: bool) -> dict[str, Any]:
    return {
        "game": game.public_id,
        "game_name": game.name,
        "created": game.created_at,
        "created_by_you": is_creator,
        "players": game.players,
        "audience": game.audience,
        "status": game.summary.status,
        "last_change": game.summary.changed_at,
    }


def _of_seats(seats: Iterable[Seat], game: str) -> Q:
    numbers = defaultdict(list)
    for seat in seats:
        numbers[seat.number].append(seat.game_id)
    rows = Q(pk__in=[])
    for number, games in numbers.items():
        rows |= Q(**{"seat": number, f"{game}__in": games})
    return rows


def _moves_of(seats: Iterable[Seat]) -> _Rows:
    found: _Rows = defaultdict(list)
    rows = Move.objects.filter(_of_seats(seats, "game")).order_by("game", "version")
    for game_id, seat, number, *values in rows.values_list(
        "game_id", "seat", "round__number", *_MOVE_COLUMNS
    ):
        move = zip(_MOVE_COLUMNS, values, strict=True)
        told = {column: value for column, value in move if value not in (None, "")}
        found[game_id, seat].append({"round": number + 1, **told})
    return found


def _left_by(moves: _Rows) -> set[tuple[int, int]]:
    # From the same rows as what was played since: no later move comes without this one.
    return {
        seat for seat, rows in moves.items() if any(row["type"] == ChairEvent.LEAVE for row in rows)
    }


def _still_played(seats: Iterable[Seat]) -> set[tuple[int, int]]:
    return {(each.game_id, each.number) for each in seats if each.game.summary.status in NOT_OVER}


def _as_spectators_see(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {column: row[column] for column in _PUBLIC if column in row}
        for row in rows
        if row["type"] != Orient.type
    ]


def _hands_of(seats: Iterable[Seat]) -> _Rows:
    last = {
        seat.game_id: seat.game.summary.round_number - (seat.game.summary.status in NOT_OVER)
        for seat in seats
    }
    found: _Rows = defaultdict(list)
    rows = Hand.objects.filter(_of_seats(seats, "round__game"))
    for game_id, seat, number, cards in rows.order_by("round__game", "round__number").values_list(
        "round__game_id", "seat", "round__number", "cards"
    ):
        if number <= last[game_id]:
            found[game_id, seat].append({"round": number + 1, "cards": cards.split(" ")})
    return found


def _messages_of(user: AbstractUser) -> _Rows:
    found: _Rows = defaultdict(list)
    rows = ChatMessage.objects.filter(user=user.pk).order_by("id")
    for game_id, seat, text, said in rows.values_list("game_id", "seat", "text", "created_at"):
        found[game_id, seat].append({"text": text, "said": said})
    return found
