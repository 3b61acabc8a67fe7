"""The front door: the ``companion`` command.

The only file of this package that reaches up to the other three. It imports a command's module
when that command is chosen, so that checking a board file needs no OpenCV and starts at once.

Exit codes: 0 done; 1 done, and something needs a person; 2 the input can't be used, or what is to
be shown can't be written: one line on standard error says what, where and what to do; 130
interrupted. Whoever reads what is printed may leave early: that is 0, for he has what he wanted.
"""

from __future__ import annotations

import argparse
import errno
import importlib
import io
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import IO, Any, NoReturn, Protocol

from companion import __version__
from companion.errors import Fault, InputError
from companion.saying.phrase import reason
from companion.saying.terminal import asked_in, helped, speak_of_commands, terminals_language

DONE = 0
UNUSABLE = 2
INTERRUPTED = 130
UNSHOWN = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF, errno.EPIPE})
"""What the system says when nothing more can be printed."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command: the module that holds it, and one line on what it does."""

    module: str
    help: str


class CommandModule(Protocol):
    """What a command's module offers."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""

    def run(self, args: argparse.Namespace) -> int:
        """Do it, and return the exit code."""


COMMANDS: Mapping[str, Command] = {
    "play": Command("web.commands.play", "keep the table: bank and referee, on every phone"),
    "score": Command("web.commands.score", "score a finished game from photos"),
    "demo": Command("web.commands.demo", "the same on a simulated table, without a camera"),
    "read": Command("calibration.commands.read", "say what lies on the board in a photo, as JSON"),
    "watch": Command("calibration.commands.watch", "follow a game from a video or photos of it"),
    "calibrate": Command("calibration.commands.calibrate", "learn a board and its room once"),
    "board": Command("companion.commands.board", "check or draw a board file"),
    "table": Command("companion.commands.table", "back up, restore or check a table's file"),
    "game": Command("companion.commands.game", "replay a game from its list of moves"),
    "doctor": Command("web.commands.doctor", "gather what a bug report needs; it names nobody"),
}

EXIT_CODES = "exit codes: 0 done; 1 done, and something needs a person; 2 the input can't be used"


class Parser(argparse.ArgumentParser):
    """An argument parser that answers a mistake with one line, and takes no shortened options."""

    def __init__(self, *args: object, **settings: object) -> None:
        super().__init__(*args, **{"allow_abbrev": False, **settings})  # type: ignore[arg-type]
        self.register("type", int, _whole_number)
        self.register("type", float, _number)

    def format_help(self) -> str:
        """The help, in the language of the terminal."""
        self.description = helped(self.description) if self.description else None
        self.epilog = helped(self.epilog) if self.epilog else None
        for action in self._actions:
            for each in (action, *getattr(action, "_choices_actions", ())):
                each.help = helped(each.help) if each.help else None
        return super().format_help()

    def _print_message(self, message: str, file: IO[str] | None = None) -> None:  # type: ignore[override]
        """Print; what can't be printed is said, where ``argparse`` is silent."""
        (file or sys.stderr).write(message)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse, and refuse an option that there is not by its own name.

        Else its value would be taken for something that it is not, and refused as that.
        """
        given = takewhile(lambda each: each != "--", args or ())
        named = [each.partition("=")[0] for each in given if each.startswith("--")]
        unknown = [each for each in named if each not in self._option_string_actions]
        if unknown and self._subparsers is None:
            self.error(no_argument(unknown))
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        """Print the mistake in one line and leave with exit code 2."""
        see = helped("; see '{prog} --help'").format(prog=self.prog)
        self.exit(UNUSABLE, f"{self.prog}: {_plain(' '.join(message.split()))}{see}\n")


def _whole_number(text: str) -> int:
    """A whole number, as a command is given it."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            helped("{text} is no whole number").format(text=repr(text))
        ) from None


def _number(text: str) -> float:
    """A number, as a command is given it."""
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            helped("{text} is no number").format(text=repr(text))
        ) from None


def no_argument(unknown: Sequence[str]) -> str:
    """Say that there is no such argument."""
    return helped("there is no argument {argument}").format(argument=" ".join(unknown))


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; ``argv`` is without the program's name. Returns the exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    speak_of_commands()
    _open_what_is_closed()
    _never_fail_on_a_letter()
    try:
        try:
            _check_letters(arguments)
            code = _run(arguments)
        finally:
            sys.stdout.flush()
    except InputError as error:
        return _refuse(error.said(terminals_language()))
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        if error.filename is None and error.errno in UNSHOWN:
            return _unshown(error)
        if error.filename is None:
            raise
        fault = Fault("path-unfit", error.filename, why=reason(error))
        return _refuse(fault.said(terminals_language()))
    return code


def _run(arguments: list[str]) -> int:
    chosen = next((word for word in arguments if not word.startswith("-")), None)
    parser = _parser()
    if chosen is not None and chosen not in COMMANDS:
        told = helped("there is no command '{command}'; there are {commands}")
        parser.error(told.format(command=chosen, commands=", ".join(COMMANDS)))
    commands = parser.add_subparsers(metavar="COMMAND", help=argparse.SUPPRESS)
    module: CommandModule | None = None
    asked = parser
    if chosen is not None:
        about = helped(COMMANDS[chosen].help)
        module = _load(COMMANDS[chosen])
        asked = commands.add_parser(chosen, description=f"{about[:1].upper()}{about[1:]}.")
        module.add_arguments(asked)
    args, unknown = parser.parse_known_args(arguments)
    if unknown:
        asked.error(no_argument(unknown))
    if module is None:
        parser.print_help(sys.stderr)
        return UNUSABLE
    try:
        return module.run(args)
    except InputError as error:
        return _refuse(error.said(asked_in(args)))


def _parser() -> Parser:
    width = max(map(len, COMMANDS)) + 2
    parser = Parser(
        prog="companion",
        description="\n".join(
            (
                helped("A companion for friends who play a real board game at a real table."),
                "",
                helped("commands:"),
                *(f"  {name:{width}}{helped(command.help)}" for name, command in COMMANDS.items()),
                "",
                helped("'companion COMMAND --help' says more about one."),
            )
        ),
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"companion {__version__}")
    return parser


def _load(command: Command) -> CommandModule:
    try:
        module: CommandModule = importlib.import_module(command.module)
    except ImportError as error:
        # OpenCV's wheel leaves a few libraries of the desktop to the system.
        if "cannot open shared object file" not in str(error):
            raise
        library = str(error).split(":", 1)[0]
        raise InputError("library-missing", library=library) from error
    return module


def _open_what_is_closed() -> None:
    """Let a stream that was closed before we began lead nowhere.

    Else the next file that is opened would take its number, and get what is printed into it.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
        if getattr(sys, name) is None:
            nowhere = Path(os.devnull).open("r+", encoding="utf-8")  # noqa: SIM115
            setattr(sys, name, nowhere)


def _check_letters(arguments: Sequence[str]) -> None:
    """Refuse what is no text: a name of a file that this system itself can't spell."""
    for number, word in enumerate(arguments, 1):
        try:
            word.encode()
        except UnicodeEncodeError:
            raise InputError("argument-not-utf8", number=number, word=f"{word!a}") from None


def _never_fail_on_a_letter() -> None:
    """Let a terminal that can't show a letter show a question mark."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _refuse(message: str) -> int:
    try:
        print(f"companion: {_plain(' '.join(message.split()))}", file=sys.stderr, flush=True)
    except OSError:  # standard error may be full, too
        _lead_nowhere(sys.stderr)
    return UNUSABLE


def _plain(text: str) -> str:
    """A text that says nothing to the terminal itself: a name from a file may hold anything."""
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)


def _unshown(error: OSError) -> int:
    """Send what is still to be printed nowhere; say so, unless it is that the reader has left."""
    _lead_nowhere(sys.stdout)
    if error.errno == errno.EPIPE:
        return DONE
    return _refuse(Fault("output-unwritten", why=reason(error)).said(terminals_language()))


def _lead_nowhere(stream: IO[str]) -> None:
    """Send what a stream still holds nowhere: at the end Python writes it, and may fail to."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


if __name__ == "__main__":
    sys.exit(main())
