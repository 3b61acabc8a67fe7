"""A tile whose areas are drawn, as an owner puts it right: its sides, its areas, what is on each.

What may be printed is read off the tiles that come with a game: no game is named here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from calibration.own_tiles.arrangements import (
    EDGES,
    GROUND,
    WATER,
    WAY,
    Area,
    Arrangement,
    Middles,
    arrangements,
    edges_of,
    turned,
    turned_area,
)
from companion.boards.tiles_board import Feature, Tile, TilesBoard

MORE = 1
"""So many more may be printed in an area than on any tile that comes with the game."""


@dataclass(frozen=True, slots=True)
class Sign:
    """What may be printed in an area: its kind, and how many of it at most.

    ``most`` is 1 for what is there or not. ``place`` is the kind of place that it has of its own,
    empty where it has none; ``sign`` is what a board file says of it besides.
    """

    kind: str
    most: int
    place: str = ""
    sign: str = ""
    counted: bool = True


@dataclass(frozen=True)
class Style:
    """How a board calls what is drawn: the kind of each drawing, the middles, the signs of each."""

    kinds: Mapping[str, str]
    middles: Middles
    signs: Mapping[str, tuple[Sign, ...]]

    def end(self, sign: str) -> str:
        """What a way ends at, by what a board file says."""
        return GROUND if sign == self.kinds[GROUND] else sign


Printed = Mapping[Area, Mapping[str, int]]
"""How many of each sign are in each area; none is not told."""


@dataclass(frozen=True)
class DrawnTile:
    """The areas of a tile, and what is printed in them."""

    sides: int
    areas: Arrangement
    printed: Printed

    @property
    def edges(self) -> tuple[str, ...]:
        """What each side shows."""
        return edges_of(self.areas, self.sides)

    @cached_property
    def turns(self) -> int:
        """In how many turns it looks different."""
        said = self.turned(0)
        steps = range(1, self.sides + 1)
        return next(step for step in steps if not self.sides % step and self.turned(step) == said)

    def with_edge(self, side: int, middles: Middles) -> DrawnTile:
        """The tile with the next that a side may show; what is printed stays where it can."""
        edges = [*self.edges]
        edges[side] = EDGES[(EDGES.index(edges[side]) + 1) % len(EDGES)]
        found = arrangements(edges, middles)
        likest = max(found, key=lambda each: len(set(each) & set(self.areas)))
        return self.arranged(likest if len(set(likest) & set(self.areas)) else found[0])

    def arranged(self, areas: Arrangement) -> DrawnTile:
        """The same sides drawn otherwise; what is printed goes to the area most alike."""
        printed: dict[Area, Mapping[str, int]] = {}
        left = [area for area in self.areas if self.printed.get(area)]
        for area in sorted(areas, key=lambda each: each not in left):
            alike = max(left, key=lambda old: _alike(old, area), default=None)
            if alike is not None and _alike(alike, area):
                left.remove(alike)
                printed[area] = self.printed[alike]
        return DrawnTile(self.sides, areas, printed)

    def with_sign(self, nth: int, sign: str, number: int) -> DrawnTile:
        """The tile with so many of a sign in its area of that number."""
        area = self.areas[nth]
        now = {**self.printed.get(area, {}), sign: number}
        there = {each: count for each, count in now.items() if count}
        return DrawnTile(self.sides, self.areas, {**self.printed, area: there})

    def turned(self, steps: int) -> object:
        """What is on it, turned by so many sides: the same for tiles that look the same so."""
        printed = {
            (turned_area(area, steps, self.sides), sign, number)
            for area, signs in self.printed.items()
            for sign, number in signs.items()
        }
        return turned(self.areas, steps, self.sides), frozenset(printed)


def style_of(shipped: TilesBoard) -> Style | None:
    """How the tiles that come with a game are drawn; None where no areas are."""
    features = [each for tile in shipped.tiles.values() for each in tile.features]
    kinds = {each.drawn: each.kind for each in features if each.drawn}
    if not {*EDGES} <= set(kinds):
        return None
    ends = dict.fromkeys(each.sign for each in features if each.drawn == WAY and each.sign)
    pairs = [pair for tile in shipped.tiles.values() for pair in _printed_on(tile)]
    areas = dict.fromkeys(kinds.values())
    signs: dict[str, dict[str, Sign]] = {area: {} for area in areas}
    for area, each, place in pairs:
        known = signs[area.kind].get(each.kind)
        counted = each.number is not None
        seen = (each.number or 0) + (0 if place else MORE) if counted else 1
        most = max(seen, known.most if known else 1)
        signs[area.kind][each.kind] = Sign(each.kind, most, place, each.sign, counted)
    middles = {each.kind for each in features if not each.drawn and _is_place(each, kinds, signs)}
    return Style(
        kinds,
        Middles(
            tuple(end for end in ends if end != kinds[GROUND]),
            tuple(sorted(middles)),
        ),
        {area: tuple(its.values()) for area, its in signs.items()},
    )


def drawn_tile(tile: Tile, style: Style, sides: int) -> DrawnTile:
    """A tile of a board as its areas."""
    printed: dict[Area, dict[str, int]] = {}
    drawn = (each for each in tile.features if each.drawn or each.kind in style.middles.places)
    areas = tuple(_area(each, style) for each in drawn)
    for on, each, _ in _printed_on(tile):
        area = _area(on, style)
        told = printed.setdefault(area, {})
        told[each.kind] = told.get(each.kind, 0) + (1 if each.number is None else each.number)
    return DrawnTile(sides, areas, printed)


def _area(feature: Feature, style: Style) -> Area:
    reaches = feature.halves if feature.drawn == WATER else feature.sides
    ends_at = style.end(feature.sign) if feature.drawn == WAY and feature.sign else ""
    return Area(feature.drawn or feature.kind, tuple(sorted(reaches)), ends_at)


def _printed_on(tile: Tile) -> list[tuple[Feature, Feature, str]]:
    """Each thing printed in a drawn area: the area, the thing, the kind of its own place."""
    drawn = {each.spots[0]: each for each in tile.features if each.drawn and each.spots}
    kinds = {spot.id: spot.kind for spot in tile.spots}
    found = []
    for each in tile.features:
        areas = [spot for spot in each.spots if spot in drawn]
        if not each.drawn and areas:
            own = [kinds.get(spot, "") for spot in each.spots if spot not in drawn]
            found.append((drawn[areas[0]], each, own[0] if own else ""))
    return found


def _is_place(
    feature: Feature, kinds: Mapping[str, str], signs: Mapping[str, Mapping[str, Sign]]
) -> bool:
    """Whether a feature stands in the middle for itself, and belongs to no area."""
    return feature.kind not in kinds.values() and not any(
        feature.kind in its for its in signs.values()
    )


def _alike(one: Area, other: Area) -> int:
    """How much of one area is in another of the same drawing."""
    if one.drawn != other.drawn:
        return 0
    return 1 + len(set(one.reaches) & set(other.reaches)) if one.reaches else 1
