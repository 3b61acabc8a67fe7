"""How the network of boards of stops learns: what each sample shows, and where ships stand.

Lessons are squares cut out of boards, turned, in other tones, under another print's error of place,
and with hands laid over them that no simulator draws.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from vision.picture.arrays import Floats, Tones
from vision.stops.close_look import FINE, FINER
from vision.stops.network import CARD, LEAN_X, LEAN_Y, OTHER, SHIP, SQUARE
from vision.training.board_net import BoardNet
from vision.training.chance import around_one, by_chance, one_of, uniform
from vision.training.dataset.board_frames import BoardFrame
from vision.training.dataset.material import Material
from vision.training.dataset.metrics import Figures, Say
from vision.training.drawn.lots import between, factors, scattered
from vision.training.loop import Course, half_sums, teach
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
from vision.training.shipping.exporting import AsShipped


@dataclass(frozen=True)
class Squares:
    """What a lesson is made of: ``count`` squares, ``side`` samples wide.

    They are ``finer`` than a whole board by so many samples for one: all sizes below are those of
    a whole board. A share of them, ``piled``, comes from frames that show ships and card; on so
    many ``tickets`` are laid, on so many one is ``printed``. Of the ships so many are painted
    ``like_print``, and light plays on those of so many squares (``play_of_light``). ``feet`` is
    what these count beside the kinds.
    """

    count: int
    side: int
    finer: int = 1
    piled: float = 0.0
    tickets: float = 0.4
    printed: float = 0.25
    like_print: float = 0.3
    play_of_light: float = 0.6
    feet: float = 4.0


WHOLE = Squares(8, 120)
CLOSE = Squares(
    12, FINE, FINER, piled=0.5, tickets=0.25, printed=0.15, like_print=0.15, play_of_light=0.4,
    feet=0.5,
)  # fmt: skip
"""Feet are four times as many samples there: at full weight they were all that it learned."""
PILED_SAMPLES = 75
"""A frame shows ships and card that has so many samples of each."""
AT_A_SHIP, AT_CARD = 0.5, 0.5
"""So many squares have a ship in them for sure, and so many of the others card."""
EDGE = 6
"""It lies no nearer to the edge than this part of a side."""
HANDS = 0.3
"""So many squares have a hand laid over them."""
AT_A_PLACE, OFF_PLACE = 0.6, 2.5
"""So many tickets lie on a stranding place, and so far off its middle: sigma, in samples."""
SHADOWS, LARGE_SHADOW, WASHED = 0.4, 0.2, 0.15
"""In so many squares ships throw another shadow, a larger one falls over them, a lamp is reflected.
"""
FINGER_SAMPLES = (4.5, 8.5)
"""Half the width of a finger's tip, in samples."""
WIDENS_SAMPLES = 60.0
"""A hand is twice as wide so far from the tips."""
FOOT_SAMPLES = 1.5
"""Sigma of what counts as a ship's foot, in samples."""
KINDS_WORTH = (1.0, 4.0, 3.0, 1.0)
"""What one sample of each kind counts: ships and card are little beside the print."""


def train_boards(
    material: Material, course: Course, say: Say, kept: Path | None = None
) -> BoardNet:
    """A network that has learned from the boards of this material."""
    return _train(material.boards, WHOLE, course, say, kept)


def train_close_look(
    material: Material, course: Course, say: Say, kept: Path | None = None
) -> BoardNet:
    """A network that has learned from the places of boards in this material, seen closely."""
    return _train(material.boards, CLOSE, course, say, kept)


def _train(
    frames: Sequence[BoardFrame], squares: Squares, course: Course, say: Say, kept: Path | None
) -> BoardNet:
    net = BoardNet()
    least = PILED_SAMPLES * squares.finer**2
    piled = [
        frame
        for frame in frames
        if all((frame.kinds == kind).sum() >= least for kind in (SHIP, CARD))
    ]
    teach(net, lambda: _loss(net, frames, piled or frames, squares), course, say, kept)
    return net


def _loss(
    net: BoardNet,
    frames: Sequence[BoardFrame],
    piled: Sequence[BoardFrame],
    squares: Squares,
) -> Tensor:
    lessons = [
        lesson(one_of(piled if squares.piled and by_chance(squares.piled) else frames), squares)
        for _ in range(squares.count)
    ]
    boards, kinds, feet = (torch.stack(parts) for parts in zip(*lessons, strict=True))
    with half_sums():
        told, stand = net(boards)
    worth = torch.tensor(KINDS_WORTH)
    loss = functional.cross_entropy(told.float(), kinds, worth, label_smoothing=0.002)
    return loss + squares.feet * _feet_loss(stand[:, 0].float(), feet)


def _feet_loss(logits: Tensor, feet: Tensor) -> Tensor:
    """A focal loss about the middles of ships (Law and Deng, 2018)."""
    chance = torch.sigmoid(logits).clamp(1e-4, 1 - 1e-4)
    there = feet > 0.95
    hit = -(((1 - chance) ** 2) * chance.log())[there].sum()
    miss = -(((1 - feet) ** 4) * chance**2 * (1 - chance).log())[~there].sum()
    return (hit + miss) / there.sum().clamp(min=4) * 0.1


def lesson(frame: BoardFrame, squares: Squares = WHOLE) -> tuple[Tensor, Tensor, Tensor]:
    """One square of a frame: channels (9, s, s), kinds (s, s), and feet (s, s) from 0 to 1."""
    side, finer = squares.side, squares.finer
    rows, columns = frame.kinds.shape
    left, top = (int(torch.randint(max(n - side, 1), ())) for n in (columns, rows))
    if (middle := _something(frame)) is not None:
        off = torch.randint(side // EDGE, side - side // EDGE, (2,)).numpy()
        left, top = np.clip(middle - off, 0, (columns - side, rows - side)).astype(int).tolist()
    here = slice(top, top + side), slice(left, left + side)
    shown, kinds = frame.shown(here), frame.kinds[here].astype(np.int64)
    _as_on_tables(shown, kinds, frame.places - (left, top), squares)
    feet = torch.from_numpy(_feet_map(frame.feet - (left, top), squares))
    return _changed(torch.from_numpy(shown), torch.from_numpy(kinds), feet, finer)


def _as_on_tables(shown: Tones, kinds: Kinds, places: Tones, squares: Squares) -> None:
    """Lay on a square, in place, what drawn boards are short of; ``places`` are stranding ones."""
    tones, print_ = (np.ascontiguousarray(shown[i : i + 3].transpose(1, 2, 0)) for i in (0, 3))
    finer = squares.finer
    if by_chance(squares.printed):
        print_tickets(tones, print_, kinds, _spot(places, len(kinds), finer), finer)
    paint_like_print(tones, kinds, squares.like_print, finer)
    if by_chance(squares.tickets):
        lay_tickets(tones, print_, kinds, _spot(places, len(kinds), finer), finer)
    if by_chance(squares.play_of_light):
        shade_ships(tones, kinds, finer)
    if by_chance(SHADOWS):
        cast_shadows(tones, kinds, finer)
    if by_chance(LARGE_SHADOW):
        cross_with_shadow(tones)
    if by_chance(WASHED):
        wash_out(tones)
    shown[:3], shown[3:6] = tones.transpose(2, 0, 1), print_.transpose(2, 0, 1)


def _spot(places: Tones, side: int, finer: int) -> Floats:
    """A column and row on a square: about a stranding place in it, or anywhere."""
    inside = [place for place in places if (place > 0).all() and (place < side).all()]
    if inside and by_chance(AT_A_PLACE):
        return np.asarray(one_of(inside) + scattered(OFF_PLACE * finer, 2).numpy(), float)
    return np.asarray(between(0, side, 2).numpy(), float)


def _something(frame: BoardFrame) -> Tones | None:
    """The column and row of a ship, or of card, by lot; or None."""
    if len(frame.feet) and by_chance(AT_A_SHIP):
        return one_of(list(frame.feet))
    rows, columns = np.nonzero(frame.kinds == CARD)
    if not len(rows) or not by_chance(AT_CARD):
        return None
    which = int(torch.randint(len(rows), ()))
    return np.array([columns[which], rows[which]], float)


def _feet_map(feet: Tones, squares: Squares) -> Tones:
    """How near each sample is to a foot, (s, s), 1 at the sample nearest to one."""
    told = np.zeros((squares.side, squares.side), np.float32)
    line, sigma = np.arange(squares.side), FOOT_SAMPLES * squares.finer
    for x, y in np.round(feet):
        near = np.exp(-0.5 * (((line - x) / sigma) ** 2))
        told = np.maximum(told, np.exp(-0.5 * ((line - y) / sigma) ** 2)[:, None] * near)
    return told.astype(np.float32)


def _changed(
    shown: Tensor, kinds: Tensor, feet: Tensor, finer: int
) -> tuple[Tensor, Tensor, Tensor]:
    """A square turned, in other tones, a little beside its print, under a hand or not."""
    shown, kinds, feet = _turned(shown, kinds, feet)
    tones, print_ = shown[:3], shown[3:6]
    if by_chance(HANDS):
        kinds, tones, feet = _under_a_hand(kinds.clone(), tones.clone(), feet, finer)
    order, both = torch.randperm(3), factors(0.12, 3, 1, 1)
    tones, print_ = _as_photographed(tones[order] * both, finer), print_[order] * both
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


def _as_photographed(tones: Tensor, finer: int) -> Tensor:
    """Tones (3, s, s) as another photo would have them: light, curve, place, blur, rims, noise."""
    side = tones.shape[1]
    if by_chance(0.5):
        tones = tones * factors(0.03, 3, 1, 1) + scattered(0.012, 3, 1, 1)
        tones = tones.clamp(min=0.001) ** around_one(0.06)
    if by_chance(0.4):
        tones = tones * (1 + _uneven(0.06, side)) + _uneven(0.02, side)
    if by_chance(0.4):
        tones = tones.roll(tuple(torch.randint(-finer, finer + 1, (2,)).tolist()), (1, 2))
    soft = functional.avg_pool2d(tones[None], 3, 1, 1, count_include_pad=False)[0]
    if by_chance(0.3):
        tones = soft
    elif by_chance(0.3):
        tones = tones + 0.5 * (tones - soft)
    return tones + scattered(uniform(0, 0.02), *tones.shape)


def _uneven(sigma: float, side: int) -> Tensor:
    """What changes slowly over a square, about 0, (1, s, s)."""
    coarse = scattered(sigma, 1, 1, 4, 4)
    wide = functional.interpolate(coarse, (side, side), mode="bicubic", align_corners=False)
    return wide[0]


def _under_a_hand(
    kinds: Tensor, tones: Tensor, feet: Tensor, finer: int
) -> tuple[Tensor, Tensor, Tensor]:
    """Fingers of any colour that reach in from a side, rounded by their shade."""
    side = len(kinds)
    line = torch.arange(side, dtype=torch.float32)
    turn, paint = uniform(0, 2 * math.pi), between(0.05, 0.85, 3, 1, 1)
    tip = between(0, side, 2)
    for _ in range(int(torch.randint(1, 4, ()))):
        angle = turn + float(scattered(0.25, 1))
        x, y = line[None, :] - tip[0], line[:, None] - tip[1]
        along = x * math.cos(angle) + y * math.sin(angle)
        across = y * math.cos(angle) - x * math.sin(angle)
        half = uniform(*FINGER_SAMPLES) * finer * (1 + (along / WIDENS_SAMPLES / finer).clamp(0, 2))
        away = torch.where(along < 0, torch.hypot(along, across), across.abs())
        shade = 1 - 0.35 * (across / half).clamp(-1, 1) ** 2 + scattered(0.05, 1)
        inside = away < half
        tones = torch.where(inside, paint * shade, tones)
        feet = torch.where(inside & (kinds == SHIP), torch.zeros(()), feet)
        kinds = torch.where(inside, torch.tensor(OTHER), kinds)
        tip = tip + scattered(12.0 * finer, 2)
    return kinds, tones, feet


@torch.no_grad()
def measure_boards(net: AsShipped, frames: Sequence[BoardFrame], figures: Figures) -> None:
    """Count what a network that never saw these frames says right of their samples."""
    for frame in frames:
        told = whole(net, frame).argmax(0).numpy()
        for kind, name in enumerate(("print", "ships", "card", "other things")):
            here = (frame.kinds == kind) & (frame.in_view > 0)
            figures.count(f"samples of {name}", (told == kind)[here])


def whole(net: AsShipped, frame: BoardFrame) -> Tensor:
    """What a network says of all samples of a frame, as logits (4, rows, columns)."""
    rows, columns = frame.kinds.shape
    board = torch.from_numpy(frame.shown((slice(None), slice(None))))[None]
    board = functional.pad(board, (0, -columns % SQUARE, 0, -rows % SQUARE))
    return net(board)[0][0, :, :rows, :columns]
