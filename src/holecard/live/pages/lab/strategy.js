// Strategy cards, one for each light. A cell's colour shows its action; selecting it shows what each action is worth.

import { el } from "../lib/dom.js";
import { scrolling } from "../lib/parts.js";

export class StrategyCards {
	#detail = el(
		"p.cell-detail",
		{ role: "status" },
		"Choose a cell to see the value of each action, in units of the initial bet.",
	);
	#chosen = null;
	#show = new Map(); // by cell: what each action is worth there

	constructor({ legend, notes, panels }) {
		this.node = el(
			"section.lab-part",
			el("h2", panels.length > 1 ? "Strategy by reader light" : "Strategy"),
			el(
				"ul.legend",
				{ "aria-label": "Legend" },
				legend.map(([kind, text, meaning]) =>
					el(
						"li",
						el("span", { class: `key cell-${kind}`, "aria-hidden": "true" }, text),
						el("span", el("span.unseen", `${text}: `), meaning),
					),
				),
			),
			el(
				"div.cards-row",
				panels.map((panel) => this.#panel(panel)),
			),
			this.#detail,
			el(
				"ul.notes",
				notes.map((note) => el("li", note)),
			),
		);
		for (const card of this.node.querySelectorAll(".strategy-grid")) card.querySelector(".cell").tabIndex = 0;
	}

	/** Mark the cell at [panel, row, column], and show its panel alone; null marks none. */
	mark(here) {
		this.node.querySelector(".cell.here")?.classList.remove("here");
		const panels = [...this.node.querySelectorAll(".strategy")];
		for (const [at, panel] of panels.entries()) panel.hidden = here !== null && at !== here[0];
		if (here === null) return;
		const row = panels[here[0]].querySelectorAll("tr:not(.strategy-head)")[here[1]];
		const cell = row.querySelectorAll(".cell")[here[2]];
		cell.classList.add("here");
		this.#show.get(cell)();
		cell.scrollIntoView({ block: "nearest" });
	}

	#panel({ heading, light, columns, groups }) {
		const caption = heading === "exposed" ? "Hole card exposed" : heading || "Against the dealer's up card";
		return el(
			"div",
			{ class: `strategy light-${light || "none"}` },
			el("h3", caption),
			scrolling(
				`Strategy card: ${caption}`,
				el(
					"table.strategy-grid",
					groups.map(({ name, rows }, at) => [
						at
							? ""
							: el(
									"thead",
									el(
										"tr.strategy-head",
										el("td"),
										columns.map((column) => el("th", { scope: "col" }, column)),
									),
								),
						el(
							"tbody",
							el("tr.strategy-head", el("th", { scope: "rowgroup", colspan: columns.length + 1 }, name)),
							rows.map((row) => this.#row(row, columns, [name, heading])),
						),
					]),
				),
			),
		);
	}

	#row({ label, cells }, columns, [group, heading]) {
		const where = (at) => [group, `${label} against ${columns[at]}`, heading].filter(Boolean).join(", ");
		return el(
			"tr",
			el("th", { scope: "row" }, label),
			cells.map((cell, at) => el("td", this.#cell(cell, where(at)))),
		);
	}

	#cell({ kind, text, meaning, worth }, where) {
		const node = el(
			"button",
			{
				class: `cell cell-${kind}`,
				tabindex: "-1",
				"aria-label": `${text}: ${where}: ${meaning}`,
				onclick: () => show(),
			},
			text,
		);
		const show = () => {
			this.#chosen?.classList.remove("chosen");
			this.#chosen = node;
			node.classList.add("chosen");
			this.#detail.replaceChildren(
				el("b", where),
				": ",
				...worth.flatMap(([name, ev], at) => [
					at ? ", " : "",
					`${name} `,
					el("span.number", (ev >= 0 ? "+" : "\u2212") + Math.abs(ev).toFixed(4)),
				]),
			);
		};
		this.#show.set(node, show);
		node.addEventListener("focus", show);
		node.addEventListener("keydown", move);
		return node;
	}
}

/** Arrow keys move over a card. Tab reaches one cell of each card. */
function move(event) {
	const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
	if (!step) return;
	event.preventDefault();
	const rows = [...event.target.closest("table").querySelectorAll("tr:not(.strategy-head)")];
	const row = rows.indexOf(event.target.closest("tr"));
	const column = [...rows[row].querySelectorAll(".cell")].indexOf(event.target);
	rows[row + step[0]]?.querySelectorAll(".cell")[column + step[1]]?.focus();
}
