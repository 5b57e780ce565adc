"""The site's data about a user's games, from their own seats only."""

from collections import defaultdict
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from django.contrib.auth.models import AbstractUser
from django.db.models import Prefetch

from games.archive.own_plans import plans_of
from games.archive.own_rows import own_rows
from games.archive.sittings import Rows, sittings_of
from games.models import (
    ChatMessage,
    Destination,
    Friend,
    Game,
    GameInvitation,
    GameStatus,
    ImportedRecord,
    Note,
    PlayerStatistics,
    PracticeCard,
    Rating,
    RatingChange,
    Seat,
    SeatReview,
    SentNotice,
    Way,
)
from games.people.kinds import with_kinds
from games.results.against_bots import rating_against_bots
from games.results.rating_model import listable
from games.rules.json_values import read_json

_REVIEW_COLUMNS = ("rounds", "decisions", "given_away", "kinds")
_CHANGE_COLUMNS = ("players", "bot_accounts", "number", "mu", "sigma", "weight", "charged")


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
            rounds=seat.game.rounds_to_play,
        )
        for seat in seats
    ]


def games_of(*, user: AbstractUser) -> list[dict[str, Any]]:
    """Return the user's games, own moves, hands and plans.

    Hands appear once their round is over; two own seats list a game twice. Until the game is over,
    a seat that the user left, or that another has taken, shows only what spectators see, and one
    that they took themselves shows no hand from before.
    """
    sittings = sittings_of(user)
    seats = [each.seat for each in sittings]
    moves, hands = own_rows(seats)
    messages = _messages_of(user)
    plans = plans_of(seats)
    notes = dict(Note.objects.filter(user=user.pk).values_list("game_id", "text"))
    return [
        {
            **_facts_of(each.seat.game, each.seat.game.creator_id == user.pk),
            "seat": each.seat.number,
            "name": each.name,
            "quiet": each.ended_at is None and each.seat.quiet,
            "another_sat_down": each.ended_at,
            "hands": each.own_hands(hands[each.key], moves[each.key]),
            "moves": each.own_moves(moves[each.key]),
            "plans": None if each.ended_at else plans[each.seat.pk],
            "messages": messages[each.key],
            "note": notes.get(each.seat.game_id, ""),
        }
        for each in sittings
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


def friends_listed(*, user: AbstractUser) -> list[dict[str, Any]]:
    """Return the list of friends, oldest first; whose lists name the user is others' affair."""
    rows = Friend.objects.filter(owner=user.pk).order_by("pk")
    return [
        {"name": name, "since": since}
        for name, since in rows.values_list("friend__username", "since")
    ]


def records_imported(*, user: AbstractUser) -> list[dict[str, Any]]:
    """Return imported records, oldest first."""
    rows = ImportedRecord.objects.filter(user=user.pk).order_by("pk")
    return [
        {"title": title, "imported": at, "record": read_json(record)}
        for title, at, record in rows.values_list("title", "imported_at", "record")
    ]


def practice_of(*, user: AbstractUser) -> list[dict[str, Any]]:
    """Return what the user answered in practice, in the order in which it comes back."""
    cards = PracticeCard.objects.filter(user=user.pk).order_by("due_at", "pk")
    columns = ("position__public_id", "position__kind", "answers", "right", "grade", "due_at")
    return [
        {
            "position": position,
            "kind": kind,
            "answers": answers,
            "right": right,
            "last_grade": grade,
            "due": due,
            "spacing": state,
        }
        for position, kind, answers, right, grade, due, state in cards.values_list(
            *columns, "state"
        )
    ]


def statistics_of(*, user: AbstractUser) -> dict[str, Any]:
    """Return statistics, the rating against bots, rating history and what reviews found."""
    counted = PlayerStatistics.objects.filter(user=user.pk).order_by("players", "among_people")
    ratings = Rating.objects.filter(user=user.pk).order_by("bot_accounts", "players")
    changes = RatingChange.objects.filter(user=user.pk)
    changes = changes.order_by("bot_accounts", "players", "number")
    reviews = SeatReview.objects.filter(seat__user=user.pk).order_by("seat__game")
    return {
        "against_bots": rating_against_bots(user)._asdict(),
        "counted": list(counted.values("players", "among_people", "tally")),
        "ratings": [
            {**row, "provisional": not listable(games=row["games"], people=row["people"])}
            for row in ratings.values("players", "bot_accounts", "mu", "sigma", "games", "people")
        ],
        "rating_changes": [
            {"game": row.pop("game__public_id"), **row}
            for row in changes.values("game__public_id", *_CHANGE_COLUMNS)
        ],
        "reviews": [
            {"game": row.pop("seat__game__public_id"), **row}
            for row in reviews.values("seat__game__public_id", *_REVIEW_COLUMNS)
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


def _messages_of(user: AbstractUser) -> Rows:
    found: Rows = defaultdict(list)
    rows = ChatMessage.objects.filter(user=user.pk).order_by("id")
    for game_id, seat, text, said in rows.values_list("game_id", "seat", "text", "created_at"):
        found[game_id, seat].append({"text": text, "said": said})
    return found
