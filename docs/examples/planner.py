"""A bot for the arena: one view a line in, one move a line out. It needs Python and nothing else.

    manage.py arena expert planner planner --bot "planner=cmd:python docs/examples/planner.py"

It plays by a rule for 3 to 5 players that others measure their bots by, the PlanningPlayer of
github.com/myselph/scout-ai: of all legal moves the one that leaves the hand with the most sets in
it for its size, with the cards that are captured added and a point off for a Scout.
"""

import json
import sys


def length_of_sets(hand):
    """The cards of all sets of two and more in the hand, smaller ones in larger ones as well."""
    tops = [int(card.split("/")[0]) for card in hand]
    worth = 0.0
    for start in range(len(tops)):
        for step in (-1, 0, 1):
            stop = start + 1
            while stop < len(tops) and tops[stop] - tops[stop - 1] == step:
                stop += 1
                worth += stop - start + (0.5 if step == 0 else 0)
    return worth


def turned(card):
    """The card the other way up."""
    return "/".join(reversed(card.split("/")))


def worth(view, move):
    """What the rule thinks of a move."""
    if move["type"] == "orient":
        return length_of_sets([turned(card) if move["flip"] else card for card in view["hand"]])
    hand = list(view["hand"])
    ring = view["active_set"]["cards"] if view["active_set"] else []
    points = 0
    if move["type"] != "show":
        card = ring[0 if move["end"] == "left" else -1]
        hand.insert(move["to"], turned(card) if move["flip"] else card)
        points -= 1
    if move["type"] != "scout":
        del hand[move["start"] : move["stop"]]
        points += len(ring)
    return 0.25 * length_of_sets(hand) - len(hand) + points


def rank(move):
    """Of equals the first is taken: a hand as it was dealt, and Scouts before Shows."""
    if move["type"] == "orient":
        return int(move["flip"])
    return ("scout", "show", "scout_and_show").index(move["type"])


if __name__ == "__main__":
    for line in sys.stdin:
        view = json.loads(line)
        moves = sorted(view["legal"], key=rank)
        print(json.dumps(max(moves, key=lambda move: worth(view, move))), flush=True)
