// A drawer over the layout that leaves the controls and the clock in view, and the one with the rules: it starts with
// how the game differs; each sentence opens its clause, and the last link leads to all of them.

import "../elements/card-face.js";
import { el, svg } from "../lib/dom.js";
import { short } from "../lib/words.js";

export class Drawer {
	/** With `keepsFocus` the focus stays where it was, so that the keys of the table go on. */
	constructor(title, { keepsFocus = false } = {}) {
		this.keepsFocus = keepsFocus;
		const id = `drawer-${title.replaceAll(/\W/g, "")}`;
		this.body = el("div.drawer-body");
		this.node = el(
			"dialog.drawer",
			{ "aria-labelledby": id },
			el("header", el("h2", { id }, title), el("button.quiet.small", { onclick: () => this.close() }, "Close")),
			this.body,
		);
		this.node.addEventListener("close", () => document.removeEventListener("keydown", this.#escape));
	}

	/** Esc closes it, also when the focus has stayed at the table. */
	#escape = (event) => {
		if (event.key !== "Escape" || document.querySelector("dialog:modal")) return;
		event.stopPropagation();
		this.close();
	};

	/** Called when it is opened. */
	shown() {}

	toggle() {
		if (this.node.open) return this.close();
		for (const other of document.querySelectorAll("dialog.drawer[open]")) other.close();
		this.before = document.activeElement;
		this.node.show();
		document.addEventListener("keydown", this.#escape);
		if (this.keepsFocus) this.before?.focus();
		return this.shown();
	}

	close() {
		const wasIn = this.node.contains(document.activeElement);
		this.node.close();
		if (wasIn) this.before?.focus();
	}
}

export class RulesDrawer extends Drawer {
	constructor(table, felt) {
		super(table.game_name);
		this.body.append(
			el("p.lead", felt.about),
			picture(table, felt),
			el("h3", "How this game differs"),
			el("ol.differs", felt.differs.map(difference)),
			el("p", el("a.button.quiet.small", { href: `#/rules/${table.game}` }, "All options and clauses")),
		);
	}
}

/** A sentence; its clause is one level deeper. */
function difference({ text, clause, summary }) {
	return el(
		"li",
		clause ? el("details", el("summary", text), el("p.clause", el("b", clause), summary ? `: ${summary}` : "")) : text,
	);
}

/** A small picture of the layout, from what the server says that it shows. */
function picture({ cloth }, { areas, device, spots, line }) {
	return el(
		"div.differs-picture",
		{ "aria-hidden": "true", data: { felt: cloth } },
		el(
			"span.differs-cards",
			["6h", ...(areas.length || device ? ["--"] : [])].map((card) => el("card-face", { card })),
		),
		areas.length
			? el(
					"span.differs-areas",
					areas.map(({ cards, colour }, at) =>
						el("span", { class: at === 1 ? "area lit" : "area", data: { colour } }, el("span", cards)),
					),
				)
			: "",
		line ? el("span.differs-line", line.text) : "",
		el(
			"span.differs-spots",
			spots.slice(0, Math.ceil(spots.length / 2)).map(spot),
			svg(
				"svg",
				{ viewBox: "0 0 40 40" },
				svg("circle", { cx: 20, cy: 20, r: 18 }),
				svg("text", { x: 20, y: 24 }, "BET"),
			),
			spots.slice(Math.ceil(spots.length / 2)).map(spot),
		),
	);
}

function spot({ name }) {
	return el("span.differs-spot", short(name));
}
