"""What South Seas hands over so that the cause of what is found can be looked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.carcassonne_south_seas.course.apply import apply
from companion.games.carcassonne_south_seas.course.placing import ways
from companion.games.carcassonne_south_seas.judging.choices import thinkable
from companion.games.carcassonne_south_seas.judging.instead import instead
from companion.games.carcassonne_south_seas.judging.judgement import findings
from companion.games.carcassonne_south_seas.state.state import State
from companion.games.carcassonne_south_seas.terms import events as e
from companion.play.corrections.course import Course, Edit, Inquiry
from companion.play.corrections.edits import ODD, back, doubled, instead_of, missing, without

UNTOLD = (e.TurnEnded, e.Evaluated, e.Covered, e.ShipTaken, e.ShipTurnedUp)
"""What is easily not written down."""


def suspects(course: Course[State, e.Event], at: int) -> Iterator[Edit[e.Event]]:
    """The fact itself: not at all, another, told twice; and what was not told before it."""
    yield without(at)
    yield from instead_of(at, instead(course.states[at], course.events[at]))
    yield from doubled(course, at)
    yield from _other_drawn(course, at)
    yield from _laid_elsewhere(course, at)
    untold = (each for each in thinkable(course.states[at]) if isinstance(each, UNTOLD))
    for event in untold:
        price = 2 * ODD if isinstance(event, e.ShipTurnedUp) else ODD
        yield missing(at, event, price=price)


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


def places_of(event: e.Event) -> Iterator[str]:
    """The places that a fact names, to light up."""
    for word in ("place", "cell"):
        if place := getattr(event, word, None):
            yield place


INQUIRY: Inquiry[State, e.Event] = Inquiry(apply, findings, suspects)
