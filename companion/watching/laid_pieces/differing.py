"""Which places still differ from the record after all that was written."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from companion.reading import EMPTY
from companion.watching.drift import Differs, Drift
from companion.watching.laid_pieces.belief import TELL, Plausible, Suspect, believed


def drift_of(
    suspects: Iterable[Suspect],
    recorded: Mapping[str, str],
    in_play: Collection[str],
    gone_odds: float,
) -> Iterator[Drift]:
    """The places that still differ from what is recorded after all that was written.

    ``gone_odds``: as in ``TakingHabits``.
    """
    for one in suspects:
        known, seen = recorded.get(one.place, EMPTY), one.best
        if seen == known or not one.age:
            continue
        if known != EMPTY and seen == EMPTY:
            differs, plausible = Differs.MISSING, gone_odds
        elif known != EMPTY:
            differs, plausible = Differs.OTHER, Plausible.MISREAD.value
        elif seen not in in_play:
            differs, plausible = Differs.STRANGER, Plausible.STRANGER.value
        else:
            continue
        if believed(one.chance(seen), plausible) >= TELL:
            yield Drift(one.place, differs, known, seen, one.chance(seen))
