"""Words of a command line, as they are typed where they are told."""

from __future__ import annotations

import pytest

from companion.saying.typed import typed


@pytest.mark.parametrize(
    ("word", "elsewhere", "windows"),
    [
        ("board.json", "board.json", "board.json"),
        (r"C:\boards\sea.json", r"'C:\boards\sea.json'", r"C:\boards\sea.json"),
        ("the sea.json", "'the sea.json'", '"the sea.json"'),
        ("Ana=blue:12", "Ana=blue:12", "Ana=blue:12"),
        ("Ana,Ben", "Ana,Ben", '"Ana,Ben"'),
        ("a&b", "'a&b'", '"a&b"'),
        ("", "''", '""'),
    ],
)
def test_a_word_is_quoted_as_its_shell_has_it(word: str, elsewhere: str, windows: str) -> None:
    assert typed(word, windows=False) == elsewhere
    assert typed(word, windows=True) == windows
