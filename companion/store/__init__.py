"""Tables, their records and their doors in one SQLite file: on disk before anybody is told.

An entry is one line of the record (``record.entry_line``), so the file and an exported record say
the same. ``store`` is the file in use, ``schema`` what it is made of, ``kept_rows`` what is kept
beside the entries; ``contents`` is all that can be read of one that may be damaged, ``mending`` how
it can be read at all, and ``copies`` how one file takes the place of another.
"""

from __future__ import annotations

from companion.store.schema import Door, GameHead, KeptBoard
from companion.store.store import OvertakenError, Store, UnwrittenError

__all__ = ["Door", "GameHead", "KeptBoard", "OvertakenError", "Store", "UnwrittenError"]
