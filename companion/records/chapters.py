"""A long evening in chapters, so that nobody has to follow it from its start.

A chapter is so many facts that count, one after the other. The last one is held with all its
moments; of those before it only the moment each led to, and a gist of it. Whoever asks for another
moment has that one chapter followed again. Where a chapter led to may be kept on the disk: what was
kept is believed only where every fact as far as there is the same, and the rules of the program.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar, overload

from companion.files.plain_json import plain
from companion.records.record import EffectiveFact

Moment = TypeVar("Moment")
Gist = Mapping[str, object]
Codes = frozenset[str]
FACTS = 100
"""The facts of a whole chapter."""
OPEN_AT_ONCE = 24
"""So many chapters that were followed again are held, besides the last."""


class Told(Protocol[Moment]):
    """What is asked of a game to tell it in chapters; a moment is the game's own."""

    def following(self, before: Moment, effective: EffectiveFact, allowed: Codes) -> Moment:
        """Go on by one fact; never fails, whatever the fact says."""

    def passing(self, before: Moment, effective: EffectiveFact, allowed: Codes) -> Moment:
        """Go on by one fact as ``following`` does, and say nothing of it: only where it led to."""

    def gist(
        self, before: Moment, facts: Sequence[EffectiveFact], moments: Sequence[Moment]
    ) -> Gist:
        """What pages ask of a chapter that is not open: JSON."""

    def keep(self, before: Moment, moment: Moment) -> str | None:
        """Write a moment down, as far as it goes beyond one before it; None where that can't be."""

    def recall(self, kept: Sequence[str]) -> Moment:
        """Read what ``keep`` wrote, of one chapter after the other; raise ValueError if none."""


@dataclass(frozen=True, slots=True)
class KeptChapter:
    """A chapter as it is kept: of which facts, where it led to, and its gist."""

    digest: str
    kept: str
    gist: Gist


class Chapter(Generic[Moment]):
    """Some facts with what the table allows of each, and what they led to."""

    def __init__(
        self,
        facts: tuple[EffectiveFact, ...],
        codes: tuple[Codes, ...],
        before: Callable[[], Moment],
        shelf: _Shelf[Moment],
    ) -> None:
        self.facts, self.codes, self.before, self._shelf = facts, codes, before, shelf
        self._end: Moment | None = None
        self._gist: Gist | None = None
        self._digest: tuple[str, str] | None = None
        self._recall: Callable[[], Moment] | None = None

    def moments(self) -> Sequence[Moment]:
        """What each of its facts led to."""
        return self._shelf.moments(self)

    def follow(self, known: Sequence[Moment] = ()) -> list[Moment]:
        """Follow its facts; the moments of the first of them may be ``known``."""
        moments = list(known)
        for fact, codes in zip(self.facts[len(known) :], self.codes[len(known) :], strict=True):
            before = moments[-1] if moments else self.before()
            moments.append(self._shelf.game.following(before, fact, codes))
        self._end = moments[-1]
        self._gist = self._shelf.game.gist(self.before(), self.facts, moments)
        return moments

    def pass_by(self) -> None:
        """Go as far as its last fact; what is to be said of each is found when it is asked for."""
        moment = self.before()
        for fact, codes in zip(self.facts, self.codes, strict=True):
            moment = self._shelf.game.passing(moment, fact, codes)
        self._end = moment

    def believe(self, kept: KeptChapter, end: Callable[[], Moment]) -> None:
        """Take from the disk what it led to."""
        self._gist, self._recall = kept.gist, end

    def end(self) -> Moment:
        """Where it led to; of one from the disk, or passed by, but for its last step."""
        if self._end is None:
            self._end = self.moments()[-1] if self._recall is None else self._recall()
        return self._end

    @property
    def is_told(self) -> bool:
        """Whether its gist is known."""
        return self._gist is not None

    @property
    def gist(self) -> Gist:
        """What is asked of it while it is not open."""
        if self._gist is None:
            self.follow()
        assert self._gist is not None
        return self._gist

    def digest(self, before: str) -> str:
        """What tells its facts, and all before them (``before``), from any others."""
        if self._digest is None or self._digest[0] != before:
            said = hashlib.sha256(before.encode())
            for fact, codes in zip(self.facts, self.codes, strict=True):
                by = (fact.by.who.value, fact.by.name, fact.by.confidence)
                line = repr((fact.seq, plain(fact.fact), by, sorted(codes)))
                said.update(line.encode("utf-8", "replace"))
            self._digest = before, said.hexdigest()[:32]
        return self._digest[1]

    def to_keep(self, before: str) -> KeptChapter | None:
        """It as it may be kept on the disk."""
        kept = self._shelf.game.keep(self.before(), self.end())
        return None if kept is None else KeptChapter(self.digest(before), kept, self.gist)


class _Shelf(Generic[Moment]):
    """The chapters that are open: those asked for last."""

    def __init__(self, game: Told[Moment]) -> None:
        self.game = game
        self._open: OrderedDict[int, tuple[Chapter[Moment], list[Moment]]] = OrderedDict()
        self._lock = threading.Lock()

    def moments(self, chapter: Chapter[Moment]) -> Sequence[Moment]:
        """The moments of a chapter; it is followed again where it is not open."""
        with self._lock:
            found = self._open.get(id(chapter))
            if found is not None:
                self._open.move_to_end(id(chapter))
                return found[1]
        moments = chapter.follow()
        self.open(chapter, moments)
        return moments

    def open(self, chapter: Chapter[Moment], moments: list[Moment]) -> None:
        """Hold the moments of a chapter."""
        with self._lock:
            self._open[id(chapter)] = chapter, moments
            while len(self._open) > OPEN_AT_ONCE:
                self._open.popitem(last=False)


class Moments(Sequence[Moment]):
    """The start of a game and what each fact led to, in chapters."""

    def __init__(
        self, start: Moment, chapters: tuple[Chapter[Moment], ...], shelf: _Shelf[Moment]
    ) -> None:
        self.start, self.chapters, self._shelf = start, chapters, shelf

    @classmethod
    def of(cls, game: Told[Moment], start: Moment) -> Moments[Moment]:
        """A game in which nothing has happened."""
        return cls(start, (), _Shelf(game))

    def followed(
        self,
        facts: Sequence[EffectiveFact],
        codes: Sequence[Codes],
        kept: Sequence[KeptChapter] = (),
        root: str = "",
    ) -> Moments[Moment]:
        """The same game by these facts; what is as before is not followed again.

        Of a game that is read anew, all chapters but the last two are only passed by.
        ``kept``: of a game in which nothing has happened yet, the chapters on the disk, in order;
        ``root`` names the game they are of.
        """
        chapters: list[Chapter[Moment]] = []
        same, digest = True, root
        whole = (len(facts) - 1) // FACTS - 1
        for number, at in enumerate(range(0, len(facts), FACTS)):
            part, its = tuple(facts[at : at + FACTS]), tuple(codes[at : at + FACTS])
            old = self.chapters[number] if same and number < len(self.chapters) else None
            same = old is not None and (old.facts, old.codes) == (part, its)
            if old is not None and same:
                chapters.append(old)
                continue
            new = Chapter(part, its, chapters[-1].end if chapters else self._at_start, self._shelf)
            digest = new.digest(digest) if kept else ""
            if number < len(kept) and digest == kept[number].digest:
                new.believe(kept[number], self._recalled([k.kept for k in kept[: number + 1]]))
            else:
                kept = ()
                if old is None and number < whole:
                    new.pass_by()
                else:
                    self._shelf.open(new, new.follow(_known(old, new)))
            chapters.append(new)
        return Moments(self.start, tuple(chapters), self._shelf)

    def until(self, facts: int) -> Moments[Moment]:
        """As far as so many facts led."""
        whole, rest = divmod(facts, FACTS)
        chapters = self.chapters[:whole]
        if rest:
            old = self.chapters[whole]
            new = Chapter(old.facts[:rest], old.codes[:rest], old.before, self._shelf)
            self._shelf.open(new, new.follow(_known(old, new)))
            chapters = (*chapters, new)
        return Moments(self.start, chapters, self._shelf)

    def tell(self, most: int) -> None:
        """Find the gists of so many chapters that were passed by."""
        for chapter in [each for each in self.chapters if not each.is_told][:most]:
            chapter.follow()

    def to_keep(self, root: str, known: Sequence[str]) -> Iterator[tuple[int, KeptChapter]]:
        """The whole chapters, but for the last of them, that are not ``known`` by their digests.

        As far as their gists are known.
        """
        digest = root
        for number, chapter in enumerate(self.chapters[:-2]):
            if not chapter.is_told:
                return
            before, digest = digest, chapter.digest(digest)
            if number >= len(known) or known[number] != digest:
                kept = chapter.to_keep(before)
                if kept is None:
                    return
                yield number, kept

    def _at_start(self) -> Moment:
        return self.start

    def _recalled(self, kept: Sequence[str]) -> Callable[[], Moment]:
        return lambda: self._shelf.game.recall(kept)

    def __len__(self) -> int:
        if not self.chapters:
            return 1
        return 1 + FACTS * (len(self.chapters) - 1) + len(self.chapters[-1].facts)

    @overload
    def __getitem__(self, at: int) -> Moment: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[Moment, ...]: ...

    def __getitem__(self, at: int | slice) -> Moment | tuple[Moment, ...]:
        if isinstance(at, slice):
            return tuple(self[each] for each in range(*at.indices(len(self))))
        at = at + len(self) if at < 0 else at
        if not 0 <= at < len(self):
            raise IndexError(at)
        if at == 0:
            return self.start
        chapter, within = self.chapters[(at - 1) // FACTS], (at - 1) % FACTS
        return chapter.moments()[within]

    def __iter__(self) -> Iterator[Moment]:
        yield self.start
        for chapter in self.chapters:
            yield from chapter.moments()

    def __eq__(self, other: object) -> bool:
        return tuple(self) == tuple(other) if isinstance(other, Sequence) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.start, len(self)))


def _known(old: Chapter[Moment] | None, new: Chapter[Moment]) -> Sequence[Moment]:
    """The moments of a chapter that another has too: as far as their facts are the same."""
    if old is None:
        return ()
    pairs = zip(old.facts, new.facts, old.codes, new.codes, strict=False)
    same = 0
    for fact, other, codes, others in pairs:
        if fact != other or codes != others:
            break
        same += 1
    return old.moments()[:same] if same else ()
