// The record of a table test, as a page for the file: who, when, the game as configured, every question and answer.

import "../elements/toast.js";
import { get } from "../lib/api.js";
import { el } from "../lib/dom.js";
import { useStyle, when } from "../lib/parts.js";
import { result } from "./records.js";

export default class RecordPage extends HTMLElement {
	#error = el("inline-error", { hidden: true });

	async connectedCallback() {
		useStyle("train/train.css");
		this.className = "sheet record";
		this.append(this.#error);
		await this.#load();
	}

	async #load() {
		const number = this.getAttribute("number");
		document.title = `Table test ${number} · Holecard`;
		try {
			this.#draw(await get(`/api/school/records/${number}`));
		} catch (problem) {
			const way =
				problem.status === 401 ? ["Log in", () => (location.hash = "#/login")] : ["Try again", () => this.#load()];
			this.#error.show(problem, way);
		}
	}

	#draw({ n, time, hash, previous, title, record }) {
		const options = Object.entries(record.options);
		this.replaceChildren(
			el(
				"header.record-head",
				el(
					"div",
					el("p.crumb", el("a", { href: "#/train?school=records" }, "Test records")),
					el("h1", `Table test: ${title.toLowerCase()}`),
					el("p", el("b", record.name), " ", result(record.passed)),
				),
				el("button.quiet", { onclick: () => print() }, "Print"),
			),
			el(
				"dl.record-facts",
				fact("Game", `${record.game_name}${record.edition ? `, edition ${record.edition}` : ""}`),
				record.table ? fact("Table", record.table) : "",
				fact("Began", when(record.began)),
				fact("Ended", when(time)),
				fact("Right", `${record.right} of ${record.questions}, ${percent(record.pass_mark)} needed`),
				fact("Time", `${Math.round(record.seconds)} of ${record.allowed_seconds} seconds`),
				fact("Rules", record.rules_hash),
				fact("Entry", `${n} of the house's book`),
				fact("Hash", hash, "wide"),
				fact("Hash before", previous, "wide"),
			),
			el(
				"details",
				el("summary", `The game as configured: ${options.length} options`),
				el(
					"ul.record-options",
					options.map(([name, value]) => el("li", el("code", `${name}=${value}`))),
				),
			),
			answers(record.answers),
			el("p.record-sign", el("span", "Dealer"), el("span", "Supervisor"), el("span", "Date")),
		);
	}
}

function fact(name, value, kind = null) {
	return el("div", { class: kind }, el("dt", name), el("dd", value));
}

/** "9/10" -> "90 %" */
function percent(mark) {
	const [right, of] = mark.split("/").map(Number);
	return `${Math.round((100 * right) / (of || 1))}\u202f%`;
}

function answers(given) {
	return el(
		"ol.record-answers",
		given.map(({ asked, before, given: said, expected, right, clause, seconds }) =>
			el(
				"li",
				before.length ? el("p.clause", before.join("; ")) : "",
				el("p", asked),
				el(
					"p",
					el("b", { class: right ? "win" : "lose" }, right ? "✓ " : "✗ "),
					said,
					right ? "" : ` (right: ${expected})`,
					el("span.clause", ` ${clause} · ${seconds.toFixed(1)} s`),
				),
			),
		),
	);
}
