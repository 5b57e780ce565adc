"""The promise to guests that they keep their games."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.archive.own_data import games_under_way
from games.words.names import listed, named, sentences, told


def promise_to(guest: User) -> str:
    """Return a sentence on the games to keep, if any."""
    games = games_under_way(user=guest)
    if not games:
        played = guest.seats.exclude(over_at=None).count()
        template = ngettext(
            "The game you have played comes along.",
            "The {count} games you have played come along.",
            played,
        )
        return template.format(count=played) if played else ""
    latest = games[0]
    sentence = told(
        _("{players}, round {number} of {all}."),
        players=listed([_("You"), *(named(name, kind) for name, kind in latest.others)], _("and")),
        number=latest.round_number,
        all=latest.rounds,
    )
    more = len(games) - 1
    if more:
        also = ngettext("And {count} more game.", "And {count} more games.", more)
        return sentences(sentence, also.format(count=more))
    return sentence
