"""What may explain the findings: looked for once, for all who look at the same table.

That takes up to a second, and more on a busy machine. No page waits for it so long: it is shown
without, and the news has it drawn again as soon as something is found. What is old by then, because
the table has gone on, is told to nobody.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from time import monotonic

from companion.play.page.lines import Repair
from companion.play.sight import AnyMoment, AnySight
from companion.store.table import Table

PATIENCE_S = 0.3
"""So long a page waits, which is as long as it may take."""
LOOKS_UP_S = 0.05
"""How often one who waits looks whether the table has gone on."""


class Explaining:
    """Looks for what explains findings, one search after the other. For several threads."""

    def __init__(self) -> None:
        self.told = 0
        """Grows whenever pages that were shown without may be drawn again."""
        self._searcher = ThreadPoolExecutor(1, "explains")

    def repairs(self, table: Table[AnyMoment], seen: AnySight) -> Sequence[Repair]:
        """The corrections worth offering; none yet where they are not found soon."""
        search = self._searcher.submit(seen.game.repairs, seen)
        until_s = monotonic() + PATIENCE_S
        while table.view.revision == seen.table.revision:
            try:
                return search.result(LOOKS_UP_S)
            except TimeoutError:
                if monotonic() > until_s:
                    search.add_done_callback(partial(self._tell, table, seen.table.revision))
                    return ()
        search.cancel()
        return ()

    def _tell(
        self, table: Table[AnyMoment], revision: int, search: Future[Sequence[Repair]]
    ) -> None:
        if not search.cancelled() and table.view.revision == revision:
            self.told += 1
            table.wake()
