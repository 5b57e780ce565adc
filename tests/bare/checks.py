"""What must hold on the machine that was set up."""

import json
import time
from typing import Any

from tests.bare.machine import Machine

CURL = (
    "curl --silent --show-error --max-time 20 --cacert /etc/scout/tls/fullchain.pem"
    " --resolve scout.example:443:127.0.0.1"
)
SITE = "https://scout.example"
MAKE_TOKEN = (
    "from accounts.models import User;from accounts.tokens.making import make_token;"
    "print('TOKEN', make_token(user=User.objects.get(username='Operator'),"
    "name='trial',scope='play').secret)"
)


class Game:
    """One game with a bot, by the API through nginx."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        said = machine.run(f'scout-manage shell -c "{MAKE_TOKEN}"')
        self._token = said.partition("TOKEN ")[2].split()[0]
        made = self._ask("/api/v1/games/", {"players": 3, "bots": ["otto", "lev"]})
        self.id = str(made["id"])
        self.version = 0

    def _ask(self, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        data = f"--json '{json.dumps(body)}'" if body is not None else ""
        header = f"--header 'Authorization: Bearer {self._token}'"
        return dict[str, Any](json.loads(self._machine.run(f"{CURL} {header} {data} {SITE}{path}")))

    def move(self) -> str:
        """Make the first legal move when it is our turn; within a minute."""
        for _ in range(60):
            now = self.state()
            legal = now["view"]["legal"]
            if legal:
                body = {"seq": now["seq"], **legal[0]}
                made = self._ask(f"/api/v1/games/{self.id}/moves/", body)
                if "version" not in made:
                    raise RuntimeError(str(made)[:500])
                self.version = int(made["version"])
                return f"version {self.version}"
            time.sleep(1)
        raise RuntimeError("It was never our turn")

    def still_there(self) -> str:
        """The log is at least as long as after the last move."""
        version = int(self.state()["version"])
        if version < self.version:
            raise RuntimeError(f"version {version} instead of {self.version}")
        return f"version {version}"

    def state(self) -> dict[str, Any]:
        return self._ask(f"/api/v1/games/{self.id}/")


def site_is_ready(machine: Machine) -> str:
    """`/readyz` through nginx by TLS, with the trial certificate checked."""
    for _ in range(60):
        said = machine.run(f"{CURL} --write-out ' %{{http_code}}' {SITE}/readyz || true")
        if said.endswith(" 200"):
            return said
        time.sleep(1)
    raise RuntimeError(said)


def figures_are_there(machine: Machine) -> str:
    """`/metrics` has figures of the site."""
    return machine.run("curl --silent http://127.0.0.1:9109/metrics | grep -c ^scout_")


def root_runs_nothing_of_the_site_s(machine: Machine) -> str:
    """The mirror is the site's user's; what root runs and reads for it isn't."""
    return machine.run(
        'test "$(find /srv/scout/source ! -user scout | wc -l)" = 0\n'
        "for file in /usr/local/sbin/scout-* /etc/systemd/system/scout* /etc/scout /etc/scout/env"
        " /etc/nginx/sites-available/scout.conf; do\n"
        "  if runuser -u scout -- test -w $file; then echo $file can be written; exit 1; fi\n"
        "done; echo well"
    )


def mails(machine: Machine, word: str) -> int:
    """How many emails to the operator have this in them."""
    return int(machine.run(f"grep -sl -- '{word}' /var/tmp/mails/* | wc -l"))


def alarm_rings_once(machine: Machine) -> str:
    """A part is stopped: Prometheus and Alertmanager send one email, and no second."""
    machine.run("systemctl stop scout-reviews")
    for _ in range(72):
        if mails(machine, "ScoutPartSilent"):
            break
        time.sleep(5)
    time.sleep(45)
    rang = mails(machine, "ScoutPartSilent")
    machine.run("systemctl start scout-reviews")
    if rang != 1:
        raise RuntimeError(f"{rang} emails")
    return "one email"


def failing_unit_is_told_of(machine: Machine) -> str:
    """A unit that was killed leads to an email that names it; within a minute."""
    for _ in range(60):
        if mails(machine, "Subject:.*scout-reviews"):
            return "an email"
        time.sleep(1)
    raise RuntimeError("no email")
