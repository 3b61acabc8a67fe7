"""Figures on the tiles: where each stands or lies, of which colour, and on which part of its tile.

The networks see a figure without going by its colour. Whose it is its paint tells, all paints of a
picture together; which part of the tile it is on, where it stands and that it stands or lies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.tiles_board import FIGURE_THICK, PieceType, TilesBoard
from companion.reading import EMPTY, Seen
from vision.alignment.pose import Pose
from vision.photometry.colour_settings import ColourSettings, PaletteSearch
from vision.photometry.colours import Palette, fit_palette, kind_probabilities
from vision.picture.arrays import Floats, Image, Tones
from vision.picture.numbers import logistic
from vision.squares.mosaic import Mosaic
from vision.squares.posture import FINE_MM, Outlines, lying_odds
from vision.squares.printed.schematic import LYING, STANDING

LEAST_SAMPLES = 14
"""A figure covers so many samples at least."""
CORE = 0.6
"""A figure's paint is told from samples that show one more surely than this, or than its median
sample does: at its rim they show what it stands on too."""
EVEN, STEEP = 0.58, 18.0
"""Samples that together are a figure by so much are one as likely as not; how soon it is sure."""
AS_BARE, PRINTED = 1.25, 0.8
"""Samples that differ from the bare tile by no more, in times what is usual, are print that looks
like a figure, unless they are one by more than this."""
CAME, HINTED = 0.8, 0.075
"""What came onto a bare tile is so likely a figure, where the network takes it for one by so much
at least: where it takes it for none, the tile is only fitted otherwise than before."""
LEAST_CAME, MOST_CAME = 24, 130
"""It covers so many samples."""
LEAST_NEW = 0.3
"""A figure in the colours of what it hides differs from it less than over so much of it."""
TOLD = 0.75
"""What the network tells of a figure's posture is worth so many times as much."""
PAINTS = ColourSettings(
    search=PaletteSearch(gains=(0.45, 0.58, 0.72, 0.9, 1.15), veils=(-0.15, 0.0, 0.12, 0.26))
)
"""Figures may be few, and a camera's contrast leaves nothing of their paint's weakest tones."""
STRANGE = 1e-3
"""No figure is surer not to be of a colour than this, before it is shared out."""
UNPAINTED = 0.4
"""What is seen as a figure is one as likely as this, though nobody's paint looks so."""
WORTH_NAMING = 0.002
UNSURE = 1e-3
WHITE = 0.95
"""The brightest of what lies there is taken to be so bright."""


@dataclass(frozen=True, eq=False)
class Figure:
    """A figure: its foot if it stands and if it lies, ``feet_mm`` (2, 2), how likely it lies.

    ``tones`` (3,) are its paint's, ``share`` is how likely it is a figure. A camera that looks
    aslant sees one that stands further from its foot than one that lies.
    """

    feet_mm: Floats
    lying: float
    tones: Tones
    share: float

    @property
    def at_mm(self) -> Floats:
        """Its foot (2,), standing or lying, whichever is likelier."""
        return np.asarray(self.feet_mm[int(self.lying >= 0.5)])


def figure_form(board: TilesBoard) -> PieceType | None:
    """The form of the figures of a board, None if it has none."""
    return next((form for form in board.pieces.values() if form.is_figure), None)


def figures_in(
    mosaic: Mosaic, photo: Image, pose: Pose, form: PieceType, outlines: Outlines
) -> list[Figure]:
    """All figures that are seen in a photo (h, w, 3)."""
    outlines.next_photo()
    stands, lies = mosaic.seen[..., STANDING], mosaic.seen[..., LYING]
    either = stands + lies
    either = np.maximum(either, CAME * alone(mosaic.came, either))
    mask = (either > 0.5).astype(np.uint8)
    count, labels = cv2.connectedComponents(mask)
    found = []
    for nth in range(1, count):
        whole = labels == nth
        if whole.sum() < LEAST_SAMPLES:
            continue
        own = without_shadow(whole, mosaic.as_lit)
        rows, columns = np.nonzero(own)
        weight = either[own]
        middle = np.array([np.average(columns, weights=weight), np.average(rows, weights=weight)])
        seen_mm = mosaic.to_mm(middle[None])
        lean = pose.lean_mm(seen_mm, form.height_mm)[0] / form.height_mm
        shape = lying_odds(outlines.of(photo, pose, mosaic, own), FINE_MM, lean, form)
        told = np.clip(lies[own].sum() / max((lies + stands)[own].sum(), 1e-3), 0.02, 0.98)
        lying = float(logistic(shape + TOLD * np.log(told / (1 - told))))
        highs = form.height_mm, FIGURE_THICK * form.length_mm
        feet = [seen_mm[0] - pose.lean_mm(seen_mm, 0.45 * high)[0] for high in highs]
        core = own & (either > min(CORE, float(np.quantile(weight, 0.5))))
        inner = cv2.erode(core.astype(np.uint8), np.ones((2, 2), np.uint8)) > 0
        tones = mosaic.tones[inner if inner.sum() >= 6 else core]
        bright = tones[np.argsort(-tones.sum(axis=1))[: max(3, len(tones) * 2 // 3)]]
        share = sureness(float(either[whole].mean()), float(mosaic.off[whole].mean()))
        found.append(Figure(np.stack(feet), lying, np.median(bright, axis=0), share))
    return found


def without_shadow(own: NDArray[np.bool_], as_lit: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """A figure without the shadow it throws: that leaves of the bare print what it was.

    ``as_lit`` is where nothing else is seen than bare print.
    """
    body = own & ~as_lit
    return body if body.sum() >= max(LEAST_CAME, LEAST_NEW * own.sum()) else own


def sureness(together: float, off: float) -> float:
    """How likely samples are a figure that are one by so much in the mean.

    ``off`` is by how many times what is usual they differ from the bare tile; infinite if nobody
    knows how that looked.
    """
    even = EVEN if off > AS_BARE else PRINTED
    return float(logistic(STEEP * (together - even)))


def alone(came: NDArray[np.bool_], either: Tones) -> NDArray[np.bool_]:
    """What came onto tiles, as large as a figure, and belongs to none that is seen: no shadow.

    What the network sees too little of is none that is seen.
    ``either`` (rows, columns) is how likely the network takes each sample for a figure's.
    """
    near = cv2.dilate(_of_size(either > 0.5, LEAST_SAMPLES), np.ones((7, 7), np.uint8)) > 0
    count, labels, areas, _ = cv2.connectedComponentsWithStats(came.astype(np.uint8))
    kept = np.zeros_like(came)
    for nth in range(1, count):
        own = labels == nth
        is_one = LEAST_CAME <= areas[nth, cv2.CC_STAT_AREA] <= MOST_CAME and not (own & near).any()
        if is_one and either[own].mean() >= HINTED:
            kept |= own
    return kept


def _of_size(mask: NDArray[np.bool_], least: int) -> NDArray[np.uint8]:
    """What hangs together in a mask, as far as it is of so many samples."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
    large = stats[:, cv2.CC_STAT_AREA] >= least
    large[0] = False
    return np.asarray(large[labels], np.uint8)


def painted(figures: Sequence[Figure], usual: Palette, white: float) -> Tones:
    """How likely each figure is of each kind of the palette, (n, kinds).

    A row sums to 1, or to less where no kind has such paint: then it is less likely a figure.
    """
    colours = np.array([each.tones for each in figures]).reshape(-1, 3) / max(white, 0.2)
    weights = np.array([each.share for each in figures])
    palette = fit_palette(usual, colours, weights, settings=PAINTS)
    chances = kind_probabilities(palette, colours, settings=PAINTS)
    explained = chances.sum(axis=1, keepdims=True)
    # Its shape has told a figure: paint that no lamp explains may still be somebody's.
    chances = (chances + STRANGE) / (explained + STRANGE * chances.shape[1])
    return np.asarray(chances * (UNPAINTED + (1 - UNPAINTED) * explained))


def seen_on_places(
    shares: Mapping[str, Mapping[str, float]], places: Sequence[str]
) -> dict[str, Seen]:
    """What is seen on each place: how likely it is each kind, and else that nothing is there."""
    told = {}
    for place in places:
        chances = shares.get(place, {})
        every = {EMPTY: max(1.0 - sum(chances.values()), 0.0), **chances}
        told[place] = Seen.of(every, worth_naming=WORTH_NAMING, unsure=UNSURE)
    return told
