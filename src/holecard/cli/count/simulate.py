"""`holecard count simulate` and `holecard count ramp`: what a counter's rounds come to, and what a bet ramp wins."""

from __future__ import annotations

import os
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from holecard.api.simulation import MOST_WORKERS, player_for
from holecard.cli.analyze import solving
from holecard.cli.count.shown import Files, described, grid, heading, note, telling
from holecard.cli.options import parse_pairs, print_json
from holecard.cli.progress import spinner
from holecard.cli.simulate import parse_wagers, rounds_bar
from holecard.engine.rules import Rules
from holecard.games import find
from holecard.lab.counting.earnings import Earnings, best_earnings, earnings, parse_ramp, parse_spread
from holecard.lab.counting.removals import MAIN, removals
from holecard.lab.counting.systems import BEST, System, find_system
from holecard.lab.counting.tallies import INDICES, Asked, Counted, count_rounds
from holecard.lab.simulator.checkpoint import CheckpointFile
from holecard.lab.simulator.simulate import Result
from holecard.law.errors import Malformed


@dataclass(frozen=True)
class Run:
    """What both commands are asked to simulate."""

    game: str
    pairs: list[str]
    systems: list[str]
    rounds: int
    penetration: float
    play: str
    boxes: int
    wagers: list[str]
    seed: str
    workers: int
    checkpoint: Path | None
    cluster: str

    def rules(self) -> Rules:
        game = find(self.game)
        placed = {game.wager(key).switch: "yes" for key, _ in parse_wagers(game, self.wagers)}
        return game.configure({**placed, **parse_pairs(self.pairs)})

    def simulated(self, rules: Rules) -> Counted:
        """Simulate, or take up a checkpoint."""
        workers = self.workers or os.cpu_count() or 1
        if not 1 <= workers <= MOST_WORKERS:
            raise Malformed(f"--workers must be 1 to {MOST_WORKERS}, or 0 for one per processor, not {workers}")
        asked = Asked(
            tuple(self._system(rules, text) for text in self.systems), self.rounds, self.penetration, self.play,
            self.boxes, self.seed, parse_wagers(find(self.game), self.wagers),
        )  # fmt: skip
        plan = asked.plan(rules)  # refused before the work
        if asked.play == INDICES:
            with telling() as tell_step:
                laid = asked.laid(rules, tell_step)
        else:
            with spinner(solving()):
                laid = asked.laid(rules)
        keeping = CheckpointFile.open(self.checkpoint, rules, plan) if self.checkpoint is not None else nullcontext()
        with keeping as kept, rounds_bar() as bar:
            task = bar.add_task("", total=self.rounds)

            def tell(so_far: Result) -> None:
                text = f"house edge {-so_far.ev:.4%} ± {1.96 * so_far.standard_error:.4%}"
                bar.update(task, completed=so_far.tally.rounds, description=text)

            return count_rounds(rules, asked, player_for(self.cluster, workers), tell, kept, laid)

    def _system(self, rules: Rules, text: str) -> System:
        """`best-2` is for the main wager, `best-2:super-sevens` for another."""
        name, _, wager = text.partition(":")
        return find_system(name, removals(rules, wager or MAIN)) if name in BEST else find_system(text)


def simulate_command(run: Run, files: Files, as_json: bool) -> None:
    rules = run.rules()
    files.check()
    found = run.simulated(rules)
    document = found.to_dict()
    files.write("Rounds by count", document["rows"])
    if as_json:
        print_json(described(rules, document))
        return
    label = "true count" if document["count"] == "true" else "above the pivot"
    for wager in found.wagers:
        heading(rules, f"{wager} by {document['system']}, {found.asked.penetration:.0%} of the shoe dealt")
        rows = found.rows(wager=wager)
        rounds = sum(row.rounds for row in rows)
        grid(
            (label, "rounds", "player's expectation", "±", "variance"),
            [
                (f"{row.true_count:+d}", f"{row.rounds / rounds:.3%}", f"{row.ev:+.3%}",
                 f"{1.96 * row.standard_error:.3%}", f"{row.variance:.3f}")
                for row in rows
                if row.rounds >= rounds / 10_000
            ],
        )  # fmt: skip
    speed = f"{found.result.rounds_per_cpu_second / 1e6:.1f} million rounds per CPU second"
    note(f"{found.result.tally.rounds:,} rounds, {speed}. 95 % intervals. Counts below 0.01 % of rounds are left out.")


def ramp_command(
    run: Run, *, spread: str, ramp: str, enter: int | None, bankroll: float, wager: str, files: Files, as_json: bool
) -> None:
    limits = parse_spread(spread, enter)
    bets = parse_ramp(ramp) if ramp else None
    if bets is not None and enter is not None:
        bets = {count: bet for count, bet in {**bets, enter: _at(bets, enter)}.items() if count >= enter}
    if not bankroll > 0:
        raise Malformed(f"--bankroll must be greater than 0, not {bankroll:g}")
    rules = run.rules()
    files.check()
    found = run.simulated(rules)
    if wager not in found.wagers:
        raise Malformed(f"--for {wager} was not simulated. Choose {' or '.join(found.wagers)}, or add --wager")

    def earned(penetration: float | None = None) -> Earnings:
        rows = found.rows(penetration, wager)
        if bets is not None:
            return earnings(rows, bets, bankroll, run.boxes)
        return best_earnings(rows, limits, bankroll, run.boxes)

    best = earned()
    document = {
        "system": found.asked.systems[0].name,
        "wager": wager,
        "penetration": found.asked.penetration,
        "play": found.asked.play,
        "boxes": run.boxes,
        "seed": run.seed,
        "rounds_asked": run.rounds,
        "rounds": found.result.tally.rounds,
        **best.to_dict(),
        "penetrations": [{"penetration": part, **earned(part).to_dict()} for part in found.penetrations],
    }
    files.write("Ramp", [step._asdict() for step in best.ramp])
    if as_json:
        print_json(described(rules, document))
        return
    heading(rules, f"{wager} with {document['system']} and {run.play} play")
    grid(
        ("dealt", "win", "±", "std dev", "N0", "SCORE", "certain", "ruin"),
        [
            (f"{part:.0%}", f"{one.win_rate:+.3f}", f"{1.96 * one.win_rate_error:.3f}", f"{one.standard_deviation:.1f}",
             "never" if one.win_rate <= 0 else f"{one.n0:,.0f}", f"{one.score:.2f}",
             f"{one.certainty_equivalent:+.3f}", f"{one.risk_of_ruin:.2%}")
            for part in found.penetrations
            for one in [earned(part)]
        ],
    )  # fmt: skip
    steps = [step for step in best.ramp if -3 <= step.true_count <= 9]
    shown = [f"{step.bet:.0f}" for step in steps]
    grid(("true count", *(f"{step.true_count:+d}" for step in steps)), [("bet", *shown)])
    note(
        "Win, standard deviation and certainty equivalent are in units of the smallest bet, for 100 rounds dealt.\n"
        f"Bankroll {bankroll:,.0f} units. 95 % intervals."
    )


def _at(bets: dict[int, float], count: int) -> float:
    return max((bet for one, bet in bets.items() if one <= count), default=0.0)
