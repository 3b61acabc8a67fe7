"""The reader of boards of stops on drawn photos with known truth."""

from __future__ import annotations

import pytest

from companion.games.long_cours.shipped import read_shipped_board
from companion.reading import EMPTY
from vision.alignment.reference import Reference
from vision.reader import reader_for
from vision.simulator import Scene, Simulator, demo_camera

BOARD = read_shipped_board()
SIMULATOR = Simulator(BOARD, 5)
CAMERA = demo_camera(BOARD, (1440, 810))
KINDS = [kind.name for kind in BOARD.ship.kinds] if BOARD.ship else []


@pytest.fixture(scope="module")
def reference() -> Reference:
    empty = SIMULATOR.frame(Scene(), CAMERA)
    return Reference(empty.photo, empty.pose)


@pytest.mark.parametrize(
    ("ships", "goods"),
    [
        pytest.param({}, {}, id="nobody there"),
        pytest.param(
            dict(zip(KINDS, ("perth", "rio", "sydney", "odessa", "alger", "vancouver", "colombo"),
                     strict=True)),
            {},
            id="each alone",
        ),
        pytest.param(dict.fromkeys(KINDS, "tamatave"), {}, id="all in one port"),
        pytest.param(
            {"black": "perth", "pink": "perth", "orange": "rio"},
            {"gibraltar": ["gold", "cloth", "wool"], "panama": ["wood", "fruit"]},
            id="goods too",
        ),
    ],
)  # fmt: skip
def test_every_ship_is_read_at_its_stop(
    ships: dict[str, str], goods: dict[str, list[str]], reference: Reference
) -> None:
    assert SIMULATOR.berths is not None
    frame = SIMULATOR.frame(SIMULATOR.berths.scene(ships, goods), CAMERA, seed=1)
    reading = reader_for(BOARD, reference).read(frame.photo).reading

    assert {kind: seen.piece for kind, seen in reading.pieces.items()} == {
        **dict.fromkeys(KINDS, EMPTY),
        **ships,
    }
    assert {place: seen.piece for place, seen in reading.spaces.items()} == {
        place.id: "goods" if place.id in goods else EMPTY
        for place in BOARD.stranding_places.values()
    }
