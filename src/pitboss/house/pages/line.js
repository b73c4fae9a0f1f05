// What one sees of the line to the house: a banner and buttons at rest while it is dead, and afterwards what happened.

import { Meanwhile, howLong } from "./away.js";
import { cite } from "./story.js";
import { element, part } from "./words.js";

/** @import { House } from "./socket.js" */

const MOVES = "This table moves to another computer of the house. It goes on by itself, where it was…";
const LOST = "Connection lost. Nothing you press is sent; it comes back by itself…";
const CLOSED = "The house does not answer. It is asked again by itself…";

/** @param {string} why in the words of the house @param {string} then */
const waits = (why, then) => `${why.charAt(0).toUpperCase()}${why.slice(1)}. ${then}`;

export class Line {
  /** @param {House} house @param {HTMLElement} main */
  constructor(house, main) {
    this.house = house;
    this.main = main;
    this.banner = part(document, "#line");
    this.told = part(document, "#meanwhile");
    /** @type {HTMLButtonElement[]} */
    this.resting = [];
    /** @type {Element | null} */
    this.focus = null;
    /** @type {Map<string, Meanwhile>} */
    this.tables = new Map();
    /** @type {Map<string, number>} since when we were away from each table we were at */
    this.away = new Map();
    /** @type {Map<string, string>} tables that cannot be joined yet, and why: most are on their way elsewhere */
    this.moving = new Map();
    house.on("table", (message) => this.hear(message));
    house.on("elsewhere", ({ table }) => this.moves(table, MOVES));
    house.on("busy", ({ table, sentence }) => {
      if (table && house.seen.has(table)) this.moves(table, waits(sentence, "It goes on by itself, where it was…"));
    });
    house.on("error", ({ table }) => table && this.arrived(table));
    house.on("closed", ({ table }) => this.arrived(table));
    house.on("facts", (message) => this.hear(message));
    addEventListener("hashchange", () => this.tell([], 0));
  }

  // The house decides what may be done, and it cannot be asked.
  /** @param {boolean} up */
  up(up) {
    for (const table of this.moving.keys()) if (!this.house.seen.has(table)) this.moving.delete(table);
    const [moves] = this.moving.values();
    if (up && moves) {
      this.rest(moves);
      return;
    }
    this.banner.hidden = up;
    if (up) {
      for (const button of this.resting.splice(0)) button.disabled = false;
      if (this.focus instanceof HTMLElement && this.focus.isConnected) this.focus.focus({ preventScroll: true });
      return;
    }
    for (const table of this.house.seen.keys()) this.isAway(table, this.house.downSince);
    if (this.house.why) this.rest(waits(this.house.why, "You are let in by itself as soon as that may be…"));
    else this.rest(this.house.welcome.name ? LOST : CLOSED);
  }

  // Who has not been at a table yet is not away from it.
  /** @param {string} table @param {number} since */
  isAway(table, since) {
    if (this.house.seen.get(table) && !this.away.has(table)) this.away.set(table, since);
  }

  /** @param {string} table @param {string} why */
  moves(table, why) {
    this.moving.set(table, why);
    this.isAway(table, performance.now());
    this.up(this.house.up);
  }

  /** @param {string} table */
  arrived(table) {
    if (this.moving.delete(table)) this.up(this.house.up);
  }

  /** @param {string} why */
  rest(why) {
    this.banner.hidden = false;
    if (this.banner.textContent !== why) this.banner.textContent = why;
    if (!this.resting.length) this.focus = document.activeElement;
    for (const button of this.main.querySelectorAll("button")) {
      if (button.disabled || button.classList.contains("cite")) continue;
      button.disabled = true;
      this.resting.push(button);
    }
  }

  /** @param {Said.Table | Said.Facts} message */
  hear(message) {
    const { table } = message;
    if (message.type === "table") this.arrived(table);
    const since = this.away.get(table);
    const anew = message.type === "table" && since === undefined; // it then brings the whole round
    const meanwhile = (anew ? null : this.tables.get(table)) ?? new Meanwhile();
    this.tables.set(table, meanwhile);
    const lines = meanwhile.take(message, this.house.welcome.name);
    if (since === undefined || message.type !== "table") return;
    this.away.delete(table);
    if (lines.length) this.tell(lines, performance.now() - since);
  }

  /** @param {import("./away.js").Line[]} lines @param {number} ms */
  tell(lines, ms) {
    this.told.hidden = !lines.length;
    const shut = () => this.tell([], 0);
    const line = (/** @type {import("./away.js").Line} */ { words, clauses }) =>
      element("li", {}, `${words} `, ...clauses.flatMap((id) => [cite(id), " "]));
    this.told.replaceChildren(
      element("h2", {}, `While you were away (${howLong(ms)})`),
      element("ul", {}, ...lines.map(line)),
      element("button", { type: "button", class: "plain", onclick: shut }, "Understood"),
    );
  }
}
