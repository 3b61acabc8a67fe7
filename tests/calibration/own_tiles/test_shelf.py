"""Boards of own tiles on the disk: every step stays, also those that were taken back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from calibration.own_tiles.shelf import TilesShelf


def test_nothing_that_was_taken_back_is_lost(tmp_path: Path) -> None:
    shelf = TilesShelf(tmp_path)
    number = shelf.begin("big_kini", "Ours").id

    for name in ("First thought", "Second thought"):
        shelf.change_board(number, lambda now, name=name: replace(now, name=name))  # type: ignore[misc]
        assert shelf.undo(number).board.name == "Ours"

    texts = [path.read_text("utf-8") for path in (tmp_path / number).iterdir()]
    for name in ("First thought", "Second thought"):
        assert sum(name in text for text in texts) == 1


def test_the_last_step_is_the_one_with_the_highest_number(tmp_path: Path) -> None:
    """Also after ten thousand of them, and where one is gone."""
    shelf = TilesShelf(tmp_path)
    number = shelf.begin("big_kini", "Ours").id
    folder = tmp_path / number
    (folder / "0001.json").rename(folder / "9998.json")

    for name in ("9999", "10000", "10001"):
        own = shelf.change_board(number, lambda now, name=name: replace(now, name=name))  # type: ignore[misc]
        assert own.board.name == name

    assert shelf.undo(number).board.name == "10000"
