"""The house rules a machine can hold: who imports whom, who speaks, how long a file grows."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house_debts import KNOW_A_GAME, KNOW_EACH_OTHER, WIDE_FOLDERS
from tests.quick import slow_tests

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("companion", "vision", "calibration", "web")  # each may import those before it
SOURCES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
ALL_SOURCES = sorted(
    [*SOURCES, *(path for part in ("tests", "benchmarks") for path in (ROOT / part).rglob("*.py"))]
)
LONGEST_FILE = 400
LONGEST_FUNCTION = 40
WIDEST_FOLDER = 15

LONG_FILES: dict[str, str] = {}
"""Files that may be longer, each with its reason."""

LONG_FUNCTIONS: dict[str, str] = {}
"""Functions that may be longer (``path:name``), each with its reason."""


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module}.{name.name}" for name in node.names)


def module(path: Path) -> str:
    """The name by which others import it; a package is named by its folder."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def inside(module: str, *rooms: str) -> bool:
    return any(module == room or module.startswith(f"{room}.") for room in rooms)


@pytest.mark.parametrize("path", SOURCES, ids=relative)
def test_imports_run_one_way(path: Path) -> None:
    room = path.relative_to(ROOT).parts[0]
    above = PACKAGES[PACKAGES.index(room) + 1 :]

    assert [name for name in imports(path) if inside(name, *above, "tests", "benchmarks")] == []


@pytest.mark.parametrize("path", sorted((ROOT / "companion").rglob("*.py")), ids=relative)
def test_companion_is_pure_python(path: Path) -> None:
    own = {"companion"}
    effects = {"time", "datetime", "socket", "subprocess"}
    roots = {name.split(".")[0] for name in imports(path)}

    assert roots - own - set(sys.stdlib_module_names) == set()
    assert roots & effects == set()


def neutral() -> list[Path]:
    """The files of ``companion/`` that serve every game alike; a game and a command may use all."""
    rooms = (ROOT / "companion" / "games", ROOT / "companion" / "commands")
    files = (ROOT / "companion").rglob("*.py")
    return sorted(path for path in files if not any(room in path.parents for room in rooms))


@pytest.mark.parametrize("path", neutral(), ids=relative)
def test_neutral_files_know_no_game(path: Path) -> None:
    assert [n for n in imports(path) if inside(n, "companion.games", "companion.commands")] == []


def test_no_more_files_learn_of_a_game() -> None:
    """A name in a string counts: it is an import too, told to nobody."""
    games = ROOT / "companion" / "games"
    knowing = {
        relative(path)
        for path in SOURCES
        if games not in path.parents and "companion.games." in path.read_text(encoding="utf-8")
    }
    owed = {f"{room}/{name}.py" for room, names in KNOW_A_GAME.items() for name in names.split()}

    assert knowing == owed  # ask the game (docs/adding-a-game.md); who no longer knows is let off


def test_no_folder_grows_beyond_what_one_can_see() -> None:
    files = [
        path
        for package in (*PACKAGES, "tests", "benchmarks", "docs")
        for path in (ROOT / package).rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    ]
    counts = Counter(relative(path.parent) for path in files)

    assert {room for room, n in counts.items() if n > WIDEST_FOLDER} == WIDE_FOLDERS.keys()


def test_rooms_know_each_other_one_way() -> None:
    """Folders that import each other, straight or round about, are one room with a wall in it."""
    knows: dict[str, set[str]] = {}
    folder_of = {module(path): relative(path.parent) for path in SOURCES}
    for path in SOURCES:
        others = {folder_of[name] for name in imports(path) if name in folder_of}
        knows.setdefault(relative(path.parent), set()).update(others - {relative(path.parent)})

    def reached(room: str) -> set[str]:
        seen: set[str] = set()
        ahead = [room]
        while ahead:
            for other in knows[ahead.pop()] - seen:
                seen.add(other)
                ahead.append(other)
        return seen

    reach = {room: reached(room) for room in knows}
    circles = {
        frozenset(other for other in reach[room] if room in reach[other])
        for room in knows
        if room in reach[room]
    }

    assert circles == set(KNOW_EACH_OTHER)


@pytest.mark.parametrize("path", sorted((ROOT / "vision").rglob("*.py")), ids=relative)
def test_the_reader_knows_no_game(path: Path) -> None:
    assert [name for name in imports(path) if inside(name, "companion.games")] == []


@pytest.mark.parametrize("path", SOURCES, ids=relative)
def test_only_commands_speak(path: Path) -> None:
    calls = [node for node in ast.walk(tree(path)) if isinstance(node, ast.Call)]
    prints = [c.lineno for c in calls if isinstance(c.func, ast.Name) and c.func.id == "print"]

    assert not prints or path.name == "__main__.py" or path.parent.name == "commands"


def test_no_file_grows_beyond_one_room() -> None:
    long = {
        relative(path)
        for path in ALL_SOURCES
        if len(path.read_text(encoding="utf-8").splitlines()) > LONGEST_FILE
    }

    assert long == set(LONG_FILES)


def body_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Count the lines of a function, without its decorators and its docstring."""
    length = (function.end_lineno or function.lineno) - function.lineno + 1
    if ast.get_docstring(function):
        docstring = function.body[0]
        length -= (docstring.end_lineno or docstring.lineno) - docstring.lineno + 1
    return length


def test_no_function_grows_beyond_one_thought() -> None:
    long = {
        f"{relative(path)}:{node.name}"
        for path in ALL_SOURCES
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and body_lines(node) > LONGEST_FUNCTION
    }

    assert long == set(LONG_FUNCTIONS)


@pytest.mark.parametrize("path", ALL_SOURCES, ids=relative)
def test_a_file_is_named_for_what_it_holds(path: Path) -> None:
    assert path.stem not in {"utils", "util", "helpers", "helper", "common", "misc"}


def test_every_folder_of_a_package_is_installed() -> None:
    assert {path.parent for path in SOURCES if not (path.parent / "__init__.py").exists()} == set()


def test_every_data_file_is_installed() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = settings["tool"]["setuptools"]["package-data"]
    data = {
        path
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and path.suffix not in {".py", ".pyc"}
    }
    named = {
        path
        for package in PACKAGES
        for pattern in (*patterns["*"], *patterns.get(package, []))
        for path in (ROOT / package).glob(pattern)
    }

    assert {relative(path) for path in data - named} == set()


def commands_of(readme: str) -> list[str]:
    return re.findall(r"^python3 -m venv .*$", readme, re.MULTILINE)


def test_ci_runs_the_readmes_test_command() -> None:
    """``.ci/run`` makes its environment elsewhere; apart from that the commands are the same."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    ci = (ROOT / ".ci/run").read_text(encoding="utf-8")
    [in_ci] = re.findall(r"^python3 -m venv .*$", ci, re.MULTILINE)

    assert in_ci.replace('"$venv"', ".venv").replace('"$venv/bin/python"', ".venv/bin/python") in (
        commands_of(readme)
    )


def test_the_readme_names_every_dependency() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project = settings["project"]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    extras = project["optional-dependencies"].values()
    every = [*project["dependencies"], *(name for extra in extras for name in extra)]

    assert [n for d in every if f"| {(n := re.split('[<>=]', d)[0])} |" not in readme] == []


@pytest.mark.parametrize("path", [ROOT / "README.md", *(ROOT / "docs").glob("*.md")], ids=relative)
def test_links_between_the_documents_hold(path: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", path.read_text(encoding="utf-8"))

    assert [link for link in links if not (path.parent / link).exists()] == []


TAKEN = re.compile(r'import \{([^}]*)\} from "(\.[^"]+)"')
GIVEN = re.compile(r"^export (?:(?:async )?(?:function\*?|const|let|class) |\{)(\w+)", re.MULTILINE)


def test_every_name_a_script_takes_is_given_by_the_other() -> None:
    """A browser runs nothing of a script that asks another for what it has not."""
    scripts = [path.resolve() for path in (ROOT / "web" / "static").rglob("*.js")]
    texts = {path: path.read_text(encoding="utf-8") for path in scripts}
    taken = {
        (path.name, (path.parent / other).resolve(), word.split(" as ")[0].strip())
        for path, text in texts.items()
        for words, other in TAKEN.findall(text)
        for word in words.split(",")
        if word.strip()
    }

    missing = {each for each in taken if each[2] not in GIVEN.findall(texts.get(each[1], ""))}

    assert taken
    assert missing == set()


def test_every_slow_test_that_is_named_is_there() -> None:
    named = [name.split("::") for name in slow_tests()]

    gone = [
        "::".join(parts)
        for parts in named
        if not (ROOT / parts[0]).is_file()
        or (parts[1:] and parts[1] not in (ROOT / parts[0]).read_text(encoding="utf-8"))
    ]

    assert gone == []
