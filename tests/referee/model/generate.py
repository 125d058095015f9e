"""Random rounds with irregularities at every moment they can be reported: material for a comparison."""

from __future__ import annotations

import random
from copy import deepcopy
from dataclasses import dataclass, field

from tests.referee.model.cards import RANKS, SUITS, is_blackjack, light_of
from tests.referee.model.judge import Referee
from tests.referee.model.script import Line, Script, ScriptError, event, parse
from tests.referee.model.state import Due

SIDES = {"685a": ("match",), "rop": ("match",), "673a": ()}
NZ_SIDES = (("perfect", "push22", "super7", "madness"), ("lucky", "push22"), ("house", "perfect"), ("letride",), ())
STRANGERS = ("perfect", "any", "lucky")  # open to whoever has an initial wager at the table (15B.2, 15C.3, 15F.3)
NAMES = ("Ann", "Bob", "Cy")


@dataclass
class Round:
    """A random round while it grows."""

    game: str
    chance: random.Random
    irregular: float = 0.08
    lines: list[str] = field(default_factory=list)
    hole: str = ""
    cards: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.shoe = [r + s for r in RANKS for s in SUITS] * 6
        self.chance.shuffle(self.shoe)
        self.head = self._head()
        self.referee = Referee(self.head)

    def _head(self) -> Script:
        options: dict[str, str] = {}
        if self.game == "nz-ante":
            options["ante"] = "1"
        if self.chance.random() < 0.2:
            options["shuffler"] = "continuous"
        if self.game == "rop" and self.chance.random() < 0.5:
            options["soft17"] = "hit"
        seats = {box: name for box, name in enumerate(NAMES, 1) if self.chance.random() < 0.7}
        self.lines.append(f"game {self.game}")
        self.lines += ["set " + " ".join(f"{k}={v}" for k, v in options.items())] if options else []
        self.lines += ["seat " + " ".join(f"{b}={n}" for b, n in seats.items())] if seats else []
        return Script(self.game, options, seats)

    def say(self, text: str) -> bool:
        """Add a line if the referee accepts it."""
        before = deepcopy(self.referee.table)
        try:
            for item in event(text):
                self.referee.do(Line(text, item))
        except ScriptError:
            self.referee.table = before
            return False
        self.lines.append(text)
        return True

    def draw(self) -> str:
        """The next card of the shoe."""
        return self.shoe.pop()

    def play(self, most: int = 400) -> Script:
        """Play to the end and give the script back."""
        self._bets()
        if self.game.startswith("nz") and self.chance.random() < 0.3:
            self.say("miss insurance")
        for _ in range(most):
            due = self.referee.due
            if due.kind == "over":
                break
            if self.chance.random() < self.irregular and self._irregularity(due):
                continue
            self._answer(due)
        else:
            raise ScriptError("the round does not end:\n" + "\n".join(self.lines))
        return parse("\n".join(self.lines))

    def _bets(self) -> None:
        nz = self.game.startswith("nz")
        sides = self.chance.choice(NZ_SIDES) if nz else SIDES[self.game]
        seen: set[str] = set()
        for box in range(1, self.chance.randint(2, 4)):
            people = (
                self.chance.sample(NAMES, self.chance.randint(1, 3))
                if nz
                else [NAMES[box - 1 if self.chance.random() < 0.7 else 0]]
            )
            for who in people:
                lacking = " no-ante" if self.game == "nz-ante" and self.chance.random() < 0.3 else ""
                self.say(f"bet {box} {who} main {self.chance.choice((10, 20, 15))}{lacking}")
            seen |= set(people)
            for side in sides:
                if self.chance.random() < 0.5:
                    who = self.chance.choice(sorted(seen) if side in STRANGERS else people)
                    self.say(f"bet {box} {who} {side} 5")
        if not self.say("close"):
            for stake in list(self.referee.table.stakes):
                if stake.box > 1:
                    self.say(f"take-back {stake.box} {stake.who} {stake.kind}")
            self.say("close")

    def _answer(self, due: Due) -> None:
        pick = self.chance
        if due.kind == "card":
            self._card(due)
        elif due.kind == "light":
            self.say("light " + self._light())
        elif due.kind == "turn":
            self.say("turn " + self.hole)
        elif due.kind == "ask":
            self.say(f"{due.at} {due.who} {self._choice(due)}")
        elif due.kind == "window":
            self._window(due)
        elif due.kind == "rule":
            who = {"floorperson": "floor"}.get(due.who, due.who)
            choice = pick.choice(due.choices)
            places = [due.at] if due.at else []
            if choice in ("void", "hands"):
                table = self.referee.table
                names = [table.name(hand) for hand in table.all_hands()]
                places = pick.sample(names, pick.randint(1, len(names)))
            if not self.say(" ".join([who, choice, *places])):
                self.say(" ".join([who, "void", self.referee.table.name(self.referee.table.all_hands()[0])]))
        elif due.kind == "prize":
            self.say(f"{due.at} {due.who} prize {pick.choice((5, 20, 1000))}")
        elif due.kind == "notice":
            self.say("report dealer-missed" if due.at == "dealer" else f"report skipped box {due.at}") or self.say(
                "report misdeal"
            )
        elif due.kind in ("complete", "settled"):
            self.say("settle" if due.kind == "complete" and pick.random() < 0.3 else "collect")

    def _card(self, due: Due) -> None:
        table = self.referee.table
        player = due.at not in ("dealer", "rack")
        missed = self.chance.random() < 0.06 and (player or table.phase == "deal") and due.at != "rack"
        late = (table.rules.nz and table.phase != "deal") or any(hand.want == "initial" for hand in table.live())
        if missed and not late:
            self.say("miss " + due.at)
            if due.at == "dealer":
                self.say("report misdeal" if table.rules.nz else "report dealer-missed")
            return
        card = self.draw()
        if table.rules.nz and self.chance.random() < 0.02 and self._misplaced(due, card):
            return
        if due.at == "rack":
            self.say("cards rack:--")
        elif due.at == "dealer" and table.phase == "deal" and table.dealer:
            self.hole = card
            self.say("cards dealer:--")
        elif self.say(f"cards {due.at}:{card}"):
            self.cards.append(card)

    def _misplaced(self, due: Due, card: str) -> bool:
        """The card lands on another hand, unnoticed."""
        table = self.referee.table
        others = [table.name(hand) for hand in table.live() if hand.cards and table.name(hand) != due.at]
        if not others or not self.say(f"misdealt {self.chance.choice(others)}:{card}"):
            return False
        self.cards.append(card)
        return True

    def _light(self) -> str:
        table = self.referee.table
        wrong = self.chance.random() < 0.25
        if table.rules.masque:
            return self.chance.choice(("small", "medium", "large")) if wrong else light_of(self.hole)
        true = is_blackjack([table.up, self.hole])
        return "none" if wrong or not true else "blackjack"

    def _choice(self, due: Due) -> str:
        choice = self.chance.choice(due.choices)
        word, _, rest = choice.partition(" ")
        bounds = rest.partition("/")[0]
        low, _, high = bounds.partition("-")
        if not rest:
            return word
        amount = int(high or low) if self.chance.random() < 0.6 else int(low)
        return f"{word} {amount / 100:.2f}"

    def _window(self, due: Due) -> None:
        table = self.referee.table
        if self.chance.random() < 0.5:
            item = self.chance.choice(table.window)
            said = self._choice(item)
            if said == "name":
                hand = table.find(item.at)
                assert hand is not None
                said = f"name {table.boxes[hand.box].index(hand) + 2}"
            if self.say(f"{item.at} {item.who} {said}"):
                return
        self.say("done")

    def _likely(self) -> list[str]:
        """Reports of what really went wrong before, several times so that they are found."""
        table = self.referee.table
        found = [f"missed-card box {table.name(hand)}" for hand in table.all_hands() if hand.owed == "missed"]
        found += [
            f"no-ante box {s.box} who {s.who}"
            for s in table.stakes
            if s.kind == "main" and not s.ante and s.state != "void"
        ]
        found += [f"skipped box {box}" for box in sorted(table.missed)]
        if table.rules.masque and table.light and light_of(self.hole) != table.light:
            found.append("wrong-light true " + light_of(self.hole))
        if table.rules.double_back and table.light == "none" and is_blackjack([table.up, self.hole]):
            found.append("wrong-reading")
        if any(line.startswith("misdealt") for line in self.lines):
            found.append("misdeal")
        if table.offer_missed:
            found += [f"no-insurance box {s.box} who {s.who}" for s in table.stakes if s.kind == "main"]
        return found * 4

    def _irregularity(self, due: Due) -> bool:
        table, pick = self.referee.table, self.chance
        hands = [table.name(hand) for hand in table.all_hands()] or ["1"]
        who = pick.choice(NAMES)
        reports = [
            "face-up",
            "unexposed",
            "exposed",
            "dealer-extra",
            "shoe-empty",
            "missed-card box " + pick.choice(hands),
            f"skipped box {pick.choice(hands)}",
        ]
        if table.rules.nz:
            reports += [
                "misdeal",
                f"absent who {who}",
                "damaged card 2c",
                "shuffler-fails",
                f"no-ante box {pick.randint(1, 3)} who {who}",
                f"no-insurance box {pick.randint(1, 3)} who {who}",
            ]
            if any(stake.kind == "madness" for stake in table.stakes):
                reports.append("madness-fails")
        else:
            reports += ["wrong-spot", "reader-fails", "reader-used", "wrong-reading"]
            if self.hole and table.rules.masque:
                reports += ["wrong-light true " + light_of(self.hole)]
        reports += self._likely()
        what = pick.choice(reports)
        if what.startswith("no-") and int(what.split()[2]) not in table.boxes:
            return False
        if what in ("face-up", "exposed", "dealer-extra"):
            card = self.draw()
            if self.say(f"report {what} card {card}"):
                self.cards.append(card)
                if what == "exposed" and table.phase == "deal" and not table.rules.nz:
                    self.hole = card
                return True
            return False
        return self.say("report " + what)


def random_round(game: str, seed: int, irregular: float = 0.08) -> tuple[Script, Round]:
    """A whole random round of a game."""
    made = Round(game, random.Random(f"{game} {seed}"), irregular)
    return made.play(), made
