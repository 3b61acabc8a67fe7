"""How both networks learn at once: what each sample shows, and which tile explains it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from companion.boards.tiles_board import TilesBoard
from vision.picture.arrays import Image, Tones
from vision.squares.printed.schematic import PRINTED, Schematics
from vision.training.loop import STEEPEST, WEIGHT_DECAY, half_sums
from vision.training.resuming import resume
from vision.training.squares.crops import Crop, Prints
from vision.training.squares.nets import GROUNDS, USUAL, WIDE, MatchNet, TileNet, shares

BATCH, OTHERS = 64, 7
"""So many crops a step, each beside its tile and so many others."""
LONGEST, AGAIN, FINER = 4e-3, 3e-3, 2e-3
"""The longest steps of a course that begins with new networks, of each cycle after that, and of a
course that goes on from networks that are there."""
WARMING_UP = 0.15
"""The share of a cycle in which steps still grow."""
PRINTS = 16
"""So many prints are drawn at a time."""
RARE = torch.tensor([1.0, 2.0, 1.0, 2.0, 3.0, 3.0, 2.0, 1.0, 1.5])
RARE_SIGNS = torch.tensor([1.0, 6.0, 6.0, 6.0, 6.0, 6.0])


@dataclass(frozen=True, eq=False)
class Pool:
    """Crops: ``tones`` (n, 64, 64, 3) codes, ``grounds`` and ``signs`` (n, 32, 32), ``ways`` (n).

    A way is a row of the schematics that tells the tile as it lies; -1 for a bare cell.
    """

    tones: Image
    grounds: Image
    signs: Image
    ways: np.ndarray


def drawn_pool(board: TilesBoard, first: int, count: int, each: int = 500) -> Pool:
    """So many crops, of ``PRINTS`` new prints for every ``each`` * ``PRINTS`` of them."""
    rows, crops = _rows(board), list[Crop]()
    rng = np.random.default_rng([first, 5])
    for start in range(first, first + 100_000, PRINTS):
        prints = Prints(board, range(start, start + PRINTS))
        crops += [prints.crop(rng) for _ in range(min(each * PRINTS, count - len(crops)))]
        if len(crops) >= count:
            break
    return Pool(
        np.stack([np.round(crop.tones * 255).astype(np.uint8) for crop in crops]),
        np.stack([crop.grounds for crop in crops]),
        np.stack([crop.signs for crop in crops]),
        np.array([rows.get((crop.tile, crop.turn), -1) for crop in crops]),
    )


def _rows(board: TilesBoard) -> dict[tuple[str, int], int]:
    """The row of the schematics for each tile in each of the four turns."""
    ways = {str(way): row for row, way in enumerate(Schematics(board).ways)}
    return {
        (tile.id, turn): ways[f"{tile.id}/{turn % tile.turns}"]
        for tile in board.tiles.values()
        if not tile.back
        for turn in range(4)
    }


class Rivals:
    """Which ways to lie are worth holding a crop against: those with the same sides first."""

    def __init__(self, board: TilesBoard) -> None:
        self.schematics = Schematics(board)
        self.maps = functional.avg_pool2d(torch.from_numpy(self.schematics.maps), 2)
        edge = np.argmax(_sides(self.schematics.maps), axis=1)
        self._alike = [np.flatnonzero((edge == row).all(axis=1)) for row in edge]
        base = np.array([way.tile for way in self.schematics.ways])
        self._own = [np.flatnonzero(base == tile) for tile in base]

    def beside(self, way: int, rng: np.random.Generator) -> list[int]:
        """The way first, then others."""
        alike = [row for row in rng.permutation(self._alike[way]) if row != way][:5]
        own = [row for row in rng.permutation(self._own[way]) if row != way and row not in alike][
            :1
        ]
        chosen = [*alike, *own]
        while len(chosen) < OTHERS:
            row = int(rng.integers(len(self.maps)))
            if row != way:
                chosen.append(row)
        return [way, *chosen]


def _sides(maps: Tones) -> Tones:
    """What the middle of each side shows, (n, grounds, 4)."""
    middle, edge = 16, 2
    return np.stack(
        [maps[:, :PRINTED, middle, -edge], maps[:, :PRINTED, -edge, middle],
         maps[:, :PRINTED, middle, edge], maps[:, :PRINTED, edge, middle]], axis=2
    )  # fmt: skip


class Lessons:
    """Both networks while they learn: the second from what the first one tells by then.

    ``vision.training.loop.teach`` would make others of the same commands: its steps grow over a
    tenth of a cycle, not over ``WARMING_UP``, and it leaves a running mean of the weights, where
    these are the last step's. Of gradients that of the first network alone is cut, and it comes
    from both. Crops and rivals are drawn by NumPy's lots, which it doesn't keep for a course that
    is broken off.
    """

    def __init__(
        self, board: TilesBoard, seed: int, cycles: Sequence[int], *, wide: bool = False
    ) -> None:
        """``cycles``: so many steps each, which grow and then shrink."""
        torch.manual_seed(seed)
        torch.set_num_threads(1)
        self.rng, self.rivals, self.cycles = np.random.default_rng(seed), Rivals(board), cycles
        self.tile = TileNet(WIDE if wide else USUAL).to(memory_format=torch.channels_last)
        self.match = MatchNet().to(memory_format=torch.channels_last)
        self._longest = LONGEST

    def go_on(self, pool: Pool, tile: bytes, match: bytes) -> None:
        """Begin with networks that are there, two ONNX files, not with new ones.

        Raises InputError where they are others.
        """
        rows = np.arange(min(len(pool.ways), 4 * BATCH))

        def lesson() -> Tensor:
            return self._step(pool, rows)["loss"]

        resume(self.tile, tile, lesson)
        resume(self.match, match, lesson)
        self._longest = FINER

    def learn(self, pools: Sequence[Pool]) -> Iterator[dict[str, float]]:
        """Go through all steps; what each batch told."""
        for number, steps in enumerate(self.cycles):
            yield from self._cycle(pools, steps, min(self._longest, AGAIN if number else LONGEST))

    def _cycle(
        self, pools: Sequence[Pool], steps: int, longest: float
    ) -> Iterator[dict[str, float]]:
        weights = [*self.tile.parameters(), *self.match.parameters()]
        optimiser = torch.optim.AdamW(weights, longest, weight_decay=WEIGHT_DECAY)
        lengths = torch.optim.lr_scheduler.OneCycleLR(
            optimiser, longest, total_steps=steps, pct_start=WARMING_UP
        )
        for step in range(steps):
            pool = pools[step % len(pools)]
            self.tile.train()
            self.match.train()
            told = self._step(pool, self.rng.integers(0, len(pool.ways), BATCH))
            told["loss"].backward()
            nn.utils.clip_grad_norm_(self.tile.parameters(), STEEPEST)
            optimiser.step()
            optimiser.zero_grad()
            lengths.step()
            yield {name: float(value.detach()) for name, value in told.items()}

    def _step(self, pool: Pool, rows: np.ndarray) -> dict[str, Tensor]:
        turns = self.rng.integers(0, 4, len(rows))
        with half_sums():
            told, grounds, signs = self._look(pool, rows, turns)
        told = told.float()
        ground = functional.cross_entropy(told[:, :GROUNDS], grounds, RARE, label_smoothing=0.02)
        sign = functional.cross_entropy(told[:, GROUNDS:], signs, RARE_SIGNS, label_smoothing=0.02)
        there = np.flatnonzero(pool.ways[rows] >= 0)
        ways = [self._turned(pool.ways[rows[i]], turns[i]) for i in there]
        rivals = torch.tensor([self.rivals.beside(way, self.rng) for way in ways])
        seen = shares(told[there])
        with half_sums():
            odds = self._odds(seen, rivals).float()
        first = torch.zeros(len(there), dtype=torch.long)
        match = functional.cross_entropy(odds, first, label_smoothing=0.02)
        right = (odds.argmax(1) == 0).float().mean()
        grounds_right = (told[:, :GROUNDS].argmax(1) == grounds).float().mean()
        loss = ground + 0.5 * sign + match
        told_all = {"loss": loss, "ground": ground, "sign": sign, "match": match}
        return {**told_all, "right": right, "grounds right": grounds_right}

    def _look(
        self, pool: Pool, rows: np.ndarray, turns: np.ndarray
    ) -> tuple[Tensor, Tensor, Tensor]:
        def turned(of: np.ndarray) -> np.ndarray:
            return np.stack([np.rot90(of[r], -t) for r, t in zip(rows, turns, strict=True)])

        tones = turned(pool.tones).astype(np.float32) / 255
        tones = tones * np.exp(self.rng.normal(0, 0.06, (len(rows), 1, 1, 3))).astype(np.float32)
        crops = torch.from_numpy(np.ascontiguousarray(tones.clip(0, 1))).permute(0, 3, 1, 2)
        grounds, signs = (
            torch.from_numpy(turned(of).astype(np.int64)) for of in (pool.grounds, pool.signs)
        )
        return self.tile(crops), grounds, signs

    def _turned(self, way: int, turn: int) -> int:
        lying = self.rivals.schematics.ways[way]
        turns = self.rivals.schematics.board.tiles[lying.tile].turns
        return int(way - lying.turn + (lying.turn + turn) % turns)

    def _odds(self, seen: Tensor, rivals: Tensor) -> Tensor:
        """The log odds (n, k) of the ways (n, k) beside what is seen (n, 15, 32, 32)."""
        n, k = rivals.shape
        seen = functional.avg_pool2d(seen, 2)
        maps = self.rivals.maps[rivals.reshape(-1)]
        both = torch.cat(
            [seen[:, None].expand(n, k, *seen.shape[1:]).reshape(n * k, *seen.shape[1:]), maps], 1
        )
        odds: Tensor = self.match(both).reshape(n, k)
        return odds

    @torch.no_grad()
    def measure(self, pool: Pool) -> dict[str, float]:
        """How often the right way is the likeliest, on crops that nothing learned from."""
        self.tile.eval()
        self.match.eval()
        right, grounds_right, sure, wrong = 0, 0.0, 0, 0
        there = np.flatnonzero(pool.ways >= 0)
        every = torch.arange(len(self.rivals.maps))[None]
        for row in there:
            told, grounds, _ = self._look(pool, np.array([row]), np.array([0]))
            chances = self._odds(shares(told), every).softmax(1)[0]
            best = int(chances.argmax())
            right += best == pool.ways[row]
            is_sure = bool(chances[best] > 0.95)
            sure += is_sure
            wrong += is_sure and best != pool.ways[row]
            grounds_right += float((told[:, :GROUNDS].argmax(1) == grounds).float().mean())
        n = len(there)
        return {
            "right": right / n,
            "sure": sure / n,
            "surely wrong": wrong / n,
            "grounds": grounds_right / n,
        }
