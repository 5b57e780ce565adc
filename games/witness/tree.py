"""A Merkle tree of 2, 4, 8 … leaves, and the chain of the days' roots; plain Python.

Leaves and nodes are hashed apart, as in RFC 9162, section 2.1.1: SHA-256 over a zero byte and the
leaf's 32 bytes, and over a byte of one and the two nodes below. A day's root is SHA-256 over a byte
of two, the root of the day before, that of the day's tree, and the date as ten ASCII characters.
"""

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

NO_DAY_BEFORE = bytes(32)
"""Stands for the root of the day before the first."""


class Step(NamedTuple):
    """A step of a path up the tree."""

    side: str
    """Where the sibling is: ``left`` or ``right``."""
    sibling: bytes


def leaf(head: bytes) -> bytes:
    """Return the leaf of a head of 32 bytes."""
    return hashlib.sha256(b"\0" + head).digest()


def node(left: bytes, right: bytes) -> bytes:
    """Return the node above two others."""
    return hashlib.sha256(b"\1" + left + right).digest()


def filler(key: bytes, place: int) -> bytes:
    """Return the leaf of no game at ``place``; without ``key`` it looks like any other."""
    return leaf(hmac.digest(key, place.to_bytes(8), "sha256"))


def leaves(key: bytes, heads: Mapping[int, bytes], first: int, count: int) -> list[bytes]:
    """Return ``count`` leaves from ``first`` on: those of ``heads`` by place, and fillers."""
    places = range(first, first + count)
    return [leaf(heads[at]) if at in heads else filler(key, at) for at in places]


def above(nodes: Sequence[bytes], levels: int) -> list[bytes]:
    """Return the nodes so many levels above ``nodes``, left to right."""
    for _ in range(levels):
        pairs = zip(nodes[::2], nodes[1::2], strict=True)
        nodes = [node(left, right) for left, right in pairs]
    return list(nodes)


def path(nodes: Sequence[bytes], place: int, levels: int) -> list[Step]:
    """Return the steps up from the node at ``place``, the lowest first."""
    steps = []
    for _ in range(levels):
        steps.append(Step("left" if place % 2 else "right", nodes[place ^ 1]))
        nodes, place = above(nodes, 1), place // 2
    return steps


def climbed(lowest: bytes, steps: Sequence[Step]) -> bytes:
    """Return the root that a path leads to from a leaf."""
    for side, sibling in steps:
        lowest = node(sibling, lowest) if side == "left" else node(lowest, sibling)
    return lowest


def root_of_day(before: bytes, tree: bytes, day: date) -> bytes:
    """Return a day's root from that of the day before and that of the day's tree."""
    return hashlib.sha256(b"\2" + before + tree + day.isoformat().encode()).digest()
