"""Keeping answers, and handing them over."""

from datetime import datetime

from django.db import transaction

from games.bots.reviewing.grades import Grade
from games.models import PracticeCard
from games.practice.spacing import RIGHT, spaced


def keep_answer(*, user_id: int, position_id: int, grade: Grade, now: datetime) -> bool:
    """Keep a user's answer; return whether it counts.

    It does if the position was new to them or due: a second press, or another tab, changes nothing.
    """
    right = grade in RIGHT
    with transaction.atomic():
        own = PracticeCard.objects.select_for_update(no_key=True)
        card = own.filter(user=user_id, position=position_id).first()
        if card is None:
            state, due_at = spaced(None, grade, now)
            first = {"state": state, "due_at": due_at, "grade": grade, "right": int(right)}
            _card, new = PracticeCard.objects.get_or_create(
                user_id=user_id, position_id=position_id, defaults=first
            )
            return new
        if card.due_at > now:
            return False
        card.state, card.due_at = spaced(card.state, grade, now)
        card.grade = grade
        card.answers += 1
        card.right += right
        card.save()
    return True


def move_cards(*, source_id: int, target_id: int) -> None:
    """Give a guest's answers to an account; where both have answered, the account's stay."""
    own = PracticeCard.objects.filter(user=target_id).values("position")
    theirs = PracticeCard.objects.filter(user=source_id)
    theirs.filter(position__in=own).delete()
    theirs.update(user=target_id)
