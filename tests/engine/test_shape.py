"""The engine knows no game: one made up here, unlike any we have, runs on the shared steps. And the core stays pure."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import holecard
from holecard.engine.ask_and_answer import answer, ask, open_table
from holecard.engine.dealer import could_be_blackjack, stands_on_17
from holecard.engine.destinations import Announcing
from holecard.engine.game import Game
from holecard.engine.options import TABLE_LIMITS, Choice, Options
from holecard.engine.questions import (
    COLLECT,
    DOUBLE,
    HIT,
    SPLIT,
    STAND,
    Answer,
    Bet,
    Bets,
    Decide,
    Draw,
    Drawn,
    Facts,
    RoundOver,
    What,
)
from holecard.engine.rules import Around, Betting, Play, Rules, Sharing
from holecard.engine.settlement import (
    BLACKJACK,
    BOTH_BLACKJACK,
    BUST,
    DEALER_BLACKJACK,
    DEALER_BUSTS,
    HIGHER,
    LOSE,
    LOWER,
    RETURN,
    SAME_TOTAL,
    WIN,
    Case,
    busted,
    dealer_higher,
    dealer_natural,
    dealer_over_21,
    equal,
    natural,
    player_higher,
    wins_at,
)
from holecard.engine.table import Dealer, Hand, Table
from holecard.law.clauses import Citing, house
from holecard.law.errors import Refused
from holecard.pit.between_rounds import collect_cards, no_cover_card
from holecard.round.actions import Double, Hit, Split, Stand
from holecard.round.paying import Order, settle
from holecard.round.steps import Pass, deal, draw_dealer, place_wagers, round_over
from holecard.round.turns import (
    bust,
    decide,
    draws_no_more,
    has_21,
    has_doubled,
    in_turn,
    owed_card,
    pay_blackjack,
    split_ace_stands,
)
from holecard.values.cards import parse_cards
from holecard.values.money import Odds

PACKAGE = Path(holecard.__file__).parent


def cannot_be_blackjack(dealer: Dealer) -> bool:
    return not could_be_blackjack(dealer)


def play(law: Citing, chosen: Options) -> Play:
    split = Split(
        cite=law("split"), limit_cite=law("three hands"), order_cite=law("left"), aces_cite=law("aces"), most_hands=3
    )
    return Play(
        betting=Betting(
            place=law("wagers"),
            chips=law("chips"),
            closing=law("no more bets"),
            in_time=law("wagers"),
            adjacent=law("boxes"),
            barred=law("entry"),
        ),
        sharing=Sharing(
            bettors_per_box=3,
            no_other_bettor=law("three bettors"),
        ),
        steps=(
            place_wagers(law("wagers")),
            deal(Pass(False, law("deal")), Pass(True, law("deal")), Pass(False, law("deal"))),
            in_turn(
                owed_card(law("hit"), law("double"), law("split")),
                pay_blackjack(Odds(3, 2), law("odds"), law("Blackjack"), cannot_be_blackjack),
                bust(law("bust"), law("bust")),
                draws_no_more(has_21, law("21"), "21"),
                draws_no_more(has_doubled, law("double"), "one card to a double"),
                split_ace_stands(split),
                decide(law("decide")),
            ),
            draw_dealer(stands_on_17, law("draw"), Announcing(law("draw"))),
            settle(Order.BOX_BY_BOX, law("settle")),
            round_over(law("over")),
        ),
        actions=(
            Hit(cite=law("hit"), one_card_to_split_aces=law("aces")),
            Stand(cite=law("stand")),
            Double(cite=law("double"), sideways=law("double"), one_card_to_split_aces=law("aces")),
            split,
        ),
        cases=(
            Case(BUST, busted, LOSE, law("bust")),
            Case(BOTH_BLACKJACK, dealer_natural & natural, RETURN, law("dealer Blackjack")),
            Case(DEALER_BLACKJACK, dealer_natural, LOSE, law("dealer Blackjack")),
            Case(BLACKJACK, natural, wins_at(Odds(3, 2)), law("Blackjack")),
            Case(DEALER_BUSTS, dealer_over_21, WIN, law("dealer over")),
            Case(HIGHER, player_higher, WIN, law("higher")),
            Case(SAME_TOTAL, equal, RETURN, law("equal")),
            Case(LOWER, dealer_higher, LOSE, law("lower")),
        ),
        around=Around(collect=collect_cards, cover=no_cover_card),
    )


COMPANY = Game(
    key="company",
    name="Three on a box",
    instrument=None,
    options=(Choice("decks", "Decks", (1, 6), 6, house("decks")), *TABLE_LIMITS),
    play=play,
    boxes=2,
    boxes_cite=house("boxes"),
)
SEATED = Bets((Bet(1, "Ann", 1000), Bet(1, "Ben", 2000), Bet(1, "Cy", 500)), last=True)


class Round:
    """A round on given cards: `deal` lets the shoe answer until somebody must decide."""

    def __init__(self, cards: str, bets: Bets = SEATED) -> None:
        self.rules: Rules = COMPANY.configure()
        self.table: Table = open_table(self.rules)
        self.shoe = iter(parse_cards(cards))
        self.facts: Facts = ()
        self.say(bets)

    def say(self, value: Answer) -> None:
        self.table, facts = answer(self.rules, self.table, ask(self.rules, self.table), value)
        self.facts += facts
        while isinstance(question := ask(self.rules, self.table), Draw):
            cards = tuple(next(self.shoe) for _ in question.dues)
            self.table, facts = answer(self.rules, self.table, question, Drawn(cards))
            self.facts += facts

    def who(self) -> tuple[str, int]:
        question = ask(self.rules, self.table)
        assert isinstance(question, Decide)
        return question.bettor, question.hand

    def hands(self) -> tuple[Hand, ...]:
        return self.table.boxes[0].hands

    def net(self, bettor: str) -> int:
        wagers = [wager for hand in self.hands() for wager in hand.wagers if wager.bettor == bettor]
        assert wagers
        return sum(wager.net for wager in wagers if wager.net is not None)

    def over(self) -> bool:
        return isinstance(ask(self.rules, self.table), RoundOver)


def test_three_bettors_split_to_three_hands_without_a_hole_card() -> None:
    """Ann splits eights twice and doubles; Ben and Cy, behind her, stay on the first hand with what they bet."""
    table = Round("8s 6h 8d 8c 3h 2c Ts Kd 9h Td")
    assert table.table.dealer.cards == parse_cards("6h"), "no card lies face down"
    table.say(SPLIT)
    table.say(SPLIT)
    assert [len(hand.cards) for hand in table.hands()] == [2, 1, 1], "the later hands wait for their second card"
    deciders = [table.who()]
    table.say(DOUBLE)  # 8 3 and the next card
    deciders.append(table.who())
    table.say(STAND)
    deciders.append(table.who())
    table.say(STAND)

    assert deciders == [("Ann", 1), ("Ann", 2), ("Ann", 3)]
    assert table.over()
    assert [hand.points.total for hand in table.hands()] == [13, 18, 18]
    assert table.table.dealer.points.total == 25
    assert table.net("Ann") == 4 * 1000, "first wager, double and two split wagers all win"
    assert table.net("Ben") == 2000
    assert table.net("Cy") == 500


def test_a_fourth_hand_is_refused_and_the_table_stays_as_it_was() -> None:
    table = Round("8s 6h 8d 8c 8h")
    table.say(SPLIT)
    table.say(SPLIT)
    before = table.table
    with pytest.raises(Refused, match="at most 3 hands"):
        table.say(SPLIT)
    assert table.table is before


def test_a_bust_takes_the_wagers_of_everyone_on_that_hand() -> None:
    table = Round("Ts 6h 6d Kc 9h Td")
    table.say(HIT)
    assert table.over()
    assert [table.net(name) for name in ("Ann", "Ben", "Cy")] == [-1000, -2000, -500]
    collected = {fact.bettor: fact.amount for fact in table.facts if fact.what is What.COLLECTED}
    assert collected == {"Ann": 1000, "Ben": 2000, "Cy": 500}


def test_a_blackjack_is_paid_to_all_three_before_the_dealer_has_a_second_card() -> None:
    table = Round("As 6h Kd Ts 9d")
    assert [table.net(name) for name in ("Ann", "Ben", "Cy")] == [1500, 3000, 750]
    paid = [fact.bettor for fact in table.facts if fact.what is What.PAID]
    assert paid == ["Ann", "Ben", "Cy"]


def test_a_dealer_blackjack_appears_only_after_the_players_have_acted() -> None:
    table = Round("Ts Ah 8d Kc 9h", Bets((Bet(1, "Ann", 1000), Bet(1, "Ben", 2000)), last=True))
    assert table.who() == ("Ann", 1)
    table.say(STAND)
    assert table.table.dealer.is_blackjack
    assert (table.net("Ann"), table.net("Ben")) == (-1000, -2000)


def test_no_fourth_bettor_finds_room_and_the_next_round_starts_clean() -> None:
    table = Round("Ts 6h 8d Kc 9h")
    table.say(STAND)
    table.say(COLLECT)
    assert not table.table.boxes
    with pytest.raises(Refused, match="three bettors"):
        table.say(Bets((*SEATED.bets, Bet(1, "Dee", 1000))))
    assert not table.table.boxes, "all are placed or none"


# The core

SURFACES = ("api", "cli", "dossier", "lab", "live", "rl", "rng", "school", "testing")


def core() -> Iterator[Path]:
    """Everything but the surfaces, the mathematics, the checks for authors of games, and the list of public names."""
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.relative_to(PACKAGE).parts[0] not in ("__init__.py", *SURFACES):
            yield path


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} imports by its whole name"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_the_core_imports_the_standard_library_and_itself_alone() -> None:
    foreign = {
        (path.name, name)
        for path in core()
        for name in imports(path)
        if name.split(".")[0] not in {*sys.stdlib_module_names, "holecard"}
    }
    assert not foreign


def test_the_core_imports_no_surface() -> None:
    surfaces = tuple(f"holecard.{name}" for name in SURFACES)
    assert not {(path.name, name) for path in core() for name in imports(path) if name.startswith(surfaces)}


def test_the_engine_owns_no_chance_no_clock_and_no_game() -> None:
    for path in (file for name in ("engine", "round") for file in sorted((PACKAGE / name).glob("*.py"))):
        named = {name.split(".")[0] for name in imports(path)}
        assert not named & {"random", "secrets", "time", "datetime", "os", "socket"}, path.name
        assert not {name for name in imports(path) if name.startswith("holecard.games")}, path.name


def test_every_file_can_be_read_in_one_sitting() -> None:
    long = {path.name: lines for path in PACKAGE.rglob("*.py") if (lines := len(path.read_text().splitlines())) >= 500}
    assert not long
