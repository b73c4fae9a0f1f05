// Seeds: when the house has committed to its own, the browser pledges one and opens it once every pledge is there, so
// that nobody alone chooses the order of the cards. A player may type what theirs is made of.

import { element } from "./words.js";

/** @import { House } from "./socket.js" */

const SEED_BYTES = 32;

/** @param {Uint8Array} bytes */
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} text */
export const sha256 = async (text) =>
  hex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));

export class Seeds {
  /** @param {HTMLElement} root @param {House} house @param {string} table */
  constructor(root, house, table) {
    this.house = house;
    this.table = table;
    /** @type {Said.View | null} */
    this.view = null;
    /** @type {Promise<void> | null} */
    this.answering = null;
    this.field = element("input", { id: "own-seed", autocomplete: "off", maxlength: 200 });
    this.said = element("p", { class: "seal" }); // 64 digits are read by who looks for them, and spoken to nobody
    const words = "Words for your next seed (left empty, your browser draws one)";
    root.append(element("label", { class: "own-seed", for: "own-seed" }, words), this.field, this.said);
  }

  /** @param {Said.View} view */
  hear(view) {
    this.view = view;
    this.answering ??= this.answer().finally(() => {
      this.answering = null;
    });
  }

  // The facts that follow a move are heard before its answer: what is asked next stands in the newest view.
  async answer() {
    for (let asked = null; this.view && this.view !== asked; ) {
      asked = this.view;
      const move = await this.move(asked);
      if (!move) return;
      const answer = await this.house.move(this.table, move);
      if (answer.type !== "accepted") return;
    }
  }

  /** @param {Said.View} view @returns {Promise<Moves.Any | null>} */
  async move({ may, viewer }) {
    const place = `seed ${this.table} ${viewer}`;
    if (may.includes("pledge-seed")) {
      if (!globalThis.crypto?.subtle) return { move: "pass-seed" };
      const seed = await this.draw();
      sessionStorage.setItem(place, seed);
      return { move: "pledge-seed", pledge: await sha256(`pitboss-pledge-1 ${viewer} ${seed}`) };
    }
    // Without the seed another page of the same player may have pledged it; then that one opens it.
    const seed = may.includes("give-seed") ? sessionStorage.getItem(place) : null;
    return seed === null ? null : { move: "give-seed", seed };
  }

  async draw() {
    const own = this.field.value.trim();
    this.field.value = "";
    const seed = own ? await sha256(own) : hex(crypto.getRandomValues(new Uint8Array(SEED_BYTES)));
    this.said.textContent = `Your seed for this shuffle: ${seed}`;
    return seed;
  }
}
