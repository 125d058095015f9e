// A short word that goes by itself, and the line in which a page says what went wrong where it went wrong.

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

/** An error beside what caused it: words, the clause if a rule refused it, and the way out. */
export class InlineError extends HTMLElement {
  connectedCallback() {
    this.setAttribute("role", "alert");
  }

  /** `ways` are [label, what it does] pairs. */
  show(problem, ...ways) {
    const legal = problem.refused?.legal ?? [];
    const buttons = ways.map(([label, go]) =>
      el("button", { type: "button", class: "quiet small", onclick: () => (this.clear(), go()) }, label),
    );
    this.replaceChildren(
      el("span", { class: "inline-error-text" }, told(problem)),
      legal.length ? el("span", { class: "inline-error-legal" }, `Possible: ${legal.join(", ")}.`) : "",
      problem.refused ? el("span", { class: "clause" }, problem.refused.clause) : "",
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

/** What was refused and why, without the clause and what is possible, which stand apart. */
function told(problem) {
  if (!problem.refused) return problem.message;
  const { what, why } = problem.refused;
  const text = /^(is|has|are|may|would|only)\b/.test(why) ? `${what} ${why}` : `${what}: ${why}`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

customElements.define("inline-error", InlineError);
