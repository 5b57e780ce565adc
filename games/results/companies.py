"""Keys of people and of all people at a table, for ratings.

A deleted account keeps its games together under ``Seat.former``, and companies are named anew.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from hashlib import blake2b
from uuid import UUID

from games.models import RatedOpponent, Seat, SeatResult

AT_ONCE = 500


def person_key(user_id: int | None, former: UUID | None) -> UUID:
    """Return the key of a user, or of a deleted account."""
    key = former if user_id is None else UUID(int=user_id)
    assert key is not None
    return key


def company_of(people: Iterable[UUID]) -> UUID:
    """Return the key of a company of people."""
    told = b"".join(sorted(key.bytes for key in people))
    return UUID(bytes=blake2b(told, digest_size=16).digest())


def name_companies_anew(game_ids: Collection[int]) -> None:
    """Correct the companies of rated games whose seats changed hands; holds the ledger."""
    rated = SeatResult.objects.filter(game__in=game_ids, company__isnull=False)
    numbers = sorted(set(rated.values_list("game_id", flat=True)))
    for start in range(0, len(numbers), AT_ONCE):
        some = numbers[start : start + AT_ONCE]
        people = defaultdict(list)
        seats = Seat.objects.filter(game__in=some)
        for game_id, user_id, former in seats.values_list("game_id", "user_id", "former"):
            people[game_id].append(person_key(user_id, former))
        games = defaultdict(list)
        for game_id, keys in people.items():
            games[company_of(keys)].append(game_id)
        for company, together in games.items():
            SeatResult.objects.filter(game__in=together).update(company=company)


def rename_person(before: UUID, after: UUID) -> None:
    """Name somebody differently among those whom ratings know to have met; holds the ledger."""
    RatedOpponent.objects.filter(owner=before).update(owner=after)
    RatedOpponent.objects.filter(opponent=before).update(opponent=after)
