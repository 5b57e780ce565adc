"""Every term of a game is everywhere: a new field fails here until it is."""

from dataclasses import fields, replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.api.answers import game_json, instant
from games.api.bodies import NewGameBody
from games.api.shapes.games import Game as GameShape
from games.lobby.joining import join
from games.lobby.opening import create_game
from games.lobby.rematch import rematch
from games.lobby.terms import SWITCHES, TERMS, Terms
from games.models import Game
from games.pages.lobby.create_form import CreateForm
from games.pages.lobby.open_rows import open_row
from games.pages.lobby.terms import terms_of
from games.play import ending
from games.play.tables import table_for
from games.words.times import DAY
from tests.tables import play_on

NAMES = [each.name for each in fields(Terms)]
USUAL = Terms()
OTHER = replace(
    USUAL,
    players=3,
    name="Tuesday Troupe",
    turn_seconds=12 * 3600,
    bots={2: "otto"},
    open=True,
    substitute="random",
    starts_at=(timezone.now() + timedelta(days=2)).replace(second=0, microsecond=0),
    **{name: not getattr(USUAL, name) for name in SWITCHES},
)
"""Terms that all differ from the usual ones."""

# Where a field is missing on purpose, and why.
CHOSEN_BY_NOBODY = {"substitute"}
"""Always the usual level."""
SAID_ELSEWHERE = {
    "name": "the heading",
    "bots": "the list of chairs",
    "substitute": "the chair that it keeps",
}
NOT_ANSWERED = {"bots": "`seats`", "substitute": "`kept_by` of a kept seat"}
NOT_THE_SAME_AGAIN = {
    "open": "a rematch is by invitation",
    "bots": "their seats are theirs again",
    "starts_at": "it begins when all have sat down",
}


def user(name: str) -> User:
    return User.objects.create_user(name, email_confirmed=True)


def opened(**changes: Any) -> Game:
    """Unusual terms with `changes`."""
    # Bots and a rated game exclude each other.
    terms = replace(OTHER, **({"rated": False} | changes))
    return create_game(user=user("Maya"), terms=terms)


def as_typed(at: datetime | None) -> str:
    assert at is not None
    return f"{timezone.localtime(at):%Y-%m-%dT%H:%M}"


def as_json(value: Any) -> Any:
    return instant(value) if isinstance(value, datetime) else value


def test_these_terms_differ_from_the_usual_ones_in_every_field() -> None:
    assert [name for name in NAMES if getattr(OTHER, name) == getattr(USUAL, name)] == []


@pytest.mark.parametrize("name", NAMES)
def test_a_term_has_a_column_with_the_same_default_or_says_that_it_has_none(name: str) -> None:
    columns = {column.name: column for column in Game._meta.concrete_fields}
    assert TERMS[name].column == (name in columns)
    if name in columns and columns[name].has_default():
        assert getattr(Game(), name) == getattr(USUAL, name)


@pytest.mark.django_db
@pytest.mark.parametrize("name", NAMES)
def test_a_new_game_is_as_its_terms_say(name: str) -> None:
    game = opened(**({"bots": {}, "rated": True} if name == "rated" else {}))
    if name == "bots":
        assert dict(game.seats.exclude(bot="").values_list("number", "bot")) == OTHER.bots
    else:
        assert getattr(Terms.of(game), name) == getattr(OTHER, name)


@pytest.mark.django_db
@pytest.mark.parametrize("name", sorted({*NAMES} - CHOSEN_BY_NOBODY))
def test_a_term_is_chosen_on_the_page_and_its_default_is_there_already(name: str) -> None:
    assert TERMS[name].label
    pressed = {
        (term.key, option.key)
        for each, term in TERMS.items()
        for option in term.offered()
        if option.value == getattr(OTHER, each)
    }
    sent = {**dict(pressed), "name": OTHER.name, "audience": "open", "seat_2": "otto"}
    sent["starts_at"] = as_typed(OTHER.starts_at)
    form, usual = CreateForm(sent), CreateForm({})
    assert (form.is_valid(), usual.is_valid()) == (True, True)
    assert getattr(form.terms(), name) == getattr(OTHER, name)
    assert getattr(usual.terms(), name) == getattr(USUAL, name)
    html = Client().get("/games/new/").content.decode()
    control = {"bots": "seat_4", "open": "audience"}.get(name, TERMS[name].key)
    assert f'name="{control}"' in html
    for option in TERMS[name].offered():
        assert f'name="{TERMS[name].key}" value="{option.key}"' in html


@pytest.mark.parametrize("name", sorted({*NAMES} - CHOSEN_BY_NOBODY))
def test_programs_choose_a_term_too_with_the_same_default(name: str) -> None:
    bots = {"players": 3, "bots": ["otto"]}
    sent = bots if name == "bots" else {name: as_json(getattr(OTHER, name))}
    body, usual = NewGameBody(data=sent), NewGameBody(data={})
    assert (body.is_valid(), usual.is_valid()) == (True, True)
    assert getattr(body.terms(), name) == getattr(OTHER, name)
    assert getattr(usual.terms(), name) == getattr(USUAL, name)


def test_what_nobody_chooses_is_on_no_form_and_in_no_body() -> None:
    for name in CHOSEN_BY_NOBODY:
        assert not TERMS[name].label
        assert name not in CreateForm().fields
        assert name not in NewGameBody().fields


@pytest.mark.django_db
@pytest.mark.parametrize("name", sorted({*NAMES} - {*NOT_ANSWERED}))
def test_programs_are_answered_a_term_and_the_schema_knows_it(name: str) -> None:
    game = opened()
    table = table_for(public_id=game.public_id, user=user("Bruno"))
    assert table is not None
    assert game_json(table)[name] == as_json(getattr(Terms.of(game), name))
    assert name in GameShape().fields


@pytest.mark.django_db
@pytest.mark.parametrize("name", sorted({*NAMES} - {*SAID_ELSEWHERE}))
def test_a_term_is_told_before_one_sits_down(name: str) -> None:
    game = opened()
    other = opened_again(game, name)
    assert [*map(str, terms_of(game, free=1))] != [*map(str, terms_of(other, free=1))]


def opened_again(game: Game, name: str) -> Game:
    """The same terms except for `name`."""
    value = not getattr(Terms.of(game), name) if name in SWITCHES else getattr(USUAL, name)
    changes: dict[str, Any] = {"bots": {}, name: value}
    return create_game(user=user("Ilse"), terms=replace(Terms.of(game), **changes))


@pytest.mark.django_db
@pytest.mark.parametrize("name", SWITCHES)
def test_lists_of_open_games_tell_what_is_on_or_off(name: str) -> None:
    game, nobody = opened(), AnonymousUser()
    other = opened_again(game, name)
    assert open_row(game, nobody).kind != open_row(other, nobody).kind


@pytest.mark.django_db
@pytest.mark.parametrize("name", sorted({*NAMES} - {*NOT_THE_SAME_AGAIN}))
def test_a_rematch_is_on_the_same_terms(name: str) -> None:
    maya, bruno, ilse = user("Maya"), user("Bruno"), user("Ilse")
    game = create_game(user=maya, terms=replace(OTHER, bots={}, starts_at=None))
    for other in (bruno, ilse):
        join(game_id=game.pk, user=other)
    for seat in range(3):
        ending.agree_to_end(game_id=game.pk, seat=seat, agrees=True)
    again = Terms.of(rematch(game_id=game.pk, user=bruno))
    assert getattr(again, name) == getattr(OTHER, name)


@pytest.mark.parametrize(
    ("turn_seconds", "is_said"), [(3600, False), (12 * 3600, True), (DAY, True), (None, False)]
)
@pytest.mark.django_db
def test_that_rest_does_not_count_is_said_where_it_would(
    turn_seconds: int | None, *, is_said: bool
) -> None:
    maya, said = user("Maya"), "rest does not count"
    terms = Terms(players=2, turn_seconds=turn_seconds, rest_counts=False, open=True)
    game = create_game(user=maya, terms=terms)
    client = Client()
    client.force_login(maya)
    table = f"/games/{game.public_id}/"
    assert (said in page(client, table)) == is_said
    assert (said in page(Client(), reverse("invitation", args=[game.invitation]))) == is_said
    join(game_id=game.pk, user=user("Bruno"))
    play_on(game, moves=2)
    assert (said in page(client, table)) == is_said


def page(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_choice_whether_rest_counts_goes_with_slow_clocks_alone() -> None:
    form = CreateForm()
    assert form.turns_without_rest() == ["3600", "none"]
