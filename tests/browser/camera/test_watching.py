"""From the camera's pictures to the page: a stick by itself, a question, a difference, by one tap.

The pictures are the simulator's, read by the real reader. A place that a test wants to be in doubt
is made so after the reading.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.position import Position
from companion.reading import EMPTY, Seen
from companion.records.record import Happened, Source, Who
from companion.store.table import Request
from tests.browser.anybody import faults_everywhere, looked_over
from tests.web.tables import ServedTable, serve_table
from vision.alignment.pose import Pose
from vision.picture.arrays import Image
from vision.routes.reader import RoutesReader
from vision.seen.photo_reading import PhotoReading
from vision.watch import LIVE
from web.demo.camera import SimulatedCamera
from web.host.roles import Role
from web.watching.watch import Watch

Open = Callable[..., Page]
RED, GREEN, WHITE = "h-red--kiritimati/0/0", "h-green--malden/0/0", "h-white--manihi/0/0"
SEED = 5


class Eyes:
    """The real reader, less sure of some places than it is."""

    def __init__(self, reader: RoutesReader) -> None:
        self.reader = reader
        self.doubts: dict[str, Seen] = {}

    def forget(self) -> None:
        self.reader.forget()

    def read(self, photo: Image, hint: Pose | None = None) -> PhotoReading:
        seen = self.reader.read(photo, hint)
        spaces = {**seen.reading.spaces, **self.doubts}
        cores = None if self.doubts else seen.cores  # or what changed there would end the doubt
        return replace(seen, reading=replace(seen.reading, spaces=spaces), cores=cores)


@dataclass
class Evening:
    """A served table under a simulated camera."""

    served: ServedTable
    camera: SimulatedCamera
    eyes: Eyes
    spaces: dict[str, str]

    def lay(self, spaces: dict[str, str]) -> None:
        self.spaces = {**self.spaces, **spaces}
        lies = {place: kind for place, kind in self.spaces.items() if kind != EMPTY}
        assert self.served.host.table is not None
        slots = self.served.host.table.view.last.state.slots
        self.camera.lay(Position(lies, slots), reaches=True)

    def say_pass(self, player: str) -> None:
        host = self.served.host
        assert host.table is not None
        fact = Happened({"do": "pass", "player": player})
        by = Source(Who.PERSON, player)
        host.act(host.table, Request(fact, host.table.view.revision, by, host.clock()))


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """The board is empty before the camera."""
    with serve_table(tmp_path / "table.sqlite") as served:
        host = served.host
        camera = SimulatedCamera(host.board, SEED)
        setup = camera.setup()
        eyes = Eyes(RoutesReader(host.board, setup.reference))
        host.mount.watch = Watch(host.board, eyes, camera, lambda: host.table, host.clock, LIVE)
        yield Evening(served, camera, eyes, {})


def test_an_evening_before_the_camera(evening: Evening, open_page: Open) -> None:
    page = open_page(evening.served.door(Role.HOST))
    expect(page.locator(".setting-up li")).not_to_have_count(0)
    evening.lay({})
    expect(page.locator(".setting-up")).to_have_count(0)
    for player in ("Benjamin", "Pauline", "Jean-Luc"):
        evening.say_pass(player)

    # A stick that is laid shows by itself.
    evening.lay({RED: "red"})
    expect(page.locator(f'.layer .stick[data-id="{RED}"]')).to_be_attached()
    expect(page.locator("[data-eye]")).to_have_attribute("data-eye", "settled")

    # One that can't be told is asked for; one tap answers.
    evening.eyes.doubts[GREEN] = Seen(EMPTY, 0.55, ((EMPTY, 0.55), ("green", 0.45)))
    evening.lay({GREEN: "green"})
    card = page.locator(".asking-card")
    expect(card).to_contain_text("What lies here")
    expect(page.locator(f'.spot[data-id="{GREEN}"]')).to_have_class(re.compile("looked-at"))
    green = card.get_by_role("button", name="green").first
    expect(green).to_contain_text("Written down: Pauline lays a green stick")
    green.click()
    expect(page.locator(f'.layer .stick[data-id="{GREEN}"]')).to_be_attached()
    expect(card).to_have_count(0)

    # One that is gone is missing; one tap takes it as it is.
    evening.lay({WHITE: "white"})
    expect(page.locator(f'.layer .stick[data-id="{WHITE}"]')).to_be_attached()
    evening.lay({RED: EMPTY})
    missing = page.locator(".eye-card", has_text="Missing: red")
    expect(missing.locator("img")).to_be_visible()
    gone = missing.get_by_role("button", name="It is so: it is gone")
    expect(gone).to_contain_text("Struck out: Benjamin lays a red stick")
    assert looked_over(page) == []
    gone.click()
    expect(page.locator(f'.layer .stick[data-id="{RED}"]')).to_have_count(0)
    expect(missing).to_have_count(0)


def test_what_could_not_be_sent_is_said_no_longer_when_the_table_is_back(
    evening: Evening, open_page: Open
) -> None:
    page = open_page(evening.served.door(Role.HOST))
    evening.lay({})
    expect(page.locator(".setting-up")).to_have_count(0)
    for player in ("Benjamin", "Pauline", "Jean-Luc"):
        evening.say_pass(player)
    evening.eyes.doubts[RED] = Seen(EMPTY, 0.55, ((EMPTY, 0.55), ("red", 0.45)))
    evening.lay({RED: "red"})
    answer = page.locator(".asking-card").get_by_role("button", name="red").first
    expect(answer).to_be_visible()
    for asks in ("**/camera/answer", "**/*part=live*"):
        page.route(asks, lambda route: route.abort())
    answer.click()
    expect(page.locator("#said")).to_contain_text("no answer came")

    page.unroute_all(behavior="ignoreErrors")

    expect(page.locator("#said")).not_to_contain_text("no answer came")
    expect(page.locator("#gone")).to_be_hidden()


@pytest.mark.parametrize("path", ["/camera", "/table"])
def test_anybody_can_use_it(path: str, evening: Evening, open_page: Open) -> None:
    page = open_page(evening.served.door(Role.HOST))
    expect(page.locator(".setting-up")).to_be_visible()

    assert faults_everywhere(page, f"http://localhost:{evening.served.port}{path}") == {}
