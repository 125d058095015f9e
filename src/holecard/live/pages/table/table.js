// The table page: layout, controls, log and connection.

import { toast } from "../elements/toast.js";
import { get, postOnce } from "../lib/api.js";
import { el } from "../lib/dom.js";
import { me } from "../lib/me.js";
import { randomNumber } from "../lib/mixing.js";
import { money } from "../lib/money.js";
import { settings } from "../lib/settings.js";
import { TableSocket } from "../lib/socket.js";
import { short } from "../lib/words.js";
import { Betting } from "./betting.js";
import { sideKeys } from "./box.js";
import { Company } from "./company.js";
import { Controls } from "./controls.js";
import { RulesDrawer } from "./drawer.js";
import { FeltView } from "./felt.js";
import { frames, still } from "./frames.js";
import { head, panel } from "./furniture.js";
import { Guide } from "./guide.js";
import { Held } from "./held.js";
import { Hints } from "./hints.js";
import { TabMemory } from "./memory.js";
import { LogView, linesOf } from "./log.js";
import { standing } from "./notice.js";
import { situation } from "./situation.js";
import { cardSound, chipSound, fanfare } from "./sound.js";
import { Stage } from "./stage.js";
import { SpreadView } from "./spread.js";

const BUY_IN = 50000;
const RARE = 10; // times the stake, from which on a side wager's win is an event
const LOOK = 1200; // milliseconds between a round and an automatic rebet

export default class TablePage extends HTMLElement {
  #view = null; // as the house last said
  #shown = null; // as the player has seen it
  #net = 0;
  #result = "";
  #deadline = null;
  #whole = 1;
  #held = new Held(); // the last round's cards
  #isOut = false; // sitting out
  #again = 0; // the timer of the automatic rebet
  #gaveUp = false; // the seat, by being away too long
  #mixed = ""; // the commitment that this browser gave a number for

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
      const error = el("inline-error");
      this.replaceChildren(el("div.sheet.narrow", el("h1", "Can't open this table"), error));
      error.show(
        problem,
        ["Try again", () => (this.replaceChildren(), this.connectedCallback())],
        ["Go to lobby", () => (location.hash = "#/")],
      );
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
    this.socket = new TableSocket(table.id, this.memory.seen);
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
      guest: () => this.#sit(this.#bestBox()),
      skip: () => this.stage.skip(),
      retry: () => this.socket.retry(),
      hint: () => this.hints.show(this.#view),
      buyIn: () => this.#buyIn(),
      sitOut: () => this.#sitOut(),
      stop: () => settings.set("rebet", "off"),
    });
    this.log = new LogView(felt.keys.why, (clause) => this.#summary(clause));
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
      this.#refused(detail[0].problem);
    });
    this.betting.addEventListener("limited", ({ detail: { box, wager, why } }) => {
      this.felt.refuse(box, wager, why);
      this.hints.say(`${why}.`);
    });
    this.keys = (event) => this.#key(event);
    document.addEventListener("keydown", this.keys);
    this.redraw = () => {
      if (this.#seat && this.#isUnasked !== this.unasked)
        this.#try(() => this.socket.say({ do: "prefer", unasked: this.#isUnasked }));
      this.unasked = this.#isUnasked;
      this.#draw();
    };
    this.unasked = this.#isUnasked;
    settings.addEventListener("change", this.redraw);
    this.clock = setInterval(() => this.#tick(), 250);
    this.felt.node.addEventListener("click", ({ target }) => target.closest("button") || this.stage.skip());
  }

  // hearing

  /** What a clause says in our own words; a rule of the house says it itself. */
  async #summary(clause) {
    this.clauses ??= get(`/api/rules/${this.table.game}`).then(({ clauses }) => clauses);
    const found = (await this.clauses.catch(() => [])).find((one) => one.clause === clause);
    return found?.summary ?? "A rule of the house.";
  }

  #missed(events) {
    for (const event of events) this.company.tally?.hear(event);
    this.log.add(events.flatMap((event) => this.#lines(event)));
  }

  #hear(view) {
    const before = this.#view;
    this.#view = view;
    this.memory.seen = view.seq;
    if (!view.events.length) this.company.tally?.begin(view.seq);
    if (this.#seat) this.memory.hasSeat = true;
    this.#gaveUp = !this.#seat && this.#name !== "" && this.memory.hasSeat;
    this.#mix(view.shoe);
    this.betting.update(view, this.#name);
    this.#deadline = view.seconds === null ? null : performance.now() + view.seconds * 1000;
    if (view.asked !== before?.asked || view.seconds > this.#whole) this.#whole = view.seconds ?? 1;
    if (before && !view.events.length && before.seq !== view.seq) this.stage.skip(); // back after a lost connection
    const pictures = before ? frames(before.table, view.events) : [];
    pictures.push({ ...still(view.table), view, isStill: !pictures.length });
    this.stage.add(pictures);
    if (!before) this.#sitAsAsked();
  }

  /** Give a random number to mix the cards that the house has just committed to. */
  #mix({ number, commitment, numbers, open }) {
    if (!open || !this.#seat || commitment === this.#mixed || numbers.includes(this.#name)) return;
    this.#mixed = commitment;
    const given = { do: "contribute", shoe: number, number: randomNumber() };
    this.socket.say(given).catch(() => {}); // it came too late: the panel says whose numbers count
  }

  #frame(frame) {
    if (frame.view) this.#shown = frame.view;
    if (frame.event) this.#event(frame.event);
    const before = this.felt.node.querySelectorAll(".slot").length;
    const shown = this.#withHeld(frame);
    this.#place(shown.table);
    this.felt.show(shown, this.#seen(Boolean(frame.view)));
    if (this.felt.node.querySelectorAll(".slot").length > before) cardSound();
    if (frame.flights.length) chipSound();
    if (frame.pause) this.controls.show({ kind: "dealing", net: this.#net });
  }

  /** The last round's cards stay until the player bets, or the next cards are dealt. */
  #withHeld(frame) {
    if (frame.cleared && this.shownTable && this.#seat) this.#held.keep(this.shownTable);
    this.shownTable = frame.table;
    if (this.#view.question.type === "bets" && !this.betting.total)
      return { ...frame, table: this.#held.over(frame.table), cleared: false };
    return { ...frame, cleared: this.#held.drop() || frame.cleared };
  }

  #hasChips(balance) {
    me.setBalance(balance);
    this.#refresh();
  }

  #event(event) {
    const lines = this.#lines(event);
    this.log.add(lines);
    this.company.tally?.hear(event);
    const said = lines.filter(({ called }) => called).at(-1);
    const { notice } = event;
    if (notice) this.felt.notice.tell(notice);
    else if (event.text.startsWith("cards ")) this.felt.notice.pass();
    if (notice || said || event.text.startsWith("cards ")) this.felt.say(notice ? "" : (said?.text ?? ""));
    if (event.kind !== "answer") return;
    for (const fact of event.facts) {
      if (fact.bettor !== this.#name) continue;
      if (fact.what === "paid") {
        this.#net += fact.amount ?? 0;
        this.#celebrate(fact);
      }
      if (fact.what === "collected") this.#net -= fact.amount ?? 0;
    }
    if (event.text === "collect") this.#roundOver();
  }

  /** A side wager that pays many times its stake is an event. */
  #celebrate({ amount = 0, stake = 0, wager, note = "" }) {
    if (!this.names.has(wager) || amount < RARE * stake || !stake) return;
    this.felt.celebrate(this.names.get(wager), note, money(amount));
    fanfare();
  }

  #lines(event) {
    return linesOf(event, this.#name);
  }

  #roundOver() {
    const played = this.#shown?.table.boxes.some((box) => box.bettors.includes(this.#name));
    this.#result = !played
      ? ""
      : this.#net > 0
        ? `You won ${money(this.#net)}`
        : this.#net < 0
          ? `You lost ${money(-this.#net)}`
          : "Even: no win, no loss";
    if (this.#result) this.log.add([{ text: this.#result, clause: "", kind: "round" }]);
    this.#net = 0;
    if (this.#result) this.guide.end();
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
    this.guide.follow(this.#state(), this.#view, this.betting.total > 0, !this.#result);
    if (question?.type !== "bets" || !this.#seat || ready.includes(this.#name)) return;
    if (!this.betting.total && this.company.pause()) return;
    if (this.#isOut && table.boxes.length) this.#try(() => this.socket.say({ do: "ready" }));
    else if (this.#isAutomatic && !this.#isOut && this.betting.canRebet)
      this.#again = setTimeout(() => this.#isAutomatic && this.#deal(), LOOK);
  }

  get #isAutomatic() {
    return settings.get("rebet") === "on";
  }

  // showing

  #draw() {
    if (!this.#shown || this.stage.isBusy) return;
    const frame = this.#withHeld(still(this.#shown.table));
    this.#place(frame.table);
    this.felt.show(frame, this.#seen(true));
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

  #place(table) {
    const { question } = this.#view;
    const asked = question.bettor === this.#name && question.box ? question.box : 0;
    const own = table.boxes.filter((box) => box.bettors.includes(this.#name)).map((box) => box.box);
    const seat = own.length && !own.includes(this.#seat) ? own[0] : this.#seat;
    this.felt.look(table, { seat, asked }, this.#view.seats, this.#name);
  }

  /** What the layout needs to know besides cards and wagers. */
  #seen(isLast) {
    const view = this.#view;
    const { question } = view;
    const asks = isLast && ["decide", "offer"].includes(question.type) && question.box;
    return {
      me: this.#name,
      seats: view.seats,
      ready: view.ready,
      acting: asks ? question : null,
      betting: isLast && this.betting.isOpen && this.#seat ? this.betting : null,
      maySit: !this.#seat && view.open,
      mayBack: this.felt.felt.bettors_per_box - 1,
    };
  }

  #state() {
    return situation({
      view: this.#shown,
      state: this.socket.state,
      restarting: this.socket.restarting,
      name: this.#name,
      seat: this.#seat,
      free: this.#free(),
      gaveUp: this.#gaveUp,
      isFloor: me.isFloor,
      balance: me.person?.balance ?? 0,
      minimum: this.table.minimum,
      betting: this.betting,
      result: this.#result,
      isOut: this.#isOut,
      isAutomatic: this.#isAutomatic,
    });
  }

  #tick() {
    const left =
      this.#deadline === null || this.stage?.isBusy ? null : Math.max(0, (this.#deadline - performance.now()) / 1000);
    const { question } = this.#view ?? {};
    const mine = question && (question.type === "bets" || question.bettor === this.#name);
    this.controls.tick(mine ? left : null, this.#whole);
    this.company.strip.tick();
    for (const box of this.felt.boxes) box.tick(left, this.#whole, question?.box ?? 0);
  }

  // doing

  async #try(doing, ...ways) {
    try {
      return await doing();
    } catch (problem) {
      this.#refused(problem, ...ways);
      return null;
    }
  }

  #refused(problem, ...ways) {
    if (problem.refused && this.#name)
      Object.assign(problem.refused, {
        what: problem.refused.what.replace(this.#name, "your bet"),
      });
    const login = problem.refused?.clause.includes("accounts") ? [["Log in", () => (location.hash = "#/login")]] : [];
    this.controls.fail(problem, ...login, ...ways);
  }

  #chip(box, wager) {
    if (!this.betting.isOpen || this.stage.isBusy) return;
    this.felt.forgive();
    this.#isOut = false;
    this.betting.add(box, wager, this.controls.chosen, this.#purse);
    chipSound();
  }

  /** What the player can still bet: their chips but for what lies there and the house does not hold yet. */
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
    const stake = box?.hands[0].wagers.find((one) => one.bettor === this.#name)?.amount ?? 0;
    const judged = await this.hints.judge(view, action, stake);
    if (judged) this.company.tally?.judge(judged.cost);
    if (!judged?.text || settings.get("coach") !== "on") return;
    this.hints.say(judged.text);
    this.log.add([{ text: judged.text, clause: "house rule: coach" }]);
  }

  async #sit(box) {
    await this.#try(async () => {
      const known = me.person !== null;
      await me.orGuest();
      if (!known) await this.#reconnect(); // the socket knows its visitor from the cookie that it opened with
      await this.socket.say({ do: "sit", box, unasked: this.#isUnasked });
    });
  }

  /** Reconnect with the current session. */
  #reconnect() {
    return new Promise((done) => {
      this.socket.addEventListener("table", () => done(), { once: true });
      this.socket.again();
    });
  }

  async #sitAsAsked() {
    if (!this.memory.takeWish()) return;
    if (!this.#seat && this.#free().length) await this.#sit(this.#bestBox());
  }

  async #leave() {
    if (!this.#seat) return (location.hash = "#/");
    const played = this.#view.table.boxes.some((box) => box.bettors.includes(this.#name));
    await this.#try(async () => {
      await this.socket.say({ do: "leave" });
      this.memory.hasSeat = false;
      if (played) toast("You will leave when the round is over");
      else location.hash = "#/";
    });
    return null;
  }

  async #buyIn() {
    await this.#try(async () => me.setBalance((await postOnce("/api/cashier/buy-in", { amount: BUY_IN })).balance));
    this.#refresh();
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || settings.get("keys") !== "on") return;
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) || document.querySelector("dialog:modal")) return;
    const key = event.key === "/" ? "?" : event.key.toLowerCase();
    const onButton = event.target.closest?.("button, a, summary");
    if ((key === " " || key === "enter") && onButton) return;
    if (this.#pressed(key)) event.preventDefault();
  }

  #pressed(key) {
    const { keys } = this.felt.felt;
    if (key === keys.hurry && this.stage.isBusy) return (this.stage.skip(), true);
    if (key === keys.why) return (this.log.toggle(), true);
    if (key === "escape") return (this.hints.clear(), true);
    if (this.company.press(key)) return true;
    if (this.controls.press(key)) return true;
    const wager = key === keys.bet ? "main" : [...this.names.keys()][sideKeys(keys).indexOf(key)];
    if (!wager || !this.#seat || !this.betting.isOpen) return false;
    this.#chip(this.#seat, wager);
    return true;
  }

  // who and where

  /** Whether the player does not want to be asked to inspect or cut the cards; guests don't, unless they say so. */
  get #isUnasked() {
    const wish = settings.get("pit");
    return wish === "skip" || (wish === "auto" && me.person?.guest === true);
  }

  get #name() {
    return me.person?.name ?? "";
  }

  get #seat() {
    return this.#view?.seats.find((seat) => seat.name === this.#name && this.#name)?.box ?? 0;
  }

  #free() {
    const taken = new Set(this.#view?.seats.map((seat) => seat.box));
    return Array.from({ length: this.table.boxes }, (_, at) => at + 1).filter((box) => !taken.has(box));
  }

  /** The free box nearest to the middle. */
  #bestBox() {
    const middle = (this.table.boxes + 1) / 2;
    return this.#free().sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle))[0];
  }
}
