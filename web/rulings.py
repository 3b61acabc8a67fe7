"""The single rulings of a table in words: on the form that begins a game, and beside its score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.errors import InputError
from companion.games.clippers.editions import EDITIONS, NUMBERS, OPTIONS, Rulings
from companion.play.options import written
from companion.play.words import AnyWords
from web.language import gettext

FIELD = "ruling."
LARGEST_LIST = 10
"""More answers than this are typed, not chosen."""
FIRST = (
    "tie_break",
    "held_clipper_delays_end",
    "samoa_counts_purple",
    "purple_growth",
    "two_x_cards_2p",
)
"""What changes real games, and is worth agreeing on before the first one (docs/rulings.md)."""
END = ("end_check", "spare_clipper_delays_end", "purple_delays_end", "dead_sticks", "finish_round")
STICKS = (
    "purple_opens",
    "purple_blocks_started",
    "same_colour_meets",
    "harbour_as_island_for_blocking",
    "build_into_harbour",
    "clipper_token_check",
)
MONEY = (
    "port_price",
    "port_timing",
    "port_instead_of_stick",
    "port_same_island",
    "five_x_zero",
    "stranded_clipper",
    "clipper_before_first_route",
    "samoa_first_bonus",
    "bank_limit",
    "open_money",
)

SCORE = (
    "tie_break",
    "samoa_counts_purple",
    "purple_blocks_started",
    "same_colour_meets",
    "build_into_harbour",
    "harbour_as_island_for_blocking",
)
"""What is told by a board on which a game is over."""


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


def editions() -> tuple[tuple[str, str], ...]:
    """The presets, each with its name."""
    return (
        ("default", gettext("Our reading of both")),
        ("fr", gettext("The French edition")),
        ("en", gettext("The English edition")),
    )


def points(words: AnyWords, chosen: Mapping[str, str]) -> list[tuple[str, list[Point]]]:
    """Every point that a table may rule on, under headings."""
    groups = (
        (gettext("Worth agreeing on before the first game"), FIRST),
        (gettext("The end of the game"), END),
        (gettext("Sticks, ships and purple"), STICKS),
        (gettext("Cards, money and markers"), MONEY),
    )
    return [
        (heading, [_point(words, name, chosen.get(name, "")) for name in names])
        for heading, names in groups
    ]


def points_of_a_score(words: AnyWords, chosen: Mapping[str, str]) -> list[Point]:
    """The points that change what a finished board is worth, or what is against the rules on it."""
    return [_point(words, name, chosen.get(name, "")) for name in SCORE]


def as_sent(form: Mapping[str, str]) -> dict[str, str]:
    """The options that a form names, as they stand in it."""
    named = {
        name.removeprefix(FIELD): value.strip()
        for name, value in form.items()
        if name.startswith(FIELD) and value.strip()
    }
    return {**named, "edition": form.get("edition", "default")}


def options_of(form: Mapping[str, str]) -> dict[str, str]:
    """The options that a form asks for: its edition, and only the rulings that differ from it.

    Raises InputError where an edition, a point or an answer is not known.
    """
    options = as_sent(form)
    try:
        rulings = OPTIONS.read(options)
    except InputError:
        raise InputError(gettext("A ruling was not understood; choose it again.")) from None
    others = OPTIONS.differences(rulings, options["edition"])
    return {name: str(value) for name, value in others.items()} | {"edition": options["edition"]}


def options_in_force(rulings: Rulings) -> dict[str, str]:
    """The same for a game that has begun: the next one is played alike."""
    edition = OPTIONS.nearest(rulings)
    others = {name: str(value) for name, value in OPTIONS.differences(rulings, edition).items()}
    return {"edition": edition, **others}


def house_rules(words: AnyWords, rulings: Rulings) -> HouseRules:
    """What a game is played by."""
    edition = OPTIONS.nearest(rulings)
    others = [
        (words.plain(f"ruling:{name}"), _answer(words, name, value))
        for name, value in OPTIONS.differences(rulings, edition).items()
        if name in (*FIRST, *END, *STICKS, *MONEY)
    ]
    return HouseRules(dict(editions())[edition], others)


def _point(words: AnyWords, name: str, chosen: str) -> Point:
    values = [str(value) for value in OPTIONS.choices(name)]
    typed = len(values) > LARGEST_LIST
    return Point(
        name,
        words.plain(f"ruling:{name}"),
        [] if typed else [(value, _answer(words, name, value)) for value in values],
        {edition: str(written(getattr(EDITIONS[edition], name))) for edition in EDITIONS},
        chosen,
        NUMBERS[name][-1] if typed else None,
    )


def _answer(words: AnyWords, name: str, value: str | int) -> str:
    if name in NUMBERS:
        return str(value)
    if name in ("same_colour_meets", "samoa_counts_purple") or value not in ("yes", "no"):
        return words.plain(f"ruling:{name}:{value}")
    return words.plain(f"ruling:{value}")
