// The bar above every page: logo, links to the pages, the logged-in person and their chips.

import { el } from "../lib/dom.js";
import { me } from "../lib/me.js";
import { money } from "../lib/money.js";

const LINKS = [
	["#/", "Tables"],
	["#/rules", "Rules"],
	["#/lab", "Lab"],
	["#/train", "Train"],
	["#/history", "History", () => me.person !== null],
	["#/floor", "Floor", () => me.isStaff],
	["#/staff", "Staff", () => me.isStaff],
	["/docs/", "Docs"],
];

const LOGO = `<svg viewBox="0 0 40 40" aria-hidden="true" focusable="false"><g transform="rotate(-9 20 20)">
<rect x="9" y="4" width="22" height="31" rx="3.500" class="logo-card"/>
<path class="logo-spade" d="M20 10.500c4.600 5 7.600 7.600 7.600 11.100a4 4 0 0 1-6.500 3c.2 2 .8 3.400 2.200
4.900h-6.600c1.400-1.500 2-2.900 2.200-4.900a4 4 0 0 1-6.500-3c0-3.500 3-6.100 7.600-11.100z"/></g></svg>`;

class AppBar extends HTMLElement {
	connectedCallback() {
		this.setAttribute("role", "banner");
		for (const target of [me, window])
			for (const type of ["change", "page"]) target.addEventListener(type, () => this.#draw());
		this.#draw();
	}

	#draw() {
		const here = `#/${location.hash.replace(/^#\/?/, "").split("/")[0]}`;
		const links = LINKS.filter(([, , shown]) => !shown || shown()).map(([href, text]) =>
			el("a", { href, "aria-current": here === href || (href === "#/" && here === "#/table") ? "page" : null }, text),
		);
		const nav = el("nav", { "aria-label": "Pages" }, links);
		this.replaceChildren(
			el(
				"a.logo",
				{ href: "#/", "aria-label": "Holecard, go to tables" },
				el("span", { innerHTML: LOGO }),
				el("b", "Holecard"),
			),
			nav,
			this.#person(),
		);
		requestAnimationFrame(() => showHere(nav));
	}

	#person() {
		if (!me.person) return el("a.button.quiet.small", { href: "#/login" }, "Log in");
		const { name, role, balance } = me.person;
		return el(
			"a.person",
			{ href: "#/account", title: "Your account" },
			el("span.person-name", name),
			role === "player"
				? el("span.person-chips", money(balance))
				: roleBadge({ floor: "Floor", auditor: "Audit", administrator: "Admin" }[role]),
		);
	}
}

/** Where the bar is too narrow for all pages, it shows the one that is open. */
function showHere(nav) {
	const here = nav.querySelector("[aria-current]");
	if (here) nav.scrollLeft = here.offsetLeft - nav.offsetLeft - (nav.clientWidth - here.offsetWidth) / 2;
}

/** A phone shows only its first letter. */
function roleBadge(word) {
	return el("span.person-role", word[0], el("span", word.slice(1)));
}

customElements.define("app-bar", AppBar);
