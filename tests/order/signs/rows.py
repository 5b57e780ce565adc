"""Rows that signs are read from, written as they are at the end of games."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from django.utils import timezone

from accounts.models import User
from games.models import (
    Audience,
    Game,
    GameStatus,
    GameSummary,
    Move,
    RatingChange,
    Round,
    Seat,
    SeatResult,
    SeatReview,
)
from games.models.statistics import WON
from games.results.rating_model import NEW, Skill

DAY = 24 * 3600


def finished(
    people: Sequence[User],
    *,
    days_ago: float = 1,
    rated: bool = True,
    skills: Sequence[Skill] = (),
    tallies: Sequence[dict[str, int]] = (),
    left: Sequence[int] = (),
    number: int = 20,
) -> Game:
    """A game that ended in the order of ``people``, the first of whom won."""
    at = timezone.now() - timedelta(days=days_ago)
    game = Game.objects.create(
        name="Saturday cards", players=len(people), audience=Audience.OPEN, created_at=at,
        commitment="0" * 64, turn_seconds=DAY, rated=rated,
    )  # fmt: skip
    GameSummary.objects.create(
        game=game, status=GameStatus.FINISHED, version=9, seq=9, round_number=1, changed_at=at,
        began_at=at, head="",
    )  # fmt: skip
    for place, user in enumerate(people):
        seat = Seat.objects.create(
            game=game, number=place, user=user, name=user.username, over_at=at
        )
        skill = skills[place] if skills else Skill(NEW.mu, 1.5)
        SeatResult.objects.create(
            seat=seat, game=game, user=user, players=len(people), among_people=True, open=True,
            ended_at=at, finished=True, score=-place, place=place + 1, left=place in left,
            won=0 if place else WON, rated=rated, charged=False, nobody_gains=False,
            tally=tallies[place] if tallies else {"rounds": len(people), "show": 14},
        )  # fmt: skip
        if rated:
            RatingChange.objects.create(
                seat=seat, game=game, user=user, players=len(people), number=number, people=1,
                weight=1, charged=False, ended_at=at, mu_before=skill.mu,
                sigma_before=skill.sigma, mu=skill.mu + (-1 if place else 1), sigma=skill.sigma,
            )  # fmt: skip
    return game


def reviewed(user: User, other: User, *, each: float, rating: float, decisions: int = 20) -> None:
    """A rated game in which ``user`` gave away so much a decision."""
    game = finished([user, other], skills=[Skill(rating, 2), Skill(rating, 2)])
    SeatReview.objects.create(
        seat=Seat.objects.get(game=game, number=0), rounds=2, decisions=decisions,
        given_away=each * decisions, kinds={},
    )  # fmt: skip


def moves(game: Game, turns: Sequence[tuple[int, datetime]], *, actor: str = "player") -> None:
    """Turns by seat and time; each of the others' is open for a day from then on."""
    first = Round.objects.create(
        id=uuid4(), game=game, number=Round.objects.filter(game=game).count(), starter=0,
        created_at=turns[0][1], mac="",
    )  # fmt: skip
    version = Move.objects.filter(game=game).count()
    rows: list[Any] = []
    for step, (seat, at) in enumerate(turns):
        due = at + timedelta(seconds=DAY)
        rows.append(
            Move(
                id=uuid4(),
                game=game,
                round=first,
                version=version + step,
                seq=version + step,
                seat=seat,
                actor=actor,
                type="show",
                created_at=at,
                mac="",
                deadlines=f"{1 - seat} {due:%Y-%m-%dT%H:%M:%S.%fZ}",
            )
        )
    Move.objects.bulk_create(rows)
