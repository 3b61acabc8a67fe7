"""Colours of kinds: found together, through whatever shift paint, lamp and camera bring."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.boards.board import Kind
from vision.photometry.colour_settings import DEFAULTS, EVEN_PIECES, ColourSettings
from vision.photometry.colours import (
    Palette,
    fit_palette,
    kind_probabilities,
    taught_palette,
    usual_palette,
)
from vision.photometry.scatter import PieceLight
from vision.picture.arrays import Tones

SIX = usual_palette(
    [
        Kind("white", "#f0ece0"),
        Kind("red", "#c8202a"),
        Kind("green", "#1f7a3a"),
        Kind("blue", "#2040b0"),
        Kind("black", "#1c1c20"),
        Kind("purple", "#6a2c8c"),
    ]
)
NEUTRAL = ((1.0, 1.0, 1.0), (0.0, 0.0, 0.0))
DARK = ((0.6, 0.6, 0.6), (0.0, 0.0, 0.0))
WARM = ((0.8, 0.95, 1.1), (0.0, 0.0, 0.0))
REFLECTING = PieceLight(np.array([0.3]), np.zeros(1))
HAZY = ((0.7, 0.7, 0.7), (0.22, 0.2, 0.2))


@pytest.fixture(params=[DEFAULTS, EVEN_PIECES], ids=["what scatters", "even pieces"])
def settings(request: pytest.FixtureRequest) -> ColourSettings:
    settings: ColourSettings = request.param
    return settings


def seen(kinds: Tones, shift: tuple[tuple[float, ...], tuple[float, ...]], seed: int) -> Tones:
    """Colours (n, 3) of pieces of these kinds (n,) under a shift, each a little off."""
    rng = np.random.default_rng(seed)
    gain, veil = (np.array(part) for part in shift)
    shade = np.exp(rng.normal(0, 0.07, (len(kinds), 1)))
    return (SIX.tones[kinds] * gain * shade + veil) + rng.normal(0, 0.02, (len(kinds), 3))


@pytest.mark.parametrize(
    "shift",
    [
        pytest.param(NEUTRAL, id="as the board file says"),
        pytest.param(DARK, id="dark"),
        pytest.param(WARM, id="warm lamp"),
        pytest.param(HAZY, id="haze"),
    ],
)
@pytest.mark.parametrize("count", [12, 120])
def test_kinds_are_told_apart_through_a_common_shift(
    shift: tuple[tuple[float, ...], tuple[float, ...]], count: int, settings: ColourSettings
) -> None:
    kinds = np.arange(count) % len(SIX.kinds)
    colours = seen(kinds, shift, seed=count)

    fitted = fit_palette(SIX, colours, np.ones(count), settings=settings)

    assert (kind_probabilities(fitted, colours, settings=settings).argmax(axis=1) == kinds).all()


@pytest.mark.parametrize("added", [0.05, 0.1])
def test_pieces_under_a_reflection_keep_their_kind(added: float, settings: ColourSettings) -> None:
    kinds = np.arange(60) % len(SIX.kinds)
    colours = seen(kinds, NEUTRAL, seed=7)
    colours[:15] = np.sqrt(colours[:15].clip(0) ** 2 + added)

    fitted = fit_palette(SIX, colours, np.ones(60), settings=settings)

    assert (kind_probabilities(fitted, colours, settings=settings).argmax(axis=1) == kinds).all()


@pytest.mark.parametrize("kind", SIX.kinds)
def test_a_piece_where_a_reflection_was_seen_keeps_its_kind(kind: str) -> None:
    paint = SIX.tones[SIX.kinds.index(kind)]
    pale = 0.9 * np.sqrt(0.7 * paint**2 + 0.3)

    chances = kind_probabilities(SIX, pale[None], None, EVEN_PIECES, REFLECTING)[0]

    assert SIX.kinds[int(chances.argmax())] == kind
    assert chances.max() < 0.95, "it may be another all the same"


@pytest.mark.parametrize("kind", ["black", "green", "red"])
def test_what_a_reflection_nearly_washes_out_is_never_surely_white(kind: str) -> None:
    paint = SIX.tones[SIX.kinds.index(kind)]
    paler = 0.9 * np.sqrt(0.5 * paint**2 + 0.5)

    chances = kind_probabilities(SIX, paler[None], None, EVEN_PIECES, REFLECTING)[0]

    assert chances[SIX.kinds.index("white")] < 0.5


def test_a_few_pieces_in_an_odd_light_are_hardly_ever_surely_another_kind(
    settings: ColourSettings,
) -> None:
    surely_wrong = 0
    for seed in range(300):
        rng = np.random.default_rng(seed)
        kind, count = seed % len(SIX.kinds), int(rng.integers(1, 4))
        gain = np.exp(rng.normal(-0.4, 0.22) + rng.normal(0.05, 0.14) * np.array([-1, 0, 1]))
        paint = SIX.tones[kind] + rng.normal(0, 0.05, 3)
        shade = np.exp(rng.normal(0, 0.1, (count, 1)))
        noise = rng.normal(0, 0.02, (count, 3))
        colours = (paint * gain + rng.uniform(0.05, 0.3)) * shade + noise

        chances = kind_probabilities(
            fit_palette(SIX, colours, np.ones(count), settings=settings), colours, settings=settings
        )

        wrong = chances.argmax(axis=1) != kind
        surely_wrong += bool((wrong & (chances.max(axis=1) >= 0.95)).any())
    assert surely_wrong <= 2


def test_a_colour_of_no_kind_is_none_of_them(settings: ColourSettings) -> None:
    yellow = np.array([[0.1, 0.85, 0.95]])
    assert kind_probabilities(SIX, yellow, settings=settings).sum() < 0.5


def test_places_without_a_piece_have_no_say(settings: ColourSettings) -> None:
    kinds = np.arange(30) % len(SIX.kinds)
    colours = seen(kinds, DARK, seed=1)
    sea = np.tile([0.9, 0.5, 0.3], (200, 1))
    alone = fit_palette(SIX, colours, np.ones(30), settings=settings)

    among_sea = fit_palette(
        SIX,
        np.vstack([colours, sea]),
        np.concatenate([np.ones(30), np.full(200, 0.01)]),
        settings=settings,
    )

    np.testing.assert_allclose(among_sea.tones, alone.tones)


def test_taught_kinds_start_where_they_were_seen() -> None:
    taught = taught_palette(SIX, {"red": (0.2, 0.2, 0.6)})
    red, blue = (taught.kinds.index(kind) for kind in ("red", "blue"))
    assert tuple(taught.tones[red]) == (0.2, 0.2, 0.6)
    assert tuple(taught.tones[blue]) == tuple(SIX.tones[SIX.kinds.index("blue")])


def test_what_was_taught_stays_taught_where_few_kinds_are_in_play(
    settings: ColourSettings,
) -> None:
    """Tones of this very table are told apart as they are; usual ones as in a bright picture."""
    known = dict(zip(SIX.kinds, SIX.tones.tolist(), strict=True))
    played = SIX.kinds[:3]
    dark = np.repeat(SIX.only(played).tones * 0.7, 10, axis=0)

    usual, taught = (
        fit_palette(each.only(played), dark, np.ones(30), settings=settings)
        for each in (SIX, taught_palette(SIX, known))
    )

    assert taught.brightening == 1.0 < usual.brightening


def test_a_board_without_coloured_kinds_has_an_empty_palette(settings: ColourSettings) -> None:
    nothing = usual_palette([Kind("french"), Kind("english")])
    fitted = fit_palette(nothing, np.zeros((4, 3)), np.ones(4), settings=settings)
    assert kind_probabilities(fitted, np.zeros((4, 3)), settings=settings).shape == (4, 0)


def test_a_colour_between_two_kinds_is_rather_the_one_seen_often(settings: ColourSettings) -> None:
    way = np.linspace(0, 1, 101)[:, None]
    line = (1 - way) * SIX.tones[3] + way * SIX.tones[5]
    chances = kind_probabilities(SIX, line, settings=settings)
    between = line[np.abs(chances[:, 3] - chances[:, 5]).argmin()]
    often = np.eye(6) * 12

    blue, purple = (
        kind_probabilities(replace(SIX, seen=often[kind]), between[None], settings=settings)[0]
        for kind in (3, 5)
    )

    assert blue[3] > blue[5]
    assert purple[5] > purple[3]


@pytest.mark.parametrize("as_bright", [0.6, 0.8, 1.25])
def test_kinds_are_told_apart_however_bright_white_seems(
    as_bright: float, settings: ColourSettings
) -> None:
    """The local white that tones are relative to may be told wrong: that changes no kind."""
    kinds = np.arange(60) % len(SIX.kinds)
    colours = seen(kinds, NEUTRAL, seed=9)
    usual = kind_probabilities(
        fit_palette(SIX, colours, np.ones(60), settings=settings), colours, settings=settings
    )

    other = colours * as_bright
    told = kind_probabilities(
        fit_palette(SIX, other, np.ones(60), settings=settings), other, settings=settings
    )

    assert (told.argmax(axis=1) == kinds).all()
    assert np.abs(told - usual).max() < 0.1


def test_two_kinds_of_one_hue_are_two_where_each_is_even() -> None:
    """White sticks and pale grey ones, as a path-traced board showed them."""
    four = usual_palette(
        [
            Kind("yellow", "#e4bc28"),
            Kind("white", "#ece8dc"),
            Kind("red", "#c02a28"),
            Kind("grey", "#8c8c8c"),
        ]
    )
    kinds = np.repeat(np.arange(4), (15, 17, 14, 12))
    lit = np.array([[0.03, 0.73, 0.82], [0.87, 0.84, 0.82], [0.08, 0.14, 0.85], [0.64, 0.62, 0.63]])
    rng = np.random.default_rng(3)
    colours = lit[kinds] * np.exp(rng.normal(0, 0.05, (len(kinds), 1)))

    fitted = fit_palette(four, colours, np.ones(len(kinds)), settings=EVEN_PIECES)
    chances = kind_probabilities(fitted, colours, settings=EVEN_PIECES)

    assert (chances.argmax(axis=1) == kinds).all()
    assert np.median(chances.max(axis=1)) > 0.9


def test_black_that_mirrors_a_warm_lamp_is_black() -> None:
    """Under a lamp by which white looks like cream, what black mirrors looks like cream's shade."""
    under_lamp = SIX.tones * (0.45, 0.58, 0.65) + 0.1
    mirrored = np.array([[0.22, 0.32, 0.37]])

    by_light = [
        dict(zip(SIX.kinds, chances, strict=True))
        for lamp in (np.ones(3), np.array([0.4, 0.75, 1.0]))
        for chances in kind_probabilities(
            Palette(SIX.kinds, under_lamp, lamp=lamp), mirrored, settings=EVEN_PIECES
        )
    ]

    unknown, warm = by_light
    assert unknown["black"] < unknown["white"], "or nothing is shown here"
    assert warm["black"] > warm["white"]


@pytest.mark.parametrize(
    ("kind", "middle", "darkest", "lightest"),
    [
        pytest.param("white", 0.42, 0.38, 0.85, id="white, most of it in a shadow"),
        pytest.param("black", 0.55, 0.13, 0.6, id="black, a lamp mirrored in most of it"),
        pytest.param("black", 0.14, 0.12, 0.17, id="black, all of it in one light"),
    ],
)
def test_a_piece_in_two_lights_is_told_by_the_part_that_shows_its_paint(
    kind: str, middle: float, darkest: float, lightest: float
) -> None:
    middle_tone, *quarters = (np.full((1, 3), tone) for tone in (middle, darkest, lightest))

    lit = PieceLight(np.zeros(1), np.zeros(1), np.stack(quarters))
    chances = kind_probabilities(SIX, middle_tone, settings=EVEN_PIECES, lit=lit)[0]

    assert SIX.kinds[int(chances.argmax())] == kind


def test_a_piece_that_lies_in_a_shadow_for_the_most_part_does_not_darken_its_kind() -> None:
    kinds = np.arange(12) % len(SIX.kinds)
    bright = seen(kinds, NEUTRAL, seed=2)
    middle = bright * np.where(np.arange(12) == 6, 0.55, 1)[:, None]
    quarters = np.stack([0.95 * middle, bright])

    fitted, by_middles = (
        fit_palette(SIX, middle, np.ones(12), settings=EVEN_PIECES, lit=lit)
        for lit in (PieceLight(np.zeros(12), np.zeros(12), quarters), None)
    )

    white = bright[[0, 6]].mean(axis=0)
    assert np.abs(fitted.tones[0] - white).max() < 0.1
    assert np.abs(by_middles.tones[0] - white).max() > 0.1, "or nothing is shown here"


@pytest.mark.parametrize(("levels_of_white", "black"), [(200, False), (30, True)])
def test_what_looks_blue_may_be_black_where_the_picture_is_dark(
    levels_of_white: int, black: bool
) -> None:
    rather_blue = (0.36 * SIX.tones[3] + 0.64 * SIX.tones[4])[None]
    lit = PieceLight(np.zeros(1), np.full(1, 1 / levels_of_white))

    chances = kind_probabilities(SIX, rather_blue, settings=EVEN_PIECES, lit=lit)[0]

    assert SIX.kinds[int(chances.argmax())] == "blue"
    assert (chances[SIX.kinds.index("black")] > 0.1) == black
