"""What people ask to have looked at anew is done, whenever they tap."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from tests.web.camera.watched_tables import WatchedTable, bare, wait_for, watched
from vision.watch import Watcher
from web.watching.watch import Watch

__all__ = ["bare", "watched"]


@pytest.mark.parametrize("ask", [Watch.find_again, Watch.read_again])
def test_what_is_asked_for_is_done_with_the_picture_that_is_there(
    ask: Callable[[Watch], None], watched: WatchedTable
) -> None:
    before = watched.eyes.read_times
    ask(watched.watch)
    wait_for(lambda: watched.eyes.read_times > before)


@pytest.mark.parametrize("ask", [Watch.find_again, Watch.read_again])
def test_what_is_asked_for_while_another_look_begins_is_done_too(
    ask: Callable[[Watch], None], watched: WatchedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_again, asked = Watcher.look_again, threading.Event()

    def tapped_meanwhile(watcher: Watcher) -> None:
        look_again(watcher)
        if not asked.is_set():
            ask(watched.watch)
            asked.set()

    monkeypatch.setattr(Watcher, "look_again", tapped_meanwhile)
    before = watched.eyes.forgot_times
    watched.watch.hold(held=False)

    wait_for(asked.is_set)
    wait_for(lambda: watched.eyes.forgot_times > before)
