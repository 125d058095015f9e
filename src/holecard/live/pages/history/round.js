// One round, step by step: the table after each event, its clause and its money. Then its verification.

import "../elements/toast.js";
import { plan } from "../floor/plan.js";
import { get } from "../lib/api.js";
import { disputeForm, disputeItem } from "../lib/disputes.js";
import { el, svg } from "../lib/dom.js";
import { me } from "../lib/me.js";
import { signed } from "../lib/money.js";
import { clockTime, useStyle, when } from "../lib/parts.js";
import { Verification } from "./verify.js";

const FOLDED = 4; // lines shown of an event that is not selected

export default class RoundPage extends HTMLElement {
	#error = el("inline-error", { hidden: true });
	#at = 0;
	#round = null;
	#felt = el("div");
	#caption = el("p.round-caption", { role: "status", "aria-live": "polite" });
	#slider = el("input", {
		type: "range",
		min: 0,
		step: 1,
		"aria-label": "Step of the round",
		oninput: (event) => this.#show(Number(event.target.value)),
	});
	#events = el("ol.round-events");
	#steps = [];
	#buttons = {};

	async connectedCallback() {
		useStyle("floor/plan.css");
		useStyle("history/history.css");
		this.className = "sheet round";
		this.append(this.#error);
		addEventListener("keydown", this.#keys);
		await this.#load();
	}

	disconnectedCallback() {
		removeEventListener("keydown", this.#keys);
	}

	#keys = (event) => {
		if (
			!this.#round ||
			event.altKey ||
			event.ctrlKey ||
			event.metaKey ||
			/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)
		)
			return;
		const to = { ArrowRight: this.#at + 1, ArrowLeft: this.#at - 1, Home: 0, End: this.#steps.length - 1 }[event.key];
		if (to === undefined) return;
		event.preventDefault();
		this.#show(to);
	};

	async #load() {
		const [table, number] = [this.getAttribute("table"), this.getAttribute("number")];
		document.title = `Round ${number} · Holecard`;
		try {
			this.#round = await get(`/api/rounds/${table}/${number}/steps`);
		} catch (problem) {
			const ways =
				problem.status === 401
					? [["Log in", () => (location.hash = "#/login")]]
					: [
							["Try again", () => this.#load()],
							["All rounds", () => (location.hash = "#/history")],
						];
			return this.#error.show(problem, ...ways);
		}
		this.#error.clear();
		this.#steps = this.#round.steps.filter(({ table: shown, kind }) => shown || kind !== "seats");
		this.#draw();
		this.#show(
			Math.max(
				0,
				this.#steps.findIndex(({ table: shown }) => shown?.closed),
			),
		); // all bets are placed, the deal comes next
	}

	#draw() {
		const { table, table_name: name, number, game_name: game, began, ended, net, earlier, later } = this.#round;
		const button = (key, label, path, to) =>
			(this.#buttons[key] = el(
				"button.quiet",
				{ "aria-label": label, title: label, onclick: () => this.#show(to()) },
				svg("svg", { viewBox: "0 0 24 24", class: "sign" }, svg("path", { d: path })),
			));
		this.#slider.max = this.#steps.length - 1;
		this.append(
			el(
				"header.round-head",
				el(
					"div",
					el(
						"p.crumb",
						el("a", { href: "#/history" }, "History"),
						" · ",
						el("a", { href: `#/history?table=${table}` }, name),
					),
					el("h1", `Round ${number}`),
					el("p.clause", `${game} · ${when(began)}${ended ? ` to ${clockTime(ended)}` : ", in progress"}`),
				),
				el(
					"div.row",
					earlier ? el("a.button.quiet.small", { href: `#/round/${table}/${earlier}` }, "Previous round") : "",
					later ? el("a.button.quiet.small", { href: `#/round/${table}/${later}` }, "Next round") : "",
					el(
						"a.button.small",
						{ href: `/api/rounds/${table}/${number}/file`, download: `table-${table}-round-${number}.round` },
						"Download .round",
					),
				),
			),
			el(
				"ul.nets.big",
				{ "aria-label": "Results" },
				Object.entries(net).map(([who, cents]) =>
					el(
						"li",
						`${who} `,
						el("b", { class: `number ${cents > 0 ? "win" : cents < 0 ? "lose" : ""}` }, cents ? signed(cents) : "even"),
					),
				),
			),
			el(
				"div.round-columns",
				el(
					"section.round-stage",
					{ "aria-label": "The table" },
					this.#felt,
					this.#caption,
					el(
						"div.round-controls",
						button("first", "First event (Home)", "M5 4h3v16H5zM20 4v16L9 12z", () => 0),
						button("back", "Previous event (left arrow)", "M18 4v16L6 12z", () => this.#at - 1),
						this.#slider,
						button("forward", "Next event (right arrow)", "M6 4v16l12-8z", () => this.#at + 1),
						button("last", "Last event (End)", "M16 4h3v16h-3zM4 4v16l11-8z", () => this.#steps.length - 1),
					),
				),
				el("section", { "aria-label": "Events" }, this.#events),
			),
			new Verification(this.#round).node,
			this.#disputed,
		);
		this.#showDisputes();
		this.#events.replaceChildren(...this.#steps.map((step, at) => this.#event(step, at)));
	}

	#disputed = el("section.part", { "aria-label": "Disputes" });

	/** The disputes about this round; a player may question it, and the floor answers. */
	async #showDisputes() {
		const { table, number, net } = this.#round;
		const all = await get("/api/disputes").catch(() => []);
		const its = all.filter((one) => one.table === table && one.round === number);
		const again = () => this.#showDisputes();
		const mayAsk = me.person?.name in net && !its.some(({ bettor }) => bettor === me.person.name);
		this.#disputed.replaceChildren(
			its.length ? el("h2", "Disputes") : "",
			el(
				"ul.disputes",
				its.map((one) => disputeItem(one, me.isFloor ? again : null)),
			),
			mayAsk ? disputeForm(table, number, again) : "",
		);
	}

	#event(step, at) {
		const { lines } = step;
		const clauses = [
			...new Set([step.asked?.clause, ...lines.flatMap(({ clause, also = [] }) => [clause, ...also])]),
		].filter(Boolean);
		const said = lines.length
			? lines.map(({ text, kind }) => el("span", { class: kind === "money" ? "said money" : "said" }, text))
			: el("span.said", step.text);
		return el(
			"li",
			el(
				"button.event",
				{ onclick: () => this.#show(at) },
				el("span.event-n", String(step.n)),
				el("span.event-said", { data: lines.length > FOLDED ? { more: lines.length - FOLDED + 1 } : {} }, said),
				el("span.clause", clauses.join("; ")),
			),
		);
	}

	#show(to) {
		this.#at = Math.max(0, Math.min(this.#steps.length - 1, to));
		const step = this.#steps[this.#at];
		const { cloth, boxes } = this.#round;
		const shown = step.table ?? this.#steps.find(({ table }) => table)?.table;
		if (shown) this.#felt.replaceChildren(plan(step.table ?? emptied(shown), { cloth, boxes, asked: step.asked }));
		this.#slider.value = this.#at;
		this.#slider.setAttribute("aria-valuetext", `event ${this.#at + 1} of ${this.#steps.length}`);
		const { lines } = step;
		this.#caption.replaceChildren(
			el("b", `${this.#at + 1} of ${this.#steps.length}`),
			` · ${clockTime(step.time)} · `,
			lines.length ? lines.map(({ text }) => text).join(". ") : step.text,
		);
		for (const key of ["first", "back"]) this.#buttons[key].disabled = this.#at === 0;
		for (const key of ["forward", "last"]) this.#buttons[key].disabled = this.#at === this.#steps.length - 1;
		[...this.#events.children].forEach((row, at) => {
			const here = at === this.#at;
			row.firstElementChild.setAttribute("aria-current", here ? "step" : "false");
			if (here) keepInView(this.#events, row);
		});
	}
}

/** The layout before the first answer: no cards, no wagers. */
function emptied(table) {
	return { ...table, boxes: [], dealer: { cards: [], text: "", light: "", blackjack: false }, closed: false };
}

function keepInView(list, row) {
	const [top, bottom] = [row.offsetTop - list.offsetTop, row.offsetTop - list.offsetTop + row.offsetHeight];
	if (top < list.scrollTop) list.scrollTop = top - 8;
	else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight + 8;
}
