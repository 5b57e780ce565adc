"""Profile pages agree with exported records, as an independent program computes them.

With DATABASE_URL naming a database that `fill` has filled,

    python -m tests.results.test_pages_and_records

compares all made players' pages with their records.
"""

import json
import os
import runpy
from collections.abc import Callable, Iterable, Iterator
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client

from tests.results.profile_page import differences, read_page

if TYPE_CHECKING:
    from accounts.models import User

SCRIPT = Path(__file__).parents[2] / "docs" / "examples" / "figures.py"
KINDS = ("", "people", "bots")
"""All games, those with other people, those against bots alone."""


def faults_of(users: Iterable["User"]) -> Iterator[str]:
    """Figures on the users' own profile pages that their records don't give."""
    figures: Callable[..., dict[str, Any]] = runpy.run_path(str(SCRIPT))["figures"]
    for user in users:
        client = Client()
        client.force_login(user, "django.contrib.auth.backends.ModelBackend")
        exported = client.get("/records/export/", secure=True)
        lines = b"".join(exported.streaming_content).splitlines()  # type: ignore[attr-defined]
        for only in KINDS:
            page = client.get(f"/players/{user.get_username()}/?games={only}", secure=True)
            computed = figures(user.get_username(), map(json.loads, lines), only)
            if computed["games"]:
                for fault in differences(read_page(page.content.decode()), computed):
                    yield f"{user}, {only or 'all'}: {fault}"


@pytest.mark.django_db(transaction=True)
def test_the_figures_on_profiles_equal_those_computed_from_exported_records(
    tmp_path: Path, settings: Any
) -> None:
    from django.contrib.auth import get_user_model
    from django.core.management import call_command

    settings.VAR_DIR = tmp_path
    options: Any = {"games": 14, "originals": 7, "processes": 1}
    call_command("fill", **options, stdout=StringIO(), stderr=StringIO())
    assert list(faults_of(get_user_model()._default_manager.order_by("pk")[:2])) == []


def test_a_figure_that_differs_is_found() -> None:
    figures: Callable[..., dict[str, Any]] = runpy.run_path(str(SCRIPT))["figures"]
    computed = figures("Ada", [])
    keys = ("games won", "points a round", "longest show", "cards in an average show")
    more = ("scouted cards flipped", "rounds using Scout & Show")
    html = "".join(f"<dt>{key}</dt><dd>7%</dd>" for key in (*keys, *more))
    said = list(islice(differences(read_page(html), computed), 6))
    assert len(said) == 6
    assert said[0] == "games won: the page says '7%', the records '–'"


def main() -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scoutsite.settings")
    django.setup()
    from django.contrib.auth import get_user_model
    from django.test import override_settings

    made = get_user_model()._default_manager.filter(username__endswith=" (made)")
    with override_settings(ALLOWED_HOSTS=["*"]):
        faults = list(faults_of(made))
    print(*faults, f"{made.count()} profiles, {len(faults)} figures differ", sep="\n")  # noqa: T201


if __name__ == "__main__":
    main()
