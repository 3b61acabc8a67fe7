"""A toy as the game it is. Toys are classes, for one is often another with a little more."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from companion.play.game import AnyGame, Game


def as_game(toy: Any) -> AnyGame:
    """Hand over a toy's parts, each under its name in ``Game``; some may be left out."""
    names = [each.name for each in fields(Game) if each.name != "watching"]
    parts = {name: getattr(toy, name) for name in names if hasattr(toy, name)}
    return Game(watching=lambda _: toy.watched, **parts)
