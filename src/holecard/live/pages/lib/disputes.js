// Disputes: the form that questions a round, and a dispute with its answer, as players and staff read it.

import "../elements/toast.js";
import { get, post } from "./api.js";
import { el } from "./dom.js";
import { when } from "./parts.js";

/** A form to question a round; `done` gets the dispute. */
export function disputeForm(table, round, done) {
	const why = el("textarea", { rows: 2, minlength: 3, maxlength: 500, required: true, id: `why-${table}-${round}` });
	return form(
		"Question this round",
		[el("label", { for: why.id }, "What is wrong with it?"), why],
		"Send to the floor",
		async () => done(await post(`/api/rounds/${table}/${round}/disputes`, { why: oneLine(why.value) })),
	);
}

/** A dispute as a list item; with `answer`, a floorperson's form for the open ones. */
export function disputeItem(dispute, answer = null) {
	const {
		table,
		table_name: name,
		round,
		bettor,
		time,
		why,
		answered,
		answered_by: by,
		answer: said,
		clause,
	} = dispute;
	return el(
		"li.dispute",
		{ data: { dispute: dispute.id } },
		el(
			"p.dispute-head",
			el("a", { href: `#/round/${table}/${round}` }, `${name}, round ${round}`),
			` · ${bettor}, ${when(time)} `,
			el("span", { class: answered ? "badge good" : "badge warn" }, answered ? "Answered" : "Open"),
		),
		el("blockquote", why),
		answered
			? el("p.dispute-answer", el("b", `${by}: `), said, el("span.clause", ` ${clause}`))
			: answer
				? answerForm(dispute, answer)
				: "",
	);
}

function answerForm({ id }, done) {
	const said = el("textarea", { rows: 2, minlength: 3, maxlength: 500, required: true, id: `answer-${id}` });
	const clauses = el("datalist", { id: `clauses-${id}` });
	const clause = el("input", {
		id: `clause-${id}`,
		list: clauses.id,
		required: true,
		autocomplete: "off",
		maxlength: 120,
	});
	clause.addEventListener(
		"focus",
		async () =>
			clauses.replaceChildren(...(await get(`/api/disputes/${id}/clauses`)).map((value) => el("option", { value }))),
		{ once: true },
	);
	return form(
		"Answer",
		[
			el("label", { for: said.id }, "Your answer"),
			said,
			el("label", { for: clause.id }, "The clause that decides it"),
			clause,
			clauses,
		],
		"Send the answer",
		async () => done(await post(`/api/disputes/${id}/answer`, { answer: oneLine(said.value), clause: clause.value })),
	);
}

/** A form behind its own summary. */
function form(summary, fields, button, send) {
	const error = el("inline-error", { hidden: true });
	const go = async (event) => {
		event.preventDefault();
		error.clear();
		await send().catch((problem) => error.show(problem));
	};
	return el(
		"details.dispute-form",
		el("summary", summary),
		el("form", { onsubmit: go }, fields, el("button", { type: "submit", class: "small" }, button), error),
	);
}

function oneLine(text) {
	return text.replaceAll(/\s+/g, " ").trim();
}
