"""What the parts of emails hold."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.notices.stages import ASKED
from games.people.recipients import Recipient
from games.telling.addresses import (
    log_address,
    table_address,
    turn_address,
)
from games.telling.decisions import Letter
from games.telling.faces import Face, faces
from games.telling.facts import PublicRound
from games.telling.items import by_address, links_of
from games.telling.turns import Turn
from games.telling.wording.game import (
    chat_line,
    last_move,
    misfit_of,
    moves_since,
    outcome,
    ring,
    round_before,
    time_left,
    what_beats_it,
)
from games.telling.wording.news import news_heading, news_sentences, terms
from games.words.amounts import chips_text, points_text, signed
from games.words.heads import short_head
from games.words.names import ended, listed, plain, sentences, told
from games.words.sets import numbers
from games.words.times import day_and_time, short_time_left, time_and_zone

LISTED = 20
"""Most games named at an email's end."""
LISTED_DAILY = 100
"""Most games in an email about everything that waits: mail programs cut longer ones."""
MOVES = 5
"""Most moves told."""


class Line(NamedTuple):
    """A player's line in the table of points."""

    name: SafeString
    note: str
    points: str
    hand: int
    won: int
    chips: int
    me: bool
    said: str
    """All of it in words: ``"11 pts, 8 in hand, 2 won, 1 chip"``."""


class Waiting(NamedTuple):
    """A game that waits, in a list."""

    game: str
    url: str
    left: str
    """``"21 h left"``; empty without a clock."""
    until: str
    faces: list[Face]
    said: str
    """The last move, or what is to be done."""
    head: str
    """``"Move 41 · log 7f3a…"``"""
    log_url: str
    """Where the page about it is."""


def turn_contents(
    letter: Letter, rounds: Mapping[int, PublicRound], now: datetime
) -> dict[str, Any]:
    """Return what an email about one turn says."""
    turn, recipient = letter.turns[0], letter.recipient
    current = rounds[turn.game_id]
    view = current.view
    active = view.active_set
    left = None if turn.deadline is None else turn.deadline - now
    others = [_also(other, recipient, now) for other in letter.turns[1:]]
    lines = moves_since(view.history, current.actors, current.names, turn.seat)
    before = current.before and round_before(current.before, current.names, turn.seat)
    chat = chat_line(current, turn)
    misfit = misfit_of(current, turn)
    return {
        "game": turn.game,
        "round": _("round {number} of {all}").format(
            number=turn.round_number + 1, all=turn.players
        ),
        "left": left and time_left(left),
        "until": turn.deadline and day_and_time(turn.deadline),
        "kind": letter.kind,
        "nudged_by": _nudger(turn, current) if letter.kind == "nudge" else "",
        "begun": turn.seq == 0,
        "orienting": view.phase == "orient",
        "misfit": misfit,
        "before": before,
        "ring": active and ring(active.cards, active.owner, current.names, turn.seat),
        "ring_numbers": active and numbers(active.cards),
        "beaten_by": active and what_beats_it(active.cards, view.players),
        "faces": active and faces(active.cards),
        "lines": lines[-MOVES:],
        "fewer": max(0, len(lines) - MOVES),
        "standing": standing(current, turn),
        "chat": chat,
        "url": turn_address(recipient, turn),
        "by_link": recipient.plays_by_link,
        "head": short_head(current.version, current.head),
        "log_url": log_address(turn.public_id),
        "others": others[:LISTED],
        "more": _more(len(others) - LISTED),
        "preview": sentences(misfit, _preview(current, turn, before or "", chat, now)),
    }


def digest_contents(
    letter: Letter, rounds: Mapping[int, PublicRound], now: datetime
) -> dict[str, Any]:
    """Return what an email about everything that waits says."""
    recipient = letter.recipient
    waiting = [
        _waiting(turn, recipient, rounds.get(turn.game_id), now)
        for turn in letter.turns[:LISTED_DAILY]
    ]
    named = [f"{each.game} ({each.left})" if each.left else each.game for each in waiting]
    return {
        "heading": waiting_heading(letter),
        "hour": f"{recipient.digest_hour:02}:00",
        "waiting": waiting,
        "more": _more(len(letter.turns) - LISTED_DAILY),
        "by_link": recipient.plays_by_link,
        "preview": plain(ended(listed(named[:MOVES]))),
    }


def waiting_heading(letter: Letter) -> str:
    """Return ``"3 games wait for you"``."""
    games = len({turn.game_id for turn in letter.turns})
    if games == 1:
        return _("{game} waits for you").format(game=letter.turns[0].game)
    return ngettext("{count} game waits for you", "{count} games wait for you", games).format(
        count=games
    )


def end_contents(letter: Letter) -> dict[str, Any]:
    """Return what an email about the end of a game says; a rematch of it stands there too."""
    ended = letter.ended[0]
    turn = ended.turn
    rematch = next((each for each in letter.news if each.rematch_of == turn.game_id), None)
    return {
        "game": turn.game,
        "outcome": outcome(ended),
        "standing": [
            (told(_("You")) if me else name, points_text(score), winner)
            for name, score, winner, me in ended.standing
        ],
        "rematch": rematch and news_heading(rematch),
        "rematch_links": links_of(letter.recipient, rematch) if rematch else (),
        "rematch_by_address": by_address(links_of(letter.recipient, rematch)) if rematch else (),
        "url": table_address(turn.public_id),
        "head": short_head(turn.version, ended.head),
        "log_url": log_address(turn.public_id),
        "preview": outcome(ended),
    }


def news_contents(letter: Letter) -> dict[str, Any]:
    """Return what an email about other news says."""
    news, recipient = letter.news[0], letter.recipient
    said = news_sentences(news)
    return {
        "heading": news_heading(news),
        "sentences": said,
        "links": links_of(recipient, news),
        "by_address": by_address(links_of(recipient, news)),
        "terms": terms(news) if news.stage in ASKED else "",
        "sitting": [
            (told(_("You")) if each.is_me else each.name, each.made_it) for each in news.sitting
        ]
        if news.stage in ASKED
        else [],
        "preview": sentences(*said),
    }


def standing(current: PublicRound, turn: Turn) -> list[Line]:
    """Return everybody's points and counts, best first."""
    view = current.view
    lines = [
        Line(
            name=told(_("You")) if seat == turn.seat else current.names[seat],
            note=_("starts") if view.phase == "orient" and seat == view.starter else "",
            points=signed(current.points[seat]),
            hand=view.hand_counts[seat],
            won=view.collected[seat],
            chips=view.chips[seat],
            me=seat == turn.seat,
            said=_("{points}, {hand} in hand, {won} won, {chips}").format(
                points=points_text(current.points[seat]),
                hand=view.hand_counts[seat],
                won=view.collected[seat],
                chips=chips_text(view.chips[seat]),
            ),
        )
        for seat in range(view.players)
    ]
    order = sorted(range(view.players), key=lambda seat: (-current.points[seat], seat))
    return [lines[seat] for seat in order]


def _nudger(turn: Turn, current: PublicRound) -> str:
    return "" if turn.nudged_by is None else current.names[turn.nudged_by]


def _preview(
    current: PublicRound, turn: Turn, before: str, chat: SafeString | str, now: datetime
) -> SafeString:
    until = ""
    if turn.deadline is not None:
        until = _("You have until {time}.").format(time=time_and_zone(turn.deadline, now))
    return sentences(before or last_move(current, turn.seat), until, chat)


def _waiting(
    turn: Turn, recipient: Recipient, current: PublicRound | None, now: datetime
) -> Waiting:
    active = current.view.active_set if current else None
    said = ""
    if current is not None:
        orienting = current.view.phase == "orient"
        said = _("New round: keep or turn?") if orienting else last_move(current, turn.seat)
    return Waiting(
        game=turn.game,
        url=turn_address(recipient, turn),
        left="" if turn.deadline is None else short_time_left(turn.deadline - now),
        until="" if turn.deadline is None else time_and_zone(turn.deadline, now),
        faces=faces(active.cards) if active else [],
        said=said,
        head=short_head(current.version, current.head) if current else "",
        log_url=log_address(turn.public_id),
    )


def _also(turn: Turn, recipient: Recipient, now: datetime) -> tuple[str, str, str]:
    left = "" if turn.deadline is None else short_time_left(turn.deadline - now)
    return turn.game, turn_address(recipient, turn), left


def _more(count: int) -> str:
    if count <= 0:
        return ""
    return ngettext("And {count} more game.", "And {count} more games.", count).format(count=count)
