"""A game of Big Kini as the second referee follows it; it shares no line with the engine."""

from __future__ import annotations

from typing import Any

from tests.companion.games.big_kini.second_referee.election import Election
from tests.companion.games.big_kini.second_referee.parts import (
    ACTION_OF,
    GOODS,
    NEUTRAL,
    ROWS,
    Fact,
)


class SecondTable(Election):
    """What each fact does to the table."""

    def do(self, fact: Fact) -> None:
        """Take a fact that is allowed."""
        if self.is_told_late(fact):
            self.untold = False
            return
        self.understood(fact)
        getattr(self, f"do_{fact['do']}")(fact.get("player", ""), fact)
        self.go_on()

    def kept(self) -> dict[str, Any]:
        """All that the end of a turn or a token changes, as it is now."""
        return {
            **{name: getattr(self, name) for name in ("stage", "round", "first", "turns")},
            **{name: getattr(self, name) for name in ("space", "untold")},
            **{name: getattr(self, name).copy() for name in ("goods", "cash", "used", "elected")},
            **{name: getattr(self, name).copy() for name in ("tokens", "up", "asked", "laid")},
            "doings": [dict(each) for each in self.doings],
        }

    def understood(self, fact: Fact) -> None:
        """Who goes on shows that what was before is over, and where his token lies."""
        do, who = fact["do"], fact["player"]
        action = ACTION_OF.get(do)
        talk = self.vote or self.asked or self.laid or self.flies
        his = [each for each in self.doings if (each["player"], each["action"]) == (who, action)]
        his = [each for each in his if each["left"]]
        if not (talk or his) and (action or do in ("token", "turn_up", "count")):
            self.leave_round()
        if self.stage != "playing" or talk or not (action or do == "token"):
            return
        if his:
            self.doings = self.doings[self.doings.index(his[0]) :]
            return
        if self.is_told_twice(fact) or self.is_done_by_it(action):
            return
        kept = self.kept()
        if self.lies_elsewhere(who):
            self.space, self.doings = "", []
        elif self.space:
            self.end_turn()
            self.leave_round()
        free = self.free_spaces(action) if action else []
        if self.stage == "playing" and self.who() == who and not self.doings and len(free) == 1:
            self.do_token(who, {"space": free[0]})
            self.untold = True
        elif action:
            self.__dict__.update(kept)

    def lies_elsewhere(self, who: str) -> bool:
        """Whether his token was told where one lay: two lie on no space, and this one elsewhere."""
        lie = sum(each != NEUTRAL for each in self.tokens.values())
        return self.who() == who and self.nothing_done() and lie <= self.turns

    def is_told_late(self, fact: Fact) -> bool:
        """Whether it is the token that a deed has shown there, told while it is at hand."""
        at_hand = (fact.get("space"), fact["player"]) == (self.space, self.who())
        return self.untold and fact["do"] == "token" and at_hand

    def is_told_twice(self, fact: Fact) -> bool:
        """Whether he puts his token where it lies already, before anything was done by it."""
        again = (fact.get("space"), fact["player"]) == (self.space, self.who())
        return again and self.nothing_done()

    def is_done_by_it(self, action: str | None) -> bool:
        """Whether a deed is the one of the token just put, whoever is said to do it. 25."""
        return self.nothing_done() and self.doings[0]["action"] == action

    def nothing_done(self) -> bool:
        """Whether a token lies there and all that it allows is still to be done."""
        whole = 2 if self.space.endswith("/double") else 1
        return bool(self.space and self.doings) and self.doings[0]["left"] == whole

    def go_on(self) -> None:
        """What follows of itself."""
        while self.doings and not (self.doings[0]["left"] or self.doings[0]["again"]):
            self.doings.pop(0)
        if self.vote or self.asked or self.laid or self.flies:
            return
        if self.stage == "playing" and self.space and not self.doings:
            self.end_turn()
        elif self.waits_for_a_card() and not self.doings and not self.is_card_for_blocked():
            self.end_round()

    def end_turn(self) -> None:
        self.space, self.doings = "", []
        self.turns += 1
        if self.waits_for_a_card() and not self.is_card_for_blocked():
            self.end_round()

    def leave_round(self) -> None:
        """What belongs to the next round shows that no card is played any more (A19)."""
        if self.waits_for_a_card():
            self.end_round()

    def waits_for_a_card(self) -> bool:
        """Whether both tokens of each have had their turn, and the round goes on (A19)."""
        return self.stage == "playing" and not self.space and self.turns == 2 * len(self.names)

    def is_card_for_blocked(self) -> bool:
        """*Une carte achetée auparavant*: alone it is played though its action is blocked. 104."""
        rows = [self.printed_cards[card][0] for cards in self.cards.values() for card in cards]
        blocked = [self.tokens.get(f"board/{row}/double") == NEUTRAL for row in rows]
        return len(self.names) == 1 and any(blocked)

    def end_round(self) -> None:
        """6.3 Fin du tour."""
        self.tokens, self.used, self.elected, self.turns, self.up = {}, {}, set(), 0, []
        last = 10 if len(self.names) == 1 else 12
        discovered = not self.hidden and len(self.names) > 1 and self.ruled["length"] == "discovery"
        self.refill(self.lies)
        if self.round == last or discovered:
            self.stage = "counting" if self.ruled["money"] == "table" else "over"
            return
        self.first = (self.first + 1) % len(self.names)
        self.round += 1
        self.begin_round()

    def begin_round(self) -> None:
        waits = (self.to_turn_up() and self.deck()) or self.throws()
        self.stage = "blocking" if waits else "playing"

    def to_turn_up(self) -> int:
        """*Lors des deux premiers tours, deux cartes; à partir du troisième tour trois.*"""
        if len(self.names) == 1:
            return 2 if self.round < 3 else 3
        return 2 if self.ruled["blocked"] == "two" and self.ruled["cards"] else 0

    def throws(self) -> bool:
        return self.ruled["blocked"] == "two" and not self.ruled["cards"]

    def do_home(self, who: str, fact: Fact) -> None:
        self.home[who] = fact["cell"]
        self.lies[fact["cell"]] = fact["atoll"].partition("/")[0]
        if len(self.home) == len(self.names):
            self.hidden = set(self.at) - set(self.lies)
            self.stage = "settling"

    def do_settle(self, who: str, fact: Fact) -> None:
        """*Deux cubes sur leur atoll de départ, et reçoivent de la banque leur capital.*"""
        self.cubes[fact["place"]] = who
        if list(self.cubes.values()).count(who) == 2:
            [capital] = self.islands(self.home[who], "capital")
            self.cash[who] += capital["number"] + 2 * (len(self.names) == 6)
        if len(self.cubes) == 2 * len(self.names):
            self.begin_round()

    def block(self, action: str) -> None:
        column = "double" if len(self.names) == 1 else "standard"
        self.tokens[f"board/{action}/{column}"] = NEUTRAL

    def do_dice(self, _: str, fact: Fact) -> None:
        for die in (fact["first"], fact["second"]):
            self.block(ROWS[die - 1])
        self.stage = "playing"

    def do_turn_up(self, _: str, fact: Fact) -> None:
        card = self.by_name(fact["card"], [])
        if card in self.gone:
            self.gone = [*self.up]
        self.gone.append(card)
        self.up.append(card)
        self.block(self.printed_cards[fact["card"]][0])
        if len(self.up) == self.to_turn_up() or not self.deck():
            self.stage = "playing"

    def do_token(self, who: str, fact: Fact) -> None:
        """*Payer le coût indiqué*; then all are asked for cards, the token's owner last."""
        self.space, self.untold = fact["space"], False
        self.tokens[self.space] = who
        self.cash[who] -= self.price(self.space)
        _, action, column = self.space.split("/")
        self.doings = [self.a_doing(who, action, 2 if column == "double" else 1)]
        self.asked = [name for name in (*self.after(who), who) if self.cards[name]]

    def a_doing(self, who: str, action: str, left: int, card: str = "") -> dict[str, Any]:
        return {
            "player": who,
            "action": action,
            "left": left,
            "card": card,
            "fresh": bool(card),
            "again": bool(card) and self.printed_cards[card][3],
            "cell": "",
        }

    def do_proliferate(self, who: str, fact: Fact) -> None:
        self.cubes[fact["place"]] = who
        second = self.bonus(who) == "second_colonist"
        self.act()
        if second:
            self.doings[0]["left"] += 1
            self.doings[0]["cell"] = fact["place"].rpartition("/")[0]

    def cost_of_move(self, who: str, fact: Fact) -> int:
        """*Un bay baron par atoll.*"""
        start, end = fact["from"].rpartition("/")[0], fact["to"].rpartition("/")[0]
        return 0 if self.bonus(who) == "free" else self.far(start, end)

    def do_move(self, who: str, fact: Fact) -> None:
        self.cash[who] -= self.cost_of_move(who, fact)
        self.cubes[fact["to"]] = self.cubes.pop(fact["from"])
        self.act()

    def do_income(self, who: str, fact: Fact) -> None:
        [factory] = self.factory(fact["place"])
        self.cash[who] += factory["number"] + self.so_much(who, "more")
        self.used[fact["place"]] = who
        self.act()

    def do_take(self, who: str, fact: Fact) -> None:
        self.tiles[who][self.goods.pop(fact["place"])] += 1
        self.act()

    def do_pick(self, who: str, fact: Fact) -> None:
        self.tiles[who][fact["goods"]] += 1
        self.act()

    def cost_of_discovery(self, who: str, fact: Fact) -> int:
        """*5 bay baron*, or 7; the distance besides where the table has it so (A9)."""
        price = max(int(self.ruled["discovery_costs"]) - self.so_much(who, "cheaper"), 0)
        if self.ruled["discovery_adds_distance"]:
            price += self.far(fact["from"].rpartition("/")[0], fact["cell"])
        return price

    def do_discover(self, who: str, fact: Fact) -> None:
        """*Le joueur prend le jeton de découverte et retourne la tuile d'atoll face visible.*"""
        self.cash[who] -= self.cost_of_discovery(who, fact)
        self.hidden.discard(fact["cell"])
        self.lies[fact["cell"]] = fact["atoll"].partition("/")[0]
        self.found[who] += 1
        self.refill([fact["cell"]])
        self.flies = (who, fact["cell"], fact["from"])
        self.act()

    def do_land(self, who: str, fact: Fact) -> None:
        assert self.flies
        del self.cubes[self.flies[2]]
        self.cubes[fact["place"]] = who
        self.flies = None

    def do_buy(self, who: str, fact: Fact) -> None:
        """*Acheter deux cartes action* for 2: one costs 1."""
        self.cash[who] -= 1
        card = self.by_name(fact["card"], self.cards[who])
        if card in self.gone:
            self.gone = [*self.up]
        self.cards[who].append(card)
        self.act()

    def do_no_card(self, who: str, _: Fact) -> None:
        self.asked.remove(who)

    def do_play(self, who: str, _: Fact) -> None:
        self.asked.remove(who)
        self.laid.append(who)

    def do_reveal(self, who: str, fact: Fact) -> None:
        """*La séquence de jeu est déterminée par les numéros des actions*; the board's is 2."""
        card = fact["card"]
        self.cards[who].remove(card)
        self.gone.append(self.first_alike(card, self.gone))
        if who in self.laid:
            self.laid.remove(who)
        self.doings.append(self.a_doing(who, self.printed_cards[card][0], 1, card))
        self.doings.sort(
            key=lambda each: self.printed_cards[each["card"]][1] if each["card"] else 2
        )

    def do_again(self, who: str, _: Fact) -> None:
        self.cash[who] -= 2
        doing = self.doings[0]
        doing["left"], doing["again"], doing["cell"], doing["fresh"] = 1, False, "", False

    def do_done(self, _: str, __: Fact) -> None:
        if self.doings:
            self.doings.pop(0)
        else:
            self.end_round()

    def do_count(self, who: str, fact: Fact) -> None:
        self.counted[who] = fact["amount"]
        if len(self.counted) == len(self.names):
            self.stage = "over"

    def standings(self) -> dict[str, tuple[int, int]]:
        """7.0 Décompte: the rank and points of each; ties go by colonists, then by money left."""
        worth = {"baron": 5, "minister": 2, "administrator": 1}
        merits = {}
        for name in self.names:
            kinds = [self.kind(at) for at, who in self.cubes.items() if who == name]
            money = self.counted.get(name, self.cash[name])
            points = sum(worth.get(kind, 0) for kind in kinds) + 2 * self.found[name]
            points += 3 * min(self.tiles[name][goods] for goods in GOODS) + money // 8
            merits[name] = (points, kinds.count("colony"), money % 8)
        better = {
            name: [each for each in merits.values() if each > merits[name]] for name in merits
        }
        return {name: (1 + len(better[name]), merits[name][0]) for name in self.names}
