"""What the host sets: for the game on the table, whatever else happens meanwhile."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from companion.play.game import Seat
from companion.store import Store
from tests.web.tables import BOARD, NOW, PLAYERS, make_host
from web.host.host import Address, Host
from web.host.settings import Help, Settings, read_settings

A_WHILE_S = 0.3
"""So long at most one waits for another who may have to wait for him."""
SEATS = [Seat(*each) for each in PLAYERS]


def test_settings_are_of_the_evening_on_the_table_whatever_is_taken_up_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = make_host(tmp_path / "table.sqlite")
    host.begin(SEATS, {})
    write, taking_up = host.store.set_settings, threading.Thread(target=host.take_up, args=(1,))

    def slow(number: int, text: str) -> None:
        write(number, text)
        monkeypatch.setattr(host.store, "set_settings", write)
        taking_up.start()
        taking_up.join(A_WHILE_S)

    monkeypatch.setattr(host.store, "set_settings", slow)
    host.change(lambda now: replace(now, help=Help.OFF))
    taking_up.join()

    assert host.table is not None
    assert (host.table.number, host.settings.help) == (1, Help.BANK)
    host.change(lambda now: replace(now, by_hand=True))
    assert read_settings(host.store.settings(2)).help is Help.OFF
    host.store.close()
    again = Host(Store(tmp_path / "table.sqlite"), BOARD, lambda: NOW, Address(8000))
    assert again.table is not None
    assert again.table.number == 1
    again.store.close()


def test_of_two_who_set_something_at_once_both_are_heard(tmp_path: Path) -> None:
    host = make_host(tmp_path / "table.sqlite")
    other = threading.Thread(
        target=host.change, args=(lambda now: replace(now, hide_standings=True),)
    )

    def slowly(now: Settings) -> Settings:
        other.start()
        other.join(A_WHILE_S)
        return replace(now, pictures=True)

    host.change(slowly)
    other.join()

    assert (host.settings.hide_standings, host.settings.pictures) == (True, True)
    assert read_settings(host.store.settings(1)) == host.settings
    host.store.close()
