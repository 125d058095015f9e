"""The checks beside random play can fail: each is given a round in which a ruling went wrong."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from holecard.engine.ask_and_answer import answer
from holecard.engine.questions import Act, Answer, Bet, Bets, Facts, Irregularity, Question
from holecard.engine.table import Hand, Part, Table
from holecard.testing.ruled import Ruled
from tests.kit.rounds import Round

Step = tuple[Table, Question, Answer, Table, Facts]


def taken(table: Round, value: Answer) -> Step:
    after, facts = answer(table.rules, table.table, table.question, value)
    return table.table, table.question, value, after, facts


def with_hand(table: Table, seat: int, change: Callable[[Hand], Hand]) -> Table:
    spot = table.spot(seat)
    return table.with_hand(spot, change(spot.hand))


def check(table: Round, step: Step, after: Table | None = None, by: Answer | None = None) -> None:
    """Follow a step as it was taken, or with another table after it, or as somebody else's answer."""
    before, asked, value, found, facts = step
    Ruled(table.rules).follow(before, asked, by or value, after or found, facts)


def down_under(cards: str, *stakes: int) -> Round:
    return Round("pa-down-under").bets(*stakes).cards(cards)


@pytest.fixture
def ruling() -> Round:
    """The floor rules on box 1, whose hand was laid in the wrong area."""
    return down_under("Ts 9h 6h 4d 8c --", 1000, 1000).light("large").wrong("wrong-spot")


def test_what_the_engine_does_is_accepted(ruling: Round) -> None:
    check(ruling, taken(ruling, Act("dead")))
    check(ruling, taken(ruling, Act("continue")))


@pytest.mark.parametrize("net", [-1000, 1000])
def test_a_dead_hand_leaves_no_win_and_no_loss(ruling: Round, net: int) -> None:
    step = taken(ruling, Act("dead"))
    wrong = with_hand(step[3], 1, lambda hand: hand.with_wagers((hand.wagers[0].settled(net),)))
    with pytest.raises(AssertionError, match="is void with its hand"):
        check(ruling, step, wrong)


def test_no_other_hand_goes_with_it(ruling: Round) -> None:
    step = taken(ruling, Act("dead"))
    wrong = with_hand(
        step[3], 2, lambda hand: hand._replace(decision="dead", wagers=(hand.wagers[0].settled(0),), over=True)
    )
    with pytest.raises(AssertionError, match="does not end"):
        check(ruling, step, wrong)


def test_the_house_does_not_rule(ruling: Round) -> None:
    step = taken(ruling, Act("dead"))
    with pytest.raises(AssertionError, match="does not end"):
        check(ruling, step, by=Irregularity("wrong-spot"))


def test_a_hand_is_ruled_on_once(ruling: Round) -> None:
    step, ruled = taken(ruling, Act("continue")), Ruled(ruling.rules)
    ruled.follow(*step)
    with pytest.raises(AssertionError, match="was ruled on before"):
        ruled.follow(*step)


def test_a_dead_hand_is_not_paid_later(ruling: Round) -> None:
    ruling.act("dead")
    step = taken(ruling, Act("continue"))
    wrong = with_hand(step[3], 1, lambda hand: hand.with_wagers((hand.wagers[0].settled(1000),)))
    with pytest.raises(AssertionError, match="was void before"):
        check(ruling, step, wrong)


def test_a_decision_needs_its_player(ruling: Round) -> None:
    ruling.act("continue", "continue")
    step = taken(ruling, Act("stand"))
    with pytest.raises(AssertionError, match="nobody said stand"):
        check(ruling, step, by=Irregularity("damaged-card"))


def test_who_refused_a_card_gets_none() -> None:
    table = down_under("Ts 9h 6h 4d 8c --", 1000, 1000).light("large").wrong("drawn-exposed", card="5c")
    refused, ruled = taken(table, Act("refuse")), Ruled(table.rules)
    ruled.follow(*refused)
    before, after = refused[3], with_hand(refused[3], 1, lambda hand: hand.with_card(hand.cards[0]))
    with pytest.raises(AssertionError, match="refused a card"):
        ruled.follow(before, table.question, Act("hit"), after, ())


def test_an_exposed_card_is_taken_by_nobody_but_its_player() -> None:
    table = down_under("Ts 9h 6h 4d 8c --", 1000, 1000).light("large").wrong("drawn-exposed", card="5c")
    step = taken(table, Act("accept"))
    with pytest.raises(AssertionError, match=r"nobody (took|said)"):
        check(table, step, by=Irregularity("damaged-card"))


def test_who_laid_no_ante_is_out_with_money() -> None:
    table = Round("nz-ante-up").answer(Bets((Bet(1, "P1", 1000), Bet(1, "P2", 1000)), last=True))
    table.cards("Ts 6h 9d")
    ruled = Ruled(table.rules)
    step = taken(table, Irregularity("no-ante", 1, detail="P2"))
    ruled.follow(*step)
    again = with_hand(step[3], 1, lambda hand: hand.with_wager(hand.wagers[1]._replace(part=Part.DOUBLE, net=None)))
    with pytest.raises(AssertionError, match="void for want of an Ante"):
        ruled.follow(step[3], table.question, Act("double"), again, ())


def test_settled_money_stays_settled() -> None:
    table = down_under("Ts 9h 6h 4d 8c --", 1000, 1000).light("large").act("hit").cards("Kd")
    step = taken(table, Act("stand"))
    wrong = with_hand(step[3], 1, lambda hand: hand.with_wagers((hand.wagers[0].settled(0),)))
    with pytest.raises(AssertionError, match="became"):
        check(table, step, wrong)
