// A toast, which disappears by itself, and the error line that a page shows next to what went wrong.

import { el, setStyle } from "../lib/dom.js";

class ToastStack extends HTMLElement {
	add(text, kind) {
		const toast = el("p", { class: `toast ${kind}` }, text);
		this.append(toast);
		setTimeout(() => toast.remove(), 4500);
	}
}

customElements.define("toast-stack", ToastStack);

export function toast(text, kind = "plain") {
	document.querySelector("toast-stack").add(text, kind);
}

/** An error next to its cause: the message, the clause if a rule refused it, and what to do. */
class InlineError extends HTMLElement {
	connectedCallback() {
		this.setAttribute("role", "alert");
	}

	/** `ways` are buttons, as [label, action] pairs. */
	show(problem, ...ways) {
		const legal = problem.refused?.legal ?? [];
		const buttons = ways.map(([label, go]) => el("button.quiet.small", { onclick: () => (this.clear(), go()) }, label));
		this.replaceChildren(
			el("span.inline-error-text", problem.refused?.text ?? problem.message),
			legal.length ? el("span", `Accepted: ${legal.join(", ")}.`) : "",
			problem.refused ? el("span.clause", problem.refused.clause) : "",
			...buttons,
		);
		setStyle(this, { display: "" });
		this.hidden = false;
	}

	clear() {
		this.replaceChildren();
		this.hidden = true;
	}
}

customElements.define("inline-error", InlineError);
