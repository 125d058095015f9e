// The floorperson's desk for one table: its layout, directions, notices, reports and rulings.

import { get } from "../lib/api.js";
import { el } from "../lib/dom.js";
import { me } from "../lib/me.js";
import { money } from "../lib/money.js";
import { marked } from "../lib/parts.js";
import { asked } from "./glance.js";
import { plan } from "./plan.js";

const DIRECTIONS = { open: "Open table", close: "Close table", stop: "Stop play", resume: "Resume play" };

export class Desk {
	#stage = el("div");
	#ruling = el("div.desk-ruling", { "aria-live": "assertive" });
	#directions = el("div.row");
	#why = el("input", {
		placeholder: "Reason",
		"aria-label": "Reason to open or close",
		required: true,
		minlength: 3,
		maxlength: 200,
	});
	#error = el("inline-error", { hidden: true });
	#done = el("p.desk-done", { role: "status" });
	#lists = el("div");
	#heading;
	#listen = () => this.#draw();
	#fetching = 0;
	#known = "";
	#shown = {}; // what each part shows

	constructor(glance, shut) {
		this.glance = glance;
		const { table } = glance;
		this.#heading = el("h2", { tabindex: "-1" }, table.name);
		this.node = el(
			"section.desk.panel-card",
			{ "aria-label": table.name },
			el(
				"header.desk-head",
				this.#heading,
				el(
					"div.row",
					el("a.button.quiet.small", { href: `#/table/${table.id}` }, "Watch"),
					el("a.button.quiet.small", { href: `#/history?table=${table.id}` }, "Show rounds"),
					el("button.quiet.small", { onclick: shut }, "Close panel"),
				),
			),
			this.#ruling,
			this.#stage,
			this.#directions,
			me.isFloor ? this.#why : "",
			this.#error,
			this.#done,
			this.#lists,
		);
		glance.addEventListener("change", this.#listen);
		this.#draw();
	}

	close() {
		this.glance.removeEventListener("change", this.#listen);
	}

	focus() {
		this.#heading.focus({ preventScroll: true });
	}

	#draw() {
		const { view, table } = this.glance;
		if (!view) return;
		const hadFocus = this.node.contains(document.activeElement);
		this.#stage.replaceChildren(
			plan(view.table, { cloth: table.cloth, boxes: table.boxes, seats: view.seats, asked: view.question }),
			el("p.desk-question", asked(view.question, view.table), " ", el("span.clause", view.question.clause)),
		);
		this.#drawDirections(view);
		this.#drawRuling(view);
		if (hadFocus && !this.node.contains(document.activeElement)) this.focus();
		this.#fetchLists(view);
	}

	#drawDirections(view) {
		const possible = {
			open: !view.open,
			close: view.open && !view.table.boxes.length,
			stop: view.open && !view.stopped,
			resume: view.stopped,
		};
		const shown = Object.entries(DIRECTIONS).filter(([what]) => possible[what] || (what === "close" && view.open));
		if (!this.#isNew("directions", [shown, possible])) return;
		this.#directions.replaceChildren(
			...shown.map(([what, text]) =>
				el(
					"button",
					{
						class: what === "stop" ? "small warn" : "quiet small",
						disabled: !me.isFloor || !possible[what],
						title: what === "close" && !possible.close ? "Wait until the round is over" : null,
						onclick: () => this.#direct(what, text),
					},
					text,
				),
			),
		);
	}

	/** Whether a part shows something else than before. What is the same stays, with its focus and what is typed there. */
	#isNew(part, shown) {
		const now = JSON.stringify(shown);
		if (this.#shown[part] === now) return false;
		this.#shown[part] = now;
		return true;
	}

	/** Opening and closing need a reason, which the journal records. */
	#direct(what, text) {
		if (what !== "open" && what !== "close") return this.#say({ do: "direct", what }, text);
		if (!this.#why.reportValidity()) return;
		this.#say({ do: "direct", what, why: this.#why.value }, text);
		this.#why.value = "";
	}

	/** A question for the floorperson, with the choices that its clause gives. */
	#drawRuling(view) {
		const { question, asked: key } = view;
		if (!this.#isNew("ruling", this.glance.asksFloor && key)) return;
		this.#ruling.replaceChildren(...(this.glance.asksFloor ? this.#asked(question, key) : []));
		if (this.glance.asksFloor) this.#ruling.scrollIntoView({ block: "nearest" }); // the report button may be far down the page
	}

	#asked(question, key) {
		return [
			el("h3", `Your ruling: ${question.title}`),
			el(
				"p",
				[question.box ? `Box ${question.box}` : "", question.hand ? `hand ${question.hand}` : "", question.bettor ?? ""]
					.filter(Boolean)
					.join(", "),
				" ",
				el("span.clause", question.clause),
			),
			el(
				"div.row",
				question.choices.map(({ do: action, name, least, most }) =>
					el(
						"button",
						{
							disabled: !me.isFloor,
							onclick: () => this.#say({ do: "act", asked: key, action, amount: most ? least : 0 }, name),
						},
						name,
						most > least ? ` (${money(least)} to ${money(most)})` : "",
					),
				),
			),
		];
	}

	// The lists of notices and irregularities, fetched again whenever the table changes

	async #fetchLists(view) {
		const known = `${view.seq} ${view.asked}`;
		if (known === this.#known) return;
		this.#known = known;
		const mine = (this.#fetching += 1);
		try {
			const found = await get(`/api/tables/${this.glance.table.id}/floor`);
			if (mine === this.#fetching) this.#drawLists(found);
		} catch (problem) {
			this.#known = "";
			this.#lists.replaceChildren(el("p", problem.message));
		}
	}

	#drawLists({ notices, irregularities }) {
		const open = [...this.#lists.querySelectorAll("details[open]")].map((one) => one.dataset.list);
		const focused = this.#lists.contains(document.activeElement) ? document.activeElement.dataset.focus : null;
		const selects = () => [...this.#lists.querySelectorAll("select")];
		const chosen = new Map(selects().map((one) => [one.dataset.focus, one.selectedOptions[0].text]));
		this.#lists.replaceChildren(
			this.#list("notify", "Notify the table", notices, (one) => this.#notice(one), open),
			this.#list("report", "Report an irregularity", irregularities, (one) => this.#irregularity(one), open),
		);
		for (const select of selects()) {
			const at = [...select.options].findIndex(({ text }) => text === chosen.get(select.dataset.focus));
			if (at < 1) continue; // the first is chosen anyway
			select.selectedIndex = at;
			select.dispatchEvent(new Event("change"));
		}
		if (focused) (this.#lists.querySelector(`[data-focus="${focused}"]`) ?? this.#heading).focus();
	}

	#list(key, title, found, row, open) {
		const [possible, other] = [found.filter((one) => one.possible), found.filter((one) => !one.possible)];
		return el(
			"section.desk-list",
			{ "aria-label": title },
			el("h3", title),
			possible.length ? el("ul", possible.map(row)) : el("p.clause", "Nothing possible now."),
			other.length
				? el(
						"details",
						{ data: { list: key }, open: open.includes(key) },
						el("summary", `Not possible now (${other.length})`),
						el("ul", other.map(row)),
					)
				: "",
		);
	}

	#notice({ what, name: title, clause, summary, possible, names, why }) {
		const pick = names.length
			? el(
					"select",
					{ "aria-label": `Who: ${title}`, data: { focus: `who-${what}` } },
					names.map((name) => el("option", { value: name }, name)),
				)
			: null;
		const go = () => this.#say({ do: "notify", what, ...(pick ? { name: pick.value } : {}) }, title);
		return this.#row(
			title,
			summary,
			clause,
			why,
			possible ? [pick, button("Notify", `notify-${what}`, title, go)] : [],
		);
	}

	#irregularity({ name, title, clause, summary, possible, places, why }) {
		const pick =
			places.length > 1 || places[0]?.box
				? el(
						"select",
						{ "aria-label": `Where: ${title}`, data: { focus: `where-${name}` }, onchange: () => follows() },
						places.map((place, at) => el("option", { value: at }, where(place))),
					)
				: null;
		const then = el("p.desk-then");
		const follows = () => then.replaceChildren(followed(places[Number(pick?.value ?? 0)]?.then));
		if (possible) follows();
		const go = () => {
			const { box, hand } = places[Number(pick?.value ?? 0)];
			return this.#say({ do: "report", name, box, hand }, title);
		};
		return this.#row(
			title,
			summary,
			clause,
			why,
			possible ? [pick, button("Report", `report-${name}`, title, go)] : [],
			possible ? then : "",
		);
	}

	#row(title, summary, clause, why, controls, more = "") {
		return el(
			"li.desk-row",
			el(
				"div",
				el("b", title),
				el("p", marked(summary), " ", el("span.clause", clause)),
				more,
				why ? el("p.desk-why", `Not possible now: ${why}.`) : "",
			),
			controls.length ? el("div.desk-do", controls) : "",
		);
	}

	async #say(message, text) {
		this.#error.clear();
		try {
			await this.glance.socket.say(message);
			this.#done.textContent = `Done: ${text.charAt(0).toLowerCase()}${text.slice(1)}.`;
		} catch (problem) {
			this.#done.textContent = "";
			this.#error.show(problem);
			this.#error.scrollIntoView({ block: "nearest" });
		}
	}
}

function where({ box, hand }) {
	return box ? `box ${box}${hand ? `, hand ${hand}` : ""}` : "the table";
}

/** Who answers next, and with which choices. */
function followed(then) {
	if (!then) return "";
	const who =
		then.who === "floorperson"
			? "you then choose"
			: then.who === "bettor"
				? `${then.bettor || "the player"} then chooses`
				: `the ${then.who} then continues`;
	const choices = then.choices.map(({ name }) => name.charAt(0).toLowerCase() + name.slice(1)).filter(Boolean);
	return `${who.charAt(0).toUpperCase()}${who.slice(1)}: ${choices.join(" or ")}.`;
}

/** A button of the desk; a reader who hears it alone hears what it is about. */
function button(does, focus, about, go) {
	return el(
		"button.quiet.small",
		{ data: { focus }, disabled: !me.isFloor, onclick: go },
		does,
		el("span.unseen", `: ${about}`),
	);
}
