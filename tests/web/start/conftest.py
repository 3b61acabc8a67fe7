"""A table before its game, for what happens at its doors."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.start.people import LAN
from tests.web.tables import make_host
from web.host.host import Address, Host


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """A table on a network, before its game."""
    made = make_host(tmp_path / "table.sqlite", ())
    made.address = Address(8000, LAN, open_to_network=True)
    yield made
    made.store.close()
