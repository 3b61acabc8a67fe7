"""A closer look at a few places of a board: what it samples, keeps and tells."""

from __future__ import annotations

import numpy as np
import pytest

from vision.alignment.reference import Reference
from vision.picture.arrays import Tones
from vision.picture.networks import run
from vision.picture.photo import decode_photo
from vision.simulator import (
    Simulator,
    invent_stops_board,
    packed_call,
    random_shot,
    reference_frame,
)
from vision.stops.close_look import EDGE, FINE, FINER, SIDE, CloseLook, lay_places
from vision.stops.network import CARD, PRINT, SHIP, Things
from vision.stops.reader import Look, StopsReader
from vision.training.dataset.board_frames import BoardFrame, board_frames

BOARD = invent_stops_board(509)
REACH = FINE // 4
"""So much around a place is looked at, in fine samples: half of what is told."""


@pytest.fixture(scope="module")
def reader() -> StopsReader:
    simulator = Simulator(BOARD, 509)
    empty = reference_frame(simulator, np.random.default_rng(3))
    return StopsReader(BOARD, Reference(empty.photo, empty.pose))


@pytest.fixture(scope="module")
def look(reader: StopsReader) -> Look:
    simulator, rng = Simulator(BOARD, 509), np.random.default_rng(7)
    shot = random_shot(simulator, rng, (1280, 720), draw_call=packed_call)
    frame = simulator.frame(shot.scene, shot.camera, shot.light, seed=1)
    return reader.look(decode_photo(frame.jpeg(), "drawn"))


def places_at(look: Look, reader: StopsReader, *at_mm: tuple[float, float]) -> CloseLook:
    ground = look.outlook.ground
    places = lay_places(ground, reader.reference, look.view.lean, np.array(at_mm))
    close = CloseLook(places)
    see(close, look)
    return close


def see(close: CloseLook, look: Look) -> None:
    close.take_in(look.view.close.seeing.photo, look.outlook, look.light, None)


@pytest.mark.parametrize(
    "share", [(0.0, 0.0), (1.0, 1.0), (0.5, 1.0), (0.3, 0.6)], ids=["corner", "other", "edge", "in"]
)
def test_places_are_squares_inside_the_board(
    share: tuple[float, float], look: Look, reader: StopsReader
) -> None:
    at_mm = (share[0] * BOARD.width_mm, share[1] * BOARD.height_mm)
    [place] = places_at(look, reader, at_mm).places
    rows, columns = look.outlook.ground.shape

    assert place.rows.start >= 0
    assert place.rows.stop == place.rows.start + SIDE <= rows
    assert place.columns.start >= 0
    assert place.columns.stop == place.columns.start + SIDE <= columns


def test_a_board_smaller_than_a_place_is_seen_whole_alone(look: Look, reader: StopsReader) -> None:
    ground, middle = look.outlook.ground, np.array([(100.0, 100.0)])
    larger = max(ground.shape) + 1

    assert lay_places(ground, reader.reference, look.view.lean, middle, larger) == []
    assert CloseLook([]).into(nothing(look)).shares.shape == (4, *ground.shape)


def test_a_place_shows_what_the_board_shows_there(look: Look, reader: StopsReader) -> None:
    stop = next(iter(BOARD.stranding_places.values()))
    close = places_at(look, reader, (stop.x_mm, stop.y_mm))
    [place] = close.places
    shown, outlook = close.seeing.shown(place), look.outlook
    here = place.rows, place.columns

    assert apart(coarse(shown[:3]), outlook.tones[here]) < 0.03
    assert apart(coarse(shown[3:6]), outlook.expected.tones[here]) < 0.03


def test_what_did_not_change_is_kept_as_it_was_told(
    look: Look, reader: StopsReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    stops = [*BOARD.stranding_places.values()][:3]
    close = places_at(look, reader, *((stop.x_mm, stop.y_mm) for stop in stops))
    shown: list[int] = []

    def counted(name: str, inputs: dict[str, Tones], outputs: tuple[str, ...]) -> tuple[Tones, ...]:
        shown.append(len(inputs["places"]))
        return run(name, inputs, outputs)

    monkeypatch.setattr("vision.stops.close_look.run", counted)
    close.into(nothing(look))
    close.into(nothing(look))
    assert shown == [3]

    look.outlook.changed[:] = False
    look.outlook.changed[close.places[1].rows.start + 5, close.places[1].columns.start + 5] = True
    see(close, look)
    close.into(nothing(look))
    assert shown == [3, 1]

    close.forget()
    see(close, look)
    close.into(nothing(look))
    assert shown == [3, 1, 3]


def test_only_what_was_looked_at_closely_is_told_otherwise(look: Look, reader: StopsReader) -> None:
    stop = next(iter(BOARD.stranding_places.values()))
    close = places_at(look, reader, (stop.x_mm, stop.y_mm))
    [place] = close.places
    before = nothing(look)
    things = close.into(before)
    told = np.zeros(look.outlook.ground.shape, bool)
    told[
        place.rows.start + EDGE : place.rows.stop - EDGE,
        place.columns.start + EDGE : place.columns.stop - EDGE,
    ] = True

    assert np.array_equal(things.shares[:, ~told], before.shares[:, ~told])
    assert np.array_equal(things.feet[~told], before.feet[~told])
    assert (things.shares[:, told] != before.shares[:, told]).any()
    assert np.allclose(things.shares.sum(axis=0), 1, atol=1e-5)


@pytest.fixture(scope="module")
def frames() -> list[BoardFrame]:
    # Seeds that no network learned from.
    return [
        frame
        for seed in (509, 516, 517)
        for frame in board_frames(seed, 2, packed=True, close=True)
    ]


@pytest.mark.parametrize(("kind", "least"), [(PRINT, 0.98), (SHIP, 0.85), (CARD, 0.85)])
def test_most_fine_samples_are_what_they_show(
    kind: int, least: float, frames: list[BoardFrame]
) -> None:
    middle = slice(len(frames[0].kinds) // 2 - REACH, len(frames[0].kinds) // 2 + REACH)
    right = []
    for frame in frames:
        side = slice(len(frame.kinds) // 2 - FINE // 2, len(frame.kinds) // 2 + FINE // 2)
        kinds, _ = run("close", {"places": frame.shown((side, side))[None]}, ("kinds", "feet"))
        inner = slice(FINE // 2 - REACH, FINE // 2 + REACH)
        told = kinds[0].argmax(axis=0)[inner, inner]
        here = (frame.kinds[middle, middle] == kind) & (frame.in_view[middle, middle] > 0)
        right.append((told == kind)[here])

    assert np.concatenate(right).mean() > least


def nothing(look: Look) -> Things:
    """Bare print, most likely, as a look at the whole board would tell it."""
    shares = np.full((4, *look.outlook.ground.shape), 0.01, np.float32)
    shares[PRINT] = 0.97
    return Things(shares, np.zeros(look.outlook.ground.shape, np.float32))


def coarse(tones: Tones) -> Tones:
    """The means (s, s, 3) of fine samples (3, 2 s, 2 s)."""
    means = tones.reshape(3, SIDE, FINER, SIDE, FINER).mean(axis=(2, 4))
    return np.asarray(means.transpose(1, 2, 0))


def apart(one: Tones, other: Tones) -> float:
    """By how much two pictures differ in the mean, without their edges."""
    return float(np.abs(one - other)[2:-2, 2:-2].mean())
