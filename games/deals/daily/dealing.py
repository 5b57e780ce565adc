"""The deals of the days: drawn ahead, and played by the expert before anybody else."""

import secrets
from datetime import UTC, date, datetime, timedelta

from django.db import transaction
from django.db.models import Max

from games.bots.registry import choose_move
from games.log.chain import chain_key
from games.models import DaySecret, DealOfTheDay
from games.rules import game as rules
from games.rules.deal import SECRET_BYTES, commitment, deal_round
from games.rules.game import GameState, SeatMove
from games.rules.moves import move_from_json, move_to_json
from games.rules.views import view_for

PLAYERS = 4
CHAIR = 0
"""Everybody's seat."""
EXPERT = "expert"
_TRIOS = (
    ("pip", "juno", "otto"),
    ("tilly", "lev", "corvo"),
    ("otto", "mabel", "lev"),
    ("juno", "tilly", "mabel"),
    ("corvo", "pip", "lev"),
    ("mabel", "otto", "juno"),
    ("lev", "corvo", "tilly"),
)
"""The bots of the days, in turn: characters that move at once on any machine."""


def today(now: datetime) -> date:
    """Return the day (UTC) of ``now``."""
    return now.astimezone(UTC).date()


def deal_of(day: date, *, programs: bool = False) -> DealOfTheDay:
    """Return the deal of ``day``, drawn now if there is none yet."""
    found = DealOfTheDay.objects.filter(day=day, programs=programs).first()
    if found is not None:
        return found
    secret = secrets.token_bytes(SECRET_BYTES)
    earlier = DealOfTheDay.objects.filter(programs=programs, day__lt=day)
    number = (earlier.aggregate(last=Max("number"))["last"] or 0) + 1
    with transaction.atomic():
        deal, made = DealOfTheDay.objects.get_or_create(
            day=day,
            programs=programs,
            defaults={
                "number": number,
                "commitment": commitment(secret),
                "bots": " ".join(_TRIOS[day.toordinal() % len(_TRIOS)]),
            },
        )
        if made:
            DaySecret.objects.create(deal=deal, secret=secret)
    return deal


def secret_of_day(deal: DealOfTheDay) -> bytes:
    """Return the day's secret, which stays on the server until the day is over."""
    return bytes(DaySecret.objects.values_list("secret", flat=True).get(deal=deal))


def opened_secret(deal: DealOfTheDay, now: datetime) -> str:
    """Return the secret in hexadecimal for anybody; empty until the day is over."""
    return secret_of_day(deal).hex() if deal.day < today(now) else ""


def draw_ahead(*, now: datetime) -> None:
    """Draw today's deals and tomorrow's, and let the expert play those it hasn't.

    Tomorrow's commitment is shown today.
    """
    day = today(now)
    for each in (day, day + timedelta(days=1)):
        for programs in (False, True):
            deal_of(each, programs=programs)
    for deal in DealOfTheDay.objects.filter(expert_points=None, day__lte=day + timedelta(days=1)):
        moves, state = _played_by_expert(deal)
        DealOfTheDay.objects.filter(pk=deal.pk, expert_points=None).update(
            expert_moves=[[seat, move_to_json(move)] for seat, move in moves],
            expert_points=state.totals[CHAIR],
        )


def expert_round(deal: DealOfTheDay) -> GameState:
    """Return the round as the expert played it; it has to be there."""
    state = _start(deal)
    for seat, move in deal.expert_moves or ():
        state = rules.play(state, seat, move_from_json(move))
    return state


def _start(deal: DealOfTheDay) -> GameState:
    dealt = deal_round(secret_of_day(deal), "", PLAYERS, 0)
    return rules.deal(rules.new_game(PLAYERS, rounds=1), dealt)


def _played_by_expert(deal: DealOfTheDay) -> tuple[list[SeatMove], GameState]:
    state = _start(deal)
    seated = [EXPERT, *deal.bots.split(" ")]
    # As the site asks bots at a table: their choices follow from deal and position.
    seed = int.from_bytes(chain_key(secret_of_day(deal)))
    moves = []
    while not state.over:
        seat = state.to_act[0]
        moves.append(SeatMove(seat, choose_move(seated[seat], view_for(state, seat), seed)))
        state = rules.play(state, *moves[-1])
    return moves, state


def past_deal(day: date, now: datetime) -> DealOfTheDay | None:
    """Return people's deal of a day that is over; None if there was none."""
    if day >= today(now):
        return None
    return DealOfTheDay.objects.filter(day=day, programs=False).first()


def first_day() -> date | None:
    """Return the first day that had a deal; None if none has."""
    days = DealOfTheDay.objects.filter(programs=False)
    return days.order_by("day").values_list("day", flat=True).first()


def has_deal(day: date) -> bool:
    """Return whether people had a deal on ``day``."""
    return DealOfTheDay.objects.filter(day=day, programs=False).exists()
