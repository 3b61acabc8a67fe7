"""An election of Big Kini as the second referee follows it. 6.2.5."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.companion.games.big_kini.second_referee.ground import Ground
from tests.companion.games.big_kini.second_referee.parts import GOODS, POSTS, SETTLERS, Fact


class Election(Ground):
    """Votes, goods shown, a tie, the new baron and the ousted one.

    ``vote`` is empty where there is no election: ``stage`` is what it waits for, ``given`` the
    votes by who gives them and to whom, ``quiet`` who has said that he shows nothing.
    """

    vote: dict[str, Any]

    def do_call(self, who: str, fact: Fact) -> None:
        bonus = self.bonus(who)
        self.elected.add(fact["cell"])
        self.vote = {
            "cell": fact["cell"],
            "caller": who,
            "stage": "voting",
            "given": {},
            "said": set(),
            "shown": {name: Counter[str]() for name in self.names},
            "quiet": set(),
            "last": "",
            "all_goods": who if bonus == "any_votes" else "",
            "winner": "",
            "ousted": "",
            "more": (who, self.so_much(who, "two_votes")),
        }
        self.act()
        self.count_votes()

    def voices(self, who: str) -> int:
        """*L'actuel Baron dispose de deux votes. Chaque autre cube, un vote*, colonists too."""
        here = [self.kind(at) for at, name in self.on(self.vote["cell"]).items() if name == who]
        return len(here) + here.count("baron") + self.more_votes(who)

    def more_votes(self, who: str) -> int:
        """What the card by which it was called gives the caller."""
        caller, votes = self.vote["more"]
        return int(votes) if who == caller else 0

    def unsaid(self, who: str) -> int:
        """The votes that he may still give."""
        return self.voices(who) - int(sum(self.vote["given"].get(who, {}).values()))

    def candidates(self) -> list[str]:
        """*Les colons ne peuvent pas être élus.* (A7)"""
        posts = {name for at, name in self.on(self.vote["cell"]).items() if self.kind(at) in POSTS}
        return [name for name in self.names if name in posts]

    def votes(self, candidate: str) -> int:
        """All votes for one, his goods with them."""
        given = sum(each.get(candidate, 0) for each in self.vote["given"].values())
        return int(given + self.vote["shown"][candidate].total())

    def best(self) -> list[str]:
        most = max((self.votes(name) for name in self.candidates()), default=0)
        return [name for name in self.candidates() if self.votes(name) == most]

    def counts(self, who: str, goods: str) -> bool:
        """*Les marchandises indiquées sous l'emplacement du Baron*, or all by a card."""
        signs = [each["sign"] for each in self.islands(self.vote["cell"], "votes")]
        return goods in signs or self.vote["all_goods"] == who

    def speakers(self) -> list[str]:
        """*Dans le sens des aiguilles d'une montre, à gauche de celui ayant initié l'élection.*

        *Son adversaire peut lui aussi utiliser ses propres marchandises*: who has just been caught
        up may answer. So it is the turn of all but him who is ahead alone. It goes round from who
        showed last; he may add some until the next one speaks (A20).
        """
        caller, last = self.vote["caller"], self.vote["last"]
        circle = [last, *self.after(last)] if last else [*self.after(caller), caller]
        may = [name for name in circle if self.may_speak(name)]
        return may[:2] if may and may[0] == last else may[:1]

    def may_speak(self, name: str) -> bool:
        """Whether he is behind, or level, and has said nothing against it."""
        some = any(self.counts(name, goods) for goods in GOODS) and self.tiles[name].total() > 0
        quiet = name in self.vote["quiet"] or name not in self.candidates()
        return some and not quiet and self.best() != [name]

    def count_votes(self) -> None:
        """What follows of itself: the next one speaks, or somebody has won."""
        vote = self.vote
        if vote["stage"] == "voting":
            here = [name for name in self.names if self.voices(name)]
            said = [name for name in here if name in vote["said"] or not self.unsaid(name)]
            if len(here) == 1 or said == here:
                vote["stage"] = "goods"
        if vote["stage"] == "goods" and not self.candidates():
            self.vote = {}
        elif vote["stage"] == "goods" and not self.speakers():
            vote["stage"] = "deciding"
            if len(self.best()) == 1:
                self.won(self.best()[0])

    def won(self, who: str) -> None:
        """The baron in office stays, if he has won; any other says which cube it is."""
        [seat] = self.places(self.vote["cell"], "baron")
        if self.cubes.get(seat) == who:
            self.vote = {}
            return
        self.vote["winner"], self.vote["stage"] = who, "crowning"
        own = [at for at in self.places(self.vote["cell"], *SETTLERS) if self.cubes.get(at) == who]
        if len(own) == 1:
            self.do_crown(who, {"place": own[0]})

    def do_vote(self, who: str, fact: Fact) -> None:
        given = self.vote["given"].setdefault(who, {})
        given[fact["candidate"]] = given.get(fact["candidate"], 0) + fact["votes"]
        self.count_votes()

    def do_abstain(self, who: str, _: Fact) -> None:
        self.vote["said"].add(who)
        self.count_votes()

    def do_show(self, who: str, fact: Fact) -> None:
        """*Révélées en les retournant face visible.* Then others may answer, who had said no."""
        self.tiles[who][fact["goods"]] -= fact["number"]
        self.vote["shown"][who][fact["goods"]] += fact["number"]
        self.vote["quiet"], self.vote["last"] = set(), who
        self.count_votes()

    def do_keep_back(self, who: str, _: Fact) -> None:
        self.vote["quiet"].add(who)
        self.count_votes()

    def do_decide(self, _: str, fact: Fact) -> None:
        self.won(fact["candidate"])

    def do_crown(self, _: str, fact: Fact) -> None:
        """*Le vainqueur pose un de ses cubes (autre qu'un colon) sur l'emplacement du Baron.*"""
        [seat] = self.places(self.vote["cell"], "baron")
        ousted = self.cubes.get(seat, "")
        self.cubes[seat] = self.cubes.pop(fact["place"])
        self.vote["ousted"], self.vote["stage"] = ousted, "retreating"
        if not ousted:
            self.vote = {}
        elif len(self.for_ousted()) == 1:
            self.do_retreat(ousted, {"place": self.for_ousted()[0]})

    def for_ousted(self) -> list[str]:
        """*Un des emplacements libres de l'atoll, en ce compris celui qui vient d'être libéré.*"""
        colony = ("colony",) if self.ruled["ousted_may_settle"] == "posts_and_colony" else ()
        spots = self.places(self.vote["cell"], *SETTLERS, *colony)
        return [at for at in spots if at not in self.cubes]

    def do_retreat(self, who: str, fact: Fact) -> None:
        self.cubes[fact["place"]] = who
        self.vote = {}

    def do_give(self, who: str, fact: Fact) -> None:
        self.cash[who] -= fact["amount"]
        self.cash[fact["other"]] += fact["amount"]

    def do_give_goods(self, who: str, fact: Fact) -> None:
        self.tiles[who][fact["goods"]] -= fact["number"]
        self.tiles[fact["other"]][fact["goods"]] += fact["number"]

    def do_promise(self, _: str, __: Fact) -> None:
        """A promise lies nowhere."""
