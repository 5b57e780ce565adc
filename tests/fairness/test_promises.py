"""A promise serves one game within an hour, and the deal follows from it and the parts."""

import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from django.conf import settings
from django.utils import timezone

from games.archive.stored import record_line
from games.fairness.parts import Brought, parts_of
from games.fairness.promises import forget_old, promise_for_page, promise_for_program, take
from games.lobby.joining import join
from games.lobby.leaving import leave_before_start
from games.lobby.opening import create_game, start_bot_game
from games.lobby.terms import Terms
from games.log.store import load_state, secret_of
from games.models import Game, PreparedDeal, Seat
from games.rules.cards import card_names
from games.rules.deal import commitment, deal_round
from games.rules.errors import RuleError
from tests.accounts.people import account
from tests.tables import play_on

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drawn_by_the_site")]

MINE, OTHERS = "0f" * 16, "a1" * 16


@pytest.mark.parametrize("by_page", [True, False])
def test_a_promise_serves_one_game(by_page: bool) -> None:
    user = account()
    if by_page:
        promised = promise_for_page()
        shown, named = promised.commitment, promised.token
    else:
        shown = named = promise_for_program()
    brought = Brought(MINE, named)
    game = start_bot_game(user=user, bots=["pip", "otto"], brought=brought)
    assert game.commitment == shown == commitment(secret_of(game))
    game.refresh_from_db()
    assert (game.contribution, game.promised_first) == (f"0:{MINE}", True)
    assert load_state(game).dealt == deal_round(secret_of(game), f"0:{MINE}", 3, 0)
    assert not PreparedDeal.objects.filter(secret__isnull=False).exists()
    if by_page:
        again = start_bot_game(user=user, bots=["pip", "otto"], brought=brought)
        assert again.commitment != shown
        again.refresh_from_db()
        assert not again.promised_first
    else:
        with pytest.raises(RuleError, match="used up"):
            start_bot_game(user=user, bots=["pip"], brought=brought)


def test_old_and_made_up_promises_are_none() -> None:
    page, program = promise_for_page(), promise_for_program()
    with time_machine.travel(timezone.now() + timedelta(hours=1, minutes=1)):
        assert take(page.token) is None
        with pytest.raises(RuleError, match="older than an hour"):
            take(program)
    assert take(page.token[:-2]) is None
    assert take("") is None
    with pytest.raises(RuleError):
        take("0" * 64)
    forget_old(now=timezone.now() + timedelta(hours=3))
    assert not PreparedDeal.objects.exists()


def test_each_player_adds_a_part_and_a_seat_that_changes_hands_the_new_ones() -> None:
    anna, bea, cleo = account("Anna", "a@example.org"), account(), account("Cleo", "c@example.org")
    game = create_game(user=anna, terms=Terms(players=3, bots={2: "pip"}), brought=Brought(MINE))
    join(game_id=game.pk, user=bea, invitation=game.invitation, brought=Brought(OTHERS))
    assert Game.objects.get(pk=game.pk).contribution == f"0:{MINE},1:{OTHERS}"
    other = create_game(user=anna, terms=Terms(players=3), brought=Brought(MINE))
    join(game_id=other.pk, user=bea, invitation=other.invitation, brought=Brought(OTHERS))
    leave_before_start(game_id=other.pk, user=bea)
    join(game_id=other.pk, user=cleo, invitation=other.invitation, brought=Brought("no part"))
    other.refresh_from_db()
    seats = list(Seat.objects.filter(game=other).order_by("number"))
    mine, drawn, free = parts_of(other, seats)
    assert (mine, free, other.contribution) == (MINE, None, "")
    assert drawn not in (None, OTHERS)
    assert [seat.part_sent for seat in seats] == [True, False]
    join(game_id=other.pk, user=bea, invitation=other.invitation, brought=Brought(OTHERS))
    other.refresh_from_db()
    assert other.contribution == f"0:{MINE},1:{drawn},2:{OTHERS}"
    assert other.promised_first, "their parts came after the commitment"


def test_the_short_program_finds_a_record_fair_and_each_forgery_not(tmp_path: Path) -> None:
    game = start_bot_game(user=account(), bots=["pip", "otto"], brought=Brought(MINE))
    play_on(game)
    line = record_line(game) or ""
    assert MINE in line
    forged = line.replace(MINE, OTHERS), line.replace(game.commitment, "0" * 64)
    file = tmp_path / "records.jsonl"
    file.write_text("\n".join([line, *forged]))
    program = settings.BASE_DIR / "docs" / "examples" / "verify_deal.py"
    assert len(program.read_text().splitlines()) < 80
    said = subprocess.run(
        [sys.executable, "-I", str(program), str(file)], capture_output=True, text=True, check=False
    )
    assert said.stdout.splitlines() == [
        "fair",
        "round 0 does not follow from the secret and the parts",
        "the secret is not the one that was promised",
    ]
    assert said.returncode == 1


def test_the_vectors_of_the_page_are_right() -> None:
    text = (settings.BASE_DIR / "docs" / "fairness.md").read_text()
    assert commitment(bytes(range(32))) in text
    lines = [line for line in text.splitlines() if line[:3].strip("| ").isdigit()]
    before = ""
    assert len(lines) == 5
    for line in lines:
        players, number, mixed, starter, hand = (
            cell.strip(" `") for cell in line.strip("|").split("|")
        )
        before = before if mixed == "the same" else mixed
        dealt = deal_round(bytes(range(32)), before, int(players), int(number))
        assert (str(dealt.starter), " ".join(card_names(dealt.hands[0]))) == (starter, hand)
