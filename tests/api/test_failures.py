"""When the site's own code fails, a program is told so in JSON."""

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path

from scoutsite import urls


def _fails(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("a cable came loose")


urlpatterns = [path("api/v1/fails/", _fails), path("fails/", _fails), *urls.urlpatterns]
handler500 = urls.handler500


@pytest.mark.django_db
@pytest.mark.urls(__name__)
def test_a_failure_is_json_to_programs_and_a_page_to_people(client: Client) -> None:
    client.raise_request_exception = False
    answer = client.get("/api/v1/fails/")
    assert (answer.status_code, answer["Content-Type"]) == (500, "application/json")
    assert answer.json()["code"] == "error"
    page = client.get("/fails/")
    assert (page.status_code, page["Content-Type"]) == (500, "text/html; charset=utf-8")
    for told in (answer, page):
        assert "cable" not in told.content.decode()
