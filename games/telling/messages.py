"""Pushes and hooks in words: public facts and the time left, never a hand or chat.

A push says first why its player's own plan didn't fit; a hook may write where others read.
"""

from collections.abc import Mapping
from datetime import datetime

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.models import Notice, Stage, Way
from games.people.recipients import Place, written_for
from games.telling.addresses import table_address
from games.telling.decisions import Letter
from games.telling.facts import PublicRound
from games.telling.letters import letter_id, subject_of
from games.telling.news import News
from games.telling.post.message import Message
from games.telling.turns import Turn
from games.telling.wording.game import last_move, misfit_of, outcome, round_before
from games.telling.wording.news import news_sentences, terms
from games.words.links import site_link
from games.words.names import ended, listed_plainly, plain, sentences
from games.words.times import short_time_left

EVERYTHING = "waiting"
"""The tag of what tells of all games that wait."""
NAMED = 5
"""Most games named in a message about all that waits."""


def message_for(
    letter: Letter,
    place: Place,
    rounds: Mapping[int, PublicRound],
    count: int,
    now: datetime,
) -> Message:
    """Return what ``letter`` says to a device or hook; ``count`` games and news wait."""
    recipient = letter.recipient
    with written_for(recipient):
        title = subject_of(letter, rounds)
        if letter.kind == "digest":
            body, url, stage = _named(letter), site_link(reverse("games:mine")), "digest"
        elif letter.turns:
            turn = letter.turns[0]
            current, url = rounds[turn.game_id], table_address(turn.public_id)
            body = _of_turn(turn, current, now)
            if place.way == Way.PUSH:
                body = plain(sentences(misfit_of(current, turn), body))
            stage = letter.kind
        elif letter.ended:
            ended = letter.ended[0]
            url = table_address(ended.turn.public_id)
            body, stage = plain(outcome(ended)), str(Stage.END)
        else:
            news = letter.news[0]
            if news.stage == Stage.ANSWER and place.way == Way.HOOK:
                # A hook may write where others read.
                title = _("Something new waits for you")
            body, url, stage = _of_news(news), _address(news), news.stage
        return Message(
            id=f"{letter_id(letter)}.{recipient.user_id}",
            tag=tag_of(letter),
            title=title,
            body=body,
            url=url,
            stage=stage,
            count=count,
            at=now,
        )


def tag_of(letter: Letter) -> str:
    """Return what ``letter`` is about: a later one with this tag replaces it."""
    if letter.tag:
        return letter.tag
    if letter.kind == "digest":
        return EVERYTHING
    if letter.turns:
        return letter.turns[0].public_id
    if letter.ended:
        return _tag(letter.ended[0].turn.public_id, Stage.END)
    return _tag(letter.news[0].public_id, letter.news[0].stage)


def withdrawal_of(notice: Notice, count: int, now: datetime) -> Message:
    """Return what takes back a notification whose reason is gone."""
    return Message(
        id=f"{notice.pk}.withdrawn",
        tag=notice.tag,
        title="",
        body="",
        url=site_link(reverse("games:mine")),
        stage=notice.stage,
        count=count,
        at=now,
        withdraw=True,
    )


def _tag(public_id: str, stage: str) -> str:
    return f"{public_id}.{stage}" if public_id else stage


def _of_turn(turn: Turn, current: PublicRound, now: datetime) -> str:
    before = current.before and round_before(current.before, current.names, turn.seat)
    left = "" if turn.deadline is None else ended(short_time_left(turn.deadline - now))
    said: SafeString | str = before or last_move(current, turn.seat)
    if not said:
        said = _("The cards are dealt. Choose which way up to hold your hand.")
    return plain(sentences(said, left))


def _named(letter: Letter) -> str:
    names = list(dict.fromkeys(turn.game for turn in letter.turns))
    return listed_plainly(names[:NAMED]) + ("…" if len(names) > NAMED else "")


def _of_news(news: News) -> str:
    match news.stage:
        case Stage.INVITATION | Stage.REMATCH:
            return terms(news)
        case Stage.ANSWER:
            # Their words are for the page alone.
            return _("Read it on Next Act.")
    return plain(news_sentences(news)[0])


def _address(news: News) -> str:
    if news.public_id:
        return table_address(news.public_id)
    return site_link(reverse("games:news"))
