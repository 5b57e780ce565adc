"""A person with an account, at a table of the simulation."""

from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from math import log
from random import Random

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser

from games.live import watching
from games.models import Destination, Way
from games.rules.orders import Order
from scoutsite.pace.people import Person
from scoutsite.pace.policies import Policy
from scoutsite.pace.post import Post

NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil")


@dataclass(slots=True)
class Player:
    """Somebody's account, and what they know and do at the moment."""

    person: Person
    user: AbstractUser
    chance: Random
    seat: int | None = None
    told: datetime | None = None
    """Since when they know that they are waited for; None: they don't, or aren't."""
    acted: datetime | None = None
    """When they did something last."""
    acting_at: int | None = None
    """The decision that they are about to make, or made last."""
    orders: tuple[Order, ...] = ()
    """What they would have left as a plan after their last turn."""
    page_until: datetime | None = None
    _page: ExitStack = field(default_factory=ExitStack)

    def drawn(self, middle: timedelta, spread: float) -> timedelta:
        """Return a span around a median, of log-normal spread."""
        return timedelta(seconds=self.chance.lognormvariate(log(middle.total_seconds()), spread))

    def later(self, now: datetime, middle: timedelta, spread: float) -> datetime:
        """Return when such a span of waking time will have passed."""
        return self.person.hours.after(now, self.drawn(middle, spread))

    def open_page(self, table_id: str, until: datetime) -> None:
        """Keep the page of their table open, as the site knows it by its stream."""
        if self.page_until is None:
            spots = (watching.person(self.user.pk), watching.person_at(self.user.pk, table_id))
            self._page.enter_context(watching.page_open(*spots))
        self.page_until = until

    def close_page(self) -> None:
        """Close the page."""
        self._page.close()
        self.page_until = None


def settle(people: list[Person], policy: Policy, post: Post, *, since: datetime) -> list[Player]:
    """Make accounts for people; ``since`` is when they allow notifications."""
    return [_settled(person, policy, post, since) for person in people]


def _settled(person: Person, policy: Policy, post: Post, since: datetime) -> Player:
    users = get_user_model()
    name = f"{NAMES[person.number]} {users._default_manager.count() + 1}"
    user = users(
        username=name, email_confirmed=True, time_zone=person.zone, **policy.account(person)
    )
    user.set_unusable_password()
    user.save()
    user.email = post.address_of(user.pk)
    user.save()
    if person.has_phone and policy.pushes:
        Destination.objects.create(
            user=user,
            way=Way.PUSH,
            address=f"https://push.example.org/{user.pk}",
            secret=name,
            name="Phone",
            created_at=since,
        )
    return Player(person, user, Random(f"player {person.key}"))  # noqa: S311 (a simulation)
