"""Files of evenings that are too large: told in words, and nothing waits for them."""

from __future__ import annotations

import io
import json

import pytest

from tests.web.looking_back.carrying import NAMES, carried, new, old, read_at_once, take_in
from tests.web.tables import client_of
from web.host.host import Host
from web.host.roles import Role
from web.looking_back import carry
from web.serving.sandbox import Failed
from web.tracing.desk import TracingDesk

__all__ = ["new", "old", "read_at_once"]


def test_what_would_fill_the_memory_is_not_even_read(
    new: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the server itself 15 MB of it took 400 MB, and seconds in which every phone waited."""
    monkeypatch.undo()
    lists = b",".join([b"[]"] * 150_100)
    head = b'{"format": "companion evenings", "version": 1, "boards": {}, "games": ['

    answer = take_in(new, head + lists + b"]}")

    assert answer.status_code == 422
    assert "no file of evenings" in answer.get_json()["error"]["message"]


def test_a_file_as_large_as_a_thousand_evenings_is_taken_in(old: Host, new: Host) -> None:
    head = b'--x\r\nContent-Disposition: form-data; name="evenings"; filename="e.json"\r\n\r\n'
    body = io.BytesIO(head + carried(old) + b" " * 40_000_000 + b"\r\n--x--\r\n")

    answer = client_of(new, Role.HOST).post(
        "/evenings/carry", input_stream=body, content_type="multipart/form-data; boundary=x"
    )

    assert answer.headers["Location"] == "/evenings?new=3&here=0"


@pytest.mark.parametrize("most", ["LARGEST_CARRIED", "MOST_GAMES"])
def test_what_no_laptop_takes_in_is_not_handed_out(
    most: str, old: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = len(carried(old)) if most == "LARGEST_CARRIED" else len(NAMES)
    client = client_of(old, Role.HOST)
    monkeypatch.setattr(carry, most, size)
    assert client.get("/evenings/carry.json").status_code == 200
    monkeypatch.setattr(carry, most, size - 1)

    answer = client.get("/evenings/carry.json")

    assert answer.status_code == 409
    assert "one by one" in answer.text
    assert client.get("/evenings/1/carry.json").status_code == 200


def test_a_larger_file_is_told_what_helps(
    old: Host, new: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(carry, "LARGEST_CARRIED", 1000)

    answer = take_in(new, carried(old))

    assert answer.status_code == 413
    assert "one by one" in answer.get_json()["error"]["message"]


@pytest.mark.parametrize("why", Failed)
def test_what_takes_too_long_to_read_is_told(
    why: Failed, old: Host, new: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(carry, "desk", lambda: TracingDesk(None, lambda *_: why))  # type: ignore[arg-type]

    answer = take_in(new, carried(old))

    assert answer.status_code == 422
    assert "one by one" in answer.get_json()["error"]["message"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_more_games_than_anybody_played_are_refused(language: str, old: Host, new: Host) -> None:
    said = json.loads(carried(old))
    said["games"] = [{**said["games"][0], "begun": str(n), "record": ""} for n in range(1001)]
    client = client_of(new, Role.HOST)
    client.set_cookie("language", language)
    file = (io.BytesIO(json.dumps(said).encode()), "evenings.json")

    answer = client.post("/evenings/carry", data={"evenings": file})

    assert answer.status_code == 422
    assert {"en": "one by one", "fr": "une par une"}[language] in answer.text
