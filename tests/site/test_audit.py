"""Dependencies with known holes block a change; a missing answer is no all-clear."""

from importlib.util import module_from_spec, spec_from_file_location
from typing import Any

import pytest

from tests.site.environment import ROOT

spec = spec_from_file_location("audit", ROOT / ".ci" / "audit.py")
assert spec
assert spec.loader
audit = module_from_spec(spec)
spec.loader.exec_module(audit)

SOUND = {"name": "sound", "version": "1.0", "vulns": []}
HOLED = {
    "name": "holed",
    "version": "1.0",
    "vulns": [{"id": "PYSEC-1", "fix_versions": ["1.1"], "aliases": [], "description": ""}],
}
SKIPPED = {"name": "strange", "skip_reason": "not found"}


@pytest.mark.parametrize(
    ("packages", "well", "says"),
    [
        ([SOUND], True, "No hole is known in any of 1 packages."),
        ([SOUND, HOLED, SKIPPED], False, "holed 1.0: PYSEC-1, mended in 1.1"),
        ([SOUND, SKIPPED], None, "Could not ask about 1: strange"),
        ([SKIPPED], None, "Could not ask whether a hole is known: no index"),
    ],
)
def test_only_an_answer_for_all_is_an_all_clear(
    packages: list[dict[str, Any]], well: bool | None, says: str
) -> None:
    found, lines = audit.verdict({"dependencies": packages}, "no index")
    assert found is well
    assert says in lines


@pytest.mark.parametrize(
    ("well", "required", "code"),
    [(True, "", 0), (False, "", 1), (None, "", 0), (None, "required", 1)],
)
def test_a_hole_fails_and_silence_fails_where_an_answer_is_required(
    monkeypatch: pytest.MonkeyPatch, well: bool | None, required: str, code: int
) -> None:
    monkeypatch.setenv("AUDIT", required)
    monkeypatch.setattr(audit, "ask", lambda pins: (None, ""))
    monkeypatch.setattr(audit, "verdict", lambda report, reason: (well, []))
    assert audit.main() == code
