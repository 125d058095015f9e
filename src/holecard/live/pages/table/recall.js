// The last round once more: how it ended, what was said and paid, the way to every step of it, and to a dispute.

import { plan } from "../floor/plan.js";
import { get } from "../lib/api.js";
import { disputeForm, disputeItem } from "../lib/disputes.js";
import { el } from "../lib/dom.js";
import { signed } from "../lib/money.js";
import { useStyle } from "../lib/parts.js";
import { Drawer } from "./drawer.js";
import { linesOf } from "./log.js";

export default class RecallDrawer extends Drawer {
	constructor({ table, name, watch }) {
		super("Last round");
		this.table = table;
		this.name = name;
		this.watch = watch;
		useStyle("floor/plan.css");
	}

	async shown() {
		this.body.replaceChildren(el("p", { role: "status" }, "Loading…"));
		try {
			const [last] = await get(`/api/rounds?table=${this.table.id}&most=1`);
			if (!last) return this.body.replaceChildren(el("p", "You have not played a round at this table yet."));
			const [round, all] = await Promise.all([
				get(`/api/rounds/${this.table.id}/${last.number}/steps`),
				get("/api/disputes"),
			]);
			this.#draw(
				round,
				all.find((one) => one.table === round.table && one.round === round.number),
			);
		} catch (problem) {
			this.body.replaceChildren(el("inline-error"));
			this.body.firstChild.show(problem, ["Try again", () => this.shown()]);
		}
		return null;
	}

	#draw({ table, number, cloth, boxes, steps, net }, dispute) {
		const name = this.name();
		const full = steps.findLast(({ table: shown }) =>
			shown?.boxes.some(({ hands }) => hands.some(({ cards }) => cards.length)),
		);
		const from = steps.findIndex(({ table: shown }) => shown?.closed);
		const lines = steps.slice(from).flatMap((step) => linesOf(step, name));
		const place = el("div");
		const asked = (made) => {
			place.replaceChildren(el("ul.disputes", disputeItem(made)));
			this.watch();
		};
		if (dispute) asked(dispute);
		else place.append(disputeForm(table, number, asked));
		this.body.replaceChildren(
			el("p.lead", `Round ${number}: `, el("b.number", net[name] ? signed(net[name]) : "even")),
			full ? plan(full.table, { cloth, boxes, asked: null }) : "",
			el("p", el("a.button.quiet.small", { href: `#/round/${table}/${number}` }, "Step through it")),
			place,
			el(
				"ol.recalled",
				lines.map(({ text, clause }) => el("li", { title: clause }, text)),
			),
		);
	}
}
