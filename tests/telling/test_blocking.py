"""A block ends invitations between two people, whoever made them."""

import pytest

from games.lobby.blocking import block
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.models import Game, GameInvitation
from games.rules.errors import RuleError
from tests.accounts.people import account
from tests.telling.people import HOUR, NOON, choose, send_at
from tests.telling.server import Mailbox

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


@pytest.mark.parametrize("by_the_host", [False, True])
def test_it_ends_invitations_between_them_and_no_others(
    mailbox: Mailbox, by_the_host: bool
) -> None:
    maya, bruno, carla = (account(name, f"{name}@example.org") for name in ("Maya", "Bruno", "Ca"))
    choose(maya, tell_turns="daily", digest_hour=18)
    terms = Terms(players=4, name="Slow")
    theirs = create_game(user=bruno, terms=terms, invited=[maya, carla])
    other = create_game(user=carla, terms=Terms(players=4, name="Other"), invited=[maya])
    before = {game.pk: Game.objects.get(pk=game.pk).revision for game in (theirs, other)}
    block(user=bruno if by_the_host else maya, other=maya if by_the_host else bruno)
    left = GameInvitation.objects.values_list("game__name", "user__username")
    assert sorted(left) == [("Other", "Maya"), ("Slow", "Ca")]
    assert Game.objects.get(pk=theirs.pk).revision > before[theirs.pk]
    assert Game.objects.get(pk=other.pk).revision == before[other.pk]
    send_at(NOON + 12 * HOUR)
    subjects = [str(mail["Subject"]) for mail in mailbox.mails if mail["To"] == maya.email]
    assert not [each for each in subjects if "Slow" in each]


def test_nobody_blocks_themselves() -> None:
    maya = account("Maya", "maya@example.org")
    with pytest.raises(RuleError, match="yourself"):
        block(user=maya, other=maya)
