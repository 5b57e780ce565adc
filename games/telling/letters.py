"""Composing emails: subject, headers, text and HTML."""

from datetime import datetime
from email.utils import parseaddr
from functools import cache
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import get_template
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Stage
from games.rules.cards import Cards, bottom, top
from games.telling.choices import CHOICES, token_for
from games.telling.decide import Letter
from games.telling.facts import Ended, PublicRound, Turn
from games.telling.news import News
from games.telling.wording import MoveLine, moment, moves_since, news_sentences, ring, time_left
from games.words.amounts import points_text
from games.words.links import site_link
from games.words.names import listed, told
from games.words.sets import numbers
from games.words.times import short_time_left

LISTED = 20
"""Most games named at an email's end."""

_GROUNDS = (
    *("#FBE18C", "#F9CE5C", "#F6B547", "#F0983F", "#E67A45"),
    *("#B53334", "#A02850", "#7A2363", "#51266B", "#2A2358"),
)
_DARK_NUMERAL, _LIGHT_NUMERAL = "#241A15", "#FFF6E3"


class Face(NamedTuple):
    """A card's numbers and colours in an email."""

    top: int
    ground: str
    ink: str
    bottom: int
    bottom_ground: str
    bottom_ink: str


def compose(
    letter: Letter, rounds: dict[int, PublicRound], now: datetime
) -> EmailMultiAlternatives:
    """Compose ``letter``, given its ``subject_game``'s round."""
    recipient = letter.recipient
    with translation.override(settings.LANGUAGE_CODE), timezone.override(recipient.zone):
        if letter.turns:
            subject, context = _turn(letter, rounds, now)
            name = "turn"
        elif letter.ended:
            subject, context = _end(letter.ended[0])
            name = "end"
        else:
            subject, context = _news(letter.news[0])
            name = "news"
        context |= _common(letter)
        text = get_template(f"games/telling/{name}.txt").render(context)
        html = get_template(f"games/telling/{name}.html").render(context)
    message = EmailMultiAlternatives(
        subject=_typed(" ".join(subject.split())),
        body=_typed(text),
        from_email=settings.GAME_FROM_EMAIL,
        to=[recipient.email],
        headers=_headers(letter),
    )
    message.attach_alternative(html, "text/html")
    return message


def subject_game(letter: Letter) -> int | None:
    """Return the game whose current round is told."""
    return letter.turns[0].game_id if letter.turns else None


def message_id_of(message: EmailMultiAlternatives) -> str:
    """Return the id for delivery reports, preferably the provider's."""
    status = getattr(message, "anymail_status", None)
    given = getattr(status, "message_id", None)
    return given if isinstance(given, str) else str(message.extra_headers["Message-ID"])


def _typed(text: str) -> str:
    return text.replace("’", "'")


def _turn(
    letter: Letter, rounds: dict[int, PublicRound], now: datetime
) -> tuple[str, dict[str, Any]]:
    turn = letter.turns[0]
    current = rounds[turn.game_id]
    view = current.view
    left = None if turn.deadline is None else turn.deadline - now
    subject = _("You’re on in {game}").format(game=turn.game)
    if left is not None:
        subject = f"{subject} ({short_time_left(left)})"
    active = view.active_set
    others = [_waiting(other, now) for other in letter.turns[1:]]
    context: dict[str, Any] = {
        "game": turn.game,
        "round": _("round {number} of {all}").format(
            number=turn.round_number + 1, all=turn.players
        ),
        "left": left and time_left(left),
        "until": turn.deadline and moment(turn.deadline),
        "nudged": letter.nudged,
        "last_call": letter.kind == "last_call",
        "orienting": view.phase == "orient",
        "ring": active and ring(active.cards, active.owner, current.names, turn.seat),
        "ring_numbers": active and numbers(active.cards),
        "faces": active and _faces(active.cards),
        "lines": _lines(current, turn.seat),
        "url": _table(turn),
        "others": others[:LISTED],
        "more": _more(len(others) - LISTED),
    }
    return subject, context


def _lines(current: PublicRound, seat: int) -> list[MoveLine]:
    return moves_since(current.view.history, current.actors, current.names, seat)


def _waiting(turn: Turn, now: datetime) -> tuple[str, str, str]:
    left = "" if turn.deadline is None else short_time_left(turn.deadline - now)
    return turn.game, _table(turn), left


def _more(count: int) -> str:
    if count <= 0:
        return ""
    return ngettext("And {count} more game.", "And {count} more games.", count).format(count=count)


def _end(ended: Ended) -> tuple[str, dict[str, Any]]:
    turn = ended.turn
    subject = _("{game} is over").format(game=turn.game)
    return subject, {
        "game": turn.game,
        "outcome": _outcome(ended),
        "standing": [
            (told(_("You")) if me else name, points_text(score), winner)
            for name, score, winner, me in ended.standing
        ],
        "url": _table(turn),
    }


def _news(news: News) -> tuple[str, dict[str, Any]]:
    heading = (
        _("End {game} unfinished?") if news.stage == Stage.OFFER else _("{game} is friendly now")
    ).format(game=news.game)
    return heading, {
        "heading": heading,
        "sentences": news_sentences(news),
        "url": _table(news),
    }


def _outcome(ended: Ended) -> str:
    if ended.voided:
        return _("It ended unfinished.")
    winners = [(name, me) for name, _score, winner, me in ended.standing if winner]
    if len(winners) > 1:
        names = listed([_("you") if me else name for name, me in winners], by=" & ")
        return told(_("{names} share the bow."), names=names)
    name, me = winners[0]
    return told(_("You take the bow.") if me else _("{name} takes the bow."), name=name)


def _common(letter: Letter) -> dict[str, Any]:
    recipient = letter.recipient
    page = site_link(
        reverse(
            "games:mail_choices",
            args=[token_for(user_id=recipient.user_id, scope="choose")],
        )
    )
    also = letter.ended if letter.turns else letter.ended[1:]
    return {
        "name": recipient.name,
        "over": [(end.turn.game, _table(end.turn), _outcome(end)) for end in also],
        "news": [
            (each.game, _table(each), news_sentences(each)[0])
            for each in (letter.news if letter.turns or letter.ended else letter.news[1:])
        ],
        "choices_url": page,
        "choices": [
            (
                str(label).format(minutes=recipient.turn_mail_minutes),
                f"{page}?choice={choice}",
                choice == recipient.turn_mail,
            )
            for choice, label in CHOICES.items()
        ],
    }


def _headers(letter: Letter) -> dict[str, str]:
    recipient = letter.recipient
    host = urlsplit(settings.SITE_URL).hostname
    token = token_for(user_id=recipient.user_id, scope="unsubscribe")
    one_click = site_link(reverse("games:unsubscribe", args=[token]))
    _name, address = parseaddr(settings.GAME_FROM_EMAIL)
    subject = quote(f"unsubscribe {token}")
    stage, about = _stage(letter)
    thread = f"<{about.public_id}.{recipient.user_id}@{host}>"
    decision = f"{about.public_id}.{about.seat}.{about.seq}"
    return {
        "Message-ID": f"<{decision}.{stage}.{recipient.user_id}@{host}>",
        "In-Reply-To": thread,
        "References": thread,
        "List-Id": f"Next Act <games.{host}>",
        "List-Unsubscribe": f"<{one_click}>, <mailto:{address}?subject={subject}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
    }


def _stage(letter: Letter) -> tuple[str, Turn | News]:
    if not letter.turns and not letter.ended:
        return letter.news[0].stage, letter.news[0]
    if not letter.turns:
        return "end", letter.ended[0].turn
    return ("nudge" if letter.nudged else letter.kind), letter.turns[0]


def _table(about: Turn | News) -> str:
    return site_link(_table_path().format(about.public_id))


@cache
def _table_path() -> str:
    return reverse("games:table", args=["0"]).replace("0", "{}")


def _faces(cards: Cards) -> list[Face]:
    return [_face(top(card), bottom(card)) for card in cards]


def _face(upper: int, lower: int) -> Face:
    return Face(upper, *_colours(upper), lower, *_colours(lower))


def _colours(number: int) -> tuple[str, str]:
    return _GROUNDS[number - 1], _DARK_NUMERAL if number < 6 else _LIGHT_NUMERAL
