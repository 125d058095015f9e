// Accept an invitation: create a floorperson's or an auditor's account.

import "../elements/toast.js";
import { el } from "../lib/dom.js";
import { me } from "../lib/me.js";
import { credentials } from "./credentials.js";

export default class InvitedPage extends HTMLElement {
	connectedCallback() {
		document.title = "Invitation · Holecard";
		this.className = "sheet narrow";
		this.append(
			el("h1", "You are invited"),
			el("p.lead", "Choose a name and a password to create your account. You can use this invitation once."),
			credentials({
				ways: [["Create account", (body) => me.enter("/api/invited", { ...body, token: this.getAttribute("token") })]],
				done: () => (location.hash = me.isStaff ? "#/floor" : "#/"),
			}),
		);
	}
}
