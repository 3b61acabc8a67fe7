"""A fact's words are the fields of its event, in their order: nothing told is lost or swapped."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from companion.games.big_kini.record.event_json import TOLD as BIG_KINI
from companion.games.carcassonne_south_seas.record.event_json import TOLD as SOUTH_SEAS
from companion.games.clippers.record.event_json import TOLD as CLIPPERS
from companion.games.long_cours.record.event_json import TOLD as LONG_COURS
from companion.records.facts import WRITTEN, Facts


@pytest.mark.parametrize("told", [CLIPPERS, LONG_COURS, BIG_KINI, SOUTH_SEAS])
def test_each_word_is_a_field_of_its_event_in_its_order(told: Facts[Any, Any]) -> None:
    names = {
        do: [WRITTEN.get(each.name, each.name) for each in fields(kind)]
        for do, kind in told.kinds.items()
    }
    assert names == {do: [*words] for do, words in told.words.items()}
