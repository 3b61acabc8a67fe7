"""A game joined half-way: what lies on the board and what everybody has is enough to go on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from companion.errors import InputError
from companion.files.fields import shown
from companion.games.clippers.chart.network import OPENED_BY
from companion.games.clippers.course.setup import bank_of, set_up
from companion.games.clippers.state.ends import in_order
from companion.games.clippers.state.growth import reach
from companion.games.clippers.state.state import Company, End, Game, Inside, State
from companion.games.clippers.terms.players import MARKERS_OF_A_NATION
from companion.position import Position

LONG_AGO = (0, 0, 0)


def join(
    game: Game,
    position: Position,
    money: Mapping[str, int],
    ships: Mapping[str, Sequence[str]] | None = None,
) -> State:
    """Begin at any position, where a round begins; raise InputError where that can't be.

    ``money`` is each player's. ``ships`` tells, per company, beside which sticks or at which places
    its ships stand. Where that is not told, every place the company has come to may be an end of
    its routes, and every lane it has begun goes on: what nobody knows is held against nobody.
    """
    _check(game, position, money)
    start = set_up(game)
    laid, markers = list(position.spaces.values()), list(position.slots.values())
    companies = {
        name: replace(
            _built(game, name, company, position.spaces, (ships or {}).get(name)),
            sticks=max(0, company.sticks - laid.count(name)),
        )
        for name, company in start.companies.items()
    }
    seats = tuple(
        replace(seat, markers=MARKERS_OF_A_NATION - markers.count(seat.player.nation))
        for seat in start.seats
    )
    state = replace(
        start,
        spaces=dict(position.spaces),
        slots=dict(position.slots),
        companies=companies,
        seats=seats,
        bank=bank_of({player.name: money[player.name] for player in game.players}),
    )
    return replace(state, opened=dict(_opened(state)))


def _check(game: Game, position: Position, money: Mapping[str, int]) -> None:
    board = game.chart.board
    nations = [kind.name for kind in board.marker.kinds] if board.marker else []
    for pieces, places, kinds in (
        (position.spaces, board.spaces, game.chart.harbours),
        (position.slots, board.slots, nations),
    ):
        for place, piece in pieces.items():
            if place not in places or piece not in kinds:
                raise InputError(
                    "clippers:cannot-lie-there", piece=shown(piece), place=shown(place)
                )
    for player in game.players:
        if money.get(player.name, -1) < 0:
            raise InputError("clippers:money-untold", player=player.name)


def _built(
    game: Game,
    name: str,
    company: Company,
    spaces: Mapping[str, str],
    ships: Sequence[str] | None,
) -> Company:
    """A company with what its sticks have come to, and the ends of its routes."""
    reached = reach(game, name, spaces)
    told = ships is not None and name not in game.chart.island_companies
    if told and ships:
        ends = [_end_at(game, name, reached, spaces, place) for place in ships]
        beside = company.ships + 1 - len(ships)
        return replace(company, reached=reached, fleets=(in_order(tuple(ends)),), ships=beside)
    possible = tuple(dict.fromkeys(_possible_ends(game, name, reached, spaces)))
    return replace(company, reached=reached, fleets=(in_order(possible),))


def _possible_ends(
    game: Game, name: str, reached: frozenset[str], spaces: Mapping[str, str]
) -> Iterator[End]:
    for place in reached:
        if name not in game.chart.island_companies or place != game.chart.homes[name]:
            yield place
        for way in game.chart.ways_from[place]:
            own = [spaces.get(space) == name for space in way.spaces]
            if own[0] and not all(own):
                yield Inside(way, own.index(False))


def _end_at(
    game: Game, name: str, reached: frozenset[str], spaces: Mapping[str, str], place: str
) -> End:
    """The end that a ship beside this stick, or at this harbour or island, marks."""
    if place in reached:
        return place
    for way, index in game.chart.ways_through.get(place, ()):
        behind = way.spaces[: index + 1]
        if way.start in reached and all(spaces.get(space) == name for space in behind):
            return way.goal if len(behind) == len(way.spaces) else Inside(way, len(behind))
    raise InputError("clippers:no-end-for-ship", company=name, place=shown(place))


def _opened(state: State) -> Iterator[tuple[str, tuple[int, int, int]]]:
    for name in state.game.chart.island_companies:
        if len(state.companies_at(state.game.chart.homes[name])) >= OPENED_BY:
            yield name, LONG_AGO
