// Hints: the value of each action from the exact solver, and a coach that says what a mistake costs. If the server has
// no solver, the page says so.

import { Problem, get } from "../lib/api.js";
import { el, wait } from "../lib/dom.js";
import { money } from "../lib/money.js";
import { choiceName } from "../lib/words.js";

const AGAIN = 1000; // milliseconds

class Warming extends Problem {}

export class Hints {
  #table;
  #shown = 0; // counts every show and clear, so that a late answer is dropped
  #known = new Map(); // asked -> promise of [{action, ev}], best first

  constructor(table) {
    this.#table = table;
    this.node = el("div", { class: "hint", role: "status", hidden: true });
  }

  /** The value of each action, in units of the bet. */
  ask(view) {
    const { question, asked } = view;
    if (!this.#known.has(asked)) {
      const found = get(`/api/tables/${this.#table}/hint?box=${question.box}&hand=${question.hand}`).then(ranked);
      found.catch(() => this.#known.delete(asked));
      this.#known.set(asked, found);
      if (this.#known.size > 30) this.#known.delete(this.#known.keys().next().value);
    }
    return this.#known.get(asked);
  }

  async show(view) {
    this.node.hidden = false;
    this.node.replaceChildren(el("p", {}, "Calculating…"));
    const mine = (this.#shown += 1);
    try {
      const actions = await this.#patiently(view, () => mine === this.#shown && !this.node.hidden);
      if (mine !== this.#shown) return;
      const least = Math.min(...actions.map(({ ev }) => ev), -1);
      const span = Math.max(...actions.map(({ ev }) => ev), 1) - least;
      this.node.replaceChildren(
        el("p", {}, "Expected win per 1.00 bet, with these cards:"),
        el(
          "ol",
          {},
          actions.map(({ action, ev }, at) =>
            el(
              "li",
              { class: at ? "" : "best" },
              el("span", {}, choiceName(view.question, action)),
              el("span", { class: "bar", "aria-hidden": "true", style: { "--part": String((ev - least) / span) } }),
              el("b", { class: "number" }, ev.toFixed(4)),
            ),
          ),
        ),
      );
    } catch (problem) {
      const text =
        problem.status === 404 || problem.status === 503
          ? "No hints at this table: the solver can't solve this game, or is not installed."
          : problem.message;
      this.node.replaceChildren(el("p", {}, text));
    }
  }

  /** Ask again while the game is being solved and the hint is still wanted. */
  async #patiently(view, isWanted) {
    for (;;) {
      try {
        return await this.ask(view);
      } catch (problem) {
        if (!(problem instanceof Warming) || !isWanted()) throw problem;
        this.node.replaceChildren(el("p", {}, problem.message));
        await wait(AGAIN);
      }
    }
  }

  clear() {
    this.#shown += 1;
    this.node.hidden = true;
  }

  /** After an action: what it cost compared with the best one, or "" if it was the best. */
  async judge(view, action, stake) {
    const actions = await this.ask(view).catch(() => []);
    const chosen = actions.find((one) => one.action === action);
    if (!chosen || actions[0].ev - chosen.ev < 0.0005) return "";
    const cost = actions[0].ev - chosen.ev;
    const lost = `${money(Math.round(cost * stake))} on average (${(cost * 100).toFixed(1)} % of the bet)`;
    const better = `${choiceName(view.question, actions[0].action)} would have been better`;
    return `${better}: ${choiceName(view.question, action).toLowerCase()} costs ${lost}.`;
  }
}

/** The answer as a list, best first. Throws a Problem if there is none. */
function ranked({ actions, warming }) {
  if (warming)
    throw new Warming("The solver is still working on this game. The hint will appear here when it's ready.");
  if (!actions) throw new Problem("There is no hint for this decision.");
  return [...actions].sort((one, other) => other.ev - one.ev);
}
