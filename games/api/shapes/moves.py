"""Moves: as they are sent, listed, seen by everybody, and recorded."""

from rest_framework import serializers

from games.api.shapes.parts import (
    Component,
    Exact,
    card_field,
    cards_field,
    choice,
    either,
    field_of,
    fixed,
    place,
    seat_field,
)

End = choice(
    "End",
    ("left", "right"),
    "An end of the Active Set. A single card has one, `left`; a move may call it `right`, too.",
)
_END = "The end of the Active Set that is taken."
_FLIP = "Whether the card is turned over: what was its bottom is then its top."
_TO = (
    "The card’s place in your hand once it is in it: 0 is the far left, and the number of cards "
    "you hold is the far right."
)
_SEQ = "The `seq` of the game the move was chosen for."
_MOST = 100_000


class Orient(Exact):
    """The choice which way up to hold the hand, before a round’s first turn."""

    type = fixed("orient")
    flip = serializers.BooleanField(help_text="Whether the whole hand is turned over.")


class Show(Exact):
    """Lays a set of cards, side by side in the hand, that beats the Active Set."""

    type = fixed("show")
    start = place("The place of the set’s first card in your hand.")
    stop = place("The place after that of its last card: 2 to 5 are three cards.")


class Scout(Exact):
    """Takes a card from an end of the Active Set into the hand."""

    type = fixed("scout")
    end = End(help_text=_END)
    flip = serializers.BooleanField(help_text=_FLIP)
    to = place(_TO)


class ScoutAndShow(Exact):
    """Takes a card and shows a set at once: a chip for each round, with three or more players."""

    type = fixed("scout_and_show")
    end = End(help_text=_END)
    flip = serializers.BooleanField(help_text=_FLIP)
    to = place(_TO)
    start = place("The place of the set’s first card, counted with the scouted card in the hand.")
    stop = place("The place after that of its last card, counted in the same way.")


MOVE = either(
    "Move",
    {"orient": Orient, "show": Show, "scout": Scout, "scout_and_show": ScoutAndShow},
)
Move = field_of(MOVE)


def seq_field(help_text: str) -> serializers.IntegerField:
    """Return a field with the number of a decision."""
    return serializers.IntegerField(min_value=0, max_value=_MOST, help_text=help_text)


class OrientBody(Orient):
    """An `Orient` as it is sent."""

    seq = seq_field(_SEQ)


class ShowBody(Show):
    """A `Show` as it is sent."""

    seq = seq_field(_SEQ)


class ScoutBody(Scout):
    """A `Scout` as it is sent."""

    seq = seq_field(_SEQ)


class ScoutAndShowBody(ScoutAndShow):
    """A `ScoutAndShow` as it is sent."""

    seq = seq_field(_SEQ)


MOVE_BODY = either(
    "MoveBody",
    {
        "orient": OrientBody,
        "show": ShowBody,
        "scout": ScoutBody,
        "scout_and_show": ScoutAndShowBody,
    },
)


class RecordedShow(Show):
    """A `Show` in a record."""

    seat = seat_field(help_text="Whose turn it was.")


class RecordedScout(Scout):
    """A `Scout` in a record."""

    seat = seat_field(help_text="Whose turn it was.")


class RecordedScoutAndShow(ScoutAndShow):
    """A `ScoutAndShow` in a record."""

    seat = seat_field(help_text="Whose turn it was.")


RecordedMove = field_of(
    either(
        "RecordedMove",
        {"show": RecordedShow, "scout": RecordedScout, "scout_and_show": RecordedScoutAndShow},
    )
)


class PublicShow(Component):
    """A `Show` as everybody saw it."""

    seat = seat_field(help_text="Whose turn it was.")
    type = fixed("show")
    cards = cards_field(help_text="The set as it lay then, from left to right.")


class PublicScout(Component):
    """A `Scout` as everybody saw it: nobody is told where the card went, nor which way up."""

    seat = seat_field(help_text="Whose turn it was.")
    type = fixed("scout")
    end = End(help_text=_END)
    card = card_field(help_text="The card as it lay in the Active Set.")


class PublicScoutAndShow(Component):
    """A `ScoutAndShow` as everybody saw it."""

    seat = seat_field(help_text="Whose turn it was.")
    type = fixed("scout_and_show")
    end = End(help_text=_END)
    card = card_field(help_text="The card as it lay in the Active Set.")
    cards = cards_field(help_text="The set that was then shown, from left to right.")


PublicMove = field_of(
    either(
        "PublicMove",
        {"show": PublicShow, "scout": PublicScout, "scout_and_show": PublicScoutAndShow},
    )
)
