"""Boards that are traced: an empty shelf, and one with the small sea."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from calibration.tracing.shelf import FOLDER
from tests.small_sea import small_sea
from tests.web.tables import make_host
from tests.web.tracing.tracing_bench import Bench


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    host = make_host(tmp_path / "table.sqlite")
    yield Bench(host)
    host.store.close()


@pytest.fixture(scope="module")
def shelf_with_the_sea(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of traced boards, with the small sea in it: two islands and a route."""
    folder = tmp_path_factory.mktemp("sea")
    host = make_host(folder / "table.sqlite")
    trace_the_sea(Bench(host))
    host.store.close()
    return folder / FOLDER


@pytest.fixture
def sea(bench: Bench, shelf_with_the_sea: Path) -> Bench:
    """The same bench, with a copy of that folder, at the page of the sea."""
    shutil.copytree(shelf_with_the_sea, bench.host.store.path.parent / FOLDER)
    [board] = bench.shelf.boards()
    bench.page = f"/trace/{board.id}"
    return bench


def trace_the_sea(bench: Bench) -> None:
    sea = small_sea()
    bench.small()
    assert bench.photo(sea.empty).status_code == 200
    px = np.round(sea.corners_px, 2).tolist()
    assert bench.send("corners", px=px).status_code == 200
    for name, (x, y) in {"Oro": (45, 50), "Lai": (160, 40)}.items():
        bench.wish("add-island", x=x, y=y, name=name, slots=2)
    bench.wish("add-route", a="i1", b="i2", spaces=2)
