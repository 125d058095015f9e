// Answers with an amount: a stake below the most allowed, and where to cut the cards.

import { el, hidden, setStyle } from "../lib/dom.js";
import { money, parseMoney } from "../lib/money.js";

/** A form to stake less than the most allowed. */
export function lessForm(controls, label, { do: action, least, most }, step) {
	const amount = el("input", {
		type: "text",
		inputmode: "decimal",
		value: money(most),
		"aria-label": `${label}, amount`,
	});
	const slide = el("input", {
		type: "range",
		min: least,
		max: most,
		step,
		value: most,
		"aria-label": `${label}, amount`,
		oninput: () => (amount.value = money(Number(slide.value))),
	});
	const go = () => {
		const cents = parseMoney(amount.value);
		if (cents === null || cents < least || cents > most)
			controls.fail(new Error(`That amount is not allowed. Enter ${money(least)} to ${money(most)}.`));
		else controls.on.act({ action, amount: cents });
	};
	return el(
		"details.less",
		el("summary", hidden(`${label} for `), "less"),
		el(
			"div.less-form",
			el("p", `${label} for less than ${money(most)}`),
			slide,
			el("div.row", amount, el("button.small", { onclick: go }, label)),
		),
	);
}

export function cutter(controls, cut, others) {
	const middle = Math.round((cut.least + cut.most) / 2);
	const shown = el("output", String(middle));
	const deck = el("span.cut-deck", { "aria-hidden": "true" });
	const slide = el("input", {
		type: "range",
		min: cut.least,
		max: cut.most,
		value: middle,
		"aria-label": "Cards from the top",
		data: { do: "slide" },
	});
	const move = () => {
		shown.textContent = slide.value;
		setStyle(deck, { "--at": String((slide.value - cut.least) / (cut.most - cut.least)) });
	};
	slide.addEventListener("input", move);
	move();
	const go = () => controls.on.act({ action: cut.do, amount: Number(slide.value) });
	return [
		el("div.cut", deck, slide, el("p", shown, " cards from the top")),
		el("div.row", controls.button(cut.name, cut.key, go, { does: cut.do }), others),
	];
}
