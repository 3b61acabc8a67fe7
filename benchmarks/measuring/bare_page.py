"""A page that nobody listens to, as one on a tablet: it is only asked now and then.

Playwright has every page tell of its requests, and Chromium then keeps the bodies of all answers,
up to a hundred megabytes of them, for whoever may ask: more than all that the page itself holds. A
page in a browser context that Playwright did not make is left alone by it.
"""

from __future__ import annotations

import json
import time
from typing import Any

from playwright.sync_api import Browser

PATIENCE_S = 60.0
BETWEEN_LOOKS_S = 0.004


class BarePage:
    """A page in a browser context of its own, ``size_px`` wide and high."""

    def __init__(self, browser: Browser, size_px: tuple[int, int]) -> None:
        self._system = browser.new_browser_cdp_session()
        context = self._system.send("Target.createBrowserContext")["browserContextId"]
        width, height = size_px
        made = {"url": "about:blank", "browserContextId": context, "width": width, "height": height}
        target = self._system.send("Target.createTarget", made)["targetId"]
        attached = {"targetId": target, "flatten": False}
        self._session = self._system.send("Target.attachToTarget", attached)["sessionId"]
        self._answers: dict[int, dict[str, Any]] = {}
        self._asked = 0
        self._system.on("Target.receivedMessageFromTarget", self._hear)
        self.ask("Page.enable")
        self.ask("Performance.enable", timeDomain="threadTicks")
        self.ask("HeapProfiler.enable")

    def ask(self, method: str, **settings: object) -> dict[str, Any]:
        """Send a command of the DevTools protocol. Raises RuntimeError where it fails or hangs."""
        self._asked += 1
        number = self._asked
        message = json.dumps({"id": number, "method": method, "params": settings})
        sent = {"sessionId": self._session, "message": message}
        self._system.send("Target.sendMessageToTarget", sent)
        until_s = time.monotonic() + PATIENCE_S
        while number not in self._answers:
            if time.monotonic() > until_s:
                raise RuntimeError(f"{method}: no answer")
            time.sleep(BETWEEN_LOOKS_S)
            self._system.send("Browser.getVersion")  # lets what has come be heard
        answer = self._answers.pop(number)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']['message']}")
        return dict(answer["result"])

    def run(self, script: str) -> Any:
        """The value of an expression, awaited where it is a promise."""
        told = self.ask(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        if "exceptionDetails" in told:
            raise RuntimeError(f"{script}: {told['exceptionDetails']['text']}")
        return told["result"].get("value")

    def go(self, url: str) -> None:
        """Open an address, and wait until it is there with all that belongs to it."""
        self.ask("Page.navigate", url=url)
        self._loaded()

    def reload(self) -> None:
        """Load the page once more, and wait for it."""
        self.run("window.beforeReload = true")
        self.ask("Page.reload")
        self._loaded("!window.beforeReload && ")

    def _loaded(self, and_also: str = "") -> None:
        until_s = time.monotonic() + PATIENCE_S
        while not self.run(
            f"{and_also}document.readyState === 'complete' && location.href !== 'about:blank'"
        ):
            if time.monotonic() > until_s:
                raise RuntimeError("the page did not come")
            time.sleep(0.05)

    def _hear(self, told: dict[str, Any]) -> None:
        if told["sessionId"] == self._session:
            message = json.loads(told["message"])
            if "id" in message:
                self._answers[message["id"]] = message
