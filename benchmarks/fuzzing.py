"""Whatever is sent, nothing breaks: ``python -m benchmarks.fuzzing [--examples 100]``.

Two halves. Every address that ``/openapi.json`` describes is sent what schemathesis makes up from
the description, right and wrong, with the host's own cookie, so that it gets past the door. And the
readers of photos, boards, profiles, records and positions are given whole files that were cut,
spliced, flipped and, where they are JSON, changed in their meaning. What counts: answers of 500,
errors other than the one for bad input, the longest time, and the memory at the end.

Beside it stand ``benchmarks.hostile_files``, ``benchmarks.crowds`` and
``benchmarks.command_lines``.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
from flask import Flask

from benchmarks.measuring.listening import memory_mb
from benchmarks.measuring.report import Figure, as_json, as_text, at_most
from calibration.profile import parse_profile, profile_bytes
from companion.boards.board_file import parse_board
from companion.boards.position_file import parse_position
from companion.errors import InputError
from companion.records.record import parse_record
from tests.calibration.profiles import a_profile
from tests.hostile_pictures import REFUSED
from tests.web.tables import BOARD, make_host
from tests.web.tracing.tracing_bench import at_once
from tests.whole_games import GAMES
from vision.picture.photo import decode_photo
from web.app import create_app
from web.host.host import Host
from web.host.roles import Role
from web.photo_score.cases import Cases
from web.photo_score.desk import EXTENSION_NAME, Desk
from web.photo_score.queue import Queue
from web.photo_score.unused import BROKEN
from web.serving.limits import PACE, Pace
from web.serving.openapi import description
from web.tracing.desk import DESK, TracingDesk

EXAMPLES = 100
LONGEST_S, MOST_GROWTH_MB = 30.0, 150
"""A photo is decoded in a process of its own, which needs seconds to begin on a busy machine."""
LARGEST_SPOILT = 20_000
"""Hostile pictures of so many bytes are spoilt too."""
ENDLESS = "/news"
"""A stream has no end to wait for; its own parameter is sent apart."""
ODD_NUMBERS = ("", "0", "-1", "9" * 9, "9" * 40, "1e3", "\u0663", "%00", "nan", "1" * 5000)
ODD: tuple[object, ...] = (
    None, True, -1, 0, 1e308, float("nan"), 10**30, "", "\0", "\ud800", "x" * 5000, [], {}, [[]],
    {"": None}, "../../etc/passwd",
)  # fmt: skip


@dataclass
class Told:
    """What came of one half."""

    sent: int = 0
    broken: Counter[str] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)
    longest_s: float = 0.0
    slowest: str = ""

    def timed(self, name: str, what: Callable[[], object]) -> object:
        """Do one thing, and note how long it took and whether it broke; bad input does not."""
        self.sent += 1
        began_s = time.monotonic()
        try:
            return what()
        except InputError:
            return None
        except Exception as error:  # noqa: BLE001  (any other is what is looked for here)
            self.broken[f"{name}: {type(error).__name__}: {str(error)[:200]}"] += 1
            return None
        finally:
            took_s = time.monotonic() - began_s
            if took_s > self.longest_s:
                self.longest_s, self.slowest = took_s, name


def main() -> int:
    """Send it all, and print the counts; 0 when nothing broke."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzzing", description=__doc__)
    parser.add_argument("--examples", type=int, default=EXAMPLES, help="for each address")
    parser.add_argument("--files", type=int, default=2000, help="spoilt files for each reader")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    readers = spoilt_files(args.files, args.seed)
    with tempfile.TemporaryDirectory() as folder:
        host = make_host(Path(folder) / "table.sqlite")
        before_mb = memory_mb()
        pages = addresses(host, args.examples, args.seed)
        grown_mb = memory_mb() - before_mb
        host.close()
        host.store.close()
    figures = [*_figures("addresses", pages), *_figures("files", readers)]
    figures.append(Figure("addresses: memory_mb grown", round(grown_mb), at_most(MOST_GROWTH_MB)))
    print(as_json(figures) if args.json else as_text(figures))
    for told in (pages, readers):
        for what, times in told.broken.most_common():
            print(f"{times} x {what}")
    return 0 if all(figure.reached is not False for figure in figures) else 1


def _figures(name: str, told: Told) -> Iterator[Figure]:
    yield Figure(f"{name}: sent", told.sent)
    for hundreds in sorted({status // 100 for status in told.statuses}):
        count = sum(n for status, n in told.statuses.items() if status // 100 == hundreds)
        yield Figure(f"{name}: answered {hundreds}xx", count)
    yield Figure(f"{name}: broken", told.broken.total(), at_most(0))
    longest = f"{name}: longest_s ({told.slowest})"
    yield Figure(longest, round(told.longest_s, 2), at_most(LONGEST_S))


def addresses(host: Host, examples: int, seed: int) -> Told:
    """Send every address what its description lets one make up, and what it does not."""
    app, told = _app(host), Told()
    hypothesis, schemathesis = import_module("hypothesis"), _schemathesis()
    schema = schemathesis.openapi.from_dict(_reachable(app))
    modes = list(schemathesis.GenerationMode)
    settings = hypothesis.settings(
        max_examples=examples,
        deadline=None,
        database=None,
        suppress_health_check=list(hypothesis.HealthCheck),
        phases=[hypothesis.Phase.generate],
    )
    for found in schema.get_all_operations():
        operation = found.ok()
        for mode in modes:
            cases = operation.as_strategy(generation_mode=mode)

            def sent(case: Any) -> None:
                _send(app, host, case, told)

            send = hypothesis.seed(seed)(settings(hypothesis.given(case=cases)(sent)))
            try:
                send()
            except hypothesis.errors.Unsatisfiable:
                continue  # nothing wrong can be made up where anything is right
    _listen(app, host, told)
    return told


def _schemathesis() -> Any:
    try:
        return import_module("schemathesis")
    except ImportError:
        sys.exit("schemathesis is not installed; pip install --editable '.[bench]'")


def _app(host: Host) -> Flask:
    """The page without its limit of pace, and with desks that read no photo for seconds.

    What is traced is read at once: a process of its own for each made-up profile takes seconds to
    begin, and ``benchmarks.hostile_files`` goes that way.
    """
    app = create_app(host)
    app.extensions[PACE] = Pace(1e9, 1e9)
    cases = Cases()
    app.extensions[DESK] = TracingDesk(app.extensions[DESK].shelf, at_once)
    app.extensions[EXTENSION_NAME] = Desk(cases, Queue(cases, lambda _task, _board: BROKEN))
    return app


def _reachable(app: Flask) -> dict[str, Any]:
    """The description, in which the numbers that nobody can guess are given away."""
    board = app.extensions["companion"].board
    case = app.extensions[EXTENSION_NAME].cases.begin(board)
    client = app.test_client()
    _come_in(client, app.extensions["companion"])
    traced = client.post("/trace", data={"from": "clippers"}).headers["Location"].split("/")[-1]
    known = {"/photo": case.id, "/trace": traced}
    told: dict[str, Any] = json.loads(json.dumps(description(app)))
    for path, ways in told["paths"].items():
        for number in (known[part] for part in known if path.startswith(f"{part}/{{number}}")):
            for way in ways.values():
                for parameter in way["parameters"]:
                    if parameter["name"] == "number":
                        parameter["schema"] = {"enum": [number]}
    return {**told, "paths": {at: ways for at, ways in told["paths"].items() if at != ENDLESS}}


def _come_in(client: Any, host: Host) -> None:
    name = f"door-{host.address.port}"
    client.set_cookie(name, host.doors.to(Role.HOST).token)


def _send(app: Flask, host: Host, case: Any, told: Told) -> None:
    door = {f"door-{host.address.port}": host.doors.to(Role.HOST).token}
    name = f"{case.method} {case.operation.path}"
    answer = told.timed(name, lambda: case.call(app=app, cookies=door, base_url="http://localhost"))
    _note(answer, name, told)


def _listen(app: Flask, host: Host, told: Told) -> None:
    """Ask for the stream from odd places; only its beginning is waited for."""
    client = app.test_client()
    _come_in(client, host)
    for odd in ODD_NUMBERS:
        for ask in ({"query_string": {"after": odd}}, {"headers": {"Last-Event-ID": odd.strip()}}):
            answer = told.timed("GET /news", lambda ask=ask: client.get("/news", **ask))  # type: ignore[misc]
            _note(answer, "GET /news", told)
            if answer is not None:
                answer.close()  # type: ignore[attr-defined]


def _note(answer: Any, name: str, told: Told) -> None:
    if answer is None:
        return
    told.statuses[answer.status_code] += 1
    if answer.status_code >= 500 and answer.status_code != 503:
        told.broken[f"{name}: {answer.status_code}"] += 1


def spoilt_files(count: int, seed: int) -> Told:
    """Give every reader so many spoilt files."""
    random, told = Random(seed), Told()
    for name, (files, read) in _readers().items():
        for _ in range(count):
            data = _spoilt(random.choice(files), random)
            told.timed(name, lambda data=data, read=read: read(data))  # type: ignore[misc]
    return told


def _readers() -> dict[str, tuple[list[bytes], Callable[[bytes], object]]]:
    """Each reader, with whole files for it."""
    shipped = Path(import_module("companion.games.clippers.shipped").__file__ or "").parent
    boards = [path.read_bytes() for path in sorted(shipped.glob("*board*.json"))]
    games = [path.read_bytes() for path in sorted(GAMES.glob("*.jsonl"))]
    positions = [json.dumps({"spaces": {}, "slots": {}}).encode()]
    return {
        "photo": (_photos(), lambda data: decode_photo(data, "it")),
        "board": (boards, lambda data: parse_board(_json(data))),
        "profile": ([profile_bytes(a_profile())], lambda data: parse_profile(data, "it")),
        "record": (games, lambda data: parse_record(data.decode("utf-8", errors="replace"))),
        "position": (positions, lambda data: parse_position(_json(data), BOARD)),
    }


def _photos() -> list[bytes]:
    picture = np.random.default_rng(5).integers(0, 255, (120, 160, 3), dtype=np.uint8)
    blurred = cv2.GaussianBlur(picture, (0, 0), 3)
    sound = [cv2.imencode(kind, blurred)[1].tobytes() for kind in (".jpg", ".png", ".webp")]
    hostile = (make() for name, make in REFUSED.items() if "50 megapixels" not in name)
    return sound * 5 + [data for data in hostile if len(data) < LARGEST_SPOILT]


def _json(data: bytes) -> object:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        raise InputError("no JSON") from None


def _spoilt(data: bytes, random: Random) -> bytes:
    if random.random() < 0.5 and data[:1] == b"{":
        return _changed_in_meaning(data, random)
    spoilt = bytearray(data)
    for _ in range(random.randint(1, 6)):
        at, to = sorted(random.randrange(len(spoilt) + 1) for _ in range(2))
        match random.randrange(5):
            case 0:
                del spoilt[at:]
            case 1:
                del spoilt[at:to]
            case 2:
                spoilt[at:at] = spoilt[at : min(to, at + 2000)]
            case 3:
                spoilt[at : at + 4] = random.randbytes(4)
            case 4 if at < len(spoilt):
                spoilt[at] ^= 1 << random.randrange(8)
    return bytes(spoilt)


def _changed_in_meaning(data: bytes, random: Random) -> bytes:
    """JSON, or one of its lines, in which a value somewhere is another."""
    lines = data.split(b"\n") if data.count(b"\n{") else [data]
    at = random.randrange(len(lines))
    try:
        value = json.loads(lines[at])
    except ValueError:
        return data
    lines[at] = json.dumps(_with_another(value, random)).encode()
    return b"\n".join(lines)


def _with_another(value: Any, random: Random) -> Any:
    if isinstance(value, dict) and value and random.random() < 0.85:
        key = random.choice(list(value))
        return {**value, key: _with_another(value[key], random)}
    if isinstance(value, list) and value and random.random() < 0.85:
        at = random.randrange(len(value))
        return [*value[:at], _with_another(value[at], random), *value[at + 1 :]]
    return random.choice(ODD)


if __name__ == "__main__":
    sys.exit(main())
