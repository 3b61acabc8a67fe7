"""What is printed with the features of a tile, and on places beside it: signs and small plates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.board_drawing.paint import Paint
from companion.boards.tiles_board import BESIDE_MM, Feature, PrintedPlace
from companion.drawing.signs import counts, draw_sign, is_known
from companion.drawing.svg import element, text, turned

PLATE, WRITTEN = 9.0, 6.4
"""How high a plate is on a cell of usual size, and the letters on it, in mm."""
SIGN, EDGE, BESIDE = 0.5, 0.8, 8.5
"""How large a sign is drawn, how wide its edge, and how far it lies from the next, in mm."""
OVER, OVER_SIZE = 4.6, 0.85
"""So far beside the middle of a sign its number stands, and how large, of a plate."""
MOST_DRAWN = 3
"""More of a kind are told by their number."""
ROW_SIGN, SAID, PRINT = 1.2, 16.0, 10.0
"""How large the sign of a row beside the tiles is drawn; how high is what a chart says on a place
there, and what is printed on it, in mm."""


def plate(feature: Feature, known: Mapping[str, Paint]) -> tuple[str, ...]:
    """Draw the plate of a feature around (0, 0), upright; nothing where it says nothing.

    ``known`` are the paints of the kinds of pieces that it may name.
    """
    number = feature.number
    if number is None and (signs := [*filter(is_known, _named(feature))]):
        return tuple(_row(signs))
    if number is not None and is_known(feature.kind):
        if not counts(feature.kind):
            return _worth(feature.kind, number)
        if (number or 1) <= MOST_DRAWN:
            return tuple(_row([feature.kind] * (number or 1)))
    paint = known.get(feature.sign)
    said = _said(feature)
    if not said and paint is None:
        return ()
    return _box(said, paint)


def _box(said: str, paint: Paint | None) -> tuple[str, ...]:
    """What is said on a plate, or the letter of a piece on a round one in its colour."""
    wide = PLATE if paint else max(PLATE, 0.65 * WRITTEN * len(said) + 2)
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
        0.36 * WRITTEN,
        class_="letter",
        font_size=WRITTEN,
        fill=paint.ink if paint else None,
    )
    return box, letter


def printed_place(place: PrintedPlace) -> str:
    """A place beside the tiles: its box, what is said on it, and the sign of its row before it."""
    side = 2 * BESIDE_MM - 4
    box = element("rect", x=-side / 2, y=-side / 2, width=side, height=side, rx=3)
    said, size = (place.said, SAID) if place.said else (place.printed, PRINT)
    label = [text(said, 0, 0.36 * size, font_size=size)] if said else []
    return element(
        "g",
        *([_sign(place.sign, -2 * BESIDE_MM, ROW_SIGN)] if place.sign else []),
        box,
        *label,
        class_="printed-place",
        data_id=place.id,
        transform=turned(place.x_mm, place.y_mm, 0),
    )


def sign_left_mm(place: PrintedPlace) -> float:
    """Where the sign before a row begins."""
    return place.x_mm - 3 * BESIDE_MM


def _named(feature: Feature) -> tuple[str, ...]:
    """What a feature is, and what it names besides."""
    return tuple(dict.fromkeys((feature.kind, feature.sign)))


def _row(signs: Sequence[str]) -> Iterator[str]:
    """Signs beside each other."""
    for nth, sign in enumerate(signs):
        yield _sign(sign, (nth - (len(signs) - 1) / 2) * BESIDE)


def _sign(sign: str, x: float, size: float = SIGN) -> str:
    return element("g", draw_sign(sign, EDGE), transform=f"translate({x:g} 0) scale({size})")


def _worth(sign: str, number: int) -> tuple[str, ...]:
    """A sign, and over its edge the number that says what it is worth."""
    moved = f"translate({OVER:g} 0) scale({OVER_SIZE})"
    return _sign(sign, -OVER / 2), element("g", *_box(str(number), None), transform=moved)


def _said(feature: Feature) -> str:
    """A feature's number with its sign, or with the letter of its kind; nothing without one."""
    if feature.number is None:
        return ""
    if feature.sign:
        return f"{feature.number}{feature.sign}"
    return f"{feature.kind[:1].upper()}{feature.number}"
