"""Planning notices: which a log calls for, and which follow from what people do besides."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime

from games.log.replay import Log
from games.models import OF_A_DAY, ChairEvent, Game, Notice, PlayerNotice, Seat, Stage, Way
from games.notices.rows import Reason, rows_of, write, write_again
from games.notices.stages import WITH_A_TURN
from games.notices.times import TurnTime
from games.people.clocks import counts_rest
from games.people.recipients import Recipient, recipients
from games.people.seated import Seated


def schedule(game: Game, log: Log, seated: Sequence[Seated]) -> None:
    """Write the notices ``log`` calls for, in its transaction."""
    # A day's deal is at its player's own pace: its page says how it stands.
    if game.occasion in OF_A_DAY:
        return
    known = {each.recipient.user_id: each.recipient for each in seated if each.recipient}
    players = [(each.seat, each.seat.user_id) for each in seated if each.seat.user_id is not None]
    there = [(seat, user) for seat, user in players if seat.number not in log.chairs.left]

    def reasons(stage: str, seats: Collection[int], at: datetime) -> list[Reason]:
        return [
            Reason(stage, user, game.pk, seat.number, log.state.seq, at, _time(game, log, seat))
            for seat, user in there
            if seat.number in seats and not (seat.quiet and stage in WITH_A_TURN)
        ]

    quiet = {seat.user_id for seat, _user in there if seat.quiet}
    people = {seat.number for seat, _user in there}
    if log.over:
        write(rows_of(reasons(Stage.END, people, log.changed_at), known, quiet))
        return
    acting = () if log.paused else log.people_to_act
    turns = [each for stage in WITH_A_TURN for each in reasons(stage, acting, log.began_at)]
    rows = [*rows_of(turns, known)]
    if log.version == 0:
        rows += _starts(reasons(Stage.STARTED, people, log.began_at), known, quiet)
    if log.paused_since == log.changed_at:
        rows += rows_of(reasons(Stage.PAUSED, people, log.changed_at), known, quiet)
    write(rows)
    write_again(rows_of(reasons(Stage.OFFER, _asked(log), log.changed_at), known, quiet))
    write_again(rows_of(reasons(Stage.REWIND, _to_rewind(log), log.changed_at), known, quiet))


def _time(game: Game, log: Log, seat: Seat) -> TurnTime:
    deadline = log.deadline_of(seat.number, game.turn_seconds)
    return TurnTime(log.began_at, game.turn_seconds, deadline, counts_rest(game))


def _asked(log: Log) -> frozenset[int]:
    """Return the seats to ask whether the game shall end.

    Once an offer all, and one when a bot comes, or somebody new.
    """
    offer = log.chairs.offer
    if offer is None:
        return frozenset()
    asked = {seat for seat, since in offer.kept_since if since == log.changed_at}
    if offer.since == log.changed_at:
        asked.update(log.people)
    asked.update(row.seat for row in log.current_rows[-1:] if row.type == ChairEvent.NEW_PLAYER)
    return offer.missing(log.people, log.chairs.left) & asked


def _to_rewind(log: Log) -> frozenset[int]:
    """Return the seats to ask, once, whether moves are taken back."""
    asked = log.asked
    if asked is None or asked.since != log.changed_at:
        return frozenset()
    return asked.missing(log.people, log.chairs.left)


def _starts(
    reasons: Iterable[Reason], known: dict[int, Recipient], quiet: Collection[int | None]
) -> Iterator[Notice]:
    """The first turn tells of the start, wherever turns are told."""
    for row in rows_of(reasons, known, quiet):
        if row.way == Way.SITE or not known[row.user_id].wants(Stage.TURN, row.way):
            yield row


def schedule_kept(game: Game, log: Log, seated: Seated) -> None:
    """Write the notices that a bot keeps a seat's chair; within a transaction.

    Without a clock that may happen more than once at the same decision: it is news each time.
    """
    write_again(_rows_of_one(Stage.KEPT, game, log, seated, log.changed_at))


def schedule_nudge(game: Game, log: Log, seated: Seated, *, now: datetime) -> None:
    """Write the notices of a nudge for a seat's current turn; within a transaction."""
    write(_rows_of_one(Stage.NUDGE, game, log, seated, now))


def schedule_taken(game: Game, log: Log, seated: Seated) -> None:
    """Write the notices that somebody else plays on in the chair of ``seated``, the player before.

    Within a transaction.
    """
    write(_rows_of_one(Stage.TAKEN, game, log, seated, log.changed_at))


def _rows_of_one(
    stage: str, game: Game, log: Log, seated: Seated, at: datetime
) -> Iterator[Notice]:
    user_id = seated.seat.user_id
    if user_id is not None and seated.recipient:
        seat, seq = seated.seat.number, log.state.seq
        reason = Reason(stage, user_id, game.pk, seat, seq, at)
        quiet = {user_id} if seated.seat.quiet else ()
        yield from rows_of([reason], {user_id: seated.recipient}, quiet)


def schedule_invitations(game: Game, user_ids: Collection[int], *, rematch: bool = False) -> None:
    """Write the notices that somebody asks these users to a table; within a transaction."""
    stage = Stage.REMATCH if rematch else Stage.INVITATION
    known = recipients(user_ids)
    # An invitation that was declined and made again is news again.
    write_again(rows_of([Reason(stage, user_id, game.pk) for user_id in user_ids], known))


def schedule_soon(game: Game, there: Collection[Seat], *, now: datetime) -> None:
    """Write the notices that a game starts soon; within a transaction."""
    _schedule_before(Stage.SOON, game, there, now)


def schedule_alone(game: Game, there: Collection[Seat], *, now: datetime) -> None:
    """Write the notices that nobody else has come by the start; within a transaction."""
    _schedule_before(Stage.ALONE, game, there, now)


def _schedule_before(stage: str, game: Game, there: Collection[Seat], now: datetime) -> None:
    reasons = [
        Reason(stage, seat.user_id, game.pk, seat.number, at=now)
        for seat in there
        if seat.user_id is not None
    ]
    quiet = {seat.user_id for seat in there if seat.quiet}
    write(rows_of(reasons, recipients([each.user_id for each in reasons]), quiet))


def schedule_answer(notice: PlayerNotice, *, by_mail: bool) -> None:
    """Write the notices of the moderators' words; within a transaction.

    Not ``by_mail``: emails that nobody can turn off are ``games.order.mails``' own affair.
    """
    reason = Reason(Stage.ANSWER, notice.user_id, about_id=notice.pk)
    rows = rows_of([reason], recipients([notice.user_id]))
    write(row for row in rows if by_mail or row.way != Way.MAIL)


def schedule_hook_off(*, user_id: int, destination_id: int) -> None:
    """Write the notices that a webhook was switched off; within a transaction."""
    # Its key stands where decisions do: each hook is told of by itself, every time.
    reason = Reason(Stage.HOOK_OFF, user_id, seq=destination_id)
    write(rows_of([reason], recipients([user_id])))
