// Your record on the strategy card: each place is marked by colour and by a sign.

import { el, hidden, many } from "../lib/dom.js";
import { columnNames, scrolling } from "../lib/parts.js";

const LEGEND = [
	["known", "✓", "always right"],
	["shaky", "~", "right more often than not"],
	["weak", "✗", "wrong at least every second time"],
	["not_asked", "", "not asked yet"],
];

export function weakSpots({ answers, wrong, lost, worst, panels, cannot }) {
	return el(
		"section.weak",
		{ "aria-label": "Weak spots" },
		el("h3", "Your weak spots"),
		el("p", `${many(answers, "answer")}, ${wrong} wrong. Your mistakes cost ${lost.toFixed(2)} bets.`),
		worst.length
			? el(
					"ol.weak-worst",
					worst.map(({ name, seen, wrong: missed, lost: cost }) =>
						el("li", name, el("small", ` ${missed} of ${seen} wrong, ${cost.toFixed(2)} bets`)),
					),
				)
			: "",
		cannot ? el("p.notice", cannot) : "",
		el("div.weak-cards", panels?.map((panel) => card(panel)) ?? []),
		el(
			"ul.weak-legend",
			{ "aria-label": "Legend" },
			LEGEND.map(([mark, sign, text]) =>
				el("li", el("span", { class: `weak-cell mark-${mark}`, "aria-hidden": "true" }, sign || "\u00a0"), text),
			),
		),
	);
}

function card({ heading, columns, groups }) {
	const caption = heading === "exposed" ? "Hole card exposed" : heading || "Against the dealer's up card";
	return scrolling(
		caption,
		el(
			"table.weak-grid",
			el("caption", caption),
			columnNames(["", ...columns]),
			groups.map(({ name, rows }) =>
				el(
					"tbody",
					el("tr", el("th", { scope: "rowgroup", class: "weak-section", colspan: columns.length + 1 }, name)),
					rows.map(row),
				),
			),
		),
	);
}

function row({ label, cells }) {
	return el(
		"tr",
		el("th", { scope: "row" }, label),
		cells.map(({ text, mark, sign, says, seen, wrong }) =>
			el(
				"td",
				{ class: `weak-cell mark-${mark}`, title: seen ? `${wrong} of ${seen} wrong` : says },
				`${text}${sign}`,
				hidden(says),
			),
		),
	);
}
