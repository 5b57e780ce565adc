"""What a round is worth and who wins, by the oracle."""

from tests.rules.oracle import JSON, Table


def scores(table: Table) -> list[JSON]:
    """What each seat gets for a round that has ended."""
    result = []
    for seat, hand in enumerate(table.hands):
        ender = seat == table.ender
        total = table.collected[seat] + table.chips[seat] - (0 if ender else len(hand))
        result.append(
            {
                "collected": table.collected[seat],
                "chips": table.chips[seat],
                "hand": len(hand),
                "ender": ender,
                "total": total,
            }
        )
    return result


def winners(totals: list[int]) -> list[int]:
    """The seats with the most points."""
    return [seat for seat, total in enumerate(totals) if total == max(totals)]
