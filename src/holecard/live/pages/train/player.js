// The player's school: decisions chosen by what a mistake costs you, a timed test, and your weak spots. While the game
// is being solved, payouts are asked, which need no solver.

import { get, post } from "../lib/api.js";
import { el, many } from "../lib/dom.js";
import { me } from "../lib/me.js";
import { poll } from "../lib/parts.js";
import { DrillCard } from "./drill.js";
import { weakSpots } from "./weak-spots.js";

const TIMED = 20; // decisions of a timed test

export class PlayerSchool {
	#page;
	#what;
	#card = new DrillCard(
		(said) => this.#answer(said),
		() => this.#ask(),
	);
	#status = el("p.train-status", { role: "status" });
	#score = el("p.train-score", { role: "status" });
	#side = el("div");
	#test = el("button", { onclick: () => this.#begin() }, "Start timed test");
	#drill = null;
	#told = { asked: 0, right: 0, lost: 0 };
	#timed = null;
	#isWatched = false;

	constructor(page, what) {
		this.#page = page;
		this.#what = what;
		this.node = el(
			"div.train-columns",
			el("div.train-main", this.#status, this.#card.node),
			el(
				"aside.train-side",
				{ "aria-label": "Your record" },
				this.#score,
				el(
					"div.row",
					this.#test,
					this.#button("Show weak spots", () => this.#weak()),
				),
				this.#side,
			),
		);
	}

	#button(text, go) {
		return el("button.quiet", { onclick: go }, text);
	}

	async start() {
		await me.orGuest();
		await this.#ask(false);
	}

	keys(pressed) {
		return this.#card.keys(pressed);
	}

	async #ask(isFocused = true) {
		await this.#page.trying(async () => {
			this.#drill = await get(`/api/school/hand?${this.#what}`);
			this.#card.show(this.#drill.drill, isFocused);
			this.#tell();
			if (this.#drill.warming) this.#watch();
		});
	}

	#tell() {
		const { warming, due } = this.#drill;
		this.#status.hidden = !warming;
		this.#status.replaceChildren(
			el("span", "Solving this game. Until it is solved, you practise payouts."),
			el("progress", { "aria-label": "Solving" }),
		);
		const { asked, right, lost } = this.#told;
		const cost = lost ? ` Your mistakes cost ${lost.toFixed(2)} bets.` : "";
		const waiting = due ? ` ${many(due, "decision")} due again.` : "";
		this.#score.textContent = asked
			? `${right} of ${asked} right.${cost}${waiting}`
			: `Answer with a key or a tap.${waiting}`;
		this.#test.disabled = warming || this.#timed !== null;
	}

	/** Say when the solver is ready: the next question is then a decision. */
	async #watch() {
		if (this.#isWatched) return;
		this.#isWatched = true;
		await poll(
			this.node,
			() => get(`/api/school/ready?${this.#what}`).catch(() => ({ ready: false })),
			({ ready }) => ready,
			1500,
		);
		this.#isWatched = false;
		if (this.#drill.warming) this.#status.replaceChildren("Solved. Your next question is a decision.");
	}

	async #answer(said) {
		const { seed, warming } = this.#drill;
		const body = { ...Object.fromEntries(this.#what), seed, ...said };
		await this.#page.trying(
			async () => {
				const judged = warming
					? await post("/api/school/drill", { ...body, level: "payouts" })
					: await post("/api/school/hand", body);
				this.#told.asked += 1;
				this.#told.right += judged.right;
				this.#told.lost += judged.lost ?? 0;
				if (this.#timed) return this.#nextOfTest(judged);
				this.#card.judged(judged);
				this.#tell();
			},
			() => this.#card.reopen(),
		);
	}

	// A timed test

	async #begin() {
		this.#card.close();
		this.#timed = { began: performance.now(), number: 0, right: 0, lost: 0, mistakes: [] };
		this.#side.replaceChildren(el("p", `${TIMED} decisions. The results come at the end.`));
		await this.#ask();
	}

	async #nextOfTest(judged) {
		const test = this.#timed;
		test.number += 1;
		test.right += judged.right;
		test.lost += judged.lost ?? 0;
		if (!judged.right) test.mistakes.push([this.#drill.drill.title, judged.says]);
		this.#side.replaceChildren(el("p", `Decision ${Math.min(test.number + 1, TIMED)} of ${TIMED}.`));
		if (test.number === TIMED) this.#end();
		await this.#ask();
	}

	#end() {
		const { began, right, lost, mistakes } = this.#timed;
		const seconds = (performance.now() - began) / 1000;
		this.#timed = null;
		this.#side.replaceChildren(
			el(
				"section.train-result",
				{ role: "status" },
				el("h3", `${right} of ${TIMED} right`),
				el(
					"p",
					`${seconds.toFixed(0)} seconds, ${(seconds / TIMED).toFixed(1)} for each decision. `,
					lost ? `Your mistakes cost ${lost.toFixed(2)} bets.` : "No mistake.",
				),
				mistakes.length
					? el(
							"ol",
							mistakes.map(([title, says]) => el("li", el("b", title), ". ", says)),
						)
					: "",
			),
		);
	}

	// Weak spots

	async #weak() {
		this.#side.replaceChildren(el("p", { role: "status" }, "Drawing your strategy card…"));
		await this.#page.trying(async () => {
			const found = await poll(
				this.node,
				() => get(`/api/school/weak-spots?${this.#what}`),
				({ panels, cannot }) => panels || cannot,
			);
			this.#side.replaceChildren(weakSpots(found));
		});
	}
}
