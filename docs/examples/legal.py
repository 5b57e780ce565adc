"""Every legal move, from a view alone. It needs Python and nothing else.

The site lists them in ``legal``, but at a table that hides legal sets it is null for everybody.
"""


def legal_in(game):
    """What the site lists; where it hides legal sets, what the view's seat may do by the rules."""
    listed = game["view"]["legal"]
    kept = {seat["seat"] for seat in game["seats"] if seat["kept_by"]}
    if listed is not None or game["view"]["seat"] in kept:
        return listed or []
    return legal_moves(game["view"])


def legal_moves(view):
    """All moves of this seat; none if it may not act."""
    seat = view["seat"]
    if seat is None or seat not in view["to_act"]:
        return []
    if view["phase"] == "orient":
        return [{"type": "orient", "flip": flip} for flip in (False, True)]
    hand = view["hand"]
    ring = view["active_set"]["cards"] if view["active_set"] else []
    moves = [{"type": "show", **part} for part in shows(hand, ring)]
    if view["players"] > 2 or view["chips"][seat] > 0:
        moves += [{"type": "scout", **scout} for scout in scouts(hand, ring)]
    if view["players"] > 2 and view["scout_and_show"][seat]:
        for scout in scouts(hand, ring):
            held, rest = after(hand, ring, scout)
            for part in shows(held, rest):
                moves.append({"type": "scout_and_show", **scout, **part})
    return moves


def shows(hand, ring):
    """Each slice of the hand that is a set, and stronger than the Active Set."""
    for start in range(len(hand)):
        for stop in range(start + 1, len(hand) + 1):
            tops = [top(card) for card in hand[start:stop]]
            if is_set(tops) and (not ring or strength(tops) > strength(map(top, ring))):
                yield {"start": start, "stop": stop}


def scouts(hand, ring):
    """Each end of the Active Set (one card has one end), either way up, into each gap."""
    for end in ("left", "right")[: len(ring)]:
        for flip in (False, True):
            for to in range(len(hand) + 1):
                yield {"end": end, "flip": flip, "to": to}


def after(hand, ring, scout):
    """The hand with the scouted card in it, and what is left of the Active Set."""
    last = scout["end"] == "right"
    card = ring[-1] if last else ring[0]
    card = turned(card) if scout["flip"] else card
    rest = ring[:-1] if last else ring[1:]
    return [*hand[: scout["to"]], card, *hand[scout["to"] :]], rest


def top(card):
    """The number that counts."""
    return int(card.split("/")[0])


def turned(card):
    """The card the other way up."""
    return "/".join(reversed(card.split("/")))


def is_set(tops):
    """Whether the numbers are all equal, or go up or down by one."""
    steps = {right - left for left, right in zip(tops, tops[1:])}  # noqa: B905, RUF007
    return len(steps) <= 1 and steps <= {-1, 0, 1}


def strength(tops):
    """More cards beat fewer, then equal ones beat a run, then higher ones beat lower."""
    tops = list(tops)
    return len(tops), len(set(tops)) == 1, min(tops)
