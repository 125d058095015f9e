// Around the layout: the heading with name and limits, the pay tables, the commitment to the shoe.

import { preferences } from "../account/preferences.js";
import { capital, el } from "../lib/dom.js";
import { money } from "../lib/money.js";
import { short } from "../lib/words.js";

export function head(table, strip, { leave, rules }) {
	const round = el("span.number");
	const away = el("button.quiet.small.leave", { onclick: leave }, "Leave", el("span", " table"));
	const node = el(
		"header.table-head",
		el("div.table-name", el("h1", table.name), el("p", `${money(table.minimum)} – ${money(table.maximum)}`, round)),
		strip,
		el("div.row", el("button.quiet.small", { onclick: rules, data: { do: "rules" } }, "Rules"), menu(), away),
	);
	return {
		node,
		show(view) {
			round.textContent = ` · round ${view.round}`;
		},
	};
}

/** Instead of a table that could not be loaded. */
export function notOpened(page, problem, again) {
	const error = el("inline-error");
	page.replaceChildren(el("div.sheet.narrow", el("h1", "Can't open this table"), error));
	error.show(problem, ["Try again", again], ["Go to lobby", () => (location.hash = "#/")]);
}

const line = ({ text, clause }) => el("li", text, el("span.clause", ` ${clause}`));

/** Settings. Esc and a click outside close them. */
function menu() {
	const summary = el("summary.button.quiet.small", "Settings");
	const node = el("details.menu", summary, el("div.menu-sheet.panel-card", preferences()));
	const outside = ({ target }) => node.contains(target) || (node.open = false);
	const escape = ({ key }) => {
		if (key !== "Escape") return;
		node.open = false;
		summary.focus();
	};
	node.addEventListener("toggle", () => {
		const change = node.open ? "addEventListener" : "removeEventListener";
		document[change]("pointerdown", outside);
		document[change]("keydown", escape);
	});
	return node;
}

/** Who mixes the committed order, or that nobody did. */
function mixingText({ numbers, open }) {
	const names = numbers.join(", ");
	if (open && !names) return "Then the browser of every seated player adds a random number, which mixes the cards.";
	if (open) return `Random numbers mix the cards, from the browsers of: ${names}. More may come until the first card.`;
	return names
		? `Random numbers mixed the cards, from the browsers of: ${names}. So neither the house nor a player chose the order.`
		: "No player's browser added a number before the first card, so the cards come in the house's own order.";
}

export function panel(felt) {
	const commitment = el("code");
	const number = el("span");
	const mixing = el("p.shoe-commitment.shoe-numbers");
	const tables = felt.pay_tables.map(({ name, rows, least, most, clause }) =>
		el(
			"table.pays",
			el("caption", short(name), el("span.clause", ` ${clause}`)),
			el(
				"tbody",
				rows.map(({ what, pays }) => el("tr", el("th", { scope: "row" }, capital(what)), el("td", pays))),
			),
			el(
				"tfoot",
				el(
					"tr",
					el("th", { scope: "row" }, "Limits"),
					el("td", least === most ? money(least) : `${money(least)} – ${money(most)}`),
				),
			),
		),
	);
	const node = el(
		"section.panel",
		el("h2", "On the layout"),
		el("ul.inscriptions", felt.inscriptions.map(line)),
		felt.pieces.length ? el("ul.inscriptions.pieces", felt.pieces.map(line)) : "",
		felt.signs.length ? [el("h2", "Signs"), el("ul.inscriptions.signs", felt.signs.map(line))] : "",
		tables,
		el("h2", "Shoe"),
		el(
			"p.shoe-commitment",
			"Before the first card, the house committed to the order of shoe ",
			number,
			" with this hash. It reveals the order when the shoe ends.",
		),
		el("p", commitment),
		mixing,
	);
	return {
		node,
		show({ shoe }) {
			number.textContent = shoe.number;
			commitment.textContent = shoe.commitment;
			mixing.textContent = mixingText(shoe);
		},
	};
}
