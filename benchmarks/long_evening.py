"""An evening of thousands of events: ``python -m benchmarks.long_evening [--events 10000]``.

Three evenings on files of their own: payments alone, sticks that lie against every rule, and games
played, undone and paid for by lot. Each is opened by ``companion play``, and every page is asked
for, as each role. Times are of the processor, of the program that serves alone, so that a busy
machine is not taken for a slow page; sizes are before they are squeezed.
"""

from __future__ import annotations

import argparse
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random

from benchmarks.measuring.report import Figure, as_json, as_text, at_most
from companion.games.clippers.course.rounds import at_last
from companion.games.clippers.drawn.drawn_game import draw_game
from companion.games.clippers.record.event_json import event_json
from companion.games.clippers.record.timeline import Moment
from companion.records.record import Act, Happened, Source, Undone, Who
from companion.store import Store
from companion.store.table import Request, View
from tests.web.tables import BOARD, NOW, client_of, make_host
from web.host.host import Address, Host
from web.host.roles import Role

EVENTS = 10_000
LONGEST_START_S, LONGEST_PAGE_S, LARGEST_PAGE_KB = 2.0, 0.3, 150
PAY = {"do": "pay", "from": "bank", "to": "Benjamin", "amount": 1, "mends": 0}
PAGES = (
    "/table", "/bank", "/bank/500", "/score", "/view", "/view?before=500", "/me", "/doors",
    "/start", "/settings", "/camera", "/entry/3", "/entry/900",
)  # fmt: skip
EXPORTS = ("/export/score.json", "/export/record.jsonl", "/export/score.csv")
LONGEST_EXPORT_S = 1.0
VISITORS = ((Role.HOST, None), (Role.BANKER, None), (Role.PLAYER, "Benjamin"), (Role.WATCHER, None))
Draw = Callable[[View[Moment], Random], Act]


def main() -> int:
    """Write the evenings, open them, ask for every page; 0 when all targets are reached."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.long_evening", description=__doc__)
    parser.add_argument("--events", type=int, default=EVENTS)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    figures = [figure for name in DRAWN for figure in evening(name, args.events)]
    print(as_json(figures) if args.json else as_text(figures))
    return 0 if all(figure.reached is not False for figure in figures) else 1


def paid(view: View[Moment], random: Random) -> Act:  # noqa: ARG001
    """Money moves."""
    return Happened(PAY)


def against_the_rules(view: View[Moment], random: Random) -> Act:  # noqa: ARG001
    """A stick lies where it may not."""
    space = random.choice(list(BOARD.kinds_of_places["space"]))
    return Happened({"do": "stick", "player": "Benjamin", "company": "red", "space": space})


def played(view: View[Moment], random: Random) -> Act:
    """Somebody plays, takes back or pays."""
    last, kind = view.undoable, random.random()
    if last is not None and (kind < 0.2 or at_last(view.last.state).over):
        return Undone(last.seq)
    return Happened(PAY if kind < 0.25 else event_json(next(draw_game(view.last.state, random))[1]))


DRAWN: dict[str, Draw] = {"paid": paid, "slips": against_the_rules, "played": played}


def evening(name: str, events: int) -> Iterator[Figure]:
    """Write one evening, and measure it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "evening.sqlite"
        yield Figure(f"{name}: ms an act", write_evening(path, DRAWN[name], events))
        anew_s, first_s = _opened_anew_s(path)
        once = "once after another program"
        yield Figure(f"{name}: start_s {once}, but for imports", anew_s, at_most(LONGEST_START_S))
        yield Figure(f"{name}: the first page_s {once}, where nobody waited", first_s)
        began_s = time.process_time()
        host = Host(Store(path), BOARD, lambda: NOW, Address(8000))
        opened_s = time.process_time() - began_s
        yield Figure(f"{name}: start_s, but for imports", opened_s, at_most(LONGEST_START_S / 2))
        slowest, largest = (0.0, ""), (0, "")
        for role, player in VISITORS:
            client = client_of(host, role, player)
            for page in PAGES:
                began_s = time.process_time()
                answer = client.get(page)
                if answer.status_code == 200:
                    slowest = max(slowest, (time.process_time() - began_s, page))
                    largest = max(largest, (len(answer.data) // 1000, page))
        handed_s, file = max((_asked_s(host, each), each) for each in EXPORTS)
        host.store.close()
    yield Figure(f"{name}: slowest export_s ({file})", handed_s, at_most(LONGEST_EXPORT_S))
    yield Figure(f"{name}: slowest page_s ({slowest[1]})", slowest[0], at_most(LONGEST_PAGE_S))
    yield Figure(f"{name}: largest page_kb ({largest[1]})", largest[0], at_most(LARGEST_PAGE_KB))


def _opened_anew_s(path: Path) -> tuple[float, float]:
    """How long a start takes where nothing is kept, as after a change of the program's rules.

    And the first page, if it is asked for at once; a few seconds later all is told.
    """
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("DROP TABLE IF EXISTS chapters")
    began_s = time.process_time()
    host = Host(Store(path), BOARD, lambda: NOW, Address(8000))
    opened_s = time.process_time() - began_s
    first_s = _asked_s(host, "/table")
    host.look_after()
    host.store.close()
    return opened_s, first_s


def _asked_s(host: Host, address: str) -> float:
    """How long a file takes that is handed over."""
    client, began_s = client_of(host, Role.HOST), time.process_time()
    assert client.get(address).status_code == 200
    return time.process_time() - began_s


def write_evening(path: Path, draw: Draw, events: int) -> float:
    """Write so many acts; return how long one took, in ms of the processor."""
    host, random = make_host(path), Random(3)
    assert host.table is not None
    table, by = host.table, Source(Who.PERSON, "Benjamin")
    began_s = time.process_time()
    for at in range(events):
        table.act(Request(draw(table.view, random), table.view.revision, by, NOW, f"key-{at}"))
    took_s = time.process_time() - began_s
    host.store.close()
    return 1000 * took_s / events


if __name__ == "__main__":
    sys.exit(main())
