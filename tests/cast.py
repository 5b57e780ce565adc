"""A table with one of every kind: a member, a moderator, a guest, a bot account and a bot."""

from typing import NamedTuple

from django.contrib.auth.models import Group
from django.test import Client

from accounts.guests.lifetime import new_guest
from accounts.models import User
from games.lobby.joining import join
from games.lobby.opening import create_game
from games.lobby.starting import start_early
from games.lobby.terms import Terms
from games.models import Game, Kind
from games.order.moderators import NAME, make_group
from games.play.chat import say
from tests.pages.seats import all_keep, one_move

LAYLA = "ليلى مراد"
"""A name that reads from right to left."""
KINDS = {
    LAYLA: Kind.MEMBER,
    "Ilse": Kind.MODERATOR,
    "Gus": Kind.GUEST,
    "Robo": Kind.BOT,
    "Lev": Kind.BOT,
}


class Cast(NamedTuple):
    """A game, not begun, and its people in the order of their seats; a bot takes the last."""

    game: Game
    member: User
    moderator: User
    guest: User
    program: User

    @property
    def people(self) -> list[User]:
        return [self.member, self.moderator, self.guest, self.program]

    def begin(self) -> Game:
        """Deal, with the bot."""
        start_early(game_id=self.game.pk, by=self.member, bots=["lev"])
        return self.game

    def play(self, moves: int) -> Game:
        """Deal, let everybody say something and keep their hands, and move."""
        self.begin()
        for seat in range(len(self.people)):
            say(game_id=self.game.pk, seat=seat, text="Hello")
        all_keep(self.game)
        for _ in range(moves):
            one_move(self.game)
        return self.game

    def browser(self, user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client


def cast() -> Cast:
    """At an open table."""
    member = User.objects.create_user(LAYLA, "layla@example.org", email_confirmed=True)
    moderator = User.objects.create_user("Ilse", is_staff=True)
    make_group()
    moderator.groups.add(Group.objects.get(name=NAME))
    guest = new_guest()
    program = User.objects.create_user("Robo", is_bot=True)
    terms = Terms(players=5, name="Tuesday Troupe", open=True, turn_seconds=24 * 3600)
    game = create_game(user=member, terms=terms)
    join(game_id=game.pk, user=moderator)
    join(game_id=game.pk, user=guest, name="Gus")
    join(game_id=game.pk, user=program)
    return Cast(game, member, moderator, guest, program)
