// The log of everything that happened, newest last. Screen readers follow it. "Show clauses" adds the clauses to each
// line.

import { get } from "../lib/api.js";
import { el } from "../lib/dom.js";
import { settings } from "../lib/settings.js";

const MOST = 200;

/** The lines of an event, those about `me` as they are said to me. Seats show on the layout. */
export function linesOf({ kind, lines }, me) {
	if (kind === "seats") return [];
	return lines.map((line) => ({ ...line, text: me && line.bettor === me ? line.to_you : line.text }));
}

export class LogView {
	#clauses = null; // of the game, once somebody asks what one says
	#follows = true;

	/** `key` shows and hides the clauses. */
	constructor(key, game) {
		this.game = game;
		this.list = el("ol");
		this.lines = el(
			"div.log-lines",
			{ role: "log", "aria-live": "polite", "aria-relevant": "additions", "aria-label": "Table log", tabindex: "0" },
			this.list,
		);
		this.why = el(
			"button.quiet.small.why-button",
			{ "aria-keyshortcuts": key, onclick: () => this.toggle() },
			"Show clauses ",
			el("kbd", { "aria-hidden": "true" }, key),
		);
		this.node = el(
			"section.log",
			{ "aria-labelledby": "log-title" },
			el("header", el("h2", { id: "log-title" }, "Log"), this.why),
			this.lines,
		);
		this.lines.addEventListener("scroll", () => (this.#follows = this.#isAtEnd()));
		new ResizeObserver(() => this.#follow()).observe(this.lines); // a phone that is turned still shows the newest line
		this.#draw();
	}

	#isAtEnd() {
		return this.lines.scrollTop + this.lines.clientHeight >= this.lines.scrollHeight - 40;
	}

	/** The newest line stays in view, unless somebody has scrolled up to read. */
	#follow() {
		if (this.#follows) this.lines.scrollTop = this.lines.scrollHeight;
	}

	toggle() {
		settings.set("why", settings.get("why") === "on" ? "off" : "on");
		this.#draw();
	}

	#draw() {
		const on = settings.get("why") === "on";
		this.why.setAttribute("aria-pressed", String(on));
		this.node.classList.toggle("with-why", on);
		this.#follow();
	}

	/** A clause that opens its summary. */
	#clause(clause) {
		const said = el("span.clause-summary", { role: "status" });
		const open = async () => {
			said.textContent = said.textContent ? "" : await this.#summary(clause);
		};
		return el("span.clause", el("button.plain", { onclick: open }, clause), said);
	}

	/** What a clause says in our own words; a rule of the house says it itself. */
	async #summary(clause) {
		this.#clauses ??= get(`/api/rules/${this.game}`).then(({ clauses }) => clauses);
		const found = (await this.#clauses.catch(() => [])).find((one) => one.clause === clause);
		return found?.summary ?? "A rule of the house.";
	}

	add(lines) {
		for (const { text, clause, also = [], kind, about } of lines) {
			const clauses = [...new Set([clause, ...also])].filter(Boolean);
			if (about) [...this.list.children].findLast((one) => one.dataset.about === about)?.remove(); // one line for a bet
			if (kind === "round") for (const one of this.list.children) delete one.dataset.about;
			this.list.append(
				el(
					"li",
					{
						class: ["money", "dealt", "round"].includes(kind) ? kind : null,
						title: clauses.join("; ") || null,
						data: about ? { about } : {},
					},
					text,
					clauses.map((one) => this.#clause(one)),
				),
			);
		}
		while (this.list.children.length > MOST) this.list.firstElementChild.remove();
		this.#follow();
	}
}
