"""A table of Clippers, which most tests of photos and of tracing begin at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.tables import ServedTable, serve_table


@pytest.fixture
def table(tmp_path: Path) -> Iterator[ServedTable]:
    with serve_table(tmp_path / "table.sqlite") as served:
        yield served
