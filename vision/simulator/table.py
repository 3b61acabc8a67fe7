"""A whole table in a folder: board file, marker art, empty reference, frames and their truth."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from companion.boards.board import Board, CornerMarkers, Kind
from companion.boards.board_writing import stops_json
from companion.boards.routes_board import MarkerType, RoutesBoard, marker_of, of_routes
from companion.boards.stops_board import StopsBoard
from companion.position import Position
from vision.picture.encoding import encoded
from vision.simulator.filmed.camera import Camera, Lens, camera_at, random_camera
from vision.simulator.filmed.light import Light, random_light
from vision.simulator.laid.arm import Arm, random_arm
from vision.simulator.laid.calls import DrawCall, random_call
from vision.simulator.laid.scene import Scene, random_odd, random_position, random_ships
from vision.simulator.printed.flags import art_strip
from vision.simulator.simulator import Frame, Simulator, Tracer

DrawPosition = Callable[[RoutesBoard, np.random.Generator, float], Position]
REFERENCE = "reference.jpg"
BOARD = "board.json"
ART = "markers.png"
TRUTH = "truth.json"


@dataclass(frozen=True)
class Shot:
    """All that one frame of a table is drawn from, but for the table itself."""

    scene: Scene
    camera: Camera
    light: Light
    arm: Arm | None
    tags: dict[str, object]


def write_table(
    folder: Path,
    board: Board,
    *,
    frames: int = 8,
    seed: int = 0,
    size_px: tuple[int, int] = (1920, 1080),
    draw_position: DrawPosition = random_position,
    tracer: Tracer | None = None,
) -> None:
    """Draw a table as ``benchmarks.reading`` takes it; each frame has its camera, light, position.

    Half of the frames have an arm over the board. The same board and seed give the same files.
    ``draw_position`` is asked for what lies on the board, for how full it shall be (0..1). With a
    ``tracer`` light is followed, and nobody reaches over the board.
    """
    folder.mkdir(parents=True, exist_ok=True)
    simulator = Simulator(board, seed)
    rng = np.random.default_rng([seed, 41])
    reference = reference_frame(simulator, rng, size_px, tracer)
    _write(folder / REFERENCE, reference.jpeg())
    truth: dict[str, object] = {}
    for number in range(1, frames + 1):
        shot = random_shot(simulator, rng, size_px, draw_position)
        if tracer is not None:
            shot = replace(shot, arm=None, tags={**shot.tags, "occluded": False, "traced": True})
        frame = simulator.frame(
            shot.scene, shot.camera, shot.light,
            arm=shot.arm, seed=number, tags=shot.tags, tracer=tracer,
        )  # fmt: skip
        name = f"{number:03}.jpg"
        _write(folder / name, frame.jpeg())
        truth[name] = frame.truth.to_json()
    corners = reference.truth.to_json()["corners_px"]
    write_board(folder, board)
    both = {"reference_corners_px": corners, "frames": truth}
    _write(folder / TRUTH, json.dumps(both, indent=1).encode())


def reference_frame(
    simulator: Simulator,
    rng: np.random.Generator,
    size_px: tuple[int, int] = (1920, 1080),
    tracer: Tracer | None = None,
) -> Frame:
    """The empty board in quiet light, seen from nearly above, as a careful person takes it."""
    board_mm = (simulator.board.width_mm, simulator.board.height_mm)
    lens = Lens(blur_px=rng.uniform(0.5, 0.8), noise=rng.uniform(0.6, 2.0), jpeg_quality=92)
    camera = random_camera(rng, board_mm, size_px, (0.0, 22.0), lens)
    light = Light(
        "reference", rng.uniform(0.7, 1.0), (rng.uniform(0.92, 1.05), 1.0, rng.uniform(0.95, 1.08)),
        (0.15, 0.15, 0.15), rng.uniform(0, 360), direct=0.35,
    )  # fmt: skip
    tags = {"lighting": "reference"}
    return simulator.frame(Scene(), camera, light, tags=tags, tracer=tracer)


def random_shot(
    simulator: Simulator,
    rng: np.random.Generator,
    size_px: tuple[int, int] = (1920, 1080),
    draw_position: DrawPosition = random_position,
    draw_call: DrawCall = random_call,
) -> Shot:
    """Draw by lot what lies on the table, who reaches over it, the light and the camera.

    ``draw_position`` is asked for what lies on a board of routes, ``draw_call`` on one of stops.
    """
    board = simulator.board
    board_mm = (board.width_mm, board.height_mm)
    if isinstance(board, StopsBoard):
        return _call(simulator, board, rng, size_px, draw_call)
    board = of_routes(board)
    fill = float(rng.choice([0.0, 0.15, 0.35, 0.55, 0.75, 0.9]))
    laid = simulator.hands.scene(draw_position(board, rng, fill))
    ships = random_ships(board, rng, laid, int(rng.integers(0, 9)) if fill else 0)
    odd = random_odd(board, rng, int(rng.choice([0, 0, 1, 2, 3])))
    scene = Scene(laid.sticks, laid.markers, ships, odd)
    camera = random_camera(rng, board_mm, size_px)
    light = random_light(rng, board_mm)
    arm = random_arm(rng, board_mm) if rng.random() < 0.5 else None
    return Shot(scene, camera, light, arm, _tags(camera, light, arm, fill))


def _call(
    simulator: Simulator,
    board: StopsBoard,
    rng: np.random.Generator,
    size_px: tuple[int, int],
    draw_call: DrawCall,
) -> Shot:
    """Draw by lot where ships call, who reaches over them, the light and the camera."""
    assert simulator.berths is not None
    board_mm = (board.width_mm, board.height_mm)
    scene = draw_call(board, rng, simulator.berths)
    camera = random_camera(rng, board_mm, size_px)
    light = random_light(rng, board_mm)
    arm = random_arm(rng, board_mm) if rng.random() < 0.3 else None
    return Shot(scene, camera, light, arm, _tags(camera, light, arm, len(scene.stops)))


def demo_camera(board: Board, size_px: tuple[int, int] = (1920, 1080)) -> Camera:
    """A phone on a stand that looks at the whole board, a little from its lower edge."""
    reach = 1.02 * max(board.width_mm * size_px[1] / size_px[0], board.height_mm)
    return camera_at(
        (board.width_mm / 2, board.height_mm / 2), size_px=size_px,
        distance_mm=1.55 * reach, tilt_deg=14.0, azimuth_deg=87.0, roll_deg=1.5, hfov_deg=65.0,
        k1=-0.03, k2=0.004,
    )  # fmt: skip


def write_board(folder: Path, board: Board) -> None:
    """Write the board file and, where markers are told by their look, a picture of each kind."""
    marker = marker_of(board)
    if marker is not None and _by_look(marker):
        _write(folder / ART, encoded(art_strip(marker), ".png"))
    _write(folder / BOARD, json.dumps(board_json(board), indent=1).encode())


def board_json(board: Board) -> dict[str, object]:
    """A board as a board file has it; its marker art stands beside it."""
    if isinstance(board, StopsBoard):
        return stops_json(board)
    return _routes_json(of_routes(board))


def _routes_json(board: RoutesBoard) -> dict[str, object]:
    made: dict[str, object] = {
        "meta": {
            "name": board.name, "game": board.game, "width_mm": board.width_mm,
            "height_mm": board.height_mm, "source": board.source,
        },
        "pieces": _pieces_json(board),
        "islands": [
            {
                "id": i.id, "name": i.name, **({} if i.value is None else {"value": i.value}),
                "x": i.x_mm, "y": i.y_mm, "slots": [{"x": s.x_mm, "y": s.y_mm} for s in i.slots],
            }
            for i in board.islands.values()
        ],
        "harbours": [
            {
                "id": h.id, "company": h.company, "x": h.x_mm, "y": h.y_mm, "pieces": h.pieces,
                "ships": h.ships, "island": h.island,
            }
            for h in board.harbours.values()
        ],
        "routes": [
            {
                "id": r.id, "a": r.a, "b": r.b, "one_way": r.one_way.value if r.one_way else None,
                "lanes": [
                    [{"x": s.x_mm, "y": s.y_mm, "angle_deg": s.angle_deg} for s in lane.spaces]
                    for lane in r.lanes
                ],
            }
            for r in board.routes.values()
        ],
        "departure_cards": [
            {"nation": c.nation, "ports": list(c.ports)} for c in board.departure_cards
        ],
    }  # fmt: skip
    if board.corner_markers is not None:
        made["aruco"] = _corner_json(board.corner_markers)
    return made


def _pieces_json(board: RoutesBoard) -> dict[str, object]:
    made: dict[str, object] = {}
    for name, piece in (("stick", board.stick), ("ship", board.ship)):
        if piece is not None:
            made[name] = {
                "length_mm": piece.length_mm, "width_mm": piece.width_mm,
                "height_mm": piece.height_mm, "kinds": _kinds_json(piece.kinds),
            }  # fmt: skip
    if board.marker is not None:
        made["marker"] = {
            "diameter_mm": board.marker.diameter_mm, "height_mm": board.marker.height_mm,
            "kinds": _kinds_json(board.marker.kinds),
            **({"art": ART} if _by_look(board.marker) else {}),
        }  # fmt: skip
    return made


def _by_look(marker: MarkerType) -> bool:
    """Whether kinds of markers are told apart by their art, not by one colour each."""
    return marker.art is not None or any(kind.colour is None for kind in marker.kinds)


def _kinds_json(kinds: tuple[Kind, ...]) -> dict[str, str] | list[str]:
    colours = {kind.name: kind.colour for kind in kinds if kind.colour is not None}
    return colours if len(colours) == len(kinds) else [kind.name for kind in kinds]


def _corner_json(cards: CornerMarkers) -> dict[str, object]:
    return {
        "dictionary": cards.dictionary,
        "z_mm": cards.z_mm,
        "markers": [
            {"id": card.id, "corners": [list(corner) for corner in card.corners_mm]}
            for card in cards.markers
        ],
    }


def _tags(camera: Camera, light: Light, arm: Arm | None, fill: float) -> dict[str, object]:
    lens, tilt = camera.lens, camera.tilt_deg
    focus = "motion" if lens.motion_px else "defocus" if lens.blur_px > 1 else "sharp"
    return {
        "lighting": light.name,
        "pose": "top" if tilt < 13 else "mid" if tilt < 30 else "steep",
        "occluded": arm is not None,
        "focus": focus,
        "fill": fill,
        "camera": {
            "hfov_deg": round(camera.hfov_deg, 2), "distance_mm": round(camera.distance_mm, 1),
            "tilt_deg": round(tilt, 1), "k1": round(float(camera.pose.distortion[0]), 4),
            "k2": round(float(camera.pose.distortion[1]), 4),
        },
    }  # fmt: skip


def _write(path: Path, data: bytes) -> None:
    """Write a file whole or not at all."""
    beside = path.with_name(path.name + ".part")
    beside.write_bytes(data)
    beside.replace(path)
