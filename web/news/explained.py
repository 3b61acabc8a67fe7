"""What may explain the findings: looked for once, for all who look at the same table.

That takes up to a second, and more on a busy machine. No page waits for it so long: it is shown
without, and the news has it drawn again once, when it is found. What is old by then, because the
table has gone on, is told to nobody.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from functools import partial
from time import monotonic

from companion.play.page.lines import Repair
from companion.play.sight import AnySight, GameTable

PATIENCE_S = 0.3
"""So long a page waits, which is as long as it may take."""
LOOKS_UP_S = 0.05
"""How often one who waits looks whether the table has gone on."""
Search = Future[Sequence[Repair]]


class Explaining:
    """Looks for what explains findings, one search after the other. For several threads."""

    def __init__(self) -> None:
        self.told = 0
        """Grows whenever pages that were shown without may be drawn again."""
        self._searcher = ThreadPoolExecutor(1, "explains")
        self._lock = threading.RLock()
        self._of: tuple[GameTable | None, int] = None, 0
        """The table and its revision that the searches are about."""
        self._searches: dict[tuple[object, ...], Search] = {}
        self._missed: set[Search] = set()
        """Those for which some page has not waited."""

    def repairs(self, table: GameTable, seen: AnySight) -> Sequence[Repair]:
        """The corrections worth offering; none yet where they are not found soon."""
        search = self._search(table, seen)
        until_s = monotonic() + PATIENCE_S
        while search is not None and table.view.revision == seen.table.revision:
            try:
                return search.result(LOOKS_UP_S)
            except CancelledError:
                break
            except TimeoutError:
                if monotonic() > until_s and self._is_missed(search):
                    break
        return ()

    def _search(self, table: GameTable, seen: AnySight) -> Search | None:
        """The search of all who see the same, begun by the first; None where the table went on.

        Who looks makes a difference only where the game tells somebody what others may not know.
        """
        who = (seen.viewer, seen.keeps_bank) if seen.game.about.private else ()
        revision, key = seen.table.revision, (seen.words.language, *who)
        with self._lock:
            if table.view.revision != revision:
                return None
            if self._of != (table, revision):
                old = self._searches.values()
                self._of, self._searches, self._missed = (table, revision), {}, set()
                for each in old:
                    each.cancel()
            if key not in self._searches:
                search = self._searcher.submit(seen.game.repairs, seen)
                self._searches[key] = search
                search.add_done_callback(partial(self._tell, table, revision))
            return self._searches[key]

    def _is_missed(self, search: Search) -> bool:
        """Note that a page is shown without it; False where it has just been found."""
        with self._lock:
            if search.done():
                return False
            self._missed.add(search)
            return True

    def _tell(self, table: GameTable, revision: int, search: Search) -> None:
        with self._lock:
            is_news = search in self._missed and table.view.revision == revision
            self.told += is_news
        if is_news:
            table.wake()
