"""What lies on the table, point by point: slow, and by the printed tiles alone.

A side of a tile is told by the points at which things cross it: a bridge or an island its middle, a
sea each of its halves. Things of one kind that share a point are one. It knows nothing of the
engine's areas.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Point = tuple[int, int]
Place = str
MIDDLES = ((2, 0), (0, 2), (-2, 0), (0, -2))
"""The middles of a tile's sides: right, bottom, left, top."""
HALVES = ((2, -1), (2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2))
"""The middles of its half sides, two to each side."""
ACROSS = 4
"""So far apart are the middles of neighbouring tiles."""
CROSSING = ("bridge", "island")
FLOWING = (*CROSSING, "sea")


@dataclass
class Stretch:
    """One connected area: ``printed`` are its shells or bananas, ``fish`` its groups by place."""

    kind: str
    places: list[Place] = field(default_factory=list)
    closed: bool = True
    printed: int = 0
    fish: dict[Place, int] = field(default_factory=dict)
    boats: set[str] = field(default_factory=set)


@dataclass
class _Thing:
    place: Place
    cell: str
    kind: str
    points: set[Point]


class Ground:
    """The tiles of a box, as its file tells them."""

    def __init__(self, tiles: Sequence[Mapping[str, Any]]) -> None:
        self.tiles = {tile["id"]: tile for tile in tiles}

    def edges(self, tile: str, turn: int) -> dict[Point, str]:
        """What crosses the middle of each side of a tile that lies so; sea where nothing does."""
        crosses = dict.fromkeys(MIDDLES, "sea")
        for each in self.tiles[tile]["features"]:
            if each["kind"] in CROSSING:
                crosses |= {turned(MIDDLES[side], turn): each["kind"] for side in sides(each)}
        return crosses

    def stretches(self, laid: Mapping[str, tuple[str, int]]) -> dict[Place, Stretch]:
        """The area of every place."""
        found: dict[Place, Stretch] = {}
        things = {thing.place: thing for cell in laid for thing in self._things(cell, *laid[cell])}
        held: dict[tuple[str, Point], list[Place]] = defaultdict(list)
        for thing in things.values():
            for point in thing.points:
                held[thing.kind, point].append(thing.place)
        for place in things:
            if place not in found:
                one = self._filled(place, things, held, laid)
                found |= dict.fromkeys(one.places, one)
        for cell, (tile, _) in laid.items():
            for each in self.tiles[tile]["features"]:
                if each["kind"] == "market":
                    place = f"{cell}/{each['spots'][0]}"
                    found[place] = Stretch("market", [place], closed=around(cell) <= {*laid})
        return found

    def _filled(
        self,
        start: Place,
        things: Mapping[Place, _Thing],
        held: Mapping[tuple[str, Point], Sequence[Place]],
        laid: Mapping[str, tuple[str, int]],
    ) -> Stretch:
        one = Stretch(things[start].kind)
        front = [start]
        while front:
            place = front.pop()
            if place in one.places:
                continue
            one.places.append(place)
            for point in things[place].points:
                there = held[one.kind, point]
                one.closed = one.closed and len(there) == 2
                front += there
        for place in one.places:
            self._note_pictures(one, place, laid[things[place].cell][0])
        return one

    def _note_pictures(self, one: Stretch, place: Place, tile: str) -> None:
        """The shells, bananas, fish and boats that are drawn at a place."""
        cell, _, spot = place.rpartition("/")
        kinds = {each["id"]: each["kind"] for each in self.tiles[tile]["spots"]}
        for each in self.tiles[tile]["features"]:
            if spot not in each["spots"]:
                continue
            if each["kind"] in ("shell", "banana"):
                one.printed += each["number"]
            elif each["kind"] == "fish":
                [on] = [name for name in each["spots"] if kinds[name] == "fish"]
                one.fish[f"{cell}/{on}"] = each["number"]
            elif each["kind"] == "boat":
                one.boats.add(cell)

    def _things(self, cell: str, tile: str, turn: int) -> list[_Thing]:
        column, row = where(cell)
        things = []
        for each in self.tiles[tile]["features"]:
            if each["kind"] not in FLOWING:
                continue
            points = [MIDDLES[side] for side in sides(each)] if each["kind"] in CROSSING else []
            points += [HALVES[half] for half in each.get("halves", ())]
            placed = {turned(point, turn) for point in points}
            crossed = {(column * ACROSS + x, row * ACROSS + y) for x, y in placed}
            things.append(_Thing(f"{cell}/{each['spots'][0]}", cell, each["kind"], crossed))
        return things


def sides(feature: Mapping[str, Any]) -> Sequence[int]:
    """The sides that a bridge or an island reaches."""
    reached: Sequence[int] = feature.get("sides", ())
    return reached


def turned(point: Point, turn: int) -> Point:
    """A point of a tile that is turned by so many quarters."""
    for _ in range(turn):
        point = (-point[1], point[0])
    return point


def where(cell: str) -> Point:
    """A cell's column and row."""
    column, row = cell.removeprefix("cell/").split(",")
    return int(column), int(row)


def beside(cell: str) -> dict[Point, str]:
    """The four cells that share a side with one, by the middle of that side."""
    column, row = where(cell)
    return {(x, y): f"cell/{column + x // 2},{row + y // 2}" for x, y in MIDDLES}


def around(cell: str) -> set[str]:
    """The eight cells around one."""
    column, row = where(cell)
    steps = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
    return {f"cell/{column + x},{row + y}" for x, y in steps}
