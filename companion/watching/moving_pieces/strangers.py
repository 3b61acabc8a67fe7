"""Pieces that nobody plays with, and are seen: most likely one that is missing, in another colour.

A piece exists once, and a table has those that it plays with. Where one of them is seen nowhere and
a stranger came into sight, that is where it is. A stranger that was there while none was missing is
something else, and stays a stranger.

So is a piece that may not lie anywhere now; or lies nowhere and is seen where another does, as long
as it is not surely seen: a dark ship is easily taken for the black one. But one that is seen where
it lay last has never left.

And so is one that was taken off and is seen, however surely, where one that is missing is faintly
seen as well, or lay: in reddish light the white ship passes for the pink one. It came when that was
gone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from companion.reading import EMPTY, HIDDEN, Reading, Seen
from companion.watching.moving_pieces.sightings import A_WORD, SURE

TAKEN = 0.9
"""So surely a stranger is the piece that is missing, as a probability."""
MISSING = 0.5
"""A piece is missing that is so surely nowhere, as a probability."""
MISTAKEN = 0.6
"""So surely a piece that was taken off is the missing one, where that is faintly seen as well; and
one that is surely seen though it may not lie anywhere: only an ordinary move is believed then."""
GLIMPSED = 0.25
"""A stranger that is seen with less than this is none, as a probability. A piece that stands where
a stranger does, and is nowhere with as much, may be missing: what stands there is one of them."""
FAINTEST = 0.002
"""A piece that is not seen at a stop may lie there with this, beside others, as a probability."""


@dataclass(frozen=True)
class Painted:
    """Pieces that ``may`` be taken for one that ``stood`` where they are seen, on one ``table``.

    On the next they are themselves: a reader errs alike as long as the table lies so.
    """

    may: Collection[str]
    stood: Collection[str]
    table: int


class Strangers:
    """Tells in each look which of the pieces in play a stranger is."""

    def __init__(self) -> None:
        self._known: frozenset[tuple[str, str]] = frozenset()
        self._came: frozenset[tuple[str, str]] = frozenset()
        self._lay: dict[str, str] = {}
        self._first: dict[tuple[str, str], int] = {}

    def apart(self) -> Strangers:
        """Another who knows the same strangers."""
        other = Strangers()
        other._known, other._came, other._lay = self._known, self._came, dict(self._lay)
        other._first = dict(self._first)
        return other

    def told_apart(
        self,
        reading: Reading,
        lies: Mapping[str, str],
        in_play: Collection[str],
        painted: Painted | None = None,
    ) -> Reading:
        """The reading with what is missing where strangers are.

        ``lies``: where all that is played with lies; of this ``in_play`` may lie somewhere. Without
        ``painted`` none is taken for one that lay where it is seen.
        """
        pieces = reading.pieces
        self._lay |= {kind: stop for kind, stop in lies.items() if stop != EMPTY}
        strange = {
            kind: seen
            for kind, seen in pieces.items()
            if kind not in lies
            or (seen.answer != self._lay.get(kind) and _is_another(kind, pieces, lies, in_play))
        }
        mistaken = self._mistaken(pieces, lies, in_play) - strange.keys()
        strange |= {kind: pieces[kind] for kind in mistaken}
        placed = self._instead_of(pieces, lies, painted) if painted is not None else set[str]()
        strange |= {kind: pieces[kind] for kind in placed}
        sure = {kind for kind in strange.keys() & lies if strange[kind].confidence >= SURE}
        seen = {(kind, stop) for kind, one in strange.items() for stop, _ in _glimpses(one)}
        stops = {stop for _, stop in seen}
        known = (pieces.keys() - strange.keys()) & set(in_play)
        missing = {kind for kind in known if _is_missing(pieces[kind], stops)}
        missing = {kind for kind in missing if lies.get(kind, EMPTY) != EMPTY} or missing
        self._known = self._known & seen if missing else frozenset(seen)
        told, taken = dict(pieces), dict[str, float]()
        for kind, stop, share in self._new(strange):
            is_doubted = kind in mistaken or (kind in sure and kind not in placed)
            part = share * (MISTAKEN if is_doubted else TAKEN)
            taken[stop] = max(taken.get(stop, 0.0), part)
            told[kind] = replace(pieces[kind], answer=HIDDEN)
        own = {stop: sum(_faintly(pieces[kind], stop) for kind in missing) for stop in taken}
        for kind in missing if taken else ():
            parts = {at: _faintly(pieces[kind], at) / own[at] * taken[at] for at in taken}
            told[kind] = _or_there(pieces[kind], parts)
        return replace(reading, pieces=told)

    def _mistaken(
        self, pieces: Mapping[str, Seen], lies: Mapping[str, str], in_play: Collection[str]
    ) -> set[str]:
        """Pieces that were taken off and are seen where one that is missing now may stand."""
        missing = [
            pieces[kind]
            for kind, stop in lies.items()
            if stop != EMPTY and kind in in_play and kind in pieces and _is_missing(pieces[kind])
        ]
        back = frozenset(
            (kind, pieces[kind].answer)
            for kind, lay in self._lay.items()
            if lies.get(kind) == EMPTY
            and kind in pieces
            and pieces[kind].answer not in (EMPTY, HIDDEN, lay)
        )
        # Those that came while none was missing have come back.
        self._came = self._came & back if missing else back
        return {
            kind
            for kind, stop in back - self._came
            if any(stop in dict(seen.likely) for seen in missing)
        }

    def _instead_of(
        self, pieces: Mapping[str, Seen], lies: Mapping[str, str], painted: Painted
    ) -> set[str]:
        """Pieces that lay nowhere, and are seen just where one lay that is seen nowhere now.

        That the one came and the other went between two looks is much rarer than another colour.
        """
        stood = [kind for kind in pieces.keys() & lies.keys() if kind in painted.stood]
        left = {lies[kind] for kind in stood if _is_missing(pieces[kind])} - {EMPTY}
        came = [kind for kind, stop in lies.items() if stop == EMPTY and kind in pieces]
        now = {(k, pieces[k].answer) for k in came if k in painted.may and pieces[k].answer in left}
        self._first = {one: self._first.get(one, painted.table) for one in now}
        return {kind for (kind, _), table in self._first.items() if table == painted.table}

    def _new(self, strange: Mapping[str, Seen]) -> Iterator[tuple[str, str, float]]:
        for kind, one in strange.items():
            for stop, share in _glimpses(one):
                if (kind, stop) not in self._known:
                    yield kind, stop, share


def _is_another(
    kind: str, pieces: Mapping[str, Seen], lies: Mapping[str, str], in_play: Collection[str]
) -> bool:
    """Whether a piece that lies nowhere is rather another.

    It may not lie anywhere; or it is half seen where another lies, and both together no surer than
    one piece is: one piece stands there.
    """
    seen = pieces[kind]
    if lies[kind] != EMPTY:
        return False
    return kind not in in_play or any(
        seen.confidence < SURE
        and GLIMPSED <= dict(pieces[other].likely).get(stop, 0.0) <= 1 - share
        for stop, share in _glimpses(seen)
        for other, lay in lies.items()
        if lay == stop and other != kind and other in pieces
    )


def _glimpses(seen: Seen) -> Iterator[tuple[str, float]]:
    """The stops where a piece may be seen, and how surely."""
    for stop, share in seen.likely or ((seen.answer, seen.confidence),):
        if stop not in (EMPTY, HIDDEN) and share >= GLIMPSED:
            yield stop, share


def _is_missing(seen: Seen, strange: Collection[str] = ()) -> bool:
    """Whether a piece may be nowhere; one that is seen at a ``strange`` stop is so the sooner."""
    if seen.answer != EMPTY:
        return seen.answer in strange and dict(seen.likely).get(EMPTY, 0.0) >= GLIMPSED
    return MISSING <= seen.confidence < A_WORD


def _faintly(seen: Seen, stop: str) -> float:
    """How well a piece fits what stands at a stop, beside other pieces."""
    return max(dict(seen.likely).get(stop, 0.0), FAINTEST)


def _or_there(seen: Seen, taken: Mapping[str, float]) -> Seen:
    """A piece that is nowhere, or where strangers are: what stands there is either, not both."""
    shares = dict(seen.likely or ((seen.answer, seen.confidence),))
    left = shares.get(EMPTY, 0.0)
    for stop, share in taken.items():
        part = min(share, left)
        shares[stop] = shares.get(stop, 0.0) + part
        left -= part
    shares[EMPTY] = left
    return Seen.of(shares)
