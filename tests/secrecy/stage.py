"""The site around a pair: signed-in people, and a game written into its tables.

Apart from a game's steps, everything (people, times, keys, names) is the same each time. Only the
secret, its commitment and its seals are random by design.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import NamedTuple
from unittest import mock

from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts.choosing.feed import renew_feed
from accounts.guests.lifetime import new_guest
from accounts.models import User
from accounts.tokens.making import make_token
from games.deals.daily.dealing import draw_ahead
from games.log import store as log
from games.log.deadlines import Clocks
from games.models import (
    ActionKind,
    Actor,
    Appeal,
    Audience,
    Case,
    ChairEvent,
    ChatMessage,
    FormerPlayer,
    Game,
    GameSecret,
    ModerationAction,
    Move,
    Seat,
    Sign,
    SignKind,
    Strength,
)
from games.order import moderators
from games.order.reports import report
from games.play.conclusion import conclude
from games.practice.starters import load_starters
from games.rules.deal import Deal as RulesDeal
from games.rules.deal import commitment
from games.rules.moves import move_from_json
from tests.accounts.people import PASSWORD, account, sign_in
from tests.rules.oracle_game import Deal, Step
from tests.rules.play import packed
from tests.secrecy.destinations import connect
from tests.secrecy.pairs import Role

NOON = datetime(2026, 11, 18, 12, 0, tzinfo=UTC)
NAMES = ("Anna", "Bert", "Cleo", "Dora", "Emil")
BOTS = ("Pip", "Juno", "Otto", "Fay", "Rosa")
DAY = 24 * 3600
_ACTS = {ChairEvent.PAUSE: ActionKind.PAUSE, ChairEvent.KEEP: ActionKind.PUT_BOT}
"""The audit log's name of an event; for all others a moderator gave time."""


class Person(NamedTuple):
    """A user's browser and, with an account, token."""

    client: Client
    user: User | None = None
    token: str = ""

    def read_in(self, language: str) -> None:
        """Pages, programs and what is sent are in this language from now on."""
        self.client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
        if self.user is not None:
            User.objects.filter(pk=self.user.pk).update(language=language)


class Company:
    """Five players, a spectator with an account, a moderator, and others on demand."""

    def __init__(self) -> None:
        cache.clear()
        self._came: dict[str, Person] = {}
        self.users = [_account(name) for name in NAMES]
        self.spectator = _account("Sven")
        self.stand_in = _account("Nora")
        self.moderator = _account("Mona", is_staff=True)
        moderators.make_group()
        load_starters()
        # The same in both worlds, however often they are written.
        draw_ahead(now=timezone.now())
        self.moderator.groups.add(Group.objects.get(name=moderators.NAME))

    def player(self, seat: int) -> Person:
        return self._signed_in(self.users[seat])

    def in_role(self, role: Role, seat: int | None = None) -> Person:
        """Of the players, present or gone, the one at ``seat``."""
        match role:
            case Role.PLAYER | Role.OTHER_PLAYER | Role.LEFT:
                assert seat is not None
                return self.player(seat)
            case Role.SPECTATOR:
                return self._signed_in(self.spectator)
            case Role.MODERATOR:
                return self._signed_in(self.moderator)
            case Role.STAFF:
                return self._signed_in(_account("Stan", is_staff=True))
            case Role.GUEST:
                guest, client = new_guest(), Client()
                client.force_login(guest)
                return Person(client, guest)
            case Role.STRANGER:
                return Person(Client())

    def _signed_in(self, user: User) -> Person:
        name = user.get_username()
        if name not in self._came:
            client = Client()
            assert sign_in(client, name, PASSWORD)
            # This user has just signed in again and is not asked once more.
            client.post("/account/reauthenticate/", {"password": PASSWORD})
            token = make_token(user=user, name="test", scope="play").secret
            self._came[name] = Person(client, user, token)
        return self._came[name]


def _account(name: str, *, is_staff: bool = False) -> User:
    user = account(name, f"{name.lower()}@example.org")
    user.is_staff = is_staff
    user.save(update_fields=["is_staff"])
    renew_feed(user)
    connect(user)
    return user


class Undone(NamedTuple):
    """Moves are taken back, or somebody asks for it."""

    event: ChairEvent
    actor: Actor
    seat: int
    turns: int


class Happened(NamedTuple):
    """An event of a chair or the clock, and its actor."""

    event: ChairEvent
    actor: Actor
    seat: int = 0
    before_last: int = 0
    """Steps before the last one at which it happened, though after the deal."""
    minutes: int | None = None
    comes: bool = False
    """Of a new player: whether the seat's usual user comes; otherwise they are the one who goes."""
    then: Undone | None = None
    """What follows, if so many turns have been made."""


class Facts(NamedTuple):
    """What everybody may know of a game besides its steps."""

    players: int
    audience: Audience = Audience.OPEN
    bots: frozenset[int] = frozenset()
    """The seats of bots."""
    happened: Happened | None = None
    public_id: str = "secretgame22"
    name: str = "Tuesday Troupe"


def write(company: Company, facts: Facts, steps: Sequence[Step], secret: bytes) -> Game:
    """The last step was an hour ago."""
    end = NOON - timedelta(hours=1)
    times = [end - timedelta(minutes=len(steps) - number) for number in range(len(steps) + 1)]
    host = company.users[min(set(range(facts.players)) - facts.bots)]
    game = Game.objects.create(
        public_id=facts.public_id,
        name=facts.name,
        players=facts.players,
        audience=facts.audience,
        creator=host,
        created_at=times[0],
        commitment=commitment(secret),
        turn_seconds=DAY,
        invitation=f"invitation{facts.public_id}",
    )
    GameSecret.objects.create(game=game, secret=secret)
    for seat in range(facts.players):
        user = None if seat in facts.bots else company.users[seat]
        Seat.objects.create(
            game=game,
            number=seat,
            user=user,
            bot="easy" if user is None else "",
            name=BOTS[seat] if user is None else NAMES[seat],
        )
    taken = facts.happened and facts.happened.event == ChairEvent.NEW_PLAYER
    if taken and facts.happened and not facts.happened.comes:
        Seat.objects.filter(game=game, number=facts.happened.seat).update(
            user=company.stand_in, name="Nora"
        )
    _append(game, facts, steps, times)
    if taken:
        _hand_over(company, game)
    for seat in set(range(facts.players)) - facts.bots:
        said = company.users[seat]
        ChatMessage.objects.create(
            game=game, seat=seat, user=said, text=f"Hello from seat {seat}", created_at=end
        )
    report(user=company.spectator, kind="game", reason="other", text="Look", game=game)
    event = facts.happened.event if facts.happened else ChairEvent.EXTEND
    action = ModerationAction.objects.create(
        kind=_ACTS.get(event, ActionKind.EXTEND),
        created_at=end,
        reason="A train was late",
        moderator=company.moderator,
        moderator_name="Mona",
        game=game,
        game_name=game.name,
    )
    Appeal.objects.create(
        action=action,
        user=company.spectator,
        case=Case.objects.create(
            kind="appeal",
            about="player",
            player=company.spectator,
            opened_at=end,
            waiting_since=end,
        ),
        text="I had to catch it",
        created_at=end,
    )
    # Of the company, whatever the game.
    Sign.objects.get_or_create(
        kind=SignKind.PAIR,
        player=company.spectator,
        other=company.stand_in,
        defaults={
            "strength": Strength.STRONG,
            "figures": {
                "games": 9,
                "ahead": 9,
                "expected": 4.6,
                "one_in": 510,
                "left": 8,
                "short": 8,
                "moved": 143,
            },
            "first_seen_at": end,
            "last_seen_at": end,
        },
    )
    return game


def _hand_over(company: Company, game: Game) -> None:
    """Say beside the log who sat there before."""
    row = Move.objects.get(game=game, type=ChairEvent.NEW_PLAYER)
    seat = Seat.objects.get(game=game, number=row.seat)
    Seat.objects.filter(pk=seat.pk).update(taken_at=row.created_at)
    before = company.stand_in if seat.user != company.stand_in else company.users[row.seat]
    FormerPlayer.objects.create(
        seat=seat,
        user=before,
        name=before.get_short_name(),
        version=row.version,
        until=row.created_at,
        link=f"chair{game.public_id}",
    )


def _append(game: Game, facts: Facts, steps: Sequence[Step], times: Sequence[datetime]) -> None:
    numbers = count(1)

    def drawn(length: int) -> bytes:
        return (game.pk * 10**6 + next(numbers)).to_bytes(length)

    happened, at = facts.happened, _place(facts, steps)
    clocks = Clocks(game.turn_seconds)
    with mock.patch.object(log, "token_bytes", drawn):
        found = log.replay(game)
        for number, (step, now) in enumerate(zip(steps, times[1:], strict=True), start=1):
            if isinstance(step, Deal):
                dealt = RulesDeal(tuple(map(packed, step.hands)), step.starter)
                with mock.patch.object(log, "deal_round", lambda *_, dealt=dealt: dealt):
                    found = log.append_deal(game, found, now, clocks)
            else:
                by_bot = step.seat in facts.bots | found.chairs.without_player
                actor = Actor.BOT if by_bot else Actor.PLAYER
                move = move_from_json(step.move)
                found = log.append_move(
                    *(found, step.seat, move), actor=actor, now=now, clocks=clocks
                )
            if happened and number == at:
                found = log.append_chair_event(
                    *(found, happened.seat, happened.event),
                    actor=happened.actor,
                    now=now,
                    clocks=clocks,
                    to=happened.minutes,
                )
                turns = [row.version for row in found.current_rows if row.is_turn]
                if (then := happened.then) and len(turns) >= then.turns:
                    found = log.append_chair_event(
                        *(found, then.seat, then.event),
                        actor=then.actor,
                        now=now,
                        clocks=clocks,
                        to=turns[-then.turns],
                    )
        conclude(game, found)


def _place(facts: Facts, steps: Sequence[Step]) -> int:
    """The number of steps before it: never between rounds."""
    wanted = max(len(steps) - (facts.happened.before_last if facts.happened else 0), 1)
    return next(
        place
        for place in range(wanted, len(steps) + 1)
        if place == len(steps) or not isinstance(steps[place], Deal)
    )


@contextmanager
def for_now() -> Iterator[None]:
    """Restore the database and the cache afterwards."""
    _forget()
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    _forget()


def _forget() -> None:
    cache.clear()
    ContentType.objects.clear_cache()
