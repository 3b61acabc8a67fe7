"""A page of another web site, opened by the host's own browser, changes and learns nothing."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser, Page, Response

from tests.web.tables import ServedTable
from web.app import create_app
from web.host.roles import Role
from web.serving import crowd
from web.serving.openapi import description

FORM = """new URLSearchParams({revision: "0", act: '{"fact":{"do":"pass","player":"Benjamin"}}',
  role: "banker", help: "off", language: "fr", name: "Eve", example: "1"})"""
JSON = '\'{"revision":0,"act":{"fact":{"do":"pass","player":"Benjamin"}}}\''
BLIND = '{method: "POST", mode: "no-cors", credentials: "include", '
WAYS_TO_WRITE = {
    "a form's fields": f"fetch(url, {BLIND} body: {FORM}}})",
    "JSON that says it is text": f"fetch(url, {BLIND} body: {JSON}}})",
    "JSON that says so": f"""fetch(url, {{method: "POST", credentials: "include", body: {JSON},
      headers: {{"Content-Type": "application/json"}}}})""",
    "a beacon": f"Promise.resolve(navigator.sendBeacon(url, {FORM}))",
    "a file": f"""fetch(url, {BLIND} body: (() => {{ const form = new FormData();
      form.append("photo", new Blob(["x"]), "x.jpg"); return form; }})()}})""",
}
SUBMIT = """url => new Promise(done => {
  const frame = document.createElement("iframe"); frame.name = "there";
  document.body.append(frame);
  const form = document.createElement("form");
  Object.assign(form, {action: url, method: "post", target: "there"});
  for (const [name, value] of %s) {
    const field = document.createElement("input");
    Object.assign(field, {name, value}); form.append(field);
  }
  document.body.append(form);
  frame.onload = () => { frame.remove(); form.remove(); done(); };
  form.submit();
})"""
WAYS_TO_READ = {
    "fetch": 'fetch(url, {credentials: "include"}).then(a => a.text())',
    "stream": """new Promise((heard, no) => {
      const stream = new EventSource(url, {withCredentials: true});
      stream.onopen = heard; stream.onerror = () => { stream.close(); no(); }; })""",
    "picture": """new Promise((seen, no) => { const image = new Image();
      image.onload = seen; image.onerror = no; image.src = url; })""",
    "script": """new Promise((read, no) => { const script = document.createElement("script");
      script.onload = read; script.onerror = no; script.src = url;
      document.body.append(script); })""",
}
SANDBOX = "<iframe sandbox='allow-scripts allow-forms' srcdoc='<p>x'></iframe>"


@pytest.fixture(autouse=True)
def room_for_strangers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every request is to be refused for where it comes from, and not for being one of many."""
    monkeypatch.setattr(crowd, "STRANGERS_IN_A_BURST", 10_000.0)
    monkeypatch.setattr(crowd, "EACH_IN_A_BURST", 10_000.0)
    monkeypatch.setattr(crowd, "STRANGERS_AT_ONCE", 1_000)


def state(served: ServedTable) -> object:
    """All that a write could change."""
    host = served.host
    assert host.table is not None
    doors = tuple((door.token, door.open) for door in host.store.doors())
    return host.table.number, host.table.view.revision, doors, host.settings


def writes(served: ServedTable) -> list[str]:
    """Every address that takes something, with something for the parts that can be chosen."""
    paths = description(create_app(served.host))["paths"]
    assert isinstance(paths, dict)
    return [re.sub(r"[{}]", "", path) for path, ways in paths.items() if "post" in ways]


@pytest.fixture
def victim(served: ServedTable, chromium: Browser) -> Iterator[Page]:
    """The host's own browser. Its console may speak of what was refused."""
    context = chromium.new_context()
    page = context.new_page()
    page.goto(served.door(Role.HOST))
    page.wait_for_url(lambda at: "/join/" not in at)
    yield page
    context.close()


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1"], ids=["another port", "another name"])
def test_no_write_of_another_site_gets_through(
    name: str, served: ServedTable, victim: Page
) -> None:
    """To another port the browser sends the same cookies: only the Origin tells them apart."""
    before, paths = state(served), writes(served)
    sent: list[str] = []
    told: list[int] = []
    ours = f":{served.port}/"

    def is_write(answer: Response) -> bool:
        return ours in answer.url and answer.request.method == "POST"

    victim.on("request", lambda asked: sent.append(asked.method) if ours in asked.url else None)
    victim.on("response", lambda answer: told.append(answer.status) if is_write(answer) else None)
    with other_site() as port:
        victim.goto(f"http://{name}:{port}/")
        for path in paths:
            url = f"http://localhost:{served.port}{path}"
            for way in WAYS_TO_WRITE.values():
                victim.evaluate(f"url => ({way}).then(() => 'sent', () => 'refused')", url)
            victim.evaluate(SUBMIT % f"{FORM}.entries()", url)

    assert state(served) == before
    assert sent.count("POST") >= 4 * len(paths)
    assert len(told) >= len(paths)
    assert set(told) == {403}


def test_a_sandboxed_page_writes_nothing(served: ServedTable, victim: Page) -> None:
    """Its Origin is ``null``, whoever shows it."""
    before = state(served)
    with other_site() as port:
        victim.goto(f"http://localhost:{port}/")
        victim.set_content(SANDBOX)
        frame = victim.frames[-1]
        for path in writes(served):
            for way in WAYS_TO_WRITE.values():
                url = f"http://localhost:{served.port}{path}"
                frame.evaluate(f"url => ({way}).then(() => 'sent', () => 'refused')", url)

    assert state(served) == before


@pytest.mark.parametrize("path", ["/view", "/table", "/doors", "/export/record.jsonl", "/news"])
def test_another_site_reads_nothing(path: str, served: ServedTable, victim: Page) -> None:
    with other_site() as port:
        victim.goto(f"http://localhost:{port}/")
        for way in WAYS_TO_READ.values():
            url = f"http://localhost:{served.port}{path}"
            got = victim.evaluate(f"url => ({way}).then(() => 'read', () => 'refused')", url)
            assert got == "refused"


def test_another_site_cannot_show_the_table_in_a_frame(served: ServedTable, victim: Page) -> None:
    with other_site() as port:
        victim.goto(f"http://localhost:{port}/")
        victim.evaluate(
            """url => new Promise(done => { const frame = document.createElement("iframe");
               frame.onload = done; frame.src = url; document.body.append(frame); })""",
            f"http://localhost:{served.port}/table",
        )
        shown = victim.frames[-1].content()

    assert "Benjamin" not in shown


def test_a_worker_that_answers_for_the_table_lets_its_host_in_and_no_other_site(
    served: ServedTable, chromium: Browser
) -> None:
    """The worker of an earlier table at this address is still there, its cookies are not."""
    ours = f"http://localhost:{served.port}"
    context = chromium.new_context(service_workers="allow")
    page = context.new_page()
    page.goto(f"{ours}/")
    page.wait_for_url("**/table")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    for name in ("localhost", "127.0.0.1"):
        with other_site() as port:
            page.goto("about:blank")  # The table's page would go elsewhere by itself meanwhile.
            context.clear_cookies()
            page.goto(f"http://{name}:{port}/")
            for path in ("/", "/here", "/table", "/doors"):
                for way in WAYS_TO_READ.values():
                    got = page.evaluate(
                        f"url => ({way}).then(() => 'read', () => 'refused')", ours + path
                    )
                    assert got == "refused"
            page.evaluate(
                """url => new Promise(done => { const frame = document.createElement("iframe");
                   frame.onload = done; frame.src = url; document.body.append(frame); })""",
                f"{ours}/here",
            )
            with page.expect_navigation(url=f"{ours}/here"):
                page.evaluate("url => { location = url; }", f"{ours}/here")
            assert context.cookies(ours) == []

    page.goto(f"{ours}/")
    page.wait_for_url("**/table")
    assert page.evaluate("navigator.serviceWorker.controller !== null")
    context.close()


@contextmanager
def other_site() -> Iterator[int]:
    """A web site on another port of this machine."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Stranger)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class Stranger(BaseHTTPRequestHandler):
    """A web site that wishes the table no good."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!DOCTYPE html><title>x</title><link rel=icon href=data:,><p>x")

    def log_message(self, *_: object) -> None:
        """Say nothing."""
