// The rules of a game: options, side wagers, clauses in our own words, readings and their effect, editions.

import "../elements/toast.js";
import { get } from "../lib/api.js";
import { capital, el, many } from "../lib/dom.js";
import { columnNames, edgeText, marked, percent, poll, scrolling, section, useStyle } from "../lib/parts.js";
import { short } from "../lib/words.js";
import { ClauseList } from "./clauses.js";

export default class RulesPage extends HTMLElement {
	#error = el("inline-error", { hidden: true });
	#body = el("div", { "aria-busy": "true" });

	async connectedCallback() {
		useStyle("rules/rules.css");
		this.className = "sheet";
		this.append(this.#error, this.#body);
		await this.#load();
	}

	async #load() {
		const game = this.getAttribute("game");
		try {
			const games = await get("/api/rules");
			if (game) this.#draw(games, await get(`/api/rules/${game}`));
			else this.#drawList(games);
			this.#error.clear();
		} catch (problem) {
			const all = ["All games", () => (location.hash = "#/rules")];
			if (problem.status === 404) this.#error.show(new Error("Game not found. Choose another one."), all);
			else this.#error.show(problem, ["Try again", () => this.#load()], all);
			this.#body.replaceChildren();
		}
		this.#body.removeAttribute("aria-busy");
	}

	#drawList(games) {
		document.title = "Rules · Holecard";
		this.#body.replaceChildren(
			el(
				"header",
				el("h1", "Rules"),
				el(
					"p.lead",
					"Every game by its rulebook: the house's options and each clause in our own words. Where the text is " +
						"ambiguous, you see our reading and its effect on the house edge.",
				),
			),
			el(
				"ul.game-list",
				games.map(({ game, name, cloth, title, editions, boxes }) =>
					el(
						"li.game-card",
						{ data: { felt: cloth } },
						el("span.game-swatch", { "aria-hidden": "true" }),
						el("h2", el("a", { href: `#/rules/${game}` }, name)),
						el("p", title ?? "Common blackjack, where every rule is a house rule"),
						el(
							"p.clause",
							[
								editions.length ? `${many(editions.length, "edition")}, ${editions.join(" and ")}` : "no rulebook",
								`up to ${many(boxes, "box", "boxes")}`,
							].join(" · "),
						),
					),
				),
			),
		);
	}

	#draw(games, rules) {
		document.title = `${rules.name}, rules · Holecard`;
		const readings = new ReadingList(rules);
		const parts = [
			["options", "Options", options(rules)],
			rules.wagers.length ? ["wagers", "Side wagers", wagers(rules)] : null,
			rules.readings.length || rules.options.some(({ reading }) => reading)
				? ["readings", "Readings", readings.node]
				: null,
			rules.clauses.length ? ["clauses", "Clauses", new ClauseList(rules.clauses).node] : null,
			rules.editions.length ? ["editions", "Editions", editions(rules)] : null,
			rules.externals.length ? ["assumed", "Texts we don't have", externals(rules)] : null,
		].filter(Boolean);
		const edge = el("p.rules-edge", { role: "status" });
		this.#body.replaceChildren(
			el(
				"header.rules-head",
				{ data: { felt: rules.cloth } },
				el(
					"div",
					el("p.crumb", el("a", { href: "#/rules" }, "All games")),
					el("h1", rules.name),
					el("p.lead", rules.title ?? "No rulebook: every rule is a house rule."),
					standing(rules),
					edge,
				),
				el(
					"div.rules-pick",
					this.#pick(games, rules),
					el("a.button", { href: `#/lab?game=${rules.game}` }, "Open in the lab"),
				),
			),
			el(
				"nav.rules-nav",
				{ "aria-label": "On this page" },
				parts.map(([id, title]) => el("button.quiet.small", { onclick: () => this.#go(id) }, title)),
			),
			...parts.map(([id, title, node]) => section(id, title, node)),
		);
		if (rules.options.some(({ reading }) => reading)) this.#askEffects(rules, readings, edge);
	}

	#go(id) {
		const target = this.querySelector(`#${id} h2`);
		target.tabIndex = -1;
		target.focus({ preventScroll: true });
		target.scrollIntoView({ block: "start" });
	}

	#pick(games, rules) {
		const id = "rules-game";
		return el(
			"div.field",
			el("label", { for: id }, "Game"),
			el(
				"select",
				{ id, onchange: (event) => (location.hash = `#/rules/${event.target.value}`) },
				games.map(({ game, name }) => el("option", { value: game, selected: game === rules.game }, name)),
			),
		);
	}

	async #askEffects(rules, readings, edge) {
		edge.textContent = "Calculating the exact house edge under each reading…";
		try {
			await poll(
				this,
				() => get(`/api/rules/${rules.game}/effects`).then((found) => (readings.show(found), found)),
				({ warming }) => !warming,
				1500,
			).then(
				(found) =>
					(edge.textContent =
						found.edge === null ? "" : `House edge with default options: ${edgeText(found.edge)} of the initial bet.`),
			);
		} catch (problem) {
			edge.textContent =
				problem.status === 503
					? "The solver is not installed, so the effect of each reading is not shown."
					: problem.message;
		}
	}
}

function standing({ edition, standing: word }) {
	if (!edition) return "";
	return el(
		"p.rules-standing",
		el("span.badge", `Edition ${edition}`),
		el(
			"span",
			{ class: word === "proposed" ? "badge warn" : "badge" },
			word === "proposed" ? "proposed, not in force" : word,
		),
	);
}

// Options

const GROUPS = [
	["game", "Options in the rulebook"],
	["wager", "Side wagers"],
	["house", "House rules"],
];

function options(rules) {
	const groups = GROUPS.map(([key, title]) => [title, rules.options.filter((one) => one.group === key)]).filter(
		([, found]) => found.length,
	);
	return el(
		"div.options",
		groups.map(([title, found], at) =>
			el(
				"details.option-group",
				{ open: !at || found.length < 12 },
				el("summary", el("h3", title), el("span.clause", many(found.length, "option"))),
				el("ul", found.map(option)),
			),
		),
	);
}

function option({ name, title, values, value_names: names, default: usual, kind, reading, clause, summary }) {
	const shown = kind === "choice" ? values : [usual, kind === "odds" ? "any odds" : "any amount"];
	return el(
		"li.option",
		el("div.option-name", title, " ", el("code", name), reading ? el("span.badge", "reading") : ""),
		el(
			"ul.values",
			{ "aria-label": `Values of ${title}` },
			shown.map((value) =>
				el(
					"li",
					{ class: value === usual ? "usual" : null, title: value },
					names[value] ?? value,
					value === usual ? el("span.unseen", ", default") : "",
				),
			),
		),
		el("p.option-why", summary ? marked(summary) : "", " ", el("span.clause", clause)),
	);
}

// Side wagers

function wagers({ wagers: found }) {
	const names = [...new Set(found.map(({ wager }) => wager))];
	return el(
		"ul.wager-list",
		names.map((wager) => {
			const scales = found.filter((one) => one.wager === wager);
			const [first] = scales;
			const rows = first.pays.map(({ name }, at) => [name, ...scales.map(({ pays }) => pays[at]?.odds ?? "–")]);
			return el(
				"li.panel-card.wager",
				el("h3", short(first.name)),
				el("p", marked(first.summary)),
				el("p.clause", `${first.clause} · settled ${first.settled}`),
				scrolling(
					`Pay table of ${first.name}`,
					el(
						"table.grid",
						columnNames(["Result", ...scales.map(({ scale }) => (scale ? `Scale ${scale}` : "Pays"))]),
						el(
							"tbody",
							rows.map(([name, ...odds]) =>
								el(
									"tr",
									el("th", { scope: "row" }, name),
									odds.map((one) => el("td", one.replace(":", " to "))),
								),
							),
						),
					),
				),
			);
		}),
	);
}

// Readings

class ReadingList {
	#places = new Map(); // option -> where its effects are shown
	#declared;

	constructor({ readings, options: declared }) {
		this.#declared = new Map(declared.map((one) => [one.name, one]));
		const named = new Set(readings.map((one) => one.switch));
		const bare = declared.filter(({ reading, name }) => reading && !named.has(name));
		const [switched, others] = [readings.filter((one) => one.switch), readings.filter((one) => !one.switch)];
		this.node = el(
			"div",
			el(
				"p",
				"A reading is how we interpret a clause that is silent, ambiguous or surprising. If a reading has an option, " +
					"the house can choose the other way. The bars show the exact house edge of each choice.",
			),
			el("ul.reading-list", [...bare.map((one) => this.#bare(one)), ...switched.map((one) => this.#reading(one))]),
			others.length ? el("h3", `Readings without an option (${others.length})`) : "",
			el("ul.other-readings", others.map(other)),
		);
	}

	#bare({ name, title, clause, summary }) {
		return el(
			"li.panel-card.reading",
			el("h3", title),
			el("p", marked(summary)),
			el("p.clause", clause, " · option ", el("code", name)),
			this.#effects(name),
		);
	}

	#reading({ id, title, clauses, reading, switch: option, alternative, flips_with: flips }) {
		return el(
			"li.panel-card.reading",
			el("h3", el("span.badge", id), " ", title),
			el("p.clause", marked(clauses), " · option ", el("code", option)),
			el("p", marked(reading)),
			this.#effects(option),
			el("details", el("summary", "Alternative reading"), ...otherWay(alternative, flips)),
		);
	}

	#effects(option) {
		const place = el("div.effects", { "aria-live": "polite" });
		this.#places.set(option, place);
		return place;
	}

	show({ readings }) {
		for (const { option, effects } of readings) {
			const names = this.#declared.get(option)?.value_names ?? {};
			const most = Math.max(...effects.map(({ edge }) => Math.abs(edge ?? 0)), 1e-4);
			this.#places.get(option)?.replaceChildren(
				...effects.map(({ value, edge, cannot }) =>
					el(
						"div.effect",
						el("span", { title: value }, names[value] ?? value),
						el("span", {
							class: edge < 0 ? "bar against" : "bar",
							"aria-hidden": "true",
							style: { "--part": String(Math.abs(edge ?? 0) / most) },
						}),
						el("span.number", edge === null ? (cannot ? "no exact figure" : "…") : percent(edge)),
						cannot ? el("span.clause", cannot) : "",
					),
				),
			);
		}
	}
}

/** A reading without an option, folded to one line. */
function other({ id, title, clauses, reading, alternative, flips_with: flips }) {
	return el(
		"li",
		el(
			"details",
			el("summary", el("span.badge", id), el("span", title), el("span.clause", marked(clauses))),
			el("p", marked(reading)),
			...otherWay(alternative, flips),
		),
	);
}

function otherWay(alternative, flips) {
	return [el("p", el("b", "Alternative: "), marked(alternative)), el("p", el("b", "Flips with: "), marked(flips))];
}

// Editions

function editions({ edition, editions: others }) {
	return el(
		"div",
		others.map(({ edition: other, standing: word, differences }) =>
			el(
				"div",
				el(
					"p",
					`From ${other}${word === "proposed" ? " (proposed)" : ""} to ${edition}: ` +
						`${many(differences.length, "difference")}.`,
				),
				scrolling(
					`Differences between ${other} and ${edition}`,
					el(
						"table.grid.differences",
						columnNames(["Clause", "Kind", `In ${other}`, `In ${edition}`]),
						el(
							"tbody",
							differences.map(({ clause, kind, before, after }) =>
								el("tr", el("th", { scope: "row" }, clause), el("td", kind), el("td", before), el("td", after)),
							),
						),
					),
				),
			),
		),
	);
}

function externals({ externals: found }) {
	return el(
		"ul.external-list",
		found.map(({ text, cited_in: cited, assume }) =>
			el(
				"li",
				el("b", capital(text)),
				el("p", marked(assume)),
				cited.length ? el("p.clause", `cited in ${cited.join(", ")}`) : "",
			),
		),
	);
}
