"""What a page of the tracing is sent is JSON within bounds, or refused in one line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.tables import make_host
from tests.web.tracing.tracing_bench import Bench

CORNERS = [[0, 0], [400, 0], [400, 300], [0, 300]]


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


@pytest.mark.parametrize("path", ["act", "undo", "redo", "corners"])
@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ([], "JSON: is a list"),
        ("x", "JSON: is 'x'"),
        ({}, "JSON/revision: is missing"),
        ({"revision": None}, "JSON/revision: is null"),
        ({"revision": "1"}, "JSON/revision: is '1'"),
        ({"revision": True}, "JSON/revision: is true"),
        ({"revision": -1}, "JSON/revision: is -1"),
        ({"revision": 0.5}, "JSON/revision: is 0.5"),
    ],
    ids=str,
)
def test_who_says_no_revision_is_told_so_and_not_that_others_changed_the_board(
    bench: Bench, path: str, sent: object, said: str
) -> None:
    bench.small()
    before = bench.state()
    if isinstance(sent, dict):
        sent = {**sent, "wish": {"do": "add-island", "x": 50, "y": 50}, "px": CORNERS}

    answer = bench.client.post(f"{bench.page}/{path}", json=sent)

    error = answer.get_json()["error"]
    assert (answer.status_code, error["code"]) == (422, "unusable")
    if path != "corners" or isinstance(sent, dict):
        assert error["message"].startswith(said)
    assert bench.state() == before
