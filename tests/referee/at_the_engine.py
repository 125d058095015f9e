"""Plays a referee's script through the engine, line by line, and says what came of it in the referee's words."""

from __future__ import annotations

from holecard.engine.ask_and_answer import answer
from holecard.engine.questions import (
    COLLECT,
    Act,
    Answer,
    Bets,
    Draw,
    Drawn,
    Irregularity,
    Offer,
    PitStep,
    Question,
    Role,
    RoundOver,
    Turned,
)
from holecard.engine.questions import Bet as EngineBet
from holecard.engine.questions import Decide as EngineDecide
from holecard.engine.questions import Light as EngineLight
from holecard.engine.questions import Read as EngineRead
from holecard.engine.questions import TakeBack as EngineTakeBack
from holecard.engine.questions import Turn as EngineTurn
from holecard.law.errors import Malformed, Refused
from holecard.values.cards import Card, Hidden, parse_face
from tests.referee.engine_table import Stuck
from tests.referee.errors_at_the_engine import ErrorsAtTheEngine
from tests.referee.model.script import (
    Bet,
    Call,
    Dealt,
    Decide,
    Light,
    Line,
    Miss,
    Report,
    Rule,
    TakeBack,
    Turn,
)
from tests.referee.played import Played, clause_of, due_at, place, short, tell
from tests.referee.words import ACTIONS, KINDS

EARLY = ("insurance", "early", "even-money")
LIGHTS = {"none": "no-blackjack"}


class AtTheEngine(ErrorsAtTheEngine):
    """One script at one table of the engine."""

    def play(self) -> Played:
        try:
            for at, line in enumerate(self.script.lines):
                self.at = at
                if at not in self.used:
                    self._do(line)
        except Stuck as stuck:
            self.played.stuck = f"{self.script.lines[self.at].text!r}: {stuck}"
        except (Refused, Malformed) as refusal:
            self.played.stuck = f"{self.script.lines[self.at].text!r}: {refusal}"
        tell(self.played, self.before, self.question, self.without_ante)
        return self.played

    def _do(self, line: Line) -> None:
        event = line.event
        if line.attempt:
            self._attempt(line)
            return
        match event:
            case Bet() | TakeBack():
                self._bet(event)
            case Call(word="close"):
                self.answer(Bets((), last=True))
            case Call(word="done"):
                self._past_offers()
            case Call(word="settle"):
                self.reach(RoundOver)
            case Call(word="collect"):
                self.reach(RoundOver)
                self.answer(COLLECT)
            case Dealt():
                self._dealt(event)
            case Miss():
                self._miss(event)
            case Light(shown=shown):
                self.reach(EngineRead)
                self.answer(EngineLight(LIGHTS.get(shown, shown)))
            case Turn(card=card):
                self._turn(card)
            case Decide():
                self._decide(event)
            case Report():
                if event.what == "face-up" and isinstance(self.question, PitStep):
                    self.reach(Draw)
                for value in self.reported(event):
                    self.answer(value)
            case Rule():
                self.rule(event)

    def _bet(self, event: Bet | TakeBack) -> None:
        """Where the referee refuses the close, the engine may refuse the wager that would make it unlawful."""
        placed = (event.box, event.who, event.wager) not in self.not_placed
        main = (event.box, event.who, "main")
        if isinstance(event, TakeBack) and not placed:
            return
        if event.wager == "main":
            self.not_placed.discard(main)
        elif main in self.not_placed:
            return  # a side wager comes and goes with its main wager
        try:
            self.answer(self._wager(event))
            if isinstance(event, TakeBack) and event.wager == "main":
                self.not_placed.add(main)
        except Refused as refusal:
            if "boxes" not in refusal.why:
                raise
            self.refused_bet = refusal
            self.not_placed.add((event.box, event.who, event.wager))

    def _wager(self, event: Bet | TakeBack) -> Answer:
        if isinstance(event, TakeBack):
            return EngineTakeBack(event.box, event.who, KINDS.get(event.wager, event.wager))
        if not event.ante:
            self.without_ante.add((event.box, event.who))  # nobody has noticed: the engine takes it as laid
        return Bets((EngineBet(event.box, event.who, event.cents, KINDS.get(event.wager, event.wager)),))

    def _attempt(self, line: Line) -> None:
        """What must be refused; nothing changes."""
        event, question = line.event, self.question
        values: list[Answer]
        match event:
            case Bet() | TakeBack():
                values = [self._wager(event)]
            case Call(word="close") if self.refused_bet is not None:
                self.played.refused.append((line.text, clause_of(self.refused_bet.cite)))
                self.refused_bet = None
                return
            case Call(word="close"):
                values = [Bets((), last=True)]
            case Decide(at=at, who=who):
                box, hand = place(at)
                if not isinstance(question, Offer | EngineDecide) or (question.seat, question.bettor) != (box, who):
                    self.played.refused.append((line.text, ""))  # they are not asked
                    return
                if question.hand not in (0, hand):
                    self.played.refused.append((line.text, ""))
                    return
                values = [self._act(event, question)]
            case Report():
                try:
                    values = self.reported(event)
                except Stuck:
                    values = []
                if not values:
                    self.played.refused.append((line.text, ""))
                    return
            case _:
                self.played.refused.append((line.text, ""))  # the engine does not know who speaks
                return
        try:
            answer(self.rules, self.table, question, values[0])
        except Refused as refusal:
            self.played.refused.append((line.text, clause_of(refusal.cite)))
            return
        except Malformed as error:
            raise Stuck(str(error)) from error
        raise Stuck("is accepted, and must be refused")

    # Cards

    def _dealt(self, event: Dealt) -> None:
        if event.wrong:
            self.reach(Draw, EngineDecide)
            seat, hand = (0, 0) if event.place == "dealer" else place(event.place)
            self.answer(Irregularity("misplaced-card", seat, hand, parse_face(event.card)))
            return
        self.reach(Draw)
        question = self.question
        assert isinstance(question, Draw)
        to = due_at(self.table, question)
        if to == "dealer" != event.place and self.dealer_missed:
            self.answer(Irregularity("dealer-missed-own-card", card=parse_face(event.card)))
            return
        if to != event.place:
            raise Stuck(f"the engine's next card goes to {to}")
        self.answer(Drawn((parse_face(event.card),)))

    def _turn(self, card: str) -> None:
        face = parse_face(card)
        assert isinstance(face, Card)
        if not self.doubted:
            self.reach(EngineTurn)
        reader, dealer = self.rules.play.reader, self.table.dealer
        up = dealer.cards[0]
        assert not isinstance(up, Hidden)
        if reader is not None and dealer.light and reader.light(up, face) != dealer.light:
            self.answer(Irregularity("wrong-light", card=face))
        elif self.doubted:
            raise Stuck("the reader was right, and a doubt alone does not turn the hole card")
        else:
            self.answer(Turned(face))

    def _miss(self, event: Miss) -> None:
        if event.place == "insurance":
            self.insurance_forgotten = True
            return
        self.reach(Draw)
        question = self.question
        assert isinstance(question, Draw)
        to = due_at(self.table, question)
        if to == "dealer" != event.place and self.dealer_missed:
            self.answer(Irregularity("dealer-missed-own-card"))
            question = self.question
            assert isinstance(question, Draw)
            to = due_at(self.table, question)
        if to != event.place:
            raise Stuck(f"the engine's next card goes to {to}, none is missed at {event.place}")
        known = self.rules.play.around.irregularities
        if event.place == "dealer" and "dealer-missed-own-card" in known:
            self.dealer_missed = True
            return
        seat, hand = (0, 0) if event.place == "dealer" else place(event.place)
        if "passed-over" in known:
            self.answer(Irregularity("passed-over", seat, hand))
        elif not seat or len(self.table.spot(seat).hand.cards) < 2:
            self.answer(Irregularity("box-passed-over", seat))
        else:
            raise Stuck("a card asked for in New Zealand is reported with the misdeal")

    # People

    def _act(self, said: Decide, question: Question) -> Act:
        subject = getattr(question, "subject", "")
        do = ACTIONS.get((subject, said.action)) or ACTIONS.get(("", said.action), said.action)
        if said.action == "name":
            return Act(do, 0, said.number)
        return Act(do, said.number)

    def _decide(self, said: Decide) -> None:
        if said.action == "prize":
            self._prize(said)
            return
        box, hand = place(said.at)
        for _ in range(60):
            question = self.question
            if isinstance(question, Offer | EngineDecide) and question.who is Role.BETTOR:
                act = self._act(said, question)
                mine = (question.seat, question.bettor) == (box, said.who) and question.hand in (0, hand)
                backer = getattr(question, "subject", "") in ("double-too", "split-too")
                mine = mine or (backer and (question.seat, question.bettor) == (box, said.who))
                if mine and (act.do in [legal.do for legal in question.choices] or isinstance(question, EngineDecide)):
                    self.answer(act)
                    seen = self.question
                    if said.action == "second" and isinstance(seen, Offer) and seen.subject == "exposed-card":
                        self.answer(Act("accept"))
                    return
                if isinstance(question, Offer):
                    if said.action == "no":
                        return
                    self.answer(self._upcoming(question))
                    continue
            drawing = isinstance(question, Draw) and due_at(self.table, question) == said.at
            if drawing and said.action in ("hit", "second-card"):
                return  # the hand must draw, and the engine does not ask; or it was told twice
            raise Stuck(f"the engine asks {short(question)}")
        raise Stuck("the engine asks on and on")

    def _upcoming(self, offer: Offer) -> Act:
        """What this bettor answers further down among the answers to the same offer."""
        if offer.subject == "second-card-missed":
            return self.declined(offer)
        for number in range(self.at, len(self.script.lines)):
            line = self.script.lines[number]
            said = line.event
            if number in self.used or line.attempt or isinstance(said, Report | Rule):
                continue
            if not isinstance(said, Decide):
                break
            act = self._act(said, offer)
            if (said.who, place(said.at)[0]) == (offer.bettor, offer.seat) and any(
                legal.do == act.do for legal in offer.choices
            ):
                self.used.add(number)
                return act
        return self.declined(offer)

    def _past_offers(self) -> None:
        """Nobody else answers what is on offer now; what is offered after it is another matter."""
        open_now = _window(self.question)
        if open_now == "exposed-card":
            return  # it is no offer of the referee's
        for line in self.script.lines[self.at + 1 :]:
            if not isinstance(line.event, Decide | Report):
                break
            if isinstance(line.event, Decide) and open_now == "before the turns" and line.event.action in EARLY:
                return  # the engine is further on: what was closed is what it offered before
        while isinstance(self.question, Offer) and _window(self.question) == open_now:
            self.answer(self.declined(self.question))

    def _prize(self, said: Decide) -> None:
        """The buttons of all boxes are pressed in the engine's order: no rule gives one."""
        waiting = {place(said.at)[0]: said.number}
        for number in range(self.at + 1, len(self.script.lines)):
            event = self.script.lines[number].event
            if not isinstance(event, Decide) or event.action != "prize":
                break
            waiting[place(event.at)[0]] = event.number
            self.used.add(number)
        while waiting:
            question = self.question
            if not isinstance(question, Offer):
                raise Stuck(f"the engine asks {short(question)}")
            if question.subject == "prize" and question.seat not in waiting:
                raise Stuck(f"the engine asks {short(question)}")
            if question.subject == "prize":
                self.answer(Act(f"prize-{waiting.pop(question.seat)}"))
            elif any(legal.do == "press" for legal in question.choices):
                self.answer(Act("press"))
            else:
                self.answer(self.declined(question))


def _window(question: Question) -> str:
    """Which offers stand together, for whoever answers first."""
    subject = getattr(question, "subject", "")
    return "before the turns" if subject in ("insurance", "early-settlement", "surrender") else subject
