// The lobby: every table with its game, limits, seats and house edge, and a button to sit down.

import "../elements/card-face.js";
import "../elements/toast.js";
import { get } from "../lib/api.js";
import { el, listed, many } from "../lib/dom.js";
import { me } from "../lib/me.js";
import { money } from "../lib/money.js";
import { edgeText } from "../lib/parts.js";
import { short } from "../lib/words.js";

export default class LobbyPage extends HTMLElement {
	#timer = 0;
	#edges = new Map();

	async connectedCallback() {
		document.title = "Tables · Holecard";
		this.className = "sheet";
		this.#list = el("ul.tables", { "aria-busy": "true" });
		this.#error = el("inline-error", { hidden: true });
		this.#filters = this.#makeFilters();
		this.append(
			el(
				"header.hero",
				el(
					"div",
					el("h1", "Take a seat"),
					el(
						"p",
						"Regulated blackjack, dealt by the book. Every card, payout and announcement shows the clause behind it. " +
							"Play chips only.",
					),
					el("p", "New here? ", el("a", { href: "/docs/" }, "The documentation"), " shows you around."),
				),
				el(
					"div.fan",
					{ "aria-hidden": "true" },
					["Ah", "Js", "--"].map((card) => el("card-face", { card })),
				),
			),
			this.#error,
			this.#filters.node,
			this.#list,
		);
		await me.load().catch(() => {});
		await this.#load();
	}

	disconnectedCallback() {
		clearTimeout(this.#timer);
	}

	#list;
	#error;
	#filters;
	#tables = [];

	/** Which tables are shown: of one game, with a free seat, with side wagers. */
	#makeFilters() {
		const game = el(
			"select",
			{ id: "lobby-game", onchange: () => this.#draw() },
			el("option", { value: "" }, "All games"),
		);
		const check = (id) => el("input", { type: "checkbox", id, onchange: () => this.#draw() });
		const [free, sides] = [check("lobby-free"), check("lobby-sides")];
		const node = el(
			"div.filters",
			{ role: "group", "aria-label": "Show" },
			el("label", { for: "lobby-game", class: "unseen" }, "Game"),
			game,
			el("label", free, "A free seat"),
			el("label", sides, "Side wagers"),
		);
		return {
			node,
			fits: (table) =>
				(!game.value || table.game_name === game.value) &&
				(!free.checked || table.seated.length < table.boxes) &&
				(!sides.checked || table.side_wagers.length > 0),
			learn: (tables) => {
				const known = new Set([...game.options].map(({ value }) => value));
				for (const name of new Set(tables.map((table) => table.game_name)))
					if (!known.has(name)) game.append(el("option", { value: name }, name));
			},
		};
	}

	async #load() {
		try {
			const tables = await get("/api/lobby");
			this.#error.clear();
			this.#tables = tables;
			this.#filters.learn(tables);
			this.#draw();
			for (const table of tables) this.#askEdge(table);
		} catch (problem) {
			this.#error.show(problem, ["Try again", () => this.#load()]);
		}
		if (this.isConnected) this.#timer = setTimeout(() => this.#load(), 5000);
	}

	#draw() {
		const tables = this.#tables.filter((table) => this.#isMine(table) || this.#filters.fits(table));
		tables.sort((one, other) => this.#isMine(other) - this.#isMine(one));
		const focused = this.#list.contains(document.activeElement) ? document.activeElement.dataset.table : null;
		this.#list.replaceChildren(
			...(tables.length
				? tables.map((table) => this.#card(table))
				: [el("li.notice", "No table is like that now. Choose fewer filters.")]),
		);
		this.#list.removeAttribute("aria-busy");
		if (focused) this.#list.querySelector(`[data-table="${focused}"]`)?.focus();
	}

	#isMine({ seated }) {
		return Boolean(me.person) && seated.includes(me.person.name);
	}

	#card(table) {
		const isMine = this.#isMine(table);
		const seated = table.seated.length;
		const state = !table.open ? "Closed" : table.stopped ? "Play stopped" : seated === table.boxes ? "Full" : "";
		const edge = table.edge ?? this.#edges.get(table.id);
		return el(
			"li",
			{ class: isMine ? "table-card own" : "table-card", data: { felt: table.cloth } },
			el("div.table-card-felt", { "aria-hidden": "true" }, ...dots(table)),
			el(
				"div.table-card-body",
				el("h2", table.name),
				el(
					"p.table-card-game",
					table.game_name,
					table.edition && table.edition !== "undated" ? ` · ${table.edition} edition` : "",
				),
				table.about ? el("p.table-card-about", table.about) : "",
				el(
					"dl",
					pair("Limits", `${money(table.minimum)} – ${money(table.maximum)}`),
					pair("Cards", many(table.decks, "deck")),
					pair("Floor", table.staff === "staffed" ? "staffed" : "automatic"),
					pair(
						"House edge",
						el("span.edge", { data: { edge: table.id }, title: "of the initial bet" }, edgeOrState(edge)),
					),
					pair(
						"Seated",
						seated
							? `${seated} of ${table.boxes}: ${listed(table.seated.slice(0, 3))}`
							: `none, ${table.boxes} boxes free`,
					),
				),
				table.side_wagers.length
					? el(
							"ul.tags",
							{ "aria-label": "Side wagers" },
							table.side_wagers.map(({ name }) => el("li", short(name))),
						)
					: "",
				el(
					"div.row",
					el(
						"button.small",
						{ data: { table: table.id }, disabled: !table.open, onclick: (event) => this.#sit(event.target, table) },
						isMine ? "Back to your seat" : me.person ? "Sit down" : "Play as a guest",
						el("span.unseen", ` at ${table.name}`),
					),
					el("a.button.quiet.small", { href: `#/table/${table.id}` }, "Watch", el("span.unseen", ` ${table.name}`)),
					el("a.rules-link", { href: `#/rules/${table.game}` }, "Rules", el("span.unseen", ` for ${table.name}`)),
					state ? el("span.table-state", state) : "",
				),
			),
		);
	}

	/** The exact solver takes a while. The page asks again until it has the figure, which then never changes. */
	async #askEdge(table) {
		if (table.edge !== undefined || this.#edges.has(table.id)) return;
		this.#edges.set(table.id, undefined);
		try {
			const { house_edge: edge, warming } = await get(`/api/tables/${table.id}/edge`);
			if (warming) this.#edges.delete(table.id);
			else this.#edges.set(table.id, edge);
		} catch ({ status }) {
			if (status) this.#edges.set(table.id, null);
			else this.#edges.delete(table.id); // no answer from the server: ask again
		}
		const place = this.querySelector(`[data-edge="${table.id}"]`);
		if (place) place.textContent = edgeOrState(this.#edges.get(table.id));
	}

	async #sit(button, table) {
		button.disabled = true;
		try {
			await me.orGuest();
			sessionStorage.setItem("holecard.sit", String(table.id));
			location.hash = `#/table/${table.id}`;
		} catch (problem) {
			button.disabled = false;
			const error = el("inline-error");
			button.closest(".table-card-body").append(error);
			error.show(problem, ["Log in", () => (location.hash = "#/login")]);
		}
	}
}

function pair(name, value) {
	return el("div", el("dt", name), el("dd", value));
}

/** A small picture of the table: one circle per box, filled if it is taken. */
function dots(table) {
	return Array.from({ length: table.boxes }, (_, at) => {
		const angle = ((at + 0.5) / table.boxes) * Math.PI;
		const style = { left: `${50 - Math.cos(angle) * 38}%`, top: `${18 + Math.sin(angle) * 52}%` };
		return el("span", { class: at < table.seated.length ? "dot taken" : "dot", style });
	});
}

/** The figure, or why it is not there yet. */
function edgeOrState(edge) {
	if (edge === undefined) return "calculating…";
	return edge === null ? "not available" : edgeText(edge);
}
