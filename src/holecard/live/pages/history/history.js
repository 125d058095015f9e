// The rounds played, newest first, with a search by table, time and player.

import "../elements/toast.js";
import { get } from "../lib/api.js";
import { disputeItem } from "../lib/disputes.js";
import { el, many } from "../lib/dom.js";
import { me } from "../lib/me.js";
import { signed } from "../lib/money.js";
import { columnNames, scrolling, section, useStyle, when } from "../lib/parts.js";

const MOST = 50;

export default class HistoryPage extends HTMLElement {
	#error = el("inline-error", { hidden: true });
	#list = el("tbody");
	#status = el("p.clause", { role: "status" });
	#more = el("button.quiet", { hidden: true, onclick: () => this.#find(true) }, "Show earlier rounds");
	#rounds = [];

	async connectedCallback() {
		document.title = "History · Holecard";
		useStyle("history/history.css");
		this.className = "sheet";
		this.append(el("h1", "History"), this.#error);
		let person = null;
		try {
			person = await me.load();
		} catch (problem) {
			this.#error.show(problem, ["Try again", () => location.reload()]);
			return;
		}
		if (!person) return this.append(logIn());
		const tables = await get("/api/lobby").catch(() => []);
		this.append(
			el(
				"p.lead",
				me.isStaff
					? "Every round in the house. Open one to step through it and verify it."
					: "The rounds you bet in. Open one to step through it and verify it yourself.",
			),
			this.#form(tables),
			this.#status,
			scrolling("Rounds", el("table.grid.rounds", columnNames(["Ended", "Table", "Round", "Result"]), this.#list)),
			this.#more,
		);
		await Promise.all([this.#find(), this.#disputes()]);
	}

	#form(tables) {
		const chosen = new URLSearchParams(location.hash.split("?")[1] ?? "");
		const form = el(
			"form.find.panel-card",
			{ onsubmit: (event) => (event.preventDefault(), this.#find()) },
			field(
				"Table",
				el(
					"select",
					{ name: "table" },
					el("option", { value: "" }, "All tables"),
					tables.map(({ id, name }) => el("option", { value: id, selected: String(id) === chosen.get("table") }, name)),
				),
			),
			me.isStaff
				? field(
						"Player",
						el("input", {
							name: "bettor",
							autocomplete: "off",
							placeholder: "All players",
							maxlength: 24,
							value: chosen.get("bettor") ?? "",
						}),
					)
				: "",
			field("From", el("input", { name: "since", type: "datetime-local" })),
			field("Until", el("input", { name: "until", type: "datetime-local" })),
			el("div", el("button", { type: "submit" }, "Find rounds")),
		);
		this.form = form;
		return form;
	}

	async #find(more = false) {
		const asked = new URLSearchParams({ most: MOST });
		const data = new FormData(this.form);
		for (const name of ["table", "bettor"]) if (data.get(name)) asked.set(name, data.get(name).trim());
		for (const name of ["since", "until"])
			if (data.get(name)) asked.set(name, new Date(data.get(name)).getTime() / 1000);
		if (more) asked.set("until", this.#rounds.at(-1).began - 0.0001);
		try {
			const found = await get(`/api/rounds?${asked}`);
			this.#rounds = more ? [...this.#rounds, ...found] : found;
			this.#error.clear();
			this.#draw(found.length === MOST);
		} catch (problem) {
			this.#error.show(problem, ["Try again", () => this.#find(more)]);
		}
	}

	/** The player's own disputes; staff have them on the floor's page. */
	async #disputes() {
		const all = me.isStaff ? [] : await get("/api/disputes").catch(() => []);
		if (all.length)
			this.append(
				section(
					"disputes",
					"Your disputes",
					el(
						"ul.disputes",
						all.map((one) => disputeItem(one)),
					),
				),
			);
	}

	#draw(hasMore) {
		const rounds = this.#rounds;
		this.#status.textContent = rounds.length
			? `${hasMore ? `${rounds.length} or more rounds` : many(rounds.length, "round")} found`
			: "No rounds found. A round is listed when it is over. Try another table or time.";
		this.#list.replaceChildren(
			...rounds.map(({ table, table_name: name, number, ended, net }) =>
				el(
					"tr",
					el("td.ended", when(ended)),
					el("td.where", name),
					el("td.which", el("a.button.quiet.small", { href: `#/round/${table}/${number}` }, `Round ${number}`)),
					el(
						"td.came",
						el(
							"ul.nets",
							Object.entries(net).map(([who, cents]) =>
								el(
									"li",
									me.isStaff ? `${who} ` : "",
									el(
										"b",
										{ class: `number ${cents > 0 ? "win" : cents < 0 ? "lose" : ""}` },
										cents ? signed(cents) : "even",
									),
								),
							),
						),
					),
				),
			),
		);
		this.#more.hidden = !hasMore;
	}
}

function field(text, input) {
	input.id = `find-${input.name}`;
	return el("div", el("label", { for: input.id }, text), input);
}

function logIn() {
	return el("p.notice", el("a", { href: "#/login" }, "Log in"), " to see the rounds you bet in.");
}
