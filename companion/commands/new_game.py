"""A new game as a command line tells it: who plays, by which rules."""

from __future__ import annotations

import argparse

from companion.boards.board import Board
from companion.errors import InputError
from companion.files.fields import shown
from companion.games import GAMES, USUAL, game_called, game_on
from companion.play.game import AnyGame, Seat
from companion.play.words import LANGUAGES, code_meant
from companion.records.names import LONGEST_NAME, check_apart, may_be_name, typed_name
from companion.records.record import Header, Record


def add_game_arguments(parser: argparse.ArgumentParser, *, players: str) -> None:
    """Declare ``--player``, ``--edition`` and ``--option``; ``players`` is the first one's help."""
    parser.add_argument("--player", action="append", default=[], metavar=_form(), help=players)
    add_rules_arguments(parser)


def add_rules_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare ``--edition`` and ``--option``."""
    add = parser.add_argument
    editions = dict.fromkeys(
        preset for name in GAMES for preset in game_called(name).about.options.presets
    )
    add("--edition", choices=tuple(editions), help="the rules (default: our reading of both)")
    add(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="one ruling of this table, as docs/rulings.md names it; may be given again",
    )


def asked_record(args: argparse.Namespace, board: Board) -> Record:
    """The record of the game that the arguments tell of, as it begins.

    Raises InputError where there is none such, or two have one name when said aloud.
    """
    game = game_on(board)
    seats = [read_seat(text, game, board) for text in args.player]
    record = Record(Header(game.about.id, game.begin(seats, asked_options(args), board)))
    check_apart(seat.name for seat in seats)
    return record


def asked_seats(args: argparse.Namespace, board: Board) -> tuple[Seat, ...]:
    """Who is to play that game, and what each stands for; raise InputError where they can't."""
    record, game = asked_record(args, board), game_on(board)
    seats: tuple[Seat, ...] = game.seats(game.start(record.header.setup, board))
    return seats


def read_seat(text: str, game: AnyGame, board: Board) -> Seat:
    """Read ``NAME=ROLE``, of somebody who begins; raise InputError on anything else."""
    name, equals, role = (part.strip() for part in text.rpartition("="))
    roles = tuple(game.roles(board))
    if not (equals and name and role):
        written = f"Pauline={roles[0]}" if roles else "Pauline=red"
        raise InputError("seat-form", text=text, form=_form(game), example=written)
    name = typed_name(name)
    if not may_be_name(name):
        raise InputError("player-name", name=name[:LONGEST_NAME], most=LONGEST_NAME)
    if ":" in role:
        raise InputError("seat-without-money", text=text, seat=text.rpartition(":")[0])
    every = [game.words(language, board) for language in LANGUAGES]
    role = code_meant(role, roles, lambda code: [w.named(game.about.role, code) for w in every])
    if roles and role not in roles:
        told = {"player": name, game.about.role: shown(role), "known": ", ".join(roles)}
        raise InputError(f"{game.about.id}:no-such-{game.about.role}", **told)
    return Seat(name, role)


def asked_options(args: argparse.Namespace) -> dict[str, object]:
    """What ``--edition`` and ``--option`` say, as ``Options.read`` reads it.

    Raises InputError for an option that is not said as it should be.
    """
    options: dict[str, object] = {"edition": args.edition} if args.edition else {}
    for text in args.option:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not (name and equals and value):
            raise InputError("option-form", text=text)
        options[name] = value
    return options


def _form(game: AnyGame | None = None) -> str:
    """How a player is written."""
    return f"NAME={(game or game_called(USUAL)).about.role.upper()}"
