"""A scripted round: one round of any game from a file, for disputes, what-ifs and teaching.

>>> played = play_script({
...     "game": "reference",
...     "boxes": [{"box": 1, "bettors": [{"name": "Ann", "wagers": {"main": "10.00"}}]}],
...     "cards": ["Ts", "9h", "Jd", "9c"],
...     "answers": [{"box": 1, "bettor": "Ann", "do": "stand"}],
... })
>>> played["dealer"], played["net"], played["refused"]
({'cards': ['9h', '9c'], 'total': 18, 'blackjack': False}, {'1': {'Ann': {'main': '10.00'}}}, None)
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from html import escape
from typing import Any

from holecard import __version__
from holecard.engine.ask_and_answer import accepted, answer, ask, open_table
from holecard.engine.dealer import up_card
from holecard.engine.destinations import ToHand
from holecard.engine.questions import (
    COLLECT,
    HIT,
    Act,
    Answer,
    Bets,
    Decide,
    Draw,
    Drawn,
    Fact,
    Facts,
    Light,
    Offer,
    PlaceWagers,
    Question,
    Read,
    RoundOver,
    Turn,
    Turned,
    What,
)
from holecard.engine.rules import Rules
from holecard.engine.table import Box, Hand, Table
from holecard.games import find
from holecard.house.round import Round, cited, fact_as_json, nets, of_table
from holecard.house.script_document import DECISIONS, ELECTIONS, Script, ScriptedAnswer, parse_script
from holecard.law.clauses import Cite
from holecard.law.errors import Malformed, Refused
from holecard.record.transcript import Step
from holecard.round.riding import RIDE, RideOffer
from holecard.values.cards import HIDDEN, Card, Face
from holecard.values.money import Cents
from holecard.wagers.prizes import PRESS, PRIZE, prize_of

BET = "bet"
CONFIGURATION = "configuration"
SILENCE = "decline"  # an offer with no answer


class ScriptFailed(Malformed):
    """A script makes no sense at some point; `round` is what was played until then."""

    def __init__(self, text: str, played: Round) -> None:
        super().__init__(text)
        self.round = played


@dataclass(frozen=True, kw_only=True)
class ScriptedRound:
    """What became of a script: its steps, and what was refused, if anything. Without rules the options were.

    >>> played = act_out(parse_script({
    ...     "game": "reference",
    ...     "boxes": [{"box": 1, "bettors": [{"name": "Ann", "wagers": {"main": "10.00"}}]}],
    ...     "cards": ["Ts", "9h", "6d", "9c"],
    ...     "answers": [{"box": 1, "bettor": "Ann", "do": "surrender"}],
    ... }))
    >>> played.do, played.refused.clause
    ('surrender', 'decisions')
    """

    script: Script
    rules: Rules | None
    steps: tuple[Step, ...]
    refused: Refused | None = None
    do: str = ""  # what was refused
    by: ScriptedAnswer | None = None

    @property
    def facts(self) -> Facts:
        return tuple(fact for step in self.steps for fact in step.facts)

    @property
    def round(self) -> Round | None:
        """The round as far as it was played; None if the options were refused."""
        return Round(self.rules, self.steps) if self.rules is not None else None

    def __str__(self) -> str:
        told = [str(self.round)] if self.round is not None else []
        return "\n".join([*told, f"Refused: {self.refused}"] if self.refused is not None else told)

    def _repr_html_(self) -> str:
        told = self.round._repr_html_() if self.round is not None else ""
        return told + (f"<p><b>Refused</b>: {escape(str(self.refused))}</p>" if self.refused is not None else "")

    def to_dict(self) -> dict[str, Any]:
        """As `holecard script --json` prints it. A refused round has no net: its wagers are not settled."""
        rules, steps = self.rules, self.steps
        table = steps[-1].table if self.refused is None else steps[-1].after if steps else None
        dealer = table.dealer if table is not None else None
        drawn = sum(len(step.answer.cards) for step in steps if isinstance(step.answer, Drawn))
        unlawful = {"game": self.script.game, "options": self.script.options, "rules_hash": None, "shoe": None}
        return {
            **(of_table(rules) if rules is not None else {**unlawful, "version": __version__}),
            "dealer": {
                "cards": [repr(card) for card in dealer.cards],
                "total": dealer.points.total,
                "blackjack": dealer.is_blackjack,
            }
            if dealer is not None
            else None,
            "net": nets(self.facts) if self.refused is None else {},
            "facts": [fact_as_json(fact) for fact in self.facts],
            "cards_used": drawn,
            "refused": _refusal(self),
        }


def play_script(document: object) -> dict[str, Any]:
    """Play the round that a document describes, and return the result as `holecard script` prints it."""
    return act_out(parse_script(document)).to_dict()


def act_out(script: Script) -> ScriptedRound:
    """Play a script. A refusal under a clause is part of the result; a script that makes no sense is an error."""
    switched_on = _switched_on(script)
    try:
        rules = find(script.game).configure({**switched_on, **script.options})
    except Refused as refused:
        do = BET if switched_on and _is_lawful(script) else CONFIGURATION
        return ScriptedRound(script=script, rules=None, steps=(), refused=refused, do=do)
    _check_cards(script, rules)
    stage = _Stage(rules, script)
    try:
        stage.play()
    except Refused as refused:
        do, by = stage.doing
        return ScriptedRound(script=script, rules=rules, steps=tuple(stage.steps), refused=refused, do=do, by=by)
    except Malformed as error:
        raise ScriptFailed(str(error), Round(rules, tuple(stage.steps))) from error
    return ScriptedRound(script=script, rules=rules, steps=tuple(stage.steps))


def _switched_on(script: Script) -> dict[str, str]:
    """The side wagers that are placed, as options of the game, unless the file itself says otherwise."""
    switches = {wager.key: wager.switch for wager in find(script.game).wagers}
    return {switches[bet.wager]: "yes" for bet in script.bets if bet.wager in switches}


def _is_lawful(script: Script) -> bool:
    """Whether the options alone would be allowed, so that it is a wager which is not."""
    try:
        find(script.game).configure(script.options)
    except Refused:
        return False
    return True


def _check_cards(script: Script, rules: Rules) -> None:
    gone: Counter[Card] = Counter()
    for number, card in enumerate(script.cards, start=1):
        gone[card] += 1
        if gone[card] > rules.decks:
            raise Malformed(f"card {number} of the list, {card!r}, is not left in a shoe of {rules.decks} decks")


class _Stage:
    """A table and what the script still holds for it."""

    def __init__(self, rules: Rules, script: Script) -> None:
        self.rules = rules
        self.script = script
        self.steps: list[Step] = []
        self.doing: tuple[str, ScriptedAnswer | None] = (BET, None)
        self._table = open_table(rules)
        self._cards = list(reversed(script.cards))  # the next is last
        self._answers = list(script.answers)
        self._hole: Card | None = None
        self._closed: dict[tuple[int, int], Fact | None] = {}  # hands that act no more, by seat and number
        self._offered: set[tuple[int, str, str]] = set()
        self._prize = 0

    def play(self) -> None:
        while not (self.steps and isinstance(self.steps[-1].question, RoundOver)):
            question = ask(self.rules, self._table)
            self._refuse_acts_of_closed_hands(question)
            value = self._reply(question)
            after, facts = answer(self.rules, self._table, question, value)
            self.steps.append(Step(self._table, question, value, facts, after))
            self._note_closed(after, facts)
            self._table = after
            self._check_names()
        self._check_left_over()

    def _reply(self, question: Question) -> Answer:
        match question:
            case PlaceWagers():
                return Bets(self.script.bets, last=True)
            case Draw():
                return self._draw(question)
            case Read():
                assert self.rules.play.reader is not None, "only a game with a reader asks it"
                return Light(self.rules.play.reader.light(up_card(self._table.dealer), self._hole_card()))
            case Turn():
                return Turned(self._hole_card())
            case Offer():
                return self._elect(question)
            case Decide():
                return self._decide(question)
            case RoundOver():
                return COLLECT
            case _:
                raise Malformed(f"a scripted round cannot answer this pit step: {question.step}")

    # Cards

    def _draw(self, question: Draw) -> Drawn:
        self._accept_hit_of_compulsory_draw(question)
        cards: list[Face] = []
        for due in question.dues:
            if not self._cards:
                used = len(self.script.cards)
                raise Malformed(
                    f"the list of cards is too short: it has {used} cards, and the next one ({due.to}) is missing"
                )
            card = self._cards.pop()
            if due.face_down:
                self._hole = card
            cards.append(HIDDEN if due.face_down else card)
        return Drawn(tuple(cards))

    def _hole_card(self) -> Card:
        assert self._hole is not None, "a hole card was dealt"
        return self._hole

    def _accept_hit_of_compulsory_draw(self, question: Draw) -> None:
        """A card that nobody asked for and that is not part of the deal: a `hit` in the file means the same."""
        to = question.dues[0].to
        if not isinstance(to, ToHand):
            return
        box = self._table.boxes[to.at]
        hand = box.hands[to.number]
        if hand.owes or hand.points.count < 2:
            return
        found = self._next(box.seat, box.bettors[0], to.number + 1)
        if found is not None and found.do == "hit":
            self._answers.remove(found)

    # Answers

    def _next(self, seat: int, bettor: str, hand: int) -> ScriptedAnswer | None:
        """The next answer of this bettor for this hand; for hand 0, which is the box, whatever hand it names."""
        for found in self._answers:
            if (found.box, found.bettor) == (seat, bettor) and (not hand or found.hand in (0, hand)):
                return found
        return None

    def _act(self, found: ScriptedAnswer, staked: Cents = 0) -> Act:
        self._answers.remove(found)
        self.doing = (found.do, found)
        return Act(found.do, found.amount or staked, found.hand if found.do == "designate" else 0)

    def _all_that_rides(self, question: Offer) -> Cents:
        """A `ride` without an amount is of everything, which the table may not allow."""
        rule, box = self.rules.play.offers.get(question.subject), self._table.box(question.seat)
        assert box is not None, "an offer is made at a box"
        return rule.whole(self.rules, self._table, box, question.bettor) if isinstance(rule, RideOffer) else 0

    def _elect(self, question: Offer) -> Act:
        choices = [legal.do for legal in question.choices]
        if question.subject == PRIZE:
            return Act(prize_of(self._prize))
        self._offered |= {(question.seat, question.bettor, do) for do in choices}
        names_hand = "designate" in choices
        found = self._next(question.seat, question.bettor, 0 if names_hand else question.hand)
        if found is not None and found.wager not in ("", question.subject):
            found = None
        if found is not None and found.do == PRESS:
            self._prize = found.prize
        if found is not None and (found.do in choices or self._is_for_this_offer(question, found)):
            return self._act(found, self._all_that_rides(question) if found.do == RIDE else 0)
        return Act(SILENCE if SILENCE in choices else choices[-1])

    def _is_for_this_offer(self, question: Offer, found: ScriptedAnswer) -> bool:
        """Whether an answer that is none of the choices can mean nothing else, and is to be refused here."""
        if found.do in self.rules.actions or found.do in DECISIONS:
            return False
        elsewhere = found.do in self.rules.play.offers and found.do != question.subject
        return not elsewhere and found.do in self.rules.play.withheld

    def _decide(self, question: Decide) -> Act:
        box = self._table.box(question.seat)
        assert box is not None, "a hand that is asked lies in a box"
        found = self._next(question.seat, question.bettor, question.hand)
        where = f"box {question.seat} {question.bettor}, hand {question.hand}"
        if found is None and "stand" not in {legal.do for legal in question.choices}:
            return HIT  # a compulsory draw
        if found is None:
            legal = ", ".join(accepted(question))
            raise Malformed(f"{where} ({box.hands[question.hand - 1].points}) needs a decision. Legal: {legal}")
        if not found.hand and len(box.hands) > 1:
            raise Malformed(f"{found}: name the hand, because there are {len(box.hands)}")
        return self._act(found)

    # What can never be answered

    def _note_closed(self, after: Table, facts: Facts) -> None:
        """Remember which fact closed a hand; a hand that stood was closed by its player."""
        for box in after.boxes:
            for number, hand in enumerate(box.hands, start=1):
                if hand.over and (box.seat, number) not in self._closed:
                    own = [fact for fact in facts if (fact.seat, fact.hand) == (box.seat, number)]
                    said = [fact for fact in own if fact.what is What.ANNOUNCED]
                    money = [fact for fact in own if fact.amount and fact.what is not What.PLACED]
                    self._closed[box.seat, number] = next(iter((*reversed(said), *money)), None)

    def _refuse_acts_of_closed_hands(self, question: Question) -> None:
        for found in self._answers:
            box = self._table.box(found.box)
            if box is None or (not found.hand and len(box.hands) > 1) or found.bettor not in box.bettors:
                continue
            number = found.hand or 1
            fact = self._closed.get((found.box, number))
            if fact is None or (found.box, found.bettor, found.do) in self._offered:
                continue
            if found.do in self.rules.play.withheld or found.do in self.rules.actions or found.do in DECISIONS:
                self.doing = (found.do, found)
                cite, why = self._why_closed(found.do, box, box.hands[number - 1], fact)
                raise Refused(found.do, cite=cite, why=why, legal=accepted(question))

    def _why_closed(self, do: str, box: Box, hand: Hand, fact: Fact) -> tuple[Cite, str]:
        """The clause that forbids the act on these cards, if one does; else the clause that closed the hand."""
        action = self.rules.actions.get(do)
        if action is not None and action.offered(self.rules, box, hand) is None:
            return action.why_not(self.rules, box, hand)
        withheld = self.rules.play.why_withheld(do, self._table, box.seat)
        if action is None and withheld is not None:
            return withheld
        return fact.cite, f"this hand is finished ({fact.note})"

    def _check_names(self) -> None:
        """Every answer comes from a bettor of that box."""
        if len(self.steps) > 1:
            return
        for found in self._answers:
            box = self._table.box(found.box)
            if box is None or found.bettor not in box.bettors:
                raise Malformed(f"{found}: {found.bettor} has no main wager on box {found.box}")

    def _check_left_over(self) -> None:
        for found in self._answers:
            box = self._table.box(found.box) or self.steps[-1].table.box(found.box)
            forbidden = self.rules.play.sharing.others(self.steps[0].after, found.bettor, found.do)
            if box is not None and found.bettor in box.bettors[1:] and forbidden is not None:
                self.doing = (found.do, found)
                raise Refused(found.do, cite=forbidden[0], why=forbidden[1])
            never = (found.box, found.bettor, found.do) not in self._offered or found.do == RIDE  # silence kept the win
            withheld = self.rules.play.why_withheld(found.do, self.steps[-1].table, found.box)
            if never and found.do in ELECTIONS and withheld is not None:
                self.doing = (found.do, found)
                raise Refused(found.do, cite=withheld[0], why=withheld[1])
            raise Malformed(f"{found} is left over: no question asked for it")
        if self._cards:
            left = " ".join(repr(card) for card in reversed(self._cards))
            raise Malformed(f"the list of cards is too long: {len(self._cards)} left over, {left}")


# The result


def _refusal(played: ScriptedRound) -> dict[str, Any] | None:
    refused, by = played.refused, played.by
    if refused is None:
        return None
    place = {"box": by.box, "bettor": by.bettor, "hand": by.hand or 1} if by is not None else {}
    return {
        "do": played.do,
        **cited(refused.cite),
        "why": refused.sentence if refused.what != played.do else refused.why,
        "legal": list(refused.legal),
        **place,
    }
