"""News in words."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from django.contrib.auth.models import AbstractUser
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.lobby.news import NewsItem, latest_news
from games.models import Stage
from games.notices.stages import ASKED
from games.people.badges import names_of
from games.words.names import told
from games.words.times import ago


class NewsRow(NamedTuple):
    """A line of the list."""

    stage: str
    said: SafeString
    text: str
    """The moderators' words; otherwise empty."""
    url: str
    game: str
    public_id: str
    when: str
    at: datetime
    unread: bool
    waits: bool
    """Whether an answer is still wanted."""


def news_rows(
    user: AbstractUser, now: datetime, *, unread: bool = False, stages: Collection[str] = ()
) -> list[NewsRow]:
    """Return a user's news, latest first; constant queries.

    All, or only what is ``unread`` and of these ``stages``.
    """
    found = latest_news(user.pk, unread=unread, stages=stages)
    asking = [each.creator for each in found if each.creator and each.stage in ASKED]
    names = names_of(list({creator.pk: creator for creator in asking}.values()))
    return [_row(each, names, now) for each in found]


def _row(news: NewsItem, names: dict[int, SafeString], now: datetime) -> NewsRow:
    by = names.get(news.creator.pk) if news.creator is not None else None
    return NewsRow(
        stage=news.stage,
        said=told(_sentence(news), by=by or _("Somebody"), game=news.game),
        text=news.text,
        url=_address(news),
        game=news.game,
        public_id=news.public_id,
        when=ago(news.at, now),
        at=news.at,
        unread=news.unread,
        waits=news.waits,
    )


def _sentence(news: NewsItem) -> str:
    past = _PAST.get(Stage(news.stage))
    if past is not None and not news.waits:
        return past()
    return {
        Stage.INVITATION: _("{by} invites you to {game}."),
        Stage.REMATCH: _("{by} wants a rematch of {game}."),
        Stage.SOON: _("{game} starts within the hour."),
        Stage.ALONE: _("Nobody else came to {game} by its hour. The table stays open."),
        Stage.STARTED: _("{game} has begun."),
        Stage.KEPT: _("You were away in {game}, so a bot keeps your chair."),
        Stage.TAKEN: _("Somebody else plays on in your chair in {game}."),
        Stage.PAUSED: _("{game} is paused: bots keep all chairs."),
        Stage.OFFER: _("Somebody offers to end {game} unfinished."),
        Stage.REWIND: _("Somebody asks to take moves back in {game}."),
        Stage.FRIENDLY: _("{game} no longer counts for ratings."),
        Stage.NUDGE: _("Somebody asks for your move in {game}."),
        Stage.END: _("{game} is over."),
        Stage.ANSWER: _("The moderators wrote to you."),
        Stage.HOOK_OFF: _("One of your webhooks could no longer be reached and is switched off."),
    }[Stage(news.stage)]


_PAST = {
    Stage.INVITATION: lambda: _("{by} invited you to {game}."),
    Stage.REMATCH: lambda: _("{by} wanted a rematch of {game}."),
    Stage.KEPT: lambda: _("You were away in {game}, so a bot kept your chair."),
    Stage.OFFER: lambda: _("Somebody offered to end {game} unfinished."),
    Stage.REWIND: lambda: _("Somebody asked to take moves back in {game}."),
}
"""What needs no answer any more."""


def _address(news: NewsItem) -> str:
    """Return where to read on; empty where there may be nothing for the user any more."""
    if news.stage in ASKED and not news.waits:
        return ""
    if news.public_id:
        return reverse("games:table", args=[news.public_id])
    if news.stage == Stage.ANSWER:
        return reverse("games:order")
    return reverse("accounts:telling")
