// Shows pictures one after another, slowly enough to follow. Space skips to the last one.

import { settings } from "../lib/settings.js";

const BEHIND = 24; // pictures that wait, from which on the pace doubles

export class Stage {
	#queue = [];
	#running = false;
	#skip = false;
	#wake = null;

	/** `show(frame)` draws one; `idle()` is called when there is no more. */
	constructor(show, idle) {
		this.show = show;
		this.idle = idle;
	}

	get isBusy() {
		return this.#running;
	}

	add(frames) {
		this.#queue.push(...frames);
		if (!this.#running) this.#run();
	}

	skip() {
		if (!this.#running) return;
		this.#skip = true;
		this.#wake?.();
	}

	async #run() {
		this.#running = true;
		while (this.#queue.length) {
			const frame = this.#queue.shift();
			this.show(frame);
			const pause = this.#pause(frame.pause);
			if (pause) await this.#wait(pause);
		}
		this.#running = this.#skip = false;
		this.idle();
	}

	#pause(milliseconds) {
		if (this.#skip || document.hidden) return 0;
		const paced = milliseconds * settings.pace;
		if (settings.isStill) return milliseconds > 2000 ? Math.min(paced, 1200) : 0; // a ruling can still be read
		return this.#queue.length > BEHIND ? paced / 2 : paced;
	}

	#wait(milliseconds) {
		return new Promise((done) => {
			const timer = setTimeout(done, milliseconds);
			this.#wake = () => (clearTimeout(timer), done());
		});
	}
}
