"""The language a command speaks: the one asked for, or that of its terminal.

What it says of itself (``--help``) stands in English where an argument is declared; another
language has it in ``locale/LANGUAGE/LC_MESSAGES/help.po``, with the words of Python's own
``argparse``, which asks gettext's usual domain for them.
"""

from __future__ import annotations

import argparse
import gettext
import os

from companion.saying.catalogue import ENGLISH, LANGUAGES, LOCALE

HELP = "help"
TOLD_BY = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""What names the language of a terminal, the strongest first, as gettext reads them."""


def terminals_language() -> str:
    """The language of this terminal, where we speak it; else English."""
    told = next((os.environ[name] for name in TOLD_BY if os.environ.get(name)), "")
    wished = (each.partition("_")[0].partition(".")[0].lower() for each in told.split(":"))
    return next((language for language in wished if language in LANGUAGES), ENGLISH)


def speak_of_commands() -> None:
    """From now on ``argparse`` speaks the language of this terminal."""
    gettext.bindtextdomain(HELP, LOCALE)
    gettext.textdomain(HELP)


def helped(text: str) -> str:
    """What a command says of itself, in the language of this terminal."""
    return gettext.dgettext(HELP, text)


def add_language(parser: argparse.ArgumentParser, speaks: str = "of what is printed") -> None:
    """Declare ``--language``, for a command of which more than its mistakes is translated."""
    parser.add_argument(
        "--language",
        choices=LANGUAGES,
        default=terminals_language(),
        help=f"{speaks} (default: the terminal's)",
    )


def asked_in(args: argparse.Namespace) -> str:
    """The language that a command's arguments ask for."""
    return str(getattr(args, "language", terminals_language()))
