"""`manage.py verify_records FILE [--legal]`: one JSON line for each record."""

import json
from pathlib import Path

import pytest

from tests.rules.commands import run, run_apart
from tests.rules.examples import LINES, PLAYTHROUGHS, verdict
from tests.rules.test_broken_record_format import NO_JSON

OK = {"ok": True}


def written(path: Path, content: bytes) -> str:
    path.write_bytes(content)
    return str(path)


@pytest.mark.slow
def test_right_records_are_ok_and_the_exit_status_is_zero() -> None:
    status, said, complaints = run_apart("verify_records", str(PLAYTHROUGHS / "examples.jsonl"))
    assert (status, said, complaints) == (0, [OK] * len(LINES), "")


def test_the_last_line_needs_no_end_and_empty_lines_are_passed_over(tmp_path: Path) -> None:
    content = f"\n{LINES[0]}\n\n\r\n{LINES[4]}\r\n\n{LINES[8]}".encode()
    status, said, _ = run("verify_records", written(tmp_path / "records", content))
    assert (status, said) == (0, [OK] * 3)


def test_an_empty_file_has_nothing_wrong_in_it(tmp_path: Path) -> None:
    assert run("verify_records", written(tmp_path / "records", b"")) == (0, [], "")


def test_standard_input_is_read_for_a_dash() -> None:
    status, said, _ = run("verify_records", "-", given=LINES[0].encode())
    assert (status, said) == (0, [OK])


def test_the_rest_of_the_file_is_read_whatever_a_line_held(tmp_path: Path) -> None:
    broken = [line for line in NO_JSON.values() if line and b"\n" not in line]
    broken += [b"[" * 100_000, b"null", b"[]", b'{"\\ud800": 1}', b"\x00", b"\xff" * 10]
    right = LINES[0].encode()
    content = b"".join(line + b"\n" + right + b"\n" for line in broken)
    status, said, complaints = run("verify_records", written(tmp_path / "records", content))
    assert status == 1
    assert complaints == ""
    assert len(said) == 2 * len(broken)
    assert said[1::2] == [OK] * len(broken)
    assert {(each["ok"], each["code"]) for each in said[::2]} == {(False, "bad_record")}


def test_only_a_line_feed_ends_a_line(tmp_path: Path) -> None:
    record = {**json.loads(LINES[0]), "meta": {"x": "\u2028\u2029\x85\x1c"}}
    line = json.dumps(record, ensure_ascii=False).replace(", ", ",\r ")
    status, said, _ = run("verify_records", written(tmp_path / "records", line.encode()))
    assert (status, said) == (0, [OK])


def test_the_first_fault_is_told_with_its_place() -> None:
    record = json.loads(LINES[0])
    record["rounds"][1]["moves"][1]["to"] = 99
    status, said, _ = run("verify_records", "-", given=json.dumps(record).encode())
    assert status == 1
    assert said == [verdict(record)]
    assert {key: said[0][key] for key in ("ok", "round", "move", "code")} == {
        "ok": False, "round": 1, "move": 1, "code": "no_such_place"
    }  # fmt: skip


def test_the_legal_moves_are_listed_on_request() -> None:
    given = "\n".join(LINES[number] for number in (0, 4, 10)).encode()
    status, said, _ = run("verify_records", "-", "--legal", given=given)
    assert status == 0
    assert said == [verdict(json.loads(line), legal=True) for line in given.splitlines()]
    for each, line in zip(said, given.splitlines(), strict=True):
        rounds = json.loads(line)["rounds"]
        moves = [len(a_round["moves"]) for a_round in rounds]
        assert [len(listed) for listed in each["legal"]] == moves
        for a_round, listed in zip(rounds, each["legal"], strict=True):
            for entry, legal in zip(a_round["moves"], listed, strict=True):
                assert {key: entry[key] for key in entry if key != "seat"} in legal


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    status, said, complaints = run("verify_records", str(tmp_path / "nothing"))
    assert status != 0
    assert said == []
    assert "nothing" in complaints
    assert "Traceback" not in complaints
