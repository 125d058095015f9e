// The shell: a route for each page, the bar above it, and where the focus goes when the page changes.

import "./elements/app-bar.js";
import "./elements/toast.js";
import { el } from "./lib/dom.js";
import { me } from "./lib/me.js";
import "./lib/settings.js";

// Each module's default export is the class of the page's element; what the route captures becomes its attributes.
const ROUTES = [
  [/^\/?$/, "lobby-page", "./lobby/lobby.js", []],
  [/^\/table\/(\d+)$/, "table-page", "./table/table.js", ["table"]],
  [/^\/floor$/, "floor-page", "./floor/floor.js", []],
  [/^\/history$/, "history-page", "./history/history.js", []],
  [/^\/round\/(\d+)\/(\d+)$/, "round-page", "./history/round.js", ["table", "number"]],
  [/^\/rules(?:\/([\w-]+))?$/, "rules-page", "./rules/rules.js", ["game"]],
  [/^\/lab$/, "lab-page", "./lab/lab.js", []],
  [/^\/login$/, "login-page", "./account/login.js", []],
  [/^\/invited\/([\w-]+)$/, "invited-page", "./account/invited.js", ["token"]],
  [/^\/account$/, "account-page", "./account/account.js", []],
];

const main = document.getElementById("main");
let turn = 0;

async function show(first = false) {
  const mine = (turn += 1);
  const [path] = location.hash.replace(/^#/, "").split("?");
  if (path === "main") return; // the skip link
  const route = ROUTES.find(([pattern]) => pattern.test(path));
  const page = route ? await make(route, path) : nowhere();
  if (mine !== turn) return;
  document.title = "Holecard";
  main.replaceChildren(page);
  document.body.dataset.page = page.localName;
  dispatchEvent(new Event("page"));
  if (!first) {
    scrollTo(0, 0);
    main.focus({ preventScroll: true });
  }
}

async function make([pattern, tag, file, names], path) {
  try {
    const { default: Page } = await import(file);
    // who walks back and forth quickly may be here twice
    if (!customElements.get(tag)) customElements.define(tag, Page);
  } catch (error) {
    console.error(error);
    return trouble("This page could not be loaded", "The house may be restarting. Try again in a moment.");
  }
  const found = pattern.exec(path);
  const attributes = Object.fromEntries(names.map((name, at) => [name, found[at + 1] ?? null]));
  return el(tag, attributes);
}

function nowhere() {
  return trouble("There is nothing here", "The address may be old, or mistyped.");
}

function trouble(title, text) {
  return el(
    "section",
    { class: "sheet narrow" },
    el("h1", {}, title),
    el("p", {}, text),
    el("p", {}, el("a", { class: "button", href: "#/" }, "To the lobby")),
  );
}

addEventListener("hashchange", () => show());
me.load().catch(() => {});
show(true);
