"""pgBackRest understands its files, and what they promise is in them."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.site.environment import ROOT

FILES = ROOT / "deploy" / "pgbackrest"
OPERATIONS = (ROOT / "docs" / "operations.md").read_text()
REPOSITORY = (FILES / "repository.conf").read_text()


def options(text: str) -> dict[str, str]:
    return dict(re.findall(r"^([\w-]+) ?= ?(.*)$", text, re.MULTILINE))


def written(folder: Path, repository: str) -> str:
    """Both files, as a site has them; the option that names them."""
    (folder / "conf.d").mkdir()
    general = (FILES / "pgbackrest.conf").read_text().replace("/var/spool/pgbackrest", str(folder))
    (folder / "pgbackrest.conf").write_text(general)
    (folder / "conf.d" / "repository.conf").write_text(repository)
    return f"--config-path={folder}"


def said_by_pgbackrest(config: str, command: str) -> str:
    done = subprocess.run(
        ["pgbackrest", config, "--stanza=scout", "--log-level-file=off", command],
        capture_output=True,
        check=True,
        text=True,
    )
    return done.stdout + done.stderr


@pytest.mark.pgbackrest
def test_pgbackrest_understands_its_files(tmp_path: Path) -> None:
    told = said_by_pgbackrest(written(tmp_path, REPOSITORY), "start")
    # It would only warn of what it doesn't know.
    assert "option" not in told
    assert "section" not in told


@pytest.mark.pgbackrest
def test_backups_can_go_to_a_folder_by_the_command_of_the_page_on_operations(
    tmp_path: Path,
) -> None:
    (command,) = re.findall(r"^sed -i ('/\^repo1-type.*?') /etc/", OPERATIONS, re.MULTILINE)
    place = tmp_path / "repository.conf"
    place.write_text(REPOSITORY)
    subprocess.run(["sed", "-i", command.strip("'"), place], check=True)
    text = place.read_text()
    assert "s3" not in text.replace("speaks S3", "")
    assert options(text)["repo1-path"] == "/var/lib/pgbackrest"
    text = text.replace("/var/lib/pgbackrest", str(tmp_path / "kept"))
    told = said_by_pgbackrest(written(tmp_path, text), "info")
    assert "missing stanza path" in told
    assert "WARN" not in told


def test_backups_are_encrypted_and_kept_for_four_weeks_on_another_machine() -> None:
    said = options(REPOSITORY)
    assert said["repo1-cipher-type"] == "aes-256-cbc"
    assert said["repo1-type"] == "s3"
    assert (said["repo1-retention-full-type"], said["repo1-retention-full"]) == ("time", "28")
    assert "last four weeks" in OPERATIONS


def test_at_most_as_many_seconds_are_at_risk_as_the_page_says() -> None:
    said = options((FILES / "archive.conf").read_text())
    assert said["archive_mode"] == "on"
    assert said["archive_timeout"] == "60s"
    assert said["archive_command"] == "'pgbackrest --stanza=scout archive-push %p'"
    assert "`archive_timeout`, 60 seconds" in OPERATIONS
