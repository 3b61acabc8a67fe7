"""The tracing as a list of small named acts: undo, redo and keeping it are properties of the list.

The file is the list itself. An act holds what it put in and took out, all worked out, so making a
draft again needs no photo, and an old file gives the same draft whatever we learn to find.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property, reduce
from pathlib import Path

from calibration.tracing.draft.draft import Change, Draft, Sheet
from calibration.tracing.draft.draft_json import change_json, read_change
from companion.errors import InputError
from companion.files.fields import Field
from companion.files.input_file import FileKind, read_bytes
from companion.files.whole_file import write_whole
from companion.saying.phrase import Phrase

VERSION = 1
TRACING_FILE = FileKind(Phrase("a-tracing"), 60_000_000)
MOST_UNDONE = 1_000
"""Acts that can be undone; older ones are there for good."""


class Deed(Enum):
    """What an act did, as the button that takes it back says it."""

    BEGUN = "begun"
    SHEET = "sheet"
    PHOTO = "photo"
    CORNERS = "corners"
    TAUGHT = "taught"
    ADDED = "added"
    EDITED = "edited"
    MOVED = "moved"
    FITTED = "fitted"
    LAID = "laid"
    REMOVED = "removed"
    CARD = "card"
    ACCEPTED = "accepted"


@dataclass(frozen=True)
class Act:
    """One step of a person: what he did, to what (its name), and the changes it made."""

    deed: Deed
    what: str
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class Trace:
    """All acts, those that were taken back since, and a count that every step makes larger."""

    begun: Sheet
    acts: tuple[Act, ...] = ()
    undone: tuple[Act, ...] = ()
    revision: int = 0

    @cached_property
    def draft(self) -> Draft:
        """The board as the acts have made it."""
        changes = (change for act in self.acts for change in act.changes)
        return reduce(Draft.changed, changes, Draft(self.begun))

    @property
    def undoable(self) -> Act | None:
        """What undo would take back; not the beginning itself."""
        return self.acts[-1] if self.acts and self.acts[-1].deed is not Deed.BEGUN else None

    @property
    def redoable(self) -> Act | None:
        """What redo would do again."""
        return self.undone[-1] if self.undone else None

    def done(self, act: Act) -> Trace:
        """The trace with one more act; what was taken back before is gone."""
        return replace(self, acts=_few((*self.acts, act)), undone=(), revision=self.revision + 1)

    def undo(self) -> Trace:
        """The trace without its last act; the same where there is nothing to undo."""
        last = self.undoable
        if last is None:
            return self
        return replace(
            self,
            acts=self.acts[:-1],
            undone=(*self.undone, last),
            revision=self.revision + 1,
        )

    def redo(self) -> Trace:
        """The trace with the last undone act done again."""
        if not self.undone:
            return self
        return replace(
            self,
            acts=(*self.acts, self.undone[-1]),
            undone=self.undone[:-1],
            revision=self.revision + 1,
        )


def _few(acts: tuple[Act, ...]) -> tuple[Act, ...]:
    """The acts, the oldest made into one where they are too many."""
    if len(acts) <= 2 * MOST_UNDONE:
        return acts
    old, new = acts[:-MOST_UNDONE], acts[-MOST_UNDONE:]
    return (Act(Deed.BEGUN, "", tuple(change for act in old for change in act.changes)), *new)


def write_trace(path: Path, trace: Trace) -> None:
    """Write a trace, whole or not at all."""
    data = {
        "companion_tracing": VERSION,
        "begun": change_json(trace.begun),
        "acts": [_act_json(act) for act in trace.acts],
        "undone": [_act_json(act) for act in trace.undone],
        "revision": trace.revision,
    }
    write_whole(path, json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode())


def read_trace(path: Path) -> Trace:
    """Read a trace. Raises InputError for a file that is missing, torn, newer or damaged."""
    try:
        data = json.loads(read_bytes(path, TRACING_FILE))
    except (ValueError, RecursionError):
        raise InputError("tracing-cut-off", path) from None
    file = Field(data)
    version = file.get("companion_tracing").value
    if not isinstance(version, int):
        raise InputError("no-tracing", path)
    if version > VERSION:
        raise InputError("tracing-newer", path, version=version, known=VERSION)
    begun = read_change(file.get("begun"))
    trace = Trace(
        begun if isinstance(begun, Sheet) else Sheet("", "", 0, 0),
        tuple(map(_act, file.get("acts").items())),
        tuple(map(_act, file.get("undone").items())),
        file.get("revision").whole(0, 10**9),
    )
    if file.faults or not isinstance(begun, Sheet):
        if not file.faults:
            raise InputError("tracing-damaged", path)
        raise InputError("tracing-damaged-by", path, fault=file.faults[0])
    return trace


def _act_json(act: Act) -> dict[str, object]:
    return {
        "deed": act.deed.value,
        "what": act.what,
        "changes": [change_json(change) for change in act.changes],
    }


def _act(field: Field) -> Act:
    deed = field.get("deed").one_of([deed.value for deed in Deed])
    what = field.get("what")
    changes = [read_change(each) for each in field.get("changes").items()]
    return Act(
        Deed(deed or Deed.EDITED.value),
        what.text() if what.value else "",
        tuple(change for change in changes if change is not None),
    )
