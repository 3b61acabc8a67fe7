"""Whole boards of stops as their reader samples them, with what truly lies on each sample.

They are drawn, and looked at by the reader's own code: it brings its errors of place and light.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np

from companion.boards.stops_board import StopsBoard
from companion.files.whole_file import write_whole
from vision.alignment.align import NotAligned
from vision.alignment.reference import Reference
from vision.picture.photo import decode_photo
from vision.picture.sampling import Image, Tones
from vision.simulator import (
    Simulator,
    invent_stops_board,
    packed_call,
    random_call,
    random_shot,
    reference_frame,
)
from vision.simulator.simulator import Frame
from vision.stops.network import CARD, OTHER, PRINT, SHIP, channels, coarse_lean, spread_lean
from vision.stops.reader import StopsReader

BRIGHTEST = 1.5
"""Tones are kept as codes up to this one."""
ANY_PAINT = 0.5
LIKE_A_SHIP, LIKE = 0.5, 12.0
"""So many products have a ship's colour, but for an error of so many codes: sigma."""
SIZES_PX = ((1280, 720), (1920, 1080))


@dataclass(frozen=True, eq=False)
class BoardFrame:
    """One photo of a board of stops, sampled as its reader does.

    ``tones`` and ``print_`` (rows, columns, 3) are codes up to ``BRIGHTEST``, ``in_view`` and
    ``kinds`` (rows, columns) what is seen and what it is; ``lean`` as ``coarse_lean`` says;
    ``feet`` (n, 2) the columns and rows on which the ships stand that can be seen, ``places`` those
    of the stranding places.
    """

    table: str
    tones: Image
    print_: Image
    in_view: Tones
    kinds: Image
    lean: Tones
    feet: Tones
    places: Tones

    def shown(self, here: tuple[slice, slice]) -> Tones:
        """What the network is shown of some rows and columns of it, (9, rows, columns)."""
        scale = np.float32(BRIGHTEST / 255)
        lean = spread_lean(self.lean, self.kinds.shape)[here]
        return channels(
            self.tones[here] * scale, self.print_[here] * scale, self.in_view[here], lean
        )


def board_frames(
    seed: int, photos: int, any_paint: bool = False, packed: bool = False
) -> Iterator[BoardFrame]:
    """Photos of the board that a seed draws; those are left out in which no board is found.

    With ``any_paint`` half of its ships are painted by lot. Where it is ``packed`` the stranding
    places are, and half of the tickets have the colour of a ship.
    """
    board = invent_stops_board(seed)
    if any_paint:
        board = _repainted(board, np.random.default_rng([seed, 47]))
    if packed:
        board = _ticketed(board, np.random.default_rng([seed, 59]))
    draw_call = packed_call if packed else random_call
    simulator, rng = Simulator(board, seed), np.random.default_rng([seed, 53 if packed else 43])
    empty = reference_frame(simulator, rng)
    reader = StopsReader(board, Reference(empty.photo, empty.pose))
    for number in range(photos):
        size_px = SIZES_PX[number % len(SIZES_PX)]
        shot = random_shot(simulator, rng, size_px, draw_call=draw_call)
        frame = simulator.frame(
            shot.scene, shot.camera, shot.light, arm=shot.arm, seed=number, tags=shot.tags
        )
        try:
            yield _sampled(f"drawn-{seed}", reader, frame)
        except NotAligned:
            continue


def kept_frames(
    folder: Path | None, seed: int, photos: int, any_paint: bool, packed: bool
) -> Sequence[BoardFrame]:
    """The photos of ``board_frames``, from a folder that has them; else drawn, and left there."""
    if folder is None:
        return list(board_frames(seed, photos, any_paint, packed))
    how = f"{'-any-paint' if any_paint else ''}{'-packed' if packed else ''}"
    file = folder / f"board-{seed}-{photos}{how}.npz"
    if file.is_file():
        with np.load(file) as kept:
            count = int(kept["count"])
            return [
                BoardFrame(
                    f"drawn-{seed}", *(kept[f"{part.name}{n}"] for part in fields(BoardFrame)[1:])
                )
                for n in range(count)
            ]
    frames = list(board_frames(seed, photos, any_paint, packed))
    parts = {
        f"{part.name}{n}": getattr(frame, part.name)
        for n, frame in enumerate(frames)
        for part in fields(BoardFrame)[1:]
    }
    data = BytesIO()
    np.savez(data, count=np.array(len(frames)), **parts)
    write_whole(file, data.getvalue())
    return frames


def _repainted(board: StopsBoard, rng: np.random.Generator) -> StopsBoard:
    """A board half of whose ships have any colour, bright and dark ones as often."""
    assert board.ship is not None
    kinds = [
        replace(kind, colour="#{:02x}{:02x}{:02x}".format(*rng.integers(20, 245, 3)))
        if rng.random() < ANY_PAINT
        else kind
        for kind in board.ship.kinds
    ]
    return replace(board, ship=replace(board.ship, kinds=tuple(kinds)))


def _ticketed(board: StopsBoard, rng: np.random.Generator) -> StopsBoard:
    """A board some of whose tickets have nearly a ship's colour."""
    assert board.ship is not None
    ships = [kind.colour for kind in board.ship.kinds if kind.colour]
    products = [
        replace(kind, colour=_nearly(str(rng.choice(ships)), rng))
        if rng.random() < LIKE_A_SHIP
        else kind
        for kind in board.products
    ]
    return replace(board, products=tuple(products))


def _nearly(colour: str, rng: np.random.Generator) -> str:
    codes = np.array(list(bytes.fromhex(colour[1:]))) + rng.normal(0, LIKE, 3)
    return "#{:02x}{:02x}{:02x}".format(*np.clip(codes, 0, 255).astype(int))


def _as_codes(tones: Tones) -> Image:
    return np.asarray(np.clip(tones * (255 / BRIGHTEST) + 0.5, 0, 255), np.uint8)


def _sampled(table: str, reader: StopsReader, frame: Frame) -> BoardFrame:
    outlook = reader.look(decode_photo(frame.jpeg(), "drawn")).outlook
    ground = outlook.ground
    board, kinds = reader.board, _kinds(reader.board, frame)
    at_px = ground.frame_px
    seen = cv2.remap(kinds, at_px, None, cv2.INTER_NEAREST, borderValue=PRINT)  # type: ignore[call-overload]
    feet = [
        (ship.x_mm, ship.y_mm)
        for ship in frame.truth.scene.ships
        if frame.truth.pieces.get(ship.kind) in board.stops
    ]
    places = [(stop.x_mm, stop.y_mm) for stop in board.stranding_places.values()]
    return BoardFrame(
        table,
        _as_codes(outlook.tones),
        _as_codes(outlook.expected.tones),
        ground.in_view,
        np.asarray(seen, np.uint8),
        coarse_lean(ground),
        *(
            (np.array(at, float).reshape(-1, 2) / ground.step_mm - 0.5).astype(np.float32)
            for at in (feet, places)
        ),
    )


def _kinds(board: StopsBoard, frame: Frame) -> Image:
    """What each pixel of a frame shows, (h, w)."""
    ships = {kind.name for kind in board.ship.kinds} if board.ship else set()
    of_solid = [PRINT]
    for solid in frame.solids:
        place = solid.place
        of_solid.append(SHIP if place in ships else CARD if place in board.stops else OTHER)
    # Arms count backwards: the last of the list.
    return np.array([*of_solid, OTHER], np.uint8)[frame.owners()]
