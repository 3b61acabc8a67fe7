"""The toy game (``toy_game.py``) in a terminal."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict

from companion.play.offered.terminal import AnyPlayed, AnyStep, Terminal
from companion.play.words import AnyWords


def story(_: AnyPlayed, told: Sequence[AnyStep]) -> dict[str, object]:
    """Where all have called at last."""
    called: Mapping[str, tuple[str, ...]] = told[-1].after.called if told else {}
    return {"called": {who: list(stops) for who, stops in called.items()}}


def end(_: AnyWords, __: AnyPlayed, told: Sequence[AnyStep]) -> str:
    """Whether somebody has called everywhere."""
    return "All stops." if told and told[-1].after.over else "Still at sea."


TERMINAL = Terminal(lambda sea: json.dumps(asdict(sea)["at"]), story, end)
