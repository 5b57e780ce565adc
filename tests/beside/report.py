"""The tables that are printed."""

from collections.abc import Iterator, Mapping, Sequence
from statistics import median, quantiles

from tests.beside.driver import Played
from tests.beside.killing import Survived
from tests.beside.measuring import Measured


def figures(measured: Mapping[str, Measured]) -> Iterator[str]:
    """Yield lines of Markdown, a row for each way."""
    yield (
        "| | moves a second | moves a second and core | ms of processor a move: early, late "
        "| until acknowledged, ms: median, p95 | written-ahead kB a move |"
    )
    yield "| --- |" + " ---: |" * 5
    for name, each in measured.items():
        waited = [ms for played in each.every for ms in played.waited]
        written = f"{each.written / len(waited) / 1000:.1f}" if each.written else ""
        yield (
            f"| {name} | {_speed(each.every):.0f} | {1000 / _cost(each.every):.0f} "
            f"| {_cost(each.early):.2f}, {_cost(each.late):.2f} "
            f"| {median(waited):.1f}, {quantiles(waited, n=20)[-1]:.1f} | {written} |"
        )


def ratios(measured: Mapping[str, Measured]) -> Iterator[str]:
    """Yield how the first way compares with the others: the middle, and the range of all rounds."""
    ours, *others = measured
    yield f"| moves a second and core, {ours} to 1 of | median | least, most |"
    yield "| --- | ---: | ---: |"
    for other in others:
        pairs = zip(_by_round(measured[other]), _by_round(measured[ours]), strict=True)
        found = [their / own for their, own in pairs]
        yield f"| {other} | {median(found):.2f} | {min(found):.2f}, {max(found):.2f} |"


def parts(measured: Mapping[str, Measured]) -> Iterator[str]:
    """Yield where the processor time goes."""
    yield "| | part | ms of processor a move |"
    yield "| --- | --- | ---: |"
    for name, each in measured.items():
        moves = sum(len(played.waited) for played in each.every)
        for part in each.every[0].processor:
            spent = sum(played.processor[part] for played in each.every)
            yield f"| {name} | {part} | {1000 * spent / moves:.2f} |"


def survival(survived: Mapping[str, Survived]) -> Iterator[str]:
    """Yield what kills have taken, a row for each side."""
    yield "| | kills | acknowledged moves | lost | games that can't be loaded | moves in these |"
    yield "| --- |" + " ---: |" * 5
    for name, each in survived.items():
        yield (
            f"| {name} | {each.kills} | {each.acknowledged} | {each.lost} "
            f"| {each.unreadable} | {each.in_unreadable} |"
        )


def _by_round(measured: Measured) -> list[float]:
    pairs = zip(measured.early, measured.late, strict=True)
    return [_cost(pair) for pair in pairs]


def _cost(played: Sequence[Played]) -> float:
    """Milliseconds of processor time a move."""
    moves = sum(len(each.waited) for each in played)
    return 1000 * sum(sum(each.processor.values()) for each in played) / moves


def _speed(played: Sequence[Played]) -> float:
    return sum(len(each.waited) for each in played) / sum(each.seconds for each in played)
