"""What a player may use and reach: influence, ports and distances. Rules 14, 15, 37 and 39."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.big_kini.state.atolls import PORT, POSTS, SEATS, Island
from companion.games.big_kini.state.state import State, cell_of, spot_of


def has_influence(state: State, player: str, cell: str, island: Island) -> bool:
    """Whether a cube of his lies on a post over an island. Rule 15."""
    return any(state.cubes.get(f"{cell}/{post}") == player for post in island.posts)


def island_at(state: State, place: str) -> Island | None:
    """The island of a colony, goods or factory place."""
    atoll = state.atoll_of(place)
    return None if atoll is None else atoll.island_with(spot_of(place))


def rules_over(state: State, player: str, place: str) -> bool:
    """Whether a player has influence on the island of a place. Rule 15."""
    island = island_at(state, place)
    return island is not None and has_influence(state, player, cell_of(place), island)


def port_level(state: State, player: str, cell: str) -> int:
    """How far his cubes may go from an atoll: 0 without influence on its port. Rules 37 and 39."""
    atoll = state.atoll_at(cell)
    ports = atoll.of_function(PORT) if atoll else ()
    levels = [port.number for port in ports if has_influence(state, player, cell, port)]
    return max(levels, default=0)


def distance(state: State, one: str, other: str) -> int | None:
    """Steps from atoll to atoll, over hidden ones too; None where no way leads. Rule 41, A4."""
    board = state.game.board
    laid = {board.cells[cell].at for cell in state.tiles if cell in board.cells}
    return board.lattice.way(board.cells[one].at, board.cells[other].at, laid)


def free_posts(state: State, cell: str) -> Iterator[str]:
    """The free administrator and minister spaces of an atoll. Point A3."""
    return (place for place in state.places_at(cell, *SEATS) if place not in state.cubes)


def candidates(state: State, cell: str) -> tuple[str, ...]:
    """Who may become baron there: players with a cube on a post, no colonist. Rule 49, A7."""
    on_posts = {who for at, who in state.cubes_at(cell).items() if state.kind_of(at) in POSTS}
    return tuple(player for player in state.players if player in on_posts)


def represented(state: State, cell: str) -> tuple[str, ...]:
    """The players with a cube on an atoll, in seat order. Rules 50 and 53."""
    there = set(state.cubes_at(cell).values())
    return tuple(player for player in state.players if player in there)
