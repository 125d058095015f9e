// The counting drill: the cards of a round, all at once or one by one, then the running count.

import "../elements/card-face.js";
import { get, post } from "../lib/api.js";
import { el, wait } from "../lib/dom.js";
import { me } from "../lib/me.js";

const PACES = [
	[0, "All at once"],
	[1000, "One each second"],
	[500, "Two each second"],
];

export class CountingDrill {
	#page;
	#what;
	#system = el("select", { id: "count-system", onchange: () => this.#again() });
	#pace = el(
		"select",
		{ id: "count-pace" },
		PACES.map(([pause, text]) => el("option", { value: pause }, text)),
	);
	#tags = el("p.clause");
	#cards = el("div.count-cards", { role: "group", "aria-label": "Cards of the round" });
	#title = el("h2.drill-title", { tabindex: "-1" });
	#count = el("input", { id: "count-now", inputmode: "numeric", autocomplete: "off", size: 6 });
	#go = el("button", { type: "submit" }, "Check");
	#form = el(
		"form.row.count-form",
		{ onsubmit: (event) => this.#check(event) },
		el("label", { for: "count-now" }, "Running count"),
		this.#count,
		this.#go,
	);
	#verdict = el("div.drill-verdict", { role: "status", "aria-live": "polite" });
	#next = el("button.drill-next", { hidden: true, onclick: () => this.#ask() }, "Next");
	#score = el("p.train-score", { role: "status" }, "Type the count after each round.");
	#seed = "new";
	#number = 0;
	#told = { asked: 0, right: 0 };

	constructor(page, what) {
		this.#page = page;
		this.#what = what;
		this.node = el(
			"div.train-columns",
			el(
				"div.train-main",
				el(
					"section.drill.panel-card",
					{ "aria-label": "Counting drill" },
					this.#title,
					this.#cards,
					this.#form,
					this.#verdict,
					this.#next,
				),
			),
			el(
				"aside.train-side",
				{ "aria-label": "System and pace" },
				el("div.field", el("label", { for: "count-system" }, "System"), this.#system),
				el("div.field", el("label", { for: "count-pace" }, "Cards"), this.#pace),
				this.#tags,
				this.#score,
			),
		);
	}

	async start() {
		await me.orGuest();
		await this.#ask(false);
	}

	keys() {
		return false;
	}

	#again() {
		this.#seed = "new";
		this.#number = 0;
		this.#ask(false);
	}

	async #ask(isFocused = true) {
		const number = this.#number + 1;
		const system = this.#system.value || "hi-lo";
		await this.#page.trying(async () => {
			const query = new URLSearchParams([...this.#what, ["system", system], ["seed", this.#seed], ["number", number]]);
			const round = await patiently(() => get(`/api/school/count?${query}`));
			this.#seed = round.seed;
			this.#number = number;
			this.#draw(round, system);
			if (isFocused) this.#title.focus({ preventScroll: true });
			await this.#deal(round.cards);
			this.#form.hidden = false;
			this.#count.focus({ preventScroll: true });
		});
	}

	#draw({ systems, tags, fresh, before, decks_left: decks }, system) {
		this.#system.replaceChildren(
			...systems.map((name) => el("option", { value: name, selected: name === system }, name)),
		);
		this.#tags.textContent = `Tags: ${grouped(tags).join(" · ")}`;
		this.#title.textContent = fresh
			? `Fresh shoe. The count starts at ${signedTag(before)}.`
			: `The next round. About ${decks.toFixed(1)} decks are left after it.`;
		this.#cards.replaceChildren();
		this.#form.hidden = true;
		this.#count.value = "";
		this.#verdict.replaceChildren();
		this.#next.hidden = true;
	}

	async #deal(cards) {
		const pause = Number(this.#pace.value);
		for (const card of pause ? cards : []) {
			this.#cards.replaceChildren(el("card-face", { card }));
			await wait(pause);
			if (!this.node.isConnected) return;
		}
		this.#cards.replaceChildren(...(pause ? [] : cards.map((card) => el("card-face", { card }))));
	}

	async #check(event) {
		event.preventDefault();
		const count = Number(this.#count.value.trim().replace("\u2212", "-").replace(",", "."));
		if (!this.#count.value.trim() || Number.isNaN(count)) {
			this.#verdict.replaceChildren(el("p", "Type a number, for example -2."));
			return;
		}
		const body = {
			...Object.fromEntries(this.#what),
			system: this.#system.value,
			seed: this.#seed,
			number: this.#number,
		};
		await this.#page.trying(async () => {
			const found = await post("/api/school/count", { ...body, count });
			this.#told.asked += 1;
			this.#told.right += found.right;
			const truth = found.true_count === null ? "" : ` True count ${signedTag(Number(found.true_count.toFixed(1)))}.`;
			this.#verdict.replaceChildren(
				el(
					"p",
					el("b", { class: found.right ? "win" : "lose" }, found.right ? "✓ Right. " : "✗ Wrong. "),
					found.right ? "" : `You typed ${signedTag(count)}. `,
					`The count is ${signedTag(found.count)}.${truth}`,
				),
			);
			this.#score.textContent = `${this.#told.right} of ${this.#told.asked} right.`;
			this.#form.hidden = true;
			this.#next.hidden = false;
			this.#next.focus({ preventScroll: true });
		});
	}
}

/** The solver's process may still be starting. */
async function patiently(ask) {
	for (let attempt = 0; ; attempt += 1) {
		try {
			return await ask();
		} catch (problem) {
			if (problem.status !== 409 || attempt === 8) throw problem;
			await wait(700);
		}
	}
}

/** {2: 1, 3: 1, 7: 0, T: -1} -> ["+1: 2, 3", "0: 7", "−1: 10"] */
function grouped(tags) {
	const values = [...new Set(Object.values(tags))].sort((one, other) => other - one);
	const cards = (value) => Object.keys(tags).filter((card) => tags[card] === value);
	return values.map((value) => `${signedTag(value)}: ${cards(value).join(", ").replace("T", "10")}`);
}

/** 1 -> "+1", -2 -> "−2" */
function signedTag(tag) {
	return tag > 0 ? `+${tag}` : String(tag).replace("-", "\u2212");
}
