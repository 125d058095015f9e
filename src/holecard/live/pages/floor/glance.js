// A table at a glance: seats, wagers, the open question, the clock, the shoe. It listens like any spectator.

import { el, many } from "../lib/dom.js";
import { money } from "../lib/money.js";
import { TableSocket } from "../lib/socket.js";
import { openWagers } from "./plan.js";

export class Glance extends EventTarget {
	view = null;
	#ends = 0;
	#clock = el("span.glance-clock.number");
	#body = el("div");
	#state = el("span.glance-state");
	#button;
	#changed;

	constructor(table, open, changed) {
		super();
		this.table = table;
		this.#changed = changed;
		this.#button = el("button.glance-open", { "aria-expanded": "false", onclick: () => open(this) }, table.name);
		this.node = el(
			"li.glance",
			{ data: { felt: table.cloth } },
			el("span.glance-swatch", { "aria-hidden": "true" }),
			el("h2", this.#button),
			el("p.clause", table.game_name, " ", this.#state),
			this.#body,
		);
		this.socket = new TableSocket(table.id);
		this.socket.addEventListener("table", ({ detail }) => this.#hear(detail));
		this.socket.addEventListener("state", () => this.#drawState());
		this.#body.append(el("p", "Connecting…"));
	}

	close() {
		this.socket.close();
	}

	setOpen(is) {
		this.node.classList.toggle("open", is);
		this.#button.setAttribute("aria-expanded", String(is));
	}

	focus() {
		this.#button.focus();
	}

	get asksFloor() {
		return this.view?.question.who === "floorperson" && Boolean(this.view.question.choices?.length);
	}

	#hear(view) {
		this.view = view;
		this.#ends = view.seconds === null ? 0 : Date.now() + view.seconds * 1000;
		this.#draw();
		this.tick();
		this.#changed();
		this.dispatchEvent(new Event("change"));
	}

	tick() {
		const left = this.#ends ? Math.max(0, Math.ceil((this.#ends - Date.now()) / 1000)) : null;
		this.#clock.textContent = left === null ? "" : `${left} s`;
		this.#clock.classList.toggle("pressing", left !== null && left <= 5);
	}

	#drawState() {
		const { state } = this.socket;
		const view = this.view;
		const words =
			state === "lost"
				? "reconnecting…"
				: state === "gone"
					? "no longer in the house"
					: view && !view.open
						? "closed"
						: view?.stopped
							? "stopped"
							: "";
		this.#state.textContent = words;
		this.#state.hidden = !words;
	}

	#draw() {
		const { table, seats, question, round, shoe } = this.view;
		this.#drawState();
		this.node.classList.toggle("asks-floor", this.asksFloor);
		this.node.classList.toggle("idle", !seats.length && !table.boxes.length);
		const whole = 52 * this.table.decks;
		this.#body.replaceChildren(
			el(
				"ul.glance-seats",
				{ "aria-label": "Seats" },
				Array.from({ length: this.table.boxes }, (_, at) => {
					const seat = seats.find(({ box }) => box === at + 1);
					return el(
						"li",
						{
							class: !seat ? "seat" : seat.here ? "seat taken" : "seat away",
							title: seat ? `Box ${at + 1}: ${seat.name}${seat.here ? "" : ", away"}` : `Box ${at + 1} is free`,
						},
						String(at + 1),
						el("span.unseen", seat ? `: ${seat.name}${seat.here ? "" : ", away"}` : ": free"),
					);
				}),
			),
			el("p.glance-asked", asked(question, table), " ", this.#clock),
			el(
				"dl.glance-facts",
				fact("Wagers", money(openWagers(table))),
				fact("Round", String(round)),
				fact("Shoe", [
					`${shoe.number} `,
					el("meter", {
						min: 0,
						max: whole,
						value: table.cards_left,
						"aria-label": `${table.cards_left} of ${whole} cards left`,
					}),
					` ${table.cards_left}`,
				]),
			),
			table.suspended.length || table.barred.length
				? el(
						"p.clause",
						[
							table.suspended.length ? `suspended: ${table.suspended.join(", ")}` : "",
							table.barred.length ? `can bet after the shuffle: ${table.barred.join(", ")}` : "",
						]
							.filter(Boolean)
							.join(" · "),
					)
				: "",
		);
	}
}

function fact(name, value) {
	return el("div", el("dt", name), el("dd.number", value));
}

/** What the table is waiting for, in a few words. */
export function asked(question, table) {
	if (question.type === "bets")
		return table.boxes.length ? `Betting: ${many(table.boxes.length, "box", "boxes")} so far` : "Waiting for bets";
	return question.box ? `Box ${question.box}: ${question.waiting}` : question.waiting;
}
