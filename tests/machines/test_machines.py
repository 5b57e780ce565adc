"""The files for several machines are those that nginx takes, and the trial's programs count."""

import re
import subprocess
from collections.abc import Iterator
from configparser import ConfigParser
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Event, Thread

import pytest

from tests.machines.acts import ACTS
from tests.machines.programs import Program
from tests.machines.proxies import keepalived, write_files
from tests.processes import ROOT

DEPLOY = ROOT / "deploy"


def test_each_machine_is_asked_where_its_sockets_listen() -> None:
    text = (DEPLOY / "nginx" / "upstreams-machines.conf").read_text()
    for part in ("pages", "streams"):
        (servers,) = re.findall(rf"upstream scout_{part} {{(.*?)}}", text, re.DOTALL)
        found = re.findall(r"server (10\.0\.0\.\d+):(\d+) ", servers)
        socket = ConfigParser(strict=False)
        socket.read(DEPLOY / "systemd" / f"scout-{part}.socket")
        port = socket["Socket"]["ListenStream"].rpartition(":")[2]
        assert found == 2 * [("10.0.0.11", port), ("10.0.0.12", port)]


def test_a_machine_is_left_out_by_the_command_of_the_page_on_operations(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "operations.md").read_text()
    out, back = re.findall(r"^(sed -i .+) /etc/nginx/conf.d/scout-upstreams.conf$", page, re.M)
    shipped = (DEPLOY / "nginx" / "upstreams-machines.conf").read_text()
    file = tmp_path / "upstreams.conf"
    file.write_text(shipped)
    subprocess.run(["sh", "-c", f"{out} {file}"], check=True)
    left = re.findall(r"server (\S+):\d+ .*(?<! down);", file.read_text())
    assert left == 4 * ["10.0.0.12"]
    subprocess.run(["sh", "-c", f"{back} {file}"], check=True)
    assert file.read_text() == shipped


@pytest.mark.parametrize("part", ["pages", "streams"])
def test_a_socket_listens_on_the_machine_s_own_address(part: str) -> None:
    text = (DEPLOY / "machines" / f"{part}.socket.conf").read_text()
    shipped = (DEPLOY / "systemd" / f"scout-{part}.socket").read_text()
    (port,) = re.findall(r"^ListenStream=127\.0\.0\.1:(\d+)$", shipped, re.MULTILINE)
    assert f"\nListenStream=10.0.0.11:{port}\n" in text
    # A process of streams takes one socket alone.
    assert ("\nListenStream=\n" in text) == (part == "streams")


def test_a_release_has_the_files_of_the_one_before(tmp_path: Path) -> None:
    former, release = tmp_path / "1" / "staticfiles", tmp_path / "2" / "staticfiles"
    for folder, names in ((former, ("a.1.css", "site.css")), (release, ("a.2.css", "site.css"))):
        (folder / "games").mkdir(parents=True)
        for name in names:
            (folder / "games" / name).write_text(folder.parent.name)
    script = (DEPLOY / "scout-update").read_text()
    (copy,) = re.findall(r"as_scout (find .+? \+)\)", script, re.DOTALL)
    copy = copy.replace("/srv/scout/$release", str(tmp_path / "2"))
    subprocess.run(["sh", "-ec", copy], cwd=former, check=True)
    kept = {path.name: path.read_text() for path in (release / "games").iterdir()}
    assert kept == {"a.1.css": "1", "a.2.css": "2", "site.css": "2"}


@pytest.mark.nginx
def test_nginx_takes_the_files_for_several_machines(tmp_path: Path) -> None:
    write_files(tmp_path, ("10.98.0.11", "10.98.0.12"))
    asked = ["nginx", "-t", "-c", str(tmp_path / "nginx.conf"), "-e", str(tmp_path / "errors.log")]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "10.98.0.12:8001" in (tmp_path / "upstreams.conf").read_text()


def test_the_other_proxy_is_asked_when_nginx_is_gone() -> None:
    shipped = (DEPLOY / "machines" / "keepalived.conf").read_text()
    assert keepalived(("10.0.0.2", "10.0.0.3", "10.0.0.4")) == shipped
    here = keepalived(("10.98.0.2", "10.98.0.4", "10.98.0.3"))
    settings = re.sub(r"^#.*\n", "", here, flags=re.MULTILINE)
    assert re.findall(r"[a-z_]+ \{?\s*10\.[\d./]+", " ".join(settings.split())) == [
        "unicast_src_ip 10.98.0.4",
        "unicast_peer { 10.98.0.3",
        "virtual_ipaddress { 10.98.0.2/24",
    ]
    (port,) = re.findall(r"/dev/tcp/127\.0\.0\.1/(\d+)", here)
    assert f"\n    listen {port};\n" in (DEPLOY / "nginx" / "scout.conf").read_text()


def test_only_moves_may_be_sent_to_a_second_machine() -> None:
    text = (DEPLOY / "nginx" / "scout.conf").read_text()
    (path,) = re.findall(r"location ~ (\S+) \{\s*proxy_next_upstream .*non_idempotent;", text)
    moves = re.compile(path)
    assert moves.search("/games/abc/move/")
    assert moves.search("/api/v1/games/abc/moves/")
    for other in ("/games/abc/chat/", "/games/abc/plan/", "/api/v1/games/", "/games/abc/move/x/"):
        assert not moves.search(other)


class _Away(BaseHTTPRequestHandler):
    """Says 503 once, then that all is well."""

    left = 1

    def do_GET(self) -> None:
        self.send_response(503 if type(self).left else 200)
        type(self).left = 0
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *said: object) -> None:
        """Nothing."""


@pytest.fixture
def away() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), _Away) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_program_counts_what_it_has_to_send_again(away: str) -> None:
    program = Program(away, away, "token", Event())
    assert program.get("/games/").tries == 2
    assert [(each.method, each.why) for each in program.failures] == [("GET", "503")]


def test_an_update_may_cost_nothing_and_what_is_lost_for_good_comes_last() -> None:
    assert [name for name, act in ACTS.items() if act.planned] == ["update"]
    assert [*ACTS][-1] == "database"
