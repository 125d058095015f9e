// The shell: it picks the page for the address, draws the bar above it, and moves the focus when the page changes.

import "./elements/app-bar.js";
import "./elements/toast.js";
import { el } from "./lib/dom.js";
import { me } from "./lib/me.js";
import "./lib/settings.js";

// Each module's default export is the class of the page's element. The route's captures become its attributes.
const ROUTES = [
	[/^\/?$/, "lobby-page", "./lobby/lobby.js", []],
	[/^\/table\/(\d+)$/, "table-page", "./table/table.js", ["table"]],
	[/^\/floor$/, "floor-page", "./floor/floor.js", []],
	[/^\/staff$/, "staff-page", "./staff/staff.js", []],
	[/^\/filing$/, "filing-page", "./filing/filing.js", []],
	[/^\/history$/, "history-page", "./history/history.js", []],
	[/^\/round\/(\d+)\/(\d+)$/, "round-page", "./history/round.js", ["table", "number"]],
	[/^\/rules(?:\/([\w-]+))?$/, "rules-page", "./rules/rules.js", ["game"]],
	[/^\/lab$/, "lab-page", "./lab/lab.js", []],
	[/^\/train$/, "train-page", "./train/train.js", []],
	[/^\/train\/record\/(\d+)$/, "record-page", "./train/record.js", ["number"]],
	[/^\/login$/, "login-page", "./account/login.js", []],
	[/^\/invited\/([\w-]+)$/, "invited-page", "./account/invited.js", ["token"]],
	[/^\/account$/, "account-page", "./account/account.js", []],
];

const main = document.getElementById("main");
let turn = 0;

async function show(first = false) {
	const mine = (turn += 1);
	const [path] = location.hash.replace(/^#/, "").split("?");
	if (path === "main") return; // the skip link
	const route = ROUTES.find(([pattern]) => pattern.test(path));
	// where logging in leads
	if (route && route[1] !== "login-page") sessionStorage.setItem("holecard.back", location.hash);
	const page = route ? await make(route, path) : notFound();
	if (mine !== turn) return;
	document.title = "Holecard";
	main.replaceChildren(page);
	document.body.dataset.page = page.localName;
	dispatchEvent(new Event("page"));
	if (!first) {
		scrollTo(0, 0);
		main.focus({ preventScroll: true });
	}
}

async function make([pattern, tag, file, names], path) {
	try {
		const { default: Page } = await import(file);
		// quick navigation can reach this line twice for one page
		if (!customElements.get(tag)) customElements.define(tag, Page);
	} catch (error) {
		console.error(error);
		return errorPage("This page didn't load", "The server may be restarting. Try again in a moment.");
	}
	const found = pattern.exec(path);
	const attributes = Object.fromEntries(names.map((name, at) => [name, found[at + 1] ?? null]));
	return el(tag, attributes);
}

function notFound() {
	return errorPage("Page not found", "The address may be old or mistyped. Start again from the lobby.");
}

function errorPage(title, text) {
	return el(
		"section.sheet.narrow",
		el("h1", title),
		el("p", text),
		el("p", el("a.button", { href: "#/" }, "Go to lobby")),
	);
}

addEventListener("hashchange", () => show());
me.load().catch(() => {});
show(true);
