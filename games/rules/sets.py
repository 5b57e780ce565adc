"""Sets and their strength."""


def strength(tops: bytes) -> int:
    """Return the strength of ``tops`` (left to right) as a set; 0 if they are none.

    Several cards are a set if all are equal (*matching*) or all rise, or all fall, by one
    (*consecutive*). More cards beat fewer, then matching beats consecutive, then the higher
    smallest number wins. Equal strength does not beat.
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
    """Return whether these top numbers form a set."""
    return strength(tops) > 0


def is_matching(tops: bytes) -> bool:
    """Return whether these are several equal numbers."""
    return len(tops) > 1 and len(set(tops)) == 1


def stronger_sets(tops: bytes, than: int = 0) -> list[tuple[int, int]]:
    """Return the sorted slices ``(start, stop)`` that are sets stronger than ``than``.

    The cost grows with the number of sets.
    """
    found = []
    size = len(tops)
    # At this length some set may be stronger; below it, none is.
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
