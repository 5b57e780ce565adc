"""What templates keep is what Django would render anew."""

import pytest
from django.template import Context, Engine
from django.urls import NoReverseMatch
from django.utils.translation import override

from games.pages.table.history import LogLine, sentence
from games.words.people import avatar


def rendered(source: str, **values: object) -> str:
    return Engine.get_default().from_string(source).render(Context(values)).strip()


def test_a_kept_piece_follows_its_values_and_the_language() -> None:
    source = '{% load kept %}{% kept "games/table/play/_line.html" line=line %}'
    line = LogLine(1200, avatar(0, "Be"), sentence("{who} shows", who="Ben <b>"), "", "Before")
    first = rendered(source, line=line)
    assert "<strong>Ben &lt;b&gt;</strong> shows" in first
    assert 'data-number="1200"' in first
    assert rendered(source, line=line) == first
    other = rendered(source, line=line._replace(private="Only you <see>"))
    assert "Only you &lt;see&gt;" in other
    assert "Before" in first
    with override("de"):
        assert rendered(source, line=line) == first  # no German catalogue yet, and no error


@pytest.mark.parametrize(
    ("source", "address"),
    [
        ("{% url 'games:mine' %}", "/games/"),
        ("{% url name 'abcdefghjkmn' %}", "/games/abcdefghjkmn/"),
        ("{% url 'games:table' public_id='abcdefghjkmn' %}", "/games/abcdefghjkmn/"),
        ("{% url 'games:nowhere' as address %}[{{ address }}]", "[]"),
        ("{% url 'games:profile' 'A&B' %}", "/players/A&amp;B/"),
        ("{% autoescape off %}{% url 'games:profile' 'A&B' %}{% endautoescape %}", "/players/A&B/"),
    ],
)
def test_addresses_are_those_of_django(source: str, address: str) -> None:
    for _ in range(2):
        assert rendered(source, name="games:table") == address


def test_an_address_that_is_not_there_is_an_error() -> None:
    for _ in range(2):
        with pytest.raises(NoReverseMatch):
            rendered("{% url 'games:nowhere' %}")
