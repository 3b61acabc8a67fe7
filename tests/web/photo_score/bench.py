"""Scores by photo without a reader: what it would have seen is pretended."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from calibration.setup import Setup
from companion.boards.board import Board
from companion.play.offered.finished import Counted
from tests.web.photo_score.pictures import jpeg
from tests.web.score.reports import DOUBTS, PLAYERS, seen
from vision.alignment.reference import Reference
from web.app import create_app
from web.demo.made_up import MadeUp
from web.host.host import Host
from web.host.roles import Role
from web.photo_score.cases import Cases
from web.photo_score.desk import EXTENSION_NAME, Desk
from web.photo_score.queue import Queue
from web.photo_score.reader import DrawExample, FindBoard, ReadBoard, Result, Task, Unfound
from web.photo_score.unused import NO_BOARD, NO_EMPTY_BOARD

SPACE, HIDDEN_SPACE = DOUBTS
MARKED = ((0.2, 0.1), (0.9, 0.15), (0.85, 0.9), (0.15, 0.8))
SOON_S = 10.0


def pretended(task: Task, board: Board) -> Result:
    """Do a task as the reader does, without looking at the photo."""
    looked = seen(DOUBTS)
    match task:
        case DrawExample():
            return MadeUp(jpeg(), jpeg(201), PLAYERS)
        case FindBoard():
            return Setup(Reference(looked.view.photo, looked.view.pose))
        case ReadBoard():
            return looked


class Bench:
    """A table whose photos are read by ``doing``, and a browser without scripts before it."""

    def __init__(self, host: Host, doing: Callable[[Task, Board], Result]) -> None:
        self.app = create_app(host)
        self.cases = Cases()
        self.app.extensions[EXTENSION_NAME] = Desk(self.cases, Queue(self.cases, doing))
        self.host = host
        self.client = self.enter(Role.HOST)

    def enter(self, role: Role | None, player: str | None = None) -> FlaskClient:
        client = self.app.test_client()
        if role is not None:
            client.get(f"/join/{self.host.doors.to(role, player).token}")
        return client

    def begin(self, **form: str) -> str:
        answer = self.client.post("/photo", data=form)
        assert answer.status_code == 303
        return answer.headers["Location"]

    def send(self, case: str, which: str, data: bytes) -> TestResponse:
        head = b'--x\r\nContent-Disposition: form-data; name="photo"; filename="p.jpg"\r\n\r\n'
        body, kind = head + data + b"\r\n--x--\r\n", "multipart/form-data; boundary=x"
        return self.client.post(f"{case}/{which}", data=body, content_type=kind)

    def read(self, case: str) -> str:
        """The page, as soon as nothing is done any more."""
        until, pause_s = time.monotonic() + SOON_S, 0.01
        while "data-busy" in (page := self.client.get(case).get_data(as_text=True)):
            assert time.monotonic() < until
            time.sleep(pause_s)
            pause_s = min(2 * pause_s, 0.5)  # who asks all the time takes it from who reads
        return page

    def scored(self, final: bytes | None = None) -> str:
        """A case that has its score, and questions."""
        case = self.begin()
        self.send(case, "empty", jpeg())
        self.send(case, "final", final or jpeg())
        self.client.post(f"{case}/players", data=played(PLAYERS))
        self.read(case)
        return case


def played(players: tuple[Counted, ...]) -> dict[str, list[str]]:
    return {
        "name": [player.name for player in players],
        "nation": [player.role for player in players],
        "money": [str(player.money) for player in players],
    }


def totals(page: str) -> dict[str, int]:
    """Who has how much, in the ranking of a page."""
    rows = re.findall(r"</span> ([^<]+)</th>.*?<b>(-?\d+)</b></td></tr>", page)
    return {name: int(total) for name, total in rows}


def unless_marked(task: Task, board: Board) -> Result:
    """Find no board in any photo whose corners were not marked."""
    if isinstance(task, FindBoard | ReadBoard) and task.corners is None:
        fault = NO_EMPTY_BOARD if isinstance(task, FindBoard) else NO_BOARD
        return Unfound(fault, jpeg(120), 120, 120)
    return pretended(task, board)
