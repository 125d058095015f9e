// Who has passed which test: your own records, or everybody's and the tables' for the floor.

import { get } from "../lib/api.js";
import { el, listed } from "../lib/dom.js";
import { me } from "../lib/me.js";
import { columnNames, scrolling, when } from "../lib/parts.js";

export class Records {
	#page;
	node = el("div.train-records");

	constructor(page) {
		this.#page = page;
	}

	keys() {
		return false;
	}

	async start() {
		await this.#page.trying(async () => {
			await me.load();
			if (!me.person) {
				this.node.replaceChildren(
					el("p.notice", "Log in to see your test records. ", el("a", { href: "#/login" }, "Log in")),
				);
				return;
			}
			const found = await get("/api/school/records");
			const tables = me.isStaff ? await get("/api/school/certificates") : [];
			this.node.replaceChildren(...(tables.length ? [certificates(tables)] : []), records(found));
		});
	}
}

function records(found) {
	const heading = el("h2", me.isStaff ? "All table tests" : "Your table tests");
	if (!found.length) {
		return el(
			"section",
			heading,
			el("p", "No test has been taken yet. Take one in the dealer's or the floor's school."),
		);
	}
	return el(
		"section",
		heading,
		scrolling(
			"Table tests",
			el(
				"table.grid",
				columnNames(["When", "Who", "Table or game", "Test", "Right", "Result", "Record"]),
				el(
					"tbody",
					found.map((one) =>
						el(
							"tr",
							el("td", when(one.time, { timeStyle: "short" })),
							el("td", one.name),
							el("td", one.table || one.game_name),
							el("td", one.title),
							el("td.number", `${one.right} of ${one.questions}`),
							el("td", result(one.passed)),
							el("td", el("a", { href: `#/train/record/${one.n}` }, `Open record ${one.n}`)),
						),
					),
				),
			),
		),
	);
}

export function result(passed) {
	return el("span", { class: passed ? "badge good" : "badge warn" }, passed ? "✓ passed" : "✗ not passed");
}

function certificates(tables) {
	return el(
		"section",
		el("h2", "Who may deal which table"),
		el(
			"ul.certificates",
			tables.map(({ name, game_name: game, wants, required, people, signed_in: here }) =>
				el(
					"li.panel-card",
					el("h3", name),
					el("p.clause", game),
					wants
						? el(
								"p",
								el("span", { class: here.length ? "badge good" : "badge warn" }, "certified dealers only"),
								here.length ? ` Signed in: ${listed(here)}.` : " Nobody who has passed is signed in.",
							)
						: "",
					el("p", `Tests: ${listed(required)}.`),
					Object.keys(people).length
						? el(
								"ul",
								Object.entries(people).map(([who, passed]) => el("li", `${who}: ${listed(passed)}`)),
							)
						: el("p.clause", "Nobody has passed a test for this table yet."),
				),
			),
		),
	);
}
