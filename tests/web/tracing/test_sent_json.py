"""What a page of the tracing is sent is JSON within bounds, or refused in one line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.tables import make_host
from tests.web.tracing.tracing_bench import Bench


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    host = make_host(tmp_path / "table.sqlite")
    yield Bench(host)
    host.store.close()


@pytest.mark.parametrize("path", ["act", "undo", "corners"])
@pytest.mark.parametrize(
    ("body", "status"),
    [(b"[" * 2_000, 400), (b"[" * 30_000, 400), (b"[" * 50 + b"]" * 50, 422), (b"\xff", 400)],
    ids=["deep", "deeper", "too deep", "no text"],
)
def test_json_that_is_none_changes_nothing(
    bench: Bench, path: str, body: bytes, status: int
) -> None:
    bench.small()
    before = bench.state()
    sent = bench.client.post(f"{bench.page}/{path}", data=body, content_type="application/json")

    assert sent.status_code == status
    assert sent.get_json()["error"]["message"]
    assert bench.state() == before
