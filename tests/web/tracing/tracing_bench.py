"""A host before the tracing page, whose photos are looked at here and now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from calibration.tracing.shelf import FOLDER, Shelf
from tests.small_sea import HEIGHT_MM, WIDTH_MM
from web.app import create_app
from web.host.host import Host
from web.host.roles import Role
from web.tracing.desk import DESK, TracingDesk


def at_once(work: Callable[..., Any], *given: object) -> object:
    return work(*given)


class Bench:
    """A host before his page, whose photos are looked at here and now."""

    def __init__(self, host: Host) -> None:
        self.app = create_app(host)
        self.shelf = Shelf(host.store.path.parent / FOLDER)
        self.app.extensions[DESK] = TracingDesk(self.shelf, at_once)
        self.host = host
        self.client = self.enter(Role.HOST)
        self.page = ""

    def enter(self, role: Role | None, player: str | None = None) -> FlaskClient:
        client = self.app.test_client()
        if role is not None:
            client.get(f"/join/{self.host.doors.to(role, player).token}")
        return client

    def begin(self, **form: str) -> str:
        answer = self.client.post("/trace", data=form)
        assert answer.status_code == 303, answer.text
        self.page = answer.headers["Location"]
        return self.page

    def small(self) -> str:
        return self.begin(name="Small sea", width_mm=f"{WIDTH_MM}", height_mm=f"{HEIGHT_MM}")

    def state(self) -> Any:
        return self.client.get(f"{self.page}/state").get_json()

    def send(self, path: str, revision: int | None = None, **body: object) -> TestResponse:
        revision = self.state()["revision"] if revision is None else revision
        return self.client.post(f"{self.page}/{path}", json={"revision": revision, **body})

    def wish(self, do: str, **more: object) -> Any:
        answer = self.send("act", wish={"do": do, **more})
        assert answer.status_code == 200, answer.text
        return answer.get_json()

    def photo(self, *photos: bytes) -> TestResponse:
        return self.upload(f"{self.page}/photo", "photo", *photos)

    def take_in(self, data: bytes) -> TestResponse:
        return self.upload("/trace/import", "profile", data, accept="text/html")

    def upload(
        self, path: str, name: str, *files: bytes, accept: str = "application/json"
    ) -> TestResponse:
        head = f'--x\r\nContent-Disposition: form-data; name="{name}"; filename="../../p"\r\n\r\n'
        parts = [head.encode() + data + b"\r\n" for data in files]
        return self.client.post(
            path,
            data=b"".join(parts) + b"--x--\r\n",
            content_type="multipart/form-data; boundary=x",
            headers={"Accept": accept},
        )
