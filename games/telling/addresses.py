"""Addresses in emails: a table, and what a signed link does for one user without signing in.

Players who don't want such links, or have a second step, get the table's address instead.
"""

from functools import cache

from django.urls import reverse

from games.lobby.answers import invitation_token
from games.people.recipients import Recipient
from games.play.chair_links import chair_token
from games.play.turn_links import turn_token
from games.telling.choices import token_for
from games.telling.news import News
from games.telling.turns import Turn
from games.words.links import site_link


def table_address(public_id: str) -> str:
    """Return the address of a table."""
    return site_link(_path("games:table").format(public_id))


def log_address(public_id: str) -> str:
    """Return the address of the page about a game's log."""
    return site_link(_path("games:log").format(public_id))


def turn_address(recipient: Recipient, turn: Turn) -> str:
    """Return an address that plays this one turn, or the table's."""
    if not recipient.plays_by_link:
        return table_address(turn.public_id)
    token = turn_token(
        user_id=recipient.user_id,
        link_key=recipient.link_key,
        public_id=turn.public_id,
        seat=turn.seat,
        seq=turn.seq,
    )
    return _with("games:turn", token)


def invitation_address(recipient: Recipient, news: News) -> str:
    """Return an address that answers an invitation by name, or the table's."""
    if not recipient.plays_by_link:
        return table_address(news.public_id)
    user_id, key = recipient.user_id, recipient.link_key
    token = invitation_token(user_id=user_id, link_key=key, public_id=news.public_id)
    return _with("games:answer", token)


def chair_address(recipient: Recipient, news: News) -> str:
    """Return an address that takes back a chair, or the table's."""
    if not recipient.plays_by_link:
        return table_address(news.public_id)
    token = chair_token(
        user_id=recipient.user_id,
        link_key=recipient.link_key,
        public_id=news.public_id,
        seat=news.seat,
    )
    return _with("games:chair", token)


def choices_address(recipient: Recipient) -> str:
    """Return the address of the page of choices."""
    user_id, key = recipient.user_id, recipient.link_key
    token = token_for(user_id=user_id, link_key=key, scope="choose")
    return _with("games:mail_choices", token)


def unsubscribe_token(recipient: Recipient) -> str:
    """Return what unsubscribes with one click."""
    user_id, key = recipient.user_id, recipient.link_key
    return token_for(user_id=user_id, link_key=key, scope="unsubscribe")


def _with(name: str, token: str) -> str:
    return site_link(_path(name).format(token))


@cache
def _path(name: str) -> str:
    return reverse(name, args=["0"]).replace("/0/", "/{}/")
