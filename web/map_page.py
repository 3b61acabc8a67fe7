"""The drawn board, as a picture that a browser keeps, and the colours of its pieces."""

from __future__ import annotations

import base64
import hashlib
import re

from flask import Blueprint, Response, request

from companion.board_drawing import draw_board
from companion.board_drawing.paint import paints
from companion.board_drawing.places import Legend
from companion.board_drawing.style import STYLE
from web.language import catalogue, chosen, words_in
from web.visit import host, visit

KEPT = "private, max-age=3600"
maps = Blueprint("maps", __name__)


@maps.get("/map-<any(light, dark):theme>.svg")
def board_map(theme: str) -> Response:
    """The empty board as a chart, by day or by night.

    A page asks with ``?in=LANGUAGE``: a browser keeps the chart, and shall not keep it in another.
    """
    answer = as_chart(_drawn(theme))
    answer.headers["Cache-Control"] = KEPT
    return answer


def as_chart(svg: str) -> Response:
    """Answer a drawing of a board, with the style that it brings."""
    answer = Response(svg, mimetype="image/svg+xml")
    answer.headers["Cache-Control"] = "no-store"
    digest = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
    answer.headers["Content-Security-Policy"] = f"default-src 'none'; style-src 'sha256-{digest}'"
    return answer


@maps.get("/kinds.css")
def kinds() -> Response:
    """The colours of companies and nations, as the board file has them."""
    lines = []
    for name, paint in paints(host().board).items():
        selector = re.sub(r"[^a-z0-9_-]", "-", name)
        lines.append(f".kind-{selector}{{--kind:{paint.fill};--on-kind:{paint.ink}}}")
    answer = Response("\n".join(lines), mimetype="text/css")
    answer.headers["Cache-Control"] = KEPT
    return answer


def _drawn(theme: str) -> str:
    """Draw the board once for each theme and language; the drawing is kept with the host."""
    drawings, language = host().drawings, chosen(request.args.get("in"), [visit().language])
    name = f"{theme} {language}"
    if name not in drawings:
        svg = draw_board(host().board, legend=_legend(language))
        themed = f'class="board-map" data-theme="{theme}"'
        drawings[name] = svg.replace('class="board-map"', themed, 1)
    return drawings[name]


def _legend(language: str) -> Legend:
    """What the chart says in a language."""
    gettext, words = catalogue(language).gettext, words_in(language, host().board)
    companies = (harbour.company for harbour in host().board.harbours.values())
    return Legend(
        {company: words.named("company", company) for company in companies},
        gettext("{name}, value {value}"),
        gettext("{company} harbour"),
        gettext("{number} sticks"),
        gettext("{number} ships"),
    )
