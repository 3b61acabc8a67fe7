"""The kinds of boards that can be traced: their steps, pieces and wishes, how a draft is a board.

Photo, corners, acts, undo, the shelf and the profile are the same for all. A new kind is one more
entry here, its things in ``draft``, which keeps those of all kinds, and the steps on the page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from calibration.tracing.draft.board_form import from_board as routes_from_board
from calibration.tracing.draft.board_form import to_board as routes_to_board
from calibration.tracing.draft.checks import Code, Remark, without_value
from calibration.tracing.draft.checks import remarks as routes_remarks
from calibration.tracing.draft.draft import ROUTES, STOPS, Change, Draft, Sheet
from calibration.tracing.draft.totals import Total
from calibration.tracing.draft.totals import totals as routes_totals
from calibration.tracing.stops.stops_checks import stops_remarks
from calibration.tracing.stops.stops_form import stops_from_board, stops_to_board
from calibration.tracing.stops.stops_totals import stops_totals
from calibration.tracing.wishes.asked import Wishes
from calibration.tracing.wishes.of_kinds import OF_ROUTES, OF_STOPS
from companion.boards.board import Board
from companion.boards.board_file import parse_board
from companion.boards.routes_board import RoutesBoard, of_routes
from companion.boards.stops_board import StopsBoard
from companion.errors import InputError
from companion.games import GAMES, game_called

CARDS = "cards"


@dataclass(frozen=True)
class BoardKind:
    """One kind of board, as it is traced; ``board`` is its class.

    ``steps``: the page's steps in their order. ``pieces``: the pieces that a person may change,
    each with the sides that are measured. ``from_board`` takes a board of this kind and the pieces
    of its file. ``wishes`` are those of such boards alone. ``searched``: places are looked for in
    its photo.
    """

    board: type[Board]
    steps: tuple[str, ...]
    pieces: Mapping[str, tuple[str, ...]]
    to_board: Callable[[Draft], dict[str, object]]
    from_board: Callable[[Any, Mapping[str, object]], tuple[Sheet, tuple[Change, ...]]]
    remarks: Callable[[Draft], list[Remark]]
    totals: Callable[[Draft], list[Total]]
    wishes: Wishes
    searched: bool


KINDS: Mapping[str, BoardKind] = MappingProxyType(
    {
        ROUTES: BoardKind(
            RoutesBoard,
            ("board", "corners", "islands", "routes", CARDS, "pieces", "trial", "file"),
            {"stick": ("length_mm", "width_mm", "height_mm"), "marker": ("diameter_mm",)},
            routes_to_board,
            routes_from_board,
            routes_remarks,
            routes_totals,
            OF_ROUTES,
            searched=True,
        ),
        STOPS: BoardKind(
            StopsBoard,
            ("board", "corners", "goods", "stops", "lines", "file"),
            {"ship": ("length_mm", "width_mm", "height_mm")},
            stops_to_board,
            stops_from_board,
            stops_remarks,
            stops_totals,
            OF_STOPS,
            searched=False,
        ),
    }
)


def kind_of(draft: Draft) -> BoardKind:
    """The kind of board that is traced."""
    return KINDS[draft.sheet.kind]


def is_of_game(draft: Draft) -> bool:
    """Whether the board is of a game whose rules are here: others are read, never played on."""
    return draft.sheet.game in GAMES


def steps_of(draft: Draft) -> tuple[str, ...]:
    """The page's steps; cards are asked for where a game deals them, or where some are traced."""
    asked = is_of_game(draft) or draft.cards
    return tuple(step for step in kind_of(draft).steps if step != CARDS or asked)


def to_board(draft: Draft) -> dict[str, object]:
    """The board file's JSON; it may have faults yet."""
    return kind_of(draft).to_board(draft)


def remarks(draft: Draft) -> list[Remark]:
    """All there is to say of a draft; last, why its game can't be played on it."""
    said = kind_of(draft).remarks(draft)
    return [*said, *_unplayed(draft, said)] if is_of_game(draft) else said


def _unplayed(draft: Draft, said: Sequence[Remark]) -> Iterator[Remark]:
    """What its game needs besides, as far as it is a board: a refusal, each island's value."""
    game = game_called(draft.sheet.game)
    if not any(remark.code.stops for remark in said):
        try:
            game.check_board(parse_board(to_board(draft)))
        except InputError as error:
            if error.fault.code != game.without_value:
                yield Remark(Code.UNPLAYABLE, words={"why": error.fault})
    if game.without_value is not None:
        yield from without_value(draft)


def from_board(board: Board, pieces: Mapping[str, object]) -> tuple[Sheet, tuple[Change, ...]]:
    """A board as a tracing begins with it; ``pieces`` are those of its file.

    Raises InputError for one of a kind that nobody traces.
    """
    kind = traced_as(board)
    return (
        KINDS[ROUTES].from_board(of_routes(board), pieces)
        if kind is None
        else kind.from_board(board, pieces)
    )


def traced_as(board: Board) -> BoardKind | None:
    """How a board is traced; None where nobody traces boards of its kind."""
    return next((kind for kind in KINDS.values() if isinstance(board, kind.board)), None)
