"""SVG as text: elements, numbers, ids; every text is escaped here."""

from __future__ import annotations

import math
from collections.abc import Iterable
from html import escape

Point = tuple[float, float]


def element(tag: str, *children: str, **attributes: str | float | None) -> str:
    """Write one element; children are SVG already.

    ``data_id`` becomes ``data-id``, ``class_`` becomes ``class``; None leaves an attribute out.
    """
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    inside = "".join(children)
    return f"<{tag}{written}>{inside}</{tag}>" if inside else f"<{tag}{written}/>"


def words(text: str) -> str:
    """Escape a text that stands inside an element."""
    return escape(text, quote=False)


def text(content: str, x: float, y: float, **attributes: str | float | None) -> str:
    """Write one line of text; ``y`` is its baseline."""
    return element("text", words(content), x=x, y=y, **attributes)


def group(class_: str, children: Iterable[str], **attributes: str | float | None) -> str:
    """Write a group, one child per line; an empty one keeps its place in the picture."""
    return element("g", "\n", *(f"{child}\n" for child in children), class_=class_, **attributes)


def node_id(kind: str, place: str) -> str:
    """Make a document-wide id; ``data-id`` carries the place's own id unchanged."""
    return f"{kind}-{'_'.join(place.split())}"


def closed_path(points: Iterable[Point]) -> str:
    """Write a smooth closed curve through the points (Catmull-Rom as Bezier pieces)."""
    ring = list(points)
    count = len(ring)
    pieces = [f"M{number(ring[0][0])} {number(ring[0][1])}"]
    for i in range(count):
        before, start, end, after = (ring[(i + k) % count] for k in (-1, 0, 1, 2))
        handles = (
            (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6),
            (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6),
            end,
        )
        pieces.append("C" + " ".join(f"{number(x)} {number(y)}" for x, y in handles))
    return "".join(pieces) + "Z"


def polygon(points: Iterable[Point]) -> str:
    """Write a closed path with straight sides."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def turned(x: float, y: float, angle_deg: float) -> str:
    """Write the transform that puts a drawing at a place, turned."""
    at = f"translate({number(x)} {number(y)})"
    return f"{at} rotate({number(angle_deg)})" if angle_deg else at


def around(centre: Point, radius: float, angle_deg: float) -> Point:
    """Return the point at that distance and angle (0 along +x, turning towards +y)."""
    angle = math.radians(angle_deg)
    return centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)


def number(value: float) -> str:
    """Write a number in hundredths of a millimetre, without needless zeros."""
    short = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short


def _value(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else number(value)
