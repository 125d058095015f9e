// An invitation makes an account of the post that it gives: the floor or an auditor.

import "../elements/toast.js";
import { el } from "../lib/dom.js";
import { me } from "../lib/me.js";
import { credentials } from "./credentials.js";

export default class InvitedPage extends HTMLElement {
  connectedCallback() {
    document.title = "Invitation · Holecard";
    this.className = "sheet narrow";
    this.append(
      el("h1", {}, "You are invited"),
      el("p", { class: "lead" }, "Choose a name and a password. The invitation is good once."),
      credentials({
        ways: [["Accept", (body) => me.enter("/api/invited", { ...body, token: this.getAttribute("token") })]],
        done: () => (location.hash = me.isStaff ? "#/floor" : "#/"),
      }),
    );
  }
}
