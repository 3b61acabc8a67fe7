"""Traced light: what a tracer is shown of a table is what lies there, lit as it was told."""

from __future__ import annotations

import json
import math
import os
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.games import carcassonne_south_seas
from vision.simulator import (
    Camera,
    Glare,
    Light,
    Scene,
    Simulator,
    camera_at,
    invent_stops_board,
    random_camera,
    random_light,
    random_shot,
    write_table,
)
from vision.simulator.filmed.stage import EmptyTable
from vision.simulator.laid.solids import Solid
from vision.simulator.printed.outlines import circle, hull, rectangle
from vision.simulator.traced import __main__ as command
from vision.simulator.traced.rooms import Room, room_for
from vision.simulator.traced.shapes import Mesh, face_of, piled, placed, sides_of, top_of
from vision.simulator.traced.tracer import LIBRARY, TracedLight, _through_the_lens, find_library

BOARD_MM = (490.0, 490.0)
GREY = np.full(3, 0.4, np.float32)


def solid(outline: np.ndarray, height_mm: float, **words: object) -> Solid:
    return replace(Solid(outline, height_mm, GREY, GREY, base_mm=2.0), **words)  # type: ignore[arg-type]


@pytest.mark.parametrize("outline", [
    rectangle(100, 200, 20, 5, 30), hull(50, 60, 22, 9, 200), circle(10, 20, 9, 12),
], ids=["stick", "ship", "marker"])  # fmt: skip
def test_a_piece_is_closed_as_large_as_told_and_seen_from_outside(outline: np.ndarray) -> None:
    body = solid(outline, 8.0)
    top, sides = top_of(body), sides_of(body)
    bottom = Mesh(placed(outline, 2.0), top.faces[:, ::-1])
    # What flows out through all faces is the volume: all of them look outwards.
    volume = sum(_volume(part) for part in (top, sides, bottom))
    x, y = outline.T
    area = abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1))) / 2
    assert 0.97 * area * 8 < volume < area * 8
    assert top.corners_mm[:, 2] == pytest.approx(10.0)
    assert (_normals(top)[:, 2] > 0).all()


def _corners(mesh: Mesh) -> np.ndarray:
    return mesh.corners_mm[mesh.faces.astype(int)]


def _normals(mesh: Mesh) -> np.ndarray:
    a, b, c = _corners(mesh).transpose(1, 0, 2)
    return np.cross(b - a, c - a)


def _volume(mesh: Mesh) -> float:
    return float((_corners(mesh)[:, 0] * _normals(mesh)).sum()) / 6


def test_the_art_of_a_marker_lies_as_it_is_turned() -> None:
    marker = solid(circle(0, 0, 10, 4), 0.4, turn_deg=90.0)
    top = top_of(marker)
    right = int(top.corners_mm[:, 0].argmax())
    assert top.on_art is not None
    # Turned by a quarter as x turns towards y: what was its upper edge lies to the right.
    assert top.on_art[right] == pytest.approx([0.5, 0.0], abs=1e-9)


def test_tickets_of_one_pile_lie_on_each_other() -> None:
    card = solid(rectangle(0, 0, 26, 16, 0), 0.4, place="s11")
    other, ship = replace(card, place="s22"), replace(card, place="red", height_mm=9.0)
    bases = [each.base_mm for each in piled([card, card, other, ship, card, ship])]
    assert bases == pytest.approx([2.0, 2.4, 2.0, 2.0, 2.8, 2.0])


def test_a_board_rises_as_it_is_told() -> None:
    simulator = Simulator(invent_stops_board(7), 7, rise_mm=2.0)
    shown: list[EmptyTable] = []

    def tracer(empty: EmptyTable, _s: object, camera: Camera, _l: object) -> np.ndarray:
        shown.append(empty)
        width, height = camera.pose.size_px
        return np.full((height, width, 3), 0.25, np.float32)

    camera = random_camera(np.random.default_rng(1), BOARD_MM, (320, 240))
    shot = random_shot(simulator, np.random.default_rng(1))
    frame = simulator.frame(shot.scene, camera, tracer=tracer)
    # The picture is the tracer's, the truth is the scene's.
    assert frame.photo.mean() == pytest.approx(137, abs=3)
    assert set(frame.truth.pieces) == {kind.name for kind in simulator.board.ship.kinds}  # type: ignore[union-attr]
    face = face_of(shown[0])
    assert face.corners_mm[:, 2].max() == pytest.approx(2.0, abs=0.02)
    assert (_normals(face)[:, 2] > 0).all()


def test_a_traced_table_has_nobody_reach_over_it(tmp_path: Path) -> None:
    def tracer(_e: object, _s: object, camera: Camera, _l: object) -> np.ndarray:
        width, height = camera.pose.size_px
        return np.full((height, width, 3), 0.2, np.float32)

    write_table(
        tmp_path, invent_stops_board(9), frames=6, seed=9, size_px=(320, 240), tracer=tracer
    )
    frames = json.loads((tmp_path / "truth.json").read_text())["frames"].values()
    assert len(frames) == 6
    assert not any(frame["tags"]["occluded"] for frame in frames)
    assert all(frame["tags"]["traced"] for frame in frames)


def a_room(light: Light, seed: int = 3) -> tuple[Room, Camera]:
    rng = np.random.default_rng(seed)
    camera = random_camera(rng, BOARD_MM, (640, 480))
    return room_for(light, camera.pose, BOARD_MM, rng), camera


@pytest.mark.parametrize("direct", [0.2, 0.5, 0.8])
def test_lamps_and_walls_together_throw_one_on_the_middle(direct: float) -> None:
    room, _ = a_room(Light(direct=direct))
    (lamp,) = room.lamps
    way = lamp.at_mm - [BOARD_MM[0] / 2, -BOARD_MM[1] / 2, 0]
    distance = float(np.linalg.norm(way))
    thrown = lamp.radiance * (lamp.radius_mm / distance) ** 2 * way[2] / distance
    assert thrown == pytest.approx(direct)
    rows, columns = room.around.shape[:2]
    down = np.radians((np.arange(rows) + 0.5) / rows * 180)
    each = np.sin(down) * np.pi / rows * 2 * np.pi / columns
    level = (room.around * (each * np.cos(down).clip(0))[:, None, None]).sum(axis=(0, 1)) / np.pi
    assert level == pytest.approx(1 - direct, rel=0.01)


@pytest.mark.parametrize("seed", range(6))
def test_a_lamp_that_glares_is_mirrored_where_it_is_told(seed: int) -> None:
    glare = Glare(120.0, 300.0, 60.0, 1.0)
    room, camera = a_room(Light(glare=glare), seed)
    spot = np.array([120.0, -300.0, 0.0])
    x, y, high = camera.pose.camera_mm
    out = np.array([x, -y, high]) - spot
    into = room.lamps[0].at_mm - spot
    mirrored = out / np.linalg.norm(out) * [-1, -1, 1]
    assert into / np.linalg.norm(into) == pytest.approx(mirrored)


@pytest.mark.parametrize("seed", range(40))
def test_lamps_and_who_stands_in_their_light_are_in_no_picture(seed: int) -> None:
    light = replace(random_light(np.random.default_rng(seed), BOARD_MM), sun=None)
    if light.glare is None:
        light = replace(light, person=(200.0, 250.0, 200.0, 0.5))
    room, camera = a_room(light, seed)
    lamp = room.lamps[0]
    x, y, high = camera.pose.camera_mm
    assert np.linalg.norm(lamp.at_mm - [x, -y, high]) > lamp.radius_mm
    for at_mm, radius_mm in (*room.heads, (lamp.at_mm, lamp.radius_mm)):
        x, y, high = at_mm
        ring = np.linspace(0, 2 * math.pi, 12)
        points = np.array([x, -y]) + radius_mm * np.stack([np.cos(ring), np.sin(ring)], 1)
        seen = camera.pose.project(points, high)
        behind = high > camera.pose.camera_mm[2]
        inside = ((seen > 0) & (seen < camera.pose.size_px)).all(axis=1)
        assert behind or not inside.any()


def test_the_sun_comes_through_its_window() -> None:
    light = Light(direct=0.6, elevation_deg=50, sun=(200.0, 150.0, 200.0, 20.0, 3.0))
    room, _ = a_room(light)
    lamp, sun = room.lamps
    to_sun = (sun.at_mm - [200, -150, 0]) / np.linalg.norm(sun.at_mm - [200, -150, 0])
    to_lamp = lamp.at_mm / np.linalg.norm(lamp.at_mm)
    assert to_sun @ to_lamp < 0.9, "the lamp stands in the sun"
    for off, is_lit in ((40.0, True), (400.0, False), (1.0, False)):
        across = off * np.array([-math.sin(math.radians(20)), math.cos(math.radians(20))])
        start = np.array([200 + across[0], -(150 + across[1]), 0.0])
        hit = any(_meets(start, to_sun, wall) for wall in room.walls)
        assert hit is not is_lit, off


def _meets(start: np.ndarray, way: np.ndarray, mesh: Mesh) -> bool:
    """Whether a ray meets a mesh (Moeller and Trumbore, 1997)."""
    for a, b, c in _corners(mesh):
        one, two = b - a, c - a
        across = np.cross(way, two)
        flat = one @ across
        if abs(flat) < 1e-9:
            continue
        u = (start - a) @ across / flat
        turned = np.cross(start - a, one)
        v, far = way @ turned / flat, two @ turned / flat
        if u >= 0 and v >= 0 and u + v <= 1 and far > 0:
            return True
    return False


def test_without_the_tracer_one_line_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "find_spec", lambda _name: None)
    assert command.main(["-o", str(tmp_path / "tables")]) == 2
    said = capsys.readouterr().err.strip()
    assert said == "not installed: mitsuba, pyoidn; run pip install --editable '.[trace]'"
    assert not (tmp_path / "tables").exists()


@pytest.mark.parametrize(
    ("there", "said", "found"),
    [
        (["libLLVM-14.so"], None, "libLLVM-14.so"),
        (["libLLVM-14.so", "libLLVM.so.19.1"], None, "libLLVM.so.19.1"),
        (["libLLVM-14.so"], "my/libLLVM.so", "my/libLLVM.so"),
        (["libLLVM-13.so"], None, None),
    ],
    ids=["the oldest alone", "two of them", "another was named", "one that is too old"],
)
def test_the_newest_compiler_is_found(
    monkeypatch: pytest.MonkeyPatch, there: list[str], said: str | None, found: str | None
) -> None:
    def load(name: str) -> None:
        if name not in there:
            raise OSError(name)

    monkeypatch.setattr("ctypes.CDLL", load)
    monkeypatch.setattr(os, "environ", {LIBRARY: said} if said else {})
    find_library()

    assert os.environ.get(LIBRARY) == found


@pytest.mark.parametrize("option", ["--draw", "--photos", "--paths"])
def test_none_at_all_is_no_number_of_pictures(
    option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        command.main(["-o", "anywhere", option, "0"])
    assert "'0' is no whole number from 1 on" in capsys.readouterr().err


def test_a_seed_is_a_whole_number(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        command.main(["-o", "anywhere", "--seed", "-1"])
    assert refused.value.code == 2
    assert "'-1' is no whole number from 0 on" in capsys.readouterr().err


def test_a_table_of_tiles_is_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "find_spec", lambda _name: True)
    board = Path(str(carcassonne_south_seas.__file__)).parent / "board.json"
    assert command.main(["--board", str(board), "-o", str(tmp_path / "tables")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / "tables").exists()


def test_a_pinhole_picture_is_bent_as_the_camera_shows_the_board() -> None:
    """What a camera without a lens sees at a place of the board, the lens shows at that place."""
    pose = camera_at(
        (245, 245), size_px=(320, 240), distance_mm=700, tilt_deg=20, roll_deg=9, k1=-0.05
    ).pose
    film_px = (360, 270)
    focal, middle = pose.camera_matrix[0, 0], (np.array(film_px) - 1) / 2
    places = np.array([[60.0, 80.0], [400.0, 120.0], [250.0, 420.0]])
    inside = np.column_stack([places, [0, 0, 0]]) @ pose.rotation_matrix.T + pose.translation_mm
    flat = inside[:, :2] / inside[:, 2:] * focal + middle
    for place, (x, y) in zip(places, flat, strict=True):
        film = np.zeros((film_px[1], film_px[0], 3), np.float32)
        columns, rows = np.meshgrid(np.arange(film_px[0]), np.arange(film_px[1]))
        spot = np.exp(-0.5 * ((columns - x) ** 2 + (rows - y) ** 2) / 4)
        film[..., 0] = spot
        bent = _through_the_lens(film, pose, film_px)
        assert bent[..., :2].max() < 1e-6, "red is the last channel"
        seen = bent[..., 2] / bent[..., 2].sum()
        middle_px = [(seen * np.arange(320)[None]).sum(), (seen * np.arange(240)[:, None]).sum()]
        assert middle_px == pytest.approx(pose.project(place[None])[0], abs=0.2)


def test_pieces_are_traced_where_they_are_drawn() -> None:
    """Run where Mitsuba is: what a picture has more than that of the bare board are its pieces."""
    pytest.importorskip("mitsuba", reason="Mitsuba comes with the extra `trace`")
    simulator = Simulator(invent_stops_board(7), 7)
    camera = camera_at((245, 245), size_px=(480, 360), distance_mm=620, tilt_deg=15)
    scene = random_shot(simulator, np.random.default_rng(1)).scene
    bare, laid = (
        simulator.frame(lies, camera, tracer=TracedLight(7, 16)) for lies in (Scene(), scene)
    )
    changed = np.abs(laid.photo.astype(float) - bare.photo).max(axis=2) > 20
    pieces = (laid.owners() > 0).astype(np.uint8)
    inside = cv2.erode(pieces, np.ones((3, 3))) > 0
    beside = cv2.dilate(pieces, np.ones((31, 31))) > 0

    assert changed[inside].mean() > 0.8
    assert changed[~beside].mean() < 0.01
