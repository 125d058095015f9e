// A form with the player's own limits, on the account page and in the session at the table.

import "../elements/toast.js";
import { toast } from "../elements/toast.js";
import { put } from "../lib/api.js";
import { el } from "../lib/dom.js";
import { me } from "../lib/me.js";
import { money, parseMoney } from "../lib/money.js";
import { field } from "./credentials.js";

/** `heading` is the level of its title. */
export function limitsForm({ loss, minutes }, heading = "h2") {
	const most = el("input", {
		inputmode: "decimal",
		value: loss === null ? "" : money(loss),
		placeholder: "no limit",
	});
	const time = el("input", { inputmode: "numeric", value: minutes ?? "", placeholder: "no limit" });
	const error = el("inline-error", { hidden: true });
	const save = async () => {
		error.clear();
		try {
			const cents = most.value.trim() ? parseMoney(most.value) : null;
			const limit = time.value.trim() ? Number(time.value) : null;
			if (most.value.trim() && cents === null)
				throw new Error("The loss limit is not an amount. Enter one such as 50 or 50.00, or leave it empty.");
			if (limit !== null && !(Number.isInteger(limit) && limit > 0))
				throw new Error("The time limit is not a whole number of minutes. Enter one such as 60, or leave it empty.");
			const { later } = await put("/api/me/limits", { loss: cents, minutes: limit });
			me.load(true).catch(() => {});
			toast(Object.keys(later).length ? "Limits saved. The looser one begins tomorrow." : "Limits saved");
		} catch (problem) {
			error.show(problem);
		}
	};
	return el(
		"section.panel-card.limits",
		el(heading, {}, "Your own limits"),
		el(
			"p",
			"The house refuses bets that go over these limits. A tighter limit holds at once, a looser one a day later.",
		),
		field("Daily loss limit", most),
		field("Session limit in minutes", time),
		el("button", { onclick: save }, "Save limits"),
		error,
	);
}
