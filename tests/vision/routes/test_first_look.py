"""The first look loses no piece and saves most of the asking; what changed is looked at again."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle

import numpy as np
import pytest

from companion.boards.board import Board
from companion.games.clippers.shipped import read_shipped_board
from companion.position import Position
from companion.reading import EMPTY
from vision.alignment.patches import Cut, cut, marker_places, stick_places
from vision.alignment.pose import smooth_for
from vision.alignment.reference import Reference
from vision.photometry.light import Light as Fitted
from vision.photometry.light import fit_light, sample_grid_mm
from vision.picture.arrays import Image, Tones
from vision.picture.sampling import sample_tones
from vision.routes.first_look import Blocks, PatientAsker
from vision.routes.reader import RoutesReader
from vision.seen.photo_reading import PhotoReading
from vision.simulator import Light, Scene, Simulator, demo_camera

LIGHTS = {
    "as in the reference": Light(),
    "dim and warm": Light(exposure=0.45, tint=(0.7, 0.95, 1.1)),
    "brighter on one side": Light(slope=(0.8, 0.8, 0.8)),
}


class Table:
    """A drawn table with its empty photo, one fixed camera, and a reader that knows it."""

    def __init__(self) -> None:
        self.board: Board = read_shipped_board()
        self.simulator = Simulator(self.board, 11)
        empty = self.simulator.frame(Scene(), demo_camera(self.board), Light())
        self.pose = empty.pose
        self.reference = Reference(empty.photo, empty.pose)
        self.reader = RoutesReader(self.board, self.reference)
        self.cuts = [
            cut(places, self.pose, self.reference)
            for places in (stick_places(self.board), marker_places(self.board))
            if places is not None
        ]

    def photo(self, position: Position, light: Light = LIGHTS["as in the reference"]) -> Image:
        return self.simulator.frame(position, demo_camera(self.board), light, seed=7).photo

    def light_of(self, photo: Image) -> Fitted:
        size_mm = (self.board.width_mm, self.board.height_mm)
        grid_mm = sample_grid_mm(*size_mm)
        at_px = self.pose.project(grid_mm.reshape(-1, 2)).reshape(grid_mm.shape)
        tones, empty = (
            sample_tones(smooth_for(picture, self.pose, 1.0), at_px.astype(np.float32)[None])[0]
            for picture in (photo, self.reference.photo)
        )
        return fit_light(tones, empty, np.ones(tones.shape[:2], np.float32), size_mm)

    def full(self) -> Position:
        """A piece on every place, the kinds in turn."""
        assert self.board.stick is not None
        assert self.board.marker is not None
        sticks = cycle(kind.name for kind in self.board.stick.kinds)
        markers = cycle(kind.name for kind in self.board.marker.kinds)
        return Position(
            dict(zip(self.board.spaces, sticks, strict=False)),
            dict(zip(self.board.slots, markers, strict=False)),
        )

    def read(self, position: Position) -> PhotoReading:
        return self.reader.read(self.photo(position), self.pose)


@pytest.fixture(scope="module")
def table() -> Table:
    return Table()


@pytest.mark.parametrize("light", LIGHTS.values(), ids=LIGHTS)
def test_no_piece_is_taken_for_the_print(table: Table, light: Light) -> None:
    photo = table.photo(table.full(), light)
    fitted = table.light_of(table.photo(Position(), light))  # A full board shows little print.

    for places in table.cuts:
        assert not Blocks(places).look(photo, fitted).empty.any()


@pytest.mark.parametrize("light", LIGHTS.values(), ids=LIGHTS)
def test_most_of_an_empty_board_is_settled_at_once(table: Table, light: Light) -> None:
    photo = table.photo(Position(), light)
    fitted = table.light_of(photo)

    for places in table.cuts:
        assert Blocks(places).look(photo, fitted).empty.mean() > 0.7


def test_a_place_in_glare_is_blown_out(table: Table) -> None:
    photo = np.full_like(table.reference.photo, 255)

    assert Blocks(table.cuts[0]).look(photo, table.light_of(photo)).blown.all()


@pytest.mark.parametrize("before", [EMPTY, "red"])
@pytest.mark.parametrize("after", [EMPTY, "white", "blue"])
def test_what_changes_between_two_frames_is_read(table: Table, before: str, after: str) -> None:
    space = next(iter(table.board.spaces))

    def laid(piece: str) -> Position:
        return Position({} if piece == EMPTY else {space: piece}, {})

    assert table.read(laid(before)).reading.spaces[space].answer == before
    assert table.read(laid(after)).reading.spaces[space].answer == after


def test_a_reading_does_not_hang_on_the_frame_before(table: Table) -> None:
    full, empty = table.full(), Position()
    table.reader.forget()
    alone = table.read(full).reading

    table.read(empty)

    seen = table.read(full).reading
    assert {p: s.answer for p, s in seen.spaces.items()} == {
        p: s.answer for p, s in alone.spaces.items()
    }
    assert {p: s.answer for p, s in seen.slots.items()} == {
        p: s.answer for p, s in alone.slots.items()
    }


def test_only_what_changed_is_asked_about_again(table: Table) -> None:
    places = table.cuts[0]
    asker = PatientAsker(places, np.array([1.0], np.float32), chances=1)
    asked: list[tuple[str, ...]] = []

    def ask(some: Cut) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
        asked.append(some.places.ids)
        return np.ones((len(some.places.ids), 1), np.float32)

    full = table.full()
    space = places.places.ids[0]
    less = replace(full, spaces={**full.spaces, space: "black"})
    light = table.light_of(table.photo(Position()))
    first = asker.answers(table.photo(full), light, ask)
    same = asker.answers(table.photo(full), light, ask)
    asker.answers(table.photo(less), light, ask)
    asker.forget()
    asker.answers(table.photo(less), light, ask)

    assert first.differ
    assert not same.differ
    assert set(asked[0]) == set(asked[2]) == set(places.places.ids)
    assert space in asked[1]
    assert len(asked[1]) < 5


def test_who_has_looked_before_expects_the_print_in_the_light_of_now(table: Table) -> None:
    cut_ = table.cuts[0]
    blocks = Blocks(cut_)
    for light in LIGHTS.values():
        photo = table.photo(Position(), light)
        fitted = table.light_of(photo)
        brighter = replace(fitted, exposure=np.full(3, 1.1, np.float32))

        for now in (fitted, brighter):
            again, anew = blocks.look(photo, now), Blocks(cut_).look(photo, now)
            assert again.expected == pytest.approx(anew.expected, abs=1e-6)
            assert again.tones == pytest.approx(anew.tones, abs=1e-6)


class Asked:
    """An asker of spaces who is always told the same chance; which spaces were asked each time."""

    def __init__(self, table: Table, chance: float) -> None:
        self.asker = PatientAsker(table.cuts[0], np.array([1.0], np.float32), chances=1)
        self.chance = chance

        self.asked = 0

    def times(self, photo: Image, light: Fitted, settled_from: float = 0.0) -> int:
        """How many spaces are asked about in a photo."""
        self.asked = 0
        self.asker.answers(photo, light, self._ask, settled_from=settled_from)
        return self.asked

    def times_again(self, photo: Image, light: Fitted) -> int:
        """How many are when it is looked at again."""
        self.asked = 0
        self.asker.answers_again(photo, light, self._ask)
        return self.asked

    def _ask(self, some: Cut) -> Tones:
        self.asked += len(some.places.ids)
        return np.full((len(some.places.ids), 1), self.chance, np.float32)


@pytest.mark.parametrize(("brightness", "again"), [(0.98, False), (0.9, True)])
def test_what_looks_as_it_did_is_not_asked_about(
    table: Table, brightness: float, again: bool
) -> None:
    """A photo a little darker than the one before: no more than by noise, or plainly so."""
    light = table.light_of(table.photo(Position()))
    photo = table.photo(table.full())
    darker = np.clip(photo.astype(np.float32) * brightness, 0, 255).astype(np.uint8)
    asked = Asked(table, chance=0.99)

    first = asked.times(photo, light)
    assert asked.times(photo, light) == 0
    assert (asked.times(darker, light) > first / 4) == again


def test_what_is_not_settled_by_one_look_is_asked_about_at_the_second(table: Table) -> None:
    light = table.light_of(table.photo(Position()))
    photo = table.photo(table.full())
    asked = Asked(table, chance=0.98)

    first = asked.times(photo, light, settled_from=0.99)

    assert asked.times_again(photo, light) == first > 0
    assert asked.times_again(photo, light) == 0


def test_what_was_answered_once_is_altered_by_nobody(table: Table) -> None:
    light, photo = table.light_of(table.photo(Position())), table.photo(table.full())
    asked = Asked(table, chance=0.99)
    asked.times(photo, light)
    told = asked.asker.rows
    before = told.copy()

    with pytest.raises(ValueError, match="read-only"):
        told[:] = 0
    asked.asker.restate(told / 2)

    assert (told == before).all()
    assert (asked.asker.rows == before / 2).all()


def test_in_another_light_only_what_it_tells_otherwise_is_asked_about(table: Table) -> None:
    photo = table.photo(table.full())
    light = table.light_of(table.photo(Position()))
    half = light.fitted.gain.copy()
    half[:, : half.shape[1] // 2] *= 1.3
    other = replace(light, fitted=replace(light.fitted, gain=half))
    asked = Asked(table, chance=0.99)

    first = asked.times(photo, light)

    assert 0 < asked.times_again(photo, other) < 0.8 * first
