// Hints: one sentence on what the best answer is worth, from the exact solver, and a coach that says what a mistake
// costs. If the server has no solver, the page says so.

import { Problem, get } from "../lib/api.js";
import { el, wait } from "../lib/dom.js";
import { money } from "../lib/money.js";
import { choiceName } from "../lib/words.js";

const AGAIN = 1000; // milliseconds
const AS_GOOD = 0.0005;

class Warming extends Problem {}

export class Hints {
	#table;
	#shown = 0; // counts every show and clear, so that a late answer is dropped
	#known = new Map(); // asked -> promise of [{action, ev}], best first

	constructor(table) {
		this.#table = table;
		this.node = el("p.hint", { role: "status" });
	}

	/** The value of each answer, in units of the bet. */
	ask(view, ifReady = false) {
		const { question, asked } = view;
		if (!this.#known.has(asked)) {
			const place = `box=${question.box}&hand=${question.hand}${ifReady ? "&if_ready=true" : ""}`;
			const found = get(`/api/tables/${this.#table}/hint?${place}`).then(ranked);
			found.catch(() => this.#known.delete(asked));
			this.#known.set(asked, found);
			if (this.#known.size > 30) this.#known.delete(this.#known.keys().next().value);
		}
		return this.#known.get(asked);
	}

	/** Ask in time what a mistake would cost: once the answer is given, it is too late. */
	prepare(view, isWanted) {
		this.ask(view, !isWanted).catch(() => {});
	}

	async show(view) {
		this.say("Calculating…");
		const mine = this.#shown;
		try {
			const answers = await this.#patiently(view, () => mine === this.#shown);
			if (mine === this.#shown) this.say(sentence(answers, view.question), figures(answers, view.question));
		} catch (problem) {
			if (mine !== this.#shown) return;
			const without = problem.status === 404 || problem.status === 503;
			this.say(
				without ? "No hints at this table: the solver can't solve this game, or is not installed." : problem.message,
			);
		}
	}

	/** A sentence beside the buttons; `more` is what each answer is worth. */
	say(text, more = "") {
		this.#shown += 1;
		this.node.replaceChildren(text, more ? el("span.hint-figures", more) : "");
	}

	/** Ask again while the game is being solved and the hint is still wanted. */
	async #patiently(view, isWanted) {
		for (;;) {
			try {
				return await this.ask(view);
			} catch (problem) {
				if (!(problem instanceof Warming) || !isWanted()) throw problem;
				this.node.textContent = problem.message;
				await wait(AGAIN);
			}
		}
	}

	clear() {
		this.say("");
	}

	/** After an answer: {cost, text} compared with the best one, or null if the solver has nothing to say. */
	async judge(view, action, stake) {
		const answers = await Promise.resolve(this.#known.get(view.asked)).catch(() => null);
		const chosen = answers?.find((one) => one.action === action);
		if (!chosen || answers.unit === "riding") return null; // which is not a share of the bet
		const lost = answers[0].ev - chosen.ev;
		if (lost < AS_GOOD) return { cost: 0, text: "" };
		const cost = lost * stake;
		const costs = `${money(Math.round(cost))} on average (${(lost * 100).toFixed(1)} % of the bet)`;
		const better = `${choiceName(view.question, answers[0].action)} would have been better`;
		return { cost, text: `${better}: ${choiceName(view.question, action).toLowerCase()} costs ${costs}.` };
	}
}

/** "Stand: 0.10 better than Hit" */
function sentence(answers, question) {
	const [best, next] = answers.map(({ action }) => choiceName(question, action));
	if (!next) return `${best}: the only choice`;
	const lead = answers[0].ev - answers[1].ev;
	if (lead < AS_GOOD) return `${best} or ${next}: worth the same`;
	return `${best}: ${lead.toFixed(lead < 0.01 ? 4 : 2)} better than ${next}`;
}

/** "Per 1.00 bet: Stand +0.21, Hit −0.51" */
function figures(answers, question) {
	const each = answers.map(({ action, ev }) => `${choiceName(question, action)} ${signedFigure(ev)}`);
	return `Per 1.00 ${answers.unit === "riding" ? "that may ride" : "bet"}: ${each.join(", ")}`;
}

function signedFigure(ev) {
	const text = Math.abs(ev).toFixed(2);
	return ev < 0 && Number(text) ? `\u2212${text}` : Number(text) ? `+${text}` : text;
}

/** The answers as a list, best first. Throws a Problem if there is none. */
function ranked({ actions, warming, unit }) {
	if (warming)
		throw new Warming("The solver is still working on this game. The hint will appear here when it's ready.");
	if (!actions) throw new Problem("There is no hint for this decision.");
	return Object.assign(
		[...actions].sort((one, other) => other.ev - one.ev),
		{ unit },
	);
}
