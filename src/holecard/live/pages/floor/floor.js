// The floor: every table at a glance, and the desk of one table.

import "../elements/toast.js";
import { get } from "../lib/api.js";
import { capital, el } from "../lib/dom.js";
import { me } from "../lib/me.js";
import { money } from "../lib/money.js";
import { columnNames, logInFirst, scrolling, useStyle } from "../lib/parts.js";
import { warning } from "../filing/filing.js";
import { Desk } from "./desk.js";
import { Glance } from "./glance.js";
import { Hearing } from "./hearing.js";
import { openWagers } from "./plan.js";
import { Status } from "./status.js";

export default class FloorPage extends HTMLElement {
	#error = el("inline-error", { hidden: true });
	#glances = [];
	#desk = null;
	#timer = 0;
	#place = el("div.floor-desk");
	#waiting = el("p.floor-waiting", { role: "status" });
	#sums = el("dl.floor-sums");
	#columns = el("div.floor-columns");
	#alert = el("p.notice", { role: "alert", hidden: true });
	#tablesOpen = -1;

	async connectedCallback() {
		document.title = "Floor · Holecard";
		useStyle("floor/plan.css");
		useStyle("floor/floor.css");
		this.className = "sheet floor";
		this.append(el("h1", "The floor"), this.#error, this.#alert);
		await this.#load();
	}

	disconnectedCallback() {
		clearInterval(this.#timer);
		for (const glance of this.#glances) glance.close();
		this.#hearing?.close();
		this.#status?.close();
	}

	#hearing = null;
	#status = null;

	async #load() {
		try {
			await me.load();
			if (!me.isStaff) return this.append(notForYou());
			const [tables, filing] = await Promise.all([get("/api/lobby"), get("/api/filing")]);
			const off = warning(filing);
			off?.append(" ", el("a", { href: "#/filing" }, "See the differences"));
			this.append(off ?? el("p", el("a", { href: "#/filing" }, "See the filing of the house")));
			this.#draw(tables);
		} catch (problem) {
			this.#error.show(problem, ["Try again", () => this.#load()]);
		}
	}

	/** Say why the house can't serve, if it can't: the database, a lost table, the generator. */
	async #warn() {
		const reply = await fetch("/readyz");
		const { why } = await reply.json();
		this.#alert.hidden = !why.length;
		this.#alert.textContent = why.map((one) => `${capital(one)}.`).join(" ");
	}

	#draw(tables) {
		this.#hearing = new Hearing(() => this.#changed());
		this.#status = new Status();
		this.#glances = tables.map(
			(table) =>
				new Glance(
					table,
					(glance) => this.#open(glance),
					() => this.#changed(),
				),
		);
		this.append(
			el(
				"p.lead",
				me.isFloor
					? "Every table at a glance. Open a table to direct it, notify it or make a ruling."
					: "Every table at a glance. Auditors see everything but can't direct a table.",
			),
			this.#sums,
			this.#waiting,
			this.#columns,
			this.#hearing.node,
			this.#status.node,
			permissions(),
		);
		for (const { table, socket } of this.#glances)
			socket.addEventListener("talk", ({ detail }) => this.#hearing.hear(table, detail));
		this.#columns.append(
			el(
				"ul.glances",
				this.#glances.map(({ node }) => node),
			),
			this.#place,
		);
		this.#timer = setInterval(() => this.#glances.forEach((glance) => glance.tick()), 500);
		const wanted = new URLSearchParams(location.hash.split("?")[1] ?? "").get("table");
		const first = this.#glances.find(({ table }) => String(table.id) === wanted);
		if (first) this.#open(first);
	}

	#open(glance) {
		this.#desk?.close();
		this.#desk = new Desk(glance, () => this.#shut());
		this.#place.replaceChildren(this.#desk.node);
		this.#columns.classList.add("with-desk");
		for (const one of this.#glances) one.setOpen(one === glance);
		history.replaceState(null, "", `#/floor?table=${glance.table.id}`);
		if (matchMedia("(max-width: 1000px)").matches) this.#place.scrollIntoView({ block: "start" });
		this.#desk.focus();
	}

	#shut() {
		const glance = this.#desk?.glance;
		this.#desk?.close();
		this.#desk = null;
		this.#place.replaceChildren();
		this.#columns.classList.remove("with-desk");
		for (const one of this.#glances) one.setOpen(false);
		history.replaceState(null, "", "#/floor");
		glance?.focus();
	}

	/** The house in a few figures, and the tables that wait for a ruling. */
	#changed() {
		const asked = this.#glances.filter((glance) => glance.asksFloor);
		const views = this.#glances.map(({ view }) => view).filter(Boolean);
		const open = views.filter((view) => view.open).length;
		if (open !== this.#tablesOpen) this.#warn(); // the house may have closed one
		this.#tablesOpen = open;
		this.#sums.replaceChildren(
			sum("Tables open", `${open} of ${this.#glances.length}`),
			sum(
				"Players seated",
				views.reduce((many, { seats }) => many + seats.length, 0),
			),
			sum("Wagers in play", money(views.reduce((cents, { table }) => cents + openWagers(table), 0))),
			sum("Open disputes", this.#hearing?.open ?? 0),
			sum("Play stopped", views.filter(({ stopped }) => stopped).length),
		);
		this.#waiting.textContent = asked.length
			? `Ruling needed at ${asked.map(({ table }) => table.name).join("; ")}.`
			: "";
		this.#waiting.classList.toggle("pressing", asked.length > 0);
	}
}

function sum(name, value) {
	return el("div", el("dt", name), el("dd.number", String(value)));
}

function notForYou() {
	return el(
		"div",
		el("p.notice", "Only floorpersons and auditors can open the floor. ", logInFirst(me.person)),
		permissions(),
	);
}

const PERMISSIONS = [
	["See every table", true, true, true],
	["Sit, bet and play", true, false, false],
	["See every round, event by event", false, true, true],
	["Open, close, stop and resume a table", false, true, false],
	["Notify a table: reshuffle, new dealer, recut …", false, true, false],
	["Report an irregularity and rule on it", false, true, false],
	["Question a round they bet in", true, false, false],
	["See every dispute with its evidence", false, true, true],
	["Answer a dispute, mute a player's talk", false, true, false],
	["See a face-down card, or the order of a shoe in play", false, false, false],
];

/** Who can do what, in one table. */
function permissions() {
	const cell = (may) =>
		el("td", { class: may ? "may" : "may-not" }, may ? "✓" : "–", el("span.unseen", may ? "yes" : "no"));
	return el(
		"section.permissions",
		{ "aria-labelledby": "permissions-title" },
		el("h2", { id: "permissions-title" }, "Who can do what"),
		scrolling(
			"Who can do what",
			el(
				"table.grid",
				columnNames(["", "Player", "Floorperson", "Auditor"]),
				el(
					"tbody",
					PERMISSIONS.map(([what, ...may]) => el("tr", el("th", { scope: "row" }, what), may.map(cell))),
				),
			),
		),
	);
}
