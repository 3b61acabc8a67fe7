"""A new game as a command line tells it: who plays, by which rules."""

from __future__ import annotations

import argparse

from companion.board import Board
from companion.errors import InputError
from companion.games.clippers.editions import EDITIONS, OPTIONS
from companion.games.clippers.players import parse_beginner
from companion.games.clippers.setup import new_game
from companion.games.clippers.state import Game
from companion.position_file import marker_kinds


def add_game_arguments(parser: argparse.ArgumentParser, *, players: str) -> None:
    """Declare ``--player``, ``--edition`` and ``--option``; ``players`` is the first one's help."""
    parser.add_argument(
        "--player", action="append", default=[], metavar="NAME=NATION", help=players
    )
    add_rules_arguments(parser)


def add_rules_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare ``--edition`` and ``--option``."""
    add = parser.add_argument
    add("--edition", choices=tuple(EDITIONS), help="the rules (default: our reading of both)")
    add(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="one ruling of this table, as docs/rulings.md names it; may be given again",
    )


def asked_game(args: argparse.Namespace, board: Board) -> Game:
    """The game the arguments tell of; raise InputError where there is none such."""
    players = [parse_beginner(text, marker_kinds(board)) for text in args.player]
    return new_game(board, players, OPTIONS.read(asked_options(args)))


def asked_options(args: argparse.Namespace) -> dict[str, object]:
    """What ``--edition`` and ``--option`` say, as ``Options.read`` reads it.

    Raises InputError for an option that is not said as it should be.
    """
    options: dict[str, object] = {"edition": args.edition} if args.edition else {}
    for text in args.option:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not (name and equals and value):
            raise InputError(f"option '{text}': this is not NAME=VALUE; docs/rulings.md names all")
        options[name] = value
    return options
