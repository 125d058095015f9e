"""A second judge of drills, which trusts nothing that they say of themselves: it asks the engine again.

The table of a drill's step is asked without its memory, the step is answered again, and what the drill calls right is
looked for in the tables before and after, not in the facts that the drill was made of.
"""

from __future__ import annotations

from collections.abc import Iterator

from holecard.engine.ask_and_answer import answer, ask
from holecard.engine.questions import (
    Act,
    Decide,
    Draw,
    Drawn,
    Irregularity,
    Offer,
    PitStep,
    Question,
    Read,
    Role,
    RoundOver,
    Turn,
    Turned,
)
from holecard.engine.table import Box, Table, Wager
from holecard.law.errors import Refused
from holecard.school.drill import Drill, Reply, Topic
from holecard.telling.lines import tell
from holecard.telling.names import wager_name
from holecard.values.cards import DECK, HIDDEN

PAY, COLLECT, RETURN = "Pay", "Collect", "Return"


class Contradiction(AssertionError):
    """A drill says what the engine does not."""


def check(drill: Drill) -> None:
    """Raise `Contradiction` where the drill and the engine differ."""
    _hold(len({option.name for option in drill.options}) == len(drill.options), drill, "two options read alike")
    _hold(len({option.key for option in drill.options}) == len(drill.options), drill, "two options have one key")
    _hold(bool(drill.right), drill, "nothing is right")
    _hold(len(drill.options) > 1 or drill.options[0].takes_money, drill, "there is nothing to choose")
    table, question, value, facts, after = drill.step
    bare = table._replace()  # without the memory of its question
    _hold(ask(drill.rules, bare) == question, drill, "the table asks something else")
    _hold(answer(drill.rules, bare, question, value) == (after, facts), drill, "the engine answers otherwise")
    _CHECKS[drill.topic](drill)
    for option in drill.options:
        right = drill.judge(Reply(option.key, drill.money)).right
        _hold(right == option.right, drill, f"{option.name} is judged otherwise than it is marked")


def _hold(true: bool, drill: Drill, what: str) -> None:
    if not true:
        shown = [(option.name, option.right) for option in drill.options]
        raise Contradiction(f"{drill.rules!r} {drill.topic} {drill.title!r} {shown} {drill.money}: {what}")


def _only_right(drill: Drill) -> str:
    _hold(len(drill.right) == 1, drill, "several are right")
    return drill.right[0].name


# Money


def _wagers(box: Box) -> Iterator[tuple[int, int, Wager]]:
    """Hand and place of every wager; those beside the hands belong to hand 0."""
    for number, hand in enumerate(box.hands, start=1):
        yield from ((number, at, wager) for at, wager in enumerate(hand.wagers))
    yield from ((0, at, wager) for at, wager in enumerate(box.wagers))


def _settled(table: Table, after: Table, seat: int) -> dict[tuple[int, str, str], list[Wager]]:
    """What this step settled at a box, by hand, bettor and wager, with the results."""
    before, box = table.box(seat), after.box(seat)
    assert box is not None
    was_open = {(hand, at) for hand, at, wager in _wagers(before) if wager.net is None} if before is not None else set()
    found: dict[tuple[int, str, str], list[Wager]] = {}
    for hand, at, wager in _wagers(box):
        if (hand, at) in was_open and wager.net is not None:
            found.setdefault((hand, wager.bettor, wager.kind), []).append(wager)
    return found


def _of_money(drill: Drill) -> None:
    results = _settled(drill.table, drill.step.after, drill.seat)
    for (hand, bettor, kind), wagers in results.items():
        named = f", {bettor}: {wager_name(drill.rules, kind)} of" in drill.title
        if not named or hand != drill.hand:
            continue
        net = sum(wager.net or 0 for wager in wagers)
        if all(wager.free for wager in wagers) and net <= 0:
            _hold(_only_right(drill) != PAY, drill, "a lammer that won nothing is not paid")
            return
        expected = PAY if net > 0 else COLLECT if net < 0 else RETURN
        _hold(_only_right(drill) == expected, drill, f"the table says {expected}")
        _hold(expected == RETURN or drill.money == abs(net), drill, f"the table says {abs(net)}")
        return
    _hold(False, drill, "no such wager was settled")


def _of_the_first(drill: Drill) -> None:
    lines = tell(drill.rules, drill.step.table, drill.step.question, drill.step.answer, drill.step.facts)
    money = [line.text for line in lines if line.kind == "money" and line.text.startswith("Box")]
    first = money[0].removeprefix("Box ").split()[0].rstrip(":,")
    _hold(_only_right(drill) == f"Box {first}", drill, f"the first line is {money[0]!r}")


# Procedure


def _of_drawing(drill: Drill) -> None:
    following = ask(drill.rules, drill.step.after._replace())
    draws = isinstance(following, Draw) and repr(following.dues[0].to) == "dealer"
    _hold(_only_right(drill) == ("Draw a card" if draws else "Draw no card"), drill, f"it asks {following}")


def _of_the_light(drill: Drill) -> None:
    """Each card is turned at the end of the round: the engine refuses one that the light excludes."""
    named = {card.text: card for card in DECK}
    table = _until_turned(drill, drill.step.after)
    if table is None:  # the round ends before, by the light itself
        return
    for option in drill.options:
        try:
            answer(drill.rules, table, ask(drill.rules, table), Turned(named[option.name]))
            possible = True
        except Refused:
            possible = False
        _hold(possible == option.right, drill, f"{option.name} can be turned: {possible}")


def _until_turned(drill: Drill, table: Table) -> Table | None:
    options = {option.name for option in drill.options}
    for _ in range(60):
        question = ask(drill.rules, table)
        match question:
            case Turn():
                return table
            case Offer(choices=choices) | Decide(choices=choices):
                quiet = [legal.do for legal in choices if legal.do in ("stand", "decline")]
                table, _ = answer(drill.rules, table, question, Act(quiet[0] if quiet else choices[-1].do))
            case Draw(dues=dues):
                left = (card for card in DECK if table.stock.holds(card) > 1 and card.text not in options)
                card = HIDDEN if dues[0].face_down else next(left)
                table, _ = answer(drill.rules, table, question, Drawn((card,)))
            case _:
                return None
    return None


def _of_the_pit(drill: Drill) -> None:
    question = drill.step.question
    assert isinstance(question, PitStep)
    roles = {Role.DEALER: "The dealer", Role.FLOOR: "The floorperson", Role.BETTOR: "A player"}
    expected = question.bettor or roles[question.who]
    _hold(_only_right(drill) == expected, drill, f"{expected} is asked")


def _of_what_is_said(drill: Drill) -> None:
    lines = tell(drill.rules, drill.step.table, drill.step.question, drill.step.answer, drill.step.facts)
    said = {line.text for line in lines if line.called}
    for option in drill.options:
        _hold((option.name in said) == option.right, drill, f"said were {said}")


def _of_the_next(drill: Drill) -> None:
    following = ask(drill.rules, drill.step.after._replace())
    right = _only_right(drill)
    _hold(_fits(right, following), drill, f"the table asks {following}")
    for option in drill.options:
        _hold(option.right or not _fits(option.name, following), drill, f"{option.name} is right too: {following}")


def _fits(text: str, question: Question) -> bool:
    """Whether these words are what the dealer does about this question."""
    where = text.lower().replace(" hand 1", "")
    match question:
        case Draw(dues=dues):
            if repr(dues[0].to) == "dealer":
                return text == f"Deal yourself a card face {'down' if dues[0].face_down else 'up'}"
            return where == f"deal a card to {repr(dues[0].to).partition(',')[0]}"  # where it may say what for
        case Decide(seat=seat, hand=hand):
            return where == f"ask box {seat}{f' hand {hand}' if hand > 1 else ''} to act"
        case Offer(seat=seat, bettor=bettor):
            return text.startswith(f"Ask box {seat}") and f"{bettor}: " in text
        case Read():
            return text.startswith("Use the ")
        case Turn():
            return text == "Turn the hole card"
        case RoundOver():
            return text == "Collect the cards"
    return False


# What goes wrong


def _of_a_mishap(drill: Drill) -> None:
    value = drill.step.answer
    assert isinstance(value, Irregularity)
    rule = drill.rules.play.around.irregularities[value.name]
    _hold(rule.name in drill.title, drill, "another irregularity is named")
    _hold(drill.cite == rule.cite, drill, f"its clause is {rule.cite}")
    _only_right(drill)


def _of_what_follows(drill: Drill) -> None:
    _of_a_mishap(drill)
    said = tell(drill.rules, drill.step.table, drill.step.question, drill.step.answer, drill.step.facts)
    for line in said:
        _hold(line.text in _only_right(drill), drill, f"{line.text!r} is left out")


def _of_who_decides(drill: Drill) -> None:
    _of_a_mishap(drill)
    following = ask(drill.rules, drill.step.after._replace())
    assert isinstance(following, Offer)
    roles = {Role.FLOOR: "The floorperson", Role.DEALER: "The dealer", Role.BETTOR: following.bettor}
    _hold(_only_right(drill) == roles[following.who], drill, f"{following.who} is asked")


def _of_a_ruling(drill: Drill) -> None:
    for option in drill.options:
        try:
            answer(drill.rules, drill.step.table, drill.step.question, Act(option.do))
            permitted = True
        except Refused:
            permitted = False
        _hold(permitted == option.right, drill, f"{option.name} is permitted: {permitted}")


def _of_play(drill: Drill) -> None:
    """Every option can be chosen, and none that can is missing. What each is worth is the lab's to say."""
    question = drill.step.question
    assert isinstance(question, Offer | Decide)
    _hold({option.do for option in drill.options} == {legal.do for legal in question.choices}, drill, "other choices")
    for option in drill.options:
        answer(drill.rules, drill.step.table, question, Act(option.do))


_CHECKS = {
    Topic.SETTLE: _of_money,
    Topic.TAKE: _of_money,
    Topic.FIRST: _of_the_first,
    Topic.DRAW: _of_drawing,
    Topic.LIGHT: _of_the_light,
    Topic.PIT: _of_the_pit,
    Topic.SAID: _of_what_is_said,
    Topic.NEXT: _of_the_next,
    Topic.CLAUSE: _of_a_mishap,
    Topic.FOLLOWS: _of_what_follows,
    Topic.DECIDES: _of_who_decides,
    Topic.RULING: _of_a_ruling,
    Topic.PLAY: _of_play,
}
