"""Templates can be read, and a change of a line can be reviewed."""

from pathlib import Path

LONGEST = 160
TEMPLATES = [path for path in sorted(Path("templates").rglob("*")) if path.is_file()]


def test_no_line_of_a_template_is_longer_than_can_be_read() -> None:
    assert len(TEMPLATES) > 100
    too_long = [
        f"{path}:{number}: {len(line)} characters"
        for path in TEMPLATES
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > LONGEST
    ]
    assert too_long == []
