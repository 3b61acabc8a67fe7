"""How soon every open page hears what happened: ``python -m benchmarks.page``.

So many streams listen, and so many acts are written one after the other; every stream has to hear
every act, in order. Delays are from the moment the act was sent, as a phone in the hand counts
them. Then everything is closed, and the memory measured again.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from http.client import HTTPConnection
from pathlib import Path

from benchmarks.measuring.listening import cookie_of, listeners, memory_mb, wait_for
from benchmarks.measuring.report import Figure, as_json, as_text, at_least, at_most
from tests.web.tables import ServedTable, serve_table
from web.host.roles import Role

STREAMS, EVENTS = 50, 200
WORST_P95_MS, MOST_GROWTH_MB = 250, 20
PAUSE_S = 0.05


def main() -> int:
    """Measure and print; 0 when every target is reached."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.page", description=__doc__)
    parser.add_argument("--streams", type=int, default=STREAMS)
    parser.add_argument("--events", type=int, default=EVENTS)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = measure(Path(folder) / "table.sqlite", args.streams, args.events)
    print(as_json(figures) if args.json else as_text(figures))
    return 0 if all(figure.reached is not False for figure in figures) else 1


def measure(path: Path, streams: int, events: int) -> list[Figure]:
    """Play ``events`` acts before ``streams`` listeners."""
    with serve_table(path, threads=streams + 16) as table:
        cookie = cookie_of(table, Role.HOST)
        phones = listeners(table, streams, Role.HOST)
        before = memory_mb()
        sent = _play(table, cookie, events)
        wait_for(phones, events)
        grown = memory_mb() - before
        answered_ms = _answer_ms(table.port, cookie)
    whole = sum(phone.heard_all(events) for phone in phones)
    delays = sorted(1000 * (at - sent[n]) for each in phones for n, at in each.heard)
    for phone in phones:
        phone.close()
    return [
        Figure("streams that heard every act in order", whole, at_least(streams)),
        Figure("delay_ms median", round(statistics.median(delays), 1)),
        Figure("delay_ms p95", round(delays[int(len(delays) * 0.95)], 1), at_most(WORST_P95_MS)),
        Figure("delay_ms worst", round(delays[-1], 1)),
        Figure("answer_ms with all streams open", round(answered_ms, 1), at_most(WORST_P95_MS)),
        Figure("memory grown MB", round(grown, 1), at_most(MOST_GROWTH_MB)),
    ]


def _play(table: ServedTable, cookie: str, events: int) -> dict[int, float]:
    """Write acts that can be written for ever: somebody takes a card, and takes it back."""
    sent: dict[int, float] = {}
    connection = HTTPConnection("localhost", table.port)
    fact = {"do": "card", "player": "Benjamin", "card": "3x"}
    for revision in range(events):
        act = {"undo": revision} if revision % 2 else {"fact": fact}
        body = json.dumps({"revision": revision, "key": f"k{revision}", "act": act})
        sent[revision + 1] = time.monotonic()
        headers = {"Content-Type": "application/json", "Cookie": cookie}
        connection.request("POST", "/act", body, headers)
        answer = connection.getresponse()
        if answer.read() and answer.status != 200:
            sys.exit(f"act {revision + 1} was refused with {answer.status}")
        time.sleep(PAUSE_S)
    connection.close()
    return sent


def _answer_ms(port: int, cookie: str) -> float:
    began = time.monotonic()
    connection = HTTPConnection("localhost", port)
    connection.request("GET", "/view", headers={"Cookie": cookie})
    connection.getresponse().read()
    connection.close()
    return 1000 * (time.monotonic() - began)


if __name__ == "__main__":
    sys.exit(main())
