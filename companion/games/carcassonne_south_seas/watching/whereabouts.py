"""Where islanders are, told from many looks: a wrong look never rewrites a turn.

The tiles tell whose turn it is. One who comes is looked for on the newest tile alone. On the others
it is only told whether the record's islander is still there, and what he did is put right where it
was seen wrongly: he was on another part, he came unseen, he went home with another area. What none
of that explains is asked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace

from companion.games.carcassonne_south_seas.watching.on_tiles import OnTile
from companion.reading import EMPTY

THERE, LIKELY, GONE = 0.9, 0.5, 0.1
"""Somebody is surely on a tile, or likely, or nobody is."""
HALF = 0.25
"""One who is seen with less is none: one that lies flat right below the camera is hardly seen."""
CAME = 0.4
"""Somebody comes into sight on a tile that was bare, as likely as this."""
UNTOLD = 3
"""A tile that came is not in the record for fewer looks, and the one before it is the newest."""
FAINT = 0.01
"""A part on which one is seen with less, in the mean, is not thought of."""


@dataclass(frozen=True)
class Waits:
    """So many looks in a row are waited for.

    ``soon``: one is gone, or came; ``plain``: a tile was bare before; ``later``: he stands where
    none was seen to come. Before it is asked:
    ``half``: one is half seen on a new tile; ``settled``: he is seen on another part; ``missed``:
    he is gone, or still there, for two or three turns; ``long``: somebody is where nobody can have
    come.
    """

    soon: int = 3
    later: int = 6
    settled: int = 8
    missed: int = 12
    long: int = 24
    plain: int = 2
    half: int = 8


LIVE, PHOTOS = Waits(), Waits(1, 1, 2, 3, 4, 1, 1)
"""Of a camera that looks all the time, and of a photo a turn."""


@dataclass(frozen=True)
class Run:
    """For how many looks in a row somebody was on a tile, nobody was, and on one part.

    On that he was likely for so many, surely for those that he ``stood`` there.

    ``leans`` are the shares of each part, summed over ``looks``. In so many looks since another
    tile came it was ``bare``; before that it was ``plain``, and after that somebody ``came`` into
    sight on it, and stayed, for so many; one was ``half`` seen on it, and is so still, for so many,
    ``faintly`` on that part; who is gone was so for ``passed``. Since the record told so of him
    nobody was there for ``away`` looks in a row, once.
    """

    there: int = 0
    gone: int = 0
    part: str = ""
    likely: int = 0
    stood: int = 0
    looks: int = 0
    ever: int = 0
    bare: int = 0
    plain: int = 0
    came: int = 0
    away: int = 0
    half: int = 0
    faintly: str = ""
    passed: int = 0
    leans: Mapping[str, float] = field(default_factory=dict)

    def after(self, seen: OnTile, *, is_newest: bool) -> Run:
        """One look more."""
        place, _, share = seen.best
        likely, surely = share >= LIKELY, share >= THERE
        same = place == self.part
        parts = {part for part, _ in seen.where} | self.leans.keys()
        half = sum(seen.where.values()) >= HALF
        some, nobody = seen.there >= THERE, seen.there <= GONE
        return Run(
            self.there + 1 if some else 0 if nobody else self.there,
            self.gone + 1 if nobody else 0,
            place if likely else self.part,
            likely * (same * self.likely + 1),
            surely * (same * self.stood + 1),
            self.looks + some,
            self.ever + some,
            self.bare + (nobody and not is_newest),
            self.plain + (nobody and is_newest),
            self.came + 1 if sum(seen.where.values()) >= CAME else 0,
            max(self.away, self.gone + 1) if nobody else self.away,
            self.half + 1 if half and (is_newest or self.half >= UNTOLD) else 0,
            place if half else self.faintly,
            self.half or self.passed if nobody else 0,
            {part: self.leans.get(part, 0.0) + seen.part(part) * some for part in parts},
        )

    def others(self, but: str) -> Iterator[str]:
        """The other parts on which he may have been, the likeliest first."""
        mean = {part: share / max(self.looks, 1) for part, share in self.leans.items()}
        yield from (
            part
            for part in sorted(mean, key=lambda each: -mean[each])
            if part != but and mean[part] >= FAINT
        )


@dataclass(frozen=True)
class Runs:
    """What was seen of all tiles so far, by their cells; ``usual``: how likely who was where.

    ``who`` is where the record has somebody on them: where that changes, looks are counted anew.
    ``settled`` are the cells of whose islander somebody spoke, or said that there is none: nobody
    comes there later.
    """

    of: Mapping[str, Run] = field(default_factory=dict)
    usual: Mapping[str, float] = field(default_factory=dict)
    who: Mapping[str, str] = field(default_factory=dict)
    settled: frozenset[str] = frozenset()

    def after(
        self, seen: Mapping[str, OnTile], who: Mapping[str, str], newest: Collection[str]
    ) -> Runs:
        """One look more; ``newest`` are the cell of the tile that was laid last, and the untold."""
        runs = {
            cell: self._begun(cell, who).after(each, is_newest=cell in newest)
            for cell, each in seen.items()
        }
        usual = dict(self.usual)
        for each in seen.values():
            usual |= {p: each.part(p) for p, _ in each.where if p not in each.words}
        said = {
            cell
            for cell, each in seen.items()
            if {*each.words.values()} - {EMPTY} or (each.is_denied and cell not in newest)
        }
        return Runs({**self.of, **runs}, usual, who, self.settled | said)

    def _begun(self, cell: str, who: Mapping[str, str]) -> Run:
        run = self[cell]
        same = self.who.get(cell) == who.get(cell)
        return run if same else replace(run, there=0, gone=0, likely=0, stood=0, away=0)

    def __getitem__(self, cell: str) -> Run:
        return self.of.get(cell, Run())
