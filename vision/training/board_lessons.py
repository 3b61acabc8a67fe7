"""How the network of boards of stops learns: what each sample shows, and where ships stand.

Lessons are squares cut out of boards, turned, in other tones, under another print's error of place,
and with hands laid over them that no simulator draws.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from vision.picture.sampling import Floats, Tones
from vision.stops.network import CARD, LEAN_X, LEAN_Y, OTHER, SHIP, SQUARE
from vision.training.board_net import BoardNet
from vision.training.chance import around_one, by_chance, one_of, uniform
from vision.training.dataset.board_frames import BoardFrame
from vision.training.dataset.material import Material
from vision.training.dataset.metrics import Figures, Say
from vision.training.drawn.lots import between, factors, scattered
from vision.training.loop import Course, teach
from vision.training.on_boards import (
    Kinds,
    cast_shadows,
    cross_with_shadow,
    lay_tickets,
    paint_like_print,
    print_tickets,
    shade_ships,
    wash_out,
)

SIDE = 120
"""So large are squares, in samples."""
SQUARES = 8
AT_A_SHIP, AT_CARD = 0.5, 0.5
"""So many squares have a ship in them for sure, and so many of the others card."""
EDGE = 20
"""It lies no nearer to the edge than so many samples."""
HANDS = 0.3
"""So many squares have a hand laid over them."""
TICKETS, PRINTED = 0.4, 0.25
"""So many have a pile of tickets laid on them, so many a ticket printed on the board."""
AT_A_PLACE, OFF_PLACE = 0.6, 2.5
"""So many of these lie on a stranding place, and so far off its middle: sigma, in samples."""
LIKE_PRINT = 0.3
"""So many ships are painted in the tone of what is around them."""
PLAY_OF_LIGHT, SHADOWS, LARGE_SHADOW, WASHED = 0.6, 0.4, 0.2, 0.15
"""In so many squares light plays on ships, they throw another shadow, a larger one falls over them,
a lamp is reflected."""
FINGER_SAMPLES = (4.5, 8.5)
"""Half the width of a finger's tip, in samples."""
WIDENS_SAMPLES = 60.0
"""A hand is twice as wide so far from the tips."""
FOOT_SAMPLES = 1.5
"""Sigma of what counts as a ship's foot, in samples."""
KINDS_WORTH = (1.0, 4.0, 3.0, 1.0)
"""What one sample of each kind counts: ships and card are little beside the print."""
FEET_WEIGHT = 4.0


def train_boards(
    material: Material, course: Course, say: Say, kept: Path | None = None
) -> BoardNet:
    """A network that has learned from the boards of this material."""
    net = BoardNet()
    teach(net, lambda: _loss(net, material.boards), course, say, kept)
    return net


def _loss(net: BoardNet, frames: Sequence[BoardFrame]) -> Tensor:
    lessons = [lesson(one_of(frames)) for _ in range(SQUARES)]
    boards, kinds, feet = (torch.stack(parts) for parts in zip(*lessons, strict=True))
    with torch.autocast("cpu", torch.bfloat16):  # half the time, where a processor has it
        told, stand = net(boards)
    worth = torch.tensor(KINDS_WORTH)
    loss = functional.cross_entropy(told.float(), kinds, worth, label_smoothing=0.002)
    return loss + FEET_WEIGHT * _feet_loss(stand[:, 0].float(), feet)


def _feet_loss(logits: Tensor, feet: Tensor) -> Tensor:
    """A focal loss about the middles of ships (Law and Deng, 2018)."""
    chance = torch.sigmoid(logits).clamp(1e-4, 1 - 1e-4)
    there = feet > 0.95
    hit = -(((1 - chance) ** 2) * chance.log())[there].sum()
    miss = -(((1 - feet) ** 4) * chance**2 * (1 - chance).log())[~there].sum()
    return (hit + miss) / there.sum().clamp(min=4) * 0.1


def lesson(frame: BoardFrame) -> tuple[Tensor, Tensor, Tensor]:
    """One square of a frame: channels (9, s, s), kinds (s, s), and feet (s, s) from 0 to 1."""
    rows, columns = frame.kinds.shape
    left, top = (int(torch.randint(max(n - SIDE, 1), ())) for n in (columns, rows))
    if (middle := _something(frame)) is not None:
        off = torch.randint(EDGE, SIDE - EDGE, (2,)).numpy()
        left, top = np.clip(middle - off, 0, (columns - SIDE, rows - SIDE)).astype(int).tolist()
    here = slice(top, top + SIDE), slice(left, left + SIDE)
    shown, kinds = frame.shown(here), frame.kinds[here].astype(np.int64)
    _as_on_tables(shown, kinds, frame.places - (left, top))
    feet = torch.from_numpy(_feet_map(frame.feet - (left, top)))
    return _changed(torch.from_numpy(shown), torch.from_numpy(kinds), feet)


def _as_on_tables(shown: Tones, kinds: Kinds, places: Tones) -> None:
    """Lay on a square, in place, what drawn boards are short of; ``places`` are stranding ones."""
    tones, print_ = (np.ascontiguousarray(shown[i : i + 3].transpose(1, 2, 0)) for i in (0, 3))
    if by_chance(PRINTED):
        print_tickets(tones, print_, kinds, _spot(places))
    paint_like_print(tones, kinds, LIKE_PRINT)
    if by_chance(TICKETS):
        lay_tickets(tones, print_, kinds, _spot(places))
    if by_chance(PLAY_OF_LIGHT):
        shade_ships(tones, kinds)
    if by_chance(SHADOWS):
        cast_shadows(tones, kinds)
    if by_chance(LARGE_SHADOW):
        cross_with_shadow(tones)
    if by_chance(WASHED):
        wash_out(tones)
    shown[:3], shown[3:6] = tones.transpose(2, 0, 1), print_.transpose(2, 0, 1)


def _spot(places: Tones) -> Floats:
    """A column and row on a square: about a stranding place in it, or anywhere."""
    inside = [place for place in places if (place > 0).all() and (place < SIDE).all()]
    if inside and by_chance(AT_A_PLACE):
        return np.asarray(one_of(inside) + scattered(OFF_PLACE, 2).numpy(), float)
    return np.asarray(between(0, SIDE, 2).numpy(), float)


def _something(frame: BoardFrame) -> Tones | None:
    """The column and row of a ship, or of card, by lot; or None."""
    if len(frame.feet) and by_chance(AT_A_SHIP):
        return one_of(list(frame.feet))
    rows, columns = np.nonzero(frame.kinds == CARD)
    if not len(rows) or not by_chance(AT_CARD):
        return None
    which = int(torch.randint(len(rows), ()))
    return np.array([columns[which], rows[which]], float)


def _feet_map(feet: Tones) -> Tones:
    """How near each sample is to a foot, (s, s), 1 at the sample nearest to one."""
    told = np.zeros((SIDE, SIDE), np.float32)
    line = np.arange(SIDE)
    for x, y in np.round(feet):
        near = np.exp(-0.5 * (((line - x) / FOOT_SAMPLES) ** 2))
        told = np.maximum(told, np.exp(-0.5 * ((line - y) / FOOT_SAMPLES) ** 2)[:, None] * near)
    return told.astype(np.float32)


def _changed(shown: Tensor, kinds: Tensor, feet: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """A square turned, in other tones, a little beside its print, under a hand or not."""
    shown, kinds, feet = _turned(shown, kinds, feet)
    tones, print_ = shown[:3], shown[3:6]
    if by_chance(HANDS):
        kinds, tones, feet = _under_a_hand(kinds.clone(), tones.clone(), feet)
    order, both = torch.randperm(3), factors(0.12, 3, 1, 1)
    tones, print_ = _as_photographed(tones[order] * both), print_[order] * both
    return torch.cat([tones, print_, shown[6:]]), kinds, feet


def _turned(shown: Tensor, kinds: Tensor, feet: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """A square turned by quarters, mirrored or not, and the lean over it with it."""
    if by_chance(0.5):
        shown, kinds, feet = shown.flip(2), kinds.flip(1), feet.flip(1)
        shown[LEAN_X] *= -1
    if by_chance(0.5):
        shown, kinds, feet = shown.flip(1), kinds.flip(0), feet.flip(0)
        shown[LEAN_Y] *= -1
    if by_chance(0.5):
        shown, kinds, feet = shown.transpose(1, 2), kinds.T, feet.T
        shown = torch.cat([shown[:LEAN_X], shown[[LEAN_Y, LEAN_X]]])
    return shown, kinds, feet


def _as_photographed(tones: Tensor) -> Tensor:
    """Tones (3, s, s) as another photo would have them: light, curve, place, blur, rims, noise."""
    if by_chance(0.5):
        tones = tones * factors(0.03, 3, 1, 1) + scattered(0.012, 3, 1, 1)
        tones = tones.clamp(min=0.001) ** around_one(0.06)
    if by_chance(0.4):
        tones = tones * (1 + _uneven(0.06)) + _uneven(0.02)
    if by_chance(0.4):
        tones = tones.roll(tuple(torch.randint(-1, 2, (2,)).tolist()), (1, 2))
    soft = functional.avg_pool2d(tones[None], 3, 1, 1, count_include_pad=False)[0]
    if by_chance(0.3):
        tones = soft
    elif by_chance(0.3):
        tones = tones + 0.5 * (tones - soft)
    return tones + scattered(uniform(0, 0.02), *tones.shape)


def _uneven(sigma: float) -> Tensor:
    """What changes slowly over a square, about 0, (1, s, s)."""
    coarse = scattered(sigma, 1, 1, 4, 4)
    wide = functional.interpolate(coarse, (SIDE, SIDE), mode="bicubic", align_corners=False)
    return wide[0]


def _under_a_hand(kinds: Tensor, tones: Tensor, feet: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Fingers of any colour that reach in from a side, rounded by their shade."""
    line = torch.arange(SIDE, dtype=torch.float32)
    turn, paint = uniform(0, 2 * math.pi), between(0.05, 0.85, 3, 1, 1)
    tip = between(0, SIDE, 2)
    for _ in range(int(torch.randint(1, 4, ()))):
        angle = turn + float(scattered(0.25, 1))
        x, y = line[None, :] - tip[0], line[:, None] - tip[1]
        along = x * math.cos(angle) + y * math.sin(angle)
        across = y * math.cos(angle) - x * math.sin(angle)
        half = uniform(*FINGER_SAMPLES) * (1 + (along / WIDENS_SAMPLES).clamp(0, 2))
        away = torch.where(along < 0, torch.hypot(along, across), across.abs())
        shade = 1 - 0.35 * (across / half).clamp(-1, 1) ** 2 + scattered(0.05, 1)
        inside = away < half
        tones = torch.where(inside, paint * shade, tones)
        feet = torch.where(inside & (kinds == SHIP), torch.zeros(()), feet)
        kinds = torch.where(inside, torch.tensor(OTHER), kinds)
        tip = tip + scattered(12.0, 2)
    return kinds, tones, feet


@torch.no_grad()
def measure_boards(net: BoardNet, frames: Sequence[BoardFrame], figures: Figures) -> None:
    """Count what a network that never saw these frames says right of their samples."""
    for frame in frames:
        told = whole(net, frame).argmax(0).numpy()
        for kind, name in enumerate(("print", "ships", "card", "other things")):
            here = (frame.kinds == kind) & (frame.in_view > 0)
            figures.count(f"samples of {name}", (told == kind)[here])


def whole(net: BoardNet, frame: BoardFrame) -> Tensor:
    """What a network says of all samples of a frame, as logits (4, rows, columns)."""
    rows, columns = frame.kinds.shape
    board = torch.from_numpy(frame.shown((slice(None), slice(None))))[None]
    board = functional.pad(board, (0, -columns % SQUARE, 0, -rows % SQUARE))
    return net(board)[0][0, :, :rows, :columns]
