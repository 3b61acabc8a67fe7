"""The light of a picture against the light of the reference photo.

What the empty board would look like in this picture: the reference photo's colours, mixed for the
lamp and the camera (one affine map for the whole picture), then brightened and veiled from place
to place (shadow, gradient, haze of a lamp's reflection). All colours are sRGB tones in 0..1.

Robust throughout: pieces, hands and glare are outliers whose weight falls with their misfit.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import cv2
import numpy as np

from vision.photometry.smooth_field import SmoothField, at_points
from vision.picture.arrays import Floats, Tones
from vision.picture.sampling import largest, times, total


@dataclass(frozen=True)
class LightSettings:
    """How the light is fitted."""

    cell_mm: float = 12.0
    """About the size of the cells that smooth fields are kept on."""
    cell_samples: int = 2
    """The fit rests on this many samples along each side of a cell."""
    gain_sigmas_mm: tuple[float, ...] = (60.0, 25.0, 14.0)
    """Reach of the smooth gain, round by round: from the whole board to the edge of a shadow."""
    veil_sigma_mm: float = 22.0
    """Reach of the veil, which is told from the gain by contrast and so needs a wider look."""
    misfits: tuple[float, ...] = (0.8, 0.4, 0.25)
    """Log misfit at which a sample's weight has fallen to a quarter, round by round."""
    veil_misfits: tuple[float, ...] = (0.6, 0.3)
    """The misfits for the veil, round by round; its own signal is a misfit at first."""
    haze_detail_mm: float = 14.0
    """A haze over the reference is told by how the print differs from its mean this far around."""
    haze_sigma_mm: float = 35.0
    """What a haze is told by is gathered from this far around."""
    haze_doubt: float = 0.0005
    """The noise of the print's differences, in squares of light, in shares of white's."""
    haze_least: float = 0.04
    """A reference whose haze is nowhere stronger has none, in shares of white's light."""
    own_channel: float = 0.03
    """How far each tone is trusted to come from the reference's same tone alone, as a share of the
    print's variance. A print of few colours lets the three be mixed at will: islands that were
    green in both photos were expected in orange."""
    detail_mm: float = 25.0
    """Detail of the print is how it differs from its mean this far around."""
    even_print: float = 0.4
    """What is even so far around counts for so much where the mixing is told, beside detail."""
    blown: float = 0.985
    """Tones above this are clipped: what is there is as bright, or brighter."""
    tone_floor: float = 0.05
    """Keeps logarithms of near-black tones tame."""


DEFAULTS = LightSettings()
PAINT_CAST_MM = 250.0
"""The colour of the light on pieces is the mean of so much around: what a reflection takes off a
blue sea looks like blue light, and would make every piece on it orange."""
DULLNESS = 0.2
"""Of the light that a lamp's reflection adds to the print, so much is added to a piece."""
LEVELS = 0.5
"""Of the 255 levels of a picture so much of one is lost as it is stored; docs/reader.md tells."""
LEAST_WHITE = 0.1
"""White is at least this bright, so that dark corners do not drown in noise."""
BLOWN_CODE = 251
"""A channel of a pixel is clipped from this sRGB code on, and tells no colour."""


@dataclass(frozen=True, eq=False)
class FittedLight:
    """A light as it was fitted: ``picture = (reference, 1) @ mixing * gain + veil``.

    ``mixing`` (4, 3); ``gain`` and ``veil`` (rows, columns, 3) on cells of ``cell_mm`` (2,).
    ``haze`` (rows, columns, 1) is the light that a lamp's reflection added to the reference photo,
    None where there is none: it is taken off the reference first (``cleared``).
    """

    mixing: Tones
    gain: Tones
    veil: Tones
    cell_mm: Tones
    haze: Tones | None = None

    def at(self, cells: Tones, at_mm: Tones) -> Tones:
        """What is kept on cells (rows, columns, c), at board points (n, 2): (n, c)."""
        return at_points(cells, at_mm, self.cell_mm)

    def cleared(self, reference: Tones, at_mm: Tones) -> Tones:
        """Reference patches (n, h, w, 3) around ``at_mm`` (n, 2) without the haze over them."""
        if self.haze is None:
            return reference
        return cleared(reference, self.at(self.haze, at_mm)[:, None, None])

    @cached_property
    def white(self) -> Tones:
        """What white print would look like on each cell (rows, columns, 3)."""
        white = self.mixing.sum(axis=0) * self.gain + self.veil
        return np.asarray(np.maximum(white, LEAST_WHITE))

    @cached_property
    def reflection(self) -> Tones:
        """What reflections add on each cell (rows, columns, 1), as a share of white print's light.

        It is told by the black that the print would show there.
        """
        black = (self.mixing[3] * self.gain + self.veil) / self.white
        return np.asarray(np.clip(black, 0, 0.95).min(axis=2, keepdims=True) ** 2, np.float32)

    @cached_property
    def print_beside_paint(self) -> Tones:
        """How much brighter white print looks than white paint on each cell (rows, columns, 3)."""
        colour = np.log(self.white)
        colour -= colour.mean(axis=2, keepdims=True)
        sigma_x, sigma_y = (PAINT_CAST_MM / self.cell_mm).tolist()
        around = cv2.GaussianBlur(colour, (0, 0), sigma_x, None, sigma_y, cv2.BORDER_REPLICATE)
        brighter = np.sqrt(1 - self.reflection)
        return np.asarray(np.exp(colour - around) / brighter, np.float32)


@dataclass(frozen=True, eq=False)
class Light:
    """The light of one picture: that which was ``fitted``, to it or to one before, times exposure.

    ``exposure`` (3,) is how much brighter this picture is than the one the light was fitted to.
    Two pictures have the same light, at most with another exposure, if both have one ``fitted``.
    """

    fitted: FittedLight
    exposure: Tones = field(default_factory=lambda: np.ones(3, np.float32))

    def expected(self, reference: Tones, at_mm: Tones) -> Tones:
        """Reference patches (n, h, w, 3) around ``at_mm`` (n, 2) -> the same in this light."""
        fitted = self.fitted
        mixed = fitted.cleared(reference, at_mm) @ fitted.mixing[:3] + fitted.mixing[3]
        gain, veil = (
            fitted.at(cells, at_mm)[:, None, None] for cells in (fitted.gain, fitted.veil)
        )
        return np.asarray((mixed * gain + veil) * self.exposure)

    def relative_to_white(
        self, picture: Tones, reference: Tones, at_mm: Tones
    ) -> tuple[Tones, Tones]:
        """Patches (n, h, w, 3) of the picture and of the expected print, over the local white.

        Where the print would be brighter than a camera can tell, it is expected clipped.
        """
        dimming, expected = self.over_white(reference, at_mm)
        brightest = dimming / self.exposure
        np.minimum(expected, brightest[:, None, None], out=expected)
        return times(picture, brightest), expected

    def over_white(self, reference: Tones, at_mm: Tones) -> tuple[Tones, Tones]:
        """What makes a picture's tones relative to the local white (n, 3), and the expected print.

        Whatever the exposure, which is to be taken off the first. The print is that of reference
        patches (n, h, w, 3), relative to white.
        """
        lit = self.fitted
        gain, veil = (lit.at(cells, at_mm) for cells in (lit.gain, lit.veil))
        dimming = 1 / np.maximum(lit.mixing.sum(axis=0) * gain + veil, LEAST_WHITE)
        mixing = lit.mixing[:3].T * (gain * dimming)[:, :, None]
        rest = (lit.mixing[3] * gain + veil) * dimming
        reference = lit.cleared(reference, at_mm)
        expected = np.empty_like(reference)
        for patch, mix, out in zip(reference, np.dstack([mixing, rest]), expected, strict=True):
            cv2.transform(patch, mix, out)
        return dimming, expected

    def paint(self, seen: Tones, at_mm: Tones) -> Tones:
        """Tones over the local white (n, h, w, 3) as the paint of a piece that lies there.

        The local white is the print's: a reflection brightens it more than a piece, and what that
        does to a coloured print is taken for the colour of the light.
        """
        added = self.reflected(at_mm)[:, None, None, None]
        light = np.maximum(seen * np.abs(seen) - np.float32(DULLNESS) * added, 0)
        return times(np.sqrt(light), self.fitted.at(self.fitted.print_beside_paint, at_mm))

    def reflected(self, at_mm: Tones) -> Tones:
        """The light that reflections add at board points (n, 2), as a share of white's: (n,)."""
        return self.fitted.at(self.fitted.reflection, at_mm).reshape(len(at_mm))

    def white(self, at_mm: Tones) -> Tones:
        """What white print would look like at board points (n, 2) -> (n, 3)."""
        return np.asarray(self.fitted.at(self.fitted.white, at_mm) * self.exposure)

    def noise(self, at_mm: Tones) -> Tones:
        """What the picture can't tell apart at board points (n, 2), as a share of white: (n,)."""
        return np.asarray(LEVELS / 255 / self.white(at_mm).mean(axis=1))


def sample_grid_mm(width_mm: float, height_mm: float) -> Floats:
    """The board points the fit rests on, (rows, columns, 2)."""
    columns, rows = (
        max(4, round(side / DEFAULTS.cell_mm)) * DEFAULTS.cell_samples
        for side in (width_mm, height_mm)
    )
    x_mm = (np.arange(columns) + 0.5) * width_mm / columns
    y_mm = (np.arange(rows) + 0.5) * height_mm / rows
    return np.stack(np.meshgrid(x_mm, y_mm), axis=-1)


def fit_light(
    picture: Tones, reference: Tones, usable: Tones, size_mm: tuple[float, float]
) -> Light:
    """Fit the light from the same board points in the picture and in the reference photo.

    ``picture`` and ``reference`` (rows, columns, 3) are the tones at ``sample_grid_mm``, and
    ``usable`` (rows, columns) is 1 where both see the board, else 0; ``size_mm`` is the board's
    width and height.
    """
    field = SmoothField(picture.shape, size_mm, DEFAULTS.cell_samples)
    known = np.where(largest(reference) >= DEFAULTS.blown, np.float32(0), usable)
    trusted = np.where(largest(picture) >= DEFAULTS.blown, np.float32(0), known)
    weight = trusted
    haze = _reference_haze(picture, reference, trusted, field)
    if haze is not None:
        reference = cleared(reference, field.spread(haze)[..., None])
    even = _even_out(reference, weight)
    log_picture = np.log(picture + DEFAULTS.tone_floor)

    grey = total(log_picture - np.log(reference + DEFAULTS.tone_floor)) / 3
    gain = np.repeat(np.exp(field.smooth(grey[..., None], weight, 80.0)), 3, axis=2)
    for sigma_mm, misfit in zip(DEFAULTS.gain_sigmas_mm, DEFAULTS.misfits, strict=True):
        lit = field.spread(gain)
        mixing = _fit_mixing(picture, reference, lit, weight * even, field)
        mixed = np.maximum(reference @ mixing[:3] + mixing[3], 0.01)
        log_mixed = np.log(mixed + DEFAULTS.tone_floor)
        gain = np.exp(field.smooth(log_picture - log_mixed, weight, sigma_mm))
        expected = mixed * field.spread(gain)
        weight = _telling(picture, expected, known)
        weight *= _agreement(log_picture, expected, misfit)
    contrast, veil = _fit_veil(picture, expected, known * even, field)
    cell_mm = field.cell_mm.astype(np.float32)
    return Light(FittedLight(mixing, gain * contrast, veil, cell_mm, haze))


def cleared(reference: Tones, haze: Tones) -> Tones:
    """Tones of the reference (..., 3) without a haze (..., 1) that lies over it, in light's terms.

    Tones are taken to be roots of light, which is near enough.
    """
    return np.asarray(np.sqrt(np.maximum(reference * reference - haze, 0)), np.float32)


def _reference_haze(
    picture: Tones, reference: Tones, trusted: Tones, field: SmoothField
) -> Tones | None:
    """The light that a lamp's reflection added to the reference photo: cells (rows, columns, 1).

    None where there is hardly any. Haze brightens the print and leaves the differences within it:
    the line ``picture = slope * reference + offset``, told by those alone, has an offset below 0.
    Haze has no colour, so the channel that tells of least is believed, and no more than the
    darkest print around.
    """
    both = np.dstack([reference * reference, picture * picture])
    weight = trusted * _even_out(reference, trusted)
    means = field.smooth(both, weight, DEFAULTS.haze_detail_mm)
    off = np.asarray(both - field.spread(means), np.float32)
    squares = np.dstack([off[..., :3] * off[..., 3:], off[..., :3] * off[..., :3]])
    squares = field.smooth(squares, weight, DEFAULTS.haze_sigma_mm)
    slope = np.maximum(squares[..., :3], 0) / (squares[..., 3:] + DEFAULTS.haze_doubt)
    offset = means[..., 3:] - slope * means[..., :3]
    told = np.maximum(-offset / np.maximum(slope, 1e-3), 0).min(axis=2).astype(np.float32)
    haze: Tones = np.asarray(cv2.GaussianBlur(told, (0, 0), 2.0), np.float32)
    dark = cv2.erode(both[..., :3].min(axis=2), np.ones((5, 5), np.uint8))
    darkest = cv2.resize(dark, haze.shape[::-1], interpolation=cv2.INTER_AREA)
    haze = np.asarray(np.minimum(haze, darkest), np.float32)
    if float(haze.max()) < DEFAULTS.haze_least:
        return None
    return np.asarray(haze[..., None], np.float32)


def _even_out(reference: Tones, weight: Tones) -> Tones:
    """Weights that let rare brightnesses (dashes, labels) count as much as the wide sea."""
    bins = np.clip((total(reference) * 8).astype(int), 0, 23)
    share = np.bincount(bins.ravel(), weight.ravel(), 24) / max(weight.sum(), 1.0)
    return np.asarray((1 / np.maximum(share, 0.012))[bins], np.float32)


def _fit_mixing(
    picture: Tones, reference: Tones, lit: Tones, weight: Tones, field: SmoothField
) -> Tones:
    """Least squares of ``picture = lit * (reference, 1) @ mixing``, relative to brightness.

    It is told by the detail of the print for the most part: where a lamp's reflection lies over the
    reference alone, or a sleeve over the picture, what is even all around misleads. ``lit`` (rows,
    columns, 3) is how much brighter each sample is. Returns the mixing (4, 3).
    """
    both = np.dstack([reference, picture])
    around = field.spread(field.smooth(both, weight, DEFAULTS.detail_mm))
    told = (both - (1 - DEFAULTS.even_print) * around).reshape(-1, 6)
    terms = np.hstack([told[:, :3], np.full_like(told[:, :1], DEFAULTS.even_print)])
    counts = (weight[..., None] / (picture + DEFAULTS.tone_floor)).reshape(-1, 3)
    products: Tones = np.empty((3, 5, 5), np.float32)
    for channel, light in enumerate(lit.reshape(-1, 3).T):
        columns = np.column_stack([terms * light[:, None], told[:, 3 + channel]])
        products[channel] = _sums(columns * counts[:, channel, None], columns)
    normals, sums = products[:, :4, :4], products[:, :4, 4].T
    small = 1e-6 * np.trace(normals, axis1=1, axis2=2) + 1e-9
    normals = normals + small[:, None, None] * np.eye(4)
    sums = _towards_own_channel(normals, sums, DEFAULTS.own_channel)
    return np.asarray(np.linalg.solve(normals, sums.T[..., None])[..., 0].T, np.float32)


def _towards_own_channel(normals: Tones, sums: Tones, trust: float) -> Tones:
    """Least squares (3, 4, 4) and their right sides (4, 3) drawn to each channel alone.

    Changes ``normals`` and returns the new right sides. The constant is left free.
    """
    sums = sums.copy()
    for channel, normal in enumerate(normals):
        own = [channel, 3]
        alone = np.linalg.solve(normal[np.ix_(own, own)], sums[own, channel])[0]
        spread = np.diag(normal)[:3] - normal[:3, 3] ** 2 / normal[3, 3]
        pull = trust * float(spread.sum()) / 3
        normal[np.arange(3), np.arange(3)] += pull
        sums[channel, channel] += pull * alone
    return sums


def _sums(these: Tones, those: Tones) -> Tones:
    """Sums of products of columns: (n, a), (n, b) -> (a, b)."""
    # Numpy's BLAS would wake its threads for this, which takes longer on a busy machine.
    return np.asarray(cv2.gemm(these, those, 1, np.empty(0), 0, flags=cv2.GEMM_1_T))


def _fit_veil(
    picture: Tones, expected: Tones, known: Tones, field: SmoothField
) -> tuple[Tones, Tones]:
    """A haze lowers contrast: the local line ``picture = contrast * expected + veil``."""
    keep = np.float32(0.002)  # Where the print has no contrast of its own, stay at 1 and 0.
    log_picture = np.log(picture + DEFAULTS.tone_floor)
    corrected = expected
    for misfit in DEFAULTS.veil_misfits:
        weight = _telling(picture, corrected, known)
        weight *= _agreement(log_picture, corrected, misfit)
        moments = np.dstack(
            [
                expected,
                picture,
                total(expected * picture),
                total(expected * expected),
            ]
        )
        smooth = field.smooth(moments, weight, DEFAULTS.veil_sigma_mm)
        mean_expected, mean_picture = smooth[..., :3], smooth[..., 3:6]
        covariance = smooth[..., 6] - total(mean_expected * mean_picture)
        variance = smooth[..., 7] - total(mean_expected * mean_expected)
        contrast = np.clip((covariance + keep) / (np.maximum(variance, 0) + keep), 0.5, 2.0)
        contrast = cv2.GaussianBlur(contrast, (0, 0), 1.2)[..., None]
        veil = mean_picture - contrast * mean_expected
        corrected = np.maximum(
            expected * field.spread(contrast)[..., None] + field.spread(veil), 0.01
        )
    return np.asarray(contrast, np.float32), np.asarray(veil, np.float32)


def _telling(picture: Tones, expected: Tones, known: Tones) -> Tones:
    """The weight (rows, columns) of samples that say something, of those in the reference.

    A clipped one says that the print is at least as bright: news only where it is expected darker.
    """
    clipped = picture >= DEFAULTS.blown
    darker = (clipped & (expected < picture)).any(axis=2)
    return np.where(clipped.any(axis=2) & ~darker, np.float32(0), known)


def _agreement(log_picture: Tones, expected: Tones, misfit: float) -> Tones:
    """Weight of each sample (rows, columns) by how well the expected tone explains it."""
    log_expected = np.log(expected + DEFAULTS.tone_floor)
    miss = largest(np.abs(log_picture - log_expected)) / misfit
    agreement = 1 / (1 + miss * miss)
    return np.asarray(agreement * agreement, np.float32)
