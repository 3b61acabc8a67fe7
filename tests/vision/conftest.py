"""What several tests of the eyes look at."""

from __future__ import annotations

import pytest

from companion.games.clippers.shipped import read_shipped_board
from vision.routes.marker_art import MarkerArt


@pytest.fixture(scope="session")
def art() -> MarkerArt:
    """The art of the shipped board's markers."""
    marker = read_shipped_board().marker
    assert marker is not None
    assert marker.art is not None
    return MarkerArt.load(marker.art, len(marker.kinds))
