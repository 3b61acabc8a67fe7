"""Whole numbers of a command line, as ``type`` of an argument: seeds, and how many to draw."""

from __future__ import annotations

import argparse


def from_zero(text: str) -> int:
    """A seed, or a count that may be none. Raises ArgumentTypeError."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"'{text}' is no whole number from 0 on")
    return int(text)


def from_one(text: str) -> int:
    """A count of what has to be there. Raises ArgumentTypeError."""
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"'{text}' is no whole number from 1 on")
    return int(text)
