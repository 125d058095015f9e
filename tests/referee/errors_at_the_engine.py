"""How the engine is told of an irregularity and of a ruling, each in its own words."""

from __future__ import annotations

from holecard.engine.destinations import ToHand
from holecard.engine.questions import Act, Answer, Draw, Irregularity, Offer, PitStep, Role
from holecard.values.cards import parse_face
from tests.referee.engine_table import EngineTable, Stuck
from tests.referee.model.script import Report, Rule
from tests.referee.played import place, short
from tests.referee.words import IRREGULARITIES


class ErrorsAtTheEngine(EngineTable):
    """A table of the engine at which things go wrong."""

    def reported(self, said: Report) -> list[Answer]:
        what = said.what
        card = parse_face(said.get("card")) if said.get("card") else None
        box, hand = place(said.get("box")) if said.get("box") else (0, 0)
        match what:
            case "absent":
                self.absent.add(said.get("who"))
                self.for_the_absent()
                return []
            case "misdeal" | "shuffler-fails":
                return []  # told with the ruling
            case "wrong-reading":
                self.doubted = True
                return []  # told with the hole card
            case "skipped":
                lying = self.table.box(box)
                if lying is None:
                    return [Irregularity("no-cards-dealt", box)]
                asked = getattr(self.question, "subject", ""), getattr(self.question, "seat", 0)
                if lying.hands[0].decision == "dead" or asked == ("second-card-missed", box):
                    return []  # the engine has noticed by itself, when no other hand was left
                name = "second-card-missed" if lying.hands[0].cards else "no-cards-dealt"
                return [Irregularity(name, box, hand)]
            case "missed-card":
                asked = getattr(self.question, "subject", ""), getattr(self.question, "seat", 0)
                noticed = asked == ("card-not-dealt", box)  # when no other hand was left, against an open hole card
                return [] if noticed else [Irregularity("card-not-dealt", box, hand)]
            case "wrong-light":
                return [Irregularity("wrong-light", detail=said.get("true"))]
            case "no-insurance" | "no-ante":
                if what == "no-ante" and (box, said.get("who")) not in self.without_ante:
                    raise Stuck("this Ante was laid")
                self.remembered.add(said.get("who"))
                return [Irregularity(IRREGULARITIES[what], box, detail=said.get("who"))]
            case "dealer-missed":
                if not self.dealer_missed:
                    raise Stuck("no card of the dealer's was left out")
                question = self.question
                players = isinstance(question, Draw) and any(isinstance(due.to, ToHand) for due in question.dues)
                return [] if players or self.table.dealer.cards else [Irregularity(IRREGULARITIES[what])]
            case _:
                return [Irregularity(IRREGULARITIES.get(what, what), card=card)]

    def rule(self, said: Rule) -> None:
        match said.who, said.choice:
            case "floor", ("continue" | "dead"):
                self._floor(said)
            case "floor", "noted":
                return
            case "floor", "repaired":
                while isinstance(self.question, PitStep):
                    self._pit(self.question)
            case "dealer", _:
                question = self.question
                if not isinstance(question, PitStep):
                    raise Stuck(f"the engine asks {short(question)}")
                self._pit(question)
            case "operator", "void":
                self._void(said.places)
            case "operator", "reconstruct":
                if not self._rules_on_a_misdeal():
                    dealt = next((box.seat for box in self.table.boxes if box.hands[0].cards), 0)
                    self.answer(Irregularity("wrong-card", dealt, 1))
                self.answer(Act("reconstructed"))
            case "operator", "round":
                self.answer(Irregularity("shuffler-failed"))
            case "operator", "hands":
                for name in said.places:
                    self.answer(Irregularity("shuffler-failed", *place(name)))
            case "operator", ("draw" | "leave"):
                return  # told with the absence
            case _:
                raise Stuck(f"the engine knows no ruling {said.choice}")

    def _floor(self, said: Rule) -> None:
        box, _ = place(said.places[0])
        asked = False
        while isinstance(self.question, Offer) and self.question.who is Role.FLOOR and self.question.seat == box:
            asked = True
            self.answer(Act(said.choice))
        if not asked:
            raise Stuck(f"the engine asks {short(self.question)}")

    def _rules_on_a_misdeal(self, seat: int = 0) -> bool:
        """Whether the engine waits for the ruling already: it notices a hand without its cards in turn."""
        question = self.question
        return isinstance(question, Offer) and question.subject == "wrong-card" and seat in (0, question.seat)

    def _void_order(self, name: str) -> tuple[bool, bool]:
        """The operator speaks of several hands at once, the engine rules on one after the other: first the one that it
        asks about, last one without its cards, after which the deal would be complete."""
        seat, hand = place(name)
        return not self._rules_on_a_misdeal(seat), len(self.table.spot(seat, hand).hand.cards) < 2

    def _void(self, places: tuple[str, ...]) -> None:
        for name in sorted(places, key=self._void_order):
            if self.table.spot(*place(name)).hand.decision == "dead":
                continue
            if not self._rules_on_a_misdeal(place(name)[0]):
                self.answer(Irregularity("wrong-card", *place(name)))
            self.answer(Act("void"))
