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
from companion.colour import rgb_of
from companion.files.whole_file import write_whole
from vision.alignment.align import NotAligned
from vision.alignment.reference import Reference
from vision.picture.arrays import Floats, Image, Tones
from vision.picture.photo import decode_photo
from vision.simulator import (
    Simulator,
    invent_stops_board,
    packed_call,
    random_call,
    random_shot,
    reference_frame,
)
from vision.simulator.simulator import Frame
from vision.stops.close_look import FINER, lay_places
from vision.stops.network import (
    CARD,
    COARSE,
    OTHER,
    PRINT,
    SHIP,
    channels,
    coarse_lean,
    spread_lean,
)
from vision.stops.reader import Look, StopsReader

BRIGHTEST = 1.5
"""Tones are kept as codes up to this one."""
ANY_PAINT = 0.5
LIKE_A_SHIP, LIKE = 0.5, 12.0
"""So many products have a ship's colour, but for an error of so many codes: sigma."""
SIZES_PX = ((1280, 720), (1920, 1080))
CLOSE_SIDE = 68
"""So many of the board's samples are kept around a place: lessons are cut out of them."""


@dataclass(frozen=True, eq=False)
class BoardFrame:
    """One photo of a board of stops, or a place of it seen closely, sampled as its reader does.

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
    seed: int, photos: int, any_paint: bool = False, packed: bool = False, close: bool = False
) -> Iterator[BoardFrame]:
    """Photos of the board that a seed draws; those are left out in which no board is found.

    With ``any_paint`` half of its ships are painted by lot. Where it is ``packed`` the stranding
    places are, and half of the tickets have the colour of a ship. Seen ``close`` a photo is many
    frames: the stranding places, and as many other stops.
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
    centres_mm = _centres_mm(board, np.random.default_rng([seed, 61]))
    for number in range(photos):
        size_px = SIZES_PX[number % len(SIZES_PX)]
        shot = random_shot(simulator, rng, size_px, draw_call=draw_call)
        frame = simulator.frame(
            shot.scene, shot.camera, shot.light, arm=shot.arm, seed=number, tags=shot.tags
        )
        try:
            look = reader.look(decode_photo(frame.jpeg(), "drawn"))
        except NotAligned:
            continue
        if close:
            yield from _closely(f"drawn-{seed}", reader, look, frame, centres_mm)
        else:
            yield _sampled(f"drawn-{seed}", reader.board, look, frame)


def kept_frames(
    folder: Path | None, seed: int, photos: int, any_paint: bool, packed: bool, close: bool = False
) -> Sequence[BoardFrame]:
    """The photos of ``board_frames``, from a folder that has them; else drawn, and left there."""
    if folder is None:
        return list(board_frames(seed, photos, any_paint, packed, close))
    hows = {"any-paint": any_paint, "packed": packed, "close": close}
    how = "".join(f"-{name}" for name, is_so in hows.items() if is_so)
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
    frames = list(board_frames(seed, photos, any_paint, packed, close))
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
    codes = np.array(rgb_of(colour)) + rng.normal(0, LIKE, 3)
    return "#{:02x}{:02x}{:02x}".format(*np.clip(codes, 0, 255).astype(int))


def _as_codes(tones: Tones) -> Image:
    return np.asarray(np.clip(tones * (255 / BRIGHTEST) + 0.5, 0, 255), np.uint8)


def _sampled(table: str, board: StopsBoard, look: Look, frame: Frame) -> BoardFrame:
    ground, outlook = look.outlook.ground, look.outlook
    feet, places = (at_mm / ground.step_mm - 0.5 for at_mm in _marks(board, frame))
    return BoardFrame(
        table,
        _as_codes(outlook.tones),
        _as_codes(outlook.expected.tones),
        ground.in_view,
        _shown_at(ground.frame_px, _kinds(board, frame)),
        coarse_lean(ground),
        feet.astype(np.float32),
        places.astype(np.float32),
    )


def _centres_mm(board: StopsBoard, rng: np.random.Generator) -> Floats:
    """The stranding places, and as many other stops by lot, (n, 2)."""
    places = list(board.stranding_places.values())
    others = [stop for stop in board.stops.values() if stop not in places]
    some = [others[i] for i in rng.permutation(len(others))[: len(places)]]
    return np.array([(stop.x_mm, stop.y_mm) for stop in [*places, *some]])


def _closely(
    table: str, reader: StopsReader, look: Look, frame: Frame, centres_mm: Floats
) -> Iterator[BoardFrame]:
    """What lies around some points (n, 2) of one photo, in fine steps."""
    board, ground = reader.board, look.outlook.ground
    kinds = _kinds(board, frame)
    for place in lay_places(ground, reader.reference, look.view.lean, centres_mm, CLOSE_SIDE):
        shown = look.view.close.seeing.shown(place)
        corner = np.array([place.columns.start, place.rows.start])
        feet, places = (
            (at_mm / ground.step_mm - corner) * FINER - 0.5 for at_mm in _marks(board, frame)
        )
        inside = ((feet >= 0) & (feet < FINER * CLOSE_SIDE)).all(axis=1)
        yield BoardFrame(
            table,
            _as_codes(shown[:3].transpose(1, 2, 0)),
            _as_codes(shown[3:6].transpose(1, 2, 0)),
            place.in_view,
            _shown_at(place.frame_px, kinds),
            np.asarray(cv2.resize(place.lean, (COARSE, COARSE)), np.float32),
            feet[inside].astype(np.float32),
            places.astype(np.float32),
        )


def _marks(board: StopsBoard, frame: Frame) -> tuple[Floats, Floats]:
    """Where ships stand at stops (n, 2), and where the stranding places are (n, 2), in mm."""
    feet = [
        (ship.x_mm, ship.y_mm)
        for ship in frame.truth.scene.ships
        if frame.truth.pieces.get(ship.kind) in board.stops
    ]
    places = [(stop.x_mm, stop.y_mm) for stop in board.stranding_places.values()]
    return np.array(feet, float).reshape(-1, 2), np.array(places, float).reshape(-1, 2)


def _shown_at(frame_px: Tones, kinds: Image) -> Image:
    """What is shown at points (rows, columns, 2) of a photo of such kinds."""
    seen = cv2.remap(kinds, frame_px, None, cv2.INTER_NEAREST, borderValue=PRINT)  # type: ignore[call-overload]
    return np.asarray(seen, np.uint8)


def _kinds(board: StopsBoard, frame: Frame) -> Image:
    """What each pixel of a frame shows, (h, w)."""
    ships = {kind.name for kind in board.ship.kinds} if board.ship else set()
    of_solid = [PRINT]
    for solid in frame.solids:
        place = solid.place
        of_solid.append(SHIP if place in ships else CARD if place in board.stops else OTHER)
    # Arms count backwards: the last of the list.
    return np.array([*of_solid, OTHER], np.uint8)[frame.owners()]
