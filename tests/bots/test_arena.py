"""The arena plays fair matches and reports them truly."""

import json
import shlex
import shutil
import sys
import time
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from games.bots.arena import DealResult, play_deal, report
from games.bots.players import BrokenPlayerError, ProgramPlayer
from games.bots.registry import choose_move
from games.bots.value.network import FOLDER, Network, load, parameter_file
from games.management.progress import with_progress
from games.rules.cards import card_names
from games.rules.deal import commitment, deal_round
from games.rules.records import check_line
from games.rules.view_reading import view_from_json
from games.rules.views import View
from tests.bots.test_bots import positions

BOT = f"{sys.executable} manage.py bot"
ILLEGAL = """input(); print('{"type": "show", "start": 0, "stop": 40}')"""
HELPLESS = """print('{"code": "bad_view", "error": "I cannot read this."}')"""
FLOOD = "import sys\nwhile True: sys.stdout.write('x' * 5000)"
DRIPPING = (
    "import sys, time\nwhile True: sys.stdout.write('x'); sys.stdout.flush(); time.sleep(0.02)"
)
LEAVING_A_CHILD = "import subprocess, time; subprocess.Popen(['sleep', '98765']); time.sleep(60)"


@pytest.fixture(autouse=True)
def _a_program_may_take_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine Python itself takes seconds to start."""
    monkeypatch.setattr("games.bots.players.TIME_LIMIT", 120.0)


def python(program: str) -> str:
    return f"{sys.executable} -c {shlex.quote(program)}"


def arena(*words: str) -> str:
    out = StringIO()
    call_command("arena", *words, stdout=out, stderr=StringIO())
    return out.getvalue()


def match(*words: str) -> Any:
    return json.loads(arena(*words, "--json"))


def test_a_bot_at_all_seats_is_no_better_than_itself() -> None:
    """In all rotations of one deal, luck cancels to the last point."""
    result = play_deal(["easy", "easy", "easy"], "a deal", {})
    assert result.margin == {"easy": 0.0}
    assert result.wins["easy"] == pytest.approx(1)
    assert result.games == 3


def test_the_same_seed_gives_the_same_match() -> None:
    words = ("easy", "random", "--games", "3", "--json")
    untimed = [
        [
            {key: bot[key] for key in bot if not key.startswith("ms")}
            for bot in json.loads(out)["bots"]
        ]
        for out in (arena(*words), arena(*words), arena(*words, "--seed", "1"))
    ]
    assert untimed[0] == untimed[1]
    assert untimed[0] != untimed[2]


def test_intervals_take_the_deal_as_the_unit() -> None:
    results = [
        DealResult({"a": 1.0}, {"a": 0.0}, {"a": 1.0}, 2, {"a": [0.001]}),
        DealResult({"a": 3.0}, {"a": 2.0}, {"a": 0.0}, 2, {"a": [0.003]}),
    ]
    (standing,) = report(["a", "a"], results).bots
    assert standing.points_per_round == 2.0
    assert standing.interval == pytest.approx((2 - 1.96, 2 + 1.96))
    assert standing.margin == 1.0
    assert standing.win_share == 0.5
    assert standing.moves == 2
    assert standing.ms_median == pytest.approx(2)


def test_the_report_in_json_has_what_the_formats_say_and_the_table_the_moves() -> None:
    shown = match("easy", "random", "--games", "1")
    assert set(shown) == {"players", "games", "bots"}
    assert set(shown["bots"][0]) == {
        *("name", "seats", "points_per_round", "interval", "margin", "margin_interval"),
        *("win_share", "ms_median", "ms_p95"),
    }
    heading, easy, random = arena("easy", "random", "--games", "1").splitlines()[1:]
    assert "moves" in heading
    assert int(easy.split()[-3]) + int(random.split()[-3]) > 20


def test_every_game_can_be_kept_as_a_record(tmp_path: Path) -> None:
    kept = tmp_path / "games.jsonl"
    arena(
        *("easy", "random", "mine", "--games", "2", "--seed", "3", "--records", str(kept)),
        *("--bot", f"mine=cmd:{BOT} random"),
    )
    lines = kept.read_text().splitlines()
    assert [check_line(line) for line in lines] == [{"ok": True}] * 6
    metas = [json.loads(line)["meta"] for line in lines]
    assert [meta["names"] for meta in metas[:3]] == [
        ["easy", "random", "mine"],
        ["mine", "easy", "random"],
        ["random", "mine", "easy"],
    ]
    assert metas[1]["bots"] == [None, "easy", "random"]
    assert len({meta["id"] for meta in metas}) == 6
    for line, meta in zip(lines, metas, strict=True):
        secret = bytes.fromhex(meta["deal"]["secret"])
        assert meta["deal"]["commitment"] == commitment(secret)
        for number, a_round in enumerate(json.loads(line)["rounds"]):
            dealt = deal_round(secret, "", 3, number)
            assert a_round["hands"] == [card_names(hand) for hand in dealt.hands]


def test_records_that_cannot_be_written_are_told_before_a_game(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="nowhere"):
        arena("easy", "random", "--games", "1", "--records", str(tmp_path / "nowhere" / "kept"))


def test_parameters_of_another_net_are_refused_in_a_sentence(tmp_path: Path) -> None:
    file = parameter_file(2, tmp_path)
    with pytest.raises(CommandError, match="There are no parameters for 2 players"):
        arena("easy", f"expert@{tmp_path}")
    file.write_bytes(b"nothing")
    with pytest.raises(CommandError, match="holds no parameters of a net"):
        arena("easy", f"expert@{tmp_path}")
    small = load(2)._replace(biases1=np.zeros(3, np.float32), weights1=np.zeros((3, 3), np.float32))
    np.savez(file, **small._asdict())
    with pytest.raises(CommandError, match="train it again"):
        arena("easy", f"expert@{tmp_path}")


def test_another_program_can_sit_down() -> None:
    shown = match("easy", "mine", "--games", "1", "--bot", f"mine=cmd:{BOT} random")
    assert [bot["name"] for bot in shown["bots"]] == ["easy", "mine"]


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("cat", "answered no move"),
        ("true", "has left|ended in the middle"),
        ("no-such-program", "can't be started"),
        (python("print('[]')"), r"answered no move: .* It said: \[\]"),
        (python(HELPLESS), "found no move: bad_view: I cannot read this."),
        (python(FLOOD), "said more than 65,536 bytes"),
    ],
)
def test_a_program_that_breaks_the_rules_ends_the_match_with_a_reason(
    command: str, said: str, tmp_path: Path
) -> None:
    with pytest.raises(CommandError, match=said):
        match(
            *("easy", "mine", "--games", "1", "--bot", f"mine=cmd:{command}"),
            *("--broken", str(tmp_path / "broken.jsonl")),
        )


def test_a_program_that_says_each_move_twice_is_told_so(tmp_path: Path) -> None:
    twice = (
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    move = json.dumps(json.loads(line)['legal'][0])\n"
        "    print(move + '\\n' + move, flush=True)\n"
    )
    with pytest.raises(CommandError, match="mine said more than one line for a view"):
        match(
            *("easy", "mine", "--games", "1", "--bot", f"mine=cmd:{python(twice)}"),
            *("--broken", str(tmp_path / "broken.jsonl")),
        )


def test_a_broken_match_is_told_with_its_place_and_the_view_is_kept(tmp_path: Path) -> None:
    kept = tmp_path / "folder" / "broken.jsonl"
    with pytest.raises(CommandError) as broken:
        match(
            *("easy", "mine", "--games", "1", "--seed", "7", "--broken", str(kept)),
            *("--bot", f"mine=cmd:{python(ILLEGAL)}"),
        )
    what, where, view = str(broken.value).splitlines()
    assert what == (
        'mine chose a move that is not legal: {"type": "show", "start": 0, "stop": 40} '
        "(wrong_phase: First everybody chooses which way up to hold their hand.)"
    )
    assert where == (
        "This happened in deal 0 of the match with seed 7, rotation 0, round 0, seat 1 "
        "(all counted from 0)."
    )
    assert str(kept) in view
    asked = view_from_json(json.loads(kept.read_text()))
    assert (asked.seat, asked.phase, asked.may_act) == (1, "orient", True)


def test_the_right_end_of_a_single_card_is_taken_for_its_left(tmp_path: Path) -> None:
    """As in the formats."""
    program = (
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    view = json.loads(line)\n"
        "    def rank(move):\n"
        "        return move['type'] != 'scout'\n"
        "    move = min(view['legal'], key=rank)\n"
        "    if len((view['active_set'] or {'cards': []})['cards']) == 1 and 'end' in move:\n"
        "        move['end'] = 'right'\n"
        "    print(json.dumps(move), flush=True)\n"
    )
    assert match("easy", "mine", "--games", "1", "--bot", f"mine=cmd:{python(program)}")["games"]


@pytest.fixture
def view() -> View:
    return next(positions(2, seed=1))[1]


@pytest.mark.parametrize("command", ["sleep 60", python(DRIPPING)])
def test_a_program_that_takes_too_long_ends_the_match(view: View, command: str) -> None:
    player = ProgramPlayer("slow", command, time_limit=0.3)
    try:
        with pytest.raises(BrokenPlayerError, match=r"slow took longer than 0.3 seconds"):
            player.choose(view, 1)
    finally:
        player.close()


def test_a_program_that_does_not_listen_ends_the_match_too(
    view: View, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The view fills the pipe: writing must not wait for ever."""
    long = {"much": "x" * 1_000_000}
    monkeypatch.setattr(View, "to_json", lambda view: long)
    player = ProgramPlayer("deaf", "sleep 60", time_limit=0.3)
    try:
        with pytest.raises(BrokenPlayerError, match=r"deaf took longer than 0.3 seconds"):
            player.choose(view, 1)
    finally:
        player.close()


def test_what_a_program_started_ends_with_it(view: View) -> None:
    player = ProgramPlayer("parent", python(LEAVING_A_CHILD), time_limit=60)
    group = player._process.pid
    end = time.monotonic() + 60
    while "sleep" not in commands_of(group) and time.monotonic() < end:
        time.sleep(0.02)
    assert "sleep" in commands_of(group)
    player.close()
    while commands_of(group) and time.monotonic() < end:
        time.sleep(0.02)
    assert not commands_of(group)


def commands_of(group: int) -> set[str]:
    """A group's running commands."""
    found = set()
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            name, _, rest = (process / "stat").read_text().partition(" (")[2].rpartition(") ")
            state, _parent, its_group = rest.split()[:3]
            if int(its_group) == group and state != "Z":
                found.add(name)
    return found


def test_expert_can_sit_against_parameters_of_another_folder(tmp_path: Path) -> None:
    shutil.copy(parameter_file(3), parameter_file(3, tmp_path))
    other = f"expert@{tmp_path}"
    shown = match("expert", other, other, "--games", "1")
    assert [(bot["name"], bot["seats"]) for bot in shown["bots"]] == [("expert", 1), (other, 2)]
    with pytest.raises(CommandError, match=r"no parameters for 2 players: .*2\.npz"):
        arena("expert", other)


def test_other_parameters_are_played_by(tmp_path: Path, view: View) -> None:
    with np.load(parameter_file(2)) as file:
        np.savez(parameter_file(2, tmp_path), **{name: -file[name] for name in Network._fields})
    views = [view for _, view in positions(2, seed=3)]
    shipped, same, other = (
        [choose_move(name, view, 1) for view in views]
        for name in ("expert", f"expert@{FOLDER}", f"expert@{tmp_path}")
    )
    assert shipped == same != other


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_sees_a_bar_with_the_time_to_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.management.progress.SECONDS_BETWEEN", 0)
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    assert list(with_progress("abc", 3, "Deals")) == list("abc")
    assert "\rDeals: 1 of 3 [########................] 00:00 left" in terminal.getvalue()
    assert "Deals: 3 of 3 [########################]" in terminal.getvalue()
    assert terminal.getvalue().endswith("\n")


def test_a_log_has_a_line_now_and_then(capsys: pytest.CaptureFixture[str]) -> None:
    list(with_progress("abc", 3, "Deals"))
    first, last = capsys.readouterr().err.splitlines()
    assert first.startswith("Deals: 0 of 3 [....")
    assert last.startswith("Deals: 3 of 3 [####")


@pytest.mark.parametrize(
    "words",
    [
        ("easy",),
        ("easy",) * 6,
        ("easy", "nobody"),
        ("easy", "easy", "--games", "0"),
        ("easy", "mine", "--bot", "mine=python"),
        ("easy", "mine", "--bot", "mine=cmd:"),
        ("easy", "expert@/nowhere"),
    ],
)
def test_a_match_that_can_not_be_is_refused_in_words(words: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        arena(*words)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
def test_the_example_of_a_program_plays_by_the_rules_and_loses(players: int) -> None:
    command = f"planner=cmd:{sys.executable} docs/examples/planner.py"
    words = ("expert", *["planner"] * (players - 1), "--games", "3", "--bot", command)
    expert, planner = match(*words)["bots"]
    assert planner["name"] == "planner"
    assert expert["margin"] > 0 > planner["margin"]
