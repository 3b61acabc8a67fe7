"""The arrays that pictures, and what is measured in them, are kept in."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""A picture (h, w, 3), BGR, or (h, w), grey."""
Mask = NDArray[np.uint8]
"""Where in a picture something is (h, w): not 0, as OpenCV has it."""
Tones = NDArray[np.floating[Any]]
"""Light as numbers, channels last, BGR: sRGB tones in 0..1 unless said otherwise."""
Floats = NDArray[np.float64]
"""Points, sizes and whatever else is reckoned with."""
