// The table page: layout, controls, log and connection.

import { get, postOnce } from "../lib/api.js";
import { el } from "../lib/dom.js";
import { me } from "../lib/me.js";
import { settings } from "../lib/settings.js";
import { shortcut } from "../lib/shortcut.js";
import { TableSocket } from "../lib/socket.js";
import { short } from "../lib/words.js";
import { Betting } from "./betting.js";
import { sideKeys } from "./box.js";
import { Company } from "./company.js";
import { Controls } from "./controls.js";
import { RulesDrawer } from "./drawer.js";
import { FeltView } from "./felt.js";
import { frames, still } from "./frames.js";
import { head, notOpened, panel } from "./furniture.js";
import { Guide } from "./guide.js";
import { Held } from "./held.js";
import { Hints } from "./hints.js";
import { TabMemory } from "./memory.js";
import { LogView, linesOf } from "./log.js";
import { standing } from "./notice.js";
import { Result } from "./result.js";
import { Seat } from "./seat.js";
import { inFocus, seen, situation } from "./situation.js";
import { cardSound, chipSound, fanfare } from "./sound.js";
import { Stage } from "./stage.js";
import { SpreadView } from "./spread.js";

const BUY_IN = 50000;
const LOOK = 1200; // milliseconds between a round and an automatic rebet

export default class TablePage extends HTMLElement {
	#view = null; // as the house last said
	#shown = null; // as the player has seen it
	#deadline = null;
	#whole = 1;
	#held = new Held(); // the last round's cards
	#isOut = false; // sitting out
	#again = 0; // the timer of the automatic rebet

	async connectedCallback() {
		this.tableId = this.getAttribute("table");
		this.memory = new TabMemory(this.tableId);
		this.append(el("p.loading", { role: "status" }, "Joining table…"));
		try {
			const [table, felt] = await Promise.all([
				get(`/api/tables/${this.tableId}`),
				get(`/api/tables/${this.tableId}/felt`),
				me.load(),
			]);
			if (this.isConnected) this.#open(table, felt);
		} catch (problem) {
			notOpened(this, problem, () => (this.replaceChildren(), this.connectedCallback()));
		}
	}

	disconnectedCallback() {
		this.socket?.close();
		clearInterval(this.clock);
		clearTimeout(this.#again);
		document.removeEventListener("keydown", this.keys);
		settings.removeEventListener("change", this.redraw);
		this.felt?.watch.disconnect();
		this.company?.stop();
	}

	#open(table, felt) {
		this.table = table;
		document.title = `${table.name} · Holecard`;
		this.names = new Map(felt.pay_tables.map(({ wager, name }) => [wager, short(name)]));
		this.isNew = this.memory.seen < 0; // this tab has seen nothing of the table yet
		this.socket = new TableSocket(table.id, this.memory.seen);
		this.seat = new Seat(table, this.socket, this.memory);
		this.result = new Result(this.names, (...won) => (this.felt.celebrate(...won), fanfare()));
		this.betting = new Betting(
			this.socket,
			table,
			felt.pay_tables.map(({ wager, least, most }) => [wager, { least, most }]),
			felt.bets_are_final,
		);
		this.felt = new FeltView(table, felt, {
			spot: (box, wager) => this.#chip(box, wager),
			sit: (box) => this.#sit(box),
		});
		this.hints = new Hints(table.id);
		this.guide = new Guide(table, this.memory, this.hints);
		this.controls = new Controls(table, felt, this.betting, this.hints, {
			act: (act) => this.#act(act),
			deal: () => this.#deal(),
			twice: () => this.betting.twice(this.#purse),
			request: (what) => this.#try(() => this.socket.say({ do: "notify", what })),
			sit: (box) => this.#sit(box),
			guest: () => this.#sit(this.seat.best),
			skip: () => this.stage.skip(),
			retry: () => this.socket.retry(),
			hint: () => this.hints.show(this.#view),
			buyIn: () => this.#buyIn(),
			sitOut: () => this.#sitOut(),
			stop: () => settings.set("rebet", "off"),
		});
		this.log = new LogView(felt.keys.why, table.game);
		this.stage = new Stage(
			(frame) => this.#frame(frame),
			() => this.#idle(),
		);
		this.drawer = new RulesDrawer(table, felt);
		this.company = new Company({
			host: this,
			table,
			felt,
			sides: [...this.names.keys()],
			log: this.log,
			layout: this.felt,
			socket: this.socket,
			seatOf: (name) => this.#view?.seats.find((seat) => seat.name === name)?.box,
			attempt: (doing) => this.#try(doing),
			goOn: () => this.#goOn(),
			leave: () => this.#leave(),
		});
		this.spread = new SpreadView();
		this.head = head(table, this.company.strip.node, { leave: () => this.#leave(), rules: () => this.drawer.toggle() });
		this.panel = panel(felt);
		this.replaceChildren(
			el(
				"div.play",
				this.head.node,
				el("div.rail", this.felt.node, this.spread.node),
				this.controls.node,
				this.drawer.node,
			),
			el("aside.beside", { "aria-label": "Log, pay tables and shoe" }, this.log.node, this.panel.node),
		);
		this.#listen();
		this.felt.watch.observe(this.felt.node.parentElement);
		this.#refresh();
	}

	#listen() {
		this.socket.addEventListener("table", ({ detail }) => this.#hear(detail));
		this.socket.addEventListener("missed", ({ detail }) => this.#missed(detail.events));
		this.socket.addEventListener("you", ({ detail }) =>
			this.stage.isBusy ? (this.balance = detail.balance) : this.#hasChips(detail.balance),
		);
		this.socket.addEventListener("state", () => this.#refresh());
		this.betting.addEventListener("change", () => this.#draw());
		this.betting.addEventListener("refused", ({ detail }) => {
			for (const { problem, box, wager } of detail)
				this.felt.refuse(box, wager, problem.refused?.why ?? problem.message);
			this.controls.refuse(detail[0].problem, this.seat.name);
		});
		this.betting.addEventListener("limited", ({ detail: { box, wager, why } }) => {
			this.felt.refuse(box, wager, why);
			this.hints.say(`${why}.`);
		});
		this.keys = (event) => this.#key(event);
		document.addEventListener("keydown", this.keys);
		this.redraw = () => {
			if (this.seat.box && this.seat.isUnasked !== this.unasked)
				this.#try(() => this.socket.say({ do: "prefer", unasked: this.seat.isUnasked }));
			this.unasked = this.seat.isUnasked;
			this.#draw();
		};
		this.unasked = this.seat.isUnasked;
		settings.addEventListener("change", this.redraw);
		this.clock = setInterval(() => this.#tick(), 250);
		this.felt.node.addEventListener("click", ({ target }) => target.closest("button") || this.stage.skip());
	}

	// hearing

	#missed(events) {
		for (const event of events) this.company.tally?.hear(event);
		this.log.add(events.flatMap((event) => linesOf(event, this.seat.name)));
	}

	#hear(view) {
		const before = this.#view;
		this.#view = view;
		this.memory.seen = view.seq;
		if (!view.events.length) this.company.tally?.begin(view.seq);
		this.seat.update(view);
		this.betting.update(view, this.seat.name);
		this.#deadline = view.seconds === null ? null : performance.now() + view.seconds * 1000;
		if (view.asked !== before?.asked || view.seconds > this.#whole) this.#whole = view.seconds ?? 1;
		if (before && !view.events.length && before.seq !== view.seq) this.stage.skip(); // back after a lost connection
		const pictures = before ? frames(before.table, view.events) : [];
		pictures.push({ ...still(view.table), view, isStill: !pictures.length });
		this.stage.add(pictures);
		if (before) return;
		if (this.seat.box && this.isNew) this.company.welcomeBack();
		if (this.memory.takeWish() && !this.seat.box && this.seat.best) this.#sit(this.seat.best);
	}

	#frame(frame) {
		if (frame.view) this.#shown = frame.view;
		if (frame.event) this.#event(frame.event);
		const before = this.felt.node.querySelectorAll(".slot").length;
		const shown = this.#held.shown(frame, this.#isIdle, this.seat.box);
		this.#show(shown, Boolean(frame.view));
		if (this.felt.node.querySelectorAll(".slot").length > before) cardSound();
		if (frame.flights.length) chipSound();
		if (frame.pause) this.controls.show({ kind: "dealing", net: this.result.net });
	}

	#hasChips(balance) {
		me.setBalance(balance);
		this.#refresh();
	}

	#event(event) {
		const lines = linesOf(event, this.seat.name);
		this.log.add(lines);
		this.company.tally?.hear(event);
		const said = lines.filter(({ called }) => called).at(-1);
		const { notice } = event;
		if (notice) this.felt.notice.tell(notice);
		else if (event.text.startsWith("cards ")) this.felt.notice.pass();
		if (notice || said || event.text.startsWith("cards ")) this.felt.say(notice ? "" : (said?.text ?? ""));
		if (event.kind !== "answer") return;
		this.result.count(event.facts, this.seat.name);
		if (event.text === "collect") this.#roundOver();
	}

	#roundOver() {
		this.result.end(this.#shown?.table.boxes.some((box) => box.bettors.includes(this.seat.name)));
		const { text } = this.result;
		if (text) this.log.add([{ text, clause: "", kind: "round" }]);
		if (text) this.guide.end();
		this.felt.say("");
	}

	#idle() {
		if (this.balance !== undefined) me.setBalance(this.balance);
		this.balance = undefined;
		if (this.#shown?.asked !== this.hinted) this.hints.clear();
		this.hinted = this.#shown?.asked;
		this.#refresh();
		if (this.#shown) this.felt.notice.hold(standing(this.#shown));
		this.company.follow();
		const { kind, question } = this.#state();
		if (kind === "question" && question.type !== "pit") this.hints.prepare(this.#view, settings.get("coach") === "on");
		this.#goOn();
	}

	/** What a player does without being asked: bet again, or let the others' round begin. */
	#goOn() {
		clearTimeout(this.#again);
		const { question, ready, table } = this.#view ?? {};
		this.guide.follow(this.#state(), this.#view, this.betting.total > 0, !this.result.text);
		if (question?.type !== "bets" || !this.seat.box || ready.includes(this.seat.name)) return;
		if (!this.betting.total && this.company.pause()) return;
		if (this.#isOut && table.boxes.length) this.#try(() => this.socket.say({ do: "ready" }));
		else if (this.#isAutomatic && !this.#isOut && this.betting.canRebet)
			this.#again = setTimeout(() => this.#isAutomatic && this.#deal(), LOOK);
	}

	/** Whether bets are asked for and the player has placed none. */
	get #isIdle() {
		return this.#view.question.type === "bets" && !this.betting.total;
	}

	get #isAutomatic() {
		return settings.get("rebet") === "on";
	}

	// showing

	#draw() {
		if (!this.#shown || this.stage.isBusy) return;
		this.#show(this.#held.shown(still(this.#shown.table), this.#isIdle, this.seat.box), true);
		this.#refresh();
		if (this.#isAutomatic && !this.betting.total) this.#goOn();
	}

	#refresh() {
		this.dataset.state = this.socket.state;
		const state = this.#state();
		this.controls.show(state);
		this.spread.show((state.kind === "question" && state.question.laid_out) || null);
		if (this.#shown) {
			this.head.show(this.#shown);
			this.panel.show(this.#shown);
		}
		this.#tick();
	}

	/** Place the boxes for these cards and wagers, and draw them. */
	#show(frame, isLast) {
		const { seat, betting } = this;
		this.felt.look(frame.table, inFocus(this.#view, frame.table, seat), this.#view.seats, seat.name);
		this.felt.show(frame, seen(this.#view, isLast, seat, betting, this.felt.felt));
	}

	#state() {
		const { socket, seat, betting, table } = this;
		const [result, isOut, isAutomatic] = [this.result.text, this.#isOut, this.#isAutomatic];
		const items = this.#held.items(seat.name);
		return situation({ view: this.#shown, socket, seat, betting, table, result, items, isOut, isAutomatic });
	}

	#tick() {
		const left =
			this.#deadline === null || this.stage?.isBusy ? null : Math.max(0, (this.#deadline - performance.now()) / 1000);
		const { question } = this.#view ?? {};
		const mine = question && (question.type === "bets" || question.bettor === this.seat.name);
		this.controls.tick(mine ? left : null, this.#whole);
		this.company.strip.tick();
		for (const box of this.felt.boxes) box.tick(left, this.#whole, question?.box ?? 0);
	}

	// doing

	async #try(doing) {
		try {
			return await doing();
		} catch (problem) {
			this.controls.refuse(problem, this.seat.name);
			return null;
		}
	}

	#chip(box, wager) {
		if (!this.betting.isOpen || this.stage.isBusy) return;
		this.felt.forgive();
		this.#isOut = false;
		this.betting.add(box, wager, this.controls.chosen, this.#purse);
		chipSound();
	}

	/** What the player can still bet: their chips, minus the bets on the layout that the house does not hold yet. */
	get #purse() {
		return (me.person?.balance ?? 0) - (this.betting.cost - this.betting.lying);
	}

	#sitOut() {
		this.#isOut = !this.#isOut;
		this.#refresh();
		this.#goOn();
	}

	async #deal() {
		this.#isOut = false;
		if (!this.betting.total) this.betting.rebet();
		await this.#try(async () => {
			await this.betting.flush();
			if (this.#view.question.type === "bets") await this.socket.say({ do: "ready" });
		});
	}

	async #act(act) {
		const view = this.#view;
		const { question } = view;
		if (question.type !== "pit") this.#coach(view, act.action);
		const chosen = question.choices.find((one) => one.do === act.action);
		if (question.laid_out && chosen && !chosen.silent) this.spread.turn();
		await this.#try(() => this.socket.say({ do: "act", asked: view.asked, ...act, amount: act.amount ?? 0 }));
	}

	async #coach(view, action) {
		const box = view.table.boxes.find((one) => one.box === view.question.box);
		const stake = box?.hands[0].wagers.find((one) => one.bettor === this.seat.name)?.amount ?? 0;
		const judged = await this.hints.judge(view, action, stake);
		if (judged) this.company.tally?.judge(judged.cost);
		if (!judged?.text || settings.get("coach") !== "on") return;
		this.hints.say(judged.text);
		this.log.add([{ text: judged.text, clause: "house rule: coach" }]);
	}

	#sit(box) {
		return this.#try(() => this.seat.sit(box));
	}

	#leave() {
		return this.#try(() => this.seat.leave());
	}

	async #buyIn() {
		await this.#try(async () => me.setBalance((await postOnce("/api/cashier/buy-in", { amount: BUY_IN })).balance));
		this.#refresh();
	}

	#key(event) {
		const key = shortcut(event);
		if (key && this.#pressed(key)) event.preventDefault();
	}

	#pressed(key) {
		const { keys } = this.felt.felt;
		if (key === keys.hurry && this.stage.isBusy) return (this.stage.skip(), true);
		if (key === keys.why) return (this.log.toggle(), true);
		if (key === "escape") return (this.hints.clear(), true);
		if (this.company.press(key)) return true;
		if (this.controls.press(key)) return true;
		const wager = key === keys.bet ? "main" : [...this.names.keys()][sideKeys(keys).indexOf(key)];
		if (!wager || !this.seat.box || !this.betting.isOpen) return false;
		this.#chip(this.seat.box, wager);
		return true;
	}
}
