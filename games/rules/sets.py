"""What is a set, and which set is stronger."""


def strength(tops: bytes) -> int:
    """How strong the cards with the top numbers ``tops`` (left to right) are as a set.

    0 if they are not a set: more than one card must be all equal (*matching*) or go up, or go
    down, by exactly one all the way (*consecutive*). Otherwise a number that is larger for the
    stronger set: more cards beat fewer; with the same number of cards matching beats
    consecutive; then the higher smallest number wins, and equal does not beat. A single card
    has no kind.
    """
    size = len(tops)
    if size < 2:
        return size << 5 | tops[0] if size else 0
    step = tops[1] - tops[0]
    if step not in (-1, 0, 1):
        return 0
    for i in range(2, size):
        if tops[i] - tops[i - 1] != step:
            return 0
    return size << 5 | (step == 0) << 4 | min(tops[0], tops[-1])


def is_set(tops: bytes) -> bool:
    """Whether cards with these top numbers, in this order, may be shown together."""
    return strength(tops) > 0


def is_matching(tops: bytes) -> bool:
    """Whether these top numbers are more than one and all equal."""
    return len(tops) > 1 and len(set(tops)) == 1


def stronger_sets(tops: bytes, than: int = 0) -> list[tuple[int, int]]:
    """Every slice ``(start, stop)`` of ``tops`` that is a set stronger than ``than``.

    ``than`` is a :func:`strength`, 0 where there is nothing to beat. Slices come in order of
    ``start``, then ``stop``. Each run is walked once, card by card, so the cost grows with the
    number of sets in the hand and not with the number of its slices.
    """
    found = []
    size = len(tops)
    # At this length some set may be stronger; below it none is.
    needed = than >> 5
    for start in range(size):
        first = tops[start]
        if needed < 2 and (1 << 5 | first) > than:
            found.append((start, start + 1))
        following = start + 1
        if following == size:
            break
        step = tops[following] - first
        if not -1 <= step <= 1:
            continue
        kind = (step == 0) << 4
        last = first
        while following < size and tops[following] - last == step:
            last = tops[following]
            following += 1
            length = following - start
            if length >= needed and (length << 5 | kind | (first if step >= 0 else last)) > than:
                found.append((start, following))
    return found
