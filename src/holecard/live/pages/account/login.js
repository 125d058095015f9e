// Log in, create an account, or play as a guest.

import "../elements/toast.js";
import { el } from "../lib/dom.js";
import { me } from "../lib/me.js";
import { credentials } from "./credentials.js";

export default class LoginPage extends HTMLElement {
	async connectedCallback() {
		document.title = "Log in · Holecard";
		this.className = "sheet narrow";
		const person = await me.load().catch(() => null);
		if (person) return location.replace("#/account"); // where a guest keeps the account
		const done = () => (location.hash = sessionStorage.getItem("holecard.back") || "#/");
		this.append(
			el("h1", "Welcome"),
			el(
				"p.lead",
				"With an account you keep your chips and your history. Everyone starts with 1000.00 in play chips; guests need no account.",
			),
			credentials({
				ways: [
					["Log in", (body) => me.enter("/api/login", body)],
					["Create account", (body) => me.enter("/api/register", body)],
				],
				done,
			}),
			el("p.or", "or"),
			credentials({ ways: [["Play as a guest", () => me.orGuest()]], done, plain: true }),
		);
		return null;
	}
}
