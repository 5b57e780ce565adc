"""The signs are held against made-up honest and dishonest people."""

from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError

from games.models import SignKind
from games.order.signs.simulating.counting import MEANT, Count, hold_against
from games.order.signs.simulating.people import Role


def _share(counts: list[Count], kind: SignKind, *, meant: bool) -> float:
    some = [each for each in counts if each.kind == kind and each.is_meant is meant]
    return sum(each.some for each in some) / sum(each.of for each in some)


@pytest.mark.slow
def test_most_of_the_dishonest_are_found_and_hardly_anybody_else() -> None:
    counts = hold_against(honest=100, dishonest=60, seed=2)
    for kind in (SignKind.SECOND, SignKind.PAIR, SignKind.STALLING, SignKind.CHAT):
        assert _share(counts, kind, meant=True) >= 0.6, kind
    by_role = {(each.kind, each.role): each for each in counts}
    helped = by_role[SignKind.EXPERT, Role.ENGINE]
    assert helped.some >= 0.6 * helped.of
    for kind in set(MEANT) - {SignKind.SECOND}:
        assert _share(counts, kind, meant=False) <= 0.03, kind
    # A family that signs in in one browser does look like one person; others rarely do.
    for role in (Role.HOUSEHOLD, Role.NEIGHBOUR):
        alike = by_role[SignKind.SECOND, role]
        assert alike.some <= 0.2 * alike.of
        assert not alike.strong


def test_the_command_prints_the_table_that_the_documents_show(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = [
        Count(SignKind.CHAT, Role.FOUL, 4, 3, 2),
        Count(SignKind.CHAT, Role.SLOW, 9, 0, 0),
        Count(SignKind.CHAT, Role.ORDINARY, 41, 2, 1),
    ]
    path = "games.management.commands.simulate_signs.hold_against"
    monkeypatch.setattr(path, lambda **_options: made)
    out = StringIO()
    call_command("simulate_signs", stdout=out)
    first, _rule, *rows = out.getvalue().splitlines()
    told = [[cell.strip() for cell in row.split("|")[2:-1]] for row in rows]
    assert told == [
        ["**foul chatter**", "4", "3", "2", "75.0%"],
        ["ordinary player", "41", "2", "1", "4.9%"],
        ["all others", "50", "2", "1", "4.0%"],
    ]
    assert first in (Path(settings.BASE_DIR) / "docs" / "moderation.md").read_text()


def test_too_few_people_say_nothing() -> None:
    with pytest.raises(CommandError):
        call_command("simulate_signs", "--honest", "5")
