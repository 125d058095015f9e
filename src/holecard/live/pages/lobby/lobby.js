// The lobby: every table with its game, limits, seats and house edge, and a button to sit down.

import "../elements/card-face.js";
import "../elements/toast.js";
import { get } from "../lib/api.js";
import { el, listed, many } from "../lib/dom.js";
import { me } from "../lib/me.js";
import { money } from "../lib/money.js";
import { edgeText } from "../lib/parts.js";
import { short } from "../lib/words.js";

export default class LobbyPage extends HTMLElement {
  #timer = 0;
  #edges = new Map();

  async connectedCallback() {
    document.title = "Tables · Holecard";
    this.className = "sheet";
    this.#list = el("ul", { class: "tables", "aria-busy": "true" });
    this.#error = el("inline-error", { hidden: true });
    this.append(
      el(
        "header",
        { class: "hero" },
        el(
          "div",
          {},
          el("h1", {}, "Take a seat"),
          el(
            "p",
            {},
            "Regulated blackjack, dealt by the book. Every card, payout and announcement shows the clause behind it. " +
              "Play chips only.",
          ),
        ),
        el(
          "div",
          { class: "fan", "aria-hidden": "true" },
          ["Ah", "Js", "--"].map((card) => el("card-face", { card })),
        ),
      ),
      this.#error,
      this.#list,
    );
    await this.#load();
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
  }

  #list;
  #error;

  async #load() {
    try {
      const tables = await get("/api/lobby");
      this.#error.clear();
      this.#draw(tables);
      for (const table of tables) this.#askEdge(table);
    } catch (problem) {
      this.#error.show(problem, ["Try again", () => this.#load()]);
    }
    if (this.isConnected) this.#timer = setTimeout(() => this.#load(), 5000);
  }

  #draw(tables) {
    const focused = this.#list.contains(document.activeElement) ? document.activeElement.dataset.table : null;
    this.#list.replaceChildren(...tables.map((table) => this.#card(table)));
    this.#list.removeAttribute("aria-busy");
    if (focused) this.#list.querySelector(`[data-table="${focused}"]`)?.focus();
  }

  #card(table) {
    const seated = table.seated.length;
    const state = !table.open ? "Closed" : table.stopped ? "Play stopped" : seated === table.boxes ? "Full" : "";
    const edge = table.edge ?? this.#edges.get(table.id);
    return el(
      "li",
      { class: "table-card", data: { felt: table.cloth } },
      el("div", { class: "table-card-felt", "aria-hidden": "true" }, ...dots(table)),
      el(
        "div",
        { class: "table-card-body" },
        el("h2", {}, table.name),
        el(
          "p",
          { class: "table-card-game" },
          table.game_name,
          table.edition && table.edition !== "undated" ? ` · ${table.edition} edition` : "",
        ),
        el(
          "dl",
          {},
          pair("Limits", `${money(table.minimum)} – ${money(table.maximum)}`),
          pair("Cards", many(table.decks, "deck")),
          pair("Floor", table.staff === "staffed" ? "staffed" : "automatic"),
          pair(
            "House edge",
            el("span", { class: "edge", data: { edge: table.id }, title: "of the initial bet" }, edgeOrState(edge)),
          ),
          pair(
            "Seated",
            seated
              ? `${seated} of ${table.boxes}: ${listed(table.seated.slice(0, 3))}`
              : `none, ${table.boxes} boxes free`,
          ),
        ),
        table.side_wagers.length
          ? el(
              "ul",
              { class: "tags", "aria-label": "Side wagers" },
              table.side_wagers.map(({ name }) => el("li", {}, short(name))),
            )
          : "",
        el(
          "div",
          { class: "row" },
          el(
            "button",
            {
              type: "button",
              class: "small",
              data: { table: table.id },
              disabled: !table.open,
              onclick: (event) => this.#sit(event.target, table),
            },
            me.person ? "Sit down" : "Play as a guest",
            el("span", { class: "unseen" }, ` at ${table.name}`),
          ),
          el(
            "a",
            { class: "button quiet small", href: `#/table/${table.id}` },
            "Watch",
            el("span", { class: "unseen" }, ` ${table.name}`),
          ),
          el(
            "a",
            { class: "rules-link", href: `#/rules/${table.game}` },
            "Rules",
            el("span", { class: "unseen" }, ` for ${table.name}`),
          ),
          state ? el("span", { class: "table-state" }, state) : "",
        ),
      ),
    );
  }

  /** The exact solver takes a while. The page asks again until it has the figure, which then never changes. */
  async #askEdge(table) {
    if (table.edge !== undefined || this.#edges.has(table.id)) return;
    this.#edges.set(table.id, undefined);
    try {
      const { house_edge: edge, warming } = await get(`/api/tables/${table.id}/edge`);
      if (warming) this.#edges.delete(table.id);
      else this.#edges.set(table.id, edge);
    } catch ({ status }) {
      if (status) this.#edges.set(table.id, null);
      else this.#edges.delete(table.id); // no answer from the server: ask again
    }
    const place = this.querySelector(`[data-edge="${table.id}"]`);
    if (place) place.textContent = edgeOrState(this.#edges.get(table.id));
  }

  async #sit(button, table) {
    button.disabled = true;
    try {
      await me.orGuest();
      sessionStorage.setItem("holecard.sit", String(table.id));
      location.hash = `#/table/${table.id}`;
    } catch (problem) {
      button.disabled = false;
      const error = el("inline-error");
      button.closest(".table-card-body").append(error);
      error.show(problem, ["Log in", () => (location.hash = "#/login")]);
    }
  }
}

function pair(name, value) {
  return el("div", {}, el("dt", {}, name), el("dd", {}, value));
}

/** A small picture of the table: one circle per box, filled if it is taken. */
function dots(table) {
  return Array.from({ length: table.boxes }, (_, at) => {
    const angle = ((at + 0.5) / table.boxes) * Math.PI;
    const style = { left: `${50 - Math.cos(angle) * 38}%`, top: `${18 + Math.sin(angle) * 52}%` };
    return el("span", { class: at < table.seated.length ? "dot taken" : "dot", style });
  });
}

/** The figure, or why it is not there yet. */
function edgeOrState(edge) {
  if (edge === undefined) return "calculating…";
  return edge === null ? "not available" : edgeText(edge);
}
