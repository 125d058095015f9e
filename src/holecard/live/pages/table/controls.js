// The player's controls: a bar of fixed size with what is asked at the left, the buttons in fixed places, and the hint
// beneath them.

import { ring, setRing } from "../elements/clock-ring.js";
import "../elements/toast.js";
import { el, hidden } from "../lib/dom.js";
import { money, signed } from "../lib/money.js";
import { settings } from "../lib/settings.js";
import { betRow, chipTrayRow } from "./bet-buttons.js";
import { cutter, lessForm } from "./amounts.js";

const GUARD = 300; // milliseconds after a new question in which nothing counts
const LONG = 60; // letters of what is asked, which take three lines on a phone

export class Controls {
	/** `keys` are the table's, by name; `actions` those of the game, which have places of their own; `on` is what the
	 * buttons do. */
	constructor(table, { keys, actions }, betting, hints, on) {
		this.table = table;
		this.named = keys;
		this.slots = [...new Set(actions.map(({ key }) => key))];
		this.betting = betting;
		this.hints = hints;
		this.on = on;
		this.chosen = 0;
		this.keys = new Map();
		this.clock = ring();
		this.title = el("p.prompt", { tabindex: "-1", role: "status" });
		this.sub = el("p.prompt-more");
		this.error = el("inline-error", { hidden: true });
		this.actions = el("div.actions");
		this.node = el(
			"section.controls",
			{ "aria-label": "Your play" },
			el("div.prompts", this.clock, el("div.asked", this.title, this.sub), this.error),
			this.actions,
			hints.node,
		);
		this.drawn = "";
		this.pressed = null;
		this.guarded = 0;
		this.actions.addEventListener("mousedown", ({ target }) => (this.pressed = this.#named(target)));
		this.actions.addEventListener("mouseup", ({ target }) => this.#release(this.#named(target)));
		this.actions.addEventListener("click", (event) => this.isGuarded && event.stopPropagation(), true);
	}

	/** Whether a question has only just come, so that a press was meant for what was there before. */
	get isGuarded() {
		return performance.now() < this.guarded;
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
		if (!button?.isConnected || button.disabled) return this.isGuarded;
		button.click();
		return true;
	}

	tick(left, whole) {
		setRing(this.clock, left, whole);
	}

	fail(problem, ...ways) {
		this.error.show(problem, ...ways);
	}

	/** What the house refused. Their own bet is said to the player as theirs; who needs an account can log in. */
	refuse(problem, name) {
		const { refused } = problem;
		if (refused && name) refused.what = refused.what.replace(name, "your bet");
		const ways = refused?.clause.includes("accounts") ? [["Log in", () => (location.hash = "#/login")]] : [];
		this.fail(problem, ...ways);
	}

	/** `state` is {kind, …}. It is drawn again only if it has changed, so that the focus stays. */
	show(state) {
		const signature = JSON.stringify([state, settings.get("keys")]);
		if (signature === this.drawn) return;
		if (this.kind !== state.kind || state.asked !== this.asked) this.error.clear();
		if (state.kind === "question" && state.asked !== this.asked) this.#guard();
		this.drawn = signature;
		this.kind = state.kind;
		this.asked = state.asked;
		const held = this.actions.contains(document.activeElement) ? document.activeElement.dataset.do : null;
		this.keys = new Map();
		this.node.dataset.kind = state.kind;
		this.actions.className = `actions ${state.kind === "bets" ? "laying" : state.kind}`;
		this.node.dataset.asked = state.asked ?? "";
		this.node.toggleAttribute("data-long", (state.question?.more ?? "").length > LONG);
		const [title, more, actions, place = ""] = this[`_${state.kind}`](state);
		this.title.replaceChildren(title, place && hidden(`, ${place}`)); // which hand is asked for is heard with the question
		this.sub.replaceChildren(...[more].flat().filter(Boolean));
		this.actions.replaceChildren(...actions);
		if (held !== null)
			(this.actions.querySelector(`[data-do="${CSS.escape(held)}"]:not(:disabled)`) ?? this.title).focus({
				preventScroll: true,
			});
	}

	#guard() {
		this.guarded = performance.now() + GUARD;
		this.node.dataset.guard = "";
		setTimeout(() => this.isGuarded || delete this.node.dataset.guard, GUARD + 20);
	}

	button(label, key, go, { kind = "", does = label, disabled = false, amount = 0, slot = "" } = {}) {
		const shown = key && settings.get("keys") === "on" ? key : "";
		const button = el(
			"button",
			{
				class: kind,
				disabled,
				onclick: go,
				data: { do: does, slot },
				"aria-keyshortcuts": shown || null,
			},
			el("span", label, amount ? el("b.number", ` ${money(amount)}`) : ""),
			shown ? el("kbd", { "aria-hidden": "true" }, NAMED[key] ?? key.toUpperCase()) : "",
		);
		if (key) this.keys.set(key, button);
		return button;
	}

	// one method per kind of state

	_connecting() {
		return ["Joining table…", "", []];
	}

	_lost({ restarting }) {
		return [
			"Reconnecting…",
			restarting || "The connection dropped. Your seat and your bets are safe.",
			[this.button("Reconnect now", "", () => this.on.retry(), { kind: "quiet" })],
		];
	}

	_watching({ free }) {
		return [
			"You are watching",
			free
				? "Take a seat as a guest with 1000.00 in play chips, or log in."
				: "All boxes are taken. Keep watching, or choose another table.",
			[
				this.button("Play as a guest", this.named.yes, () => this.on.guest(), { disabled: !free }),
				el("a.button.quiet", { href: "#/login" }, "Log in"),
			],
		];
	}

	_standing({ free, gaveUp }) {
		const buttons = free
			.slice(0, 9)
			.map((box, at) => this.button(`Box ${box}`, String(box), () => this.on.sit(box), { kind: at ? "quiet" : "" }));
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
			[el("a.button.quiet", { href: "#/" }, "Go to lobby")],
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
			[this.button("Skip", this.named.hurry, () => this.on.skip(), { kind: "quiet", does: "skip" })],
		];
	}

	_broke({ least, balance }) {
		return [
			balance ? `${money(balance)} is less than the least bet` : "You are out of chips",
			`The least bet here is ${money(least)}. Buy more to keep playing. They are play chips.`,
			[this.button("Buy 500.00 in chips", this.named.yes, () => this.on.buyIn())],
		];
	}

	_bets(state) {
		const { ready, isPlayable, total, result, items, waiting, requests, isOut } = state;
		const title = isOut
			? "You are sitting out"
			: ready
				? "Bets placed"
				: result || (isPlayable ? "Bets placed" : total ? "Your side wager needs a bet" : "Place your bet");
		const more = isOut
			? "Rounds go on without you. Bet to play again."
			: ready
				? `Waiting for ${waiting}.`
				: isPlayable
					? this.betting.isFinal
						? "A bet on the layout is final. Bet on another place or deal."
						: "Add chips or deal."
					: total
						? "Put chips on Bet too."
						: (result && items) || "Choose a chip, then the place for your bet.";
		const asks = requests.map(({ what, name }) =>
			this.button(name, "", () => this.on.request(what), { kind: "quiet small", does: what }),
		);
		return [title, [more, ...asks], [chipTrayRow(this, this.table), betRow(this, state)]];
	}

	_question({ question }) {
		const { place, clause } = question;
		const { title } = question;
		const more = [place, question.more].filter(Boolean).join(". ") || "Your decision";
		const cited = el("span.clause.why", clause);
		const choices = question.choices.filter(({ name }) => name);
		const [cut, ...others] = choices;
		const prompt = [more, " ", cited];
		if (cut?.in_cards)
			return [
				title,
				prompt,
				cutter(
					this,
					cut,
					others.flatMap((choice) => this.#choice(choice)),
				),
			];
		const buttons = choices.flatMap((choice) => this.#choice(choice));
		if (question.type === "decide") this.#fillSlots(buttons);
		if (question.type !== "pit")
			buttons.push(
				this.button("Hint", this.named.hint, () => this.on.hint(), { kind: "quiet hint-button", does: "hint" }),
			);
		return [title, prompt, buttons, place];
	}

	/** Each action of the game keeps its place, whether it is to be had or not. */
	#fillSlots(buttons) {
		const taken = new Set(buttons.map((one) => one.dataset.slot));
		for (const [at, key] of this.slots.entries())
			if (!taken.has(String(at + 1))) buttons.push(el("span.no-button", { data: { slot: at + 1, key } }));
		buttons.sort((one, other) => one.dataset.slot - other.dataset.slot);
	}

	#choice(choice) {
		const { do: action, name, key, other_keys: others, hand, silent, least, most, in_cards: inCards } = choice;
		const slot = this.slots.indexOf(key) + 1 || "";
		const all = this.button(name, key, () => this.on.act({ action, amount: most, hand }), {
			kind: most && !inCards ? "stakes" : silent ? "quiet" : "",
			does: hand ? `${action} ${hand}` : action,
			amount: inCards ? 0 : most,
			slot,
		});
		for (const other of others) this.keys.set(other, all);
		if (least >= most || inCards) return [all];
		return [el("span.with-less", { data: { slot } }, all, lessForm(this, name, choice, this.table.chip))];
	}
}

const NAMED = { " ": "Space", "?": "?", enter: "Enter" };
