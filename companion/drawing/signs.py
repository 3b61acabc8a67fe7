"""Small signs, told apart by their outline alone: a colour is never what says which it is.

Each lies within a circle of radius ``REACH`` around (0, 0), y downwards, with a dark edge.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from companion.drawing.svg import Point, element, number, text

REACH = 10.0
EDGE, PALE = "#14222c", "#fffdf5"
EDGE_WIDE = 1.3


@dataclass(frozen=True, slots=True)
class Form:
    """A sign: its outline, its colour, and the lines drawn over it; both as SVG paths.

    It ``counts`` where so many of it are drawn; else a number beside it says what it is worth.
    """

    outline: str
    colour: str
    lines: str = ""
    counts: bool = True


FORMS: Mapping[str, Form] = MappingProxyType(
    {
        "shell": Form(
            "M-3 9V6.5C-8 4-10-1-9-5C-7.5-7.5-5-7-5-7C-4-9.3-1.5-9.3 0-8C1.5-9.3 4-9.3 5-7"
            "C5-7 7.5-7.5 9-5C10-1 8 4 3 6.5V9Z",
            "#f0b3bd",
            "M0 6.5V-4M-2 5.5L-5-3M2 5.5L5-3",
        ),
        "banana": Form(
            "M-5-9.5L-8-9C-11 3-3 11 8.5 8.5L9.5 6C5 4 0 1-2-6Z", "#ffd93b", "M-6-5C-5 1-1 5 5 6.2"
        ),
        "fish": Form(
            "M-10 0C-6-6.5 1-6.5 5-2L9.5-6V6L5 2C1 6.5-6 6.5-10 0Z", "#ee8a3c", "M-5.6-1.4h.1"
        ),
        "boat": Form("M-1.2-9L7 1H-1.2V3H9.5L6.5 8.5H-6.5L-9.5 3H-1.2Z", "#a9713f"),
        "bridge": Form("M-9.5 6V1C-5-6 5-6 9.5 1V6H6C4 1-4 1-6 6Z", "#b88a55", "M-3-3V1M3-3V1"),
        "island": Form(
            "M-9.5 8C-8 3-3 2-1 2L0-3-5-1-2-5.5-6-7-1-7.5 2-9.5 3-6.5 8-7 4-4 7 0 2-3 1 2"
            "C4 2 8 3 9.5 8Z",
            "#7fae5a",
        ),
        "sea": Form(
            "M-9.5-4C-6-8-3.5-8 0-4S6 0 9.5-4V4C6 8 3.5 8 0 4S-6 0-9.5 4Z",
            "#8cc8dc",
            "M-9.5 0C-6-4-3.5-4 0 0S6 4 9.5 0",
        ),
        "any": Form(
            "M-4.6-4.5C-4.6-10.5 4.6-10.5 4.6-4.5C4.6-1 .8-.5.8 3H-.8C-.8-1.8 3-2 3-4.5"
            "C3-8-3-8-3-4.5ZM-.8 6.2H.8V7.8H-.8Z",
            EDGE,
        ),
        "market": Form("M-9.5-1L-7-8H7L9.5-1H7V8H-7V-1Z", "#f2efe2", "M-7-1H7M-3-8V-1M3-8V-1"),
        "pearl": Form(
            "M-8 0A8 8 0 1 0 8 0A8 8 0 1 0-8 0Z", "#f4ecf8", "M-4.5-1A4.5 4.5 0 0 1-1-4.5"
        ),
        "port": Form(
            "M-1-9.5V-7.5L8 2.5H-1V4H9.5L6 9H-6L-9.5 4H-3V2.5H-7L-3-5V-9.5Z",
            "#fffdf5",
            counts=False,
        ),
        "factory": Form("M-9.5 9V-1L-4-5V-1L1.5-5V-1H4V-9.5H8V-1H9.5V9Z", "#c9a27a", counts=False),
        "one_more": Form("M-8.5-8.5H8.5V8.5H-8.5Z", "#fffdf5", "M0-5V5M-5 0H5"),
        "arrow": Form("M-9.5-3H1V-8.5L9.5 0L1 8.5V3H-9.5Z", "#fffdf5"),
        "coins": Form(
            "M-8.5-5C-8.5-9.5 8.5-9.5 8.5-5V5C8.5 9.5-8.5 9.5-8.5 5Z",
            "#f2cf5b",
            "M-8.5-5C-8.5-.8 8.5-.8 8.5-5M-8.5 0C-8.5 4.2 8.5 4.2 8.5 0",
        ),
        "basket": Form(
            "M-9.5 0H-7.5C-7.5-12 7.5-12 7.5 0H9.5L7 9H-7L-9.5 0ZM-5 0H5C5-8-5-8-5 0Z", "#d9a860"
        ),
        "votes": Form("M-9.5 0H-5V-9.5H5V0H9.5V9H-9.5Z", "#fffdf5", "M-6 0H6M-2.5-4.5L-.5-2L3-7"),
        "compass": Form("M0-10L2.8-2.8L10 0L2.8 2.8L0 10L-2.8 2.8L-10 0L-2.8-2.8Z", "#f2cf5b"),
        "card": Form("M-6.5-9.5H6.5V9.5H-6.5Z", "#fffdf5", "M-3.5-5.5H3.5M-3.5-2H3.5M-3.5 1.5H1"),
    }
)
"""All that are known, by their names."""


def is_known(name: str) -> bool:
    """Whether there is a sign of that name."""
    return name in FORMS


def counts(name: str) -> bool:
    """Whether so many of a sign are drawn, and no number stands beside it."""
    return name in FORMS and FORMS[name].counts


def draw_sign(name: str, edge: float = EDGE_WIDE) -> str:
    """Draw a sign around (0, 0), as SVG; one that is not known as its name, in letters.

    ``edge`` is how wide its edge is drawn. A letter may be asked for as well: a card has such signs
    too.
    """
    form = FORMS.get(name)
    if form is None:
        size = 15 if len(name) < 2 else 10
        return _letters(name.upper(), (0, size * 0.36), size, EDGE)
    outline = element("path", d=form.outline, fill=form.colour)
    lines = [element("path", d=form.lines, fill="none", stroke_linecap="round")]
    return element(
        "g",
        outline,
        *(lines if form.lines else ()),
        stroke=EDGE,
        stroke_width=edge,
        stroke_linejoin="round",
    )


def draw_token(name: str, worth: int = 1) -> str:
    """Draw a round token with a sign, as an SVG picture of its own; what it is worth above one.

    It has no words: they stand beside it.
    """
    disc = element("circle", r=11.3, fill=PALE, stroke=EDGE, stroke_width=1.1)
    if worth == 1:
        return _picture(12, disc, element("g", draw_sign(name), transform="scale(.86)"))
    sign = element("g", draw_sign(name), transform="translate(-1.5 -1.8) scale(1.05)")
    ring = element("circle", r=16, fill=PALE, stroke=EDGE, stroke_width=2.4)
    plate = element("circle", cx=9.5, cy=9, r=6.5, fill=EDGE)
    value = _letters(str(worth), (9.5, 12.8), 10.5, PALE)
    return _picture(17.5, ring, sign, plate, value)


def draw_alone(name: str) -> str:
    """Draw a sign as an SVG picture of its own, without words."""
    return _picture(11, draw_sign(name))


def _letters(said: str, at: Point, size: float, ink: str) -> str:
    return text(
        said,
        *at,
        font_size=size,
        font_weight="bold",
        font_family="sans-serif",
        fill=ink,
        text_anchor="middle",
    )


def _picture(half: float, *parts: str) -> str:
    box = f"{number(-half)} {number(-half)} {number(2 * half)} {number(2 * half)}"
    return element("svg", *parts, viewBox=box, aria_hidden="true", focusable="false")
