"""A game of Long Cours as the second referee follows it; it shares no line with the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from companion.boards.stops_board import StopsBoard

Fact = Mapping[str, Any]
COUPS = (
    "nasty_look", "terrible_look", "insult", "shove", "slap", "trip", "kick", "punch", "head_butt",
    "chair", "bottle", "cudgel",
)  # fmt: skip
"""*12 cartes de bataille, de la plus faible à la plus forte.*"""
LEAST_PRICE = 6
OF_CARDS = ("storm", "direct", "fight")
OF_THE_CARGO = ("buy", "move", "direct", "return", "fight")
"""What *faire jouer son cargo* is: it comes before the corsair."""


class SecondTable:
    """A game as the second referee keeps it; ``ruled`` are the options that are no default."""

    def __init__(self, board: StopsBoard, names: list[str], **ruled: Any) -> None:
        self.names, self.ruled = names, ruled
        self.zone = {stop.id: stop.zone for stop in board.stops.values()}
        self.sells = {stop.id: stop.product for stop in board.stops.values()}
        self.white = {self.zone[stop]: stop for stop, sold in self.sells.items() if sold is None}
        self.lines = {(line.a, line.b) for line in board.lines}
        self.zones = sorted(self.white)
        self.products = [kind.name for kind in board.products]
        self.deal()
        self.cash = dict.fromkeys(names, 3)
        self.at: dict[str, str | None] = dict.fromkeys(names)
        self.holds = {name: Counter[str]() for name in names}
        self.piled = {stop: Counter[str]() for stop in self.white.values()}
        self.sunk: dict[str, str] = {}
        self.owner: str | None = None
        self.black: str | None = None
        self.bought_in: int | None = None
        self.blow: tuple[str, str, str] | None = None
        """A fight: who has to answer, who struck, and with which card."""
        self.bidders: list[str] = []
        self.left_out: list[str] = []
        """Who is passed over in an auction, as he can't bid more."""
        self.best: tuple[int, str] | None = None
        self.settled = False
        self.stage, self.round, self.turns = "placing", 1, 0
        self.who = names[0]
        self.begin_turn()

    def deal(self) -> None:
        """*Les cartes sont brassées toutes ensemble et distribuées une à une jusqu'à la dernière.*

        *A 5 joueurs, laisser hors du jeu "Un regard mauvais".* Shorter: the two looks stay out, and
        two of each other kind (three where four play).
        """
        count = len(self.names)
        self.coups = list(COUPS[1:] if count == 5 else COUPS)
        self.storms = self.directs = 12
        if self.ruled.get("deck") == "short":
            fewer = 3 if count == 4 else 2
            self.coups, self.storms, self.directs = list(COUPS[2:]), 12 - fewer, 12 - fewer
        every = len(self.coups) + self.storms + self.directs
        assert every % count == 0
        self.hand = dict.fromkeys(self.names, every // count)

    def begin_turn(self) -> None:
        self.sailed = self.jumped = self.threw = self.called = self.wrecked = self.landed = False
        self.ran = 0

    def afloat(self) -> list[str]:
        return [name for name in self.names if name not in self.sunk]

    def over(self) -> bool:
        """*Le dernier en jeu gagne la partie.*"""
        return self.settled or len(self.afloat()) == 1

    def next_one(self) -> str:
        """*Les joueurs jouent à tour de rôle.*"""
        seats = self.names[self.names.index(self.who) + 1 :] + self.names
        return next(name for name in seats if name not in self.sunk)

    def beside(self, one: str, other: str) -> bool:
        return (one, other) in self.lines or (other, one) in self.lines

    def do(self, fact: Fact) -> None:
        """Go on by a legal fact."""
        speaks = fact["do"] in ("answer", "give_up", "bid", "no_bid", "settle")
        if not speaks and fact["player"] != self.who:
            self.end_turn()
        getattr(self, f"do_{fact['do']}")(fact["player"], fact)

    def end_turn(self) -> None:
        after = self.next_one()
        if self.names.index(after) <= self.names.index(self.who):
            self.round, self.stage = self.round + 1, "sailing"
        self.who, self.turns = after, self.turns + 1
        self.begin_turn()

    def arrive(self, who: str, stop: str) -> None:
        """*Le premier cargo qui fera escale à ce rectangle s'adjugera toutes les marchandises.*"""
        self.at[who] = stop
        if stop in self.piled:
            self.holds[who] += self.piled[stop]
            self.piled[stop] = Counter()

    def do_place(self, who: str, fact: Fact) -> None:
        self.at[who] = fact["stop"]
        self.turns += 1
        unplaced = [name for name in self.names if self.at[name] is None]
        self.who = unplaced[0] if unplaced else self.names[0]
        self.stage = "placing" if unplaced else "buying"

    def do_buy(self, who: str, fact: Fact) -> None:
        self.cash[who] -= fact["millions"]
        self.holds[who][fact["product"]] += fact["millions"]

    def do_move(self, who: str, fact: Fact) -> None:
        self.sailed = True
        self.arrive(who, fact["stop"])

    def do_direct(self, who: str, fact: Fact) -> None:
        self.jumped = True
        self.directs -= 1
        self.hand[who] -= 1
        self.arrive(who, fact["stop"])

    def do_resell(self, who: str, fact: Fact) -> None:
        """*Il les remet tous au Caissier, au triple de leur valeur d'achat.*"""
        self.threw = True
        self.cash[who] += 3 * self.holds[who].pop(self.products[fact["die"] - 1], 0)

    def do_storm(self, who: str, fact: Fact) -> None:
        """*Ils vont tous s'échouer*, the card's own player too, and on the rectangle too (A4)."""
        self.storms -= 1
        self.hand[who] -= 1
        for name, stop in self.at.items():
            if stop is not None and self.zone[stop] == fact["zone"]:
                self.piled[self.white[fact["zone"]]] += self.holds[name]
                self.holds[name] = Counter()
                self.at[name] = None
                self.wrecked = self.wrecked or name == self.who
        if self.black is not None and self.zone[self.black] == fact["zone"]:
            self.owner = self.black = self.bought_in = None

    def do_return(self, who: str, fact: Fact) -> None:
        self.arrive(who, fact["stop"])

    def strike(self, who: str, other: str, card: str) -> None:
        self.hand[who] -= 1
        self.coups.remove(card)
        self.blow = (other, who, card)

    def do_fight(self, who: str, fact: Fact) -> None:
        self.strike(who, fact["opponent"], fact["card"])

    def do_answer(self, who: str, fact: Fact) -> None:
        assert self.blow
        self.strike(who, self.blow[1], fact["card"])

    def do_give_up(self, who: str, _: Fact) -> None:
        """*Dépouillé par celui qui l'a rossé, de toute sa fortune en billets.*"""
        assert self.blow
        self.cash[self.blow[1]] += self.cash[who]
        self.cash[who], self.blow = 0, None

    def do_auction(self, who: str, _: Fact) -> None:
        self.called = True
        at = self.names.index(who)
        round_the_table = self.names[at:] + self.names[:at]
        afloat = [name for name in round_the_table if name not in self.sunk]
        self.bidders = [name for name in afloat if self.cash[name] >= LEAST_PRICE]
        self.left_out = [name for name in afloat if name not in self.bidders]

    def do_bid(self, who: str, fact: Fact) -> None:
        self.best = (fact["millions"], who)
        others = [name for name in self.bidders if name != who]
        self.bidders = [name for name in others if self.cash[name] > fact["millions"]] + [who]
        self.left_out += [name for name in others if name not in self.bidders]
        self.knock_down()

    def do_no_bid(self, who: str, _: Fact) -> None:
        self.bidders.remove(who)
        self.knock_down()

    def knock_down(self) -> None:
        """*Vendu au plus offrant, payable à la Caisse.*"""
        if self.best is not None and self.bidders == [self.best[1]]:
            price, self.owner = self.best
            self.cash[self.owner] -= price
            self.bought_in = self.turns
            self.bidders, self.best = [], None

    def do_corsair_enters(self, _: str, fact: Fact) -> None:
        self.black, self.landed = fact["stop"], True

    def do_corsair(self, who: str, fact: Fact) -> None:
        """*Il coule les autres cargos lorsqu'il passe ou stationne aux escales où ils sont.*"""
        stops = [fact["stop"]]
        if self.ruled.get("corsair_sinks_where_it_lies"):
            stops.append(self.black)
        self.ran += 1
        self.black = fact["stop"]
        for name in self.afloat():
            if name != who and self.at[name] in stops:
                self.sunk[name] = who
                self.cash[who] += self.cash[name]
                self.cash[name] = self.hand[name] = 0
                self.holds[name], self.at[name] = Counter(), None

    def do_done(self, _: str, __: Fact) -> None:
        self.end_turn()

    def do_settle(self, _: str, __: Fact) -> None:
        self.settled = True

    def winners(self) -> list[str]:
        """The last one, or the richest of those afloat (A15)."""
        afloat = self.afloat()
        worth = {name: self.cash[name] + self.holds[name].total() for name in afloat}
        return [name for name in afloat if worth[name] == max(worth.values())]
