"""`holecard play`: a table in the terminal. The croupier answers for the house; the keys answer for the player."""

from __future__ import annotations

import shlex
import signal
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from textwrap import wrap

from rich.text import Text

from holecard.cli.bets import Layout, affordable, as_bets, cost, parse_bets, shown, usual
from holecard.cli.keys import ESCAPE, Answers, Keyboard, Lines, Quit
from holecard.cli.narrate import Said, clause, say
from holecard.cli.options import configured, console
from holecard.cli.prompts import Choice, Choosing, Prompt, choices, for_amount, for_bets, for_choice, pick
from holecard.cli.render import View, felt, flow, net
from holecard.cli.saving import Record, new_journal
from holecard.cli.screen import Screen
from holecard.cli.why import why
from holecard.croupier import Croupier, waived
from holecard.engine import answer, ask, open_table
from holecard.errors import HolecardError, Malformed, Refused
from holecard.law import house
from holecard.ledger import Ledger, account
from holecard.money import Cents, amount, cents
from holecard.pit.shuffle_and_cut import least_cut
from holecard.questions import (
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
    RoundOver,
    Turn,
)
from holecard.rules import Rules
from holecard.shoe import NotInShoe, PracticeShuffler, Shuffler, SystemShuffler

YOU = "Player"
NEWS = 4  # lines of what has just happened, below the felt, where the window has room for so many


def play_command(
    game: str, *, boxes: int, bankroll: str, seed: str | None, pairs: Iterable[str], journal: Path | None, pace: float
) -> None:
    rules = configured(game, pairs)
    money = _bankroll(rules, bankroll)
    _check_boxes(rules, boxes)
    shuffler = SystemShuffler() if seed is None else PracticeShuffler(seed)
    out = console()
    by_key = sys.stdin.isatty()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C: the terminal is given back as it was
    screen = Screen(out, live=by_key and out.is_terminal and not out.is_dumb_terminal)
    with new_journal(rules.key, journal) as saved:
        record = Record(rules, saved, timed=seed is None)
        session = Session(rules, shuffler, screen, record, boxes=boxes, bankroll=money, pace=pace)
        try:
            if by_key:
                with Keyboard(screen.echo, session.follow_window, shows_keys=not screen.live) as keyboard, screen:
                    session.run(keyboard)
            else:
                session.run(Lines(sys.stdin, screen.echo))
        except KeyboardInterrupt:
            screen.echo("\n")
    told_by = f"holecard replay {shlex.quote(str(saved.path))}"
    screen.say(*session.summary(), f"Saved. To have it told step by step: {told_by}")


def _bankroll(rules: Rules, text: str) -> Cents:
    money = cents(text)
    if money < rules.minimum:
        raise Malformed(f"--bankroll {text} is less than the table minimum, {amount(rules.minimum)}")
    return money


def _check_boxes(rules: Rules, boxes: int) -> None:
    if boxes < 1:
        raise Malformed(f"--boxes {boxes}: bet on 1 box at least")
    if boxes > rules.boxes.most:
        why = "the table has not so many"
        raise Refused(f"{boxes} boxes", cite=rules.boxes.cite, why=why, legal=(f"1 to {rules.boxes.most}",))
    most = rules.boxes_per_player
    if boxes > most:
        why = "one player may not bet on so many"
        raise Refused(f"{boxes} boxes", cite=rules.play.adjacent, why=why, legal=(f"1 to {most}",))


class Session:
    """One player at one table, from the first bet to the last card."""

    def __init__(
        self,
        rules: Rules,
        shuffler: Shuffler,
        screen: Screen,
        record: Record,
        *,
        boxes: int,
        bankroll: Cents,
        pace: float,
    ) -> None:
        self._rules = rules
        self._shuffler = shuffler
        self._screen = screen
        self._record = record
        self._boxes = boxes
        self._pace = pace
        self._started_with = bankroll
        self._bankroll = bankroll  # after the last finished round
        self._rounds = 0
        self._croupier = Croupier(rules, shuffler)
        self._table = open_table(rules, pit=rules.play.opening(rules))
        self._ledger = Ledger()  # this round's money
        self._facts: Facts = ()  # this round's
        self._last_round = self._table  # as its hands lay at the end
        self._laid: Layout | None = None  # the bets being placed
        self._last_bets: Layout | None = None
        self._news: list[Said] = []  # since the player's last answer
        self._explaining = False
        self._message = ""
        self._prompt: Prompt | None = None
        self._drawn_at = screen.size
        record.table(self._table)

    @property
    def purse(self) -> Cents:
        """What the player has in hand."""
        return self._bankroll + self._ledger.balances().get(account(YOU), 0)

    def run(self, answers: Answers) -> None:
        """Play until the player leaves or cannot bet."""
        if "sit" in self._rules.play.notices:
            self._take(ask(self._rules, self._table), Notice("sit", 1, YOU))
        try:
            while True:
                question = ask(self._rules, self._table)
                if isinstance(question, PlaceWagers):
                    self._reshuffle_by_hand()
                    if self.purse < self._rules.minimum:
                        self._draw(None)
                        return
                try:
                    value = self._croupier.reply(self._table, question)
                except NotInShoe:  # where the rules know no remedy
                    self._bring_fresh_cards("the shoe is empty: the round is void, the wagers go back")
                    continue
                if value is None:
                    value = _no_choice(question, answers)
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
        lines = [Text(f"{rounds} played, net {_signed(won)}, bankroll {amount(self._bankroll)}.", "bold")]
        if self._table.closed:
            lines.append(Text("The round in progress is not counted."))
        if self._bankroll < self._rules.minimum:
            lines.append(Text("The bankroll is spent."))
        return lines

    # Steps

    def _take(self, question: Question, value: Answer) -> None:
        before = self._table
        table, facts = answer(self._rules, before, question, value)
        self._record.answer(before, question, value, facts)
        self._table = table
        if isinstance(value, Bets):
            self._facts, self._ledger, self._last_bets = (), Ledger(), self._laid
        self._facts += facts
        self._ledger = self._ledger.plus(facts)
        self._news += say(self._rules, question, value, facts)
        if isinstance(question, RoundOver):
            self._last_round = before
            self._ledger = self._ledger.end_round()
            self._bankroll, self._ledger = self.purse, Ledger()
            self._rounds += 1

    def _reshuffle_by_hand(self) -> None:
        """A game without a pit has no cover card: the cards are shuffled anew when few are left."""
        few = max(self._rules.decks * 13, self._boxes * 8)
        if not self._rules.play.pit and self._table.pit.rounds and self._table.stock.size < few:
            self._bring_fresh_cards("the cards are shuffled")

    def _bring_fresh_cards(self, said: str) -> None:
        self._croupier = Croupier(self._rules, self._shuffler)
        self._table, self._ledger = open_table(self._rules), Ledger()
        self._record.table(self._table)
        self._news.append(Said(said, house("shuffle")))

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
                self._explaining = False
                return
            except (Malformed, Refused) as error:
                self._message = str(error)

    def _ask_player(self, question: Question, answers: Answers) -> Answer | None:
        match question:
            case PlaceWagers():
                return self._ask_bets(question, answers)
            case Offer() | Decide() | PitStep():
                return self._ask_choice(question, answers)
            case _:
                raise HolecardError(f"nobody at this table answers {type(question).__name__}")

    def _ask_bets(self, question: PlaceWagers, answers: Answers) -> Answer | None:
        proposed = usual(self._rules, self._boxes, self.purse, self._last_bets)
        self._draw(for_bets(question, self._rules, self._boxes, shown(proposed)))
        said = answers.entry()
        if self._asked_why(said):
            return None
        side_wagers = len(self._rules.play.side_wagers)
        layout = parse_bets(said, self._boxes, side_wagers) if said.strip() else proposed
        if cost(layout) > self.purse:
            raise Malformed(f"{amount(cost(layout))} is more than the {amount(self.purse)} you have")
        self._laid = layout
        return Bets(as_bets(layout, self._rules, YOU), last=True)

    def _ask_choice(self, question: Choosing, answers: Answers) -> Answer | None:
        if isinstance(question, PitStep):
            legal = tuple(_anywhere(one, self._table.stock.size) for one in question.choices)
        else:
            legal = affordable(question.choices, self.purse, self._rules.chip)
        offered = choices(question, legal)
        self._draw(for_choice(question, offered, self._table))
        said = answers.choice()
        if self._asked_why(said) or said == "\0":
            return None
        choice, text = pick(said, offered)
        if choice.is_open and answers.by_key:
            return self._ask_amount(question, choice, answers)
        return choice.act(text)

    def _ask_amount(self, question: Choosing, choice: Choice, answers: Answers) -> Act | None:
        self._draw(for_amount(question, choice))
        said = answers.entry()
        return None if said == ESCAPE or self._asked_why(said) else choice.act(said.strip())

    def _asked_why(self, said: str) -> bool:
        self._message = ""
        if said == "?":
            self._explaining = not self._explaining
        return said == "?"

    # Drawing

    def follow_window(self) -> None:
        """Draw again when the window has another size."""
        if self._screen.size != self._drawn_at:
            self._draw(self._prompt)

    def _pause(self, question: Question) -> None:
        """Let the dealer's cards be seen one by one."""
        to_dealer = isinstance(question, Draw) and len(self._table.dealer.cards) > 2
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
        """What has just happened, in so many lines, and how the round ended."""
        news = [said for said in self._news if not said.on_felt]
        lines = [Text.assemble(f"  {said.text}", (f"  {clause(said.cite)}", "dim")) for said in news]
        if self._between_rounds:
            lines.append(Text(f"  Round {self._rounds}: {_outcome(net(self._last_round))}.", "bold"))
        for line in lines:
            line.truncate(width, overflow="ellipsis")
        return lines[-most:]

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
        )


def _no_choice(question: Question, answers: Answers) -> Act | None:
    """A step of the pit that leaves a player nothing to choose, or that nobody is there to choose at."""
    if isinstance(question, PitStep) and (len(question.choices) == 1 or not answers.by_key):
        return waived(question)
    return None


def _anywhere(legal: Legal, stack: int) -> Legal:
    """The cut with the places in the stack that it may be made at."""
    least = least_cut(stack)
    return legal._replace(least=least, most=stack - least) if legal.do == "cut" else legal


def _signed(won: Cents) -> str:
    return f"+{amount(won)}" if won > 0 else amount(won)


def _outcome(won: Cents) -> str:
    if won == 0:
        return "you are even"
    return f"you win {amount(won)}" if won > 0 else f"you lose {amount(-won)}"
