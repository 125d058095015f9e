// The lab: choose a game and its options, analyse or simulate it, read and download the figures.

import "../elements/toast.js";
import { get, post, request } from "../lib/api.js";
import { el, many } from "../lib/dom.js";
import { me } from "../lib/me.js";
import { edgeText, grouped, percent, poll, useStyle } from "../lib/parts.js";
import { convergence } from "./charts.js";
import { Chosen } from "./chosen.js";
import { findings } from "./findings.js";
import { tile } from "./tile.js";

const OVER = new Set(["done", "failed", "cancelled"]);

export default class LabPage extends HTMLElement {
	#error = el("inline-error", { hidden: true });
	#form = el("form.lab-form.panel-card", { onsubmit: (event) => (event.preventDefault(), this.#analyse()) });
	#results = el("div.lab-results");
	#analysis = el("section.lab-analysis", { "aria-label": "Analysis" });
	#simulation = el("section.lab-simulation", { "aria-label": "Simulation" });
	#chosen = null;

	async connectedCallback() {
		document.title = "Lab · Holecard";
		useStyle("lab/lab.css");
		useStyle("lab/strategy.css");
		this.className = "sheet lab";
		this.append(
			el(
				"header",
				el("h1", "The lab"),
				el(
					"p.lead",
					"Find the exact house edge and best strategy of any configured table. The solver uses the same rules that " +
						"deal the cards. Only simulations are estimates.",
				),
			),
			this.#error,
			el("div.lab-columns", this.#form, this.#results),
		);
		this.#results.append(this.#analysis, this.#simulation);
		await this.#load();
	}

	async #load() {
		try {
			const games = await get("/api/rules");
			const wanted = new URLSearchParams(location.hash.split("?")[1] ?? "").get("game");
			await this.#pick(
				games,
				games.some(({ game }) => game === wanted) ? wanted : games.find(({ instrument }) => instrument).game,
			);
			this.#error.clear();
		} catch (problem) {
			this.#error.show(problem, ["Try again", () => this.#load()]);
		}
	}

	async #pick(games, game) {
		const rules = await get(`/api/rules/${game}`);
		this.#chosen = new Chosen(rules);
		const pick = el(
			"select",
			{
				id: "lab-game",
				onchange: (event) => this.#pick(games, event.target.value).catch((problem) => this.#error.show(problem)),
			},
			games.map((one) => el("option", { value: one.game, selected: one.game === game }, one.name)),
		);
		const rounds = el(
			"select",
			{ id: "lab-rounds" },
			[
				[1e6, "1 million"],
				[1e7, "10 million"],
				[1e8, "100 million"],
			].map(([many, text]) => el("option", { value: many, selected: many === 1e7 }, text)),
		);
		const dealt = el(
			"select",
			{ id: "lab-dealt" },
			el("option", { value: "fresh" }, "Every round"),
			el("option", { value: "cut" }, "At the cut card, a quarter from the end"),
		);
		this.#form.replaceChildren(
			el(
				"div.field",
				el("label", { for: "lab-game" }, "Game"),
				pick,
				el("small", el("a", { href: `#/rules/${game}` }, "Read its rules")),
			),
			this.#chosen.node,
			el("div.field", el("label", { for: "lab-rounds" }, "Rounds to simulate"), rounds),
			el("div.field", el("label", { for: "lab-dealt" }, "Shuffle"), dealt),
			el(
				"div.lab-go",
				el("button", { type: "submit" }, "Analyse"),
				el(
					"button.quiet",
					{ onclick: () => this.#simulate(Number(rounds.value), dealt.value === "fresh") },
					"Simulate",
				),
			),
		);
		this.#analysis.replaceChildren(
			el(
				"p.lab-empty",
				"Choose a game and its options, then press Analyse. The house edge appears first. Strategy, side wagers and " +
					"other deck counts follow.",
			),
		);
		this.#simulation.replaceChildren();
	}

	// Analyses

	async #analyse() {
		const progress = new Progress("Analysis");
		this.#analysis.replaceChildren(progress.node);
		progress.node.scrollIntoView({ block: "nearest" });
		await this.#run(
			"analyses",
			{ game: this.#chosen.game, options: this.#chosen.options },
			progress,
			this.#analysis,
			(job) => {
				this.#analysis.replaceChildren(...findings(job));
			},
		);
	}

	// Simulations

	async #simulate(rounds, fresh) {
		const progress = new Progress("Simulation");
		const picture = el("div");
		this.#simulation.replaceChildren(el("h2", "Simulation"), progress.node, picture);
		this.#simulation.scrollIntoView({ block: "nearest" });
		const body = {
			game: this.#chosen.game,
			options: this.#chosen.options,
			rounds,
			fresh,
			seed: String(Math.floor(Math.random() * 1e9)),
		};
		await this.#run(
			"simulations",
			body,
			progress,
			this.#simulation,
			(job) => {
				picture.replaceChildren(convergence(job.points, job.result.exact), outcome(job.result, body.seed));
			},
			(job) => job.points.length && picture.replaceChildren(convergence(job.points, null)),
		);
	}

	/** Start a job, show its progress and then its result. Errors appear where the result would be. */
	async #run(kind, body, progress, place, show, meanwhile = () => {}) {
		const error = el("inline-error", { hidden: true });
		try {
			await me.orGuest();
			let job = await post(`/api/lab/${kind}`, body);
			progress.cancel = () => request("DELETE", `/api/lab/${kind}/${job.id}`).catch(() => {});
			job = await poll(
				this,
				() => get(`/api/lab/${kind}/${job.id}`).then((found) => (progress.show(found), meanwhile(found), found)),
				({ state }) => OVER.has(state),
				400,
			);
			if (job.state === "done") return (show(job), progress.node.remove());
			progress.node.replaceWith(error);
			error.show(new Error(job.state === "cancelled" ? "Cancelled. You can start it again." : job.error));
		} catch (problem) {
			if (progress.node.isConnected) progress.node.replaceWith(error);
			else place.prepend(error);
			error.show(problem);
		}
	}
}

/** Progress of a job, with the house edge as soon as it is known. */
class Progress {
	#cancel = null;
	#isCancelled = false;
	#bar = el("progress", { max: 1, value: 0, "aria-label": "Progress" });
	#text = el("p", { role: "status" }, "Waiting for the lab. Your job starts soon…");
	#quick = el("p.lab-quick");

	constructor(name) {
		const button = el(
			"button.quiet.small",
			{ onclick: () => ((button.disabled = this.#isCancelled = true), this.#cancel?.()) },
			`Cancel`,
			el("span.unseen", ` the ${name.toLowerCase()}`),
		);
		this.node = el("div.lab-progress.panel-card", this.#text, this.#bar, this.#quick, button);
	}

	/** The function that cancels the job. It runs at once if the user has already pressed Cancel. */
	set cancel(how) {
		this.#cancel = how;
		if (this.#isCancelled) how();
	}

	show({ state, ahead, done, steps, step, quick, kind }) {
		if (ahead) this.#text.textContent = `Waiting for the lab. ${many(ahead, "job")} ahead of yours…`;
		if (state === "waiting" || !steps) return; // nothing has begun
		this.#bar.value = Math.max(done / steps, 0.02);
		const count =
			kind === "simulate"
				? `${grouped(done)} of ${grouped(steps)} rounds`
				: `step ${Math.min(done + 1, steps)} of ${steps}`;
		this.#text.textContent = `${step.charAt(0).toUpperCase()}${step.slice(1)}, ${count}`;
		if (quick)
			this.#quick.textContent = `House edge: ${edgeText(quick.edge, 4)} of the initial bet. The other figures follow.`;
	}
}

/** Three percentages above a bar divided in the same proportions. */
function shares(...parts) {
	const kinds = ["won", "even", "lost"];
	return el(
		"span.shares",
		parts.map((part) => (part * 100).toFixed(1)).join(" · "),
		el(
			"span.shares-bar",
			{ "aria-hidden": "true" },
			parts.map((part, at) => el("span", { class: kinds[at], style: { width: `${part * 100}%` } })),
		),
	);
}

function outcome(
	{
		rounds,
		edge,
		error,
		exact,
		won_pushed_lost: [won, pushed, lost],
		standard_deviation: deviation,
		average_wager: wager,
		seconds,
	},
	seed,
) {
	const off = exact === null ? null : Math.abs(edge - exact) / error;
	return el(
		"dl.tiles",
		tile("Estimated house edge", percent(edge), `± ${percent(1.96 * error)} (95 %)`),
		exact === null
			? ""
			: tile(
					"Exact house edge, printed card",
					percent(exact),
					off < 3
						? `${off.toFixed(2)} standard errors away`
						: `${off.toFixed(2)} standard errors away: more than chance explains`,
				),
		tile("Rounds", grouped(rounds), `${seconds.toFixed(1)} s, seed ${seed}`),
		tile("Won · pushed · lost", shares(won, pushed, lost), "per cent of all rounds"),
		tile("Standard deviation", deviation.toFixed(4), "units per round"),
		tile("Average wager", wager.toFixed(4), "units per round"),
	);
}
