// Training: choose a table or a game and a school. Each school asks its drills in its own way.

import "../elements/toast.js";
import { get } from "../lib/api.js";
import { el } from "../lib/dom.js";
import { me } from "../lib/me.js";
import { useStyle } from "../lib/parts.js";
import { shortcut } from "../lib/shortcut.js";
import { CountingDrill } from "./counting.js";
import { DealerSchool } from "./dealer.js";
import { PlayerSchool } from "./player.js";
import { Records } from "./records.js";

const SCHOOLS = [
	["player", "Player"],
	["dealer", "Dealer"],
	["floor", "Floor"],
	["counting", "Counting"],
	["records", "Records"],
];

export default class TrainPage extends HTMLElement {
	#error = el("inline-error", { hidden: true });
	#pick = el("select", { id: "train-what", onchange: () => this.#open() });
	#tabs = el("nav.train-schools", { "aria-label": "Schools" });
	#place = el("div.train-place");
	#school = null;
	#chosen = "player";

	async connectedCallback() {
		document.title = "Train · Holecard";
		useStyle("floor/plan.css");
		useStyle("train/train.css");
		this.className = "sheet train";
		const wanted = new URLSearchParams(location.hash.split("?")[1] ?? "");
		this.#chosen = SCHOOLS.find(([key]) => key === wanted.get("school"))?.[0] ?? "player";
		this.append(
			el(
				"header.train-head",
				el(
					"div",
					el("h1", "Train"),
					el("p.lead", "Every question comes from a real table. Every answer is judged by its rules."),
				),
				el("div.field", el("label", { for: "train-what" }, "Train for"), this.#pick),
			),
			this.#tabs,
			this.#error,
			this.#place,
		);
		addEventListener("keydown", this.#keys);
		await this.trying(async () => {
			await me.load();
			this.#offer(await get("/api/school"), wanted);
			await this.#open();
		});
	}

	disconnectedCallback() {
		removeEventListener("keydown", this.#keys);
		this.#school?.stop?.();
	}

	#keys = (event) => {
		if (this.#school?.keys(shortcut(event))) event.preventDefault();
	};

	/** Do something that may fail, and say so next to it; `undo` puts the page back. */
	async trying(work, undo = () => {}) {
		try {
			this.#error.clear();
			await work();
		} catch (problem) {
			undo();
			const logIn = problem.status === 401 || problem.refused?.why.includes("log in");
			this.#error.show(
				problem,
				logIn ? ["Log in", () => (location.hash = "#/login")] : ["Try again", () => this.#open()],
			);
		}
	}

	#offer(choices, wanted) {
		const option = ({ game, name, table }) =>
			el(
				"option",
				{
					value: table ? `table=${table}` : `game=${game}`,
					selected: table ? String(table) === wanted.get("table") : !wanted.get("table") && game === wanted.get("game"),
				},
				name,
			);
		this.#pick.replaceChildren(
			el("optgroup", { label: "Tables of this house" }, choices.filter(({ table }) => table).map(option)),
			el("optgroup", { label: "Games, with default options" }, choices.filter(({ table }) => !table).map(option)),
		);
	}

	async #open() {
		this.#school?.stop?.();
		this.#drawTabs();
		const what = new URLSearchParams(this.#pick.value);
		history.replaceState(null, "", `#/train?school=${this.#chosen}&${what}`);
		await this.trying(async () => {
			const school = await this.#make(what);
			this.#school = school;
			this.#place.replaceChildren(school.node ?? school);
			await school.start?.();
		});
	}

	async #make(what) {
		if (this.#chosen === "records") return new Records(this);
		if (this.#chosen === "counting") return new CountingDrill(this, what);
		if (this.#chosen === "player") return new PlayerSchool(this, what);
		const { dealer, floor, game_name: name } = await get(`/api/school/curriculum?${what}`);
		const table = me.isStaff ? Number(what.get("table") ?? 0) : 0;
		if (this.#chosen === "floor" && !floor.length) return new Nothing(name);
		return this.#chosen === "dealer"
			? new DealerSchool(this, what, dealer)
			: new DealerSchool(this, what, floor, table);
	}

	#drawTabs() {
		this.#tabs.replaceChildren(
			...SCHOOLS.map(([key, text]) =>
				el(
					"button.train-school",
					{
						"aria-current": key === this.#chosen ? "true" : null,
						onclick: () => this.#choose(key),
					},
					text,
				),
			),
		);
	}

	async #choose(key) {
		this.#chosen = key;
		await this.#open();
		this.#tabs.querySelector("[aria-current]")?.focus();
	}
}

/** A school that this game has nothing for. */
class Nothing {
	constructor(name) {
		this.node = el("p.notice", `${name} has no clause about irregularities. Choose another table or game.`);
	}

	keys() {
		return false;
	}
}
