"""A table whose host puts his own tiles right; what is looked at apart is looked at here."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.web.tables import client_of, make_host
from web.host.host import Host
from web.host.roles import Role
from web.tracing.desk import DESK, TracingDesk


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    host = make_host(tmp_path / "table.sqlite", ())
    yield host
    host.close()


@pytest.fixture
def client(host: Host) -> FlaskClient:
    client = client_of(host, Role.HOST)
    extensions = client.application.extensions
    extensions[DESK] = TracingDesk(extensions[DESK].shelf, lambda work, *given: work(*given))
    return client
