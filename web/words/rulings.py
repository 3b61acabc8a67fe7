"""The single rulings of a table in words: on the form that begins a game, and beside its score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.errors import InputError
from companion.play.options import PRESET, Options, Ruled, written
from companion.play.words import AnyWords

FIELD = "ruling."
LARGEST_LIST = 10
"""More answers than this are typed, not chosen."""


@dataclass(frozen=True, slots=True)
class Point:
    """One disputed point: its question, its answers, which edition says what, and what is chosen.

    ``chosen`` is empty where the edition decides; ``most`` is the largest number that may be typed.
    """

    name: str
    question: str
    answers: Sequence[tuple[str, str]]
    presets: Mapping[str, str]
    chosen: str
    most: int | None


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What a game is played by: the nearest edition, and each ruling that differs, in words."""

    edition: str
    others: Sequence[tuple[str, str]]


def editions(words: AnyWords, options: Options[Any]) -> tuple[tuple[str, str], ...]:
    """The presets, each with its name."""
    return tuple((preset, words.plain(f"edition:{preset}")) for preset in options.presets)


def points(
    words: AnyWords, options: Options[Any], chosen: Mapping[str, str]
) -> list[tuple[str, list[Point]]]:
    """Every point that a table may rule on, under headings."""
    return [
        (
            words.plain(f"rulings:{group}"),
            [_point(words, options, name, chosen.get(name, "")) for name in names],
        )
        for group, names in options.groups.items()
    ]


def points_of_a_score(
    words: AnyWords, options: Options[Any], chosen: Mapping[str, str]
) -> list[Point]:
    """The points that change what a finished board is worth, or what is against the rules on it."""
    return [_point(words, options, name, chosen.get(name, "")) for name in options.of_a_score]


def as_sent(form: Mapping[str, str]) -> dict[str, str]:
    """The options that a form names, as they stand in it."""
    named = {
        name.removeprefix(FIELD): value.strip()
        for name, value in form.items()
        if name.startswith(FIELD) and value.strip()
    }
    return {**named, PRESET: form.get(PRESET, "default")}


def options_of(form: Mapping[str, str], options: Options[Any]) -> dict[str, str]:
    """The options that a form asks for: its edition, and only the rulings that differ from it.

    Raises InputError where an edition, a point or an answer is not known.
    """
    sent = as_sent(form)
    try:
        ruled = options.read(sent)
    except InputError:
        raise InputError("ruling-unknown") from None
    others = options.differences(ruled, sent[PRESET])
    return {name: str(value) for name, value in others.items()} | {PRESET: sent[PRESET]}


def options_in_force(options: Options[Ruled], ruled: Ruled) -> dict[str, str]:
    """The same for a game that has begun: the next one is played alike."""
    preset = options.nearest(ruled)
    others = {name: str(value) for name, value in options.differences(ruled, preset).items()}
    return {PRESET: preset, **others}


def house_rules(words: AnyWords, options: Options[Ruled], ruled: Ruled) -> HouseRules:
    """What a game is played by."""
    preset = options.nearest(ruled)
    asked = {name for names in options.groups.values() for name in names}
    others = [
        (words.plain(f"ruling:{name}"), _answer(words, name, value))
        for name, value in options.differences(ruled, preset).items()
        if name in asked
    ]
    return HouseRules(dict(editions(words, options))[preset], others)


def _point(words: AnyWords, options: Options[Any], name: str, chosen: str) -> Point:
    values = [str(value) for value in options.choices(name)]
    typed = len(values) > LARGEST_LIST
    return Point(
        name,
        words.plain(f"ruling:{name}"),
        [] if typed else [(value, _answer(words, name, value)) for value in values],
        {preset: str(written(getattr(its, name))) for preset, its in options.presets.items()},
        chosen,
        options.numbers[name][-1] if typed else None,
    )


def _answer(words: AnyWords, name: str, value: str | int) -> str:
    """An answer in the words of its point, or those of all (yes and no); a number as it is."""
    codes = (code for code in (f"ruling:{name}:{value}", f"ruling:{value}") if words.has(code))
    code = next(codes, None)
    return str(value) if code is None else words.plain(code)
