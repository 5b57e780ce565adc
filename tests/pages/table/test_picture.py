"""The picture of a result: for those who may see the finished game, of what everybody saw."""

import struct
from dataclasses import replace
from datetime import timedelta
from xml.etree import ElementTree

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from accounts.models import User
from games.log.store import append_chair_event, replay
from games.models import Actor, Audience, ChairEvent, Game
from games.pages.table.picture import letters
from games.pages.table.picture.drawing import picture_of, says
from games.pages.table.picture.moment import Moment, moment_of
from games.pages.table.picture.png import drawn_png
from games.play.conclusion import conclude
from games.play.tables import Table, table_for
from games.rules.cards import TOPS
from games.rules.sets import strength
from tests.pages.conftest import visit
from tests.tables import bot_game, ends_the_game, people_game, play_on

pytestmark = pytest.mark.django_db

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    cache.clear()


def address(game: Game) -> str:
    return reverse("games:result", args=[game.public_id])


def finished(*names: str, players: int = 3) -> Table:
    """A game that is over, by players of these names."""
    game = people_game(players)
    play_on(game)
    for seat, name in zip(game.seats.order_by("number"), names, strict=False):
        seat.name = name
        seat.save()
    return seen(game)


def seen(game: Game) -> Table:
    user = game.seats.get(number=0).user
    assert user is not None
    table = table_for(public_id=game.public_id, user=user)
    assert table is not None
    return table


def texts(svg: str) -> list[str]:
    return ["".join(one.itertext()) for one in ElementTree.fromstring(svg).iter(f"{SVG}text")]  # noqa: S314 - our own


def size_of(png: bytes) -> tuple[int, int]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    wide, high = struct.unpack(">II", png[16:24])
    return wide, high


def test_the_players_get_it_as_a_png_that_the_browser_keeps() -> None:
    game = bot_game(3)
    play_on(game)
    client = visit(game).client
    answer = client.get(address(game))
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert size_of(answer.content) == (1200, 630)
    assert answer["Cache-Control"] == "private, no-cache"
    again = client.get(address(game), headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304
    assert client.get(address(game)).content == answer.content, "kept"


def test_it_is_drawn_anew_when_somebody_has_another_name() -> None:
    game = bot_game(3)
    play_on(game)
    client = visit(game).client
    before = client.get(address(game))
    game.seats.filter(number=0).update(name="Somebody else")
    after = client.get(address(game), headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 200
    assert after.content != before.content


def test_it_is_for_those_who_may_see_the_game() -> None:
    game = people_game(3)
    play_on(game)
    stranger, member = Client(), Client()
    member.force_login(User.objects.create_user("Ilse"))
    for client in (stranger, member):
        hidden = client.get(address(game))
        nowhere = client.get(address(game).replace(game.public_id, "nothinghere2"))
        assert hidden.status_code == nowhere.status_code == 404
        assert "image" not in hidden["Content-Type"]
        assert client.get(f"{address(game)}?invitation=wrong").status_code == 404
        invited = client.get(f"{address(game)}?invitation={game.invitation}")
        assert invited["Content-Type"] == "image/png"
    assert "Sign in" in stranger.get(address(game)).content.decode()
    Game.objects.filter(pk=game.pk).update(audience=Audience.OPEN)
    assert stranger.get(address(game)).status_code == 200


def test_there_is_none_before_the_end_and_none_of_a_game_that_does_not_count() -> None:
    game = people_game(2)
    play_on(game, until=ends_the_game)
    player = visit(game)
    assert player.client.get(address(game)).status_code == 404
    later = timezone.now() + timedelta(1)
    row = append_chair_event(replay(game), 0, ChairEvent.VOID, actor=Actor.MODERATOR, now=later)
    conclude(game, row)
    page = player.look()
    assert "Ended unfinished" in page.text
    assert "A picture to send" not in page.text
    assert player.client.get(address(game)).status_code == 404


def test_the_finished_table_offers_it_and_says_what_it_shows() -> None:
    game = people_game(3)
    play_on(game)
    page = visit(game).page
    assert "A picture to send" in page.text
    said = says(seen(game))
    assert " wins, " in said
    assert f'alt="{said}"' in page.html
    assert f'<a class="button" href="{address(game)}"' in page.html
    assert f'download="next-act-{game.public_id}.png"' in page.html
    assert f'src="{address(game)}"' in page.html
    by_link = Client().get(f"/games/{game.public_id}/?invitation={game.invitation}")
    assert f'src="{address(game)}?invitation={game.invitation}"' in by_link.content.decode()


def test_it_names_the_winner_the_scores_and_a_set_and_no_you() -> None:
    table = finished("Maya", "Bruno", "Tomás")
    assert table.view is not None
    scores = table.view.scores
    best, second, _third = sorted(scores, reverse=True)
    winner = ("Maya", "Bruno", "Tomás")[scores.index(best)]
    drawn = texts(picture_of(table).svg)
    assert f"{winner} wins, {best} to {second}".replace("-", "−") in drawn
    assert {"Maya", "Bruno", "Tomás", *(str(score).replace("-", "−") for score in scores)} <= {
        *drawn
    }
    assert {"Best set", "Unbeaten"} & {*drawn}
    assert "guest" not in drawn
    assert not [one for one in drawn if "you" in one.lower().split()]


@pytest.mark.parametrize(
    "name",
    [
        "<b>&\"x'</b>",
        "]]><!--",
        "🎉🎊👩‍👩‍👧",
        "ليلى مراد",
        "高橋 美咲",
        "e\u0301\u0323" * 9,
        "W" * 40,
    ],
)
def test_any_name_is_harmless_and_fits(name: str) -> None:
    table = finished(name, name, name)
    assert table.view is not None
    for winners in (table.view.winners, (0, 1, 2)):
        picture = picture_of(replace(table, view=replace(table.view, winners=winners)))
        assert size_of(drawn_png(picture)) == (1200, 630)
        found = ElementTree.fromstring(picture.svg).iter(f"{SVG}text")  # noqa: S314 - our own
        headline = next(
            one for one in found if f" win{'s' * (len(winners or ()) == 1)}, " in (one.text or "")
        )
        assert (
            letters.width(headline.text or "", letters.SLAB, int(headline.attrib["font-size"]))
            <= 1056
        )


def test_letters_that_no_font_has_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(letters, "_system_file", lambda _one: None)
    assert letters.writable("Łukasz 🎉") == "Łukasz"
    assert letters.writable("高橋 m") == ""
    drawn = texts(picture_of(finished("高橋", "Łukasz 🎉")).svg)
    assert {"Player 1", "Łukasz"} <= {*drawn}


def test_a_long_text_ends_in_an_ellipsis() -> None:
    short = letters.fitted("Wolfeschlegelsteinhausen", letters.SANS, 27, 150)
    assert short.startswith("Wolfe")
    assert short.endswith("…")
    assert letters.width(short, letters.SANS, 27) <= 150
    assert letters.fitted("Maya", letters.SANS, 27, 150) == "Maya"


def test_the_set_is_the_last_if_nobody_beat_it_else_the_winner_s_best() -> None:
    for players in (2, 3, 4):
        table = seen(_played(players))
        assert table.view is not None
        winners = table.view.winners or ()
        last = table.results[-1]
        shown = [move for move in last.history if move.cards is not None]
        moment = moment_of(table.results, winners)
        assert moment is not None
        if moment.unbeaten:
            assert last.ended_by == "unbeaten"
            assert (moment.seat, moment.cards) == (shown[-1].seat, shown[-1].cards)
        ended = table.results[-1]._replace(ended_by="empty_hand")
        best = moment_of([*table.results[:-1], ended], winners)
        assert isinstance(best, Moment)
        assert best.seat in winners
        every = [
            strength(move.cards.translate(TOPS))
            for result in table.results
            for move in result.history
            if move.cards is not None and move.seat in winners
        ]
        assert strength(best.cards.translate(TOPS)) == max(every)
    assert moment_of((), ()) is None


def _played(players: int) -> Game:
    game = people_game(players)
    play_on(game)
    return game


def test_it_is_in_english_where_no_font_has_the_letters_of_the_language(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = finished()
    with override("de"):
        assert "gewinnt" in picture_of(table).svg
    monkeypatch.setattr(letters, "_system_file", lambda _letter: None)
    with override("ja"):
        assert " wins, " in picture_of(table).svg
