"""Small signs as polygons: shells, bananas, fish, boats and stones, each in several forms.

A form is one or more layers, each a shade of the sign's colour and a ring of points (n, 2) that
reaches from -1 to 1 or so; the first layer is the outline of all.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from vision.picture.arrays import Floats

Layers = list[tuple[float, Floats]]
Form = Callable[[np.random.Generator], Layers]


def _ring(count: int, radius: Callable[[Floats], Floats]) -> Floats:
    at = np.linspace(0, 2 * math.pi, count, endpoint=False)
    return np.asarray(radius(at)[:, None] * np.stack([np.cos(at), np.sin(at)], axis=1))


def _lens(length: float, width: float, bend: float = 0.0) -> Floats:
    """A leaf along x, bent towards y."""
    x = np.linspace(-1, 1, 14)
    up = width * np.sqrt(np.clip(1 - x**2, 0, 1))
    middle = bend * (x**2 - 0.5)
    upper = np.stack([x * length, middle - up], axis=1)
    lower = np.stack([x[::-1] * length, middle[::-1] + up[::-1]], axis=1)
    return np.concatenate([upper, lower])


def _fan_shell(rng: np.random.Generator) -> Layers:
    wave = rng.uniform(0.05, 0.14)
    ribs = int(rng.integers(5, 8))
    at = np.linspace(-2.6, -0.54, 24)
    edge = 1 + wave * np.abs(np.sin(ribs * (at + 2.6) * 1.5))
    ring = np.stack([edge * np.cos(at), edge * np.sin(at) + 0.35], axis=1)
    ring = np.concatenate([ring, [[0.25, 0.75], [-0.25, 0.75]]])
    layers: Layers = [(1.0, ring)]
    for side in np.linspace(-0.6, 0.6, 3):
        rib = [[side * 0.3, 0.6], [side * 1.2 - 0.05, -0.5], [side * 1.2 + 0.08, -0.5]]
        layers.append((0.72, np.array(rib)))
    return layers


def _snail_shell(rng: np.random.Generator) -> Layers:
    round_ = _ring(20, lambda at: 0.8 + 0.12 * np.cos(at - 0.6))
    mouth = np.array([[0.1, 0.3], [1.05, 0.55], [1.0, 0.95], [-0.2, 0.85]])
    inner = _ring(14, lambda at: 0.45 + 0.05 * np.cos(2 * at)) + rng.uniform(-0.12, 0.02, 2)
    return [(1.0, round_), (0.9, mouth), (0.66, inner), (1.1, inner * 0.5)]


def _cone_shell(rng: np.random.Generator) -> Layers:
    width = rng.uniform(0.5, 0.7)
    ring = np.array([[-1, 0], [0.4, -width], [0.95, -0.35], [0.95, 0.35], [0.4, width]])
    bands = [
        (0.7, np.array([[x, -w], [x + 0.14, -w], [x + 0.14, w], [x, w]]))
        for x, w in ((-0.35, 0.25), (0.1, 0.42), (0.5, 0.5))
    ]
    return [(1.0, ring), *bands]


def _star_shell(rng: np.random.Generator) -> Layers:
    """A scallop seen from above: nearly round, with spokes."""
    ring = _ring(24, lambda at: 0.85 + 0.1 * np.cos(8 * at))
    spokes = [
        (
            0.68,
            0.8 * np.array([[0, 0], *([math.cos(b), math.sin(b)] for b in (a - 0.12, a + 0.12))]),
        )
        for a in np.arange(5) * 1.2566 + rng.uniform(0, 1)
    ]
    return [(1.0, ring), *spokes]


def _banana(rng: np.random.Generator) -> Layers:
    bend = rng.uniform(0.7, 1.0)
    at = np.linspace(-1.15, 1.15, 16)
    outer = np.stack([np.sin(at), bend * (np.cos(at) - 0.6)], axis=1)
    inner = np.stack([0.72 * np.sin(at[::-1]), bend * (0.62 * np.cos(at[::-1]) - 0.42)], axis=1)
    ring = np.concatenate([outer, inner])
    tip = np.stack([outer[:2], inner[-2:][::-1]]).reshape(-1, 2)[[0, 1, 3, 2]]
    return [(1.0, ring), (0.5, tip), (0.82, np.concatenate([outer[4:12], outer[4:12][::-1] * 0.9]))]


def _bunch(rng: np.random.Generator) -> Layers:
    one = _banana(rng)
    layers: Layers = []
    for angle, shift in ((-0.35, (-0.2, 0.1)), (0.05, (0.0, 0.0)), (0.45, (0.22, 0.12))):
        turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
        layers += [(shade * (1 - 0.15 * abs(angle)), ring @ turn.T + shift) for shade, ring in one]
    return layers


def _straight_banana(rng: np.random.Generator) -> Layers:
    return [(1.0, _lens(1.0, rng.uniform(0.22, 0.32), rng.uniform(0.5, 0.8))),
            (0.55, np.array([[-1.1, -0.1], [-0.85, 0.0], [-0.9, 0.45], [-1.15, 0.4]]))]  # fmt: skip


def _fish(rng: np.random.Generator) -> Layers:
    width = rng.uniform(0.32, 0.5)
    body = _lens(0.75, width)
    tail = np.array([[0.55, 0.0], [1.05, -0.45], [0.9, 0.0], [1.05, 0.45]])
    fin = np.array([[-0.2, -width], [0.25, -width - 0.3], [0.3, -width * 0.7]])
    eye = _ring(8, lambda at: 0.07 + 0 * at) + [-0.5, -0.08]
    return [(1.0, body), (0.85, tail), (0.8, fin), (0.15, eye)]


def _slim_fish(rng: np.random.Generator) -> Layers:
    body = _lens(0.95, rng.uniform(0.2, 0.28), rng.uniform(-0.3, 0.3))
    tail = np.array([[0.8, 0.0], [1.15, -0.35], [1.15, 0.35]])
    stripe = _lens(0.7, 0.07)
    return [(1.0, body), (0.9, tail), (0.6, stripe)]


def _round_fish(rng: np.random.Generator) -> Layers:
    body = _ring(20, lambda at: 0.62 + 0.08 * np.cos(2 * at))
    tail = np.array([[0.5, 0.0], [1.05, -0.4], [1.05, 0.4]])
    bands = [
        (0.45, np.array([[x, -0.55], [x + 0.15, -0.55], [x + 0.15, 0.55], [x, 0.55]]))
        for x in (-0.3, 0.1)[: int(rng.integers(1, 3))]
    ]
    eye = _ring(8, lambda at: 0.08 + 0 * at) + [-0.42, -0.12]
    return [(1.0, body), (0.9, tail), *bands, (0.1, eye)]


def _sailing_boat(rng: np.random.Generator) -> Layers:
    hull = np.array([[-1.0, 0.35], [1.0, 0.35], [0.6, 0.85], [-0.6, 0.85]])
    peak = rng.uniform(-0.2, 0.2)
    sail = np.array([[peak, -1.1], [0.75, 0.2], [peak - 0.05, 0.2]])
    jib = np.array([[peak - 0.12, -0.9], [peak - 0.12, 0.2], [-0.75, 0.2]])
    return [(1.0, hull), (2.6, sail), (2.3, jib)]


def _rowing_boat(rng: np.random.Generator) -> Layers:
    hull = _lens(1.05, rng.uniform(0.36, 0.46))
    inner = _lens(0.8, 0.24)
    seats = [
        (1.3, np.array([[x, -0.25], [x + 0.16, -0.25], [x + 0.16, 0.25], [x, 0.25]]))
        for x in (-0.4, 0.2)
    ]
    oar = np.array([[-0.1, -0.95], [0.02, -0.95], [0.1, 0.95], [-0.02, 0.95]])
    return [(1.0, hull), (0.55, inner), *seats, (1.5, oar)]


def _outrigger(rng: np.random.Generator) -> Layers:
    hull, float_ = _lens(1.1, 0.25), _lens(0.8, 0.1) + [0, 0.62]
    arms = [
        (0.8, np.array([[x, 0.0], [x + 0.1, 0.0], [x + 0.1, 0.65], [x, 0.65]])) for x in (-0.4, 0.3)
    ]
    sail = np.array([[-0.2, -0.1], [0.5, -1.1], [0.65, -0.05]]) * rng.uniform(0.85, 1.1)
    return [(1.0, hull), *arms, (1.0, float_), (2.4, sail)]


def _stone(rng: np.random.Generator) -> Layers:
    sway = rng.normal(0, 0.08, 4)
    ring = _ring(18, lambda at: 0.9 + sway[0] * np.cos(2 * at) + sway[1] * np.cos(3 * at + 1))
    light = _ring(14, lambda at: 0.5 + sway[2] * np.cos(2 * at)) - [0.15, 0.2]
    return [(1.0, ring), (1.2, light)]


def _squared_stone(rng: np.random.Generator) -> Layers:
    ring = _ring(6, lambda at: 0.95 + 0 * at) * [1, rng.uniform(0.8, 1)]
    return [(1.0, ring), (1.25, ring * 0.55 - 0.1)]


FORMS: dict[str, tuple[Form, ...]] = {
    "shell": (_fan_shell, _snail_shell, _cone_shell, _star_shell),
    "banana": (_banana, _bunch, _straight_banana),
    "fish": (_fish, _slim_fish, _round_fish),
    "boat": (_sailing_boat, _rowing_boat, _outrigger),
    "stone": (_stone, _squared_stone),
}
"""How each sign may be printed."""
COLOURS: dict[str, tuple[tuple[int, int, int], ...]] = {
    "shell": (
        (200, 214, 240),
        (170, 180, 250),
        (226, 232, 240),
        (150, 190, 246),
        (190, 160, 220),
    ),
    "banana": ((60, 215, 245), (40, 190, 240), (90, 225, 235), (50, 200, 205)),
    "fish": (
        (60, 120, 240),
        (200, 200, 205),
        (50, 60, 215),
        (70, 190, 235),
        (150, 150, 160),
        (180, 110, 70),
    ),
    "boat": ((40, 70, 110), (50, 90, 150), (60, 60, 70), (50, 50, 160), (90, 120, 150)),
    "stone": ((140, 145, 150), (110, 115, 125), (165, 170, 172), (90, 110, 130)),
}
"""Blue, green, red, as printers would choose them."""
