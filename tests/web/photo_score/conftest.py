"""A table, and its page on which photos are scored that nobody looks at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.photo_score.bench import Bench, pretended
from tests.web.tables import make_host
from web.host.host import Host


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    made = make_host(tmp_path / "table.sqlite")
    yield made
    made.store.close()


@pytest.fixture
def bench(host: Host) -> Bench:
    return Bench(host, pretended)
