"""The drawn board, as a picture that a browser keeps, and the colours of its pieces."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, request

from companion.board_drawing import draw_board
from companion.board_drawing.paint import Paint, distinct_paints, paints, variable
from companion.board_drawing.places import Legend
from companion.board_drawing.style import STYLE
from companion.boards.board import Board
from companion.boards.routes_board import RoutesBoard
from companion.boards.stops_board import StopsBoard
from companion.play.game import AnyGame
from web.host.host import Host
from web.visits.visit import DISTINCT, host, visit
from web.words.language import board_called, catalogue, chosen, words_in

KEPT = "private, no-cache"
"""A browser keeps it and asks whether it is still so: the next game has another board."""
maps = Blueprint("maps", __name__)


@maps.get("/map-<any(light, dark):theme>.svg")
def board_map(theme: str) -> Response:
    """The empty board as a chart, by day or by night.

    A page asks with ``?in=LANGUAGE``: a browser keeps the chart, and shall not keep it in another.
    """
    return _kept(as_chart(_drawn(theme)))


def empty_chart(board: Board, theme: str) -> Response:
    """The empty board of any game, as ``board_map`` has that of the one that is served."""
    language = chosen(request.args.get("in"), [visit().language])
    drawn = in_palette(draw_board(board, legend=_legend(board, language)), board)
    return _kept(as_chart(drawn.replace('class="board-map"', _themed(theme), 1)))


def laid_chart(board: Board, game: AnyGame, state: Any) -> Response:
    """A board with all that lies on it at some moment of a game, as a picture to take along."""
    face, legend = game.face, _legend(board, visit().language)
    return as_chart(draw_board(board, face.position(state), legend, face.standing(state)))


def as_chart(svg: str) -> Response:
    """Answer a drawing of a board, with the style that it brings."""
    answer = Response(svg, mimetype="image/svg+xml")
    answer.headers["Cache-Control"] = "no-store"
    digest = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
    answer.headers["Content-Security-Policy"] = f"default-src 'none'; style-src 'sha256-{digest}'"
    return answer


@maps.get("/kinds.css")
def kinds() -> Response:
    """The colours of all kinds, as the board file has them, or told apart easily."""
    lines = []
    for name, paint in chosen_paints(host().board).items():
        lines.append(f".kind-{variable(name)}{{--kind:{paint.fill};--on-kind:{paint.ink}}}")
        if _is_distinct():
            lines.append(f":root{{{_set(paint.fill)};{_set(paint.ink)}}}")
    return _kept(Response("\n".join(lines), mimetype="text/css"))


def _kept(answer: Response) -> Response:
    """An answer that a browser keeps; where it has it already, nothing but that is said."""
    answer.headers["Cache-Control"] = KEPT
    answer.add_etag()
    answer.make_conditional(request)
    return answer


def chosen_paints(board: Board) -> Mapping[str, Paint]:
    """The paints of a board's kinds in the palette that is asked for."""
    return distinct_paints(board) if _is_distinct() else paints(board)


def in_palette(drawn: str, board: Board) -> str:
    """A drawing of a board, in the palette that is asked for."""
    if not _is_distinct():
        return drawn
    chosen_now = distinct_paints(board)
    for name, usual in paints(board).items():
        drawn = drawn.replace(usual.fill, chosen_now[name].fill)
        drawn = drawn.replace(usual.ink, chosen_now[name].ink)
    return drawn


def _is_distinct() -> bool:
    """A page names its palette in the address: a browser keeps what it was sent for that."""
    return request.args.get("palette") == DISTINCT


def _set(value: str) -> str:
    """``var(--kind-red, #d55e00)`` as what gives it that value."""
    name, _, colour = value.removeprefix("var(").removesuffix(")").partition(", ")
    return f"{name}:{colour}"


def _drawn(theme: str) -> str:
    language = chosen(request.args.get("in"), [visit().language])
    drawn = in_palette(draw_chart(host(), language), host().board)
    return drawn.replace('class="board-map"', _themed(theme), 1)


def _themed(theme: str) -> str:
    return f'class="board-map" data-theme="{theme}"'


def draw_chart(of: Host, language: str) -> str:
    """The host's board in a language; drawn once, as that takes a moment, and kept."""
    if language not in of.drawings:
        of.drawings[language] = draw_board(of.board, legend=_legend(of.board, language))
    return of.drawings[language]


def _legend(board: Board, language: str) -> Legend:
    """What the chart says in a language."""
    gettext, words = catalogue(language).gettext, words_in(language, board)
    named = {}
    if isinstance(board, RoutesBoard):
        companies = [each.company for each in board.harbours.values()]
        named = {company: words.named("company", company) for company in companies}
    if isinstance(board, StopsBoard):
        named = {each.name: words.named("product", each.name) for each in board.products}
    return Legend(
        named,
        gettext("{name}, value {value}"),
        gettext("{company} harbour"),
        gettext("{number} sticks"),
        gettext("{number} ships"),
        board_called(board.name, language),
    )
