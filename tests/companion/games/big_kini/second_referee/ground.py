"""The table of Big Kini as the second referee sees it: what lies where, who is when.

The board is read from its file as it stands, and what lies on it is kept in plain dicts. French
words are those of the rules; letters in brackets are rows of docs/rulings-big-kini.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from tests.companion.games.big_kini.second_referee.parts import (
    CARDS,
    OUT,
    POSTS,
    USUAL,
    Printed,
    card_in_file,
)


class Ground:
    """What lies on the table and where; ``ruled`` are the options that the table took."""

    def __init__(self, board: Printed, names: list[str], ruled: Mapping[str, Any]) -> None:
        self.names, self.ruled = names, ruled
        asked = ruled["layout"]
        self.layout = USUAL[len(names)] if asked == "usual" else str(asked)
        [plan] = [each for each in board["layouts"] if each["id"] == self.layout]
        self.take_from_the_box(board, plan)
        self.at = {f"cell/{each['q']},{each['r']}": each for each in plan["cells"]}
        others = [each for layout in board["layouts"] for each in layout["cells"]]
        self.everywhere = [f"cell/{each['q']},{each['r']}" for each in others]
        self.homes = [cell for cell, each in self.at.items() if each.get("mark") == "h"]
        self.ways: dict[tuple[str, str], int] = {}
        self.stage, self.round, self.first, self.turns = "homes", 1, 0, 0
        self.home: dict[str, str] = {}
        self.lies: dict[str, str] = {}
        """Which atoll lies open on a cell."""
        self.hidden: set[str] = set()
        self.cubes: dict[str, str] = {}
        self.goods: dict[str, str] = {}
        self.cash = dict.fromkeys(names, 0)
        self.tiles = {name: Counter[str]() for name in names}
        self.cards: dict[str, list[str]] = {name: [] for name in names}
        self.found = dict.fromkeys(names, 0)
        self.counted: dict[str, int] = {}
        self.gone: list[str] = []
        self.up: list[str] = []
        self.used: dict[str, str] = {}
        self.elected: set[str] = set()
        self.tokens: dict[str, str] = {}
        self.space, self.untold = "", False
        self.asked: list[str] = []
        self.laid: list[str] = []
        self.doings: list[dict[str, Any]] = []
        self.flies: tuple[str, str, str] | None = None
        """Whose cube has set out, to which cell, and from which place."""
        self.vote: dict[str, Any] = {}

    def take_from_the_box(self, board: Printed, plan: Printed) -> None:
        """What is printed; the owner's cards and the atolls that stay in his box, if he tells."""
        self.printed: dict[str, Printed] = {each["id"]: each for each in board["tiles"]}
        self.spots: dict[str, dict[str, str]] = {
            tile: {each["id"]: each["kind"] for each in printed.get("spots", ())}
            for tile, printed in self.printed.items()
        }
        self.spaces = [each["id"] for each in board["places"] if each["kind"] == "action"]
        self.printed_cards = {
            each["id"]: card_in_file(each) for each in board.get("cards", ())
        } or CARDS
        numbers = {each["id"]: int(each.get("printed", 0)) for each in board["tiles"]}
        boxed = [numbers[tile] for tile in plan.get("in_box", ())]
        self.out = boxed if "in_box" in plan else OUT.get(self.layout, ())

    # What lies where

    def kind(self, place: str) -> str:
        """What a place on an atoll that lies open is."""
        cell, _, spot = place.rpartition("/")
        return self.spots[self.lies.get(cell, "back")].get(spot, "")

    def places(self, cell: str, *kinds: str) -> list[str]:
        """The places of these kinds on the atoll of a cell."""
        spots = self.spots[self.lies.get(cell, "back")]
        return [f"{cell}/{spot}" for spot, kind in spots.items() if kind in kinds]

    def on(self, cell: str) -> dict[str, str]:
        """Whose cubes stand on the atoll of a cell."""
        return {at: who for at, who in self.cubes.items() if at.rpartition("/")[0] == cell}

    def islands(self, cell: str, kind: str) -> list[Printed]:
        """The islands of a kind on the atoll of a cell."""
        features = self.printed[self.lies.get(cell, "back")].get("features", ())
        return [each for each in features if each["kind"] == kind]

    def factory(self, place: str) -> list[Printed]:
        """The island whose place this is."""
        cell, _, spot = place.rpartition("/")
        every = [*self.islands(cell, "factory"), *self.islands(cell, "goods")]
        return [each for each in every if spot in each["spots"] and spot.split("-")[0] not in POSTS]

    def rules_over(self, who: str, cell: str, island: Printed) -> bool:
        """*Le joueur doit disposer d'un cube sur l'emplacement d'influence correspondant.*"""
        posts = [f"{cell}/{spot}" for spot in island["spots"]]
        return any(self.kind(at) in POSTS and self.cubes.get(at) == who for at in posts)

    def far(self, start: str, end: str) -> int:
        """So many atolls from one to another, side by side (A4); 99 where no way leads."""
        if (start, end) not in self.ways:
            self.ways[start, end] = self.steps(start, end)
        return self.ways[start, end]

    def steps(self, start: str, end: str) -> int:
        """Go on by one atoll in all directions until the other is reached."""
        if not {start, end} <= {*self.at}:
            return 99
        reached, steps = {start}, 0
        while end not in reached:
            wider = reached | {cell for cell in self.at if any(self.near(cell, o) for o in reached)}
            if wider == reached:
                return 99
            reached, steps = wider, steps + 1
        return steps

    def near(self, one: str, other: str) -> bool:
        """Whether two hexagons touch."""
        a, b = self.at[one], self.at[other]
        return (a["q"] - b["q"], a["r"] - b["r"]) in (
            *((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)),
        )

    def left_over(self, goods: str) -> int:
        """15 of each: what is neither on an island, nor in a hand, nor shown."""
        out: int = list(self.goods.values()).count(goods)
        out += sum(held[goods] for held in self.tiles.values())
        out += sum(shown[goods] for shown in self.vote.get("shown", {}).values())
        return 15 - out

    def cubes_left(self, who: str) -> int:
        return 20 - list(self.cubes.values()).count(who) - bool(self.vote.get("ousted") == who)

    def refill(self, cells: Iterable[str]) -> None:
        """*Une tuile de marchandise est posée sur chaque emplacement libre.* (A11)"""
        for cell in cells:
            for island in self.islands(cell, "goods"):
                [place] = [f"{cell}/{each}" for each in island["spots"] if each.startswith("goods")]
                if place not in self.goods and self.left_over(island["sign"]) > 0:
                    self.goods[place] = island["sign"]

    def can_pay(self, who: str, amount: int) -> bool:
        return self.ruled["money"] == "table" or amount <= self.cash[who]

    # Who is when

    def after(self, who: str) -> list[str]:
        """The others clockwise from somebody's left."""
        at = self.names.index(who)
        return self.names[at + 1 :] + self.names[:at]

    def who(self) -> str:
        return self.names[(self.first + self.turns) % len(self.names)]

    def doing(self) -> dict[str, Any]:
        return self.doings[0] if self.doings else {}

    def bonus(self, who: str) -> str:
        """The bonus that he may use now."""
        doing = self.doing()
        mine = doing.get("fresh") and doing["player"] == who
        return self.printed_cards[doing["card"]][2] if mine else ""

    def so_much(self, who: str, bonus: str) -> int:
        """How much he may use now of a bonus that is counted."""
        mine = self.bonus(who) == bonus
        return self.printed_cards[self.doing()["card"]][4] if mine else 0

    def price(self, space: str) -> int:
        _, _, column = space.split("/")
        return 2 if column == "paid" or (column == "blue" and len(self.names) < 6) else 0

    def free_spaces(self, action: str) -> list[str]:
        """The spaces of a row where a token may be put."""
        row = [space for space in self.spaces if space.split("/")[1] == action]
        return [space for space in row if self.in_use(space) and space not in self.tokens]

    def in_use(self, space: str) -> bool:
        """*Seuls les emplacements double action sont disponibles* with one or two players."""
        _, action, column = space.split("/")
        if action == "buy_card" and not self.ruled["cards"]:
            return False
        if len(self.names) < 3:
            return column == "double"
        return column != "blue" or len(self.names) > 4

    def deck(self) -> list[str]:
        """What cards of the deck are like; when all are out, those played are shuffled again."""
        held = [card for each in self.cards.values() for card in each]
        empty = len(held) + len(self.gone) >= len(self.printed_cards)
        left = Counter(self.printed_cards.values())
        out = held + (self.up if empty else self.gone)
        left -= Counter(self.printed_cards[card] for card in out)
        return [card for card, its in self.printed_cards.items() if left[its] > 0]

    def by_name(self, card: str, known: list[str]) -> str:
        """Of cards that are alike the first that is not known to be elsewhere."""
        held = sum(map(len, self.cards.values()))
        empty = held + len(self.gone) >= len(self.printed_cards)
        out = [each for each in self.printed_cards if each not in self.gone] if empty else self.gone
        out = [*out, *known, *(self.up if empty else ())]
        return self.first_alike(card, out)

    def first_alike(self, card: str, out: list[str]) -> str:
        """A card, or where it is out another that is like it and is not."""
        mine = self.printed_cards[card]
        alike = [each for each, its in self.printed_cards.items() if its == mine]
        return next((each for each in (card, *alike) if each not in out), card)

    def act(self) -> None:
        """One of the actions is done; the bonus with it."""
        doing = self.doings[0]
        doing["left"] -= 1
        doing["fresh"], doing["cell"] = False, ""
