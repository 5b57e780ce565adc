"""The test vector of docs/witnesses.md fits, by the site's own code and by the example program."""

import json
import re
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any

from django.conf import settings

from games.log.chain import chain_key, seal
from games.rules.deal import commitment
from games.witness import tree
from games.witness.tree import Step

DOCS = Path(settings.BASE_DIR) / "docs"


def vector() -> Any:
    (block,) = re.findall(r"```json\n(.*?)```", (DOCS / "witnesses.md").read_text(), re.DOTALL)
    return json.loads(block)


def test_the_site_seals_and_climbs_as_the_vector_does() -> None:
    log = vector()
    secret = bytes.fromhex(log["secret"])
    assert commitment(secret) == log["game"]["commitment"]
    key = chain_key(secret)
    head = seal(key, "", "game", log["game"])
    assert head == log["seal"]
    for row in log["rows"]:
        head = seal(key, head, row["table"], row["row"])
        assert head == row["seal"]
    (witness,) = log["witnesses"]
    assert witness["head"] == head
    steps = [Step(step["side"], bytes.fromhex(step["sibling"])) for step in witness["path"]]
    top = tree.climbed(tree.leaf(bytes.fromhex(head)), steps)
    assert top.hex() == witness["tree"]
    day = date.fromisoformat(witness["day"])
    assert tree.root_of_day(bytes.fromhex(witness["before"]), top, day).hex() == witness["root"]


def test_the_example_program_finds_that_it_fits() -> None:
    command = [sys.executable, str(DOCS / "examples" / "verify_log.py"), "-"]
    done = subprocess.run(
        command, input=json.dumps(vector()), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "3 rows, 1 days, 0 faults\n")
