// Your account: the cashier, your own limits, display settings, logging out.

import "../elements/toast.js";
import { toast } from "../elements/toast.js";
import { post, postOnce } from "../lib/api.js";
import { el } from "../lib/dom.js";
import { me } from "../lib/me.js";
import { money, parseMoney } from "../lib/money.js";
import { ROLES } from "../lib/words.js";
import { field } from "./credentials.js";
import { limitsForm } from "./limits.js";
import { preferences } from "./preferences.js";

/** Seconds since 1970 -> "14:05" */
function timeOf(seconds) {
	return new Date(seconds * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

export default class AccountPage extends HTMLElement {
	async connectedCallback() {
		document.title = "Your account · Holecard";
		this.className = "sheet";
		const person = await me.load(true).catch(() => null); // the chips as they are now
		if (!person) {
			location.replace("#/login");
			return;
		}
		this.#balance = el("output.balance", money(person.balance));
		this.#change = () => me.person && (this.#balance.textContent = money(me.person.balance));
		me.addEventListener("change", this.#change);
		this.append(
			el("h1", person.name),
			el("p.lead", `${ROLES[person.role]}. You logged in at ${timeOf(person.session_began)}. Play chips only.`),
			el("div.columns", this.#cashier(), limitsForm(person.limits), card("Settings", preferences())),
			person.guest ? this.#keep() : "",
			el("p", el("button.quiet", { onclick: () => this.#logOut() }, "Log out")),
		);
	}

	disconnectedCallback() {
		me.removeEventListener("change", this.#change);
	}

	#balance;
	#change;

	/** A guest keeps name, chips, seat and history by choosing a password. */
	#keep() {
		const password = el("input", { type: "password", autocomplete: "new-password", minlength: 8, required: true });
		const error = el("inline-error", { hidden: true });
		const send = async (event) => {
			event.preventDefault();
			error.clear();
			try {
				await post("/api/me/keep", { password: password.value });
				toast("Your account is saved");
				await me.load(true);
				form.replaceWith(el("p.notice", `Log in as ${me.person.name} with your password from now on.`));
			} catch (problem) {
				error.show(problem);
			}
		};
		const form = el(
			"form.panel-card.keep",
			{ onsubmit: send },
			el("h2", "Keep this account"),
			el("p", "You are a guest. Choose a password, and your name, chips, seat and history stay yours."),
			field("Password", password, "At least 8 characters."),
			el("button", { type: "submit" }, "Keep account"),
			error,
		);
		return form;
	}

	#cashier() {
		const amount = el("input", { inputmode: "decimal", value: "500.00", autocomplete: "off" });
		const error = el("inline-error", { hidden: true });
		const go = (path, done) => async () => {
			const cents = parseMoney(amount.value);
			error.clear();
			try {
				if (!cents) throw new Error("That is not an amount. Enter one such as 500 or 12.50.");
				const { balance } = await postOnce(path, { amount: cents });
				me.setBalance(balance);
				toast(`${done} ${money(cents)}`);
			} catch (problem) {
				error.show(problem);
			}
		};
		return card(
			"Cashier",
			el("p", "Chips: ", this.#balance),
			field("Amount", amount),
			el(
				"div.row",
				el("button", { onclick: go("/api/cashier/buy-in", "Bought chips for") }, "Buy chips"),
				el("button.quiet", { onclick: go("/api/cashier/cash-out", "Cashed out") }, "Cash out"),
			),
			error,
		);
	}

	async #logOut() {
		await me.logOut().catch(() => {});
		location.hash = "#/";
	}
}

function card(title, ...content) {
	return el("section.panel-card", el("h2", title), ...content);
}
