"""What South Seas hands over so that the cause of what is found can be looked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.carcassonne_south_seas.course.apply import (
    GOES_ON,
    OF_TILES,
    apply,
    as_it_was,
)
from companion.games.carcassonne_south_seas.course.placing import ways
from companion.games.carcassonne_south_seas.judging.choices import thinkable
from companion.games.carcassonne_south_seas.judging.instead import (
    by_others,
    instead,
    laid_instead,
)
from companion.games.carcassonne_south_seas.judging.judgement import findings
from companion.games.carcassonne_south_seas.state.state import State
from companion.games.carcassonne_south_seas.terms import events as e
from companion.play.corrections.course import Course, Edit, Inquiry
from companion.play.corrections.edits import (
    ODD,
    back,
    doubled,
    earlier,
    instead_of,
    missing,
    without,
)

UNTOLD = (e.TurnEnded, e.Evaluated, e.Covered, e.ShipTaken, e.ShipTurnedUp)
"""What is easily not written down."""
STEPS = 3
"""An islander is told so soon after his tile."""


def suspects(course: Course[State, e.Event], at: int) -> Iterator[Edit[e.Event]]:
    """The fact itself: not at all, another, told twice; and what was not told before it."""
    yield without(at, 2 * ODD)
    yield from _instead(course, at)
    yield from doubled(course, at)
    yield from _other_drawn(course, at)
    yield from _laid_elsewhere(course, at)
    yield from _neighbour_turned(course, at)
    yield from _tile_untold(course, at)
    yield from _islander_told_late(course, at)
    yield from _islander_untold(course, at)
    yield from _ship_untold(course, at)
    yield from _delivery_untold(course, at)
    yield from _other_ship_taken(course, at)
    untold = (each for each in thinkable(course.states[at]) if isinstance(each, UNTOLD))
    for event in untold:
        price = 2 * ODD if isinstance(event, e.ShipTurnedUp) else ODD
        yield missing(at, event, price=price)


def _instead(course: Course[State, e.Event], at: int) -> Iterator[Edit[e.Event]]:
    """Another word of the same fact; of a tile its cell or its turn, hardly ever both.

    Another tile only where that one was drawn: among all of them one would explain anything.
    """
    told, before = course.events[at], course.states[at]
    if not isinstance(told, e.TileLaid):
        yield from instead_of(at, instead(before, told))
        return
    seen, tile = as_it_was(before, told), told.tile.partition("/")[0]
    tiles = dict.fromkeys((tile, seen.turn.drawn or tile))
    for event in (*laid_instead(seen, told, [*tiles]), *by_others(before, told)):
        both = event.cell != told.cell and event.tile != told.tile
        yield from instead_of(at, [event], ODD / 2 if both else 0)


def _other_drawn(course: Course[State, e.Event], at: int) -> Iterator[Edit[e.Event]]:
    """The tile that lies there is the one that was drawn: what was said of the drawing is wrong."""
    event = course.events[at]
    if isinstance(event, e.TileLaid | e.TileUnfit):
        for index, drawn in list(back(course, at, e.TileDrawn))[:1]:
            tile = event.tile.partition("/")[0]
            yield from instead_of(index, [replace(drawn, tile=tile)], -ODD)


def _laid_elsewhere(course: Course[State, e.Event], at: int) -> Iterator[Edit[e.Event]]:
    """The tile lies where the islander stands."""
    event = course.events[at]
    if isinstance(event, e.IslanderPlaced):
        for index, laid in list(back(course, at, e.TileLaid))[:1]:
            state = course.states[index]
            cell, tile = state.game.board.cell_of(event.place), laid.tile.partition("/")[0]
            there = [way for where, way in ways(state, tile) if where == cell != laid.cell]
            others = [replace(laid, cell=cell, tile=way) for way in there]
            yield from instead_of(index, others, -ODD)


def _neighbour_turned(course: Course[State, e.Event], at: int) -> Iterator[Edit[e.Event]]:
    """A tile beside this one lies turned otherwise, or lies on another cell."""
    event, state = course.events[at], course.states[at]
    if not isinstance(event, e.TileLaid):
        return
    near = state.game.board.beside(event.cell)
    for index, laid in back(course, at, e.TileLaid):
        if laid.cell in near:
            tile, before = laid.tile.partition("/")[0], course.states[index]
            there = [way for cell, way in ways(before, tile) if cell == laid.cell]
            yield from instead_of(index, [replace(laid, tile=way) for way in there], ODD)


def _tile_untold(course: Course[State, e.Event], at: int) -> Iterator[Edit[e.Event]]:
    """The tile that was drawn was laid: where the islander stands, or anywhere."""
    event, state = course.events[at], course.states[at]
    drawn = state.turn.drawn
    if state.turn.has_tile or not drawn or isinstance(event, OF_TILES):
        return
    following = course.events[at : at + STEPS]
    told = [each.place for each in following if isinstance(each, e.IslanderPlaced)]
    cell = state.game.board.cell_of(told[0]) if told else ""
    for where, way in ways(state, drawn):
        if cell in ("", where):
            yield missing(at, e.TileLaid(event.player, where, way))


def _islander_told_late(course: Course[State, e.Event], at: int) -> Iterator[Edit[e.Event]]:
    """Who is not at turn has moved it in his last turn, after his tile. Rules 12 and 18."""
    event = course.events[at]
    if not isinstance(event, e.IslanderPlaced | e.IslanderTaken):
        return
    if event.player != course.states[at].at_turn:
        his = (i for i, each in back(course, at, e.TileLaid) if each.player == event.player)
        for index in list(his)[:1]:
            yield earlier(course, index + 1, at, -ODD)


def _islander_untold(course: Course[State, e.Event], at: int) -> Iterator[Edit[e.Event]]:
    """One was placed or taken back in an earlier turn of his, and nobody said so."""
    event = course.events[at]
    if isinstance(event, e.IslanderTaken):
        cell = course.states[at].game.board.cell_of(event.place)
        laid = (i for i, each in back(course, at, e.TileLaid) if each.cell == cell)
        for index in list(laid)[:1]:
            yield missing(index + 1, e.IslanderPlaced(event.player, event.place))
    if isinstance(event, e.IslanderPlaced):
        for index, end in back(course, at, e.TurnEnded, e.Evaluated):
            state = course.states[index]
            if end.player == event.player and not (state.turn.moved or state.turn.evaluated):
                mine = [place for place, who in state.islanders.items() if who == event.player]
                for place in mine:
                    yield missing(index, e.IslanderTaken(event.player, place))


def _ship_untold(course: Course[State, e.Event], at: int) -> Iterator[Edit[e.Event]]:
    """A ship that is taken or delivered to was turned up, and another or none was said to be."""
    event = course.events[at]
    if not isinstance(event, e.ShipTaken | e.Delivered):
        return
    if event.ship in course.states[at].display:
        return
    for index, up in back(course, at, e.ShipTurnedUp):
        yield from instead_of(index, [replace(up, ship=event.ship)])
    for index, each in back(course, at, *GOES_ON.__args__):
        if course.states[index].ships_to_turn_up:
            yield missing(index, e.ShipTurnedUp(each.player, event.ship))


def _delivery_untold(course: Course[State, e.Event], at: int) -> Iterator[Edit[e.Event]]:
    """A fifth ship is turned up: goods were delivered, the ship worth most most likely."""
    event, state = course.events[at], course.states[at]
    if not isinstance(event, e.ShipTurnedUp) or state.turn.delivered or not state.turn.has_tile:
        return
    ships, player = state.game.ships, state.at_turn
    held = as_it_was(state, e.TurnEnded(player)).held(player)
    for ship in sorted(state.display, key=lambda each: -ships[each].points):
        for way in ships[ship].ways(held):
            yield missing(at, e.Delivered(player, ship, **way), price=0)


def _other_ship_taken(course: Course[State, e.Event], at: int) -> Iterator[Edit[e.Event]]:
    """A ship is still there that somebody was said to have: he took another of that worth."""
    event = course.events[at]
    if not isinstance(event, e.ShipTaken | e.Delivered | e.ShipTurnedUp):
        return
    ships = course.states[at].game.ships
    gone = {*course.states[at].ships_gone}
    for index, taken in back(course, at, e.ShipTaken):
        others = [ship for ship in course.states[index].display if ship != taken.ship]
        if taken.ship == event.ship:
            worth = max((ships[ship].points for ship in others), default=0)
            alike = (ship for ship in others if ships[ship].points == worth and ship not in gone)
            yield from instead_of(index, [replace(taken, ship=ship) for ship in alike], -ODD)


def places_of(event: e.Event) -> Iterator[str]:
    """The places that a fact names, to light up."""
    for word in ("place", "cell"):
        if place := getattr(event, word, None):
            yield place


INQUIRY: Inquiry[State, e.Event] = Inquiry(apply, findings, suspects)
