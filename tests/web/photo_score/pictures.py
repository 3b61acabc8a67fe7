"""Pictures that somebody might send to the page."""

from __future__ import annotations

import struct
import zlib
from dataclasses import replace
from random import Random

import cv2
import numpy as np

from companion.boards.board import Board
from companion.position import Position
from vision.simulator import Frame, Simulator
from web.demo.made_up import shots

SMALL_PX = (1280, 960)


def jpeg(side: int = 200) -> bytes:
    """A photo of nothing."""
    _, data = cv2.imencode(".jpg", np.full((side, side, 3), 90, np.uint8))
    return data.tobytes()


def huge_png() -> bytes:
    """A small file that claims a picture of 40 gigapixels."""
    data = bytearray(cv2.imencode(".png", np.zeros((200, 200, 3), np.uint8))[1].tobytes())
    data[16:24] = struct.pack(">II", 200_000, 200_000)
    data[29:33] = struct.pack(">I", zlib.crc32(bytes(data[12:29])))
    return bytes(data)


def photographed(board: Board, seed: int, *lying: Position) -> list[Frame]:
    """A board by daylight, as it is held for the photos of the demo; a small picture of each."""
    shot, _ = shots(board, Random(seed))
    camera = replace(shot.camera, pose=shot.camera.pose.resized(SMALL_PX))
    simulator = Simulator(board, seed)
    return [simulator.frame(position, camera, shot.light) for position in lying]
