"""A second referee of Long Cours, slow and simple, that shares no line with the engine.

It is written from the text of the rules; French words are theirs, and letters in brackets are rows
of docs/rulings-long-cours.md. It judges any fact, as JSON; ``SecondTable`` follows legal ones.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.companion.games.long_cours.second_referee.table import (
    COUPS,
    LEAST_PRICE,
    Fact,
    SecondTable,
)


class Referee(SecondTable):
    """What the rules have against a fact."""

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
            elif do == "no_bid" and who in self.left_out:
                return  # He has passed, and says so.
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
        """Who comes next acts: the turn before was over, though nobody said so.

        It may not be left without what its *Done* asks for.
        """
        yield from self.against_done({"do": "done", "player": self.who})
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
        storms_left = self.storms and any(self.hand[name] for name in self.afloat())
        if not self.ruled.get("end_on_wealth") or storms_left or self.owner:
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
