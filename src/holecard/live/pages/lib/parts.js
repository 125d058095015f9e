// Helpers shared by the reading pages: style sheets, times, percentages, marked-up text.

import { el } from "./dom.js";

/** Load a page's own style sheet, once. */
export function useStyle(href) {
	if (!document.querySelector(`link[href="${href}"]`)) document.head.append(el("link", { rel: "stylesheet", href }));
}

/** 0.0038213 -> "0.3821 %" */
export function percent(share, places = 4) {
	return `${(share * 100).toFixed(places).replace("-", "\u2212")}\u202f%`;
}

/** A house edge, which is negative if the player has the edge: "0.382 %", "−0.040 % (player's favour)". */
export function edgeText(edge, places = 3) {
	return `${percent(edge, places)}${edge < 0 ? " (player's favour)" : ""}`;
}

/** What a page for the staff says to others after its first sentence. */
export function logInFirst(person) {
	return person ? "You are logged in as a player." : [el("a", { href: "#/login" }, "Log in"), " with a staff account."];
}

/** Seconds since 1970, or a journal's time stamp, in the reader's own format. */
export function when(time, style = {}) {
	const date = typeof time === "number" ? new Date(time * 1000) : new Date(time);
	return new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium", ...style }).format(date);
}

export function clockTime(time) {
	return new Intl.DateTimeFormat(undefined, { timeStyle: "medium" }).format(
		typeof time === "number" ? new Date(time * 1000) : new Date(time),
	);
}

/** Text where `backticks` mark code and *stars* mark emphasis. */
export function marked(text) {
	return text
		.split("\x60")
		.map((part, at) =>
			at % 2 ? el("code", part) : part.split(/\*([^*]+)\*/).map((word, place) => (place % 2 ? el("em", word) : word)),
		);
}

/** 1234567 -> "1 234 567" */
export function grouped(number) {
	return String(number).replace(/\B(?=(\d{3})+$)/g, "\u2009");
}

/** A section with a heading that can be linked to. */
export function section(id, title, ...children) {
	return el(
		"section.part",
		{ id, "aria-labelledby": `${id}-title` },
		el("h2", { id: `${id}-title` }, title),
		...children,
	);
}

/** Something wide that can be scrolled apart from the page, by keyboard too. */
export function scrolling(label, ...children) {
	return el("div.scroll", { tabindex: "0", role: "group", "aria-label": label }, ...children);
}

/** The head of a table; a column without a name has an empty cell. */
export function columnNames(names) {
	return el(
		"thead",
		el(
			"tr",
			names.map((name) => (name ? el("th", { scope: "col" }, name) : el("td"))),
		),
	);
}

/** Ask again until `isDone`, with a pause between requests. Stops when the user leaves the page. */
export async function poll(page, ask, isDone, pause = 700) {
	for (;;) {
		const answer = await ask();
		if (isDone(answer) || !page.isConnected) return answer;
		await new Promise((done) => setTimeout(done, pause));
	}
}
