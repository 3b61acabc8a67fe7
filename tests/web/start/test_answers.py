"""Files to save carry their name, and what shows a code is kept by no browser."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.web.tables import PLAYERS, client_of, make_host
from web.host.host import Host
from web.host.roles import Role


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    made = make_host(tmp_path / "table.sqlite")
    yield made
    made.store.close()


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/export/record.jsonl", ".jsonl"),
        ("/export/score.csv", ".csv"),
        ("/evenings/1/carry.json", ".json"),
        ("/evenings/carry.json", ".json"),
    ],
)
def test_a_file_to_save_has_a_name_and_is_not_kept(path: str, name: str, host: Host) -> None:
    answer = client_of(host, Role.HOST).get(path)

    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="')
    assert answer.headers["Content-Disposition"].endswith(f'{name}"')
    assert answer.headers["Cache-Control"] == "no-store"


def test_files_of_own_boards_are_not_kept_either(host: Host) -> None:
    client = client_of(host, Role.HOST)
    form = {"game": "carcassonne_south_seas", "name": "ours"}
    tiles = client.post("/tiles", data=form).headers["Location"]

    answer = client.get(f"{tiles}/board.json")

    assert answer.headers["Content-Disposition"] == 'attachment; filename="ours.json"'
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    ("path", "players"), [("/doors", PLAYERS), ("/start", ()), ("/", ()), ("/camera", PLAYERS)]
)
def test_a_page_that_shows_codes_is_not_kept(
    path: str, players: Sequence[tuple[str, str]], tmp_path: Path
) -> None:
    host = make_host(tmp_path / "other.sqlite", players)
    answer = client_of(host, Role.HOST).get(path)
    host.store.close()

    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("role", [Role.PLAYER, Role.WATCHER])
def test_who_is_let_in_leaves_no_page_that_holds_a_code(role: Role, host: Host) -> None:
    token = host.doors.to(role, "Pauline" if role is Role.PLAYER else None).token

    for client in (client_of(host, None), client_of(host, Role.PLAYER, "Benjamin")):
        assert client.get(f"/join/{token}").headers["Cache-Control"] == "no-store"
