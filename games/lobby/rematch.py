"""The same people again: a new game with the same seats and terms."""

from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.live import announce
from games.lobby.opening import Terms, join, open_game
from games.lobby.seating import begin_if_full, changed, sit
from games.log.store import load
from games.models import Audience, Game, GameInvitation, Seat
from games.people.names import taken_away
from games.people.standing import lock_player
from games.rules.errors import RuleError


def rematch(*, game_id: int, user: AbstractUser) -> Game:
    """The rematch of a game that is over, with ``user`` on the same seat as before.

    The first one to ask opens it and the others are asked by name; it begins when all have agreed.
    Bots agree at once. ``RuleError``: ``not_over``, ``not_seated``, and those of ``lobby.join``.
    """
    with transaction.atomic():
        lock_player(user)
        before = Game.objects.select_for_update(no_key=True).get(pk=game_id)
        seats = list(Seat.objects.filter(game=before).order_by("number"))
        mine = next((seat for seat in seats if seat.user_id == user.pk), None)
        if mine is None:
            raise RuleError("not_seated", _("You did not sit at this table."))
        if not load(before).over:
            raise RuleError("not_over", _("This game is not over yet."))
        again = Game.objects.filter(rematch_of=before).first()
        if again is None:
            again = _open(before, seats, user)
            # Moderators may have taken the name away since.
            name = "" if taken_away(mine.name) else mine.name
            sit(again, user, number=mine.number, name=name)
            changed(again)
            begin_if_full(again)
            announce.table_changed(before)
            return again
        announce.table_changed(before)
    return _join(again, user, mine.name)


def _join(again: Game, user: AbstractUser, name: str) -> Game:
    # Who sat there before may come back after a no, too.
    link = again.invitation
    try:
        return join(game_id=again.pk, user=user, invitation=link, name=name)
    except RuleError as refused:
        if refused.code not in ("name_taken", "bad_name"):
            raise
        # Somebody new, who came by the link, is called so now; or nobody may be any more.
        return join(game_id=again.pk, user=user, invitation=link)


def _open(before: Game, seats: list[Seat], user: AbstractUser) -> Game:
    terms = Terms(
        players=before.players,
        name=before.name,
        turn_seconds=before.turn_seconds,
        rated=before.rated and not getattr(user, "is_bot", False),
        show_legal_sets=before.show_legal_sets,
        substitute=before.substitute,
    )
    people = [seat for seat in seats if not seat.bot]
    audience = Audience.INVITATION if len(people) > 1 else Audience.OWN
    again = open_game(user, terms, audience=audience)
    Game.objects.filter(pk=again.pk).update(rematch_of=before)
    # By the names they had, which differ from everybody's here.
    Seat.objects.bulk_create(
        Seat(game=again, number=seat.number, bot=seat.bot, name=seat.name)
        for seat in seats
        if seat.bot
    )
    now = timezone.now()
    asked: set[int] = set()
    for seat in people:
        # Whoever held two chairs is asked once; the other chair is free for somebody new.
        if seat.user_id not in (None, user.pk, *asked):
            assert seat.user_id is not None
            asked.add(seat.user_id)
            GameInvitation.objects.create(
                game=again, user_id=seat.user_id, seat=seat.number, created_at=now
            )
    return again
