"""News besides turns and ends, as they hold now: invitations, starts, lost chairs, offers."""

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q
from django.utils.safestring import SafeString

from games.models import (
    Destination,
    FormerPlayer,
    Game,
    GameInvitation,
    GameStatus,
    Notice,
    NoticeState,
    PlayerNotice,
    Seat,
    Stage,
    Way,
)
from games.notices.stages import ASKED
from games.people.badges import names_of
from games.people.kinds import with_kinds
from games.words.names import named

NEWS = frozenset(Stage) - {Stage.TURN, Stage.LAST_CALL, Stage.NUDGE, Stage.END}
_BEFORE = (Stage.SOON, Stage.ALONE)
_AT_A_TABLE = (
    *(*_BEFORE, Stage.STARTED, Stage.KEPT, Stage.PAUSED),
    *(Stage.OFFER, Stage.REWIND, Stage.FRIENDLY),
)


class About(NamedTuple):
    """What a notice is about."""

    user_id: int
    stage: str
    game_id: int | None = None
    seat: int = 0
    seq: int = 0
    about_id: int | None = None


class Sitting(NamedTuple):
    """Somebody at a table."""

    name: SafeString
    seat: int
    points: int
    is_me: bool
    made_it: bool
    """Whether they made the table."""


class News(NamedTuple):
    """News for one user."""

    stage: str
    user_id: int
    game_id: int | None = None
    public_id: str = ""
    game: str = ""
    players: int = 0
    turn_seconds: int | None = None
    rated: bool = False
    for_bot_accounts: bool = False
    starts_at: datetime | None = None
    seat: int = 0
    seq: int = 0
    round_number: int = 0
    by: tuple[SafeString, ...] = ()
    """The players who invite, offer to end the game, or play on in the user's chair."""
    sitting: tuple[Sitting, ...] = ()
    """Everybody at the table, best first."""
    kept: bool = False
    """Whether a bot keeps the user's chair."""
    rematch_of: int | None = None
    text: str = ""
    """The moderators' words, or the name of a webhook."""


def news_of(notices: Collection[About]) -> dict[About, News]:
    """Return what still holds of these notices and is not read yet; constant queries."""
    if not notices:
        return {}
    wanted = set(notices) - _read(notices)
    by_stage = defaultdict(list)
    for about in wanted:
        by_stage[about.stage].append(about)
    at_tables = [about for stage in _AT_A_TABLE for about in by_stage[stage]]
    return (
        _asked([about for stage in ASKED for about in by_stage[stage]])
        | _at_tables(at_tables)
        | _taken(by_stage[Stage.TAKEN])
        | _answers(by_stage[Stage.ANSWER])
        | _hooks_off(by_stage[Stage.HOOK_OFF])
    )


def _read(notices: Collection[About]) -> set[About]:
    """Return those that their users have read on the site."""
    rows = Notice.objects.filter(
        Q(game__in={about.game_id for about in notices if about.game_id}) | Q(game=None),
        user__in={about.user_id for about in notices},
        stage__in={about.stage for about in notices},
        way=Way.SITE,
        state__in=(NoticeState.READ, NoticeState.UNREAD),
    )
    read: set[About] = set()
    unread: set[About] = set()
    columns = ("user_id", "stage", "game_id", "seat", "seq", "about_id")
    for state, *about in rows.values_list("state", *columns):
        (read if state == NoticeState.READ else unread).add(About(*about))
    # What happened again is news again.
    return read - unread


def _asked(notices: Collection[About]) -> dict[About, News]:
    if not notices:
        return {}
    games = {about.game_id for about in notices if about.game_id is not None}
    asked = GameInvitation.objects.filter(game__in=games, game__summary__status=GameStatus.OPEN)
    there = {(row.game_id, row.user_id) for row in asked}
    tables = _seats_at(games)
    known = {game.pk: game for game in Game.objects.filter(pk__in=games).select_related("creator")}
    names = names_of([game.creator for game in known.values() if game.creator is not None])
    found = {}
    for about in notices:
        if (about.game_id, about.user_id) in there and about.game_id is not None:
            game = known[about.game_id]
            found[about] = _of_game(about, game)._replace(
                by=(names[game.creator_id],) if game.creator_id is not None else (),
                sitting=_sitting(tables[game.pk], game, about.user_id),
                rematch_of=game.rematch_of_id,
            )
    return found


def _at_tables(notices: Collection[About]) -> dict[About, News]:
    tables = _seats_at({about.game_id for about in notices})
    found = {}
    for about in notices:
        for seat in tables[about.game_id]:
            mine = seat.number == about.seat and seat.user_id == about.user_id
            if mine and _holds(seat, about):
                game = seat.game
                found[about] = _of_game(about, game)._replace(
                    by=tuple(
                        named(other.name, other.kind)
                        for other in tables[about.game_id]
                        if _agrees(other, about.stage)
                    ),
                    sitting=_sitting(tables[about.game_id], game, about.user_id),
                    seq=about.seq if about.stage == Stage.STARTED else game.summary.seq,
                    round_number=game.summary.round_number,
                    kept=seat.summary.kept,
                )
    return found


def _agrees(seat: Seat, stage: str) -> bool:
    """Return whether its player agrees to what all are asked."""
    return seat.summary.agrees_to_rewind if stage == Stage.REWIND else seat.summary.agrees


def _holds(seat: Seat, about: About) -> bool:
    summary = seat.game.summary
    if about.stage in _BEFORE:
        waits = summary.status == GameStatus.OPEN and not seat.quiet
        return waits and (seat.game.starts_at is not None) == (about.stage == Stage.SOON)
    if summary.status != GameStatus.RUNNING or seat.summary.left or seat.quiet:
        return False
    match about.stage:
        case Stage.STARTED:
            return seat.seen_seq is None
        case Stage.KEPT:
            return seat.summary.kept
        case Stage.PAUSED:
            return summary.paused_since is not None
        case Stage.FRIENDLY:
            return bool(seat.game.unrated_because)
        case Stage.REWIND:
            return summary.asked_at is not None and not seat.summary.agrees_to_rewind
    return summary.offered_at is not None and not seat.summary.agrees


def _taken(notices: Collection[About]) -> dict[About, News]:
    if not notices:
        return {}
    sat = FormerPlayer.objects.filter(
        user__in={about.user_id for about in notices},
        seat__game__in={about.game_id for about in notices},
    )
    there = {(each.user_id, each.seat_id) for each in sat}
    tables = _seats_at({about.game_id for about in notices})
    return {
        about: _of_game(about, seat.game)._replace(by=(named(seat.name, seat.kind),))
        for about in notices
        for seat in tables[about.game_id]
        if seat.number == about.seat and (about.user_id, seat.pk) in there
    }


def _answers(notices: Collection[About]) -> dict[About, News]:
    if not notices:
        return {}
    keys = {about.about_id for about in notices if about.about_id is not None}
    rows = PlayerNotice.objects.filter(pk__in=keys, read_at=None).values_list("pk", "text")
    texts = dict(rows)
    return {
        about: News(about.stage, about.user_id, text=texts[about.about_id])
        for about in notices
        if about.about_id in texts
    }


def _hooks_off(notices: Collection[About]) -> dict[About, News]:
    if not notices:
        return {}
    keys = {about.seq for about in notices}
    off = Destination.objects.filter(pk__in=keys, off_since__isnull=False)
    names = dict(off.values_list("pk", "name"))
    return {
        about: News(about.stage, about.user_id, seq=about.seq, text=names[about.seq])
        for about in notices
        if about.seq in names
    }


def _seats_at(games: Collection[int | None]) -> dict[int | None, list[Seat]]:
    tables: dict[int | None, list[Seat]] = defaultdict(list)
    if games:
        seats = with_kinds(Seat.objects.filter(game__in=games))
        related = seats.select_related("summary", "game__summary")
        for seat in related.order_by("game", "number"):
            tables[seat.game_id].append(seat)
    return tables


def _of_game(about: About, game: Game) -> News:
    return News(
        stage=about.stage,
        user_id=about.user_id,
        game_id=game.pk,
        public_id=game.public_id,
        game=game.name,
        players=game.players,
        turn_seconds=game.turn_seconds,
        rated=game.rated,
        for_bot_accounts=game.for_bot_accounts,
        starts_at=game.starts_at,
        seat=about.seat,
    )


def _sitting(seats: Collection[Seat], game: Game, user_id: int) -> tuple[Sitting, ...]:
    return tuple(
        Sitting(
            name=named(seat.name, seat.kind),
            seat=seat.number,
            points=seat.summary.score if hasattr(seat, "summary") else 0,
            is_me=seat.user_id == user_id,
            made_it=seat.user_id is not None and seat.user_id == game.creator_id,
        )
        for seat in seats
    )
