"""A printable sheet of four corner markers, true to the millimetre: as HTML or as PDF.

For boards with little print to find them by. The markers are ArUco markers of DICT_4X4_50
(Garrido-Jurado et al. 2014), ids 0 to 3. Each card touches its corner of the board with the corner
that carries a black triangle, so that its place on the table is known without measuring.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

import cv2
import numpy as np

from companion.boards.board import CornerMarker, CornerMarkers

DICTIONARY = "DICT_4X4_50"
PAGE_MM = (210.0, 297.0)
MARKER_MM = 40.0
MARGIN_MM = 8.0
"""White around each marker: without it a marker on a dark table isn't seen."""
SEAM_MM = 0.03
CARD_MM = MARKER_MM + 2 * MARGIN_MM
RULER_MM = 100.0
CORNERS = ("top left", "top right", "bottom right", "bottom left")
CARDS_AT_MM = ((36.0, 92.0), (118.0, 92.0), (118.0, 164.0), (36.0, 164.0))
"""Where each card lies on the page, in the order of ``CORNERS``."""
HOW_TO = (
    'Print at 100 % ("actual size"), on matt paper. Lay a ruler on the bar below: it must',
    'measure 100 mm. If it doesn\'t, switch off "fit to page" and print again.',
    "Cut along the dashed lines. Keep the white margins: they are needed.",
    "Lay each card flat on the table, outside the board, so that its black triangle touches the",
    "board's corner named on it and its sides run on in line with the board's sides.",
)


@dataclass(frozen=True)
class Box:
    """A filled rectangle: left, top, width, height, mm from the page's top left."""

    x: float
    y: float
    width: float
    height: float
    white: bool = False


@dataclass(frozen=True)
class Triangle:
    """A filled triangle, corners in mm."""

    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Words:
    """A line of text: its left end on the baseline, mm, and its size, mm."""

    x: float
    y: float
    size: float
    text: str


@dataclass(frozen=True)
class Cut:
    """A dashed outline to cut along."""

    x: float
    y: float
    side: float


Shape = Box | Triangle | Words | Cut


def sheet() -> list[Shape]:
    """Everything on the sheet."""
    shapes: list[Shape] = [Words(20, 26, 7, "Corner markers")]
    shapes += [Words(20, 36 + 6 * line, 3.8, text) for line, text in enumerate(HOW_TO)]
    for number, (x, y) in enumerate(CARDS_AT_MM):
        shapes += _card(number, x, y)
    return shapes + _ruler(55, 250)


def lying_beside(width_mm: float, height_mm: float) -> CornerMarkers:
    """Where the markers lie when their cards touch the corners of a board of this size."""
    near, far = MARGIN_MM, MARGIN_MM + MARKER_MM
    starts = (
        (-far, -far), (width_mm + near, -far), (width_mm + near, height_mm + near),
        (-far, height_mm + near),
    )  # fmt: skip
    side = MARKER_MM
    markers = tuple(
        CornerMarker(number, ((x, y), (x + side, y), (x + side, y + side), (x, y + side)))
        for number, (x, y) in enumerate(starts)
    )
    return CornerMarkers(DICTIONARY, 0.0, markers)


def as_html(shapes: list[Shape]) -> str:
    """The sheet as a page of one drawing in millimetres."""
    width, height = PAGE_MM
    drawn = "\n".join(_svg(shape) for shape in shapes)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Corner markers</title>
<style>
@page {{ size: A4 portrait; margin: 0 }}
html, body {{ margin: 0; padding: 0; background: #fff }}
svg {{ display: block; width: {width:g}mm; height: {height:g}mm }}
text {{ font-family: Helvetica, Arial, sans-serif }}
</style>
</head>
<body>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}">
{drawn}
</svg>
</body>
</html>
"""


def as_pdf(shapes: list[Shape]) -> bytes:
    """The sheet as a PDF of one page, written directly: a page, a font, a stream of shapes."""
    width, height = (side * 72 / 25.4 for side in PAGE_MM)
    # Millimetres from the page's top; letters are turned upright again one by one.
    drawn = f"{72 / 25.4:.6f} 0 0 {-72 / 25.4:.6f} 0 {height:.3f} cm\n"
    drawn += "\n".join(_pdf(shape) for shape in shapes)
    stream = drawn.encode("latin-1")
    objects = (
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:.3f} {height:.3f}] /Contents 5 0 R "
        "/Resources << /Font << /F1 4 0 R >> >> >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
    )
    out, starts = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        starts.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % start for start in starts)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    end = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n"
    return out + head + table + end % (len(objects) + 1, len(out))


def _card(number: int, x: float, y: float) -> list[Shape]:
    left, top = x + MARGIN_MM, y + MARGIN_MM
    module = MARKER_MM / 6
    shapes: list[Shape] = [Cut(x, y, CARD_MM), Box(left, top, MARKER_MM, MARKER_MM)]
    for row, column in np.argwhere(_bits(number)):
        # A hair larger, so that no black shows between two white modules.
        at = (left + column * module - SEAM_MM, top + row * module - SEAM_MM)
        shapes.append(Box(*at, module + 2 * SEAM_MM, module + 2 * SEAM_MM, white=True))
    at_top = number < 2
    name = f"{number}: {CORNERS[number]} corner"
    shapes.append(Words(x + 10, y + 3.6 if at_top else y + CARD_MM - 1.4, 3, name))
    # The board lies right of cards 0 and 3, below cards 0 and 1.
    corner_x, inward_x = (x + CARD_MM, -4.0) if number in (0, 3) else (x, 4.0)
    corner_y, inward_y = (y + CARD_MM, -4.0) if at_top else (y, 4.0)
    corner = (corner_x, corner_y)
    shapes.append(
        Triangle((corner, (corner_x + inward_x, corner_y), (corner_x, corner_y + inward_y)))
    )
    return shapes


def _bits(number: int) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    """Which of a marker's 6 x 6 modules are white, its black border among them."""
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
    return np.asarray(cv2.aruco.generateImageMarker(dictionary, number, 6) > 127)


def _ruler(x: float, y: float) -> list[Shape]:
    shapes: list[Shape] = [Box(x, y, RULER_MM, 4)]
    for centimetre in range(11):
        shapes.append(Box(x + 10 * centimetre - 0.1, y - 3, 0.2, 3))
        shapes.append(Words(x + 10 * centimetre - 1, y - 4, 3, str(10 * centimetre)))
    return [*shapes, Words(x, y + 9, 3.4, "This bar is 100 mm long.")]


def _svg(shape: Shape) -> str:
    match shape:
        case Box(x, y, width, height, white):
            fill = "#fff" if white else "#000"
            return (
                f'<rect x="{x:.4f}" y="{y:.4f}" width="{width:.4f}" height="{height:.4f}" '
                f'fill="{fill}"/>'
            )
        case Triangle(points):
            told = " ".join(f"{x:.4f},{y:.4f}" for x, y in points)
            return f'<polygon points="{told}"/>'
        case Words(x, y, size, text):
            return f'<text x="{x:.4f}" y="{y:.4f}" font-size="{size:g}">{escape(text)}</text>'
        case Cut(x, y, side):
            return (
                f'<rect x="{x:.4f}" y="{y:.4f}" width="{side:.4f}" height="{side:.4f}" '
                'fill="none" stroke="#999" stroke-width="0.2" stroke-dasharray="2 2"/>'
            )


def _pdf(shape: Shape) -> str:
    match shape:
        case Box(x, y, width, height, white):
            return f"{int(white)} g {x:.4f} {y:.4f} {width:.4f} {height:.4f} re f"
        case Triangle(points):
            first, *rest = (f"{x:.4f} {y:.4f}" for x, y in points)
            return f"0 g {first} m " + " ".join(f"{point} l" for point in rest) + " h f"
        case Words(x, y, size, text):
            quoted = text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
            return f"0 g BT /F1 {size:g} Tf 1 0 0 -1 {x:.4f} {y:.4f} Tm ({quoted}) Tj ET"
        case Cut(x, y, side):
            box = f"{x:.4f} {y:.4f} {side:.4f} {side:.4f}"
            return f"0.6 G 0.2 w [2 2] 0 d {box} re S [] 0 d"
