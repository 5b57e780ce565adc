"""What is done with each block of docs/operations.md: a page that grows needs a line here."""

from tests.bare.page import Block

SETTINGS = r"""sed -i -e 's|^EMAIL_URL=.*|EMAIL_URL=smtp://127.0.0.1:2525|' \
 -e 's|^OPERATOR_EMAIL=.*|OPERATOR_EMAIL=operator@scout.example|' /etc/scout/env"""
ALARMS = r"""sed -i -e 's|mail.example:587|127.0.0.1:2525\n  smtp_require_tls: false|' \
 -e '/smtp_auth_/d' \
 -e 's|you@scout.example|alarm@scout.example|' /etc/prometheus/alertmanager.yml"""
ANSWERS = (
    "DJANGO_SUPERUSER_PASSWORD=$(openssl rand -hex 12) scout-manage createsuperuser --no-input"
    " --username Operator --email operator@scout.example"
)
REPLACED = {
    "nano /etc/scout/env": SETTINGS,
    "nano /etc/pgbackrest/conf.d/repository.conf": ":",
    "nano /etc/prometheus/alertmanager.yml": ALARMS,
    "scout-manage createsuperuser": ANSWERS,
}
"""What an operator types into an editor or at a question, by the line that asks for it."""
RUN = (
    *(f"Set up {number}" for number in range(1, 8)),
    *(f"Set up backups {number}" for number in (1, 2, 3)),
    *("Update 1", "Update 2", "Rehearse 1", "Restore 1"),
    *("Watch 1", "Watch 2"),
    *(f"Figures and alarms {number}" for number in (1, 2, 3)),
    "A unit that fails 1",
)
"""In this order: the update asks for backups."""
LEFT_OUT = {
    "Restore 2": "replaces two lines of the block before, and its moment is an example",
    **{f"A standby {number}": "needs a second machine" for number in range(1, 6)},
    "Notifications and webhooks 1": "for a site that was set up before there were notifications",
}
"""Why each of these isn't run."""
NEEDS_MORE_MACHINES = "More than one machine"
"""Whatever is below this heading."""


def unknown(page: list[Block]) -> list[str]:
    """Return what is on the page and not here, or here and not on the page."""
    names = {each.name for each in page if not each.name.startswith(NEEDS_MORE_MACHINES)}
    return sorted(names ^ {*RUN, *LEFT_OUT})


def typed(block: Block) -> str:
    """Return what is run for it."""
    return "\n".join(REPLACED.get(line, line) for line in block.text.splitlines())
