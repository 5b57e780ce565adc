"""Chat at a table."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.live import announce
from games.models import ChatMessage, Game, Seat
from games.people.standing import refuse_to_speak
from games.rules.errors import RuleError

LONGEST = 500
"""Characters."""
AT_ONCE, WITHIN = 10, timedelta(minutes=1)


def say(*, game_id: int, seat: int, text: str, by: int | None = None) -> ChatMessage:
    """Post ``text`` with whitespace collapsed; ``by`` is the user who asks for it.

    Raise ``not_seated``, ``nothing_said``, ``too_long``, ``too_fast``, ``muted``, ``suspended`` or
    ``banned``.
    """
    said = " ".join(text.split())
    if not said:
        raise RuleError("nothing_said", _("Write something first."))
    if len(said) > LONGEST:
        raise RuleError(
            "too_long",
            _("That’s {count} characters. The limit is {most}.").format(
                count=len(said), most=LONGEST
            ),
        )
    with transaction.atomic():
        game = Game.objects.select_for_update(no_key=True).get(pk=game_id)
        seats = list(Seat.objects.filter(game=game).exclude(summary__left=True))
        user_id = next((one.user_id for one in seats if one.number == seat), None)
        if user_id is None or by not in (None, user_id):
            raise RuleError("not_seated", _("Only the players at this table can chat here."))
        refuse_to_speak(user_id)
        now = timezone.now()
        lately = ChatMessage.objects.filter(game=game, seat=seat, created_at__gt=now - WITHIN)
        if lately.count() >= AT_ONCE:
            raise RuleError(
                "too_fast", _("You’re writing very fast. Wait a minute, then send it again.")
            )
        message = ChatMessage.objects.create(
            game=game, seat=seat, user_id=user_id, text=said, created_at=now
        )
        announce.said(game, [one.user_id for one in seats if one.user_id is not None])
    return message
