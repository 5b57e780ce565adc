"""Each act of a moderator has one record, from which the admin's pages and forms follow."""

import pytest
from django.test import Client

from games.admin.act_forms import FIELDS, ActForm
from games.models import ActionKind, SanctionKind
from games.order.acts import ACTS, Subject
from games.order.effects import EFFECTS
from games.order.wording import WORDINGS
from tests.order.people import moderator, player, table_of

APART = {
    *(ActionKind.CLOSE_REPORT, ActionKind.CLOSE_CASE),
    *(ActionKind.GRANT_APPEAL, ActionKind.UPHOLD),
}
"""Of old, done with a decision, or an appeal's answers, which have a page of their own."""


@pytest.mark.parametrize("kind", [kind for kind in ActionKind if kind not in APART])
def test_each_act_has_a_record_its_wording_and_its_form(kind: ActionKind) -> None:
    assert kind in ACTS
    assert WORDINGS[kind].done
    assert WORDINGS[kind].told
    assert all(EFFECTS[kind])
    form = ActForm(kind)
    assert "reason" in form.fields
    assert set(form.fields) & set(FIELDS) == {ACTS[kind].needs} - {None}


@pytest.mark.parametrize("sanction", SanctionKind)
def test_one_act_puts_each_sanction_and_one_lifts_it(sanction: SanctionKind) -> None:
    assert [act.puts for act in ACTS.values()].count(sanction) == 1
    (lifts,) = (act for act in ACTS.values() if act.lifts == sanction)
    assert lifts.fits({sanction})
    assert not lifts.fits(set(SanctionKind) - {sanction})


@pytest.mark.django_db
def test_an_act_without_its_subject_is_not_found() -> None:
    client = Client()
    client.force_login(moderator())
    game = table_of(player("Maya"), player("Bruno"))
    sent = {"reason": "A test.", "days": "1", "hours": "1", "cause": "nothing"}
    for kind, act in ACTS.items():
        about = "" if act.about == Subject.GAME else f"game={game.pk}"
        answer = client.post(f"/admin/games/moderationaction/act/{kind}/?{about}", sent)
        assert answer.status_code == 404, kind
