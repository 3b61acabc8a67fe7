"""All that the rules have against a fact: which rules look at which facts, in which order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from companion.finding import Finding
from companion.games.carcassonne_south_seas.course.apply import as_it_was, unsaid_end
from companion.games.carcassonne_south_seas.rules import islanders, ships, tiles, turns
from companion.games.carcassonne_south_seas.state.state import State
from companion.games.carcassonne_south_seas.terms import events as e
from companion.play.judging.findings import found_by

Rule = Callable[[State, Any], Iterable[Finding]]
OF_THE_TABLE: tuple[Rule, ...] = (turns.game_goes_on, turns.own_turn)
"""What holds of everything; where one of these objects, nothing else is asked."""
AFTER_TILE: tuple[Rule, ...] = (turns.tile_first,)
OF_ISLANDERS: tuple[Rule, ...] = (
    turns.tile_first,
    turns.one_islander,
    turns.before_evaluation,
)
FIRST_OF: Mapping[type, tuple[Rule, ...]] = MappingProxyType(
    {
        e.TileDrawn: (turns.one_tile, turns.display_full),
        e.TileLaid: (turns.one_tile, turns.display_full, tiles.as_drawn),
        e.TileUnfit: (turns.one_tile, tiles.as_drawn),
        e.IslanderPlaced: OF_ISLANDERS,
        e.IslanderTaken: OF_ISLANDERS,
        e.Evaluated: (*AFTER_TILE, turns.once_evaluated),
        e.ShipTaken: (ships.refilled_first,),
        e.Delivered: (*AFTER_TILE, ships.once_a_turn, turns.choices_made, turns.display_full),
        e.TurnEnded: (*AFTER_TILE, turns.choices_made, turns.display_full),
    }
)
"""Which step of the turn a fact belongs to; the first that objects is told alone."""
OF_FACTS: Mapping[type, tuple[Rule, ...]] = MappingProxyType(
    {
        e.TileDrawn: (tiles.in_the_pile,),
        e.TileLaid: (
            tiles.in_the_pile,
            tiles.on_a_free_cell,
            tiles.along_a_side,
            tiles.goes_on,
        ),
        e.TileUnfit: (tiles.in_the_pile, tiles.fits_nowhere),
        e.IslanderPlaced: (
            islanders.from_supply,
            islanders.on_the_new_tile,
            islanders.on_a_part,
            islanders.on_a_free_area,
        ),
        e.IslanderTaken: (islanders.his_own, islanders.with_none_left),
        e.Evaluated: (),
        e.Covered: (ships.to_be_covered,),
        e.ShipTaken: (
            ships.merchant_waits,
            ships.in_turn_order,
            ships.face_up,
            ships.of_highest_value,
        ),
        e.ShipTurnedUp: (ships.still_hidden, ships.makes_four),
        e.Delivered: (ships.face_up, ships.in_hand, ships.as_asked),
        e.TurnEnded: (),
    }
)
"""The rules that look at each kind of fact."""


def findings(state: State, event: e.Event) -> tuple[Finding, ...]:
    """What the rules have against a fact in this state; depends on nothing else.

    Where it shows that a turn is over, what that turn was left without comes first.
    """
    end = unsaid_end(state, event)
    left = () if end is None else _first_of(as_it_was(state, end), end)
    before = as_it_was(state, event)
    found = tuple(found_by(OF_THE_TABLE, before, event))[:1] or _first_of(before, event)
    return (*left, *(found or found_by(OF_FACTS[type(event)], before, event)))


def _first_of(state: State, event: e.Event) -> tuple[Finding, ...]:
    return tuple(found_by(FIRST_OF.get(type(event), ()), state, event))[:1]
