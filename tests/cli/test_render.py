"""The drawn table: every line as wide as asked, in any window, however many hands lie on it."""

from __future__ import annotations

from random import Random

import pytest
from rich.text import Text

from holecard.cli.table.bets import affordable, as_bets, usual
from holecard.cli.table.prompts import choices, pick
from holecard.cli.table.render import View, cards, felt, flow, window
from holecard.engine.ask_and_answer import answer, ask, open_table
from holecard.engine.questions import Act, Answer, Bets, Decide, Facts, Legal, Offer, PlaceWagers, Question, RoundOver
from holecard.engine.rules import Rules
from holecard.games import GAMES, find
from holecard.house.croupier import Croupier
from holecard.law.clauses import house
from holecard.law.errors import Malformed
from holecard.values.cards import HIDDEN, parse_cards
from holecard.values.shoe import PracticeShuffler
from tests.kit.soak import usual_or_soak

HERE = house("here")
DRAWN = usual_or_soak(4, 1)  # after so many answers each, a card or a chip more than before


def some_answer(question: Question, rules: Rules, random: Random) -> Answer:
    """Everybody who may bets on every box, with every side wager; then more hands, more money, more cards."""
    if isinstance(question, PlaceWagers):
        everybody = ((1000, *[200] * len(rules.play.side_wagers)),) * rules.play.sharing.bettors_per_box
        return Bets(as_bets((everybody,) * rules.boxes.most, rules), last=True)
    assert isinstance(question, (Offer, Decide))
    refused = ("decline", "designate", "stand", "surrender")
    wanted = [legal.do for legal in question.choices if legal.do not in refused]
    return Act(wanted[-1] if wanted and random.random() < 0.8 else question.choices[-1].do)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 40), (80, 12), (40, 24)])
def test_every_line_has_the_width_and_the_table_fits(game: str, width: int, height: int) -> None:
    random = Random(685)
    beside = [offered.key for offered in GAMES[game].wagers if offered.key in ("push-22", "perfect-pair")]
    rules = find(game).configure({key.replace("-", "_"): "yes" for key in beside})
    croupier = Croupier(rules, PracticeShuffler(7))
    table, facts = open_table(rules), Facts()
    for step in range(150):
        question = ask(rules, table)
        value = croupier.reply(table, question)
        value = some_answer(question, rules, random) if value is None else value
        if step % DRAWN == 0:
            turn = (question.seat, question.hand or 1) if isinstance(question, (Offer, Decide)) else None
            lines = felt(View(rules, table, facts, 10_000_000, 7, (1, 2), turn), width, height)
            assert {line.cell_len for line in lines} == {max(60, min(width, 100))}
            assert len(lines) <= max(height, 11)
            if turn is not None:
                assert any(line.plain.startswith(f"│ ▸ Box {turn[0]}") for line in lines)
        table, more = answer(rules, table, question, value)
        facts = () if isinstance(question, RoundOver) else (*facts, *more)


def test_many_cards_are_written_closer_and_then_the_first_are_left_out() -> None:
    held = parse_cards("As Ah Ad Ac 2s Th 3d")
    assert cards(held, 35).plain == "[ A♠][ A♥][ A♦][ A♣][ 2♠][10♥][ 3♦]"
    assert cards(held, 34).plain == "A♠ A♥ A♦ A♣ 2♠ 10♥ 3♦"
    assert cards(held, 12).plain == "… 2♠ 10♥ 3♦"
    assert cards((HIDDEN,), 4).plain == "▒▒"


def test_a_window_shows_the_hand_whose_turn_it_is() -> None:
    lines = [Text(str(number)) for number in range(20)]
    shown = [line.plain for line in window(lines, 10, 5)]
    assert shown == ["  ↑ 9 more", "9", "10", "11", "  ↓ 8 more"]


def test_a_window_at_either_end_says_only_what_is_beyond_the_other() -> None:
    lines = [Text(str(number)) for number in range(9)]
    assert [line.plain for line in window(lines, 0, 5)] == ["0", "1", "2", "  ↓ 6 more"]
    assert [line.plain for line in window(lines, 99, 5)] == ["  ↑ 6 more", "6", "7", "8"]
    assert [line.plain for line in window(lines, 2, 5)] == ["0", "1", "2", "3", "  ↓ 5 more"]


def test_keys_flow_over_lines() -> None:
    assert [line.plain for line in flow([Text("aaaa"), Text("bb"), Text("cc")], 8)] == ["aaaa  bb", "cc"]


def test_every_choice_has_a_key_of_its_own() -> None:
    rules = find("pa-double-back-jack").configure()
    legal = tuple(Legal(do, HERE) for do in ("hit", "stand", "double", "split", "surrender"))
    offered = choices(rules, open_table(rules), Decide(1, "Ann", 1, legal, HERE), legal)
    keys = [choice.key for choice in offered]
    assert keys == ["h", "s", "d", "p", "r"]
    assert len(set(keys)) == len(keys)
    assert not {"q", "?"} & set(keys)
    assert [pick(choice.key, offered)[0].legal.do for choice in offered] == [one.do for one in legal]
    with pytest.raises(Malformed):
        pick("x", offered)


def test_only_what_can_be_paid_for() -> None:
    legal = (Legal("stand", HERE), Legal("double", HERE, 50, 1000), Legal("split", HERE, 1000, 1000))
    assert [str(one) for one in affordable(legal, 725, 50)] == ["stand", "double 0.50 to 7.00"]
    assert [str(one) for one in affordable(legal, 0, 50)] == ["stand"]


def test_the_bets_proposed_are_never_more_than_the_purse() -> None:
    rules = find("reference").configure(minimum="5.00")
    both = (((1000,),), ((1000,),))
    assert usual(rules, 2, 1, 100_000, None) == both
    assert usual(rules, 2, 1, 1300, both) == (((650,),), ((650,),))
    assert usual(rules, 2, 1, 700, None) == (((500,),), ((0,),))
