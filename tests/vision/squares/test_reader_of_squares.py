"""Photos of a table of square tiles that grows, read without any photo of it beforehand."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest

from companion.boards.tiles_board import Lying
from companion.games.carcassonne_south_seas.game import GAME
from companion.position import Position
from companion.reading import EMPTY, HIDDEN, Seen, Side
from vision.alignment.align import NotAligned
from vision.alignment.pose import Pose
from vision.picture.arrays import Image
from vision.reader import needs_reference, reader_for
from vision.simulator import Arm, Light, Simulator, camera_at, pushed
from vision.squares.finding import Finder
from vision.squares.reader import SquaresReader
from vision.squares.telling import Teller
from vision.watch import PHOTOS, Watcher

BOARD = GAME.shipped_board()
KNOWN = {
    "cell/15,15": "ss18/0",
    "cell/16,15": "ss05/1",
    "cell/14,15": "ss27/2",
    "cell/15,16": "ss16/1",
}
NEW, LIES = "cell/15,14", "ss31/1"
STANDING = {"cell/15,15/bridge-1": "red", "cell/15,16/sea-1": "blue"}


class Table:
    """One table under one camera, in a print by lot."""

    def __init__(self, seed: int, away_mm: float = 430) -> None:
        self.simulator = Simulator(BOARD, seed)
        at = BOARD.cells["cell/15,15"]
        aim_mm, size_px = (at.x_mm + 0.35 * (away_mm - 430), at.y_mm), (1280, 720)
        self.camera = camera_at(
            aim_mm, size_px=size_px, distance_mm=away_mm, tilt_deg=14, azimuth_deg=200
        )

    def photo(
        self,
        spaces: dict[str, str],
        slots: dict[str, str] | None = None,
        push: tuple[float, float, float] = (0, 0, 0),
        *,
        arm: Arm | None = None,
    ) -> Image:
        scene = self.simulator.laid(Position(spaces, slots or {}))
        if any(push):
            scene = pushed(scene, push[:2], push[2])
        return self.simulator.frame(scene, self.camera, Light(), arm=arm).photo


@pytest.fixture(scope="module")
def table() -> Table:
    return Table(2003)


def knowing(spaces: dict[str, str]) -> SquaresReader:
    reader = SquaresReader(BOARD)
    reader.knows(Position(spaces))
    return reader


def test_a_new_tile_figures_and_a_push_are_told(table: Table) -> None:
    """The table is found by its own tiles alone, and found again 40 mm off and turned."""
    reader, grown = knowing(KNOWN), {**KNOWN, NEW: LIES}
    before = reader.read(table.photo(KNOWN, STANDING)).reading
    after = reader.read(table.photo(grown, STANDING)).reading
    reader.knows(Position(grown))
    moved = reader.read(table.photo(grown, STANDING, (35, -20, 8))).reading

    assert {c: s.answer for c, s in before.spaces.items() if s.answer != EMPTY} == KNOWN
    assert after.spaces[NEW].answer == LIES
    assert {c: s.answer for c, s in moved.spaces.items() if s.answer != EMPTY} == grown
    for reading in (before, after, moved):
        assert {p: s.answer for p, s in reading.slots.items() if s.answer != EMPTY} == STANDING


def test_who_has_the_table_found_again_has_it_looked_for_all_over(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It had gone on from where it was thought to lie, right or wrong."""
    searched: list[Image] = []
    find = Finder.find

    def counted(finder: Finder, photo: Image, known: Mapping[str, Lying]) -> Pose | None:
        searched.append(photo)
        return find(finder, photo, known)

    monkeypatch.setattr(Finder, "find", counted)
    watcher, photo = Watcher(knowing(KNOWN), PHOTOS), table.photo(KNOWN)
    for at_s in (0.0, 1.0):
        watcher.see(photo, at_s)
    assert len(searched) == 1

    watcher.forget()
    watcher.see(photo, 2.0)
    assert len(searched) == 2


@pytest.mark.parametrize(
    ("covered", "from_deg"),
    [("cell/14,15", 180), ("cell/16,15", 0), ("cell/15,16", 90)],
)
def test_what_an_arm_covers_is_hidden_or_as_it_was(
    table: Table, covered: str, from_deg: int
) -> None:
    """A palm lies on one tile."""
    reader = knowing(KNOWN)
    reader.read(table.photo(KNOWN))
    at, reach = BOARD.cells[covered], math.radians(from_deg)
    tip_mm = at.x_mm - 40 * math.cos(reach), at.y_mm - 40 * math.sin(reach)
    seen = reader.read(table.photo(KNOWN, arm=Arm(*tip_mm, from_deg))).reading

    told = {cell: seen.spaces[cell].answer for cell in KNOWN}
    assert told[covered] == HIDDEN
    assert all(piece in (HIDDEN, KNOWN[cell]) for cell, piece in told.items())


def test_a_tile_pushed_out_of_the_picture_is_hidden_and_nothing_is_told_beside_it(
    table: Table,
) -> None:
    """Who stands on it is hidden too: neither is gone, and no tile lies beyond the picture."""
    out, slots = "cell/14,15", {**STANDING, "cell/14,15/sea-1": "green"}
    reader = knowing(KNOWN)
    reader.read(table.photo(KNOWN, slots))
    reader.knows(Position(KNOWN, slots))
    for pushed_mm in (-120, -140):
        told = reader.read(table.photo(KNOWN, slots, (pushed_mm, 0, 0))).reading
        assert Side.LEFT in told.outside

        tiles = {cell: one.answer for cell, one in told.spaces.items() if one.answer != EMPTY}
        assert tiles == {**KNOWN, out: HIDDEN}
        seen = {place: one.answer for place, one in told.slots.items() if one.answer != EMPTY}
        assert {place: piece for place, piece in seen.items() if piece != HIDDEN} == STANDING
        assert seen["cell/14,15/sea-1"] == HIDDEN


def test_a_photo_without_the_table_is_refused() -> None:
    with pytest.raises(NotAligned):
        knowing(KNOWN).read(np.full((480, 640, 3), 120, np.uint8))


@pytest.mark.parametrize("seed", [2029, 2031, 2036])
def test_a_first_tile_is_found_alone_on_checked_cloth_and_grained_wood(seed: int) -> None:
    """As a game begins: one tile, small, on a table that is full of straight edges."""
    table, lone, at = Table(seed, away_mm=620), {"cell/15,15": "ss18/0"}, BOARD.cells["cell/15,15"]
    found = knowing(lone).read(table.photo(lone))
    middle = np.array([[at.x_mm, at.y_mm]])
    off_px = found.pose.project(middle) - table.camera.pose.project(middle)
    assert np.abs(off_px).max() < 4
    assert {c: s.answer for c, s in found.reading.spaces.items() if s.answer != EMPTY} == lone


@pytest.mark.parametrize("tiles", [3, 4])
def test_a_lattice_that_was_laid_wrongly_over_one_tile_is_found_anew_as_others_come(
    monkeypatch: pytest.MonkeyPatch, table: Table, tiles: int
) -> None:
    """A lone tile tells badly how a table lies: further off the lattice is elsewhere."""
    lone, grown = dict([*KNOWN.items()][:1]), dict([*KNOWN.items()][:tiles])
    true = table.camera.pose
    aslant = replace(true, rotation=true.rotation + [0.0, 0.35, 0.0])
    reader = knowing(lone)
    with monkeypatch.context() as patch:
        patch.setattr(Finder, "find", lambda *_: aslant)
        reader.read(table.photo(lone))
    reader.knows(Position(grown))
    pose = reader.read(table.photo(grown)).pose

    middles = np.array([(BOARD.cells[cell].x_mm, BOARD.cells[cell].y_mm) for cell in grown])
    assert np.abs(pose.project(middles) - true.project(middles)).max() < 4


def test_a_table_that_grows_needs_no_reference() -> None:
    assert not needs_reference(BOARD)
    assert isinstance(reader_for(BOARD, None), SquaresReader)


@pytest.mark.parametrize("colour", ["blue", "yellow", "black"])
def test_an_islander_on_a_market_is_seen_from_right_above(colour: str) -> None:
    """What is printed on a market is as large, and as plain, as he is."""
    table, lies = Table(2010), {**KNOWN, "cell/14,15": "ss02/0"}
    reader = knowing(lies)
    reader.read(table.photo(lies))
    seen = reader.read(table.photo(lies, {"cell/14,15/market": colour})).reading

    assert {p: s.answer for p, s in seen.slots.items() if s.answer != EMPTY} == {
        "cell/14,15/market": colour
    }


@pytest.mark.parametrize(("confidence", "tile"), [(0.6, LIES), (0.97, "ss05/3")])
def test_a_tile_that_is_not_surely_told_is_looked_at_closely(
    monkeypatch: pytest.MonkeyPatch, table: Table, confidence: float, tile: str
) -> None:
    hasty = Seen("ss05/3", confidence, (("ss05/3", confidence),))
    monkeypatch.setattr(Teller, "told", lambda *_: hasty)
    told = knowing(KNOWN).read(table.photo({**KNOWN, NEW: LIES})).reading

    assert told.spaces[NEW].answer == tile


@pytest.mark.parametrize(("in_box", "seen"), [((), "blue"), (("blue",), EMPTY)])
def test_what_has_the_paint_of_one_who_does_not_play_is_no_islander(
    table: Table, in_box: tuple[str, ...], seen: str
) -> None:
    reader = SquaresReader(BOARD)
    reader.knows(Position(KNOWN, in_box=frozenset(in_box)))
    slots = reader.read(table.photo(KNOWN, STANDING)).reading.slots

    assert slots["cell/15,16/sea-1"].answer == seen
    assert slots["cell/15,15/bridge-1"].answer == "red"


@pytest.mark.parametrize(("stays", "seen"), [(True, HIDDEN), (False, EMPTY)])
def test_an_islander_that_is_missed_in_a_look_is_hidden_and_one_that_left_is_gone(
    monkeypatch: pytest.MonkeyPatch, seen: str, *, stays: bool
) -> None:
    """What the place looks like tells, though no figure is made out."""
    table, reader, place = Table(2010), knowing(KNOWN), "cell/15,15/bridge-1"
    reader.read(table.photo(KNOWN))
    stands = table.photo(KNOWN, {place: "red"})
    reader.knows(Position(KNOWN, {place: "red"}))
    assert reader.read(stands).reading.slots[place].answer == "red"

    monkeypatch.setattr("vision.squares.reader.figures_in", lambda *_: [])
    told = reader.read(stands if stays else table.photo(KNOWN)).reading.slots[place]

    assert told.answer == seen


@pytest.mark.parametrize(("stays", "seen"), [(True, HIDDEN), (False, EMPTY)])
@pytest.mark.parametrize(("place", "piece"), [("sea-1", "blue"), ("bridge-1", "red")])
def test_one_that_came_with_his_tile_is_gone_though_what_is_printed_around_him_stays(
    monkeypatch: pytest.MonkeyPatch, place: str, piece: str, seen: str, *, stays: bool
) -> None:
    """Nobody knows how his tile looks bare: the place as a whole looks much as it did."""
    table, his = Table(2010), {f"cell/15,15/{place}": piece}
    reader = SquaresReader(BOARD)
    reader.knows(Position(KNOWN, his))
    stands = table.photo(KNOWN, his)
    reader.read(stands)

    monkeypatch.setattr("vision.squares.reader.figures_in", lambda *_: [])
    told = reader.read(stands if stays else table.photo(KNOWN)).reading.slots

    assert [told[at].answer for at in his] == [seen]
