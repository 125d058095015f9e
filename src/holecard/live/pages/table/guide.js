// A guided hand: the first visit to a game offers one, with a hint for every question.

import { el } from "../lib/dom.js";

export class Guide {
	#isOn = false;
	#again = () => {};

	constructor({ game, game_name: name }, memory, hints) {
		Object.assign(this, { game, name, memory, hints });
	}

	/** `state` is what the controls show, `hasBet` whether chips lie there, `isFirst` whether no round was played yet. */
	follow(state, view, hasBet, isFirst) {
		this.#again = () => this.follow(state, view, hasBet, isFirst);
		const { kind, question } = state;
		const { hints } = this;
		if (this.#isOn && kind === "question" && question.type !== "pit") hints.show(view);
		else if (kind !== "bets") return;
		else if (this.#isOn && !hasBet)
			hints.say("Choose a chip, press your Bet circle, then Deal. A hint comes with every question.");
		else if (!this.#isOn && isFirst && !this.memory.hasMet(this.game) && !hints.node.textContent) this.#offer();
	}

	#offer() {
		const begin = () => {
			this.#isOn = true;
			this.memory.meet(this.game);
			this.#again();
		};
		const button = el("button.plain", { data: { do: "guide" }, onclick: begin }, "Play a guided hand");
		this.hints.say(el("span", el("span.hint-lead", `New to ${this.name}? `), button));
	}

	/** A round is over in which the player had a bet. */
	end() {
		if (this.#isOn) this.hints.say("That was a guided hand. The hint button helps you in the next ones.");
		this.#isOn = false;
		this.memory.meet(this.game);
	}
}
