// A form with name and password and one or more buttons to send it. Errors appear below the fields.

import { el } from "../lib/dom.js";

/** `ways` are [label, action on {name, password}] pairs, one per button; a `plain` form has no fields. */
export function credentials({ ways, done, plain = false }) {
	const name = el("input", {
		name: "name",
		autocomplete: "username",
		required: true,
		minlength: 2,
		maxlength: 24,
		pattern: "[A-Za-z][A-Za-z0-9.\\-]+",
		autocapitalize: "off",
		spellcheck: "false",
	});
	const password = el("input", {
		name: "password",
		type: "password",
		autocomplete: "current-password",
		required: true,
		minlength: 8,
	});
	const error = el("inline-error", { hidden: true });
	const buttons = ways.map(([label], at) =>
		el("button", { type: "submit", value: at, class: at ? "quiet" : plain ? "quiet wide" : "" }, label),
	);
	const form = el(
		"form",
		{ class: plain ? "" : "panel-card", onsubmit: send },
		plain
			? ""
			: [
					field("Name", name, "2 to 24 letters, digits, dots or hyphens. Start with a letter."),
					field("Password", password, "At least 8 characters."),
				],
		el("div.row", buttons),
		error,
	);

	async function send(event) {
		event.preventDefault();
		error.clear();
		const [, go] = ways[event.submitter ? Number(event.submitter.value) : 0];
		for (const button of buttons) button.disabled = true;
		try {
			await go({ name: name.value, password: password.value });
			done();
		} catch (problem) {
			error.show(problem);
			if (!plain) name.focus();
		}
		for (const button of buttons) button.disabled = false;
	}

	return form;
}

export function field(text, input, help = "") {
	const label = el("label", text, input);
	return el("div.field", label, help ? el("small", help) : "");
}
