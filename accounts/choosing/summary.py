"""One sentence that says what all the choices mean."""

from collections.abc import Sequence

from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.choosing.forms import cap_in_words, soon
from accounts.choosing.topics import BY, WORDS, off_by
from accounts.models import User
from accounts.resting.words import rest_in_words
from games.models import Stage, Topic, Way
from games.people.recipients import Recipient
from games.words.names import listed, sentences, told

_MOST_NAMED = 3


def as_it_stands(user: User, known: Recipient | None) -> SafeString:
    """Return how ``user``, with what is known of them as a recipient, is told, and when not."""
    return sentences(_told_of_turns(user, known), rest_in_words(user.rest, timezone.now()))


def _told_of_turns(user: User, known: Recipient | None) -> SafeString:
    if user.tell_turns == "none":
        return told(
            _("As it stands: {nothing}. You find your turns under My games."),
            nothing=_strong(_("we don’t tell you")),
        )
    subject = Stage.LAST_CALL if user.tell_turns == "deadline" else Stage.TURN
    ways = _open_ways(known)
    used = [way for way in ways if known is not None and known.wants(subject, way)]
    if not used:
        return told(
            _("As it stands: {nothing}: no way is open. You find your turns under My games."),
            nothing=_strong(_("we can’t tell you")),
        )
    words = {
        Way.MAIL: _("by email"),
        Way.PUSH: _("on your phone or computer"),
        Way.HOOK: _("by webhook"),
    }
    # One a day is less than any limit.
    daily = user.tell_turns == "daily"
    stands = told(
        _("As it stands: {when} {ways}.") if daily else _("As it stands: {when} {ways}, {most}."),
        when=_strong(soon(user)),
        ways=listed([str(words[way]) for way in used], _("and")),
        most=_most(user.most_a_day),
    )
    return sentences(stands, _left_out(user, ways, Topic(subject)))


def _open_ways(known: Recipient | None) -> list[Way]:
    if known is None:
        return []
    ways = {place.way for place in known.destinations}
    return [way for way in BY if way in ways or (way == Way.MAIL and known.mailable)]


def _most(cap: int | None) -> SafeString:
    if cap is None:
        return told(_("with {no_limit}"), no_limit=_strong(_("no limit a day")))
    return told(_("at most {count}"), count=_strong(cap_in_words(cap)))


def _left_out(user: User, ways: Sequence[Way], subject: Topic) -> SafeString:
    out = [
        _("{topic} {way}").format(topic=WORDS[topic], way=BY[way])
        for way in ways
        for topic in Topic
        if topic in off_by(user, way) and topic != subject
    ]
    if not out:
        return SafeString()
    named, rest = out[:_MOST_NAMED], len(out) - _MOST_NAMED
    if rest > 0:
        named.append(ngettext("{count} more", "{count} more", rest).format(count=rest))
    return told(_("Left out: {what}."), what=listed(named, _("and")))


def _strong(words: str) -> SafeString:
    return format_html("<strong>{}</strong>", words)
