"""Signs in plain words: what was found, what it proves, and what not."""

from collections.abc import Callable, Iterator
from datetime import date
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import Sign, SignKind, Strength
from games.words.amounts import grouped, plus
from games.words.names import listed_plainly, told
from games.words.times import long_day


class Line(NamedTuple):
    """One thing that was found."""

    strength: Strength
    text: SafeString


_TITLES: dict[str, Promise] = {
    SignKind.SECOND: gettext_lazy("Could {player} and {other} be one person?"),
    SignKind.RETURNED: gettext_lazy("Is {player} back after a ban?"),
    SignKind.PAIR: gettext_lazy("Does {other} let {player} win?"),
    SignKind.RATING: gettext_lazy("Is the rating of {player} right?"),
    SignKind.EXPERT: gettext_lazy("Does {player} get help from a bot?"),
    SignKind.STALLING: gettext_lazy("Does {player} hold up lost games?"),
    SignKind.CHAT: gettext_lazy("Does {player} write what nobody should read?"),
}

_DOUBTS: dict[str, Promise] = {
    SignKind.SECOND: gettext_lazy(
        "A family, a shared flat or a school looks the same. Marks are kept for 30 days and can’t "
        "be turned back into addresses."
    ),
    SignKind.RETURNED: gettext_lazy(
        "It shows that the same mailbox was confirmed, not who reads it today. A mailbox can be "
        "shared or passed on."
    ),
    SignKind.PAIR: gettext_lazy(
        "A friend who is learning loses often, too, and people leave games for many reasons. Look "
        "at the games."
    ),
    SignKind.RATING: gettext_lazy(
        "People learn, have a good month, or come back after a long time. It says nothing of how."
    ),
    SignKind.EXPERT: gettext_lazy(
        "A very good player agrees often, above all in easy games. Look at the moves that are hard "
        "to find, and how long they took."
    ),
    SignKind.STALLING: gettext_lazy(
        "Some people are slow to play a game they no longer enjoy. The clock allows it; holding up "
        "others on purpose is something else."
    ),
    SignKind.CHAT: gettext_lazy(
        "Seen by a list, nobody has read it. Friends tease each other, and a word may be quoted."
    ),
}


def title_of(sign: Sign, *, player: SafeString, other: SafeString) -> SafeString:
    """Return the question that a sign asks, with names as they stand on pages."""
    return told(str(_TITLES[sign.kind]), player=player, other=other)


def doubt_of(sign: Sign) -> str:
    """Return what the sign does not prove."""
    return str(_DOUBTS[sign.kind])


def lines_of(sign: Sign, *, player: SafeString, other: SafeString) -> list[Line]:
    """Return what was found, strongest first."""
    names = {"player": player, "other": other}
    return list(_WORDINGS[SignKind(sign.kind)](sign, names))


Names = dict[str, SafeString]


def _second(sign: Sign, names: Names) -> Iterator[Line]:
    parts: dict[str, int] = sign.figures.get("parts", {})
    for name, word in _PARTS.items():
        if name in parts:
            yield Line(word.strength, told(word.says(parts[name])))
    if sign.figures.get("kept_away"):
        yield Line(Strength.SOME, told(_("One of the two is banned or suspended.")))


class _Part(NamedTuple):
    strength: Strength
    says: Callable[[int], str]


_PARTS: dict[str, _Part] = {
    "browser": _Part(
        Strength.STRONG,
        lambda days: ngettext(
            "They signed in one after the other in the same browser, seen on {count} day.",
            "They signed in one after the other in the same browser, seen on {count} days.",
            days,
        ).format(count=days),
    ),
    "machine": _Part(
        Strength.SOME,
        lambda days: ngettext(
            "They used the same kind of browser in the same network on {count} day.",
            "They used the same kind of browser in the same network on {count} days.",
            days,
        ).format(count=days),
    ),
    "network": _Part(
        Strength.SOME,
        lambda days: ngettext(
            "They were in the same network on {count} day, with other browsers.",
            "They were in the same network on {count} days, with other browsers.",
            days,
        ).format(count=days),
    ),
    "address": _Part(
        Strength.SOME,
        lambda _count: _(
            "Their email addresses are alike but for figures, dots or what follows a plus."
        ),
    ),
    "after": _Part(
        Strength.SOME,
        lambda times: ngettext(
            "{count} time one began to play within ten minutes after the other had stopped, and "
            "they never played at once.",
            "{count} times one began to play within ten minutes after the other had stopped, and "
            "they never played at once.",
            times,
        ).format(count=times),
    ),
    "apart": _Part(
        Strength.SOME,
        lambda times: ngettext(
            "They were never both active within the same ten minutes, where their hours would make "
            "{count} such time likely.",
            "They were never both active within the same ten minutes, where their hours would make "
            "{count} such times likely.",
            times,
        ).format(count=times),
    ),
    "hours": _Part(
        Strength.SOME,
        lambda share: _("They keep the same hours: {share}% of their moves overlap.").format(
            share=share
        ),
    ),
    "joined": _Part(
        Strength.SOME,
        lambda minutes: ngettext(
            "The newer account signed up within {count} minute of a move by the older.",
            "The newer account signed up within {count} minutes of a move by the older.",
            minutes,
        ).format(count=minutes),
    ),
    "at_once": _Part(
        Strength.AGAINST,
        lambda days: ngettext(
            "They played in different games at the same time, on {count} day.",
            "They played in different games at the same time, on {count} days.",
            days,
        ).format(count=days),
    ),
    "together": _Part(
        Strength.AGAINST,
        lambda games: ngettext(
            "They sat in {count} game together and moved in turn, as people in one room do.",
            "They sat in {count} games together and moved in turn, as people in one room do.",
            games,
        ).format(count=games),
    ),
}


def _returned(sign: Sign, names: Names) -> Iterator[Line]:
    day = long_day(date.fromisoformat(sign.figures["deleted"]))
    sentence = _(
        "{player} confirmed an email address whose account was deleted under a ban on {day}."
    )
    yield Line(Strength.STRONG, told(sentence, **names, day=day))


def _pair(sign: Sign, names: Names) -> Iterator[Line]:
    figures: dict[str, Any] = sign.figures
    strength = Strength(sign.strength)
    sentence = _(
        "{player} was ahead of {other} in {ahead} of {games} rated games. By their ratings "
        "one would expect {expected}; as many or more come about by chance in 1 of {one_in} pairs."
    )
    shown = {**figures, "one_in": grouped(figures["one_in"])}
    one_sided = strength if figures["one_in"] >= 500 else Strength.SOME
    if figures["one_in"] < 20:
        one_sided = Strength.AGAINST
    yield Line(one_sided, told(sentence, **names, **shown))
    if figures["short"]:
        short = ngettext(
            "In {short} of them {other} left before the end or took few turns (left: {left}).",
            "In {short} of them {other} left before the end or took few turns (left: {left}).",
            figures["short"],
        )
        yield Line(strength, told(short, **names, **figures))
    moved = told(
        _("These games moved the rating of {player} by {points}."),
        **names,
        points=plus(figures["moved"]),
    )
    yield Line(Strength.SOME, moved)


def _rating(sign: Sign, names: Names) -> Iterator[Line]:
    figures: dict[str, Any] = sign.figures
    sentence = _(
        "In the last {games} rated games {player} finished ahead of {share}% of the others, where "
        "the ratings said {expected}%. By chance that happens to 1 of {one_in} players."
    )
    if figures["share"] < figures["expected"]:
        sentence = _(
            "In the last {games} rated games {player} finished ahead of only {share}% of the "
            "others, where the ratings said {expected}%. By chance that happens to 1 of {one_in} "
            "players."
        )
    shown = {**figures, "one_in": grouped(figures["one_in"])}
    yield Line(Strength(sign.strength), told(sentence, **names, **shown))


def _expert(sign: Sign, names: Names) -> Iterator[Line]:
    sentence = _(
        "In {games} reviewed games ({decisions} decisions) {player} gave away {each} points a "
        "decision. Others of that rating gave away {others}, in {seats} reviewed games."
    )
    yield Line(Strength(sign.strength), told(sentence, **names, **sign.figures))


def _stalling(sign: Sign, names: Names) -> Iterator[Line]:
    sentence = _(
        "Towards the end of {games} lost games {player} left {late} of {turns} turns to the clock "
        "or to the last moment; elsewhere it was {elsewhere}%."
    )
    yield Line(Strength(sign.strength), told(sentence, **names, **sign.figures))


def _chat(sign: Sign, names: Names) -> Iterator[Line]:
    count = sign.figures["messages"]
    sentence = ngettext(
        "{count} message by {player} at one table has words of our list ({languages}).",
        "{count} messages by {player} at one table have words of our list ({languages}).",
        count,
    )
    languages = listed_plainly(sign.figures["languages"])
    yield Line(Strength(sign.strength), told(sentence, **names, count=count, languages=languages))


_WORDINGS: dict[SignKind, Callable[[Sign, Names], Iterator[Line]]] = {
    SignKind.SECOND: _second,
    SignKind.RETURNED: _returned,
    SignKind.PAIR: _pair,
    SignKind.RATING: _rating,
    SignKind.EXPERT: _expert,
    SignKind.STALLING: _stalling,
    SignKind.CHAT: _chat,
}
