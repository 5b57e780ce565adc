"""The rated games of a pair are taken out of the ratings from its sign's page, all in one press."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import (
    ActionKind,
    Game,
    ModerationAction,
    OutOfRatings,
    PlayerNotice,
    Preset,
    Rating,
    Sign,
    SignKind,
)
from games.order.after.rating import rate_again, unrate
from games.order.reports import report
from games.order.signs import pair_games
from games.order.signs.pair_games import MOST, take_out
from games.results.ratings import make_all_due, work_off
from games.rules.errors import RuleError
from tests.names import bare
from tests.order.people import fields_of, moderator, player, table_of
from tests.order.signs.rows import finished
from tests.order.signs.test_desk import a_sign
from tests.results.finished import table
from tests.tables import play_on

pytestmark = pytest.mark.django_db

REASON = "Ilse left these games to you: rule 6."


@pytest.fixture
def ada() -> User:
    return moderator()


@pytest.fixture
def sign() -> Sign:
    """Tom over Ilse."""
    return a_sign(SignKind.PAIR, player("Tom"), player("Ilse"))


def rated(*names: str) -> Game:
    """Played to its end."""
    game = table(*names, rated=True)
    play_on(game)
    game.refresh_from_db()
    assert game.rated
    return game


def keys(*games: Game) -> list[int]:
    return [game.pk for game in games]


def out() -> set[int]:
    return set(OutOfRatings.objects.values_list("game_id", flat=True))


def ratings() -> dict[str, float]:
    return {row.user.username: row.mu for row in Rating.objects.select_related("user") if row.user}


def at(sign: Sign) -> str:
    return f"/admin/games/sign/{sign.pk}/games/"


def as_user(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def words_of(answer: Any) -> str:
    assert answer.status_code == 200
    return " ".join(bare(answer.content.decode()).split())


def test_all_games_are_shown_looked_at_beforehand_and_taken_out_in_one_press(
    sign: Sign, ada: User
) -> None:
    games, other = [rated("Tom", "Ilse") for _ in range(3)], rated("Tom", "Maya")
    friendly = table("Tom", "Ilse")
    play_on(friendly)
    browser = as_user(ada)
    page = words_of(browser.get(f"/admin/games/ratedpair/{sign.pk}/change/"))
    assert "Take the 3 games out of the ratings…" in page
    page = browser.get(at(sign)).content.decode()
    assert sorted(map(int, fields_of(page, "games"))) == keys(*games)
    for game in games:
        assert f"/admin/games/game/{game.pk}/change/" in page

    sent = {"games": keys(*games), "reason": REASON}
    before = ratings()
    page = words_of(browser.post(at(sign), {**sent, "preview": "1"}))
    for words in (
        "Take 3 games out of the ratings",
        "Tom, with 2 players: ",
        "Ilse, with 2 players: ",
        "none, because no rated game is left",
        "no longer counts in anybody’s rating, nor do 2 other games of yours: there is a notice of "
        f"each on the site. Reason: {REASON}",
        "Each can be counted again, on its own page.",
    ):
        assert words in page, words
    assert (ratings(), out()) == (before, set())
    assert not ModerationAction.objects.exists()
    assert not PlayerNotice.objects.exists()

    assert browser.post(at(sign), {**sent, "do": "1"}).status_code == 302
    assert out() == set(keys(*games))
    assert set(ratings()) == {"Tom", "Maya"}
    rows = ModerationAction.objects.order_by("game_id")
    assert [(row.kind, row.game_id, row.reason, row.moderator_name) for row in rows] == [
        (ActionKind.UNRATE, game.pk, REASON, "Ada") for game in games
    ]
    notices = PlayerNotice.objects.all()
    assert sorted(notices.values_list("user__username", "action__game")) == [
        (name, game.pk) for name in ("Ilse", "Tom") for game in games
    ]
    emails = notices.filter(mail_due=True).values_list("user__username", flat=True)
    assert sorted(emails) == ["Ilse", "Tom"], "one email each says it all"

    page = words_of(browser.get(f"/admin/games/sign/{sign.pk}/change/"))
    assert "out of the ratings…" not in page
    assert "None of their rated games counts any more." in page
    assert "None of them counts in the ratings any more." in words_of(browser.get(at(sign)))
    rate_again(game_id=games[0].pk, by=ada, reason="That one was fair.")
    assert fields_of(browser.get(at(sign)).content.decode(), "games") == [str(games[0].pk)]
    assert other.pk not in out()


def test_a_double_press_changes_nothing(sign: Sign, ada: User) -> None:
    game, browser = rated("Tom", "Ilse"), as_user(ada)
    sent = {"games": [game.pk], "reason": REASON, "do": "1"}
    assert browser.post(at(sign), sent).status_code == 302
    page = words_of(browser.post(at(sign), sent))
    assert "Some of these games no longer count. Have another look." in page
    assert ModerationAction.objects.count() == 1
    assert PlayerNotice.objects.count() == 2


def test_all_games_are_taken_out_or_none(sign: Sign, ada: User) -> None:
    games = [rated("Tom", "Ilse") for _ in range(2)]
    unrate(game_id=games[1].pk, by=ada, reason="Another story.")
    before = ratings()
    with pytest.raises(RuleError) as refused:
        take_out(sign=sign, games=keys(*games), by=ada, reason=REASON)
    assert refused.value.code == "acted_meanwhile"
    assert (out(), ratings()) == ({games[1].pk}, before)
    assert ModerationAction.objects.count() == 1


def test_ratings_are_what_they_would_be_without_these_games(sign: Sign, ada: User) -> None:
    mixed = [("Tom", "Ilse"), ("Tom", "Maya"), ("Ilse", "Tom"), ("Ilse", "Maya")]
    games = [rated(*names) for names in mixed] + [rated("Tom", "Ilse", "Maya")]
    taken = [games[0], games[2], games[4]]
    take_out(sign=sign, games=keys(*taken), by=ada, reason=REASON)
    at_once = ratings()
    make_all_due()
    list(work_off())
    assert ratings() == at_once
    assert set(Rating.objects.values_list("players", flat=True)) == {2}
    for game in taken:
        rate_again(game_id=game.pk, by=ada, reason="It was fair.")
        unrate(game_id=game.pk, by=ada, reason=REASON)
    assert ratings() == at_once


def test_games_that_are_out_or_the_moderators_own_are_named_and_stay(sign: Sign, ada: User) -> None:
    User.objects.filter(pk=ada.pk).update(email_confirmed=True)
    free, is_out, own = rated("Tom", "Ilse"), rated("Tom", "Ilse"), rated("Tom", "Ilse", "Ada")
    unrate(game_id=is_out.pk, by=ada, reason="Another story.")
    answer = as_user(ada).get(at(sign))
    assert fields_of(answer.content.decode(), "games") == [str(free.pk)]
    page = words_of(answer)
    refused, already = page.index("Not possible for you"), page.index("Already out of the ratings")
    assert "You’re involved in this yourself. Leave it to another moderator." in page
    assert refused < page.index(own.public_id) < already < page.index(is_out.public_id)
    assert "Count it again" in page
    sent = {"games": keys(free, own), "reason": REASON, "do": "1"}
    assert "You’re involved in this yourself." in words_of(as_user(ada).post(at(sign), sent))
    assert out() == {is_out.pk}, "all or nothing"
    ben = moderator("Ben")
    assert len(fields_of(as_user(ben).get(at(sign)).content.decode(), "games")) == 2


def test_nobody_takes_out_games_of_people_with_whom_they_are_involved(
    sign: Sign, ada: User
) -> None:
    game = rated("Tom", "Ilse")
    table_of(ada, player("Maya"), sign.other or ada)
    page = words_of(as_user(ada).get(at(sign)))
    assert "There is none that you can take out of the ratings." in page
    assert "You’re involved in this yourself." in page
    assert "Take the" not in words_of(as_user(ada).get(f"/admin/games/sign/{sign.pk}/change/"))
    with pytest.raises(RuleError) as refused:
        take_out(sign=sign, games=[game.pk], by=ada, reason=REASON)
    assert refused.value.code == "own_case"
    mine = a_sign(SignKind.PAIR, player("Bruno"), ada)
    assert as_user(ada).get(at(mine)).status_code == 404
    assert as_user(player("Nora")).get(at(sign)).status_code == 302
    assert not out()


def test_only_the_pairs_rated_games_at_most_fifty_and_with_a_reason(sign: Sign, ada: User) -> None:
    game, foreign = rated("Tom", "Ilse"), rated("Tom", "Maya")
    for games, reason, code in (
        ([], REASON, "no_games"),
        ([foreign.pk], REASON, "not_theirs"),
        ([game.pk], "  ", "no_reason"),
        (range(MOST + 1), REASON, "too_many"),
    ):
        with pytest.raises(RuleError) as refused:
            take_out(sign=sign, games=games, by=ada, reason=reason)
        assert refused.value.code == code
    browser = as_user(ada)
    page = words_of(browser.post(at(sign), {"reason": "", "preview": "1"}))
    assert "Choose at least one game." in page
    assert "Give a reason: everybody at these tables reads it." in page
    stalling = a_sign(SignKind.STALLING, sign.player)
    assert browser.get(at(stalling)).status_code == 404
    assert not out()


def test_what_goes_at_once_is_bounded_and_the_page_says_so(
    sign: Sign, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pair_games, "MOST", 2)
    games = [finished([sign.player, sign.other or ada], days_ago=day) for day in (1, 2, 3)]
    answer = as_user(ada).get(at(sign))
    assert fields_of(answer.content.decode(), "games") == [str(each.pk) for each in games[:2]]
    assert "1 earlier one follows once they are out." in words_of(answer)


def test_as_many_queries_for_any_number_of_games(sign: Sign, ada: User) -> None:
    browser = as_user(ada)

    def asked(address: str) -> int:
        with CaptureQueriesContext(connection) as made:
            assert browser.get(address).status_code == 200
        return len(made)

    pages = (at(sign), f"/admin/games/sign/{sign.pk}/change/")
    finished([sign.player, sign.other or ada])
    list(map(asked, pages))
    before = list(map(asked, pages))
    for day in range(1, 10):
        finished([sign.player, sign.other or ada], days_ago=day)
    assert list(map(asked, pages)) == before


def test_a_ready_reason_is_filled_in_and_what_was_ticked_stays(sign: Sign, ada: User) -> None:
    games = [rated("Tom", "Ilse") for _ in range(2)]
    preset = Preset.objects.create(use="reason", title="Farmed", text="A pair that farms.")
    sent = {"games": [games[0].pk], "reason": "", "fill": preset.pk}
    page = as_user(ada).post(at(sign), sent).content.decode()
    assert "A pair that farms.</textarea>" in page.replace("\n", "")
    assert page.count("checked") == 1


def test_within_a_case_the_rows_belong_to_it(sign: Sign, ada: User) -> None:
    game = rated("Tom", "Ilse")
    case = report(user=player("Maya"), kind="player", reason="cheating", player=sign.player).case
    browser = as_user(ada)
    inside = f"/admin/games/sign/{sign.pk}/change/?case={case.pk}"
    assert inside in browser.get(f"/admin/games/case/{case.pk}/change/").content.decode()
    assert f"{at(sign)}?case={case.pk}" in browser.get(inside).content.decode()
    sent = {"games": [game.pk], "reason": REASON, "do": "1"}
    answer = browser.post(f"{at(sign)}?case={case.pk}", sent)
    assert answer.headers["Location"] == f"/admin/games/case/{case.pk}/change/"
    assert ModerationAction.objects.get().case == case
