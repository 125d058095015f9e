"""A game: its instrument, its options, and the function that builds a round from the chosen options.

>>> from holecard.games import find
>>> rules = find("reference").configure(decks=1)
>>> rules.decks, rules.options["soft17"]
(1, 'stand')
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from holecard.engine.options import Option, Options, parse_options, text_of
from holecard.engine.rules import Bound, IllMade, Play, Rules, by_key
from holecard.law.clauses import Cite, Citing, Register, house, in_force, register
from holecard.law.errors import Malformed, Refused


@dataclass(frozen=True, kw_only=True)
class Forbidden:
    """A combination of options that the instrument does not allow."""

    when: Callable[[Options], bool]
    what: str
    why: str
    clause: str
    remedy: tuple[str, ...]


@dataclass(frozen=True)
class Fixed:
    """A rule that the text itself settles. Other games have an option for it, and here it is refused with the clause.

    >>> from holecard.games import find
    >>> find("pa-down-under").configure(soft17="hit")
    Traceback (most recent call last):
    ...
    holecard.law.errors.Refused: soft17=hit: the dealer stands on every 17 (58 Pa. Code § 685a.7(m)). Accepted: leave \
out soft17.
    """

    name: str
    clause: str
    why: str


@dataclass(frozen=True, kw_only=True)
class HouseWide:
    """An option that a clause fixes for the whole house: the same at every table where `when` holds."""

    option: str
    when: Callable[[Options], bool]
    clause: str


@dataclass(frozen=True, kw_only=True)
class Offered:
    """A side wager that the game may offer: its key, the pay scales of its text, and the options it is chosen by.

    >>> from holecard.games import find
    >>> wager = find("nz-blackjack").wager("perfect-pair")
    >>> wager.switch, wager.scale_option, wager.has_option("perfect_pair_minimum")
    ('perfect_pair', 'perfect_pair_scale', True)
    """

    key: str
    cite: Cite
    scales: tuple[str, ...] = ()

    @property
    def switch(self) -> str:
        """The option that switches it on."""
        return self.key.replace("-", "_")

    @property
    def scale_option(self) -> str:
        """The option that chooses among its scales."""
        return f"{self.switch}_scale"

    def has_option(self, name: str) -> bool:
        """Whether an option is about this wager alone."""
        return name == self.switch or name.startswith(f"{self.switch}_")


@dataclass(frozen=True, kw_only=True, repr=False)
class Game:
    """The definition of a game. `configure` checks the options and builds the rules of one table.

    A game with no instrument is blackjack as commonly played: each of its rules is a house rule.

    >>> from holecard.games import find
    >>> game = find("pa-down-under")
    >>> game
    <Game pa-down-under: Down Under Blackjack>
    >>> game.to_dict()["options"][1]["values"]
    ['4', '5', '6', '8']
    """

    key: str
    name: str
    instrument: str | None
    options: tuple[Option, ...]
    play: Callable[[Citing, Options], Play]
    boxes: int
    boxes_cite: Cite
    forbidden: tuple[Forbidden, ...] = ()
    fixed: tuple[Fixed, ...] = ()
    wagers: tuple[Offered, ...] = ()
    house_wide: tuple[HouseWide, ...] = ()
    cloth: str = "green"  # the colour of its layout
    about: str = ""  # one sentence for whoever chooses a table

    def __post_init__(self) -> None:
        for edition in self.editions():  # a rule that cites an unknown clause fails here, at import
            law = citing(self.configure(edition).register)
            checks: tuple[Forbidden | Fixed | HouseWide, ...] = (*self.forbidden, *self.fixed, *self.house_wide)
            for rule in checks:
                law(rule.clause)

    def __repr__(self) -> str:
        return f"<Game {self.key}: {self.name}>"

    def to_dict(self) -> dict[str, object]:
        """The game, its options and its side wagers as plain values; options are written the way `configure` reads
        them."""
        held = self.configure().register
        return {
            "game": self.key,
            "name": self.name,
            "instrument": self.instrument,
            "edition": held.edition if held else None,
            "options": [
                {
                    "name": option.name,
                    "title": option.title,
                    "values": list(option.shown_values),
                    "value_names": dict(option.names),
                    "default": option.show(option.default),
                    "clause": option.cite.clause if option.cite.is_law else None,
                }
                for option in self.options
            ],
            "wagers": [
                {
                    "wager": offered.key,
                    "pay_scales": list(offered.scales),
                    "clause": offered.cite.clause if offered.cite.is_law else None,
                }
                for offered in self.wagers
            ],
        }

    def wager(self, key: str) -> Offered:
        """The side wager that the game may offer under this key."""
        for wager in self.wagers:
            if wager.key == key:
                return wager
        raise Malformed(f"{self.key} has no side wager {key!r}")

    def editions(self) -> tuple[dict[str, object], ...]:
        """The choices of `edition` where the game has one."""
        chosen = next((option for option in self.options if option.name == "edition"), None)
        return tuple({"edition": text} for text in chosen.shown_values) if chosen else ({},)

    def configure(self, given: Mapping[str, object] | None = None, **more: object) -> Rules:
        """The rules of a table with these options; a forbidden choice is refused with its clause."""
        chosen = {**(given or {}), **more}
        held = self._register(chosen)
        law = citing(held)
        self.check_fixed(chosen)
        options = parse_options(self.declared(chosen), chosen)
        broken = [rule for rule in self.forbidden if rule.when(options)]
        if broken:  # of two that exclude each other, by the clause of the one that was named first
            keys = {wager.switch: wager.key for wager in self.wagers}
            named = [keys[name] for name in chosen if name in keys]
            rule = min(broken, key=lambda rule: named.index(rule.what) if rule.what in named else len(named))
            raise Refused(rule.what, cite=law(rule.clause), why=rule.why, legal=rule.remedy)
        minimum, maximum, chip = (options.number(name) for name in ("minimum", "maximum", "chip"))
        _check_limits(minimum, maximum, chip)
        play = self.play(law, options)
        if not play.steps:
            raise IllMade(f"{self.key}: its Play has no steps; begin them with place_wagers")
        return Rules(
            key=self.key,
            name=self.name,
            cloth=self.cloth,
            about=self.about,
            register=held,
            options=options,
            boxes=Bound(most=self.boxes, cite=_in(held, self.boxes_cite)),
            play=play,
            decks=options.number("decks"),
            minimum=minimum,
            maximum=maximum,
            chip=chip,
            increment=options.number("increment"),
            boxes_per_player=options.number("boxes_per_player") if "boxes_per_player" in options else self.boxes,
            box_maximum=options.number("box_maximum") if "box_maximum" in options else 0,
            player_maximum=options.number("player_maximum") if "player_maximum" in options else 0,
            steps=play.steps,
            cases=play.cases,
            actions=by_key(play.actions),
        )

    def check_fixed(self, chosen: Mapping[str, object]) -> None:
        """Refuse what is no option because the text settles it."""
        for rule in self.fixed:
            if rule.name in chosen:
                value = chosen[rule.name]
                asked = f"{rule.name}={text_of(value) if isinstance(value, bool) else value}"
                cite = citing(self._register(chosen))(rule.clause)
                raise Refused(asked, cite=cite, why=rule.why, legal=(f"leave out {rule.name}",))

    def declared(self, chosen: Mapping[str, object]) -> tuple[Option, ...]:
        """The options, their clauses as the edition chosen numbers them."""
        held = self._register(chosen)
        return tuple(replace(option, cite=_in(held, option.cite)) for option in self.options)

    def _register(self, chosen: Mapping[str, object]) -> Register | None:
        if self.instrument is None:
            return None
        edition = next((option for option in self.options if option.name == "edition"), None)
        if edition is None:
            return register(self.instrument, in_force(self.instrument))
        return register(self.instrument, str(edition.parse(str(chosen.get("edition", edition.default)))))


def citing(held: Register | None) -> Citing:
    """How a rule of the game names its clause; without an instrument it is a rule of the house."""
    return held.cite if held is not None else house


def _in(held: Register | None, cite: Cite) -> Cite:
    """A clause as the edition in use numbers it."""
    return held.cite(cite.clause) if held is not None and cite.is_law else cite


def _check_limits(minimum: int, maximum: int, chip: int) -> None:
    if minimum > maximum:
        raise Refused("a minimum above the maximum", cite=house("table limits"), why="no wager would be possible")
    if minimum % chip or maximum % chip:
        raise Refused(
            "table limits", cite=house("table limits"), why="minimum and maximum must be multiples of the smallest chip"
        )
