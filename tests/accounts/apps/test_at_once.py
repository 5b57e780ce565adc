"""However often an app asks at once, it gets one token."""

import pytest
from oauth2_provider.models import AccessToken, Grant, RefreshToken

from accounts.apps_let_in.models import LetIn
from tests.accounts.apps.client import allowed, call, exchange, player, register, renew, tokens_for
from tests.accounts.people import account
from tests.play.test_simultaneous import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_code_leads_to_one_token() -> None:
    bruno, app = player(), register(account("Maya", "maya@example.org"))
    code = allowed(bruno, app)
    answers = at_once(6, lambda _number: exchange(app, code))
    assert sorted(each.status for each in answers) == [200, 400, 400, 400, 400, 400]
    assert (AccessToken.objects.count(), RefreshToken.objects.count()) == (1, 1)
    assert not Grant.objects.exists()
    (tokens,) = (each.body for each in answers if each.status == 200)
    assert call(tokens["access_token"]).status == 200


def test_a_token_is_renewed_once() -> None:
    bruno, app = player(), register(account("Maya", "maya@example.org"))
    tokens = tokens_for(bruno, app)
    answers = at_once(6, lambda _number: renew(app, tokens["refresh_token"]))
    statuses = [each.status for each in answers]
    assert set(statuses) <= {200, 400}
    # One that comes late is taken for stolen, which ends them all.
    assert statuses.count(200) <= 1
    assert AccessToken.objects.count() <= 1


def test_an_app_that_is_shut_out_meanwhile_is_out() -> None:
    bruno, app = player(), register(account("Maya", "maya@example.org"))
    tokens = tokens_for(bruno, app)

    def press(number: int) -> int:
        if number:
            return renew(app, tokens["refresh_token"]).status
        return bruno.post(f"/account/apps/{app.client_id}/shut-out/").status_code

    answers = at_once(4, press)
    assert answers[0] == 302
    assert set(answers[1:]) <= {200, 400}
    for model in (AccessToken, RefreshToken, LetIn):
        assert not model.objects.exists()
