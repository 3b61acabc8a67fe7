"""Wishes to take what the machine has found in the photo, all at once."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from calibration.ghosts.ghost import Ghost, GhostKind
from calibration.tracing.draft.checks import farthest_slot_mm, kinds_of
from calibration.tracing.draft.draft import Change, Draft, TracedHarbour, TracedIsland
from calibration.tracing.draft.laying import by_hand, laid_route, taken_by
from calibration.tracing.draft.moving import moved_ends
from calibration.tracing.draft.trace import Act, Deed
from calibration.tracing.wishes.asked import Desk
from calibration.tracing.wishes.suggesting import sizes_in
from companion.colour import rgb_of
from companion.errors import InputError
from companion.files.fields import Field

OWN_MM = 45.0
"""A slot this near to an island may be one of its own."""
NUMBER_MM = 4.0
"""A round this near to an island's middle holds its number; no slot is printed there."""
NUMBER_SHARE = 0.6
"""The same as a share of a marker's width: where pieces are larger, a finger is less exact."""
SAME_SLOT_MM, SAME_HARBOUR_MM = 7.0, 14.0
"""What is traced this near to a suggestion is meant by it."""
ISLAND_MM = 10.0
"""A round this near to an island's middle is the island; a harbour there was put by a person."""


def accept_slots(_field: Field, desk: Desk) -> Act:
    """Every suggested slot goes to its nearest island: one that is near there moves onto it.

    One that lies much farther from it than the others from theirs is left to a person.
    """
    found = [
        (g.x_mm, g.y_mm) for g in _offered(desk, GhostKind.SLOT) if not is_number(g, desk.draft)
    ]
    islands = desk.draft.islands.values()
    owned = [(min(islands, key=lambda i: _far(i, at)), at) for at in found if islands]
    owned = [(island, at) for island, at in owned if _far(island, at) < OWN_MM]
    farthest_mm = farthest_slot_mm([_far(island, at) for island, at in owned])
    theirs: dict[str, list[tuple[float, float]]] = {}
    for island, at in owned:
        if _far(island, at) <= farthest_mm:
            theirs.setdefault(island.key, []).append(at)
    changes = [_with_slots(desk.draft.islands[key], found) for key, found in theirs.items()]
    return _act(tuple(change for change in changes if change is not None))


def accept_harbours(_field: Field, desk: Desk) -> Act:
    """Every suggested harbour: one that is near there moves onto it, else there is a new one."""
    draft, changes = desk.draft, list[Change]()
    for ghost in _offered(desk, GhostKind.HARBOUR):
        at = (ghost.x_mm, ghost.y_mm)
        there = min(draft.harbours.values(), key=lambda h: _far(h, at), default=None)
        if there is not None and _far(there, at) < SAME_HARBOUR_MM:
            if there.pinned:
                continue
            made = list(moved_ends(draft, desk.find, {there.key: at}, pin=True))
        elif any(_far(island, at) < ISLAND_MM for island in draft.islands.values()):
            continue
        else:
            company = _company(draft, ghost)
            made = [TracedHarbour(draft.free_key("h"), company, *at, pinned=True)]
        for change in made:
            draft = draft.changed(change)
        changes += made
    return _act(tuple(changes))


def snap_all(_field: Field, desk: Desk) -> Act:
    """Every route without a space put by hand is laid anew, on dashes where there are any."""
    routes = desk.draft.routes.values()
    laid = [route for route in routes if by_hand(route.lanes)]
    left = len(laid)
    for route in routes:
        if not by_hand(route.lanes):
            shape = (route.spaces, len(route.lanes))
            lanes = laid_route(desk.draft, route, shape, desk.find, taken_by(laid))
            laid.append(replace(route, lanes=lanes))
    return _act(tuple(laid[left:]))


def _act(changes: tuple[Change, ...]) -> Act:
    if not changes:
        raise InputError("nothing-to-take")
    return Act(Deed.ACCEPTED, "", changes)


def is_number(ghost: Ghost, draft: Draft) -> bool:
    """Whether the round is the one in which an island's number is printed."""
    at = (ghost.x_mm, ghost.y_mm)
    reach = max(NUMBER_MM, NUMBER_SHARE * (sizes_in(draft).marker_mm or 0))
    return any(_far(island, at) < reach for island in draft.islands.values())


def _offered(desk: Desk, kind: GhostKind) -> list[Ghost]:
    return [ghost for ghost in desk.ghosts if ghost.kind is kind and ghost.is_offered]


def _far(end: TracedIsland | TracedHarbour, at: tuple[float, float]) -> float:
    return math.dist((end.x_mm, end.y_mm), at)


def _with_slots(island: TracedIsland, found: Sequence[tuple[float, float]]) -> TracedIsland | None:
    """The island with its slots on those found, and one more for each that is nobody's."""
    slots, free = list(island.slots), set(range(len(island.slots)))
    for at in found:
        nearest = min(free, key=lambda index: math.dist(slots[index], at), default=None)
        if nearest is not None and math.dist(slots[nearest], at) < SAME_SLOT_MM:
            slots[nearest] = at
            free.discard(nearest)
        else:
            slots.append(at)
    return None if tuple(slots) == island.slots else replace(island, slots=tuple(slots))


def _company(draft: Draft, ghost: Ghost) -> str:
    """The company without a harbour whose paint is nearest to the suggestion's."""
    stick = draft.sheet.pieces.get("stick")
    kinds = stick.get("kinds") if isinstance(stick, Mapping) else None
    colours = kinds if isinstance(kinds, Mapping) else dict.fromkeys(kinds_of(draft, "stick"))
    taken = {harbour.company for harbour in draft.harbours.values()}
    free = {name: colour for name, colour in colours.items() if name not in taken}
    if not free:
        return f"company_{len(taken) + 1}"
    return str(min(free, key=lambda name: _unlike(free[name], ghost.colour)))


def _unlike(colour: object, seen: tuple[int, int, int]) -> float:
    if not isinstance(colour, str):
        return math.inf
    return math.dist(rgb_of(colour), seen)
