"""Composing emails: subject, headers, text and HTML."""

from collections.abc import Collection, Mapping
from datetime import datetime
from email.utils import parseaddr
from typing import Any
from urllib.parse import quote, urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import get_template
from django.urls import reverse
from django.utils.translation import gettext as _

from games.people.recipients import written_for
from games.telling.addresses import choices_address, unsubscribe_token
from games.telling.choices import choices_for
from games.telling.contents import (
    LISTED_DAILY,
    digest_contents,
    end_contents,
    news_contents,
    turn_contents,
    waiting_heading,
)
from games.telling.decisions import Letter
from games.telling.facts import PublicRound
from games.telling.items import items
from games.telling.wording.news import news_heading
from games.words.links import site_link
from games.words.names import plain, told

_PREVIEW_ENDS = "\u00a0\u200c" * 60
"""Blanks that keep what follows the preview line out of lists of emails."""


def compose(
    letter: Letter, rounds: Mapping[int, PublicRound], now: datetime
) -> EmailMultiAlternatives:
    """Compose ``letter``, given the rounds of its ``subject_games``."""
    recipient = letter.recipient
    with written_for(recipient):
        name = _template(letter)
        context = _contents(name, letter, rounds, now) | _common(letter)
        subject = subject_of(letter, rounds)
        text = get_template(f"games/telling/{name}.txt").render(context)
        html = get_template(f"games/telling/{name}.html").render(context)
    message = EmailMultiAlternatives(
        subject=_typed(" ".join(subject.split())),
        body=_typed(text),
        from_email=settings.GAME_FROM_EMAIL,
        to=[recipient.email],
        headers=_headers(name, letter),
    )
    message.attach_alternative(html, "text/html")
    return message


def subject_games(letter: Letter) -> Collection[int]:
    """Return the games whose current rounds are told."""
    games = dict.fromkeys(turn.game_id for turn in letter.turns)
    return list(games)[: LISTED_DAILY if letter.kind == "digest" else 1]


def message_id_of(message: EmailMultiAlternatives) -> str:
    """Return the id for delivery reports, preferably the provider's."""
    status = getattr(message, "anymail_status", None)
    given = getattr(status, "message_id", None)
    return given if isinstance(given, str) else str(message.extra_headers["Message-ID"])


def _template(letter: Letter) -> str:
    if letter.turns:
        return "digest" if letter.kind == "digest" else "turn"
    return "end" if letter.ended else "news"


def _contents(
    name: str, letter: Letter, rounds: Mapping[int, PublicRound], now: datetime
) -> dict[str, Any]:
    match name:
        case "turn":
            return turn_contents(letter, rounds, now)
        case "digest":
            return digest_contents(letter, rounds, now)
        case "end":
            return end_contents(letter)
    return news_contents(letter)


def subject_of(letter: Letter, rounds: Mapping[int, PublicRound]) -> str:
    """Return the subject: each kind has its own, and none a time, which keeps threads together."""
    if letter.kind == "digest":
        return waiting_heading(letter)
    if letter.turns:
        return _subject_of_turn(letter, rounds[letter.turns[0].game_id])
    if letter.ended:
        return _("{game} is over").format(game=letter.ended[0].turn.game)
    return plain(news_heading(letter.news[0]))


def _subject_of_turn(letter: Letter, current: PublicRound) -> str:
    turn = letter.turns[0]
    if letter.kind == "last_call":
        return _("Last call in {game}").format(game=turn.game)
    if letter.kind == "nudge" and turn.nudged_by is not None:
        asks = _("{name} asks for your move in {game}")
        return plain(told(asks, name=current.names[turn.nudged_by], game=turn.game))
    if turn.seq == 0:
        return _("{game} has begun").format(game=turn.game)
    return _("You’re on in {game}").format(game=turn.game)


def _typed(text: str) -> str:
    return text.replace("’", "'")


def _common(letter: Letter) -> dict[str, Any]:
    recipient = letter.recipient
    page = choices_address(recipient)
    return {
        "name": _greeted(letter),
        "preview_ends": _PREVIEW_ENDS,
        "items": items(letter),
        "choices_url": page,
        "telling_url": site_link(reverse("accounts:telling")),
        "choices": [
            (label, f"{page}?choice={choice}", now)
            for choice, label, now in choices_for(recipient.tell_turns, recipient.unseen_minutes)
        ],
    }


def _greeted(letter: Letter) -> str:
    """A guest has a name at the table alone."""
    recipient = letter.recipient
    if not recipient.is_guest:
        return recipient.name
    turns = [*letter.turns, *(ended.turn for ended in letter.ended)]
    return turns[0].name if turns else recipient.name


def _headers(name: str, letter: Letter) -> dict[str, str]:
    recipient = letter.recipient
    host = urlsplit(settings.SITE_URL).hostname
    token = unsubscribe_token(recipient)
    one_click = site_link(reverse("games:unsubscribe", args=[token]))
    _name, address = parseaddr(settings.GAME_FROM_EMAIL)
    subject = quote(f"unsubscribe {token}")
    thread, this = _ids(name, letter)
    return {
        "Message-ID": f"<{this}.{recipient.user_id}@{host}>",
        "In-Reply-To": f"<{thread}.{recipient.user_id}@{host}>",
        "References": f"<{thread}.{recipient.user_id}@{host}>",
        "List-Id": f"Next Act <games.{host}>",
        "List-Unsubscribe": f"<{one_click}>, <mailto:{address}?subject={subject}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
    }


def letter_id(letter: Letter) -> str:
    """Return what names this letter, the same at every try and no other's."""
    return _ids(_template(letter), letter)[1]


def _ids(name: str, letter: Letter) -> tuple[str, str]:
    """Return the thread, which is the game's, and the letter's own name in it."""
    thread, this = _new_ids(name, letter)
    return thread, letter.name or this


def _new_ids(name: str, letter: Letter) -> tuple[str, str]:
    # Told again, a turn is another letter; tried again, the same.
    again = letter.times_told
    if name == "news":
        news = letter.news[0]
        thread = news.public_id or news.stage
        return thread, f"{thread}.{news.seat}.{news.seq}.{news.stage}.{again}.{letter.told[0]}"
    turn = letter.ended[0].turn if name == "end" else letter.turns[0]
    thread = "digest" if name == "digest" else turn.public_id
    return thread, f"{turn.public_id}.{turn.seat}.{turn.seq}.{letter.kind}.{again}"
