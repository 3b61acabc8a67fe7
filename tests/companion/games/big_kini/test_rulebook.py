"""Every numbered rule: what breaks it is found, what keeps it is not, and what follows from it.

The tables name the rule of each case; the last test holds them against the book.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import companion.games.big_kini as big_kini
from companion.games.big_kini import rules as rules_package
from companion.games.big_kini.course.election import tally, voting_power
from companion.games.big_kini.course.rounds import cards_to_turn_up, last_round
from companion.games.big_kini.course.score import score
from companion.games.big_kini.course.setup import PLAYERS, may_be_home
from companion.games.big_kini.course.spaces import columns, in_use
from companion.games.big_kini.game import GAME
from companion.games.big_kini.judging import judgement
from companion.games.big_kini.judging.choices import awaited
from companion.games.big_kini.state.atolls import FUNCTIONS
from companion.games.big_kini.state.doubts import NOTHING
from companion.games.big_kini.state.reach import has_influence, port_level
from companion.games.big_kini.state.state import CUBES as CUBES_EACH
from companion.games.big_kini.state.state import NEUTRAL, TOKENS, Phase, State
from companion.games.big_kini.terms.goods import TILES_OF_A_KIND
from companion.games.big_kini.terms.layouts import LayoutChoice, may_be_found
from companion.games.big_kini.terms.rulings import (
    Blocked,
    DiscoveryCost,
    KeepsMoney,
    Length,
)
from tests.companion.games.big_kini.alone.solo import MOVE_ALONE, spent
from tests.companion.games.big_kini.own_box.own_cards import equal_numbers
from tests.companion.games.big_kini.rule_cases import (
    ALLOWED,
    CROWNING,
    DICE,
    EVEN,
    FORBIDDEN,
    LAST,
    OUSTED,
    PAY,
    RESTS_ON,
    SEATED,
    THREE,
    asked,
    blocking,
    dealt,
    homes,
    round_over,
    votes,
    voting,
)
from tests.companion.games.big_kini.tables import (
    CUBES,
    FIND,
    HERE,
    PUT,
    TILES,
    Fact,
    after,
    also,
    fact,
    found,
    having,
    holding,
    on,
    playing,
    start,
)

BOOK = (Path(big_kini.__path__[0]) / "rulebook.md").read_text(encoding="utf-8")
ROWS = Path(__file__).parents[4] / "docs/rulings-big-kini.md"
Holds = Callable[[State], bool]


def money(**sums: int) -> Holds:
    return lambda state: {name: state.money(name) for name in sums} == sums


def lies(**cubes: str) -> Holds:
    """Whose cubes lie on places of atoll 8, their ids with an underscore."""
    return lambda state: all(
        state.cubes.get(f"cell/3,0/{at.replace('_', '-')}", "") == who for at, who in cubes.items()
    )


def hand(player: str, **goods: int) -> Holds:
    return lambda state: dict(state.hand(player).goods) == goods


SEVEN = on("discovery", also({}, discovery_costs=DiscoveryCost.SEVEN))
FOLLOWS: list[tuple[str, State, list[Fact], Holds]] = [
    ("19", start(3), [], lambda s: awaited(s) == ("Cleo",)),
    ("20", homes(), [], lambda s: len(s.hidden) == len(s.game.layout.cells) - 2),
    ("22", homes(), [fact("settle", place="4,1/administrator-a"),
                     fact("settle", place="4,1/minister-ab")], money(Ann=7, Ben=0)),
    ("24", homes(), [fact("settle", who, place=f"{at}/{post}")
                     for who, at in (("Ann", "4,1"), ("Ben", "0,1"))
                     for post in ("administrator-a", "minister-ab")],
     lambda s: s.phase is Phase.PLAYING and s.round == 1 and awaited(s) == ("Ann",)),
    ("27", on("income"), [], lambda s: s.doing is not None and s.doing.left == 2),
    ("28", on("income", column="standard"), [],
     lambda s: s.doing is not None and s.doing.left == 1),
    ("29", on("income", column="paid"), [], money(Ann=18)),
    ("31", on("proliferation"), [PUT], lambda s: s.cubes["cell/2,0/colony-b-0"] == "Ann"),
    ("40", on("move"), [fact("move", from_="2,0/minister-bc", to="3,1/administrator-a")],
     money(Ann=18)),
    ("43", on("income"), [PAY], money(Ann=23)),
    ("46", on("goods", also({"3,0/minister-bc": "Ann"})), [fact("take", place="3,0/goods-c")],
     hand("Ann", shell=1)),
    ("54", SEATED, [], lambda s: s.election is not None
     and voting_power(s, s.election, "Ben") == 2),
    ("55", votes(voting(THREE, fish=2), Ann="Ann", Ben="Ann", Cleo="Cleo"),
     [fact("show", "Cleo", goods="fish", number=1)],
     lambda s: s.election is not None and tally(s, s.election)["Cleo"] == 2),
    ("58", voting(THREE), [fact("vote", who, candidate="Ben", votes=1)
                           for who in ("Ann", "Ben", "Cleo")], lies(baron="Ben")),
    ("59", EVEN, [], lambda s: awaited(s) == ("Ann",)),
    ("60", CROWNING, [fact("crown", place="3,0/minister-ab")], lies(baron="Ann", minister_ab="")),
    ("61", OUSTED, [fact("retreat", "Ben", place="3,0/minister-ab")],
     lies(baron="Ann", minister_ab="Ben")),
    ("62", votes(voting(THREE, fish=2), Ann="Ann", Ben="Ann", Cleo="Cleo"),
     [fact("show", "Cleo", goods="fish", number=2)],
     lambda s: s.election is None and not s.hand("Cleo").tiles
     and s.supply["fish"] == TILES_OF_A_KIND - [*s.goods.values()].count("fish")),
    ("64", on("discovery"), [FIND], money(Ann=15)),
    ("66", on("discovery"), [FIND], lambda s: s.hand("Ann").discovered == 1
     and s.tiles["cell/2,1"] == "a7/2"),
    ("67", on("discovery"), [FIND], lambda s: "fish" in {
        s.goods.get(at) for at in s.places_at("cell/2,1", "goods")}),
    ("79", SEVEN, [FIND], money(Ann=13)),
    ("87", DICE, [fact("dice", first=3, second=3)],
     lambda s: [at for at, who in s.tokens.items() if who == NEUTRAL]
     == ["board/income/standard"]),
    ("88", blocking(blocked=Blocked.TWO, cards=True),
     [fact("turn_up", card="k01"), fact("turn_up", card="k05")],
     lambda s: set(s.tokens) == {"board/proliferation/standard", "board/move/standard"}),
    ("90", playing(TILES, {}, count=6, cards=True), [fact("token", space="move/blue")],
     money(Ann=20)),
    ("93", asked(), [fact("play", "Ben"), fact("play", "Cleo")], lambda s: awaited(s) == ("Ann",)),
    ("94", asked(), [fact("play", "Ben"), fact("no_card", "Cleo"), fact("play"),
                     fact("reveal", "Ben", card="k17"), fact("reveal", card="k19")],
     lambda s: [(each.player, each.card) for each in s.turn.doings]
     == [("Ben", "k17"), ("Ann", ""), ("Ann", "k19")]),
    ("95", dealt("k11", "income"), [PAY], money(Ann=20 + 3 + 2)),
    ("96", dealt("k11", "income"), [PAY, fact("again")], money(Ann=20 + 5 - 2)),
    ("97", dealt("k11", "income"), [PAY, fact("again")],
     lambda s: s.doing is not None and not s.doing.fresh),
    ("98", after(asked(), fact("play", "Ben"), fact("play", "Cleo"), fact("no_card"),
                 fact("reveal", "Ben", card="k17"), fact("reveal", "Cleo", card="k18"),
                 fact("done", "Ben")), [],
     lambda s: s.doing is not None and s.doing.player == "Ann"),
    ("100", dealt("k11", "income"), [], lambda s: s.doing is not None and s.doing.card == "k11"),
    ("A6", voting({**THREE, "3,0/colony-b-0": "Ann"}),
     [fact("vote", candidate="Ann", votes=1), fact("vote", candidate="Ben", votes=1)],
     lambda s: s.election is not None and tally(s, s.election) == {"Ann": 1, "Ben": 1, "Cleo": 0}),
    ("A7", voting({"3,0/colony-b-0": "Ann", "3,0/colony-b-1": "Ben"}),
     [fact("abstain"), fact("abstain", "Ben")],
     lambda s: s.election is None and "cell/3,0/baron" not in s.cubes),
    ("A10", after(on("discovery"), FIND), [fact("land", place="2,1/minister-bc")],
     lambda s: s.cubes["cell/2,1/minister-bc"] == "Ann" and "cell/2,0/minister-bc" not in s.cubes),
    ("A12", blocking(blocked=Blocked.TWO, cards=True),
     [fact("turn_up", card="k01"), fact("turn_up", card="k02")],
     lambda s: set(s.tokens) == {"board/proliferation/standard"}),
    ("A16", votes(holding(voting(THREE, fish=1), "Ben", fish=1), Ann="Ann", Ben="Ben", Cleo="Cleo"),
     [fact("show", "Ben", goods="fish", number=1)], lambda s: awaited(s) == ("Cleo",)),
    ("A17", dealt("k03", "proliferation"), [PUT, fact("again")],
     lambda s: s.doing is not None and (s.doing.left, s.doing.fresh) == (1, False)),
    ("A19", spent(), [fact("reveal", card="k06"), MOVE_ALONE],
     lambda s: (s.round, s.phase) == (2, Phase.BLOCKING)),
    ("A20", votes(holding(voting(THREE, fish=2), "Ben", fish=2), Ann="Ann", Ben="Ann", Cleo="Ann"),
     [fact("show", "Ben", goods="fish", number=1), fact("keep_back", "Cleo")],
     lambda s: awaited(s) == ("Ben",)),
]  # fmt: skip


def numbers(layout: str) -> set[int]:
    return {number for number in range(1, 26) if may_be_found(layout, number)}


def layout(count: int, choice: LayoutChoice) -> int:
    return len(start(count, layout=choice).game.layout.cells)


def points(state: State, what: str) -> int:
    return sum(line.points for line in score(state).lines_of("Ann") if line.what == what)


ATOLLS = HERE.game.atolls
RICH = having(holding(HERE, "Ann", fish=2, shell=1, pearl=3), Ann=17)
NEXT = round_over(after(on("income"), PAY, fact("done")))

SHOWN: dict[str, Callable[[], object]] = {
    "1": lambda: [*PLAYERS] == [1, 2, 3, 4, 5, 6],
    "2": lambda: (CUBES_EACH, TOKENS) == (20, 2),
    "7": lambda: {at.split("/")[1] for at in in_use(HERE.game)} == {
        "proliferation", "move", "income", "goods", "election", "discovery"},
    "8": lambda: all(len(atoll.islands) == 3 for atoll in ATOLLS.values())
    and {island.function for atoll in ATOLLS.values() for island in atoll.islands}
    == {*FUNCTIONS},
    "9": lambda: port_level(HERE, "Ann", "cell/2,0") == 2,
    "10": lambda: {len(island.places) for atoll in ATOLLS.values()
                   for island in atoll.of_function("colony")} == {1, 2},
    "11": lambda: {island.number for atoll in ATOLLS.values()
                   for island in atoll.of_function("factory")} <= {3, 4, 5, 6, 7},
    "12": lambda: [*HERE.goods.values()] == ["shell", "fish", "fish"],
    "14": lambda: [
        sum(has_influence(playing(TILES, {f"2,0/{post}": "Ann"}), "Ann", "cell/2,0", island)
            for island in ATOLLS["a4"].islands)
        for post in ("administrator-a", "minister-bc", "baron", "colony-b-0")
    ] == [1, 2, 3, 0],
    "16": lambda: [len(start(count).game.layout.cells) for count in (2, 3, 4)] == [13, 14, 18],
    "23": lambda: not GAME.is_open(HERE) and "amount" in GAME.about.private["give"],
    "68": lambda: not NEXT.tokens,
    "69": lambda: round_over(replace(HERE, goods={})).goods == HERE.goods,
    "70": lambda: (HERE.first_player, NEXT.first_player) == ("Ann", "Ben"),
    "72": lambda: not NEXT.used and not NEXT.held,
    "73": lambda: LAST.over and last_round(HERE.game) == 12,
    "74": lambda: [points(playing(TILES, {f"2,0/{at}": "Ann"}), at.split("-")[0])
                   for at in ("baron", "minister-bc", "administrator-a")] == [5, 2, 1]
    and not any(line.points for line in score(
        playing(TILES, {"2,0/colony-b-0": "Ann"}, money=0)).lines_of("Ann")),
    "75": lambda: points(RICH, "sets") == 3,
    "76": lambda: points(RICH, "money") == 2,
    "77": lambda: points(after(on("discovery"), FIND), "discoveries") == 2,
    "78": lambda: next(each.player for each in score(
        playing(TILES, {"2,0/colony-b-0": "Cleo"})).standings) == "Cleo",
    "79": lambda: round_over(replace(
        HERE, tiles={at: lies for at, lies in HERE.tiles.items() if "back" not in lies},
        game=playing(TILES, CUBES, length=Length.ALWAYS_12).game)).over is False,
    "80": lambda: layout(2, LayoutChoice.EAST_OR_WEST) == 16,
    "81": lambda: layout(2, LayoutChoice.TWO_MORE) == 15,
    "83": lambda: layout(3, LayoutChoice.SYMMETRY_1) == 15,
    "84": lambda: layout(3, LayoutChoice.SYMMETRY_2) == 16,
    "85": lambda: layout(3, LayoutChoice.THREE_MORE) == 17,
    "89": lambda: numbers("4_base") == {*range(1, 19)} and numbers("5_all") == {*range(1, 26)},
    "90": lambda: any("buy_card" in at for at in in_use(start(6, cards=True).game)),
    "91": lambda: capital_of(6) - capital_of(5) == 2,
    "101": lambda: last_round(start(1, cards=True).game) == 10,
    "102": lambda: [each.value for each in columns(start(1, cards=True).game)] == ["double"],
    "103": lambda: [cards_to_turn_up(replace(start(1, cards=True), round=each))
                    for each in (1, 2, 3, 10)] == [2, 2, 3, 3],
    "105": lambda: numbers("1_solo") - {*range(1, 7)} == {*range(7, 19)} - {10, 11, 17}
    and all(may_be_home(start(1, cards=True).game, each) for each in range(1, 7)),
    "A11": lambda: having(on("income"), Ann=-3).money("Ann") == -3,
    "A13": lambda: all(len([at for at, kind in atoll.kinds.items()
                            if kind in ("administrator", "minister")]) > 1
                       for atoll in ATOLLS.values()),
    "A14": lambda: start(2, money=KeepsMoney.TABLE).bank is None,
    "A18": lambda: equal_numbers()[0] == ("Ann", ""),
}  # fmt: skip


def capital_of(count: int) -> int:
    """What the last player has after his first cubes; his start atoll is number 1."""
    state = homes(count, cards=True)
    name = state.players[-1]
    home = state.homes[name].removeprefix("cell/")
    for post in ("administrator-a", "administrator-b"):
        state = after(state, fact("settle", name, place=f"{home}/{post}"))
    return state.money(name) or 0


@pytest.mark.parametrize(("rule", "code", "state", "told"), FORBIDDEN, ids=range(len(FORBIDDEN)))
def test_what_breaks_a_rule_is_found(rule: str, code: str, state: State, told: Fact) -> None:
    codes = dict(found(state, told))

    assert code in codes, rule
    assert codes[code] == RESTS_ON.get((rule, code), rule)


@pytest.mark.parametrize(("rule", "state", "told"), ALLOWED, ids=range(len(ALLOWED)))
def test_what_keeps_a_rule_is_not_found(rule: str, state: State, told: Fact) -> None:
    assert found(state, told) == [], rule
    assert after(state, told).shown == NOTHING


@pytest.mark.parametrize(("rule", "state", "facts", "holds"), FOLLOWS, ids=range(len(FOLLOWS)))
def test_what_follows_from_a_rule(rule: str, state: State, facts: list[Fact], holds: Holds) -> None:
    for told in facts:
        assert found(state, told) == [], rule
        state = after(state, told)
    assert holds(state), rule


@pytest.mark.parametrize("rule", SHOWN)
def test_what_a_rule_counts(rule: str) -> None:
    assert SHOWN[rule]()


def test_every_rule_of_the_book_has_a_test_or_a_reason() -> None:
    rules, _, beyond = BOOK.partition("## Not checkable")
    numbered = set(re.findall(r"^### (\d+) ", rules, flags=re.MULTILINE))
    points_ruled = set(re.findall(r"^\| (A\d+) \|", ROWS.read_text(encoding="utf-8"), re.MULTILINE))
    reasons = set(re.findall(r"^\| (\d+) \|", beyond, flags=re.MULTILINE))
    tested = {row[0] for table in (FORBIDDEN, ALLOWED, FOLLOWS) for row in table} | set(SHOWN)

    assert (len(numbered), len(points_ruled)) == (105, 20)
    assert numbered | points_ruled == tested | reasons
    assert not tested & reasons


def cited(words: str) -> set[str]:
    """The rules that a text names: ``Rules 19 to 24 and 86``, ``Rule 57, point A7``."""
    found = set[str]()
    for named in re.findall(r"[Rr]ules? ((?:[0-9]+(?:, | and | to )?)+)", words):
        for first, last in re.findall(r"([0-9]+)(?: to ([0-9]+))?", named):
            found |= {str(number) for number in range(int(first), int(last or first) + 1)}
    return found | set(re.findall(r"\bA[0-9]+\b", words))


def modules() -> Iterator[str]:
    """The source of everything that is Big Kini's."""
    folder = Path(big_kini.__path__[0])
    return (path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py")))


def test_every_rule_is_cited_where_it_is_kept_or_has_a_reason() -> None:
    named = set[str]().union(*map(cited, modules()))
    reasons = set(re.findall(r"^\| (\d+) \|", BOOK.partition("## Not checkable")[2], re.MULTILINE))
    numbered = set(re.findall(r"^### (\d+) ", BOOK, flags=re.MULTILINE))

    assert {each for each in named if each.isdigit()} <= numbered
    assert numbered - named <= reasons


RULES = [
    rule
    for found in pkgutil.iter_modules(rules_package.__path__, f"{rules_package.__name__}.")
    for _, rule in inspect.getmembers(importlib.import_module(found.name), inspect.isfunction)
    if rule.__module__ == found.name and not rule.__name__.startswith("_")
    if found.name.rpartition(".")[2] not in ("found", "notes")
]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_a_rule_is_asked_and_names_what_it_rests_on(rule: Callable[..., object]) -> None:
    tables = (*judgement.FIRST_OF.values(), *judgement.OF_FACTS.values(), judgement.OF_THE_TABLE)

    assert cited(rule.__doc__ or "")
    assert any(rule in asked_of for asked_of in tables)
