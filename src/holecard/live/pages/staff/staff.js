// Staff tools: adjustments, accounts, invitations, the house file, and what staff did. Every act asks for a reason.

import "../elements/toast.js";
import { toast } from "../elements/toast.js";
import { field } from "../account/credentials.js";
import { get, post, put } from "../lib/api.js";
import { capital, el, many } from "../lib/dom.js";
import { me } from "../lib/me.js";
import { money, parseMoney, signed } from "../lib/money.js";
import { logInFirst, section, when } from "../lib/parts.js";
import { ROLES } from "../lib/words.js";

/** What an empty list says. */
const EMPTY = {
	adjustments: "No adjustments.",
	accounts: "No account name begins with that.",
	invitations: "No open invitations.",
	acts: "No staff actions yet.",
};

export default class StaffPage extends HTMLElement {
	#error = el("inline-error", { hidden: true });
	#why = el("input", { required: true, minlength: 3, maxlength: 200, autocomplete: "off" });
	#find = el("input", { maxlength: 24, autocomplete: "off", oninput: () => this.#accounts() });
	#lists = { adjustments: el("ul.plain"), accounts: el("ul.plain"), invitations: el("ul.plain"), acts: el("ul.plain") };

	async connectedCallback() {
		document.title = "Staff · Holecard";
		this.className = "sheet";
		this.append(el("h1", "Staff"));
		await me.load().catch(() => null);
		if (!me.isStaff) return this.append(el("p.notice", "Only staff can open this page. ", logInFirst(me.person)));
		const { adjustments, accounts, invitations, acts } = this.#lists;
		const acting = me.person.role !== "auditor";
		this.append(
			el("p.lead", "Everything you do here is written in the house's book with your name and your reason."),
			acting ? field("Reason for what you do next", this.#why, "At least 3 characters.") : "",
			this.#error,
			section("adjustments", "Adjustments", acting ? this.#proposing() : "", adjustments),
			section("accounts", "Accounts", field("Name begins with", this.#find), accounts),
			this.#isAdministrator ? section("invitations", "Invitations", this.#inviting(), invitations) : "",
			section("house", "House file", this.#house()),
			section("acts", "What staff did", acts),
		);
		await this.#draw();
	}

	get #isAdministrator() {
		return me.person.role === "administrator";
	}

	async #draw() {
		try {
			await Promise.all([
				this.#accounts(),
				this.#fill("adjustments", (one) => this.#adjustment(one)),
				this.#fill("acts", act),
				this.#isAdministrator && this.#fill("invitations", (one) => this.#invitation(one)),
			]);
		} catch (problem) {
			this.#error.show(problem);
		}
	}

	async #fill(what, shown, query = "") {
		const rows = await get(`/api/staff/${what}${query}`);
		this.#lists[what].replaceChildren(...(rows.length ? rows.map(shown) : [el("li", EMPTY[what])]));
	}

	#accounts() {
		const find = encodeURIComponent(this.#find.value.replace(/[^\w.-]/g, ""));
		return this.#fill("accounts", (one) => this.#account(one), `?find=${find}`);
	}

	/** Do it for the reason given, then show everything anew. */
	async #do(send, done) {
		this.#error.clear();
		if (!this.#why.reportValidity()) return;
		try {
			const answer = await send({ why: this.#why.value });
			this.#why.value = "";
			toast(done);
			await this.#draw();
			return answer;
		} catch (problem) {
			this.#error.show(problem);
		}
	}

	#button(text, path, done, body = {}, send = post) {
		const go = () => this.#do((why) => send(path, { ...body, ...why }), done);
		return el("button.quiet.small", { onclick: go }, text);
	}

	#proposing() {
		const name = el("input", { required: true, maxlength: 24, autocomplete: "off" });
		const amount = el("input", { required: true, inputmode: "decimal", autocomplete: "off" });
		const propose = async (event) => {
			event.preventDefault();
			const cents = parseMoney(amount.value.replace(/^\s*[-\u2212]/, ""));
			if (!cents) return this.#error.show({ message: "Write an amount such as 25.00, or -25.00 to take chips." });
			const sum = /^\s*[-\u2212]/.test(amount.value) ? -cents : cents;
			const path = "/api/staff/adjustments";
			await this.#do(
				(why) => post(path, { name: name.value, amount: sum, ...why }),
				"Proposed: a colleague must approve",
			);
		};
		return el(
			"form",
			{ onsubmit: propose },
			field("Player", name),
			field("Amount", amount, "25.00 gives chips, -25.00 takes them. A colleague must approve."),
			el("button", { type: "submit" }, "Propose adjustment"),
		);
	}

	#adjustment({ id, bettor, cents, why, time, proposed_by: by, decided_by: decider, decision, answer }) {
		const path = `/api/staff/adjustments/${id}`;
		const mine = by === me.person.name;
		return el(
			"li",
			el("p", el("b", `${signed(cents)} for ${bettor}`), ` · ${by}: ${why} · ${when(time)}`),
			decision ? el("p.clause", `${capital(decision)} by ${decider}: ${answer}`) : "",
			decision || me.person.role === "auditor"
				? ""
				: [
						mine ? "" : this.#button(`Approve ${signed(cents)} for ${bettor}`, `${path}/approve`, "Approved"),
						" ",
						this.#button(mine ? "Withdraw" : "Refuse", `${path}/refuse`, "Refused"),
					],
		);
	}

	#account({ name, role, guest, balance, disabled, muted, sessions, loss, minutes }) {
		const facts = [
			guest && role === "player" ? "guest" : ROLES[role].toLowerCase(),
			role === "player" ? money(balance) : "",
			many(sessions, "session"),
			disabled ? "disabled" : "",
			muted ? "muted" : "",
			loss === null ? "" : `loss limit ${money(loss)} a day`,
			minutes === null ? "" : `${minutes} minutes a session`,
		];
		const may = name !== me.person.name && (this.#isAdministrator || (me.isFloor && role === "player"));
		return el(
			"li",
			el("p", el("b", name), ` · ${facts.filter(Boolean).join(" · ")}`),
			may ? this.#acts(name, role, guest, disabled) : "",
		);
	}

	#acts(name, role, guest, disabled) {
		const path = `/api/staff/accounts/${name}`;
		const turn = disabled ? "enable" : "disable";
		const roles = el(
			"select",
			{ "aria-label": `Role of ${name}` },
			Object.entries(ROLES).map(([one, title]) => el("option", { value: one, selected: one === role }, title)),
		);
		const loss = el("input", { "aria-label": `Loss limit of ${name} a day`, inputmode: "decimal", size: 8 });
		const change = () => this.#do((why) => post(`${path}/role`, { role: roles.value, ...why }), "Role changed");
		const tighten = () =>
			this.#do((why) => put(`${path}/limits`, { loss: parseMoney(loss.value), ...why }), "Limit set");
		return el(
			"details",
			el("summary", `Change ${name}`),
			el(
				"div.row",
				this.#button(`${capital(turn)} account`, `/api/accounts/${name}/${turn}`, "Done"),
				this.#button("End sessions", `${path}/dismiss`, "Logged out everywhere"),
				role === "player" ? [loss, el("button.quiet.small", { onclick: tighten }, "Set loss limit")] : "",
				this.#isAdministrator && !guest ? [roles, el("button.quiet.small", { onclick: change }, "Change role")] : "",
			),
		);
	}

	/** The house file: anyone on the staff may check a change, an administrator puts it in force. */
	#house() {
		const text = el("textarea", { rows: 14, spellcheck: false, "aria-label": "House file" });
		const told = el("ul.plain");
		const stuck = el("ul.plain");
		const about = el("p.clause");
		const putting = el("button", { hidden: true, onclick: () => apply() }, "Put in force");
		let was = "";
		const load = async () => {
			const found = await get("/api/staff/house");
			[text.value, was] = [found.text, found.sha256];
			about.textContent = found.file
				? "Check a change to see what it does. Once it is in force, each table uses it after its current round."
				: "The house runs on its built-in file. You can only check a change here. To use it, save the text as a file and start the house with --house FILE.";
			putting.hidden = !found.file || !this.#isAdministrator;
			stuck.replaceChildren(
				...found.changing.map((name) => el("li", `${name} changes when its round is over.`)),
				...found.unfit.map(({ id, name, cents }) =>
					el(
						"li",
						`${name}: this version does not know its rules. ${money(cents)} is on the layout. `,
						me.isFloor && cents
							? this.#button(`Void round and return ${money(cents)}`, `/api/staff/tables/${id}/void`, "Bets returned")
							: "",
					),
				),
			);
		};
		const check = () =>
			this.#try(async () => {
				const { findings, changes } = await post("/api/staff/house/check", { text: text.value });
				told.replaceChildren(
					...findings.map(({ table, why, clause }) =>
						el("li.error", `${table ? `${table}: ` : ""}${why} `, el("span.clause", clause)),
					),
					...changes.map((change) => el("li", change)),
					findings.length + changes.length ? "" : el("li", "Nothing changes."),
				);
			});
		const apply = async () => {
			const done = await this.#do((why) => put("/api/staff/house", { text: text.value, was, ...why }), "In force");
			if (!done) return;
			told.replaceChildren(...done.waiting.map((name) => el("li", `${name} changes when its round is over.`)));
			this.#try(load);
		};
		this.#try(load);
		return [
			about,
			stuck,
			text,
			el("div.row", el("button.quiet", { onclick: check }, "Check and preview"), putting),
			el("div", { role: "status" }, told),
		];
	}

	async #try(doing) {
		this.#error.clear();
		await doing().catch((problem) => this.#error.show(problem));
	}

	#inviting() {
		const role = el(
			"select",
			Object.entries(ROLES).map(([one, title]) => el("option", { value: one, selected: one === "floor" }, title)),
		);
		const link = el("p", { role: "status" });
		const invite = async (event) => {
			event.preventDefault();
			const made = await this.#do((why) => post("/api/staff/invitations", { role: role.value, ...why }), "Invited");
			if (made)
				link.replaceChildren(
					"Give them this link. It works once: ",
					el("code", `${location.origin}/#/invited/${made.token}`),
				);
		};
		return el(
			"form",
			{ onsubmit: invite },
			field("Role", role),
			el("button", { type: "submit" }, "Make invitation"),
			link,
		);
	}

	#invitation({ id, role, ends, by, why }) {
		return el(
			"li",
			el("p", el("b", ROLES[role]), ` · ${by}: ${why} · until ${when(ends)}`),
			this.#button("Withdraw", `/api/staff/invitations/${id}/withdraw`, "Withdrawn"),
		);
	}
}

const ACTS = {
	role: "Role changed",
	disabled: "Account disabled",
	enabled: "Account enabled",
	muted: "Player muted",
	unmuted: "Player may talk again",
	dismissed: "Sessions ended",
	limits: "Limits tightened",
	invitation: "Invitation made",
	"invitation-withdrawn": "Invitation withdrawn",
	adjustment: "Adjustment proposed",
	"adjustment-approved": "Adjustment approved",
	"adjustment-refused": "Adjustment refused",
	"house-file": "House file changed",
	"table-voided": "Round voided",
};

/** An act as the book has it. */
function act({ n, time, kind, said: { by, why, answer, name, role, cents } }) {
	const about = [name, role && ROLES[role].toLowerCase(), cents === undefined ? "" : signed(cents)]
		.filter(Boolean)
		.join(", ");
	return el(
		"li",
		el(
			"p",
			el("b", ACTS[kind] ?? kind),
			about ? ` (${about})` : "",
			` · ${by}: ${why ?? answer} · ${when(time)}, entry ${n}`,
		),
	);
}
