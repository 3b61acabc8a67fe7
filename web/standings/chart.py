"""Money over time as a small SVG: a line, a shape and a letter for each player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from markupsafe import Markup

from companion.drawing.svg import element, group, number, text, words

WIDE, HIGH = 640.0, 260.0
LEFT, RIGHT, TOP, BOTTOM = 34.0, 28.0, 12.0, 24.0
STEPS: tuple[int, ...] = tuple(step * 10**power for power in range(8) for step in (1, 2, 5))
MOST_LINES = 6
MOST_ROUNDS = 40
SHAPES = (
    "M-5 0A5 5 0 1 0 5 0A5 5 0 1 0 -5 0Z",
    "M-4.5 -4.5H4.5V4.5H-4.5Z",
    "M0 -5.5L5.5 4.5H-5.5Z",
    "M0 -6L6 0L0 6L-6 0Z",
    "M0 5.5L5.5 -4.5H-5.5Z",
)
DASHES = ("", "9 4", "3 3", "12 3 3 3", "6 2")


def money_chart(
    rounds: Sequence[int],
    money: Sequence[Mapping[str, int]],
    kinds: Mapping[str, tuple[str, str]],
    title: str,
) -> Markup:
    """Draw what everybody had after each fact; ``kinds``: each player's role and letter."""
    most = max([1, *(amount for each in money for amount in each.values())])
    least = min([0, *(amount for each in money for amount in each.values())])
    step = next(step for step in STEPS if (most - least) / step <= MOST_LINES)
    top = -(-most // step) * step

    def x(index: int) -> float:
        return LEFT + (WIDE - LEFT - RIGHT) * index / max(len(money) - 1, 1)

    def y(amount: int) -> float:
        return TOP + (HIGH - TOP - BOTTOM) * (top - amount) / max(top - least, 1)

    grid = [_level(y(amount), amount) for amount in range(least - least % step, top + 1, step)]
    begun = [(i, here) for i, (before, here) in enumerate(pairwise(rounds), 1) if here != before]
    turns = [_round(x(index), here) for index, here in begun[:: len(begun) // MOST_ROUNDS + 1]]
    lines = [
        _line([(x(i), y(each[name])) for i, each in enumerate(money)], role, letter, nth)
        for nth, (name, (role, letter)) in enumerate(kinds.items())
    ]
    return Markup(
        element(
            "svg",
            element("title", words(title)),
            group("grid", [*grid, *turns]),
            *lines,
            viewBox=f"0 0 {number(WIDE)} {number(HIGH)}",
            class_="chart",
            role="img",
        )
    )


def _level(y: float, amount: int) -> str:
    line = element("path", d=f"M{number(LEFT)} {number(y)}H{number(WIDE - RIGHT)}")
    return line + text(str(amount), LEFT - 8, y + 4, class_="level")


def _round(x: float, number_: int) -> str:
    line = element("path", class_="round", d=f"M{number(x)} {number(TOP)}V{number(HIGH - BOTTOM)}")
    return line + text(str(number_), x, HIGH - 7, class_="turn-of-round")


def _line(points: Sequence[tuple[float, float]], role: str, letter: str, nth: int) -> str:
    """Money stands still between two facts, so the line goes in steps."""
    (x, y), *_ = points
    rises = [(a, b) for (_, before), (a, b) in pairwise(points) if b != before]
    path = f"M{number(x)} {number(y)}" + "".join(f"H{number(a)}V{number(b)}" for a, b in rises)
    path += f"H{number(points[-1][0])}"
    dashes = DASHES[nth % len(DASHES)] or None
    end_x, end_y = points[-1]
    shape = element(
        "path",
        class_="point",
        d=SHAPES[nth % len(SHAPES)],
        transform=f"translate({number(end_x)} {number(end_y)})",
    )
    return group(
        f"track kind-{role}",
        [
            element("path", class_="under", d=path),
            element("path", class_="over", d=path, stroke_dasharray=dashes),
            shape,
            text(letter, end_x + 13, end_y + 4.5, class_="whose"),
        ],
    )
