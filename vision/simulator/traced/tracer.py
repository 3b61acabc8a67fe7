"""Follows the light of a room to a camera, by Mitsuba 3."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from companion.errors import InputError
from vision.alignment.pose import Pose
from vision.picture.arrays import Floats, Image, Tones
from vision.simulator.filmed.camera import Camera, vignette
from vision.simulator.filmed.light import Light
from vision.simulator.filmed.stage import EmptyTable, board_points
from vision.simulator.laid.solids import Solid
from vision.simulator.printed.colour import linear_of, to_linear
from vision.simulator.traced.rooms import Room, room_for
from vision.simulator.traced.shapes import (
    Mesh,
    edges_of,
    face_of,
    piled,
    sides_of,
    table_under,
    top_of,
)

VARIANT = "llvm_ad_rgb"
LIBRARY = "DRJIT_LIBLLVM_PATH"
NEWEST, OLDEST = 21, 14
"""Debian calls the library by its version; Mitsuba looks for none of these names."""
WIDER = 0.12
"""A picture without the lens is traced so much larger each way, and then bent by it."""
DEEPEST = 5
FURTHEST = 60.0
"""No one path is so bright: a lamp that is mirrored in a bevel would leave a spark."""
BRIGHT = 97.0
"""A camera closes down until so much of what it sees does not clip, in percent."""
BOARD_ROUGH, PIECE_ROUGH, TABLE_ROUGH = (0.24, 0.5), (0.25, 0.6), (0.3, 0.6)
"""How rough varnish, paint and tables are, by lot."""
CARD_ROUGH = 0.5
MIRRORS = 0.5
CUT_CARD = linear_of("#b8b0a4")


@dataclass(frozen=True)
class TracedLight:
    """A ``Tracer`` of ``simulator``: a room by lot, so many paths to each pixel.

    One table's varnish and paint are those of its ``seed`` in all of its pictures.
    """

    seed: int
    paths: int = 24

    def __call__(
        self, empty: EmptyTable, solids: Sequence[Solid], camera: Camera, light: Light
    ) -> Tones:
        """The light on the sensor, (h, w, 3), blue, green, red, 1 being a full sensor."""
        mi = _mitsuba()
        board_mm = (empty.board.width_mm, empty.board.height_mm)
        word = [self.seed, *(abs(int(1e3 * x)) for x in camera.pose.camera_mm)]
        room = room_for(light, camera.pose, board_mm, np.random.default_rng(word))
        things = {
            **_table(mi, empty, np.random.default_rng([self.seed, 61])),
            **_pieces(mi, piled(solids), np.random.default_rng([self.seed, 67])),
            **_room(mi, room),
        }
        film_px = tuple(2 * round(side * (1 + WIDER) / 2) for side in camera.pose.size_px)
        scene = mi.load_dict(
            {
                "type": "scene",
                "integrator": {"type": "path", "max_depth": DEEPEST},
                "sensor": _sensor(mi, camera.pose, film_px),
                **things,
            }
        )
        traced = _without_grain(mi, scene, self.paths)
        seen = _through_the_lens(traced, camera.pose, film_px)
        seen *= light.exposure * vignette(camera)[..., None]
        return np.asarray(seen / max(1.0, float(np.percentile(seen, BRIGHT))), np.float32)


def _mitsuba() -> Any:
    """Mitsuba, told where its compiler lies. Raises InputError where there is none."""
    find_library()
    import mitsuba

    try:
        mitsuba.set_variant(VARIANT)
    except ImportError:
        raise InputError("no-llvm", named=LIBRARY) from None
    return mitsuba


def find_library() -> None:
    """Say in the environment which compiler there is, the newest, unless it is said already."""
    names = (
        name
        for version in range(NEWEST, OLDEST - 1, -1)
        for name in (f"libLLVM-{version}.so", f"libLLVM.so.{version}.1")
    )
    found = None if LIBRARY in os.environ else next(filter(_loads, names), None)
    if found:
        os.environ[LIBRARY] = found


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _table(mi: Any, empty: EmptyTable, rng: np.random.Generator) -> dict[str, Any]:
    """The bare table and its board."""
    rough = [float(rng.uniform(*span)) for span in (TABLE_ROUGH, BOARD_ROUGH)]
    made = {"table": _shape(mi, table_under(empty), _printed(mi, empty.table, rough[0]))}
    if empty.print_ is not None:
        made["board"] = _shape(mi, face_of(empty), _printed(mi, empty.print_, rough[1]))
        made["edges"] = _shape(mi, edges_of(empty), _painted(CUT_CARD, 0.9))
    return made


def _pieces(mi: Any, solids: Sequence[Solid], rng: np.random.Generator) -> dict[str, Any]:
    """All that lies there."""
    rough = float(rng.uniform(*PIECE_ROUGH))
    made = dict[str, Any]()
    for number, solid in enumerate(solids):
        side = _painted(solid.side, CARD_ROUGH if solid.art is not None else rough)
        if solid.art is None:
            top = _painted(solid.top, rough)
        else:
            top = _printed(mi, solid.art, CARD_ROUGH, solid.top)
        made[f"top{number}"] = _shape(mi, top_of(solid), top)
        made[f"sides{number}"] = _shape(mi, sides_of(solid), side)
    return made


def _room(mi: Any, room: Room) -> dict[str, Any]:
    """Lamps, what is before them, and the walls."""
    dark = {"type": "diffuse", "reflectance": {"type": "rgb", "value": [0.1, 0.1, 0.1]}}
    made: dict[str, Any] = {
        "around": {
            "type": "envmap",
            "bitmap": mi.Bitmap(np.ascontiguousarray(room.around[..., ::-1])),
            "to_world": mi.ScalarTransform4f().rotate([1, 0, 0], 90),
        }
    }
    for number, lamp in enumerate(room.lamps):
        shine = {"type": "area", "radiance": _rgb(lamp.radiance)}
        made[f"lamp{number}"] = {**_ball(lamp.at_mm, lamp.radius_mm), "emitter": shine}
    for number, (at_mm, radius_mm) in enumerate(room.heads):
        made[f"head{number}"] = {**_ball(at_mm, radius_mm), "bsdf": dark}
    for number, wall in enumerate(room.walls):
        made[f"wall{number}"] = _shape(mi, wall, {"type": "twosided", "bsdf": dark})
    return made


def _ball(at_mm: Floats, radius_mm: float) -> dict[str, Any]:
    return {"type": "sphere", "center": [float(x) for x in at_mm], "radius": float(radius_mm)}


def _rgb(bgr: Tones) -> dict[str, Any]:
    return {"type": "rgb", "value": [float(x) for x in np.asarray(bgr)[::-1]]}


def _painted(bgr: Tones, rough: float) -> dict[str, Any]:
    return _matter(_rgb(np.clip(bgr, 0.0, 0.95)), rough)


def _printed(mi: Any, print_: Image, rough: float, tint: Tones | None = None) -> dict[str, Any]:
    light = to_linear(print_)
    if tint is not None:
        light = light * (tint / max(float(np.max(tint)), 1e-6))
    tones = np.ascontiguousarray(light[..., ::-1], np.float32)
    picture = {"type": "bitmap", "data": mi.TensorXf(tones), "raw": True, "wrap_mode": "repeat"}
    return _matter(picture, rough)


def _matter(colour: dict[str, Any], rough: float) -> dict[str, Any]:
    return {"type": "principled", "base_color": colour, "roughness": rough, "specular": MIRRORS}


def _shape(mi: Any, mesh: Mesh, matter: dict[str, Any]) -> Any:
    """A mesh as the tracer has it; its faces are flat."""
    props = mi.Properties()
    props["mesh_bsdf"] = mi.load_dict(matter)
    has_art = mesh.on_art is not None
    made = mi.Mesh(
        "mesh", len(mesh.corners_mm), len(mesh.faces),
        has_vertex_texcoords=has_art, props=props,
    )  # fmt: skip
    parts = mi.traverse(made)
    parts["vertex_positions"] = np.ascontiguousarray(mesh.corners_mm, np.float32).ravel()
    parts["faces"] = np.ascontiguousarray(mesh.faces, np.uint32).ravel()
    if mesh.on_art is not None:
        parts["vertex_texcoords"] = np.ascontiguousarray(mesh.on_art, np.float32).ravel()
    parts.update()
    return made


def _sensor(mi: Any, pose: Pose, film_px: tuple[int, ...]) -> dict[str, Any]:
    """A camera like this one, without its lens, that sees somewhat more."""
    x, y, high = pose.camera_mm
    eye = np.array([x, -y, high])
    _, down, ahead = pose.rotation_matrix * np.array([1.0, -1.0, -1.0])
    focal = float(pose.camera_matrix[0, 0])
    view = mi.ScalarTransform4f().look_at(
        origin=eye.tolist(), target=(eye + 100 * ahead).tolist(), up=(-down).tolist()
    )
    film = {"type": "hdrfilm", "width": film_px[0], "height": film_px[1], "pixel_format": "rgb"}
    return {
        "type": "perspective",
        "fov": float(np.degrees(2 * np.arctan(film_px[0] / 2 / focal))),
        "fov_axis": "x",
        "near_clip": 20.0,
        "far_clip": 20000.0,
        "to_world": view,
        "film": {**film, "component_format": "float32", "rfilter": {"type": "box"}},
        "sampler": {"type": "independent", "sample_count": 16},
    }


def _without_grain(mi: Any, scene: Any, paths: int) -> Tones:
    """The picture (h, w, 3) RGB that so many paths tell, its grain taken off."""
    import pyoidn

    traced = np.minimum(np.array(mi.render(scene, spp=paths, seed=1))[..., :3], FURTHEST)
    beside = mi.load_dict({"type": "aov", "aovs": "paint:albedo,turned:sh_normal"})
    told = np.array(mi.render(scene, integrator=beside, spp=8, seed=2))[..., -6:]
    paint, turned = np.clip(told[..., :3], 0, 1), told[..., 3:]
    parts = (np.ascontiguousarray(part, np.float32) for part in (traced, paint, turned))
    return np.asarray(pyoidn.denoise(*parts, hdr=True))


def _through_the_lens(traced: Tones, pose: Pose, film_px: tuple[int, ...]) -> Tones:
    """What a pinhole saw (h, w, 3) RGB, bent as this camera's lens bends it, BGR."""
    flat = board_points(pose, 0.0)
    focal, middle = pose.camera_matrix[0, 0], (np.array(film_px) - 1) / 2
    inside = np.concatenate([flat, np.zeros((*flat.shape[:2], 1), np.float32)], axis=2)
    inside = inside @ pose.rotation_matrix.T.astype(np.float32) + pose.translation_mm.astype(
        np.float32
    )
    at = inside[..., :2] / np.maximum(inside[..., 2:], 1.0) * focal + middle
    at = np.ascontiguousarray(at, np.float32)
    bent = cv2.remap(
        np.ascontiguousarray(traced[..., ::-1], np.float32), at, None,
        cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE,
    )  # type: ignore[call-overload]  # fmt: skip
    return np.asarray(np.maximum(bent, 0.0), np.float32)
