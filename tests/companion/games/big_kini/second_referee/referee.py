"""A second referee of Big Kini, slow and simple, that shares no line with the engine.

It is written from the text of the rules; French words are theirs, and letters in brackets are rows
of docs/rulings-big-kini.md. It judges any fact, as JSON: each objection names its section of the
digest. ``SecondTable`` follows the facts that are allowed.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.companion.games.big_kini.second_referee.election_referee import ElectionReferee
from tests.companion.games.big_kini.second_referee.parts import (
    ACTION_OF,
    BOX_RULE,
    NEUTRAL,
    SETTLERS,
    STARTS_OUT,
    Fact,
    Objection,
)

IN_ELECTION = ("vote", "abstain", "show", "keep_back", "decide", "crown", "retreat")
DEALS = ("give", "give_goods", "promise")
BEFORE = {
    "home": "homes",
    "settle": "settling",
    "dice": "blocking",
    "turn_up": "blocking",
    "count": "counting",
}
"""When each fact has its time; all others are of a round."""


class Referee(ElectionReferee):
    """What the rules have against a fact."""

    def forbids(self, fact: Fact) -> list[Objection]:
        """Why a fact is against the rules; nothing where it is not."""
        kept = self.kept()
        against = list(self.objections(fact))
        self.__dict__.update(kept)
        return against

    def objections(self, fact: Fact) -> Iterator[Objection]:
        do, who = fact["do"], fact["player"]
        if self.is_told_late(fact):
            return
        if do in ("turn_up", "count"):
            self.understood(fact)
        if late := self.wrong_time(do):
            yield late
            return
        if waits := list(self.waits(do)):
            yield from waits
            yield from self.elected_again(fact) if do == "call" else ()
            return
        self.understood(fact)
        if late := self.wrong_time(do):
            yield late
            return
        yield from self.waits(do)
        if self.ruled["money"] == "companion" and self.cash[who] < 0:
            yield "A1", "he can't pay the one space where his token can lie"
        yield from getattr(self, f"against_{do}")(who, fact)

    def wrong_time(self, do: str) -> Objection | None:
        """What belongs elsewhere than where the game stands."""
        sections = {"homes": "19", "settling": "21", "playing": "24", "counting": "73"}
        sections |= {"over": "73", "blocking": "103" if len(self.names) == 1 else "86"}
        if self.stage == BEFORE.get(do, "playing"):
            return None
        return sections[self.stage], f"the game stands at {self.stage}"

    def waits(self, do: str) -> Iterator[Objection]:
        """What has to be said before anything else is done."""
        if self.stage != "playing" or do in DEALS or do in IN_ELECTION:
            if do in IN_ELECTION and not self.vote:
                yield "50", "no election"
            return
        if do in ("land", "play", "no_card", "reveal"):
            return
        if self.vote:
            yield "58", "an election goes on"
        if self.flies:
            yield "A10", "a cube has to land"
        if self.asked or self.laid:
            yield "93", "cards come first"

    # Before the first round, and before each

    def against_home(self, who: str, fact: Fact) -> Iterator[Objection]:
        """*Le joueur situé à sa droite est le premier; dans le sens contraire des aiguilles.*"""
        waiting = [name for name in reversed(self.names) if name not in self.home]
        if who != waiting[0]:
            yield "19", "another chooses"
        if fact["cell"] not in self.homes:
            yield "19", "no place marked H"
        elif fact["cell"] in self.lies:
            yield "19", "a start atoll lies there"
        atoll = fact["atoll"].partition("/")[0]
        if not self.is_start(atoll) or int(self.printed[atoll]["printed"]) in self.out:
            yield "17", "no start atoll"
        elif atoll in self.lies.values():
            yield "19", "somebody has it"

    def is_start(self, atoll: str) -> bool:
        features = self.printed[atoll].get("features", ())
        return any(each["kind"] == "capital" for each in features)

    def against_settle(self, who: str, fact: Fact) -> Iterator[Objection]:
        """*Deux cubes sur les emplacements (Administrateur ou Ministre) de leur choix.*"""
        if fact["place"].rpartition("/")[0] != self.home[who]:
            yield "21", "another atoll"
        elif self.kind(fact["place"]) not in SETTLERS:
            yield "21", "no administrator, no minister"
        if fact["place"] in self.cubes:
            yield "21", "a cube lies there"
        if list(self.cubes.values()).count(who) == 2:
            yield "21", "a third cube"

    def against_dice(self, _: str, __: Fact) -> Iterator[Objection]:
        if not self.throws():
            yield "87", "no dice"

    def against_turn_up(self, _: str, fact: Fact) -> Iterator[Objection]:
        if not self.to_turn_up():
            yield "88", "no cards are turned up"
        if fact["card"] not in self.deck():
            yield "92", "it is not in the deck"

    # The token

    def against_token(self, who: str, fact: Fact) -> Iterator[Objection]:
        """*Pose un de ses jetons d'action sur un des emplacements libres.*"""
        space = fact["space"]
        _, action, column = space.split("/")
        if self.space or who != self.who():
            yield "25", "not his turn"
        if not self.in_use(space):
            double_alone = {1: "102", 2: "26"}.get(len(self.names)) if column != "double" else None
            yield double_alone or ("92" if action == "buy_card" else "90"), "not in use"
        if self.tokens.get(space) == NEUTRAL:
            yield "103" if len(self.names) == 1 else "86", "blocked"
        elif space in self.tokens:
            yield "25", "a token lies there"
        if not self.can_pay(who, self.price(space)):
            yield "A1", "he can't pay"

    def of_the_action(self, do: str, who: str) -> Iterator[Objection]:
        doing = self.doing()
        if not doing or doing["player"] != who:
            yield "25", "not his action"
        elif doing["action"] != ACTION_OF[do]:
            yield "25", "another action"
        elif not doing["left"]:
            yield "96", "not paid for"

    def against_done(self, who: str, _: Fact) -> Iterator[Objection]:
        ends_round = self.waits_for_a_card() and not self.doings
        if self.doing().get("player") != who and not ends_round:
            yield "30", "nothing to forgo"

    # The six actions, and buying a card

    def against_proliferate(self, who: str, fact: Fact) -> Iterator[Objection]:
        """*Un emplacement de colonie doit être libre; le joueur qui dispose d'influence.*"""
        yield from self.of_the_action("proliferate", who)
        place = fact["place"]
        cell, _, spot = place.rpartition("/")
        colonies = self.islands(cell, "colony")
        straight = self.bonus(who) == "to_a_post" and self.kind(place) == "administrator"
        if not straight:
            colonies = [each for each in colonies if spot in each["spots"]]
        ruled = any(self.rules_over(who, cell, each) for each in colonies)
        if not ruled:
            yield "15", "no influence"
        if self.kind(place) != "colony" and not (straight and ruled):
            yield "31", "no colony space"
        if place in self.cubes:
            yield "31", "a cube lies there"
        if not self.cubes_left(who):
            yield "A2", "no cube is left"
        if self.doing().get("cell") not in (None, "", cell):
            yield "95", "another atoll than the first colonist's"

    def of_the_way(self, who: str, fact: Fact, end: str) -> Iterator[Objection]:
        """*Un de ses cubes se trouve déjà sur l'emplacement d'influence du port.*"""
        start = fact["from"].rpartition("/")[0]
        ports = [each for each in self.islands(start, "port") if self.rules_over(who, start, each)]
        level = max((port["number"] for port in ports), default=0)
        if self.doing() and self.doing()["action"] == ACTION_OF[fact["do"]]:
            level += self.so_much(who, "farther")
        if not ports:
            yield "37", "no influence on a port"
        elif self.far(start, end) > level:
            yield "39", "too far"

    def against_move(self, who: str, fact: Fact) -> Iterator[Objection]:
        yield from self.of_the_action("move", who)
        start, end = fact["from"].rpartition("/")[0], fact["to"].rpartition("/")[0]
        if self.cubes.get(fact["from"]) != who:
            yield "38", "no cube of his"
        kind = self.kind(fact["to"])
        if end not in self.lies:
            yield "37", "not discovered"
        elif kind == "baron":
            yield "48", "a baron is elected"
        elif kind == "colony":
            yield "35", "colonies take proliferation"
        elif kind not in SETTLERS:
            yield "A3", "no post"
        elif fact["to"] in self.cubes:
            yield "A3", "a cube lies there"
        if start != end:
            yield from self.of_the_way(who, fact, end)
            if not self.can_pay(who, self.cost_of_move(who, fact)):
                yield "40", "he can't pay"

    def against_income(self, who: str, fact: Fact) -> Iterator[Objection]:
        """*Chaque fabrique de tabac ne peut être utilisée qu'une seule fois par tour.*"""
        yield from self.of_the_action("income", who)
        if self.kind(fact["place"]) != "factory":
            yield "43", "no factory"
            return
        cell = fact["place"].rpartition("/")[0]
        if not any(self.rules_over(who, cell, each) for each in self.factory(fact["place"])):
            yield "15", "no influence"
        if fact["place"] in self.used and self.bonus(who) != "used":
            yield "45", "used in this round"

    def against_take(self, who: str, fact: Fact) -> Iterator[Objection]:
        yield from self.of_the_action("take", who)
        if self.kind(fact["place"]) != "goods":
            yield "46", "no goods island"
            return
        cell = fact["place"].rpartition("/")[0]
        abroad = self.bonus(who) == "abroad" and who in self.on(cell).values()
        islands = self.factory(fact["place"])
        if not abroad and not any(self.rules_over(who, cell, each) for each in islands):
            yield "15", "no influence"
        if fact["place"] not in self.goods:
            yield "A5", "no tile lies there"

    def against_pick(self, who: str, fact: Fact) -> Iterator[Objection]:
        yield from self.of_the_action("pick", who)
        if self.bonus(who) != "any":
            yield "95", "no card allows it"
        if self.left_over(fact["goods"]) < 1:
            yield "A11", "none is left"

    def against_call(self, who: str, fact: Fact) -> Iterator[Objection]:
        """*Représenté par au moins un de ses cubes; au moins deux cubes sur l'atoll.*"""
        yield from self.of_the_action("call", who)
        here = list(self.on(fact["cell"]).values())
        if fact["cell"] not in self.lies:
            yield "50", "not discovered"
            return
        if who not in here:
            yield "50", "no cube of his"
        elif len(here) < 2:
            yield "51", "fewer than two cubes"
        yield from self.elected_again(fact)

    def elected_again(self, fact: Fact) -> Iterator[Objection]:
        """One for each atoll and round, whatever is still to be said."""
        if fact["cell"] in self.elected:
            yield "52", "a second election"

    def against_discover(self, who: str, fact: Fact) -> Iterator[Objection]:
        """*Pour le reste les mêmes conditions que celles pour effectuer un déplacement.*"""
        yield from self.of_the_action("discover", who)
        if self.cubes.get(fact["from"]) != who:
            yield "38", "no cube of his"
        cell, atoll = fact["cell"], fact["atoll"].partition("/")[0]
        if cell in self.lies:
            yield "63", "it lies open"
        elif cell not in self.hidden:
            yield "63", "no atoll lies there"
        if atoll in self.lies.values():
            yield "20", "that atoll lies open elsewhere"
        elif not self.may_lie_hidden(atoll):
            yield BOX_RULE.get(self.layout, "16"), "that atoll is not in this game"
        yield from self.of_the_way(who, fact, cell)
        if not self.can_pay(who, self.cost_of_discovery(who, fact)):
            yield "65", "he can't pay"

    def may_lie_hidden(self, atoll: str) -> bool:
        """Start atolls that nobody chose lie hidden too, but for those that were taken out."""
        number = int(self.printed[atoll]["printed"])
        if (len(self.names) < 5 and number > 18) or number in self.out:
            return False
        if not self.is_start(atoll):
            return True
        open_starts = [each for each in self.lies.values() if self.is_start(each)]
        return len(self.names) > 1 and len(open_starts) < 6 - STARTS_OUT.get(self.layout, 0)

    def against_land(self, who: str, fact: Fact) -> Iterator[Objection]:
        """(A10)"""
        if not self.flies or self.flies[0] != who:
            yield "A10", "no cube of his has set out"
        elif fact["place"].rpartition("/")[0] != self.flies[1]:
            yield "A10", "another atoll"
        elif self.kind(fact["place"]) not in SETTLERS or fact["place"] in self.cubes:
            yield "A10", "no free post"

    def against_buy(self, who: str, fact: Fact) -> Iterator[Objection]:
        yield from self.with_cards()
        yield from self.of_the_action("buy", who)
        if not self.can_pay(who, 1):
            yield "91", "he can't pay"
        if fact["card"] not in self.deck():
            yield "92", "it is not in the deck"

    # Cards

    def with_cards(self) -> Iterator[Objection]:
        if not self.ruled["cards"]:
            yield "92", "no cards at this table"

    def against_no_card(self, who: str, _: Fact) -> Iterator[Objection]:
        """*Les joueurs annoncent, dans l'ordre du tour; enfin, le joueur A.*"""
        yield from self.with_cards()
        if who not in self.asked:
            yield "93", "not asked"
        elif who != self.asked[0]:
            yield "93", "another says first"

    def against_play(self, who: str, fact: Fact) -> Iterator[Objection]:
        yield from self.against_no_card(who, fact)
        action = self.space.split("/")[1] if self.space else ""
        if not any(self.printed_cards[card][0] == action for card in self.cards[who]):
            yield "93", "has no such card"

    def against_reveal(self, who: str, fact: Fact) -> Iterator[Objection]:
        yield from self.with_cards()
        card, action = fact["card"], self.space.split("/")[1] if self.space else ""
        if card not in self.cards[who]:
            yield "92", "has not that card"
        if self.asked:
            yield "93", "another says first"
        elif who not in self.laid:
            alone = len(self.names) == 1 and not self.doings and not self.vote and not self.flies
            if not (
                alone and self.tokens.get(f"board/{self.printed_cards[card][0]}/double") == NEUTRAL
            ):
                yield "93", "has laid none"
                if len(self.names) == 1:
                    yield "104", "its action is not blocked"
        elif self.printed_cards[card][0] != action:
            yield "93", "another action"

    def against_again(self, who: str, _: Fact) -> Iterator[Objection]:
        """*Si la carte lui permet de réaliser une seconde fois la même action (en payant deux).*"""
        yield from self.with_cards()
        doing = self.doing()
        left = doing.get("left") and not doing["cell"]
        if doing.get("player") != who or not doing["again"] or left:
            yield "96", "no card allows it now"
        if not self.can_pay(who, 2):
            yield "96", "he can't pay"

    def against_count(self, who: str, _: Fact) -> Iterator[Objection]:
        if who in self.counted:
            yield "76", "counted already"
