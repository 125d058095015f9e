// One drill: the table, the question, its options with their keys, the chips where money goes with an answer, and what
// the rules say of it.

import { chip } from "../elements/chip-stack.js";
import { plan } from "../floor/plan.js";
import { el, hidden } from "../lib/dom.js";
import { money, parseMoney } from "../lib/money.js";

const MOST_CHIPS = 6; // in the tray: the smallest ones that are of use

export class DrillCard {
	#answer;
	#next;
	#drill = null;
	#options = [];
	#isOpen = false;
	#picture = el("figure.drill-table");
	#before = el("ul.drill-before");
	#title = el("h2.drill-title", { tabindex: "-1" });
	#choices = el("div.drill-options", { role: "group", "aria-label": "Answers" });
	#pay = el("form.drill-pay", { hidden: true, onsubmit: (event) => this.#paid(event) });
	#amount = el("input", { id: "drill-amount", inputmode: "decimal", autocomplete: "off", size: 8 });
	#wrong = el("p.drill-wrong", { role: "alert" });
	#verdict = el("div.drill-verdict", { role: "status", "aria-live": "polite" });
	#more = el("button.drill-next", { hidden: true, onclick: () => this.#next() }, "Next");

	/** `answer` gets {key, money}; `next` is called for another drill. */
	constructor(answer, next) {
		this.#answer = answer;
		this.#next = next;
		this.node = el(
			"section.drill.panel-card",
			{ "aria-label": "Drill" },
			this.#picture,
			this.#before,
			this.#title,
			this.#choices,
			this.#pay,
			this.#verdict,
			this.#more,
		);
	}

	show(drill, isFocused = true) {
		this.#drill = drill;
		this.#isOpen = true;
		this.#picture.hidden = !drill.table;
		const asked = drill.box ? { box: drill.box, hand: drill.hand } : null;
		this.#picture.replaceChildren(
			drill.table ? plan(drill.table, { cloth: drill.cloth, boxes: drill.boxes, asked }) : "",
		);
		this.#before.hidden = !drill.before.length;
		this.#before.replaceChildren(...drill.before.map((text) => el("li", text)));
		this.#title.textContent = drill.title;
		this.#options = drill.options.map((option) => this.#option(option));
		this.#choices.replaceChildren(...this.#options);
		this.#choices.classList.toggle(
			"long",
			drill.options.some(({ name }) => name.length > 28),
		);
		this.#pay.hidden = true;
		this.#verdict.replaceChildren();
		this.#more.hidden = true;
		if (isFocused) this.#title.focus({ preventScroll: true });
	}

	#option(option) {
		return el(
			"button.quiet.drill-option",
			{ data: { key: option.key }, onclick: () => this.#choose(option) },
			el("kbd", { "aria-hidden": "true" }, option.key.toUpperCase()),
			el("span", option.name, option.takes_money ? "…" : ""),
		);
	}

	#choose(option) {
		if (!this.#isOpen) return;
		if (option.takes_money) return this.#askMoney(option);
		this.#send(option.key, 0);
	}

	#askMoney(option) {
		const chips = this.#drill.chips.slice(-MOST_CHIPS).reverse();
		this.#pay.dataset.key = option.key;
		this.#amount.value = "";
		this.#wrong.textContent = "";
		this.#pay.replaceChildren(
			el("label", { for: "drill-amount" }, "How much?"),
			el(
				"div.drill-chips",
				{ role: "group", "aria-label": "Chips" },
				chips.map((value) =>
					el(
						"button.plain.drill-chip",
						{ onclick: () => this.#add(value) },
						chip(value),
						hidden(`Add ${money(value)}`),
					),
				),
			),
			el(
				"div.row",
				this.#amount,
				el("button", { type: "submit" }, option.name),
				el("button.quiet", { onclick: () => this.#clear() }, "Clear"),
			),
			this.#wrong,
		);
		this.#pay.hidden = false;
		this.#amount.focus();
		this.#pay.scrollIntoView({ block: "nearest" });
	}

	#add(value) {
		this.#amount.value = money((parseMoney(this.#amount.value) ?? 0) + value).replaceAll("\u2009", "");
	}

	#clear() {
		this.#amount.value = "";
		this.#amount.focus();
	}

	#paid(event) {
		event.preventDefault();
		const cents = parseMoney(this.#amount.value);
		if (cents === null) {
			this.#wrong.textContent = "Type an amount such as 37.50, or add chips.";
			return;
		}
		this.#send(this.#pay.dataset.key, cents);
	}

	#send(key, cents) {
		this.close();
		for (const button of this.#options) button.classList.toggle("chosen", button.dataset.key === key);
		this.#answer({ key, money: cents });
	}

	/** Take no more answers: one is on its way, or another drill is. */
	close() {
		this.#isOpen = false;
		this.#pay.hidden = true;
		for (const button of this.#options) button.disabled = true;
	}

	/** The answer did not arrive: let it be given again. */
	reopen() {
		this.#isOpen = true;
		for (const button of this.#options) button.disabled = false;
	}

	judged({ right, says, clause, law, right_keys: rightKeys }) {
		for (const button of this.#options) {
			const isRight = rightKeys.includes(button.dataset.key);
			button.classList.toggle("right", isRight);
			button.classList.toggle("wrong", !isRight && button.classList.contains("chosen"));
			if (isRight) button.append(el("span.drill-sign", "✓", hidden("right")));
		}
		const isSaid = !law || says.toLowerCase().includes(law.toLowerCase());
		this.#verdict.replaceChildren(
			el("p", el("b", { class: right ? "win" : "lose" }, right ? "✓ Right. " : "✗ Wrong. "), says),
			clause ? el("p.clause", isSaid ? clause : `${clause}: ${law}`) : "",
		);
		this.#more.hidden = false;
		this.#more.focus({ preventScroll: true });
		this.#more.scrollIntoView({ block: "nearest" });
	}

	/** Whether the key was one of this drill's. */
	keys(pressed) {
		const option = this.#isOpen && this.#drill?.options.find(({ key }) => key === pressed);
		if (!option) return false;
		this.#choose(option);
		return true;
	}
}
