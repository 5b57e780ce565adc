"""Headings of the table."""

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.log.deadlines import rest_counts
from games.models import Kind, Unrated
from games.play.tables import Table
from games.rules.cards import parse_card
from games.rules.views import View
from games.words.amounts import points_text
from games.words.names import listed, named, sentences, told
from games.words.people import People, Person

_ONE_TWO = frozenset((parse_card("1/2"), parse_card("2/1")))


def nothing_yet(starter: Person) -> str:
    """Return an empty log's text."""
    if starter.me:
        return _("The round has just begun. You start.")
    return told(_("The round has just begun. {name} starts."), name=starter.name)


def round_title(view: View) -> str:
    """Name the round."""
    return _("Round {number} of {all}").format(number=view.round + 1, all=view.rounds)


def dots(view: View) -> tuple[str, ...]:
    """Return a class per round: done, now or to come."""
    return tuple(
        "done"
        if number < view.round or view.phase == "over"
        else "now"
        if number == view.round
        else ""
        for number in range(view.rounds)
    )


def who_is_on(
    view: View, people: People, *, named: bool, paused: bool, begins: bool = False
) -> str:
    """Say whose turn it is; with ``begins`` also that the viewer begins the next round."""
    if paused:
        return _("The game is paused")
    if view.phase == "orient":
        if view.seat is None:
            return _("The players are choosing")
        if view.may_act:
            return _("Which way up?")
        if view.starter != view.seat or not begins:
            return _("The others are choosing")
        return _greeting(_("You start"), people[view.seat], named=named)
    assert view.turn is not None
    if not view.may_act:
        if people[view.turn].me:
            return _("A bot plays for you")
        return told(_("{name} is on"), name=people[view.turn].name)
    text = _("You’re on")
    if view.players == 2:
        again = bool(view.history) and view.history[-1].seat == view.seat
        if view.active_set and not view.may_scout:
            text = _("You must show")
        elif again:
            text = _("Still your turn")
    return _greeting(text, people[view.turn], named=named)


def _greeting(text: str, person: Person, *, named: bool) -> str:
    return told(_("{greeting}, {name}"), greeting=text, name=person.name) if named else text


def round_and_points(view: View) -> str:
    """Return the round and the viewer's points."""
    rounds = round_title(view)
    if view.seat is None:
        return rounds
    return _("{rounds} · you have {points}").format(
        rounds=rounds, points=points_text(view.scores[view.seat])
    )


def chosen(view: View, people: People) -> str:
    """Say who still has to choose, and why the viewer starts."""
    waiting = [people[seat].name for seat in view.to_act if not people[seat].me]
    if not waiting:
        return _("The others have chosen.")
    template = ngettext("{names} is still choosing.", "{names} are still choosing.", len(waiting))
    others = told(template, names=listed(waiting, _("and")))
    if view.may_act or view.starter != view.seat or view.round:
        return others
    # With two players the lot decides, if neither was dealt it.
    holds = not _ONE_TWO.isdisjoint(view.hand or b"")
    return sentences(_("You hold the 1/2."), others) if holds else others


def terms(table: Table) -> SafeString:
    """Name the game and what it is played for."""
    said = _terms(table)
    if not table.chairs.rewound:
        return said
    if table.chairs.rewound_alone([seat.number for seat in table.seats if not seat.bot]):
        return told(_("{terms} · moves were taken back, so the result doesn’t count"), terms=said)
    return told(_("{terms} · moves were taken back"), terms=said)


def _terms(table: Table) -> SafeString:
    game = table.game
    said = told(
        _("{name} · {players} players"),
        name=named(game.name, Kind.MEMBER),
        players=len(table.seats),
    )
    if rest_counts(turn_seconds=game.turn_seconds, wanted=not game.rest_counts):
        said = told(_("{terms} · rest does not count"), terms=said)
    if game.for_bot_accounts:
        return told(_("{terms} · rated among bot accounts"), terms=said)
    if game.rated:
        return told(_("{terms} · rated"), terms=said)
    if game.unrated_because:
        reason = Unrated(game.unrated_because).label
        return told(_("{terms} · friendly, for {reason}"), terms=said, reason=reason)
    return said
