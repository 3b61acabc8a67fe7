"""What a drawn board is short of, laid on squares of it: tickets of any print, shadows, relief.

Squares are tones (s, s, 3) relative to white, the print they should show (s, s, 3), and the kinds
(s, s) of what they show. Tones, print and kinds are changed in place. The simulator has one drawing
of tickets and plain paint; a table has others, and light that plays on them. Sizes are in samples
of a whole board; a square that is ``finer`` has so many for one of these.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from vision.picture.arrays import Floats, Tones
from vision.stops.network import CARD, PRINT, SHIP
from vision.training.chance import by_chance, uniform

Kinds = NDArray[np.int64]
TICKET_SAMPLES = ((13.0, 20.0), (8.0, 12.5))
"""How long and how wide a ticket is, from and to."""
ART = (48, 30)
"""A ticket is drawn with so many dots along and across."""
WHITE_TICKETS = 0.6
MOST_PRINTED = 4
"""So many things are printed on a ticket at most."""
LARGEST_PILE = 5
FAN_SAMPLES, FAN = 2.0, 0.2
"""How far the tickets of a pile lie from its middle, and how they are turned: sigmas."""
SHADOW_SAMPLES = (2.0, 12.0)
SHADOW_DEEP = (0.1, 0.75)
RELIEF = 0.2
LIKE_THE_PRINT = 0.12
"""Paint like what is around it differs from that by so much: sigma."""


def lay_tickets(tones: Tones, print_: Tones, kinds: Kinds, at: Floats, finer: int = 1) -> None:
    """Lay a pile of tickets at a column and row, under the ships that stand there."""
    turn = uniform(0, math.pi)
    size = [uniform(*side) * finer for side in TICKET_SAMPLES]
    free = np.isin(kinds, (PRINT, CARD))
    light = _light_on(tones, print_, finer)
    edge = _randn(2) * 0.8 * finer
    for _ in range(_whole(1, LARGEST_PILE)):
        middle = at + _randn(2) * FAN_SAMPLES * finer
        angle = turn + float(_randn(1)[0]) * FAN
        art, cover = _laid(_ticket(), middle, size, angle, kinds.shape)
        cover = cover * free
        beside = np.array([[1, 0, edge[0]], [0, 1, edge[1]]])
        shade = cv2.warpAffine(cover, beside, cover.shape[::-1])
        tones *= (1 - 0.35 * np.maximum(shade * free - cover, 0))[..., None]
        _blend(tones, art * light, cover)
        kinds[cover > 0.5] = CARD


def print_tickets(tones: Tones, print_: Tones, kinds: Kinds, at: Floats, finer: int = 1) -> None:
    """Print what looks like a ticket on the board: it is no card."""
    size = [uniform(*side) * uniform(0.7, 1.4) * finer for side in TICKET_SAMPLES]
    light = _light_on(tones, print_, finer)
    art, cover = _laid(_ticket(), at, size, uniform(0, math.pi), kinds.shape)
    _blend(print_, art, cover)
    _blend(tones, art * light, cover * (kinds == PRINT))


def paint_like_print(tones: Tones, kinds: Kinds, share: float, finer: int = 1) -> None:
    """Paint some ships in the tone of what is around them."""
    square = np.ones((6 * finer + 1, 6 * finer + 1))
    count, parts = cv2.connectedComponents((kinds == SHIP).astype(np.uint8))
    for part in range(1, count):
        if not by_chance(share):
            continue
        ship = parts == part
        wide = cv2.dilate(ship.astype(np.uint8), square) > 0
        around = wide & (kinds != SHIP)
        if not around.any():
            continue
        like = tones[around].mean(axis=0) * np.exp(_randn(3) * 0.05 + _randn(1) * LIKE_THE_PRINT)
        tones[ship] *= like / np.maximum(tones[ship].mean(axis=0), 0.02)


def shade_ships(tones: Tones, kinds: Kinds, finer: int = 1) -> None:
    """Let light play on ships: deep and bright parts that no plain mould shows."""
    coarse = _randn(*(side // (3 * finer) for side in kinds.shape)).astype(np.float32)
    play = np.exp(cv2.resize(coarse, kinds.shape[::-1], interpolation=cv2.INTER_CUBIC) * RELIEF)
    ship = kinds == SHIP
    tones[ship] *= (play[ship] ** uniform(0, 1.3))[:, None]


def cast_shadows(tones: Tones, kinds: Kinds, finer: int = 1) -> None:
    """Let ships throw another shadow, near or long, soft or hard."""
    ship = (kinds == SHIP).astype(np.float32)
    turn, long = uniform(0, 2 * math.pi), uniform(*SHADOW_SAMPLES) * finer
    reach = math.ceil(long)
    line = np.zeros((2 * reach + 1, 2 * reach + 1), np.uint8)
    end = (round(reach + long * math.cos(turn)), round(reach + long * math.sin(turn)))
    cv2.line(line, (reach, reach), end, 1)
    dark = cv2.GaussianBlur(cv2.dilate(ship, line), (0, 0), uniform(0.4, 2.5) * finer)
    tones *= (1 - uniform(*SHADOW_DEEP) * dark * (1 - ship))[..., None]


def cross_with_shadow(tones: Tones) -> None:
    """Lay the edge of a large shadow, soft or hard, over a square."""
    y, x = np.indices(tones.shape[:2], np.float32) / len(tones) - 0.5
    turn = uniform(0, 2 * math.pi)
    beyond = math.cos(turn) * x + math.sin(turn) * y + uniform(-0.3, 0.3)
    edge = 1 / (1 + np.exp(np.clip(-beyond * math.exp(uniform(2, 5)), -50, 50)))
    tones *= (1 - uniform(-0.2, 0.5) * edge)[..., None]


def wash_out(tones: Tones) -> None:
    """Let a lamp be reflected somewhere."""
    side = len(tones)
    y, x = np.indices(tones.shape[:2], np.float32)
    away = np.hypot(x - uniform(0, side), y - uniform(0, side)) / (side * uniform(0.1, 0.6))
    haze = (uniform(0.2, 0.9) * np.exp(-0.5 * away**2))[..., None]
    tones += haze * (uniform(0.7, 1.1) - tones)


def _ticket() -> Tones:
    """What is printed on one ticket, (across, along, 3)."""
    white = by_chance(WHITE_TICKETS)
    paper = uniform(0.8, 0.97) * np.exp(_randn(3) * 0.02).clip(0.9, 1.03) if white else _colour()
    across, along = ART[1], ART[0]
    art = np.full((across, along, 3), paper * 255, np.uint8)
    for _ in range(_whole(0, MOST_PRINTED)):
        ink = tuple(int(c) for c in _colour() * 255)
        middle = (_whole(0, along), _whole(0, across))
        if by_chance(0.3):
            middle = (along // 2, across // 2)
        thick = -1 if by_chance(0.5) else _whole(1, 4)
        what = _whole(0, 4)
        if what == 0:
            size = (_whole(3, 14), _whole(3, 12))
            cv2.ellipse(art, middle, size, 0, 0, 360, ink, thick)
        elif what == 1:
            end = (_whole(0, along), _whole(0, across))
            cv2.rectangle(art, middle, end, ink, thick)
        elif what == 2:
            inset = _whole(1, 6)
            cv2.rectangle(art, (inset, inset), (along - inset, across - inset), ink, _whole(1, 4))
        elif what == 3:
            art[: _whole(3, across // 2)] = ink
        else:
            number, at = str(_whole(1, 99)), (middle[0] // 2, across // 2 + _whole(0, 12))
            cv2.putText(art, number, at, cv2.FONT_HERSHEY_DUPLEX, uniform(0.4, 0.9), ink, 2)
    return np.asarray(art[::-1] if by_chance(0.5) else art, np.float32) / 255


def _laid(
    art: Tones, middle: Floats, size: list[float], angle: float, shape: tuple[int, ...]
) -> tuple[Tones, Tones]:
    """A ticket turned on a square, (s, s, 3), and what it covers, (s, s)."""
    scale = np.array(size) / ART
    cos, sin = math.cos(angle), math.sin(angle)
    turn = np.array([[cos * scale[0], -sin * scale[1]], [sin * scale[0], cos * scale[1]]])
    off = np.asarray(middle) - turn @ (np.array(ART) / 2)
    move = np.column_stack([turn, off])
    soft = cv2.blur(art, (3, 3), borderType=cv2.BORDER_REPLICATE)
    to = (shape[1], shape[0])
    laid = cv2.warpAffine(soft, move, to, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    cover = cv2.warpAffine(np.ones(art.shape[:2], np.float32), move, to, flags=cv2.INTER_LINEAR)
    return np.asarray(laid, np.float32), np.asarray(cover, np.float32)


def _light_on(tones: Tones, print_: Tones, finer: int) -> Tones:
    """How much brighter than expected a square is, smoothly, (s, s, 1)."""
    much = tones.mean(axis=2) / np.maximum(print_.mean(axis=2), 0.05)
    smooth = cv2.blur(np.clip(much, 0.3, 1.4), (4 * finer + 1, 4 * finer + 1))
    return np.asarray(smooth[..., None], np.float32)


def _blend(under: Tones, over: Tones, cover: Tones) -> None:
    under += (over - under) * cover[..., None]


def _colour() -> Floats:
    return np.asarray(torch.rand(3).numpy() ** 1.2 * 0.95 + 0.02)


def _randn(*shape: int) -> Floats:
    return np.asarray(torch.randn(shape).numpy(), float)


def _whole(low: int, high: int) -> int:
    """A whole number from ``low`` to ``high``, each as likely."""
    return int(torch.randint(low, high + 1, ()))
