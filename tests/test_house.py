"""The house rules a machine can hold: who imports whom, who speaks, how long a file grows."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.house_debts import KNOW_A_GAME, KNOW_EACH_OTHER, LONG_FILES, WIDE_FOLDERS
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

ARRAYS = re.compile(r"\b(NDArray|Image|Tones|Floats|Mask|Descriptors)\b")
"""What annotations call an array."""

PAGE_SOURCES = {".js", ".ts", ".css", ".html"}
VENDORED = ROOT / "web" / "static" / "vendored"
"""What others wrote is kept as it came."""

OWED = {"rooms that know each other": 6, "long files": 0, "wide folders": 3, "knowing a game": 0}
"""How long the lists of debts are: a number falls with its list, and none is raised."""

LONG_FUNCTIONS: dict[str, str] = {}
"""Functions that may be longer (``path:name``), each with its reason."""


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@dataclass(frozen=True)
class Source:
    """What the rules ask of a file."""

    imports: tuple[str, ...]
    prints: bool
    long_functions: tuple[str, ...]
    compared_arrays: tuple[str, ...]


@cache
def source(path: Path) -> Source:
    """A file, parsed and walked once for all the rules."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))))
    return Source(
        tuple(name for node in nodes for name in imported(node)),
        any(prints(node) for node in nodes),
        tuple(
            node.name
            for node in nodes
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            and body_lines(node) > LONGEST_FUNCTION
        ),
        tuple(node.name for node in nodes if compares_arrays(node)),
    )


def compares_arrays(node: ast.AST) -> bool:
    """Whether it is a dataclass of arrays that compares itself by them: numpy raises then."""
    if not isinstance(node, ast.ClassDef):
        return False
    made = [ast.unparse(each) for each in node.decorator_list if "dataclass" in ast.unparse(each)]
    fields = (ast.unparse(each.annotation) for each in node.body if isinstance(each, ast.AnnAssign))
    is_equal_by_value = bool(made) and "eq=False" not in made[0]
    return is_equal_by_value and any(ARRAYS.search(annotation) for annotation in fields)


def imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (name.name for name in node.names)
    elif isinstance(node, ast.ImportFrom):
        yield node.module or ""
        yield from (f"{node.module}.{name.name}" for name in node.names)


def prints(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and (node.func.id == "print")
    )


def body_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Count the lines of a function, without its decorators and its docstring."""
    length = (function.end_lineno or function.lineno) - function.lineno + 1
    if ast.get_docstring(function):
        docstring = function.body[0]
        length -= (docstring.end_lineno or docstring.lineno) - docstring.lineno + 1
    return length


def taken(paths: Iterable[Path], *rooms: str) -> list[tuple[str, str]]:
    """What these files import of these rooms: file, and what it imports."""
    return [
        (relative(path), name)
        for path in paths
        for name in source(path).imports
        if inside(name, *rooms)
    ]


def module(path: Path) -> str:
    """The name by which others import it; a package is named by its folder."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def inside(module: str, *rooms: str) -> bool:
    return any(module == room or module.startswith(f"{room}.") for room in rooms)


def files_of(room: str) -> list[Path]:
    return [path for path in SOURCES if ROOT / room in path.parents]


def test_imports_run_one_way() -> None:
    wrong = [
        each
        for at, package in enumerate(PACKAGES)
        for each in taken(files_of(package), *PACKAGES[at + 1 :], "tests", "benchmarks")
    ]

    assert wrong == []


def test_companion_is_pure_python() -> None:
    effects = {"time", "datetime", "socket", "subprocess"}
    pure = {"companion", *sys.stdlib_module_names} - effects

    assert [
        (relative(path), name)
        for path in files_of("companion")
        for name in source(path).imports
        if name.split(".")[0] not in pure
    ] == []


def neutral() -> list[Path]:
    """The files of ``companion/`` that serve every game alike; a game and a command may use all."""
    rooms = (ROOT / "companion" / "games", ROOT / "companion" / "commands")
    return [p for p in files_of("companion") if not any(room in p.parents for room in rooms)]


def test_neutral_files_know_no_game() -> None:
    assert taken(neutral(), "companion.games", "companion.commands") == []


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
        others = {folder_of[name] for name in source(path).imports if name in folder_of}
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


def test_the_reader_knows_no_game() -> None:
    assert taken(files_of("vision"), "companion.games") == []


def test_only_commands_speak() -> None:
    silent = [p for p in SOURCES if p.name != "__main__.py" and p.parent.name != "commands"]

    assert [relative(path) for path in silent if source(path).prints] == []


def test_no_file_grows_beyond_one_room() -> None:
    """A file that was longer already is let off once it is not; until then it grows no further."""
    every = [
        path for part in (*PACKAGES, "tests", "benchmarks") for path in (ROOT / part).rglob("*")
    ]
    of_pages = [p for p in every if p.suffix in PAGE_SOURCES and VENDORED not in p.parents]
    lines = {
        relative(path): len(path.read_text(encoding="utf-8").splitlines())
        for path in (*ALL_SOURCES, *of_pages)
    }
    long = {name: count for name, count in lines.items() if count > LONGEST_FILE}

    assert long.keys() == LONG_FILES.keys()
    assert {name: count for name, count in long.items() if count > LONG_FILES[name]} == {}


def test_the_lists_of_debts_only_grow_shorter() -> None:
    owed = {
        "rooms that know each other": sum(len(rooms) for rooms in KNOW_EACH_OTHER),
        "long files": len(LONG_FILES),
        "wide folders": len(WIDE_FOLDERS),
        "knowing a game": sum(len(names.split()) for names in KNOW_A_GAME.values()),
    }

    assert owed == OWED


def test_no_function_grows_beyond_one_thought() -> None:
    long = {
        f"{relative(path)}:{name}" for path in ALL_SOURCES for name in source(path).long_functions
    }

    assert long == set(LONG_FUNCTIONS)


def test_a_file_is_named_for_what_it_holds() -> None:
    anything = {"utils", "util", "helpers", "helper", "common", "misc"}

    assert [relative(path) for path in ALL_SOURCES if path.stem in anything] == []


def test_nobody_imports_from_a_file_of_tests() -> None:
    """What several tests share stands beside them, in a file named for what it holds."""
    assert [
        (relative(path), name)
        for path in ALL_SOURCES
        for name in source(path).imports
        if any(part.startswith("test_") for part in name.split("."))
    ] == []


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


def test_links_between_the_documents_hold() -> None:
    documents = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]

    assert [
        (relative(path), link)
        for path in documents
        for link in re.findall(r"\]\((?!https?:)([^)#]+)", path.read_text(encoding="utf-8"))
        if not (path.parent / link).exists()
    ] == []


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


def test_no_dataclass_of_arrays_compares_itself_by_them() -> None:
    """Two arrays that are compared are no truth value: ``==`` raised ValueError."""
    sources = [*SOURCES, *(path for path in ALL_SOURCES if "benchmarks" in path.parts)]

    assert [
        (relative(path), source(path).compared_arrays)
        for path in sources
        if source(path).compared_arrays
    ] == []


def test_what_arrays_are_called_is_said_in_one_place() -> None:
    home = ROOT / "vision" / "picture" / "arrays.py"
    called = re.compile(r"^(\w+) = (?:\w+\.)?NDArray", re.MULTILINE)
    names = set(called.findall(home.read_text(encoding="utf-8")))

    assert names
    again = {
        relative(path): names & set(called.findall(path.read_text(encoding="utf-8")))
        for path in ALL_SOURCES
        if path != home
    }
    assert {path: twice for path, twice in again.items() if twice} == {}
