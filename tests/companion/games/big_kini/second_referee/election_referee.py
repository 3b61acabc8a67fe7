"""What the second referee has against what is said in an election of Big Kini. 6.2.5."""

from __future__ import annotations

from collections.abc import Iterator

from tests.companion.games.big_kini.second_referee.parts import POSTS, Fact, Objection
from tests.companion.games.big_kini.second_referee.table import SecondTable


class ElectionReferee(SecondTable):
    """Votes, goods, ties, the baron's seat, and deals."""

    def against_vote(self, who: str, fact: Fact) -> Iterator[Objection]:
        if self.vote["stage"] != "voting":
            yield "54", "the vote is over"
        elif who in self.vote["said"]:
            yield "54", "he has abstained"
        elif fact["votes"] > self.unsaid(who):
            yield "54", "more votes than he has"
        if fact["candidate"] not in self.candidates():
            yield "49", "no candidate"

    def against_abstain(self, who: str, _: Fact) -> Iterator[Objection]:
        if self.vote["stage"] != "voting":
            yield "54", "the vote is over"
        elif who in self.vote["said"] or not self.unsaid(who):
            yield "54", "he has voted"

    def against_keep_back(self, who: str, _: Fact) -> Iterator[Objection]:
        """*Un joueur qui dispose de moins de votes*, clockwise from the caller's left."""
        if who not in self.candidates():
            yield "49", "no candidate"
        if self.vote["stage"] != "goods":
            yield "56", "not now"
        elif self.best() == [who]:
            yield "56", "he is ahead"
        elif who not in self.speakers():
            yield "57", "another speaks"

    def against_show(self, who: str, fact: Fact) -> Iterator[Objection]:
        yield from self.against_keep_back(who, fact)
        if not self.counts(who, fact["goods"]):
            yield "55", "no votes here"
        if fact["number"] > self.tiles[who][fact["goods"]]:
            yield "47", "has not so many"

    def against_decide(self, who: str, fact: Fact) -> Iterator[Objection]:
        """*Le joueur qui a initié l'élection décide qui est le vainqueur.*"""
        if self.vote["stage"] != "deciding":
            yield "59", "no tie"
        elif fact["candidate"] not in self.best():
            yield "59", "not level"
        if who != self.vote["caller"]:
            yield "59", "the caller decides"

    def against_crown(self, who: str, fact: Fact) -> Iterator[Objection]:
        if self.vote["stage"] != "crowning" or who != self.vote["winner"]:
            yield "60", "has not won"
        if fact["place"].rpartition("/")[0] != self.vote["cell"]:
            yield "60", "another atoll"
        elif self.cubes.get(fact["place"]) != who:
            yield "60", "no cube of his"
        elif self.kind(fact["place"]) not in POSTS:
            yield "49", "a colonist"

    def against_retreat(self, who: str, fact: Fact) -> Iterator[Objection]:
        if self.vote["stage"] != "retreating" or who != self.vote["ousted"]:
            yield "61", "not ousted"
        if fact["place"] not in self.for_ousted():
            yield "61", "no free space"
            yield "A8", "the table lets him go elsewhere"

    def against_promise(self, who: str, fact: Fact) -> Iterator[Objection]:
        """*Si plus de deux joueurs sont représentés, ils peuvent conclure des accords.*"""
        other = fact["other"]
        here = set(self.on(self.vote["cell"]).values()) if self.vote else set()
        if len(here) < 3 or not {who, other} <= here:
            yield "53", "no deal now"
        if other == who:
            yield "53", "with himself"

    def against_give(self, who: str, fact: Fact) -> Iterator[Objection]:
        yield from self.against_promise(who, fact)
        if not self.can_pay(who, fact["amount"]):
            yield "53", "more than he has"

    def against_give_goods(self, who: str, fact: Fact) -> Iterator[Objection]:
        yield from self.against_promise(who, fact)
        if fact["number"] > self.tiles[who][fact["goods"]]:
            yield "47", "has not so many"
