"""What programs are told of the addresses is what the addresses are."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.tables import client_of, make_host
from web.app import create_app
from web.host.host import Host
from web.host.roles import Role
from web.serving.openapi import TAKES, description


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    made = make_host(tmp_path / "table.sqlite")
    yield made
    made.store.close()


def operations(host: Host) -> dict[tuple[str, str], dict[str, object]]:
    paths = json.loads(client_of(host, None).get("/openapi.json").data)["paths"]
    return {(m.upper(), path): said for path, ways in paths.items() for m, said in ways.items()}


def test_every_route_is_described_and_no_other(host: Host) -> None:
    routes = {
        (method, re.sub(r"<[^>]*?(\w+)>", r"{\1}", rule.rule))
        for rule in create_app(host).url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }

    assert set(operations(host)) == routes


def test_every_write_says_what_it_takes(host: Host) -> None:
    """A new route that writes has its fields in ``web.serving.openapi.TAKES``."""
    rules = create_app(host).url_map.iter_rules()

    assert set(TAKES) == {rule.endpoint for rule in rules if "POST" in (rule.methods or ())}


def filled(path: str, parts: object) -> str:
    """An address of a route, each part a value that it takes; nothing else need be there."""
    assert isinstance(parts, list)
    values = {part["name"]: part["schema"].get("enum", ["1"])[0] for part in parts}
    return path.format(**values)


def test_who_may_ask_is_who_may_ask(host: Host) -> None:
    clients = {role: client_of(host, role) for role in (Role.HOST, Role.BANKER, Role.WATCHER)}
    wrong = []
    for (method, path), said in operations(host).items():
        roles = said.get("x-roles")
        if not isinstance(roles, list) or path == "/news":
            continue
        at = filled(path, said["parameters"])
        for role, client in clients.items():
            answer = client.open(at, method=method, headers={"Accept": "application/json"})
            code = (answer.get_json(silent=True) or {}).get("error", {}).get("code")
            if (code == "not-your-role") == (role.value in roles):
                wrong.append((method, at, role.value, code))

    assert wrong == []


def test_the_parts_of_a_path_are_all_told(host: Host) -> None:
    for (_, path), said in operations(host).items():
        parts = said["parameters"]
        assert isinstance(parts, list)
        assert [part["name"] for part in parts] == re.findall(r"\{(\w+)\}", path)


def test_the_description_holds_no_code(host: Host) -> None:
    text = json.dumps(description(create_app(host)))

    assert [token for token in host.doors.tokens() if token in text] == []
