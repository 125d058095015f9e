// Log in, or make an account, or play as a guest.

import "../elements/toast.js";
import { el } from "../lib/dom.js";
import { me } from "../lib/me.js";
import { credentials } from "./credentials.js";

export default class LoginPage extends HTMLElement {
  connectedCallback() {
    document.title = "Log in · Holecard";
    this.className = "sheet narrow";
    const done = () => (location.hash = sessionStorage.getItem("holecard.back") ?? "#/");
    this.append(
      el("h1", {}, "Welcome to the house"),
      el(
        "p",
        { class: "lead" },
        "An account keeps your chips and your rounds. A guest needs none, and begins with 1000.00 in play chips.",
      ),
      credentials({
        ways: [
          ["Log in", (body) => me.enter("/api/login", body)],
          ["Make an account", (body) => me.enter("/api/register", body)],
        ],
        done,
      }),
      el("p", { class: "or" }, "or"),
      credentials({ ways: [["Play as a guest", () => me.orGuest()]], done, plain: true }),
    );
  }
}
