"""What changes slowly over the board, a lamp's light or a shadow, kept on cells of a few mm."""

from __future__ import annotations

import cv2
import numpy as np

from vision.picture.arrays import Tones
from vision.picture.sampling import sample


class SmoothField:
    """Smooth fields over the board, kept on cells of several samples each.

    ``shape`` are the samples' rows and columns over a board of ``size_mm``; a cell has ``side`` of
    them along each side.
    """

    def __init__(self, shape: tuple[int, ...], size_mm: tuple[float, float], side: int) -> None:
        self.samples = (shape[1], shape[0])
        self.cells = (shape[0] // side, shape[1] // side)
        self.cell_mm = np.array(size_mm) / self.cells[::-1]

    def smooth(self, values: Tones, weight: Tones, sigma_mm: float) -> Tones:
        """Weighted Gaussian mean of samples (rows, columns, c) -> cells (rows, columns, c)."""
        weighted, weights = (
            self._blurred(samples, sigma_mm) for samples in (values * weight[..., None], weight)
        )
        return np.asarray(weighted.reshape(*self.cells, -1) / weights[..., None], np.float32)

    def _blurred(self, samples: Tones, sigma_mm: float) -> Tones:
        cells = cv2.resize(samples, self.cells[::-1], interpolation=cv2.INTER_AREA)
        sigma_x, sigma_y = sigma_mm / self.cell_mm
        blurred = cv2.GaussianBlur(cells, (0, 0), sigma_x, None, sigma_y, cv2.BORDER_REPLICATE)
        # A whisper of the board's mean keeps cells alive that see nothing.
        return np.asarray(blurred + (cells.mean(axis=(0, 1)) * 1e-3 + 1e-9), np.float32)

    def spread(self, cells: Tones) -> Tones:
        """Cells back to samples."""
        return np.asarray(cv2.resize(cells, self.samples, interpolation=cv2.INTER_LINEAR))


def at_points(field: Tones, at_mm: Tones, cell_mm: Tones) -> Tones:
    """A field of cells (rows, columns, c) at board points (n, 2) -> (n, c)."""
    return np.asarray(sample(field, at_mm[:, None] / cell_mm - 0.5)[:, 0])
