"""A second referee of Long Cours, slow and simple, that shares no line with the engine.

It is written from the text of the rules; French words are theirs, and letters in brackets are rows
of docs/rulings-long-cours.md. It judges any fact, as JSON, and follows legal ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
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


class Referee:
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

    def forbids(self, fact: Fact) -> str | None:
        """Why a fact is against the rules; None where it is not."""
        return next(self.objections(fact), None)

    def objections(self, fact: Fact) -> Iterator[str]:
        do, who = fact["do"], fact["player"]
        if self.over() or who in self.sunk:
            yield "plays no more"
            return
        if self.blow or self.bidders:
            wanted = ("answer", "give_up") if self.blow else ("bid", "no_bid")
            speaks = self.blow[0] if self.blow else self.bidders[0]
            if do not in wanted:
                yield "a fight or an auction goes on"
            elif who != speaks:
                yield "another speaks"
        elif do in ("answer", "give_up", "bid", "no_bid"):
            yield "nothing to answer"
        elif do == "settle":
            yield from self.against_settling()
            return
        elif who != self.who:
            if self.stage == "placing" or who != self.next_one():
                yield "*Un joueur ne peut rien entreprendre quand ce n'est pas à lui de jouer.*"
                return
            yield from self.as_next(fact)
            return
        yield from self.of_the_round(do)
        yield from getattr(self, f"against_{do}")(fact)

    def as_next(self, fact: Fact) -> Iterator[str]:
        """Who comes next acts: the turn before was over, though nobody said so."""
        kept = dict(self.__dict__)
        self.end_turn()
        against = list(self.objections(fact))
        self.__dict__.update(kept)
        yield from against

    def of_the_round(self, do: str) -> Iterator[str]:
        """*Aucune carte pendant le premier tour.* It is placing, then the first purchases (A1)."""
        allowed = {"placing": ["place"], "buying": ["buy", "done"]}.get(self.stage)
        if allowed is not None and do not in allowed:
            yield "in the first round"

    def against_settling(self) -> Iterator[str]:
        """(A15)"""
        if not self.ruled.get("end_on_wealth") or self.storms or self.owner:
            yield "no stalemate"
        elif self.stage != "sailing":
            yield "in the first round"

    def against_place(self, fact: Fact) -> Iterator[str]:
        """*En zone 11 sur un port. Le suivant fait de même en zone 22, etc.*"""
        if self.stage != "placing":
            yield "placed already"
        elif self.zone[fact["stop"]] != self.zones[self.names.index(fact["player"])]:
            yield "another zone"
        if self.sells[fact["stop"]] is None:
            yield "no port"

    def of_the_ship(self, do: str, who: str) -> Iterator[str]:
        if do != "return" and self.at[who] is None:
            yield "has no ship"
        if self.ran or self.landed:
            yield "*d'abord son cargo, puis son Corsaire*"

    def of_a_card(self, who: str) -> Iterator[str]:
        if not self.hand[who]:
            yield "has no card"

    def against_buy(self, fact: Fact) -> Iterator[str]:
        """*On ne peut acheter qu'un produit, celui qui correspond à la couleur du port.*"""
        who = fact["player"]
        yield from self.of_the_ship("buy", who)
        if self.sells.get(self.at[who] or "") != fact["product"]:
            yield "not sold here"
        if fact["millions"] > self.cash[who]:
            yield "more than his cash"

    def against_move(self, fact: Fact) -> Iterator[str]:
        """*Un déplacement mais un seul, jusqu'à un point d'escale immédiatement voisin.*"""
        who = fact["player"]
        yield from self.of_the_ship("move", who)
        if self.sailed or self.jumped:
            yield "a second move"
        if not self.beside(self.at[who] or "", fact["stop"]):
            yield "no neighbour"

    def against_direct(self, fact: Fact) -> Iterator[str]:
        """*Renoncer au déplacement ordinaire et le remplacer par un ou plusieurs directs.*"""
        who = fact["player"]
        yield from self.of_the_ship("direct", who)
        yield from self.of_a_card(who)
        if not self.directs:
            yield "all are played"
        if self.sailed:
            yield "has made an ordinary move"
        if self.sells[fact["stop"]] is None:
            yield "*à l'exclusion de tout grand rectangle blanc*"

    def against_resell(self, _: Fact) -> Iterator[str]:
        """*Lancer le dé une fois, mais une seule.*"""
        if self.threw:
            yield "a second throw"

    def against_storm(self, fact: Fact) -> Iterator[str]:
        yield from self.of_a_card(fact["player"])
        if not self.storms:
            yield "all are played"

    def against_return(self, fact: Fact) -> Iterator[str]:
        """*S'il fait 1, son cargo entre en zone 11; sur un port qu'il choisit librement.*"""
        yield from self.of_the_ship("return", fact["player"])
        if self.at[fact["player"]] is not None:
            yield "is afloat"
        if self.wrecked:
            yield "comes back in his next turn (A6)"
        if self.zone[fact["stop"]] != self.zones[fact["die"] - 1]:
            yield "another zone"
        if self.sells[fact["stop"]] is None:
            yield "no port"

    def against_fight(self, fact: Fact) -> Iterator[str]:
        """*Deux cargos dans le même port.*"""
        who, other = fact["player"], fact["opponent"]
        here = self.at[who]
        yield from self.of_the_ship("fight", who)
        yield from self.of_a_card(who)
        if other == who or other in self.sunk or self.at[other] != here:
            yield "not together"
        if self.sells.get(here or "") is None and not self.ruled.get("fights_on_rectangles"):
            yield "no port (A8)"
        if fact["card"] not in self.coups:
            yield "no such card is left"

    def against_answer(self, fact: Fact) -> Iterator[str]:
        """*Chaque carte abattue doit être d'une force supérieure.*"""
        yield from self.of_a_card(fact["player"])
        if fact["card"] not in self.coups:
            yield "no such card is left"
        elif self.blow and COUPS.index(fact["card"]) <= COUPS.index(self.blow[2]):
            yield "no stronger"

    def against_give_up(self, _: Fact) -> Iterator[str]:
        yield from ()

    against_no_bid = against_give_up

    def against_auction(self, _: Fact) -> Iterator[str]:
        if self.owner is not None:
            yield "not for sale"
        if self.called:
            yield "one auction a turn (A12)"

    def against_bid(self, fact: Fact) -> Iterator[str]:
        """*Au plus offrant, à un prix minimum de 6 millions.*"""
        above = self.best[0] + 1 if self.best else LEAST_PRICE
        if not above <= fact["millions"] <= self.cash[fact["player"]]:
            yield "too low, or more than his cash (A11)"

    def of_the_corsair(self, who: str) -> Iterator[str]:
        if self.owner != who:
            yield "not his"
        if self.at[who] is None and not self.wrecked:
            yield "comes back first (A13)"

    def against_corsair_enters(self, fact: Fact) -> Iterator[str]:
        """*L'acquéreur attend son tour de jeu. Sur le grand rectangle, dans la zone du dé.*"""
        yield from self.of_the_corsair(fact["player"])
        if self.black is not None:
            yield "is there already"
        if self.bought_in == self.turns and self.ruled.get("corsair_enters") != "same_turn":
            yield "waits (A16)"
        if fact["stop"] != self.white[self.zones[fact["die"] - 1]]:
            yield "elsewhere"

    def against_corsair(self, fact: Fact) -> Iterator[str]:
        """*Trois "déplacements ordinaires" jusqu'à une escale voisine (ou deux seulement).*"""
        yield from self.of_the_corsair(fact["player"])
        if self.landed:
            yield "*Le Corsaire doit rester en ce lieu jusqu'au tour suivant.*"
        if self.black is None or not self.beside(self.black, fact["stop"]):
            yield "no neighbour"
        if self.ran == 3:
            yield "a fourth step"

    def against_done(self, fact: Fact) -> Iterator[str]:
        who = fact["player"]
        if self.stage == "sailing" and self.at[who] is None and not self.wrecked:
            yield "*Chacun d'eux, quand vient son tour, fait entrer son nouveau cargo.*"
        if self.owner == who and self.black is not None and not self.landed:
            if self.ran == 1 and not self.ruled.get("corsair_may_step_once"):
                yield "one step alone (A9)"
            if self.ran == 0 and not self.ruled.get("corsair_may_stay", True):
                yield "no step (A9)"

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

    def do_bid(self, who: str, fact: Fact) -> None:
        self.best = (fact["millions"], who)
        others = [name for name in self.bidders if name != who]
        self.bidders = [name for name in others if self.cash[name] > fact["millions"]] + [who]
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
