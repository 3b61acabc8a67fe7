"""Colours taught at the table: a photo with one stick or more of each kind on stated spaces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import permutations

import numpy as np

from companion.boards.board import Board
from companion.boards.position_file import stick_kinds
from companion.errors import InputError
from vision.photometry.colour_settings import EVEN_PIECES
from vision.photometry.colours import Palette, fit_palette, kind_probabilities

MOST_MISTAKEN = 0.1
"""Two taught kinds are too close when one would be taken for the other more often than this."""

SURELY_ANOTHER = 0.5
"""A taught kind looks like another one that is likelier than not, where itself it hardly is."""

THERE = 0.5
"""A piece that is seen as surely as this lies there."""

Measured = Mapping[str, tuple[float, np.ndarray]]
"""Per space: how surely a stick lies there (0..1), and its tones (3,), BGR, relative to white."""


def parse_sticks(text: str, board: Board) -> dict[str, str]:
    """Read ``r1/0/0=red,r2/0/1=blue`` -> space -> kind.

    Raises InputError for a space or kind that the board doesn't have, or a space named twice.
    """
    kinds = stick_kinds(board)
    taught: dict[str, str] = {}
    for part in text.split(","):
        space, equals, kind = (word.strip() for word in part.partition("="))
        if not equals or not space or not kind:
            raise InputError("sticks-form", f"--sticks {part!r}")
        if space not in board.kinds_of_places.get("space", {}):
            raise InputError(
                "sticks-no-space", f"--sticks {part!r}", board=board.name, space=f"{space!r}"
            )
        if kind not in kinds:
            raise InputError(
                "sticks-no-kind", f"--sticks {part!r}", kind=f"{kind!r}", kinds=", ".join(kinds)
            )
        if space in taught:
            raise InputError("sticks-space-twice", f"--sticks {part!r}", space=f"{space!r}")
        taught[space] = kind
    return taught


def learned(
    seen: Measured, sticks: Mapping[str, str]
) -> tuple[dict[str, tuple[float, ...]], list[str]]:
    """The kinds that lie on stated spaces -> tones (BGR) relative to white, and what is missing.

    Several sticks of one kind are averaged. Missing are the spaces on which no stick is seen.
    """
    missing = [space for space in sticks if seen[space][0] < THERE]
    tones: dict[str, list[np.ndarray]] = {}
    for space, kind in sticks.items():
        if space not in missing:
            tones.setdefault(kind, []).append(seen[space][1])
    palette = {
        kind: tuple(round(float(tone), 4) for tone in np.mean(each, axis=0))
        for kind, each in tones.items()
    }
    return palette, missing


def teach(seen: Measured, sticks: Mapping[str, str]) -> dict[str, tuple[float, ...]]:
    """The same where no stick may be missing. Raises InputError where no stick is seen."""
    palette, missing = learned(seen, sticks)
    if missing:
        raise InputError("no-stick-seen", places=", ".join(missing))
    return palette


def too_close(palette: Mapping[str, Sequence[float]]) -> list[tuple[str, str]]:
    """The pairs of kinds that the reader would often take for one another in this light."""
    names = tuple(palette)
    if len(names) < 2:
        return []
    tones = np.array([palette[name] for name in names], float)
    chances = kind_probabilities(Palette(names, tones), tones, settings=EVEN_PIECES)
    return _each_pair_once(
        (names[one], names[other])
        for one, other in permutations(range(len(names)), 2)
        if chances[one, other] > MOST_MISTAKEN
    )


def taken_for_another(
    taught: Mapping[str, Sequence[float]], known: Palette
) -> list[tuple[str, str]]:
    """The taught kinds that look like another one, each with the kind it looks like.

    ``known`` are the colours that the kinds were known by before; the light of the photo is allowed
    for, as where a picture is read.
    """
    names = [name for name in taught if name in known.kinds]
    if not names:
        return []
    tones = np.array([taught[name] for name in names], float)
    # What was taught before was seen in a light of its own: any shift to this one may be right.
    in_this_light = fit_palette(replace(known, taught=False), tones, np.ones(len(names)))
    chances = kind_probabilities(in_this_light, tones)
    likeliest = [known.kinds[number] for number in chances.argmax(axis=1)]
    own = chances[np.arange(len(names)), [known.kinds.index(name) for name in names]]
    surely = chances.max(axis=1) > SURELY_ANOTHER
    return [
        (name, other)
        for name, other, is_sure, chance in zip(names, likeliest, surely, own, strict=True)
        if is_sure and other != name and chance < MOST_MISTAKEN
    ]


def _each_pair_once(pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    return list({frozenset(pair): pair for pair in pairs}.values())
