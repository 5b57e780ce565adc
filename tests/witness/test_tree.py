"""The Merkle tree of a day and the chain of the days, against a second statement of them."""

import hashlib
from datetime import date
from random import Random

import pytest

from games.witness import tree


def plain_root(leaves: list[bytes]) -> bytes:
    """RFC 9162, section 2.1.1."""
    if len(leaves) == 1:
        return leaves[0]
    half = len(leaves) // 2
    both = plain_root(leaves[:half]) + plain_root(leaves[half:])
    return hashlib.sha256(b"\x01" + both).digest()


def test_leaves_nodes_and_days_are_hashed_apart() -> None:
    head = bytes(range(32))
    assert tree.leaf(head) == hashlib.sha256(b"\x00" + head).digest()
    assert tree.node(head, head) == hashlib.sha256(b"\x01" + head + head).digest()
    day = tree.root_of_day(head, head, date(2026, 11, 21))
    assert day == hashlib.sha256(b"\x02" + head + head + b"2026-11-21").digest()


@pytest.mark.parametrize("depth", [1, 3, 8])
def test_each_path_leads_from_its_leaf_to_the_root_and_from_no_other(depth: int) -> None:
    chance = Random(depth)
    leaves = [chance.randbytes(32) for _ in range(2**depth)]
    (root,) = tree.above(leaves, depth)
    assert root == plain_root(leaves)
    for place, leaf in enumerate(leaves):
        steps = tree.path(leaves, place, depth)
        assert len(steps) == depth
        assert tree.climbed(leaf, steps) == root
        assert tree.climbed(leaves[place ^ 1], steps) != root
        changed = steps[0]._replace(side="left" if steps[0].side == "right" else "right")
        assert tree.climbed(leaf, [changed, *steps[1:]]) != root


def test_a_filler_is_a_leaf_of_its_place_that_follows_from_the_key() -> None:
    leaves = tree.leaves(b"k" * 32, {5: b"h" * 32}, 4, 4)
    assert leaves[1] == tree.leaf(b"h" * 32)
    assert leaves[0] == tree.filler(b"k" * 32, 4)
    assert len({*leaves, tree.filler(b"l" * 32, 4)}) == 5
