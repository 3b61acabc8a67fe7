"""What a lower room refuses is said in the visitor's language."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from calibration.reference import find_reference
from companion.errors import Fault, InputError
from companion.saying.phrase import AllOf, Phrase
from tests.calibration.tables import empty_table
from tests.catalogues import typed
from tests.web.tables import make_host
from tests.web.tracing.tracing_bench import Bench
from vision.alignment.align import CORNERS, NotAligned
from web.words.language import fault_sentence

ISLAND = {"do": "add-island", "x": 50, "y": 50, "name": "Oro"}
HARBOUR = {"do": "add-harbour", "x": 90, "y": 50, "company": "red"}


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    host = make_host(tmp_path / "table.sqlite")
    bench = Bench(host)
    bench.client.set_cookie("language", "fr")
    bench.small()
    bench.wish(**ISLAND)  # type: ignore[arg-type]
    bench.wish(**HARBOUR)  # type: ignore[arg-type]
    yield bench
    host.store.close()


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"do": "add-route", "a": "i1", "b": "i1"}, "Une route mène d'un lieu à un autre"),
        ({"do": "add-route", "a": "i1", "b": "i9"}, "wish/b : cette île ou ce port n'y est plus"),
        ({"do": "snap", "key": "r1"}, "cette route n'y est plus"),
        ({"do": "island", "key": "h1"}, "c'est un port ; choisissez une île"),
        ({"do": "harbour", "key": "i1"}, "C'est une île ; choisissez un port"),
        ({"do": "remove-slot", "key": "i1", "index": 9}, "Oro n'a plus cette case"),
        ({"do": "remove", "key": "i9"}, "Cela n'y est déjà plus"),
        ({"do": "accept-slots"}, "Il n'y a plus rien à prendre ici"),
        ({"do": "sheet", "width_mm": 10}, "Largeur en mm : est 10 ; donnez un nombre de 50 à"),
        ({"do": "sheet", "name": "x" * 90}, "est un texte de 90 lettres ; donnez-en de 1 à 80"),
        ({"do": "sheet", "name": 5}, "Nom : est 5 ; donnez "),
    ],
)
def test_a_wish_that_cannot_be(bench: Bench, wish: dict[str, object], said: str) -> None:
    assert said in typed(bench.send("act", wish=wish).get_json()["error"]["message"])


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "Le profil : pas un profil, ou coupé ; choisissez"),
        (b"{}", "Le profil : pas un profil ; choisissez"),
        (b'{"companion_profile": 99}', "profil de version 99, ce programme lit jusqu'à"),
        (b'{"companion_profile": 1}', "Le profil : profil abîmé"),
    ],
)
def test_a_profile_that_cannot_be(bench: Bench, data: bytes, said: str) -> None:
    assert said in typed(bench.take_in(data).text)


def test_a_photo_that_is_none(bench: Bench) -> None:
    told = bench.photo(b"<svg>").get_json()["error"]["message"]

    assert typed(told) == "La photo : ce n'est pas une photo ; donnez un fichier JPEG, PNG ou WebP."


def test_an_empty_board_that_shows_nothing() -> None:
    table = empty_table(104)
    told = []
    for tone in (0, 255):
        with pytest.raises(InputError) as refused:
            find_reference(np.full_like(table.photo, tone), table.board, table.corners_px)
        told.append(typed(refused.value.said("fr")))

    assert told[0].startswith("la photo du plateau vide est trop sombre : ses parties")
    assert told[1].startswith("la photo du plateau vide est blanche sur")


@pytest.mark.parametrize(
    ("wrong", "begins", "ends"),
    [
        (InputError("no-photo-yet"), "There is no photo yet", "first."),
        (InputError("no-camera-sees-it"), "No camera sees", "size right?"),
        (InputError("photo-empty", Phrase("the-photo")), "The photo: an empty", "again."),
        (InputError("missing", "width_mm", wanted=5), "width_mm: is missing", "give 5."),
        (Fault("slots-full", name="oro", most=5), "oro has 5 slots", "more."),
    ],
)
def test_what_is_wrong_stands_on_a_page_as_a_sentence(
    wrong: InputError | Fault, begins: str, ends: str
) -> None:
    line = fault_sentence(wrong)

    assert line.startswith(begins)
    assert line.endswith(ends)
    assert not line.endswith(("..", "?."))


def test_english_and_what_nobody_knows_stay_as_they_are(bench: Bench) -> None:
    bench.client.set_cookie("language", "en")

    told = bench.send("act", wish={"do": "remove", "key": "i9"}).get_json()["error"]["message"]

    assert told == "That is gone already; look again."
    assert json.loads(bench.photo(b"").data)["error"]["message"].startswith("The photo: an empty")


@pytest.mark.parametrize(
    ("refusal", "said"),
    [
        pytest.param(
            NotAligned("too-few-points", most=8),
            "aucun plateau trouvé : seuls 8 points",
            id="another board",
        ),
        pytest.param(
            NotAligned("corners-outside", count=1, corners=AllOf([CORNERS[0]])),
            "un coin du plateau (en haut à gauche) est hors de",
            id="a corner",
        ),
        pytest.param(
            NotAligned("corners-outside", count=2, corners=AllOf([CORNERS[0], CORNERS[3]])),
            "des coins du plateau (en haut à gauche et en bas à gauche) sont hors de",
            id="two corners",
        ),
    ],
)
def test_a_board_that_is_not_found_in_a_photo(refusal: InputError, said: str) -> None:
    assert typed(refusal.said("fr")).startswith(said)
