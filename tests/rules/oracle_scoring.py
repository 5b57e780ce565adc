"""The oracle's points and winners."""

from tests.rules.oracle import JSON, Table


def scores(table: Table) -> list[JSON]:
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
    return [seat for seat, total in enumerate(totals) if total == max(totals)]
