"""A game that lacks something says so in one line, with its key and the rule that is missing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from holecard.engine.ask_and_answer import NothingDue, answer, ask, open_table
from holecard.engine.game import Game
from holecard.engine.options import Options
from holecard.engine.questions import DECLINE, STAND, Act, Answer, Bet, Bets, Drawn, Turned
from holecard.engine.rules import IllMade, Play
from holecard.engine.settlement import NoCase
from holecard.games.reference import REFERENCE
from holecard.games.reference import play as ordinary_play
from holecard.law.clauses import Citing, house
from holecard.law.errors import HolecardError
from holecard.round.actions import Hit
from holecard.round.steps import place_wagers
from holecard.values.cards import HIDDEN, parse_card, parse_cards

BET = Bets((Bet(1, "Ann", 1000),), last=True)


def dealt(cards: str) -> Drawn:
    return Drawn((*parse_cards(cards), HIDDEN))


def made(**changed: object) -> Game:
    """The common game with parts of its `Play` replaced by somebody who is writing a game of their own."""

    def badly(law: Citing, chosen: Options) -> Play:
        return replace(ordinary_play(law, chosen), **changed)  # type: ignore[arg-type]

    return replace(REFERENCE, key="my-game", play=badly)


def error_of(game: Game, *answers: Answer) -> HolecardError:
    with pytest.raises(HolecardError) as caught:
        play(game, *answers)
    return caught.value


def play(game: Game, *answers: Answer) -> None:
    rules = game.configure()
    table = open_table(rules)
    for value in answers:
        table, _ = answer(rules, table, ask(rules, table), value)


def test_steps_that_never_ask() -> None:
    error = error_of(made(steps=(place_wagers(house("wagers")),)), BET)
    assert isinstance(error, NothingDue)
    assert str(error) == "my-game: none of its steps is due; end them with round_over"


def test_no_steps() -> None:
    with pytest.raises(IllMade, match=r"^my-game: its Play has no steps; begin them with place_wagers$"):
        made(steps=())


def test_two_final_hands_without_a_case() -> None:
    error = error_of(made(cases=()), BET, dealt("Ts 7h 9d"), STAND, Turned(parse_card("Tc")))
    assert isinstance(error, NoCase)
    assert str(error) == "my-game: no case decides 19 against the dealer's 17; add a Case to its cases"


def test_an_offer_that_no_rule_takes() -> None:
    error = error_of(made(offers={}), BET, dealt("Ts Ah 9d"), DECLINE)
    assert isinstance(error, IllMade)
    assert str(error) == "my-game: no rule takes the offer 'insurance'; add it to the offers of its Play"


def test_an_action_whose_card_has_no_clause() -> None:
    class Peek(Hit):
        def take(self, rules, table, spot, stake):  # type: ignore[no-untyped-def]
            return table.with_hand(spot, spot.hand.with_decision("peek", owes=1)), ()

    peek = Peek(cite=house("peek"), one_card_to_split_aces=None, key="peek")
    error = error_of(made(actions=(peek,)), BET, dealt("Ts 7h 5d"), Act("peek"))
    assert isinstance(error, IllMade)
    assert str(error) == "my-game: owed_card has no clause for the card of 'peek'"
