"""A picture of each turn: asked for at the table, shown in the game once more, saved, deleted."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.anybody import faults_everywhere, looked_over
from tests.browser.screenshots import half_a_game
from tests.web.photo_score.pictures import jpeg
from tests.web.tables import ServedTable, serve, serve_table
from vision.routes.reader import RoutesReader
from vision.watch import LIVE
from web.demo.camera import SimulatedCamera
from web.host.album import Album
from web.host.roles import Role
from web.time_lapse.keeper import Keeper
from web.watching.watch import Watch

Open = Callable[..., Page]
LAPTOP = {"viewport": {"width": 1366, "height": 768}}
EARLY, LATE = 20, 57


@pytest.fixture
def pictured(tmp_path: Path) -> Iterator[ServedTable]:
    """Half a game, of which two turns were pictured."""
    with serve(tmp_path / "table.sqlite", half_a_game()) as game:
        for number in (EARLY, LATE):
            album_of(game).keep(number, jpeg(300 + number))
        yield game


def album_of(game: ServedTable) -> Album:
    assert game.host.table is not None
    return game.host.albums.of(game.host.table.number)


def score(game: ServedTable, open_page: Open, role: Role, asked: str = "") -> Page:
    page = open_page(game.door(role), **LAPTOP)
    page.goto(f"http://localhost:{game.port}/score{asked}")
    return page


def test_the_table_is_asked_and_its_camera_s_picture_is_kept(
    tmp_path: Path, open_page: Open
) -> None:
    with serve_table(tmp_path / "table.sqlite") as served:
        host = served.host
        camera = SimulatedCamera(host.board, 5)
        eyes = RoutesReader(host.board, camera.setup().reference)
        host.mount.watch = Watch(host.board, eyes, camera, lambda: host.table, host.clock, LIVE)
        page = open_page(served.door(Role.HOST), **LAPTOP)
        card = page.locator(".asks-pictures")
        expect(card).to_contain_text("show the board alone")
        assert looked_over(page) == []

        card.get_by_role("button", name="Keep them").click()
        expect(card).to_have_count(0)
        expect(page.locator("[data-eye]")).to_have_attribute("data-eye", "empty")
        Keeper(host).look()

        page.goto(f"http://localhost:{served.port}/camera")
        expect(card).to_contain_text("1 picture so far.")
        picture = page.locator(".live-picture .frame")
        expect(picture).to_be_visible()
        expect(page.locator(".live-picture .frame")).not_to_have_js_property("naturalWidth", 0)
        card.get_by_role("button", name="Keep no more").click()
        expect(card).to_contain_text("None is kept.")


def test_the_slider_shows_the_real_board_of_that_moment(
    pictured: ServedTable, open_page: Open
) -> None:
    page = score(pictured, open_page, Role.WATCHER)
    picture = page.locator(".real-board img")
    for moment, number in ((LATE, LATE), (LATE - 1, EARLY), (EARLY, EARLY)):
        page.get_by_label("The event that is shown").fill(str(moment))
        expect(picture).to_have_attribute("alt", f"The real board after number {number}")
        expect(picture).to_have_js_property("naturalWidth", 300 + number)

    page.get_by_label("The event that is shown").fill(str(EARLY - 1))
    expect(picture).to_have_count(0)
    expect(page.get_by_text("Delete these pictures")).to_have_count(0)  # he is no host


def test_they_are_saved_as_a_film_and_as_pictures_and_then_deleted(
    pictured: ServedTable, open_page: Open
) -> None:
    page = score(pictured, open_page, Role.HOST)
    with page.expect_download() as saving:
        page.get_by_role("link", name="As pictures (ZIP)").click()
    with zipfile.ZipFile(io.BytesIO(saving.value.path().read_bytes())) as archive:
        assert archive.namelist() == ["00020.jpg", "00057.jpg"]
    with page.expect_download() as saving:
        page.get_by_role("link", name="As a film (WebP)").click()
    assert plays(page, saving.value.path().read_bytes())

    page.get_by_text("Delete these pictures").click()
    page.get_by_role("button", name="Delete them all").click()
    expect(page.locator(".real-board, .pictures-kept a")).to_have_count(0)
    assert album_of(pictured).numbers() == ()


def plays(page: Page, film: bytes) -> bool:
    """Whether this browser takes the film for what it is: several pictures, one after another."""
    return bool(
        page.evaluate(
            """async bytes => {
              const decoder = new ImageDecoder({ type: "image/webp", data: new Uint8Array(bytes) });
              await decoder.tracks.ready;
              const { image } = await decoder.decode({ frameIndex: 1 });
              return decoder.tracks.selectedTrack.frameCount === 2 && image.displayWidth > 0; }""",
            list(film),
        )
    )


def test_anybody_can_use_it(pictured: ServedTable, open_page: Open) -> None:
    page = score(pictured, open_page, Role.HOST)
    at = f"http://localhost:{pictured.port}/score?at={LATE}"

    assert faults_everywhere(page, at) == {}
