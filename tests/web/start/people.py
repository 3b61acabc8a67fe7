"""Who comes to the door: this machine, a phone, somebody who sits down."""

from __future__ import annotations

from flask.testing import FlaskClient

from tests.web.tables import client_of
from web.app import create_app
from web.host.host import Host
from web.host.roles import Role

PAGE = {"Accept": "text/html"}
NEAR, FAR = "127.0.0.1", "192.0.2.40"
LAN = ("192.0.2.7", "den.local", "localhost", "127.0.0.1", "[::1]")
PEOPLE = (("Ann", "french"), ("Ben", "english"))


def stranger(host: Host, address: str = FAR) -> FlaskClient:
    """A browser that has no code."""
    client = create_app(host).test_client()
    client.environ_base["REMOTE_ADDR"] = address
    return client


def sit(host: Host, name: str, nation: str) -> tuple[FlaskClient, int]:
    client = client_of(host, Role.WATCHER)
    return client, client.post("/sit", data={"name": name, "role": nation}).status_code


def form(rows: list[tuple[str, str]]) -> dict[str, list[str]]:
    fields: dict[str, list[str]] = {}
    for name, value in rows:
        fields.setdefault(name, []).append(value)
    return fields
