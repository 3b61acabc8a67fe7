"""A file that is no JSON: what is wrong where, in the language that is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.errors import InputError
from companion.files.input_file import FileKind, read_json
from tests.catalogues import typed


@pytest.mark.parametrize(
    ("text", "english", "french"),
    [
        ("", "line 1, column 1: a value is missing", "ligne 1, colonne 1 : il manque une valeur"),
        ("[1 2]", "column 4: a comma is missing", "colonne 4 : il manque une virgule"),
        ('{"a" 1}', "column 6: a colon is missing", "colonne 6 : il manque un deux-points"),
        ("{a}", "a name in double quotes is missing", "un nom entre guillemets droits"),
        ("[]\n]", "line 2, column 1: something stands behind its end", "quelque chose suit la fin"),
        ('"a', "column 1: a text that does not end", "un texte sans fin"),
        ('"a\nb"', "a line end or a tab within a text", "une fin de ligne ou une tabulation"),
        ('"\\q"', "a backslash that means nothing", "une barre oblique inverse"),
        ('"\\u12"', "a backslash that means nothing", "une barre oblique inverse"),
    ],
)
def test_what_is_no_json_is_told_in_words(
    text: str, english: str, french: str, tmp_path: Path
) -> None:
    path = tmp_path / "file.json"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(InputError) as refused:
        read_json(path, FileKind("a file", 1_000))

    assert f"{path}: not JSON (line " in str(refused.value)
    assert english in str(refused.value)
    assert french in typed(refused.value.said("fr"))
