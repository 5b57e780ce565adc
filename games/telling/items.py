"""What else is new beside an email's subject, and what can be pressed about it."""

from typing import NamedTuple

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.models import Stage
from games.people.recipients import Recipient
from games.telling.addresses import chair_address, invitation_address, table_address
from games.telling.decisions import Letter
from games.telling.facts import Ended
from games.telling.news import News
from games.telling.wording.game import outcome
from games.telling.wording.news import news_heading, news_sentences
from games.words.links import site_link
from games.words.names import told

Links = tuple[tuple[str, str], ...]
"""What can be pressed: (words, address), most important first."""


class Item(NamedTuple):
    """Something new, in a list below other things."""

    said: SafeString
    links: Links

    @property
    def by_address(self) -> Links:
        """Each address once, for texts."""
        return by_address(self.links)


def items(letter: Letter) -> list[Item]:
    """Return what else is new, after the subject."""
    recipient = letter.recipient
    about_turns, about_ends = bool(letter.turns), bool(letter.ended)
    also = letter.ended if about_turns else letter.ended[1:]
    first_end = letter.ended[0].turn.game_id if about_ends and not about_turns else None
    news = letter.news if about_turns or about_ends else letter.news[1:]
    shown = [_end_item(ended) for ended in also]
    # A rematch stands within the email about the end.
    rest = [each for each in news if first_end is None or each.rematch_of != first_end]
    return shown + [Item(_news_item(each), links_of(recipient, each)) for each in rest]


def _news_item(news: News) -> SafeString:
    if news.stage in (Stage.PAUSED, Stage.OFFER, Stage.REWIND, Stage.FRIENDLY):
        return told(_("{game}: {said}"), game=news.game, said=news_sentences(news)[0])
    return told(_("{heading}."), heading=news_heading(news))


def _end_item(ended: Ended) -> Item:
    said = told(_("Over: {game}. {outcome}"), game=ended.turn.game, outcome=outcome(ended))
    return Item(said, ((_("See the game"), table_address(ended.turn.public_id)),))


def by_address(links: Links) -> Links:
    """Return each address once, with all that can be pressed there."""
    words: dict[str, list[str]] = {}
    for word, address in links:
        words.setdefault(address, []).append(word)
    return tuple((" / ".join(all_words), address) for address, all_words in words.items())


def links_of(recipient: Recipient, news: News) -> Links:
    """Return what can be pressed about some news."""
    match news.stage:
        case Stage.INVITATION | Stage.REMATCH:
            url = invitation_address(recipient, news)
            return ((_("Sit down"), url), (_("No, thanks"), url))
        case Stage.KEPT:
            return ((_("Take your chair back"), chair_address(recipient, news)),)
        case Stage.ANSWER:
            return ((_("Read it"), site_link(reverse("games:order"))),)
        case Stage.HOOK_OFF:
            return ((_("See your webhooks"), site_link(reverse("accounts:telling"))),)
        case Stage.REWIND:
            page = site_link(reverse("games:rewind", args=[news.public_id]))
            return ((_("See what it undoes"), page),)
    return ((_("Open the table"), table_address(news.public_id)),)
