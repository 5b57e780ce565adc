"""The board of a table, made for who looks at it."""

from dataclasses import replace

from django.utils import timezone

from games.pages.table.banners import Banner
from games.pages.table.board.values import Board
from games.pages.table.chair import chair_for, ending_for
from games.pages.table.choices import Choice
from games.pages.table.clock import clock_for
from games.pages.table.ends.bow import bow
from games.pages.table.ends.curtain import (
    curtain_for,
    ended_ring,
    ended_seats,
    standing_before,
)
from games.pages.table.ends.last_frame import last_frame, shows_end
from games.pages.table.hands import fresh_place, hand_box
from games.pages.table.headings import (
    chosen,
    dots,
    nothing_yet,
    round_and_points,
    round_title,
    terms,
    who_is_on,
)
from games.pages.table.hint.about import About, hand_with, ring_with, ways_with
from games.pages.table.hints import hint_box
from games.pages.table.history import log_lines
from games.pages.table.meanwhile.strip import meanwhile
from games.pages.table.moves.data import moves_data
from games.pages.table.orientation import ways
from games.pages.table.others.gone import gone_chairs, offers_at
from games.pages.table.others.nudges import nudge_notes, nudges_for
from games.pages.table.phrases import phrases_for
from games.pages.table.plan.at_table import AtTable, bar_with_plan, plan_at
from games.pages.table.rewinding.page import rewind_strip
from games.pages.table.ring import ring_for
from games.pages.table.seating import away_notes, seat_box, seat_boxes
from games.pages.table.sets.judging import judged
from games.pages.table.sheets import (
    dealt_rounds,
    sheet_for,
    standing,
)
from games.play.tables import Table
from games.rules.views import View
from games.words.names import plain
from games.words.people import People, people_at

OFTEN, SELDOM = 2.0, 15.0
"""Seconds between polls while others are to move, and otherwise."""


def board_for(
    table: Table,
    choice: Choice,
    banner: Banner | None,
    *,
    named: bool = False,
    one_turn: bool = False,
) -> Board:
    """Return the board.

    ``named`` greets the viewer by name; for ``one_turn`` nothing is offered but the move.
    """
    people = people_at(table.seats, table.seat)
    now = timezone.now()
    kept = table.seat in table.chairs.kept
    view = _without_turn(table.view) if kept and table.view else table.view
    if view is None:
        raise ValueError("A table that waits has no board.")
    legal_sets = table.game.show_legal_sets
    over, may_act = view.phase == "over", view.may_act
    # Between two rounds the log is that of the next.
    notes, own_moves = table.notes, table.own_moves
    curtain = None
    if shows_end(table, view, choice):
        notes, own_moves = (notes, own_moves) if over else ((), ())
        view = last_frame(table, view)
        curtain = curtain_for(view, people, over=over)
    barred = table.stamp.barred
    bare = one_turn or kept or barred.from_moving or curtain is not None
    plan = AtTable(choice) if bare else plan_at(table, view, people, choice)
    choice = plan.choice
    # While a plan is about to be played, nothing else is asked for; nor of who may not move.
    asked = _without_turn(view) if plan.soon or barred.from_moving else view
    verdict, beaten = judged(view, choice, plan.box, legal_sets=legal_sets)
    choosing = view.phase == "orient"
    final = bow(table, view, people) if view.phase == "over" else None
    if ending := final or curtain:
        heading = ending.title
    else:
        stands = table.paused_since is not None or table.halted
        heading = who_is_on(view, people, named=named, paused=stands, begins=not kept)
    clock = clock_for(table.deadline, now, mine=may_act)
    nudges = {} if one_turn else nudges_for(table, now)
    offers = {} if one_turn else offers_at(table, now)
    chair = chair_for(table, people, now, offered=table.seat in offers)
    hand, seat, last = view.hand, view.seat, view.last_round
    hints = None if one_turn or curtain else hint_box(table, asked, people, choice)
    hinted = hints.shown.about if hints and hints.shown else About()
    playing = view.phase == "play" and curtain is None
    turning = choosing and asked.may_act
    has_bar = (playing and hand is not None) or (choosing and plan.box is not None)
    refused = banner.sentence if banner and not banner.above else None
    if banner and not has_bar:
        banner = replace(banner, above=True)
    bar = None
    if has_bar:
        due = clock.due if clock else ""
        bar = bar_with_plan(
            *(view, people, plan, verdict, refused), due=due, kept=kept, barred=barred
        )
        if banner and refused:
            bar = replace(bar, rule=banner.rule)
    seats = seat_boxes(view, people, table.chairs, {} if curtain else nudges, table.away)
    ring = ring_with(ring_for(asked, people, choice), hinted) if view.phase == "play" else None
    if curtain and last and ring:
        seats, ring = ended_seats(seats, last), ended_ring(ring, last, people)
    lines = log_lines(
        view.history,
        people,
        own_moves,
        notes,
        table.former,
        parted=playing,
        planned=plan.turns,
        undone=() if curtain and not over else table.undone,
    )
    box = None
    if hand is not None and (playing or choosing) and not turning:
        fresh = fresh_place(table.own_moves)
        box = hand_box(
            *(asked, choice, verdict, beaten, fresh), legal_sets=legal_sets, plan=plan.number
        )
        box = hand_with(box, hinted)
    return Board(
        phase=view.phase,
        over=over,
        curtain=curtain,
        replays=over or _may_replay(table, seat),
        classes=_classes(view, plan, people),
        heading=heading,
        title=f"{plain(heading)} · {table.game.name}",
        terms=terms(table),
        standing=standing_before(view, round_title(view)) if curtain else round_and_points(view),
        live=not over,
        pause=OFTEN if curtain or _others_act(view) else SELDOM,
        seq=table.stamp.seq,
        version=table.stamp.version,
        held=len(hand or b""),
        banner=banner,
        choice=choice,
        seat=seat,
        seats=seats,
        me=None if seat is None else seat_box(view, people[seat], people),
        ring=ring,
        lines=lines,
        meanwhile=meanwhile(view, people, lines, notes, table.former) if playing else None,
        moves=moves_data(view),
        no_lines=nothing_yet(people[view.starter]),
        hand=box,
        ways=ways_with(ways(hand, turned=choice.turned), hinted)
        if turning and hand is not None
        else None,
        chosen=chosen(view, people) if choosing else "",
        bar=bar,
        phrases=phrases_for(asked, people, choice, bar, beaten, plan.box, legal_sets=legal_sets)
        if bar
        else None,
        round_number=view.round + 1,
        round_title=round_title(view),
        dots=dots(view),
        scores=standing(view, people, table.totals_by_round),
        sheet=sheet_for(last, people, table.totals_by_round) if last else None,
        bow=final,
        dealt=dealt_rounds(table.opened, people) if final else [],
        commitment=_commitment(table),
        head=table.head,
        secret=table.secret or "",
        clock=clock,
        chair=replace(chair, kept=False, vote="", away=False) if chair and one_turn else chair,
        gone=[] if one_turn else gone_chairs(table, people, offers, now),
        ending=None if one_turn else ending_for(table, people, now),
        rewinding=None if one_turn else rewind_strip(table, now),
        may_rewind=table.may_rewind and not bare,
        nudges=list(nudges.values()) if choosing else [],
        nudge_notes=nudge_notes(table),
        away_notes=away_notes(table.away, people) if choosing else [],
        may_act=may_act,
        barred=barred,
        voided=table.chairs.voided,
        hints=hints,
        plan=plan.box,
        note=plan.note,
    )


def _may_replay(table: Table, seat: int | None) -> bool:
    """Whether the viewer may have seen the round before."""
    newcomer = seat is not None and table.seats[seat].taken_at is not None
    return not newcomer or table.last_hand is not None


def _classes(view: View, plan: AtTable, people: People) -> str:
    phase = {"over": "over", "orient": "between"}.get(view.phase, "")
    alone = "" if people.several else "alone"
    planning = "planning" if plan.choice.plans else ""
    return " ".join(filter(None, (phase, alone, planning)))


def _without_turn(view: View) -> View:
    return replace(view, to_act=tuple(seat for seat in view.to_act if seat != view.seat))


def _others_act(view: View) -> bool:
    return any(seat != view.seat for seat in view.to_act)


def _commitment(table: Table) -> str:
    """Empty while it would tell whose deal this is."""
    hidden = table.game.hides_deal and table.secret is None
    return "" if hidden else table.game.commitment
