import { el } from "../lib/dom.js";

export default class TablePage extends HTMLElement {
  connectedCallback() {
    this.append(el("h1", {}, `Table ${this.getAttribute("table")}`));
  }
}
