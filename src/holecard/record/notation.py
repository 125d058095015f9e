"""The `.round` text format: one round, with one line for each answer and the resulting facts below it.

What is parsed, printed and parsed again is the same. `docs/notation.md` describes the format; `replay` plays it.

>>> text = '''game reference
... set decks=1
...
... bet 1 Ann main 10.00
... no more bets
... '''
>>> parse_round(text).lines[0].answer
Bets(bets=(Bet(seat=1, bettor='Ann', amount=1000, wager='main', spoken=False, without_ante=False),), last=False)
>>> print_round(parse_round(text)) == text
True
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final, assert_never, get_type_hints

from holecard.engine.pit import NO_TASKS, Pit
from holecard.engine.questions import (
    COLLECT,
    NO_MORE_BETS,
    Act,
    Bet,
    Bets,
    CoverCard,
    Drawn,
    Irregularity,
    Light,
    Notice,
    Role,
    TakeBack,
    Turned,
)
from holecard.engine.rules import Rules
from holecard.games import find
from holecard.law.errors import Malformed
from holecard.record._plain import of_type, to_plain
from holecard.record._words import Words, parse_fact, print_fact, word
from holecard.record.transcript import Line, Place, Round, Start, Who, on_line
from holecard.values.cards import Face, parse_card, parse_face, show
from holecard.values.money import amount
from holecard.values.shoe import Stock

FACT: Final = ">"
COMMENT: Final = "#"
_HEAD: Final = ("game", "rules", "set", "given", "facts")
_PIT_TYPES: Final = get_type_hints(Pit)


# Printing


def print_round(played: Round) -> str:
    return "\n".join([print_head(played), "", *(print_line(line) for line in played.lines)]) + "\n"


def print_head(played: Round, rules: Rules | None = None) -> str:
    """The lines before the first answer; who has the rules at hand spares configuring them."""
    lines = [f"game {played.game}"]
    if played.rules_hash:
        lines.append(f"rules {played.rules_hash}")
    if played.options:
        lines.append("set " + " ".join(f"{name}={value}" for name, value in played.options))
    if played.start is not None:
        lines += _print_start(played.start, rules or played.rules())
    if played.all_facts:
        lines.append("facts all")
    return "\n".join(lines)


def _print_start(start: Start, rules: Rules) -> Iterator[str]:
    if start.stock != _stock_left(rules, start.rack):
        yield f"given stock {json.dumps(to_plain(start.stock))}"
    yield f"given rack {show(start.rack)}".rstrip()
    for name in Pit._fields:
        value = getattr(start.pit, name)
        if value != getattr(NO_TASKS, name):
            yield f"given pit.{name} {json.dumps(to_plain(value))}"


def _stock_left(rules: Rules, rack: tuple[Face, ...]) -> Stock:
    """The shoe's cards if every missing card is in the discard rack."""
    return Stock.of_decks(rules.decks).take(*rack)


def print_line(line: Line) -> str:
    """An answer with its facts beneath."""
    return "\n".join([_print_answer(line), *(f"  {FACT} {print_fact(fact)}" for fact in line.facts)])


def _print_answer(line: Line) -> str:
    match line.answer:
        case Bets(bets, last):
            items = [_print_bet(bet) for bet in bets] + ["no more bets"] * last
            return ", ".join(items) if last and not bets else f"bet {', '.join(items) or 'nothing'}"
        case TakeBack(seat, bettor, wager):
            return f"take back {seat} {word(bettor)} {word(wager)}"
        case Act(do, staked) if line.step:
            return f"pit {word(line.step)} {line.who} {word(do)}" + (f" {staked}" if staked else "")
        case Act(do, staked, hand) if line.place is not None:
            names = f" hand {hand}" if hand else ""
            return f"{line.place} {line.who} {word(do)}" + (f" {amount(staked)}" if staked else "") + names
        case Act(do):
            return word(do)
        case Light(shows):
            return f"light {word(shows)}"
        case Turned(card):
            return f"turn {card!r}"
        case Drawn(cards):
            return "cards " + " ".join(f"{to}:{card!r}" for to, card in zip(line.to, cards, strict=True))
        case CoverCard():
            return "cover card"
        case Irregularity(name, seat, hand, card, detail):
            about = _about(box=seat, hand=hand) + (f" card {card!r}" if card is not None else "")
            return f"irregularity {word(name)}{about}" + (f" detail {word(detail)}" if detail else "")
        case Notice(what, seat, name, card):
            shown = f" card {card!r}" if card is not None else ""
            return f"notice {word(what)}{_about(box=seat)}" + (f" name {word(name)}" if name else "") + shown
    assert_never(line.answer)


def _about(**numbers: int) -> str:
    return "".join(f" {name} {number}" for name, number in numbers.items() if number)


def _print_bet(bet: Bet) -> str:
    return f"{bet.seat} {word(bet.bettor)} {word(bet.wager)} {amount(bet.amount)}" + (
        " spoken" * bet.spoken + " without ante" * bet.without_ante
    )


# Parsing


def parse_round(text: str) -> Round:
    """Read a round. What cannot be read is refused with the number of its line."""
    written = [(number, line.strip()) for number, line in enumerate(text.split("\n"), start=1)]
    written = [(number, line) for number, line in written if line and not line.startswith(COMMENT)]
    body = next((at for at, (_, line) in enumerate(written) if line.split()[0] not in _HEAD), len(written))
    played = _parse_head(written[:body])
    return replace(played, lines=_parse_lines(written[body:]))


def parse_head(text: str) -> Round:
    """The lines before the first answer alone, as a journal opens a table with them."""
    played = parse_round(text)
    if played.lines:
        raise Malformed(f"line {played.lines[0].number}: answers do not belong in the lines that open a table")
    return played


def parse_line(text: str) -> Line:
    """One answer with its facts, as a journal holds it."""
    lines = _parse_lines([(number, line.strip()) for number, line in enumerate(text.split("\n"), start=1)])
    if len(lines) != 1:
        raise Malformed(f"expected one answer, found {len(lines)}")
    return lines[0]


def _parse_head(written: list[tuple[int, str]]) -> Round:
    if not written or not written[0][1].startswith("game "):
        number = written[0][0] if written else 1
        raise Malformed(f"line {number}: a round must begin with its game, for example: game pa-down-under")
    first, opening = written[0]
    with on_line(first):
        played = Round(game=_parse_game(opening), number=first)
    options: dict[str, str] = {}
    given: dict[str, tuple[int, str]] = {}
    for number, line in written[1:]:
        keyword, _, rest = line.partition(" ")
        match keyword, rest.split():
            case "set", [_, *_] as pairs:
                for pair in pairs:
                    name, _, value = pair.partition("=")
                    if not name or not value or name in options:
                        raise Malformed(f"line {number}: {pair!r} must be name=value, with each name once")
                    options[name] = value
            case "rules", [digest] if not played.rules_hash:
                played = replace(played, rules_hash=digest)
            case "facts", ["all"]:
                played = replace(played, all_facts=True)
            case "given", [name, *_] if name not in given:
                given[name] = (number, rest[len(name) :].strip())
            case _:
                raise Malformed(f"line {number}: {line!r} cannot be read here")
    played = replace(played, options=tuple(sorted(options.items())))
    with on_line(first):
        rules = played.rules()
    return replace(played, start=_parse_start(rules, given)) if given else played


def _parse_game(line: str) -> str:
    words = Words(line)
    words.expect("game")
    key = words.take("a game")
    words.end()
    return find(key).key


def _parse_start(rules: Rules, given: dict[str, tuple[int, str]]) -> Start:
    rack: tuple[Face, ...] = ()
    pit = NO_TASKS
    stock: Stock | None = None
    for name, (number, text) in given.items():
        key = name.removeprefix("pit.")
        with on_line(number):
            if name == "rack":
                rack = tuple(parse_face(part) for part in text.split())
            elif name == "stock":
                stock = of_type(Stock, _json(text))
            elif key != name and key in _PIT_TYPES:
                pit = pit._replace(**{key: of_type(_PIT_TYPES[key], _json(text))})
            else:
                raise Malformed(f"{name!r} cannot be given")
    with on_line(max(number for number, _ in given.values())):
        return Start(stock or _stock_left(rules, rack), rack, pit)


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Malformed(f"{text!r} is not JSON") from error


def _parse_lines(written: list[tuple[int, str]]) -> tuple[Line, ...]:
    lines: list[Line] = []
    for number, text in written:
        with on_line(number):
            if not text.startswith(FACT):
                lines.append(replace(_parse_answer(Words(text)), number=number))
            elif lines:
                lines[-1] = replace(lines[-1], facts=(*lines[-1].facts, parse_fact(text.removeprefix(FACT))))
            else:
                raise Malformed("a fact must follow an answer")
    return tuple(lines)


def _parse_answer(words: Words) -> Line:
    keyword = words.take("an answer")
    parse = _ANSWERS.get(keyword)
    if parse is None and not re.fullmatch(r"[0-9.]+", keyword):
        raise Malformed(
            f"{keyword!r} cannot start an answer. Start with one of {', '.join(_ANSWERS)}, or the number of a box"
        )
    line = parse(words) if parse else _parse_act(words, parse_place(keyword))
    words.end()
    return line


def _parse_bets(words: Words) -> Line:
    bets: list[Bet] = []
    if words.maybe("nothing"):
        return Line(answer=Bets(()))
    while True:
        if words.maybe("no"):
            words.expect("more", "bets")
            return Line(answer=Bets(tuple(bets), last=True))
        seat, bettor, wager, sum_ = words.number(), words.name(), words.take("a wager"), words.money()
        spoken = words.maybe("spoken")
        without_ante = words.maybe("without")
        if without_ante:
            words.expect("ante")
        bets.append(Bet(seat, bettor, sum_, wager, spoken, without_ante))
        if not words.maybe(","):
            return Line(answer=Bets(tuple(bets)))


def _parse_no_more_bets(words: Words) -> Line:
    words.expect("more", "bets")
    return Line(answer=NO_MORE_BETS)


def _parse_take_back(words: Words) -> Line:
    words.expect("back")
    return Line(answer=TakeBack(words.number(), words.name(), words.take("a wager")))


def _parse_cards(words: Words) -> Line:
    to, cards = [], []
    while words.more():
        place, colon, card = words.take("a card").rpartition(":")
        if not place or not colon:
            raise Malformed(f"{card!r} needs a destination. Write 1:{card} or dealer:{card}")
        to.append(parse_place(place) if place[0].isdigit() else place)
        cards.append(parse_face(card))
    return Line(answer=Drawn(tuple(cards)), to=tuple(to))


def _parse_cover_card(words: Words) -> Line:
    words.expect("card")
    return Line(answer=CoverCard())


def _parse_irregularity(words: Words) -> Line:
    name = words.take("an irregularity")
    seat = words.number() if words.maybe("box") else 0
    hand = words.number() if words.maybe("hand") else 0
    card = parse_face(words.take("a card")) if words.maybe("card") else None
    detail = words.take("a detail") if words.maybe("detail") else ""
    return Line(answer=Irregularity(name, seat, hand, card, detail))


def _parse_notice(words: Words) -> Line:
    what = words.take("what happened")
    seat = words.number() if words.maybe("box") else 0
    name = words.take("a name") if words.maybe("name") else ""
    return Line(answer=Notice(what, seat, name, parse_card(words.take("a card")) if words.maybe("card") else None))


def _parse_act(words: Words, place: Place) -> Line:
    who, do = _parse_who(words), words.take("an action")
    staked = words.money() if words.more() and words.peek() != "hand" else 0
    hand = words.number() if words.maybe("hand") else 0
    return Line(answer=Act(do, staked, hand), who=who, place=place)


def _parse_pit(words: Words) -> Line:
    step, who = words.take("a step"), _parse_who(words)
    return Line(answer=Act(words.take("an action"), words.number() if words.more() else 0), who=who, step=step)


def _parse_who(words: Words) -> Who:
    if not (text := words.peek()).startswith("@"):
        return Who(Role.BETTOR, words.name())
    role, colon, bettor = words.take("who answers")[1:].partition(":")
    if role not in tuple(Role) or (colon and not bettor):
        raise Malformed(
            f"{text!r} is not a person. Write a bettor's name or one of {', '.join(f'@{role}' for role in Role)}"
        )
    return Who(Role(role), bettor)


def parse_place(text: str) -> Place:
    """
    >>> parse_place("1"), parse_place("1.2")
    (Place(seat=1, hand=0), Place(seat=1, hand=2))
    """
    if not (match := re.fullmatch(r"([0-9]{1,3})(?:\.([1-9][0-9]?))?", text)):
        raise Malformed(f"{text!r} is not a place. Write box 1 as 1 and its second hand as 1.2")
    return Place(int(match[1]), int(match[2] or 0))


_ANSWERS: Final[dict[str, Callable[[Words], Line]]] = {
    "bet": _parse_bets,
    "no": _parse_no_more_bets,
    "take": _parse_take_back,
    "cards": _parse_cards,
    "light": lambda words: Line(answer=Light(words.take("a light"))),
    "turn": lambda words: Line(answer=Turned(parse_card(words.take("a card")))),
    "cover": _parse_cover_card,
    "irregularity": _parse_irregularity,
    "notice": _parse_notice,
    "pit": _parse_pit,
    "collect": lambda words: Line(answer=COLLECT),
}
