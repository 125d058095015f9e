// What lies before a player who bets: the tray of chips, and the buttons that change bets or deal.

import { chip } from "../elements/chip-stack.js";
import { el } from "../lib/dom.js";
import { chipTray, money } from "../lib/money.js";
import { settings } from "../lib/settings.js";

const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** The chips to choose from; the controls remember the chosen one. Tab reaches that one, the arrow keys the others. */
export function chipTrayRow(controls, { minimum, maximum, chip: least }) {
	const values = chipTray(minimum, maximum, least);
	controls.chosen ||= values.find((value) => value >= minimum) ?? values[0];
	const tray = el("div.tray", { role: "radiogroup", "aria-label": "Chip" });
	const choose = (value) => {
		controls.chosen = value;
		for (const button of tray.children) {
			const isChosen = button.dataset.do === `chip ${value}`;
			button.setAttribute("aria-checked", String(isChosen));
			button.tabIndex = isChosen ? 0 : -1;
		}
	};
	tray.addEventListener("keydown", (event) => {
		const step = STEPS[event.key];
		if (!step) return;
		event.preventDefault();
		const next = tray.children[(values.indexOf(controls.chosen) + step + values.length) % values.length];
		next.click();
		next.focus();
	});
	const hasKeys = settings.get("keys") === "on";
	values.forEach((value, at) => {
		const key = String(at + 1);
		const button = el(
			"button.tray-chip",
			{
				role: "radio",
				"aria-checked": String(value === controls.chosen),
				tabindex: value === controls.chosen ? "0" : "-1",
				"aria-label": `chip of ${money(value)}`,
				"aria-keyshortcuts": hasKeys ? key : null,
				data: { do: `chip ${value}` },
				onclick: () => choose(value),
			},
			chip(value),
			hasKeys ? el("kbd", { "aria-hidden": "true" }, key) : "",
		);
		controls.keys.set(key, button);
		tray.append(button);
	});
	return tray;
}

/** Again, twice, undo, clear, sit out, deal: every one always in its place. */
export function betRow(controls, { total, cost, last, isPlayable, ready, canUndo, canRebet, isOut, isAutomatic }) {
	const { betting, named, on } = controls;
	const quiet = (label, key, go, does, disabled) => controls.button(label, key, go, { kind: "quiet", does, disabled });
	const again = canRebet && !total;
	return el(
		"div.bets",
		quiet("Again", named.again, () => betting.rebet(), "rebet", !canRebet),
		quiet("×2", named.twice, () => on.twice(), "twice", !total || betting.isFinal),
		quiet("Undo", named.undo, () => betting.undo(), "undo", !canUndo),
		quiet("Clear", named.clear, () => betting.clear(), "clear", !total || betting.isFinal),
		isAutomatic
			? controls.button("Stop", named.sit_out, () => on.stop(), { kind: "quiet sit-out", does: "stop" })
			: quiet(isOut ? "Play" : "Sit out", named.sit_out, () => on.sitOut(), "sit-out", total > 0),
		controls.button(ready ? "Ready" : again ? "Again & deal" : "Deal", named.deal, () => on.deal(), {
			kind: "deal",
			disabled: again ? ready : !isPlayable || ready,
			does: "deal",
			amount: again ? last : cost,
		}),
	);
}
