// The filing in force: each table beside what was filed for it, with open points, drawings, downloads and verification.

import "../elements/toast.js";
import { get, post } from "../lib/api.js";
import { el, many } from "../lib/dom.js";
import { me } from "../lib/me.js";
import { columnNames, edgeText, logInFirst, poll, useStyle } from "../lib/parts.js";

const FILES = "/api/filing/files/";

export default class FilingPage extends HTMLElement {
	#error = el("inline-error", { hidden: true });
	#place = el("div");
	#verdict = el("p", { role: "status", class: "filing-verdict" });
	#verify = el("button.small", { onclick: () => this.#begin() }, "Verify");

	async connectedCallback() {
		document.title = "Filing · Holecard";
		useStyle("filing/filing.css");
		this.className = "sheet filing";
		this.append(
			el("p", el("a", { href: "#/floor" }, "Back to the floor")),
			el("h1", "Filing"),
			this.#error,
			this.#place,
		);
		await this.#load();
	}

	async #load() {
		try {
			await me.load();
			if (!me.isStaff) {
				this.#place.replaceChildren(
					el("p.notice", "Only floorpersons and auditors can see the house's filing. ", logInFirst(me.person)),
				);
				return;
			}
			const filing = await get("/api/filing");
			this.#place.replaceChildren(...this.#drawn(filing));
			this.#tell(filing);
			if (filing.step) await this.#watch();
		} catch (problem) {
			this.#error.show(problem, ["Try again", () => this.#load()]);
		}
	}

	#drawn(filing) {
		if (!filing.is_there) return [el("p.notice", NONE)];
		return [
			el(
				"p.lead",
				`${filing.house ?? "Unreadable"}, filed ${filing.date ?? "without a date"}, made with Holecard ${filing.made_with ?? "?"}.`,
			),
			filing.wrong ? el("p.notice.filing-wrong", `The filing is not intact: ${filing.wrong}.`) : "",
			warning(filing) ?? "",
			el(
				"div.filing-acts",
				this.#verify,
				filing.wrong ? "" : el("a.button.quiet.small", { href: `${FILES}dossier.zip` }, "Download all"),
				filing.key ? el("span.filing-key", "Signed with key ", el("code", filing.key)) : "",
			),
			this.#verdict,
			el("ul.filings", filing.tables.map(table)),
			filing.not_open.length ? el("p", `Filed, but not open: ${filing.not_open.join("; ")}.`) : "",
		];
	}

	/** What the last verification found, or how far this one is. */
	#tell({ step, verified, error }) {
		this.#verify.disabled = Boolean(step);
		this.#verdict.classList.toggle("bad", Boolean(error) || verified?.ok === false);
		if (step) this.#verdict.textContent = `Verifying: ${step}. The result will appear here.`;
		else if (error) this.#verdict.textContent = `The filing could not be verified: ${error}`;
		else if (verified?.ok) this.#verdict.textContent = "Verified: signature, files, figures and drawings are right.";
		else if (verified) this.#verdict.textContent = `Not genuine: ${verified.first.file} ${verified.first.what}.`;
		else this.#verdict.textContent = "Not verified since the house opened.";
	}

	async #begin() {
		try {
			await post("/api/filing/verification");
			await this.#watch();
		} catch (problem) {
			this.#error.show(problem, ["Try again", () => this.#begin()]);
		}
	}

	async #watch() {
		await poll(
			this,
			async () => {
				const filing = await get("/api/filing");
				this.#tell(filing);
				return filing;
			},
			({ step }) => !step,
		);
	}
}

const NONE =
	"This house was started without a filing. Make one with holecard dossier make, then start the house with --filing DIR.";

/** The tables that are not as filed, in one sentence, or null. The floor shows it too. */
export function warning({ is_there: isThere, wrong, tables }) {
	const off = wrong ? [] : tables.filter(({ folder, differs }) => !folder || differs.length);
	if (!isThere || !off.length) return null;
	const names = off.map(({ name }) => name).join("; ");
	return el("p.notice.filing-wrong", { role: "alert" }, `Not as filed: ${names}.`);
}

function table(one) {
	const state = !one.folder
		? ["warn", "Not filed"]
		: one.differs.length
			? ["warn", "Differs from its filing"]
			: ["good", "As filed"];
	return el(
		"li.filed",
		el("h2", one.name, " ", el("span", { class: `badge ${state[0]}` }, state[1])),
		one.folder
			? [
					el(
						"p",
						`House edge ${edgeText(one.house_edge)} of the initial bet. `,
						one.open_points.length ? `${many(one.open_points.length, "open point")}.` : "No open points.",
					),
					differences(one.differs),
					openPoints(one.open_points),
					el(
						"p.filing-acts",
						el("a.button.quiet.small", { href: `${FILES}${one.folder}/dossier.pdf` }, "Download PDF"),
						el("a.button.quiet.small", { href: `${FILES}${one.folder}/dossier.json` }, "Download JSON"),
					),
					el("div.drawings", one.signs.toReversed().map(drawing)),
				]
			: el("p", `No filing covers this table (${one.game}).`),
	);
}

function differences(rows) {
	if (!rows.length) return "";
	return el(
		"table.filing-differs",
		columnNames(["What", "Filed", "At the table", "Clause"]),
		el(
			"tbody",
			rows.map((row) =>
				el(
					"tr",
					[row.what, row.filed ?? "–", row.here ?? "–", row.clause ?? "house rule"].map((text) => el("td", text)),
				),
			),
		),
	);
}

function openPoints(points) {
	if (!points.length) return "";
	return el(
		"details",
		el("summary", "Open points"),
		el(
			"ul",
			points.map(({ cite, what, write }) => el("li", `${what} (${cite}). Write `, el("code", write), ".")),
		),
	);
}

function drawing({ title, file }) {
	return el(
		"a",
		{ href: FILES + file, target: "_blank", rel: "noopener" },
		el("img", { src: FILES + file, alt: title, loading: "lazy" }),
		el("span", title),
	);
}
