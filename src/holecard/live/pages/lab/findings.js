// The results of an analysis: figures, claim, strategy cards, side wagers, decks, readings, files to download.

import { el, many } from "../lib/dom.js";
import { percent } from "../lib/parts.js";
import { exposureChart, overDecks } from "./charts.js";
import { StrategyCards } from "./strategy.js";
import { tile } from "./tile.js";

export function findings({ id, cloth, result }) {
	return [
		head(cloth, result),
		figures(result),
		files(id, FILES),
		claims(result),
		new StrategyCards(result.card).node,
		distribution(result),
		decks(result),
		wagers(result),
		counting(id, result),
		readings(result),
	].filter(Boolean);
}

function head(cloth, { game, decks: count, edition, edge, proposed, ante }) {
	return el(
		"header.hero",
		{ data: { felt: cloth } },
		el(
			"p.hero-what",
			edge < 0 ? "Player edge" : "House edge",
			" as a share of the initial bet",
			ante ? `, including the ${ante}` : "",
		),
		el("p", { class: edge < 0 ? "hero-edge player" : "hero-edge" }, percent(Math.abs(edge))),
		el("p", `${game}, ${many(count, "deck")}, ${edition === "none" ? "no rulebook" : edition}`),
		proposed ? el("p.notice", "This edition is proposed and not in force. No live table can use it.") : "",
	);
}

function figures(result) {
	const { rtp, element_of_risk: risk, average_wager: wager, standard_deviation: deviation } = result;
	const { total_edge: total, edge, insurance, hash, version } = result;
	return el(
		"dl.tiles",
		tile("Return (RTP)", percent(rtp), "1 less the house edge"),
		tile("Element of risk", percent(risk), "house edge per unit of everything staked"),
		tile("Average wager", wager.toFixed(4), "units per round"),
		tile("Standard deviation", deviation.toFixed(4), "units per round"),
		tile("House edge with a printed card", percent(total), `${percent(total - edge)} above perfect play`),
		tile("Insurance", insurance, "house edge if only the ace is known"),
		tile("Rules", el("code", hash), `holecard ${version}`),
	);
}

const FILES = [
	["report.pdf", "Report (PDF)"],
	["card.pdf", "Strategy card (PDF)"],
	["card.svg", "Strategy card (SVG)"],
	["card.csv", "Strategy card (CSV)"],
];
const COUNTING_FILES = [
	["exposure.csv", "Card counting (CSV)"],
	["exposure.xlsx", "Card counting (XLSX)"],
	["exposure.json", "Card counting (JSON)"],
];

function files(id, offered) {
	return el(
		"div.row.lab-files",
		offered.map(([file, name], at) =>
			el(
				"a",
				{ class: at ? "button quiet small" : "button small", href: `/api/lab/analyses/${id}/${file}`, download: "" },
				name,
			),
		),
	);
}

function claims({ claims: found }) {
	if (!found.length) return null;
	return part(
		"What the filing claims",
		grid(
			["Figure", "Claimed", "Calculated", "Range over all decks"],
			found.map(({ what, claimed, here, verdict, range, range_verdict: over }) => [
				what,
				claimed,
				[here, " ", badge(verdict)],
				[range, " ", badge(over)],
			]),
		),
	);
}

function badge(verdict) {
	return el("span", { class: verdict === "within" ? "badge good" : "badge warn" }, verdict);
}

function distribution({ distribution: rows, ante }) {
	return part(
		"Distribution of a round's result",
		el(
			"p",
			`How probable each result is, in units of the initial bet${ante ? `, including the ${ante}` : ""}. `,
			"Perfect play counts every card. The printed card goes by totals.",
		),
		el("details", el("summary", "Show as a table"), grid(["Net", "Perfect play", "Printed card"], rows)),
	);
}

function decks({ by_decks: points, claim, decks: here, decks_rows: rows }) {
	if (points.length < 2) return null;
	return part(
		"House edge by number of decks",
		overDecks(points, claim, here),
		el(
			"details",
			el("summary", "Show as a table"),
			grid(
				["Decks", "House edge", "Average wager", "Element of risk", "Standard deviation", ""],
				rows.map(([count, ...figures]) => [many(Number(count), "deck"), ...figures]),
			),
		),
	);
}

function counting(id, { exposure }) {
	const { rows, depths, weakest, weakest_money: money, penetration, gain, lines } = exposure;
	return part(
		"Exposure to card counting",
		el(
			"p",
			"What someone who knows every card that is left wins in 100 rounds, at the largest bet. No count can win more. ",
			el("b", `Weakest wager: ${weakest}`),
			`, ${money} if ${penetration} of the shoe is dealt. With a continuous shuffler nobody can win by counting.`,
		),
		exposureChart(lines, Number(gain.replaceAll(",", "")), `Won in 100 rounds by a perfect observer: ${weakest} most`),
		grid(
			["Wager", "Largest bet", ...depths.map((depth) => `${depth} dealt`), `Deepest cut for ${gain}`],
			rows.map(({ name, maximum, gains, deepest }) => [name, maximum, ...gains, deepest]),
		),
		files(id, COUNTING_FILES),
	);
}

function wagers({ wagers_on: on, wagers_other: other }) {
	if (!on.length && !other.length) return null;
	const shown = (found) =>
		found.map(({ name, clause, edge, hits, deviation, quoted, classes }) =>
			el(
				"details.lab-wager",
				el("summary", el("b", name), el("span.number", edge)),
				el(
					"p.clause",
					[
						clause === "house" ? "house rule" : `clause ${clause}`,
						`hits ${hits}`,
						`standard deviation ${deviation}`,
						quoted,
					]
						.filter(Boolean)
						.join(" · "),
				),
				grid(["Result", "Probability", "Pays", "Expected win"], classes),
			),
		);
	return part(
		"Side wagers",
		el("p", "Each side wager with its exact house edge. Open one to see its pay table."),
		on.length ? el("div", el("h3", "At this table"), shown(on)) : "",
		other.length ? el("div", el("h3", "Also allowed"), shown(other)) : "",
	);
}

function readings({ readings: found }) {
	if (!found.length) return null;
	return part(
		"Readings",
		found.map(({ name, clause, summary, rows }) =>
			el(
				"div.lab-reading",
				el("h3", el("code", name)),
				el("p", summary, " ", el("span.clause", clause)),
				grid(
					["Value", "House edge", "Difference", "Side wagers"],
					rows.map(({ value, used, edge, difference, wagers: moved }) => [
						[el("code", value), used ? " (used)" : ""],
						edge,
						difference,
						moved.join("; ") || "no change",
					]),
				),
			),
		),
	);
}

function part(title, ...children) {
	return el("section.lab-part", el("h2", title), ...children);
}

/** A table. On a phone each cell gets its own line, with the column's heading before it. */
function grid(heads, rows) {
	return el(
		"table.grid.stacked",
		{ role: "table" },
		el(
			"thead",
			{ role: "rowgroup" },
			el(
				"tr",
				{ role: "row" },
				heads.map((text) =>
					text ? el("th", { scope: "col", role: "columnheader" }, text) : el("td", { role: "cell" }),
				),
			),
		),
		el(
			"tbody",
			{ role: "rowgroup" },
			rows.map((cells) =>
				el(
					"tr",
					{ role: "row" },
					cells.map((cell, at) =>
						at
							? el("td", { role: "cell", data: { head: heads[at] } }, el("span", cell))
							: el("th", { scope: "row", role: "rowheader" }, cell),
					),
				),
			),
		),
	);
}
