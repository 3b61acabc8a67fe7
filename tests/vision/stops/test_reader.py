"""The reader of boards of stops on drawn photos with known truth."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from companion.games.long_cours.shipped import read_shipped_board
from companion.position import Position
from companion.questions import ASK_BELOW
from companion.reading import EMPTY, HIDDEN, Seen
from vision.alignment.reference import Reference
from vision.picture.arrays import Tones
from vision.picture.networks import run
from vision.reader import Believer, reader_for
from vision.simulator import Arm, Laid, Scene, Simulator, demo_camera
from vision.simulator.simulator import Frame
from vision.stops.reader import StopsReader

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

    assert {kind: seen.answer for kind, seen in reading.pieces.items()} == {
        **dict.fromkeys(KINDS, EMPTY),
        **ships,
    }
    assert {place: seen.answer for place, seen in reading.spaces.items()} == {
        place.id: "goods" if place.id in goods else EMPTY
        for place in BOARD.stranding_places.values()
    }


@pytest.mark.parametrize(
    "ships",
    [
        pytest.param({"white": "cap-nord"}, id="white beside a white rectangle"),
        pytest.param({"pink": "rio", "orange": "rio"}, id="pink beside orange"),
        pytest.param({"blue": "colombo", "black": "colombo"}, id="the corsair beside blue"),
    ],
)
def test_pairs_that_look_alike_are_told_apart(ships: dict[str, str], reference: Reference) -> None:
    assert SIMULATOR.berths is not None
    frame = SIMULATOR.frame(SIMULATOR.berths.scene(ships), CAMERA, seed=2)
    pieces = reader_for(BOARD, reference).read(frame.photo).reading.pieces

    assert {kind: pieces[kind].answer for kind in ships} == ships


def test_a_ship_that_nobody_plays_lies_in_the_box(reference: Reference) -> None:
    """Whatever has its colour is another, or no ship."""
    assert SIMULATOR.berths is not None
    frame = SIMULATOR.frame(SIMULATOR.berths.scene({"pink": "rio", "blue": "perth"}), CAMERA)
    reader = reader_for(BOARD, reference)
    assert isinstance(reader, Believer)
    reader.knows(Position(pieces={"pink": "rio", "black": EMPTY}))
    played = reader.read(frame.photo).reading.pieces
    reader.knows(Position())

    assert {kind: seen.answer for kind, seen in played.items()} == {"pink": "rio", "black": EMPTY}
    assert reader.read(frame.photo).reading.pieces["blue"].answer == "perth"


ALL_SHIPS = dict(zip(KINDS, BOARD.stops, strict=False))
FEW_SHIPS = {"orange": "valparaiso", "yellow": "odessa", "white": "cap-horn"}
LEFT = {"orange": "odessa"}


def photographed(simulator: Simulator, left: Mapping[str, str]) -> Mapping[str, Frame]:
    """The board empty, with all ships and with those that are left."""
    assert simulator.berths is not None
    tables = {"empty": {}, "all": ALL_SHIPS, "left": left}
    return {
        name: simulator.frame(simulator.berths.scene(ships), CAMERA, seed=1)
        for name, ships in tables.items()
    }


@pytest.fixture(scope="module")
def odd_paints() -> Mapping[str, Frame]:
    """One ship of odd paint is left; by itself, orange is taken for yellow."""
    return photographed(Simulator(BOARD, 304, paint=1.6), LEFT)


def left_after_all(
    photos: Mapping[str, Frame], record: Mapping[str, str], left: Mapping[str, str]
) -> Mapping[str, Seen]:
    """What is read where few ships are left, by who saw all when the record had them so."""
    empty = photos["empty"]
    reader = reader_for(BOARD, Reference(empty.photo, empty.pose))
    assert isinstance(reader, Believer)
    reader.knows(Position(pieces=record))
    reader.read(photos["all"].photo)
    reader.knows(Position(pieces={**dict.fromkeys(KINDS, EMPTY), **left}))
    return reader.read(photos["left"].photo).reading.pieces


def test_whoever_saw_all_ships_tells_the_one_that_is_left(odd_paints: Mapping[str, Frame]) -> None:
    pieces = left_after_all(odd_paints, ALL_SHIPS, LEFT)

    assert {kind: seen.answer for kind, seen in pieces.items() if seen.answer != EMPTY} == LEFT


def test_whoever_saw_all_ships_tells_the_few_that_are_left() -> None:
    pieces = left_after_all(photographed(Simulator(BOARD, 299), FEW_SHIPS), ALL_SHIPS, FEW_SHIPS)

    assert {kind: seen.answer for kind, seen in pieces.items() if seen.answer != EMPTY} == FEW_SHIPS


def test_a_ship_that_the_record_has_elsewhere_teaches_nothing(
    odd_paints: Mapping[str, Frame],
) -> None:
    told, astray = (
        dict(left_after_all(odd_paints, record, LEFT)["orange"].likely).get("odessa", 0.0)
        for record in (ALL_SHIPS, dict.fromkeys(KINDS, EMPTY))
    )

    assert told > astray + 0.1


def test_a_ticket_is_no_ship_of_its_colour_where_nothing_has_changed() -> None:
    """On a pile in sight lies a ticket as blue as the ship that a storm wrecks elsewhere."""
    simulator = Simulator(BOARD, 357)
    assert simulator.berths is not None
    ships, goods = {"blue": "carthagene", "green": "gibraltar"}, {"cap-nord": ["gold", "cereals"]}
    left = {"green": "gibraltar"}
    empty, before, after = (
        simulator.frame(simulator.berths.scene(*lies), CAMERA, seed=seed)
        for seed, lies in enumerate((({}, {}), (ships, goods), (left, goods)))
    )
    reader = reader_for(BOARD, Reference(empty.photo, empty.pose))
    assert isinstance(reader, Believer)
    reader.knows(Position(pieces=dict.fromkeys(KINDS, EMPTY) | ships))
    reader.read(before.photo)
    blue = reader.read(after.photo).reading.pieces["blue"]

    assert blue.answer == EMPTY
    assert blue.confidence > ASK_BELOW


def test_a_still_picture_is_shown_to_the_network_once(
    reference: Reference, monkeypatch: pytest.MonkeyPatch
) -> None:
    photos = photographed(SIMULATOR, {"pink": "rio"})
    reader = StopsReader(BOARD, reference)
    asked: list[str] = []

    def counted(name: str, inputs: dict[str, Tones], outputs: tuple[str, ...]) -> tuple[Tones, ...]:
        asked.append(name)
        return run(name, inputs, outputs)

    monkeypatch.setattr("vision.stops.network.run", counted)
    first = reader.read(photos["left"].photo)
    whole = len(asked)
    again = reader.read(photos["left"].photo, first.pose)

    assert len(asked) == whole > 0
    assert again.reading == first.reading
    reader.forget()
    assert reader.read(photos["left"].photo, first.pose).reading == first.reading
    assert len(asked) == 2 * whole


def test_what_changed_in_a_picture_that_nobody_asked_about_is_told_in_the_next(
    reference: Reference,
) -> None:
    photos = photographed(SIMULATOR, {"pink": "rio"})
    reader = StopsReader(BOARD, reference)
    pose = reader.read(photos["empty"].photo).pose
    reader.look(photos["left"].photo, pose)

    after = reader.read(photos["left"].photo, pose).reading.pieces["pink"]

    assert after.answer == "rio"


def test_shares_are_plain_numbers(reference: Reference) -> None:
    assert SIMULATOR.berths is not None
    frame = SIMULATOR.frame(SIMULATOR.berths.scene({"pink": "rio"}), CAMERA, seed=2)
    reading = reader_for(BOARD, reference).read(frame.photo).reading

    for seen in reading.subjects.values():
        assert {type(seen.confidence), *(type(share) for _, share in seen.likely)} == {float}


def test_white_half_on_white_is_not_surely_off_the_board(reference: Reference) -> None:
    assert SIMULATOR.berths is not None
    frame = SIMULATOR.frame(SIMULATOR.berths.scene({"white": "gibraltar"}), CAMERA, seed=2)
    white = reader_for(BOARD, reference).read(frame.photo).reading.pieces["white"]

    assert white.answer == "gibraltar" or white.confidence < ASK_BELOW
    assert dict(white.likely)["gibraltar"] > 0.2


def test_a_ship_half_behind_another_is_read(reference: Reference) -> None:
    stop = BOARD.stops["rio"]
    away = np.array([stop.x_mm, stop.y_mm]) - CAMERA.pose.camera_mm[:2]
    behind = 11.0 * away / np.hypot(*away)
    along = float(np.degrees(np.arctan2(away[0], -away[1])))
    scene = Scene(
        ships=(
            Laid("yellow", stop.x_mm + float(behind[0]), stop.y_mm + float(behind[1]), along),
            Laid("blue", stop.x_mm, stop.y_mm, along),
        ),
        stops={"yellow": "rio", "blue": "rio"},
    )
    frame = SIMULATOR.frame(scene, CAMERA, seed=6)
    pieces = reader_for(BOARD, reference).read(frame.photo).reading.pieces

    assert [pieces[kind].answer for kind in ("yellow", "blue")] == ["rio", "rio"]


def test_what_a_hand_covers_is_not_sure_to_be_off_the_board(reference: Reference) -> None:
    assert SIMULATOR.berths is not None
    scene = SIMULATOR.berths.scene({"pink": "perth", "black": "londres"})
    frame = SIMULATOR.frame(scene, CAMERA, arm=Arm(380, 380, 60), seed=3)
    assert frame.truth.pieces["pink"] == HIDDEN
    pieces = reader_for(BOARD, reference).read(frame.photo).reading.pieces

    assert pieces["black"].answer == "londres"
    assert pieces["pink"].answer == HIDDEN or pieces["pink"].confidence < ASK_BELOW


def test_a_ship_that_sails_is_seen_to_sail(reference: Reference) -> None:
    assert SIMULATOR.berths is not None
    reader, read = reader_for(BOARD, reference), []
    pose = None
    for stop in ("perth", "sydney"):
        scene = SIMULATOR.berths.scene({"green": stop, "yellow": "perth"})
        seen = reader.read(SIMULATOR.frame(scene, CAMERA, seed=4).photo, pose)
        pose = seen.pose
        read.append([seen.reading.pieces[kind].answer for kind in ("green", "yellow")])

    assert read == [["perth", "perth"], ["sydney", "perth"]]
