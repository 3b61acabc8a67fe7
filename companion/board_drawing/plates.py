"""What is printed with the features of a tile: a sign, or a small plate with letters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.board_drawing.paint import Paint
from companion.boards.tiles_board import Feature
from companion.drawing.signs import draw_sign, is_known
from companion.drawing.svg import element, text

PLATE = 7.0
"""How high a plate is on a cell of usual size, in mm."""
SIGN, EDGE, BESIDE = 0.5, 0.8, 8.5
"""How large a sign is drawn, how wide its edge, and how far it lies from the next, in mm."""
MOST_DRAWN = 3
"""More of a kind are told by their number."""


def plate(feature: Feature, known: Mapping[str, Paint]) -> tuple[str, ...]:
    """Draw the plate of a feature around (0, 0), upright; nothing where it says nothing.

    ``known`` are the paints of the kinds of pieces that it may name.
    """
    if is_known(feature.kind) and (feature.number or 1) <= MOST_DRAWN:
        return tuple(_row(feature.kind, feature.number or 1))
    paint = known.get(feature.sign)
    said = _said(feature)
    if not said and paint is None:
        return ()
    wide = PLATE if paint else max(PLATE, 2.8 * len(said) + 2)
    box = element(
        "rect",
        x=-wide / 2,
        y=-PLATE / 2,
        width=wide,
        height=PLATE,
        rx=PLATE / 2 if paint else 1.2,
        fill=paint.fill if paint else None,
    )
    letter = text(
        paint.letter if paint else said,
        0,
        1.5,
        class_="letter",
        font_size=4,
        fill=paint.ink if paint else None,
    )
    return box, letter


def _row(sign: str, count: int) -> Iterator[str]:
    """So many signs beside each other."""
    for nth in range(count):
        x = (nth - (count - 1) / 2) * BESIDE
        yield element("g", draw_sign(sign, EDGE), transform=f"translate({x:g} 0) scale({SIGN})")


def _said(feature: Feature) -> str:
    """A feature's number with its sign, or with the letter of its kind; nothing without one."""
    if feature.number is None:
        return ""
    if feature.sign:
        return f"{feature.number}{feature.sign}"
    return f"{feature.kind[:1].upper()}{feature.number}"
