// The dealer's and the floor's school: drills of a level, rulings of recorded rounds, and the table test.

import { get, post, request } from "../lib/api.js";
import { el } from "../lib/dom.js";
import { me } from "../lib/me.js";
import { DrillCard } from "./drill.js";

export class DealerSchool {
	#page;
	#what;
	#levels;
	#level;
	#card = new DrillCard(
		(said) => this.#answer(said),
		() => this.#ask(),
	);
	#picks = el("div.train-levels", { role: "group", "aria-label": "Level" });
	#about = el("p.train-about");
	#score = el("p.train-score", { role: "status" });
	#side = el("div");
	#main = el("div.train-main");
	#seed = "";
	#told = { asked: 0, right: 0 };
	#test = null;
	#timer = 0;

	/** `recorded`: the number of the table whose recorded rulings can be looked at, or 0. */
	constructor(page, what, levels, recorded = 0) {
		this.#page = page;
		this.#what = what;
		this.#levels = recorded
			? [...levels, { level: "recorded", title: "Recorded rounds", about: RECORDED, table: recorded }]
			: levels;
		this.#level = this.#levels[0];
		this.node = el(
			"div.train-columns",
			this.#main,
			el("aside.train-side", { "aria-label": "Level and test" }, this.#picks, this.#about, this.#score, this.#side),
		);
		this.#main.append(this.#card.node);
	}

	async start() {
		await me.orGuest();
		this.#drawLevels();
		await this.#ask(false);
	}

	stop() {
		clearInterval(this.#timer);
	}

	keys(pressed) {
		return this.#card.keys(pressed);
	}

	#drawLevels() {
		this.#picks.replaceChildren(
			...this.#levels.map((one) =>
				el(
					"button.quiet",
					{
						"aria-pressed": String(one === this.#level),
						onclick: () => this.#pick(one),
					},
					one.title,
				),
			),
		);
		this.#about.textContent = this.#level.about;
		this.#side.replaceChildren(
			this.#level.level === "recorded" ? "" : el("button", { onclick: () => this.#begin() }, "Take the test"),
		);
		this.#tell();
	}

	async #pick(level) {
		this.#card.close();
		this.#level = level;
		this.#told = { asked: 0, right: 0 };
		this.#test = null;
		clearInterval(this.#timer);
		this.#main.replaceChildren(this.#card.node);
		this.#drawLevels();
		this.#picks.querySelector("[aria-pressed=true]").focus();
		await this.#ask(false);
	}

	#tell() {
		const { asked, right } = this.#told;
		this.#score.textContent = asked ? `${right} of ${asked} right.` : "Answer with a key or a tap.";
	}

	async #ask(isFocused = true) {
		await this.#page.trying(async () => {
			if (this.#level.level === "recorded") return this.#askRecorded(isFocused);
			const { seed, drill } = await get(`/api/school/drill?${this.#what}&level=${this.#level.level}`);
			this.#seed = seed;
			this.#card.show(drill, isFocused);
		});
	}

	async #askRecorded(isFocused) {
		const { drill, of, where } = await get(`/api/school/recorded/${this.#level.table}/${this.#told.asked}`);
		if (!drill) {
			this.#main.replaceChildren(el("p.notice", "No irregularity has been recorded at this table."));
			return;
		}
		this.#about.textContent = `${RECORDED} ${where}, ${of} to judge in all.`;
		this.#card.show(drill, isFocused);
	}

	async #answer(said) {
		if (this.#test) return this.#answerTest(said);
		const body = { ...Object.fromEntries(this.#what), ...said };
		await this.#page.trying(
			async () => {
				const judged =
					this.#level.level === "recorded"
						? await post("/api/school/recorded", { table: this.#level.table, at: this.#told.asked, key: said.key })
						: await post("/api/school/drill", { ...body, seed: this.#seed, level: this.#level.level });
				this.#told.asked += 1;
				this.#told.right += judged.right;
				this.#card.judged(judged);
				this.#tell();
			},
			() => this.#card.reopen(),
		);
	}

	// The table test

	async #begin() {
		await this.#page.trying(async () => {
			const body = { ...Object.fromEntries(this.#what), level: this.#level.level };
			this.#showTest(await post("/api/school/tests", body));
		});
	}

	async #answerTest(said) {
		await this.#page.trying(
			async () =>
				this.#showTest(await post(`/api/school/tests/${this.#test.id}`, { number: this.#test.number, ...said })),
			() => this.#card.reopen(),
		);
	}

	#showTest(test) {
		this.#test = test;
		clearInterval(this.#timer);
		if (test.outcome) return this.#ended(test.outcome);
		const ends = performance.now() + test.seconds_left * 1000;
		const left = el("b.number");
		const tick = () => (left.textContent = clock((ends - performance.now()) / 1000));
		this.#timer = setInterval(tick, 500);
		tick();
		this.#score.textContent = `Test: question ${test.number} of ${test.questions}.`;
		this.#side.replaceChildren(
			el("p", "Time left: ", left),
			el("p", `${Math.round(test.pass_mark * 100)} % right passes. The results come at the end.`),
			el("button.quiet", { onclick: () => this.#giveUp() }, "End the test"),
		);
		for (const button of this.#picks.children) button.disabled = true;
		this.#card.show(test.drill);
	}

	async #giveUp() {
		await this.#page.trying(async () => this.#ended(await request("DELETE", `/api/school/tests/${this.#test.id}`)));
	}

	#ended({ n, right, questions, seconds, passed, hash }) {
		clearInterval(this.#timer);
		this.#test = null;
		this.#drawLevels();
		this.#score.textContent = "";
		const title = el("h2", { tabindex: "-1" }, passed ? "Passed" : "Not passed");
		this.#main.replaceChildren(
			el(
				"section.panel-card.train-result",
				title,
				el("p", `${right} of ${questions} right in ${clock(seconds)}.`),
				el("p.clause", `Entry ${n} of the house's book, hash ${hash.slice(0, 16)}…`),
				el(
					"p.row",
					el("a.button", { href: `#/train/record/${n}` }, "Open the record"),
					el("button.quiet", { onclick: () => this.#pick(this.#level) }, "Practise again"),
				),
			),
		);
		title.focus();
	}
}

const RECORDED = "What was ruled at this table, and what the clause permits.";

/** 75 -> "1:15" */
function clock(seconds) {
	const whole = Math.max(0, Math.ceil(seconds));
	return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
