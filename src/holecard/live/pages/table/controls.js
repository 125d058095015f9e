// The player's controls: chips and bets, decisions with their keys, offers, pit questions.

import { chip } from "../elements/chip-stack.js";
import { ring, setRing } from "../elements/clock-ring.js";
import "../elements/toast.js";
import { el, hidden, setStyle } from "../lib/dom.js";
import { chipTray, money, parseMoney, signed } from "../lib/money.js";
import { namesShort } from "../lib/words.js";

export class Controls {
  /** `on`: {act(choice), deal(), sit(box), guest(), skip(), retry(), hint(), buyIn()}. */
  constructor(table, betting, on) {
    this.table = table;
    this.betting = betting;
    this.on = on;
    this.tray = chipTray(table.minimum, table.maximum, table.chip);
    this.chosen = this.tray.find((value) => value >= table.minimum) ?? this.tray[0];
    this.keys = new Map();
    this.clock = ring();
    this.title = el("p", { class: "prompt", tabindex: "-1" });
    this.sub = el("p", { class: "prompt-more" });
    this.error = el("inline-error", { hidden: true });
    this.actions = el("div", { class: "actions" });
    this.node = el(
      "section",
      { class: "controls", "aria-label": "Your play" },
      el("div", { class: "prompts" }, this.clock, el("div", {}, this.title, this.sub)),
      this.error,
      this.actions,
    );
    this.drawn = "";
    this.pressed = null;
    this.actions.addEventListener("mousedown", ({ target }) => (this.pressed = this.#named(target)));
    this.actions.addEventListener("mouseup", ({ target }) => this.#release(this.#named(target)));
  }

  /** The browser sends no click if a button is redrawn between press and release, so we click the new one. */
  #release(found) {
    const { pressed } = this;
    this.pressed = null;
    if (pressed && found && !pressed.button.isConnected && found.name === pressed.name) found.button.click();
  }

  /** The button at this place and its name. The name includes the question, so a button never answers another one. */
  #named(target) {
    const button = target.closest("button[data-do]");
    return button && { button, name: `${this.kind} ${this.asked} ${button.dataset.do}` };
  }

  /** Press the button of this key. Returns whether there was one. */
  press(key) {
    const button = this.keys.get(key);
    if (!button?.isConnected || button.disabled) return false;
    button.click();
    return true;
  }

  tick(left, whole) {
    setRing(this.clock, left, whole);
  }

  fail(problem, ...ways) {
    this.error.show(problem, ...ways);
  }

  /** `state` is {kind, …}. It is drawn again only if it has changed, so that the focus stays. */
  show(state) {
    const signature = JSON.stringify(state);
    if (signature === this.drawn) return;
    if (this.kind !== state.kind || state.asked !== this.asked) this.error.clear();
    this.drawn = signature;
    this.kind = state.kind;
    this.asked = state.asked;
    const held = this.actions.contains(document.activeElement) ? document.activeElement.dataset.do : null;
    this.keys = new Map();
    this.node.dataset.kind = state.kind;
    this.node.dataset.asked = state.asked ?? "";
    const [title, more, actions] = this[`_${state.kind}`](state);
    this.title.textContent = title;
    this.sub.replaceChildren(...[more].flat().filter(Boolean));
    this.actions.replaceChildren(...actions);
    if (held !== null)
      (this.actions.querySelector(`[data-do="${CSS.escape(held)}"]:not(:disabled)`) ?? this.title).focus({
        preventScroll: true,
      });
  }

  #button(label, key, go, { kind = "", does = label, disabled = false, amount = 0 } = {}) {
    const button = el(
      "button",
      { type: "button", class: kind, disabled, onclick: go, data: { do: does }, "aria-keyshortcuts": key || null },
      el("span", {}, label, amount ? el("b", { class: "number" }, ` ${money(amount)}`) : ""),
      key ? el("kbd", { "aria-hidden": "true" }, NAMED[key] ?? key.toUpperCase()) : "",
    );
    if (key) this.keys.set(key, button);
    return button;
  }

  // one method per kind of state

  _connecting() {
    return ["Joining table…", "", []];
  }

  _lost() {
    return [
      "Reconnecting…",
      "The connection dropped. Your seat and your bets are safe.",
      [this.#button("Reconnect now", "", () => this.on.retry(), { kind: "quiet" })],
    ];
  }

  _watching({ free }) {
    return [
      "You are watching",
      free
        ? "Join with one click. Guests start with 1000.00 in play chips."
        : "All boxes are taken. Keep watching, or choose another table.",
      [
        this.#button("Play as a guest", "g", () => this.on.guest(), { disabled: !free }),
        el("a", { class: "button quiet", href: "#/login" }, "Log in"),
      ],
    ];
  }

  _standing({ free, gaveUp }) {
    const buttons = free
      .slice(0, 9)
      .map((box, at) => this.#button(`Box ${box}`, String(box), () => this.on.sit(box), { kind: at ? "quiet" : "" }));
    if (gaveUp && free.length)
      return [
        "You lost your seat",
        "You were away too long. If you had a hand, it was finished by the rules. Take any free box.",
        buttons,
      ];
    return [
      free.length ? "Take a seat" : "All boxes are taken",
      free.length ? "Choose a box. Box 1 is on the dealer's left." : "Wait here, or choose another table in the lobby.",
      buttons,
    ];
  }

  _closed() {
    return [
      "This table is closed",
      "Wait until the floorperson opens it, or choose another table.",
      [el("a", { class: "button quiet", href: "#/" }, "Go to lobby")],
    ];
  }

  _stopped() {
    return ["Play is stopped", "Cards and bets stay put. Play resumes when the floorperson says so.", []];
  }

  _waiting({ title, more }) {
    return [title, more, []];
  }

  _dealing({ net }) {
    return [
      "Dealing…",
      net ? `${signed(net)} so far` : "",
      [this.#button("Skip", " ", () => this.on.skip(), { kind: "quiet small", does: "skip" })],
    ];
  }

  _broke() {
    return [
      "You are out of chips",
      "Buy more to keep playing. They are play chips.",
      [this.#button("Buy 500.00 in chips", "b", () => this.on.buyIn())],
    ];
  }

  _bets({ total, isPlayable, ready, canUndo, canRebet, waiting, result, requests }) {
    const tray = el(
      "div",
      { class: "tray", role: "radiogroup", "aria-label": "Chip" },
      this.tray.map((value, at) => {
        const button = el(
          "button",
          {
            type: "button",
            class: "tray-chip",
            role: "radio",
            "aria-checked": String(value === this.chosen),
            "aria-label": `chip of ${money(value)}`,
            "aria-keyshortcuts": String(at + 1),
            data: { do: `chip ${value}` },
            onclick: () => this.#choose(value),
          },
          chip(value),
          el("kbd", { "aria-hidden": "true" }, String(at + 1)),
        );
        this.keys.set(String(at + 1), button);
        return button;
      }),
    );
    const row = el(
      "div",
      { class: "row bets" },
      this.#button("Rebet", "r", () => this.betting.rebet(), { kind: "quiet", disabled: !canRebet, does: "rebet" }),
      this.betting.isFinal
        ? []
        : [
            this.#button("Undo", "u", () => this.betting.undo(), { kind: "quiet", disabled: !canUndo, does: "undo" }),
            this.#button("Clear", "c", () => this.betting.clear(), { kind: "quiet", disabled: !total, does: "clear" }),
          ],
      this.#button(ready ? "Ready" : "Deal", "d", () => this.on.deal(), {
        kind: "deal",
        disabled: !isPlayable || ready,
        does: "deal",
        amount: total,
      }),
    );
    const title = ready
      ? `Waiting for ${waiting}`
      : result || (isPlayable ? "Bets placed" : total ? "Your side wager needs a bet" : "Place your bet");
    const more = ready
      ? ""
      : isPlayable
        ? this.betting.isFinal
          ? "A bet on the layout is final. Bet on another place or deal."
          : "Add chips or deal."
        : total
          ? "Put chips on Bet too."
          : "Choose a chip, then the place for your bet.";
    const asks = requests.map(({ what, name }) =>
      this.#button(name, "", () => this.on.request(what), { kind: "quiet small", does: what }),
    );
    return [title, [more, asks.length ? el("span", { class: "row" }, asks) : ""], [tray, row]];
  }

  #choose(value) {
    this.chosen = value;
    for (const button of this.actions.querySelectorAll(".tray-chip"))
      button.setAttribute("aria-checked", String(button.dataset.do === `chip ${value}`));
  }

  _question({ question }) {
    const { place, clause } = question;
    const title = namesShort(question.title);
    const more = [place, question.more].filter(Boolean).join(". ") || "Your decision";
    const cited = el("span", { class: "clause why" }, clause);
    const choices = question.choices.filter(({ name }) => name);
    const [cut, ...others] = choices;
    if (cut?.in_cards) return [title, [more, " ", cited], this.#cut(cut, others)];
    const buttons = choices.flatMap((choice) => this.#choice(choice));
    if (question.type === "decide")
      buttons.push(this.#button("Hint", "?", () => this.on.hint(), { kind: "quiet hint-button", does: "hint" }));
    return [title, [more, " ", cited], buttons];
  }

  #choice(choice) {
    const { do: action, name, key, other_keys: others, hand, silent, least, most } = choice;
    const all = this.#button(name, key, () => this.on.act({ action, amount: most, hand }), {
      kind: silent ? "quiet" : "",
      does: hand ? `${action} ${hand}` : action,
      amount: most,
    });
    for (const other of others) this.keys.set(other, all);
    return least < most ? [el("span", { class: "with-less" }, all, this.#less(name, choice))] : [all];
  }

  /** A form to stake less than the most allowed. */
  #less(label, { do: action, least, most }) {
    const step = this.table.chip;
    const amount = el("input", {
      type: "text",
      inputmode: "decimal",
      value: money(most),
      "aria-label": `${label}, amount`,
    });
    const slide = el("input", {
      type: "range",
      min: least,
      max: most,
      step,
      value: most,
      "aria-label": `${label}, amount`,
      oninput: () => (amount.value = money(Number(slide.value))),
    });
    const go = () => {
      const cents = parseMoney(amount.value);
      if (cents === null || cents < least || cents > most)
        this.error.show(new Error(`That amount is not allowed. Enter ${money(least)} to ${money(most)}.`));
      else this.on.act({ action, amount: cents });
    };
    return el(
      "details",
      { class: "less" },
      el("summary", {}, hidden(`${label} for `), "less"),
      el(
        "div",
        { class: "less-form" },
        el("p", {}, `${label} for less than ${money(most)}`),
        slide,
        el("div", { class: "row" }, amount, el("button", { type: "button", class: "small", onclick: go }, label)),
      ),
    );
  }

  #cut(cut, others) {
    const middle = Math.round((cut.least + cut.most) / 2);
    const shown = el("output", {}, String(middle));
    const deck = el("span", { class: "cut-deck", "aria-hidden": "true" });
    const slide = el("input", {
      type: "range",
      min: cut.least,
      max: cut.most,
      value: middle,
      "aria-label": "Cards from the top",
      data: { do: "slide" },
    });
    const move = () => {
      shown.textContent = slide.value;
      setStyle(deck, { "--at": String((slide.value - cut.least) / (cut.most - cut.least)) });
    };
    slide.addEventListener("input", move);
    move();
    return [
      el("div", { class: "cut" }, deck, slide, el("p", {}, shown, " cards from the top")),
      el(
        "div",
        { class: "row" },
        this.#button(cut.name, cut.key, () => this.on.act({ action: cut.do, amount: Number(slide.value) }), {
          does: cut.do,
        }),
        others.flatMap((choice) => this.#choice(choice)),
      ),
    ];
  }
}

const NAMED = { " ": "Space", "?": "?" };
