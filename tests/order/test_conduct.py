"""The rules of conduct, which reasons name by number, and the numbers of each month."""

from datetime import UTC, date, datetime, timedelta
from importlib import import_module

import pytest
import time_machine
from django.apps import apps
from django.core import mail
from django.db import connection
from django.test import Client
from django.utils.translation import override

from games.models import Case, MonthInOrder, Preset, PresetUse, ReportReason
from games.order import players, reports
from games.order.after.numbers import count_months
from games.order.cases.closing import close
from games.order.mails import send_notices
from games.words.conduct import RULES, rule_behind_reason, with_rules
from tests.order.people import moderator, player

pytestmark = pytest.mark.django_db

NOVEMBER = datetime(2026, 11, 10, 12, tzinfo=UTC)


def page_of(address: str) -> str:
    return Client().get(address).content.decode()


def test_every_rule_has_a_place_that_notices_and_reports_lead_to() -> None:
    page = page_of("/conduct/")
    assert all(f'id="{rule.anchor}"' in page for rule in RULES)
    said = {str(rule_behind_reason(reason)) for reason in ReportReason if reason != "other"}
    assert "" not in said
    assert rule_behind_reason("other") == ""


def test_a_rule_named_in_a_reason_becomes_a_link_and_nothing_else_does() -> None:
    said = with_rules("Rule 1: <b>no</b> insults, rule 99, rule 10.")
    assert '<a href="/conduct/#kind" title="Be kind">Rule 1</a>: &lt;b&gt;no&lt;/b&gt;' in said
    assert 'rule 99, <a href="/conduct/#reports"' in said
    for text in ("Rule 1", "Regel 1", "norma 1", "règle 1", "これは規則1"):
        with override("ja"):
            assert "/conduct/#" in with_rules(text), "as its moderator wrote it"
    assert with_rules("Overrule 1, rule 0 and rule 123") == "Overrule 1, rule 0 and rule 123"


def test_a_notice_leads_to_the_rule_that_its_reason_names() -> None:
    bruno, browser = player("Bruno"), Client()
    players.suspend(player=bruno, days=3, by=moderator(), reason="Rule 6: you lost on purpose.")
    browser.force_login(bruno)
    page = browser.get("/notices/").content.decode()
    assert page.count('href="/conduct/#to-win"') == 2, "once for the standing, once for the notice"
    assert "(rule 1)" in browser.get(f"/report/{player('Maya').username}/").content.decode()


def test_the_standing_line_and_the_email_lead_there_too() -> None:
    bruno, browser = player("Bruno"), Client()
    players.mute(player=bruno, days=3, by=moderator(), reason="Rule 6: you lost on purpose.")
    browser.force_login(bruno)
    assert 'href="/conduct/#to-win"' in browser.get("/rules/").content.decode()
    send_notices()
    assert "The rules of conduct:\nhttp://localhost:8000/conduct/\n" in mail.outbox[-1].body
    players.mute(player=bruno, days=4, by=moderator("Ben"), reason="Insults.")
    send_notices()
    assert "/conduct/" not in mail.outbox[-1].body


def test_every_ready_reason_that_the_site_brings_names_a_rule() -> None:
    """What migrations wrote may be gone: a test before may have emptied the tables."""
    gathered, named = (
        import_module(f"games.migrations.{name}")
        for name in ("0036_gather_reports", "0050_ready_reasons_name_rules")
    )
    Preset.objects.all().delete()
    for use, title, text, purpose in gathered.PRESETS:
        Preset.objects.create(use=use, title=title, text=text, purpose=purpose)
    named.name_rules(apps, connection.schema_editor())
    texts = list(Preset.objects.filter(use=PresetUse.REASON).values_list("text", flat=True))
    assert len(texts) == 9
    assert all("/conduct/#" in with_rules(text) for text in texts)


def test_months_are_counted_until_they_are_over_and_small_numbers_are_not_told() -> None:
    ada, bruno = moderator(), player("Bruno")
    with time_machine.travel(NOVEMBER) as clock:
        for number in range(6):
            clock.move_to(NOVEMBER + timedelta(hours=number))
            maya = player(f"Maya{number}")
            reports.report(user=maya, kind="player", reason="insult", player=bruno)
        clock.move_to(NOVEMBER + timedelta(hours=6))
        close(case=Case.objects.get(), acted=True, answer="Thank you.", by=ada)
        for _n in range(5):
            players.warn(player=bruno, by=ada, reason="Rule 1.")
        players.mute(player=bruno, days=1, by=ada, reason="Rule 1.")
        assert count_months() == 1
        page = page_of("/conduct/numbers/")
    assert "November 2026" in page
    assert "so far" in page
    for label, figure in (
        ("Reports", "6"),
        ("Answered", "6"),
        ("Half of them answered within", "4 h"),
        ("Warnings", "5"),
        ("Mutes", "fewer than 5"),
    ):
        assert f"<dt>{label}</dt><dd>{figure}</dd>" in page
    december = datetime(2026, 12, 1, 0, 30, tzinfo=UTC)
    assert count_months(now=december) == 2, "the month that is over, once more"
    assert count_months(now=december + timedelta(hours=1)) == 1
    assert set(MonthInOrder.objects.values_list("month", flat=True)) == {
        date(2026, 11, 1),
        date(2026, 12, 1),
    }
    with time_machine.travel(december):
        assert "so far" not in page_of("/conduct/numbers/?until=2026-11")
    assert Client().get("/conduct/numbers/?until=soon").status_code == 404


def test_the_numbers_say_so_if_there_are_none() -> None:
    count_months()
    assert "Nothing has been reported yet" in page_of("/conduct/numbers/")
