"""What the camera asks about an islander, as it stands on a phone and on a big screen."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.games.carcassonne_south_seas.state.parts import parts_of
from companion.watching.outcome import Doubt, Outcome
from tests.web.glances import Watched
from tests.web.tables import serve
from tests.web.tiles.south_seas_tables import BOARD, host_with, tile_at
from vision.picture.camera import CameraState
from web.host.roles import Role
from web.watching.watch import Glance

Open = Callable[..., Page]
PICTURES = re.compile(r":\d+/camera/")
SIDES = "all => all.map(it => it.getBoundingClientRect().left)"


@pytest.mark.parametrize("width", [360, 1280])
def test_all_answers_stand_in_one_column(tmp_path: Path, open_page: Open, width: int) -> None:
    """That it is on none of the parts stood below the picture, where nobody looks for it."""
    host, state = host_with(tmp_path, lambda state: len(state.tiles) > 1)
    record, cell = host.store.record(1), [*state.tiles][-1]
    parts = tuple(f"{cell}/{part.spot}" for part in parts_of(BOARD.tiles[tile_at(state, cell)]))
    doubt = Doubt((("red", 0.49), ("empty", 0.49)), parts[0], parts=parts)
    with serve(tmp_path / "served.sqlite", record, board=BOARD) as table:
        glance = Glance(CameraState.LIVE, outcome=Outcome(record, (doubt,)))
        table.host.mount.watch = Watched(glance)  # type: ignore[assignment]
        page = open_page(table.door(Role.BANKER), viewport={"width": width, "height": 800})
        page.route(PICTURES, lambda route: route.abort())  # this camera has none
        page.get_by_role("link", name="Camera").click()

        answers = page.locator(".asking-card .answers button:visible")
        expect(answers).to_have_count(len(parts) + 1)
        sides = answers.evaluate_all(SIDES)
        table.host.mount.watch = None
    assert max(sides) - min(sides) < 1
