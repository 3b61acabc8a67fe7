"""What may explain the findings: looked for once, for all who look at the same table.

That takes up to a second. Whoever asks again while the table goes on is not made to wait for what
is old by then: his page hears the news and asks again.
"""

from __future__ import annotations

import threading

from companion.play.game import Data
from companion.play.sight import AnySight
from web.visit import table

LOOKS_UP_S = 0.05
"""How often one who waits looks whether the table has gone on."""
_looking = threading.Lock()


def repairs_of(seen: AnySight) -> list[Data]:
    """The corrections worth offering; none where the table has gone on before it was their turn."""
    while not _looking.acquire(timeout=LOOKS_UP_S):
        if table().view.revision != seen.table.revision:
            return []
    try:
        return seen.game.repairs(seen)
    finally:
        _looking.release()
