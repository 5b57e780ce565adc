"""A move is tried again: the same cards, steady bots for the others, nothing stored."""

from random import Random

import pytest

from games.bots.registry import choose_move
from games.bots.reviewing.whole import Place
from games.models import Game, Move, StoredReview
from games.review.seeing import Subject, subject_for
from games.review.trying import Trial, moves_in, trial_of, written
from games.rules.errors import RuleError
from games.rules.moves import Orient, Scout, ScoutAndShow, Show
from games.rules.views import View
from tests.tables import people_game, play_on

MOVES = (
    Orient(flip=True),
    Orient(flip=False),
    Show(2, 11),
    Scout("left", flip=False, to=7),
    Scout("right", flip=True, to=0),
    ScoutAndShow("right", flip=True, to=12, start=0, stop=3),
)


@pytest.mark.parametrize("move", MOVES)
def test_moves_are_read_from_an_address_as_they_were_written(move: Show) -> None:
    assert moves_in(written([move])) == (move,)
    assert moves_in(written([*MOVES])) == MOVES


@pytest.mark.parametrize(
    "text",
    ["x", "s1", "s1.2.3", "o2", "cl07.1.2", "bl07", "-", "s1.2-", "s-1.2", "s1.²", "s1.2" * 50]
    + ["s" + "9" * 30 + ".1", "-".join(["o0"] * 41)],
)
def test_anything_else_is_no_move(text: str) -> None:
    with pytest.raises(LookupError):
        moves_in(text)


@pytest.fixture
def subject(db: None) -> Subject:
    game = people_game(4, bots=1, open_to_all=True)
    play_on(game, level="lev")
    found = subject_for(public_id=game.public_id, user=game.seats.get(number=0).user)  # type: ignore[arg-type]
    assert found is not None
    return found


def own_places(subject: Subject, seat: int = 0) -> list[Place]:
    return [each.place for each in subject.decisions_of(seat)]


def seen(trial: Trial) -> View:
    view = trial.table().view
    assert view is not None
    return view


def played_out(subject: Subject, place: Place, bot: str = "steady") -> Trial:
    trial = trial_of(subject, place, ())
    while trial.outcome is None:
        move = choose_move(bot, seen(trial), seed=0)
        trial = trial_of(subject, place, [*trial.made, move])
    return trial


def test_it_begins_as_it_was_and_ends_with_a_score(subject: Subject) -> None:
    for place in own_places(subject)[::3]:
        decision = next(each for each in subject.decisions_of(0) if each.place == place)
        trial = trial_of(subject, place, ())
        view = seen(trial)
        assert view.hand == decision.view.hand
        assert view.history == decision.view.history
        assert view.active_set == decision.view.active_set
        assert view.may_act
        ended = played_out(subject, place)
        assert ended.outcome is not None
        then = subject.state.results[place.round].scores[0]
        assert ended.outcome.in_the_game == then
        assert played_out(subject, place).outcome == ended.outcome, "the same each time"


def test_the_table_tells_no_more_than_the_seat_may_know(subject: Subject) -> None:
    place = own_places(subject)[-1]
    table = trial_of(subject, place, ()).table()
    assert table.view is not None
    assert table.view.seat == 0
    assert (table.results, table.opened, table.secret, table.last_hand) == ((), (), None, None)


def test_illegal_moves_and_places_that_are_not_there_are_refused(subject: Subject) -> None:
    place = next(place for place in own_places(subject) if place.number)
    with pytest.raises(RuleError):
        trial_of(subject, place, [Show(0, 40)])
    with pytest.raises(RuleError):
        trial_of(subject, place, [Orient(flip=True)])
    ended = played_out(subject, place)
    with pytest.raises(LookupError):
        trial_of(subject, place, [*ended.made, Show(0, 1)])
    for wrong in (Place(9, 1, 0), Place(0, 999, 0), Place(place.round, place.number, 1)):
        with pytest.raises(LookupError):
            trial_of(subject, wrong, ())


def test_nothing_is_stored(subject: Subject) -> None:
    before = Move.objects.count(), Game.objects.count(), StoredReview.objects.count()
    chance = Random(1)
    for place in chance.sample(own_places(subject), 4):
        played_out(subject, place, "pip")
    assert (Move.objects.count(), Game.objects.count(), StoredReview.objects.count()) == before
