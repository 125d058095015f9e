// The table page: layout, controls, log and connection.

import { toast } from "../elements/toast.js";
import { get, postOnce } from "../lib/api.js";
import { el } from "../lib/dom.js";
import { me } from "../lib/me.js";
import { money } from "../lib/money.js";
import { settings } from "../lib/settings.js";
import { TableSocket } from "../lib/socket.js";
import { short, waitingText } from "../lib/words.js";
import { Betting } from "./betting.js";
import { SIDE_KEYS } from "./box.js";
import { Controls } from "./controls.js";
import { FeltView } from "./felt.js";
import { frames, still } from "./frames.js";
import { head, panel } from "./furniture.js";
import { Hints } from "./hints.js";
import { InView } from "./in-view.js";
import { TabMemory } from "./memory.js";
import { LogView, linesOf } from "./log.js";
import { standing } from "./notice.js";
import { cardSound, chipSound } from "./sound.js";
import { Stage } from "./stage.js";

const BUY_IN = 50000;

export default class TablePage extends HTMLElement {
  #view = null; // as the house last said
  #shown = null; // as the player has seen it
  #net = 0;
  #result = "";
  #deadline = null;
  #whole = 1;
  #inView = new InView();
  #gaveUp = false; // the seat, by being away too long

  async connectedCallback() {
    this.tableId = this.getAttribute("table");
    this.memory = new TabMemory(this.tableId);
    this.append(el("p", { class: "loading", role: "status" }, "Joining table…"));
    try {
      const [table, felt] = await Promise.all([
        get(`/api/tables/${this.tableId}`),
        get(`/api/tables/${this.tableId}/felt`),
        me.load(),
      ]);
      if (this.isConnected) this.#open(table, felt);
    } catch (problem) {
      const error = el("inline-error");
      this.replaceChildren(el("div", { class: "sheet narrow" }, el("h1", {}, "Can't open this table"), error));
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
    document.removeEventListener("keydown", this.keys);
    settings.removeEventListener("change", this.redraw);
    this.felt?.watch.disconnect();
  }

  #open(table, felt) {
    this.table = table;
    document.title = `${table.name} · Holecard`;
    this.names = new Map(felt.pay_tables.map(({ wager, name }) => [wager, short(name)]));
    this.socket = new TableSocket(table.id, this.memory.seen);
    this.betting = new Betting(this.socket, table, felt.bets_are_final);
    this.felt = new FeltView(table, felt, {
      spot: (box, wager) => this.#chip(box, wager),
      sit: (box) => this.#sit(box),
      resized: () => this.#keepInView(),
    });
    this.controls = new Controls(table, this.betting, {
      act: (act) => this.#act(act),
      deal: () => this.#deal(),
      request: (what) => this.#try(() => this.socket.say({ do: "notify", what })),
      sit: (box) => this.#sit(box),
      guest: () => this.#sit(this.#bestBox()),
      skip: () => this.stage.skip(),
      retry: () => this.socket.retry(),
      hint: () => this.hints.show(this.#view).then(() => this.#keepInView()),
      buyIn: () => this.#buyIn(),
    });
    this.log = new LogView();
    this.hints = new Hints(table.id);
    this.stage = new Stage(
      (frame) => this.#frame(frame),
      () => this.#idle(),
    );
    this.head = head(table, { leave: () => this.#leave() });
    this.panel = panel(felt);
    this.replaceChildren(
      el("div", { class: "play" }, this.head.node, el("div", { class: "rail" }, this.felt.node), this.controls.node),
      el("aside", { class: "beside", "aria-label": "Log, pay tables and shoe" }, this.log.node, this.panel.node),
    );
    this.controls.node.prepend(this.hints.node);
    this.#listen();
    this.felt.watch.observe(this.felt.node);
    this.#refresh();
  }

  #listen() {
    this.socket.addEventListener("table", ({ detail }) => this.#hear(detail));
    this.socket.addEventListener("missed", ({ detail }) => this.#missed(detail.events));
    this.socket.addEventListener("you", ({ detail }) =>
      this.stage.isBusy ? (this.balance = detail.balance) : me.setBalance(detail.balance),
    );
    this.socket.addEventListener("state", () => this.#refresh());
    this.betting.addEventListener("change", () => this.#draw());
    this.betting.addEventListener("refused", ({ detail }) => {
      for (const { problem, box, wager } of detail)
        this.felt.refuse(box, wager, problem.refused?.why ?? problem.message);
      this.#refused(detail[0].problem);
    });
    this.keys = (event) => this.#key(event);
    document.addEventListener("keydown", this.keys);
    this.redraw = () => this.#draw();
    settings.addEventListener("change", this.redraw);
    this.clock = setInterval(() => this.#tick(), 250);
    this.felt.node.addEventListener("click", ({ target }) => target.closest("button") || this.stage.skip());
  }

  // hearing

  #missed(events) {
    this.log.add(events.flatMap((event) => this.#lines(event)));
  }

  #hear(view) {
    const before = this.#view;
    this.#view = view;
    this.memory.seen = view.seq;
    if (this.#seat) this.memory.hasSeat = true;
    this.#gaveUp = !this.#seat && this.#name !== "" && this.memory.hasSeat;
    this.betting.update(view, this.#name);
    this.#deadline = view.seconds === null ? null : performance.now() + view.seconds * 1000;
    if (view.asked !== before?.asked || view.seconds > this.#whole) this.#whole = view.seconds ?? 1;
    if (before && !view.events.length && before.seq !== view.seq) this.stage.skip(); // back after a lost connection
    const pictures = before ? frames(before.table, view.events) : [];
    pictures.push({ ...still(view.table), view, isStill: !pictures.length });
    this.stage.add(pictures);
    if (!before) this.#sitAsAsked();
  }

  #frame(frame) {
    if (frame.view) this.#shown = frame.view;
    if (frame.event) this.#event(frame.event);
    const before = this.felt.node.querySelectorAll(".slot").length;
    this.#place(frame.table);
    this.felt.show(frame, this.#seen(Boolean(frame.view)));
    if (this.felt.node.querySelectorAll(".slot").length > before) cardSound();
    if (frame.flights.length) chipSound();
    if (frame.pause) this.controls.show({ kind: "dealing", net: this.#net });
  }

  #event(event) {
    const lines = this.#lines(event);
    this.log.add(lines);
    const said = lines.filter(({ called }) => called).at(-1);
    const { notice } = event;
    if (notice) this.felt.notice.tell(notice);
    else if (event.text.startsWith("cards ")) this.felt.notice.pass();
    if (said && !notice) this.felt.say(said.text);
    if (event.kind !== "answer") return;
    for (const fact of event.facts) {
      if (fact.bettor !== this.#name) continue;
      if (fact.what === "paid") this.#net += fact.amount ?? 0;
      if (fact.what === "collected") this.#net -= fact.amount ?? 0;
    }
    if (event.text === "collect") this.#roundOver();
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
    this.felt.say("");
  }

  #idle() {
    if (this.balance !== undefined) me.setBalance(this.balance);
    this.balance = undefined;
    this.hints.clear();
    this.#refresh();
    if (this.#shown) this.felt.notice.hold(standing(this.#shown));
    this.#keepInView();
  }

  #keepInView() {
    if (this.felt.node.dataset.mode !== "narrow" || !this.#seat) return;
    this.#inView.keep(this.felt.boxes[(this.felt.seen.focus || this.#seat) - 1].plate, this.controls.node);
  }

  // showing

  #draw() {
    if (!this.#shown || this.stage.isBusy) return;
    this.felt.show(still(this.#shown.table), this.#seen(true));
    this.#refresh();
  }

  #refresh() {
    this.controls.show(this.#state());
    this.dataset.state = this.socket.state;
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
    this.felt.look(table, asked || (own.length && !own.includes(this.#seat) ? own[0] : this.#seat), this.#view.seats);
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
    const view = this.#shown;
    const { state } = this.socket;
    if (state === "gone")
      return {
        kind: "waiting",
        title: "Table not found",
        more: "The house may have removed it. Choose another table in the lobby.",
      };
    if (state === "lost") return { kind: "lost" };
    if (!view) return { kind: "connecting" };
    if (!view.open) return { kind: "closed" };
    if (view.stopped) return { kind: "stopped" };
    const { question } = view;
    const floor = me.isFloor && question.who === "floorperson";
    const mine =
      question.who === "bettor" &&
      (question.bettor === this.#name || (!question.bettor && this.#seat)) &&
      question.choices?.length;
    if (this.#name && (mine || floor) && question.type !== "bets")
      return { kind: "question", question, asked: view.asked };
    const free = this.#free();
    if (!this.#name) return { kind: "watching", free: free.length };
    if (!this.#seat) return { kind: "standing", free, gaveUp: this.#gaveUp };
    if (question.type === "bets") return this.#bets(view);
    return { kind: "waiting", title: waitingText(question), more: "" };
  }

  #bets(view) {
    const { total, isPlayable, canUndo, canRebet } = this.betting;
    const ready = total > 0 && view.ready.includes(this.#name);
    const waits = view.seats.filter(({ name, here }) => here && !view.ready.includes(name)).map(({ name }) => name);
    if (!total && (me.person?.balance ?? 0) < this.table.minimum) return { kind: "broke" };
    return {
      kind: "bets",
      total,
      isPlayable,
      ready,
      canUndo,
      canRebet,
      waiting: waits.join(" and ") || "the deal",
      result: total ? "" : this.#result,
      requests: view.requests,
    };
  }

  #tick() {
    const left =
      this.#deadline === null || this.stage?.isBusy ? null : Math.max(0, (this.#deadline - performance.now()) / 1000);
    const { question } = this.#view ?? {};
    const mine = question && (question.type === "bets" || question.bettor === this.#name);
    this.controls.tick(mine ? left : null, this.#whole);
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
    this.#keepInView();
  }

  #chip(box, wager) {
    if (!this.betting.isOpen || this.stage.isBusy) return;
    this.felt.forgive();
    this.betting.add(box, wager, this.controls.chosen);
    chipSound();
  }

  async #deal() {
    await this.#try(async () => {
      await this.betting.flush();
      if (this.#view.question.type === "bets") await this.socket.say({ do: "ready" });
    });
  }

  async #act(act) {
    const view = this.#view;
    const { question } = view;
    if (settings.get("coach") === "on" && question.type === "decide") this.#coach(view, act.action);
    await this.#try(() => this.socket.say({ do: "act", asked: view.asked, ...act, amount: act.amount ?? 0 }));
  }

  async #coach(view, action) {
    const box = view.table.boxes.find((one) => one.box === view.question.box);
    const stake = box?.hands[0].wagers.find((one) => one.bettor === this.#name)?.amount ?? 0;
    const said = await this.hints.judge(view, action, stake);
    if (!said) return;
    toast(said, "coach");
    this.log.add([{ text: said, clause: "house rule: coach" }]);
  }

  async #sit(box) {
    await this.#try(async () => {
      const known = me.person !== null;
      await me.orGuest();
      if (!known) await this.#reconnect(); // the socket knows its visitor from the cookie that it opened with
      await this.socket.say({ do: "sit", box });
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
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName))
      return;
    const key = event.key === "/" ? "?" : event.key.toLowerCase();
    const onButton = event.target.closest?.("button, a, summary");
    if ((key === " " || key === "enter") && onButton) return;
    if (this.#pressed(key)) event.preventDefault();
  }

  #pressed(key) {
    if (key === " " && this.stage.isBusy) return (this.stage.skip(), true);
    if (key === "w") return (this.log.toggle(), true);
    if (key === "escape") return (this.hints.clear(), true);
    if (key === "enter") return this.controls.press("d");
    if (this.controls.press(key)) return true;
    const wager = key === "b" ? "main" : [...this.names.keys()][SIDE_KEYS.indexOf(key)];
    if (!wager || !this.#seat || !this.betting.isOpen) return false;
    this.#chip(this.#seat, wager);
    return true;
  }

  // who and where

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
