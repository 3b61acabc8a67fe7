"""Cloth: a table of square tiles that grows, for tests of what serves every such game.

Each player lays tiles beside those that lie there, turned as he likes, and may stand on one of its
places. A tile is worth a point, a pawn on the table another. There is no money.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from companion.bank import Ledger
from companion.boards.board import Board
from companion.boards.board_file import parse_board
from companion.boards.tiles_board import CELL, TilesBoard
from companion.files.fields import Field
from companion.finding import Finding, Severity
from companion.play import words
from companion.play.game import Game, Seat
from companion.play.page.face import (
    Anywhere,
    Ask,
    Folds,
    Group,
    Offer,
    Panel,
    Picture,
    Piece,
    Purse,
    Section,
    Shape,
    Sign,
    Turn,
)
from companion.play.sight import Sight
from companion.play.timeline import Step
from companion.play.words import PLACE, Manner, Param
from companion.position import Position
from companion.records.facts import Word
from companion.records.record import Header
from companion.score import Score, ScoreLine, ranked
from tests.companion.boards.small_tiles import cloth
from tests.toys import toy_game, toy_sentences, toy_terminal
from tests.toys.handed_over import as_game
from tests.toys.toy_game import Ferries, Free

COLOURS = ("red", "blue")
NOBODY = "nobody"
MIDDLE = f"{CELL}/10,10"
ABOUT = replace(
    toy_game.ABOUT,
    id="cloth",
    name="Cloth",
    role="colour",
    players=range(1, 3),
    facts={
        "lay": {
            "player": Word.PLAYER,
            "cell": Word.AT,
            "lies": Word.CHOICE,
            "stands": Word.CHOICE,
        }
    },
    scored=("tiles", "pawns"),
)
SENTENCES = {
    "lay": "{player} lays a {lies} at {cell}.",
    "not-free": "A tile lies at {where} already.",
    "beside-nothing": "Nothing lies beside {where}.",
    "rule:tiles": "Tiles are laid beside tiles.",
    "points:tiles": "Tiles",
    "points:pawns": "Pawns",
}


@dataclass(frozen=True, slots=True)
class Lay:
    """A fact: a player lays a tile, as the answer of its cell, and stands on a place of it."""

    player: str
    cell: str
    lies: str
    stands: str = NOBODY
    do: str = "lay"


@dataclass(frozen=True, slots=True)
class Table:
    """What lies on the cloth: tiles by their cells, players by the places they stand on."""

    players: tuple[str, ...]
    tiles: Mapping[str, str] = field(default_factory=lambda: {MIDDLE: "market/0"})
    pawns: Mapping[str, str] = field(default_factory=dict)
    laid: Mapping[str, int] = field(default_factory=dict)
    facts: int = 0
    bank: None = None

    @property
    def round(self) -> int:
        """There are no rounds."""
        return self.facts

    @property
    def over(self) -> bool:
        """All tiles lie there."""
        return len(self.tiles) >= 73

    def position(self) -> Position:
        """What lies on the cells, and whose colour stands on which place."""
        colours = dict(zip(self.players, COLOURS, strict=False))
        return Position(dict(self.tiles), {at: colours[who] for at, who in self.pawns.items()})


class Words(words.Words["Table", "Lay"]):
    """What is said over the cloth."""

    def __init__(self, language: str, _: Board) -> None:
        super().__init__(language, toy_sentences.Catalogue(), Manner({"place": Param(PLACE)}))

    def place(self, place: str) -> str:
        """A cell by its numbers, a place by its own name besides."""
        _, at, *spot = place.split("/")
        return " ".join([at, *spot])

    def piece(self, kind: str, _: str) -> str:
        """A tile by its name, a pawn by its colour."""
        return kind.partition("/")[0]

    def event(self, event: Lay) -> str:
        """Say what happened."""
        tile, cell = self.piece(event.lies, event.cell), self.place(event.cell)
        return self.say("lay", player=event.player, lies=tile, cell=cell)


class Cloth(Ferries):
    """The game, as ``companion.play.game.Game`` asks for it."""

    about = ABOUT
    watched = None  # type: ignore[assignment]
    terminal = replace(
        toy_terminal.TERMINAL,
        position=lambda table: " ".join(f"{at}={lies}" for at, lies in table.tiles.items()),
    )

    @property
    def face(self) -> Deck:  # type: ignore[override]
        """What pages show."""
        return Deck()

    def start(self, setup: Mapping[str, object], _: Board) -> Table:  # type: ignore[override]
        """One tile lies in the middle."""
        seats = Field(setup, "setup").get("players").items(least=1)
        return Table(tuple(seat.get("name").text() for seat in seats))

    def shipped_board(self) -> Board:
        """The cloth."""
        return BOARD

    def roles(self, _: Board) -> tuple[str, ...]:
        """The colours of the pawns."""
        return COLOURS

    def seats(self, state: Table) -> tuple[Seat, ...]:  # type: ignore[override]
        """In the order of the colours."""
        return tuple(map(Seat, state.players, COLOURS))

    def words(self, language: str, board: Board) -> Words:  # type: ignore[override]
        """What is said over the cloth."""
        return Words(language, board)

    def parse(self, said: Field, state: Table) -> Lay | None:  # type: ignore[override]
        """Read a fact."""
        player, cell = said.get("player").one_of(state.players), said.get("cell").one_of(CELLS)
        lies = said.get("lies").one_of(BOARD.may_lie_at(MIDDLE))
        stands = said.get("stands").text() if said.get("stands").given else NOBODY
        return Lay(player, cell, lies, stands) if player and cell and lies else None

    def fact(self, event: Lay) -> dict[str, object]:  # type: ignore[override]
        """Write a fact."""
        return {word: getattr(event, word) for word in ("do", *ABOUT.facts["lay"])}

    def apply(self, state: Table, event: Lay) -> Table:  # type: ignore[override]
        """What lies there afterwards, whatever the rules think of it."""
        pawns = {at: who for at, who in state.pawns.items() if BOARD.cell_of(at) != event.cell}
        if event.stands != NOBODY:
            pawns[f"{event.cell}/{event.stands}"] = event.player
        return replace(
            state,
            facts=state.facts + 1,
            tiles={**state.tiles, event.cell: event.lies},
            pawns=pawns,
            laid={**state.laid, event.player: state.laid.get(event.player, 0) + 1},
        )

    def findings(self, state: Table, event: Lay) -> tuple[Finding, ...]:  # type: ignore[override]
        """On a tile, or beside none."""
        return tuple(_found(state, event.cell))

    def notes(self, *_: object) -> tuple[Finding, ...]:
        """Nothing is worth knowing."""
        return ()

    def keep(self, state: Table) -> object:  # type: ignore[override]
        """The cloth as JSON."""
        return [dict(state.tiles), dict(state.pawns), dict(state.laid), state.facts]

    def recall(self, kept: Any, start: Table, _: Ledger) -> Table:  # type: ignore[override]
        """The cloth from JSON."""
        tiles, pawns, laid, facts = kept
        return replace(start, tiles=tiles, pawns=pawns, laid=laid, facts=facts)

    def choices(self, state: Table) -> Sequence[Any]:  # type: ignore[override]
        """Any tile at any free cell beside another."""
        free = [cell for cell in CELLS if not any(_found(state, cell))]
        return [Free(Lay(p, cell, "bridge/0")) for p in state.players for cell in free]  # type: ignore[arg-type]

    def instead(self, before: Table, event: Lay) -> Iterator[Any]:  # type: ignore[override]
        """Another cell."""
        return (replace(event, cell=cell) for cell in CELLS if not any(_found(before, cell)))

    def score(self, state: Table, _: Iterable[Step[Any, Any]]) -> Score:  # type: ignore[override]
        """A point for each tile and each pawn."""
        lines = [
            line
            for who in state.players
            for line in (
                ScoreLine(who, "tiles", state.laid.get(who, 0), "tiles"),
                ScoreLine(who, "pawns", list(state.pawns.values()).count(who), "tiles"),
            )
        ]
        return Score(tuple(lines), ranked(state.players, lines))

    def story(self, sight: Sight[Table, Lay]) -> dict[str, object]:  # type: ignore[override]
        """What lies there."""
        return {"tiles": dict(sight.state.tiles)}

    view = story  # type: ignore[assignment]

    def things(self, _: Table) -> Iterator[Any]:  # type: ignore[override]
        """Nothing is explained."""
        return iter(())

    def explained(self, *_: object) -> None:
        """Nothing is explained."""

    def lesson(self, _: Table) -> None:  # type: ignore[override]
        """Nothing is explained."""


def _found(state: Table, cell: str) -> Iterator[Finding]:
    if cell in state.tiles:
        yield Finding("not-free", Severity.ILLEGAL, "tiles", (cell,))
    elif not any(other in state.tiles for other in BOARD.beside(cell)):
        yield Finding("beside-nothing", Severity.ILLEGAL, "tiles", (cell,))


class Deck:
    """What pages show of the cloth."""

    def turn(self, sight: Sight[Table, Lay]) -> Turn:
        """Nobody waits for anybody."""
        return Turn((f"Tile {len(sight.state.tiles) + 1}",), ("Anybody lays a tile.",))

    def purses(self, sight: Sight[Table, Lay]) -> tuple[Purse, ...]:
        """Each player and his pawns."""
        return tuple(
            Purse(
                seat.name,
                seat.role,
                seat.role,
                Sign(seat.role, seat.role[0].upper(), Shape.DISC),
                None,
                at_turn=False,
            )
            for seat in GAME.seats(sight.state)
        )

    def sections(self, _: Sight[Table, Lay]) -> tuple[Section, ...]:
        """Nothing lies beside the table."""
        return ()

    def panels(self, sight: Sight[Table, Lay]) -> tuple[Panel, ...]:
        """Any tile, or a bridge that nobody stands on."""
        return tuple(
            Panel(player, (Group("Tiles", offers, tap="Tap a cell", folds=Folds.BESIDE_A_CHART),))
            for player in sight.state.players
            for offers in [(_tile(sight, player), _bridge(sight, player), _market(sight, player))]
        )

    def anywhere(self, _: Sight[Table, Lay]) -> Mapping[str, Anywhere]:
        """Any tile may lie on any cell."""
        pieces = tuple(Piece(tile, {"do": "lay", "lies": f"{tile}/0"}) for tile in BOARD.tiles)
        return {CELL: Anywhere("cell", "A tile", pieces)}

    def beside(self, *_: object) -> Iterator[Lay]:
        """All that happens lies on the cloth."""
        return iter(())

    def position(self, state: Table) -> Position:
        """What lies there."""
        return state.position()

    def standing(self, _: Table) -> tuple[tuple[str, str], ...]:
        """Nothing stands beside a place."""
        return ()


def _tile(sight: Sight[Table, Lay], player: str) -> Offer:
    """Where, which and how turned, and who stands there: three words are open."""
    who = Ask(
        "stands", "Who stands there?", choices=((NOBODY, "nobody"), ("stall", "at the stall"))
    )
    fact = {"do": "lay", "player": player}
    return Offer("Lay a tile", fact, ask=_where(sight), besides=(_which("market", "bridge"), who))


def _bridge(sight: Sight[Table, Lay], player: str) -> Offer:
    """Where, and how turned."""
    fact = {"do": "lay", "player": player, "stands": NOBODY}
    return Offer("Lay a bridge", fact, ask=_where(sight), besides=(_which("bridge"),))


def _market(sight: Sight[Table, Lay], player: str) -> Offer:
    """Where, and nothing else."""
    fact = {"do": "lay", "player": player, "lies": "market/0", "stands": NOBODY}
    return Offer("Lay a market", fact, ask=_where(sight))


def _where(sight: Sight[Table, Lay]) -> Ask:
    free = dict.fromkeys(each.event.cell for each in sight.choices if isinstance(each.event, Lay))
    named = tuple((cell, sight.words.place(cell)) for cell in free)
    return Ask("cell", "Where?", choices=named, on_chart=True)


def _which(*tiles: str) -> Ask:
    ways = [str(way) for tile in tiles for way in BOARD.ways_to_lie(tile)]
    named = tuple((way, way.replace("/", ", turned ")) for way in ways)
    return Ask(
        "lies",
        "How does it lie?",
        choices=named,
        pictures={way: Picture({MIDDLE: way}) for way in ways},
    )


toy_sentences.SENTENCES.update(SENTENCES)
BOARD = cast(TilesBoard, parse_board(cloth()))
CELLS = tuple(BOARD.cells)
GAME: Game[Table, Lay] = as_game(Cloth())
PLAYERS = [
    {"name": name, "colour": role} for name, role in zip(("Ann", "Ben"), COLOURS, strict=True)
]
HEADER = Header("cloth", {"players": PLAYERS})
