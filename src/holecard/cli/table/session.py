"""A session at a table in the terminal: the croupier acts for the house, and the keys answer for the bettors."""

from __future__ import annotations

import time
from textwrap import wrap

from rich.text import Text

from holecard.cli.table.bets import (
    NAMES,
    Layout,
    affordable,
    as_bets,
    check_purse,
    cost,
    least_bet,
    parse_bets,
    shown,
    usual,
)
from holecard.cli.table.keys import DOWN, ESCAPE, NO_KEY, UP, WHY, Answers, Quit
from holecard.cli.table.prompts import (
    Choice,
    Prompt,
    choices,
    for_amount,
    for_bets,
    for_choice,
    not_offered,
    pick,
)
from holecard.cli.table.render import View, felt, flow, staked
from holecard.cli.table.saving import Record
from holecard.cli.table.screen import Screen
from holecard.cli.table.stakes import signed
from holecard.cli.table.why import why
from holecard.engine.ask_and_answer import answer, ask, open_table
from holecard.engine.destinations import ToDealer
from holecard.engine.questions import (
    DECLINE,
    NO_MORE_BETS,
    Act,
    Answer,
    Bets,
    Decide,
    Draw,
    Facts,
    Legal,
    Notice,
    Offer,
    PitStep,
    PlaceWagers,
    Question,
    Read,
    Role,
    RoundOver,
    TakeBack,
    Turn,
    answered_by_house,
)
from holecard.engine.rules import Rules
from holecard.engine.words import DONE
from holecard.house.croupier import Croupier, waived
from holecard.house.fresh_cards import needs_fresh_cards
from holecard.law.clauses import house
from holecard.law.errors import HolecardError, Malformed, Refused
from holecard.record.ledger import Ledger, account
from holecard.telling.lines import Kind, Line, tell
from holecard.telling.names import clause, place
from holecard.telling.person import addressed
from holecard.telling.prompts import Choosing
from holecard.values.cards import Card
from holecard.values.money import Cents, amount
from holecard.values.shoe import NotInShoe, Shuffler

NEWS = 6  # lines of what has just happened, below the felt, where the window has room for so many
BETS_STAY = "The cards are shuffled before the first one is dealt. Your bets stay, and you can still change them."
SCROLL = 6  # lines at a key
YOU = NAMES[0]


class Session:
    """The bettors whose keys these are, with one purse, from the first bet to the last card."""

    def __init__(
        self,
        rules: Rules,
        shuffler: Shuffler,
        screen: Screen,
        record: Record,
        *,
        boxes: int,
        bettors: int = 1,
        bankroll: Cents,
        pace: float,
        stacked: tuple[Card, ...] = (),
    ) -> None:
        self._rules = rules
        self._shuffler = shuffler
        self._screen = screen
        self._record = record
        self._boxes = boxes
        self._names = NAMES[:bettors]
        self._pace = pace
        self._started_with = bankroll
        self._bankroll = bankroll  # after the last finished round
        self._rounds = 0
        self._croupier = Croupier(rules, shuffler, stacked=stacked)
        self._table = open_table(rules, pit=rules.play.around.opening(rules))
        self._ledger = Ledger()  # this round's money
        self._facts: Facts = ()  # this round's
        self._last_round = self._table  # as its hands lay at the end
        self._won: dict[str, Cents] = {}  # in the last round, by each bettor
        self._laid: Layout | None = None  # the bets being placed
        self._last_bets: Layout | None = None
        self._news: list[Line] = []  # since the player's last answer
        self._explaining = False
        self._scrolled = 0
        self._message = ""
        self._prompt: Prompt | None = None
        self._drawn_at = screen.size
        record.table(self._table)

    @property
    def purse(self) -> Cents:
        """What the bettors have in hand."""
        balances = self._ledger.balances()
        return self._bankroll + sum(balances.get(account(name), 0) for name in self._names)

    def run(self, answers: Answers) -> None:
        """Play until the player leaves or cannot bet."""
        self._sit_down()
        try:
            while True:
                question = ask(self._rules, self._table)
                if isinstance(question, PlaceWagers):
                    self._reshuffle_by_hand()
                    if self.purse < least_bet(self._rules) and not self._table.boxes:
                        self._draw(None)
                        return
                try:
                    value = self._croupier.reply(self._table, question)
                except NotInShoe:  # where the rules know no remedy
                    self._bring_fresh_cards("the shoe is empty: the round is void, the wagers go back")
                    continue
                if value is None:
                    value = _no_choice(question, answers) or self._without_money(question)
                if value is None:
                    self._let_player_answer(question, answers)
                else:
                    self._take(question, value)
                    self._pause(question)
        except Quit:
            return

    def summary(self) -> list[Text]:
        won = self._bankroll - self._started_with
        rounds = f"{self._rounds} round{'' if self._rounds == 1 else 's'}"
        lines = [Text(f"{rounds} played, net {signed(won)}, bankroll {amount(self._bankroll)}.", "bold")]
        if self._table.closed:
            lines.append(Text("The round in progress is not counted."))
        if self._bankroll < least_bet(self._rules):
            lines.append(Text("The bankroll is spent."))
        return lines

    # Steps

    def _sit_down(self) -> None:
        """The first bettor sits down and decides at every box, for nobody else has a seat: the others bet behind."""
        if "sit" in self._rules.play.around.notices:
            self._take(ask(self._rules, self._table), Notice("sit", 1, self._names[0]))

    def _take(self, question: Question, value: Answer) -> None:
        before = self._table
        table, facts = answer(self._rules, before, question, value)
        question = answered_by_house(question) if question.who is Role.FLOOR else question  # nobody works here
        self._record.answer(before, question, value, facts)
        self._table = table
        if isinstance(value, Bets) and not before.boxes:
            self._facts, self._ledger, self._last_bets = (), Ledger(), self._laid
        self._facts += facts
        self._ledger = self._ledger.plus(facts)
        lines = tell(self._rules, before, question, value, facts)
        self._news += [line for line in lines if line.kind is not Kind.ROUND]
        if isinstance(question, RoundOver):
            self._last_round = before
            nets = self._ledger.end_round().nets()
            self._won = {name: sum(won for place, won in nets.items() if place[1] == name) for name in self._names}
            self._bankroll, self._ledger = self.purse, Ledger()
            self._rounds += 1

    def _reshuffle_by_hand(self) -> None:
        if needs_fresh_cards(self._rules, self._table, self._boxes):
            self._bring_fresh_cards("the cards are shuffled")

    def _bring_fresh_cards(self, said: str) -> None:
        self._croupier = Croupier(self._rules, self._shuffler)
        self._table, self._ledger = open_table(self._rules, pit=self._rules.play.around.opening(self._rules)), Ledger()
        self._record.table(self._table)
        self._news.append(Line(said, house("shuffle"), stays=True))
        self._sit_down()

    def _let_player_answer(self, question: Question, answers: Answers) -> None:
        """Ask until the engine accepts the answer; what it refuses it explains."""
        self._message = ""
        while True:
            try:
                value = self._ask_player(question, answers)
                if value is None:
                    continue
                news, self._news = self._news, []
                try:
                    self._take(question, value)
                except HolecardError:
                    self._news = news
                    raise
                self._explaining, self._scrolled = False, 0
                return
            except (Malformed, Refused) as error:
                self._message = addressed(str(error), YOU)

    def _ask_player(self, question: Question, answers: Answers) -> Answer | None:
        match question:
            case PlaceWagers():
                return self._ask_bets(question, answers)
            case Offer(who=Role.BETTOR) | Decide() | PitStep():
                return self._ask_choice(question, answers)
            case _:
                raise HolecardError(f"no one at this table can answer {type(question).__name__}")

    def _ask_bets(self, question: PlaceWagers, answers: Answers) -> Answer | None:
        rules, boxes, bettors = self._rules, self._boxes, len(self._names)
        lying = bool(self._table.boxes)  # a cutting card came before the first card: they are free again (reading N15)
        funds = self.purse + (staked(self._table) if lying else 0)
        proposed = usual(rules, boxes, bettors, funds, self._last_bets)
        prompt = for_bets(question, rules, boxes, bettors, shown(proposed), cost(proposed, rules))
        self._draw(prompt._replace(hint=f"{BETS_STAY} {prompt.hint}".strip()) if lying else prompt)
        said = answers.entry()
        if self._looked_around(said) or said == ESCAPE:
            return None
        if lying and not said.strip():
            return NO_MORE_BETS
        layout = parse_bets(said, boxes, bettors, len(rules.play.side_wagers)) if said.strip() else proposed
        if cost(layout, rules) > funds:
            raise Malformed(f"{amount(cost(layout, rules))} is more than the {amount(funds)} you have")
        for box in self._table.boxes:
            for bettor in box.bettors:
                self._take(question, TakeBack(box.seat, bettor))
        self._laid = layout
        return Bets(as_bets(layout, rules), last=True)

    def _ask_choice(self, question: Choosing, answers: Answers) -> Answer | None:
        offered = choices(self._rules, self._table, question, self._payable(question))
        self._draw(for_choice(question, offered, self._table, self._rules, answers.by_key))
        said = answers.choice()
        if self._looked_around(said):
            return None
        try:
            choice, text = pick(said or (NO_KEY if answers.by_key else said), offered)
        except Malformed:
            if (refused := not_offered(said, question, self._table, self._rules, self.purse)) is not None:
                return refused
            raise
        act = self._ask_amount(question, choice, answers) if choice.is_open and answers.by_key else choice.act(text)
        if act is None or self._costs_nothing(question):
            return act
        return check_purse(question.choices, act, self.purse)

    def _ask_amount(self, question: Choosing, choice: Choice, answers: Answers) -> Act | None:
        self._draw(for_amount(question, choice))
        said = answers.entry()
        return None if self._looked_around(said) or said == ESCAPE else choice.act(said.strip())

    def _rides(self, question: Choosing) -> bool:
        """Whether a win is to be left in action: it is no money of the purse's."""
        return isinstance(question, Offer) and question.subject in self._rules.play.side_wagers

    def _costs_nothing(self, question: Choosing) -> bool:
        return self._rides(question) or isinstance(question, PitStep)

    def _payable(self, question: Choosing) -> tuple[Legal, ...]:
        """What the purse can pay for of what may be chosen."""
        if self._costs_nothing(question):
            return question.choices
        return affordable(question.choices, self.purse, self._rules.chip)

    def _without_money(self, question: Question) -> Act | None:
        """An offer that the purse has nothing for is declined, and that is said, rather than asked."""
        if not isinstance(question, Offer) or [legal.do for legal in self._payable(question)] != [DECLINE.do]:
            return None
        offered = choices(self._rules, self._table, question, question.choices)
        wanted = " or ".join(choice.name for choice in offered if not choice.offered.silent)
        if wanted:
            where = place(self._table, (), question.seat, question.hand)
            self._news.append(Line(f"{where}: not enough money for {wanted}", house("the purse"), stays=True))
        return DECLINE

    def _looked_around(self, said: str) -> bool:
        """Whether the key was none of an answer: why, or further up or down at the table."""
        self._message = ""
        if said == WHY:
            self._explaining = not self._explaining
        if said in (UP, DOWN):
            most = len(felt(self._view(self._prompt)))
            self._scrolled = max(-most, min(self._scrolled + (SCROLL if said == DOWN else -SCROLL), most))
        return said in (WHY, UP, DOWN, NO_KEY)

    # Drawing

    def follow_window(self) -> None:
        """Draw again when the window has another size."""
        if self._screen.size != self._drawn_at:
            self._draw(self._prompt)

    def _pause(self, question: Question) -> None:
        """Let the dealer's cards be seen one by one."""
        to_dealer = isinstance(question, Draw) and isinstance(question.dues[0].to, ToDealer)
        if self._screen.live and self._pace and (to_dealer or isinstance(question, (Read, Turn))):
            self._draw(None)
            time.sleep(self._pace)

    def _draw(self, prompt: Prompt | None) -> None:
        self._prompt = prompt
        width, height = self._drawn_at = self._screen.size
        message = wrap(f"! {self._message}", width, subsequent_indent="  ") if self._message else []
        below = [Text(line, "bold") for line in message]
        if prompt is not None:
            below += [*(Text(line, "dim") for line in wrap(prompt.hint, width)), *flow(prompt.keys, width)]
        room = height - len(below) - 1
        if self._explaining and prompt is not None:
            body = why(self._news, prompt, width)[:room]
        else:
            view = self._view(prompt)
            news = self._recent(width, max(1, min(NEWS, room - len(felt(view, width)))))
            body = [*felt(view, width, room - len(news)), *news]
        self._screen.show(body, below, prompt.head if prompt else "")

    def _recent(self, width: int, most: int) -> list[Text]:
        """What has just happened, in this many lines, and how the round ended."""
        news = [said for said in self._news if not said.on_felt]
        room = most - self._between_rounds
        while len(news) > room:
            news.remove(next((said for said in news if not said.stays), news[0]))
        lines = [Text.assemble(f"  {said.for_bettor(YOU)}", (f"  {clause(said.cite)}", "dim")) for said in news]
        if self._between_rounds:
            lines.append(Text(f"  Round {self._rounds}: {_outcome(self._won)}.", "bold"))
        for line in lines:
            line.truncate(width, overflow="ellipsis")
        return lines

    @property
    def _between_rounds(self) -> bool:
        return not self._table.boxes and self._rounds > 0

    def _view(self, prompt: Prompt | None) -> View:
        question = prompt.question if prompt else None
        between = self._between_rounds
        return View(
            self._rules,
            self._last_round._replace(stock=self._table.stock) if between else self._table,
            self._facts,
            self.purse,
            self._rounds + (not between),
            tuple(range(1, self._boxes + 1)),
            (question.seat, question.hand or 1) if isinstance(question, (Decide, Offer)) else None,
            self._scrolled,
        )


def _no_choice(question: Question, answers: Answers) -> Act | None:
    """A step of the pit with nothing for a player to choose, or with no player to choose it; cards that nobody can see
    are not inspected."""
    plain = isinstance(question, PitStep) and {legal.do for legal in question.choices} <= {DONE.do, DECLINE.do}
    if isinstance(question, PitStep) and (plain or not answers.by_key):
        return waived(question)
    return None


def _outcome(won: dict[str, Cents]) -> str:
    """
    >>> _outcome({"You": 1500}), _outcome({"You": 1500, "Ann": -500})
    ('you win 15.00', 'together +10.00 (You +15.00, Ann -5.00)')
    """
    together = sum(won.values())
    if len(won) > 1:
        each = ", ".join(f"{name} {signed(own)}" for name, own in won.items())
        return f"together {signed(together)} ({each})"
    if together == 0:
        return "you are even"
    return f"you win {amount(together)}" if together > 0 else f"you lose {amount(-together)}"
