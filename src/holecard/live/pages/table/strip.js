// The strip above the table: the clock, how long the session lasts, and how it goes beside what was to be expected.

import { get } from "../lib/api.js";
import { el, many, svg } from "../lib/dom.js";
import { money, signed } from "../lib/money.js";

const AGAIN = 10000; // milliseconds until an edge that was not solved is asked for again

export class Strip {
	#tally = null;
	#edges = new Map(); // by table
	#asked = 0;

	constructor(key, open) {
		this.clock = el("time");
		this.rest = el("span.strip-rest");
		this.node = el(
			"button.strip",
			{ "aria-keyshortcuts": key, title: "Your session", onclick: open },
			el("span.unseen", "Your session: "),
			this.clock,
			this.rest,
		);
		this.node.dataset.do = "session";
	}

	/** `tally` is null for a spectator. */
	show(tally) {
		this.#tally = tally;
		if (tally) this.#solve();
		this.drawn = "";
		this.tick();
	}

	tick() {
		const time = new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
		if (this.clock.textContent !== time) this.clock.textContent = time;
		const minutes = this.#tally ? duration(this.#tally.seconds) : "";
		if (!this.#tally || this.drawn === minutes) return;
		this.drawn = minutes;
		const { rounds, won, lost, net, mistakes, cost, nets } = this.#tally.figures;
		const { expected } = this;
		const part = (name, ...words) => el("span", { class: `strip-${name}` }, words);
		this.rest.replaceChildren(
			part("time", minutes),
			part("rounds", many(rounds, "round")),
			part("won", "won ", el("b.number", money(won))),
			part("won", "lost ", el("b.number", money(lost))),
			part("net", el("b", { class: `number ${net > 0 ? "win" : net < 0 ? "lose" : ""}` }, signed(net))),
			expected === null ? "" : part("expected", "expected ", el("b.number", signed(expected))),
			mistakes ? part("mistakes", many(mistakes, "mistake"), " ", el("b.number", money(Math.round(cost)))) : "",
			nets.length > 1 ? chart(nets, 64, 20) : "",
		);
	}

	/** What the main game was to bring: the exact edge of each table times the initial bets there; null if not known. */
	get expected() {
		let sum = 0;
		const bets = Object.entries(this.#tally?.figures.initial ?? {});
		for (const [table, cents] of bets) {
			const edge = this.#edges.get(table);
			if (edge === undefined) return null;
			sum -= edge * cents;
		}
		return bets.length ? Math.round(sum) : null;
	}

	async #solve() {
		if (performance.now() - this.#asked < AGAIN && this.#asked) return;
		const wanted = Object.keys(this.#tally.figures.initial).filter((table) => !this.#edges.has(table));
		if (!wanted.length) return;
		this.#asked = performance.now();
		for (const table of wanted) {
			const found = await get(`/api/tables/${table}/edge?if_ready=true`).catch(() => null);
			if (typeof found?.house_edge === "number") this.#edges.set(table, found.house_edge);
		}
		this.drawn = "";
	}
}

/** 2520 -> "42 min", 3725 -> "1 h 2 min" */
export function duration(seconds) {
	const minutes = Math.floor(seconds / 60);
	return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Money after each round, with a line where it began. */
export function chart(nets, width, height) {
	const all = [0, ...nets];
	const [low, high] = [Math.min(...all), Math.max(...all)];
	const y = (cents) => 2 + ((high - cents) / (high - low || 1)) * (height - 4);
	const points = all.map((cents, at) => `${((at / (all.length - 1)) * width).toFixed(1)},${y(cents).toFixed(1)}`);
	return svg(
		"svg.strip-chart",
		{ viewBox: `0 0 ${width} ${height}` },
		svg("path.zero", { d: `M0 ${y(0)}H${width}` }),
		svg("polyline", { points: points.join(" ") }),
	);
}
