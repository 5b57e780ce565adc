"""`bench mail`: every due turn is told once by each way, though a sender is killed."""

import os
import re
import subprocess

import pytest

from tests.site.environment import MANAGE, environment

ONCE = "lost: 0, told twice: 0, notices left open: 0"


QUICK = ("--claim-seconds", "10")


def measured(*options: str) -> str:
    """Return what the benchmark says, if it finds nothing wrong."""
    done = subprocess.run(
        [*MANAGE, "bench", "mail", *options],
        env=environment(DATABASE_URL=os.environ.get("DATABASE_URL", "")),
        capture_output=True,
        text=True,
        check=False,
        timeout=570,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.postgres
def test_it_measures_emails_pushes_and_hooks_one_after_another() -> None:
    said = measured("--turns", "20", "--no-kill")
    assert re.findall(r"^(\d+) (\w+) about (\d+) turns", said, re.MULTILINE) == [
        ("5", "emails", "20"),
        ("20", "pushes", "20"),
        ("20", "hooks", "20"),
    ]
    assert said.count(ONCE) == 3
    assert "2 pushes were decrypted" in said


@pytest.mark.slow
@pytest.mark.postgres
def test_of_two_thousand_due_turns_none_is_lost_or_doubled_though_a_sender_is_killed() -> None:
    said = measured("--way", "mail", "--turns", "2000", "--users", "200", *QUICK)
    assert "a sender was killed" in said
    assert ONCE in said


@pytest.mark.slow
@pytest.mark.postgres
def test_what_a_killed_sender_had_claimed_is_sent_once_its_claim_runs_out() -> None:
    said = measured("--way", "hook", "--turns", "300", "--users", "150", *QUICK)
    assert "a sender was killed" in said
    assert ONCE in said
