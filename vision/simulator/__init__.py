"""A table that needs no camera: draws frames of any board in any state, with their truth.

    simulator = Simulator(board, seed=3)
    camera = demo_camera(board)
    photo = simulator.frame(position, camera, Light()).photo

The print is invented from the board file alone; nothing of any publisher's art is in it.
"""

from vision.simulator.filmed.camera import Camera, Lens, camera_at, random_camera, random_lens
from vision.simulator.filmed.light import Glare, Light, random_light
from vision.simulator.filmed.surface import Surface
from vision.simulator.laid.arm import Arm, random_arm
from vision.simulator.laid.at_stops import Berths
from vision.simulator.laid.calls import packed_call, random_call
from vision.simulator.laid.on_tiles import pushed, random_tiles
from vision.simulator.laid.scene import (
    CARELESS,
    NEAT,
    USUAL,
    Hands,
    Laid,
    Odd,
    Scene,
    Sloppiness,
    random_odd,
    random_position,
    random_ships,
)
from vision.simulator.laid.truth import Truth
from vision.simulator.printed.art import BoardArt
from vision.simulator.printed.invent import invent_board
from vision.simulator.printed.invent_stops import invent_stops_board
from vision.simulator.printed.planisphere import draw_planisphere
from vision.simulator.printed.style import Border, Dashes, Ground, SlotPrint, Style, random_style
from vision.simulator.simulator import Frame, Simulator
from vision.simulator.table import (
    Shot,
    board_json,
    demo_camera,
    random_shot,
    reference_frame,
    write_board,
    write_table,
)  # fmt: skip
from vision.simulator.tiles_shots import random_tiles_shot, sheet

__all__ = [
    "CARELESS",
    "NEAT",
    "USUAL",
    "Arm",
    "Berths",
    "BoardArt",
    "Border",
    "Camera",
    "Dashes",
    "Frame",
    "Glare",
    "Ground",
    "Hands",
    "Laid",
    "Lens",
    "Light",
    "Odd",
    "Scene",
    "Shot",
    "Simulator",
    "Sloppiness",
    "SlotPrint",
    "Style",
    "Surface",
    "Truth",
    "board_json",
    "camera_at",
    "demo_camera",
    "draw_planisphere",
    "invent_board",
    "invent_stops_board",
    "packed_call",
    "pushed",
    "random_arm",
    "random_call",
    "random_camera",
    "random_lens",
    "random_light",
    "random_odd",
    "random_position",
    "random_ships",
    "random_shot",
    "random_style",
    "random_tiles",
    "random_tiles_shot",
    "reference_frame",
    "sheet",
    "write_board",
    "write_table",
]  # fmt: skip
