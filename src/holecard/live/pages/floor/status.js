// How the house runs: the monitor's figures with the last ten minutes of each as a small chart.

import { get } from "../lib/api.js";
import { el, many, svg } from "../lib/dom.js";

const [WIDTH, HEIGHT] = [120, 28];
const whole = (value) => Math.round(value).toLocaleString("en");
const milliseconds = (seconds) => `${whole(seconds * 1000)} ms`;

const CHARTS = [
	["Actions a second", "actions", (value) => value.toFixed(1)],
	["99 % answered within", "within", (value) => (value < 0 ? "over 5 s" : milliseconds(value))],
	["Writes per commit", "batch", (value) => value.toFixed(1)],
	["Waiting in queues", "waiting", whole],
	["Connections to tables", "sockets", whole],
	["Longest delay of the server", "lag", milliseconds],
];

export class Status {
	#charts = el("dl.status-charts");
	#facts = el("p.clause");
	#timer = 0;
	node = el(
		"section.status",
		{ "aria-labelledby": "status-title" },
		el("h2", { id: "status-title" }, "How the house runs"),
		this.#charts,
		this.#facts,
	);

	constructor() {
		this.#ask();
	}

	close() {
		clearTimeout(this.#timer);
		this.#timer = null;
	}

	async #ask() {
		let wait = 5;
		try {
			const status = await get("/api/status");
			wait = status.every;
			this.#draw(status);
		} catch {
			this.#facts.textContent = "The server does not answer. Trying again…";
		}
		if (this.#timer !== null) this.#timer = setTimeout(() => this.#ask(), wait * 1000);
	}

	#draw({ samples, tables, queues, lab_running: running, actions, commits, book_age: age }) {
		this.#charts.replaceChildren(
			...CHARTS.map(([name, key, shown]) => {
				const values = samples.map((sample) => sample[key]);
				const last = values.at(-1) ?? null;
				return el(
					"div",
					el("dt", name),
					el("dd.number", last === null ? "–" : shown(last), sparkline(values.map((value) => value ?? 0))),
				);
			}),
		);
		const states = Object.entries(tables).filter(([, count]) => count);
		this.#facts.textContent = [
			`Tables: ${states.map(([state, count]) => `${count} ${state}`).join(", ")}`,
			`${many(actions, "action")} in ${many(commits, "commit")} since the start`,
			`lab: ${running} running, ${queues.lab} waiting`,
			`the book noted the tables ${many(Math.round(age / 60), "minute")} ago`,
		].join(" · ");
	}
}

/** The last minutes as a line. A value beyond all bounds is drawn at the top. */
function sparkline(values) {
	if (values.length < 2) return "";
	const highest = Math.max(...values, 0) || 1;
	const x = (at) => ((at / (values.length - 1)) * WIDTH).toFixed(1);
	const y = (value) => (HEIGHT - 2 - ((value < 0 ? highest : value) / highest) * (HEIGHT - 4)).toFixed(1);
	const points = values.map((value, at) => `${x(at)},${y(value)}`).join(" ");
	return svg("svg.spark", { viewBox: `0 0 ${WIDTH} ${HEIGHT}` }, svg("polyline", { points }));
}
