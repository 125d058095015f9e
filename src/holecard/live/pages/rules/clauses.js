// The clauses of an instrument in our own words, with a search and a filter.

import { el, many } from "../lib/dom.js";
import { marked } from "../lib/parts.js";

const STATUSES = {
	play: "rules of play",
	option: "left to the house",
	procedure: "pit procedures",
	irregularity: "irregularities",
	equipment: "equipment",
	definition: "definitions",
	external: "texts we don't have",
};

export class ClauseList {
	#rows;
	#count = el("p.clause", { role: "status" });
	#search = el("input", {
		type: "search",
		id: "clause-search",
		autocomplete: "off",
		placeholder: "7(h), insurance, cut…",
		oninput: () => this.#filter(),
	});
	#status = el(
		"select",
		{ id: "clause-status", onchange: () => this.#filter() },
		el("option", { value: "" }, "All kinds"),
	);

	constructor(clauses) {
		const kinds = [...new Set(clauses.map(({ status }) => status))];
		this.#status.append(...kinds.map((kind) => el("option", { value: kind }, STATUSES[kind] ?? kind)));
		this.#rows = clauses.map((one) => ({
			...one,
			node: row(one),
			words: `${one.id} ${one.clause} ${one.summary} ${one.inscription ?? ""}`.toLowerCase(),
		}));
		this.node = el(
			"div",
			el(
				"div.clause-find",
				el("div", el("label", { for: "clause-search" }, "Find a clause"), this.#search),
				el("div", el("label", { for: "clause-status" }, "Kind"), this.#status),
			),
			this.#count,
			el(
				"ol.clause-list",
				this.#rows.map(({ node }) => node),
			),
		);
		this.#filter();
	}

	#filter() {
		const wanted = this.#search.value.trim().toLowerCase();
		const kind = this.#status.value;
		let shown = 0;
		for (const one of this.#rows) {
			const fits = (!kind || one.status === kind) && one.words.includes(wanted);
			one.node.hidden = !fits;
			shown += fits;
		}
		this.#count.textContent =
			shown === this.#rows.length ? many(shown, "clause") : `${shown} of ${many(this.#rows.length, "clause")}`;
	}
}

function row({ id, clause, status, summary, inscription }) {
	return el(
		"li.clause-row",
		el("span.clause-id", { title: clause }, id),
		el("span", { class: `badge kind-${status}` }, status),
		el("span.clause-text", marked(summary), inscription ? el("q.inscription", inscription) : ""),
	);
}
