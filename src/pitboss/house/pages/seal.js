// Checking a seal in the browser: the hash of salt and order must be what was published before the cut.

import { sha256 } from "./seeds.js";
import { element } from "./words.js";

/** @param {{seal: string, salt: string, order: string[]}} opened */
export async function checkSeal(opened) {
  return (await sha256(["pitboss-seal-1", opened.salt, ...opened.order].join(" "))) === opened.seal;
}

export class Seals {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = element("details", { class: "seals" });
    this.now = element("p", { class: "seal" });
    this.last = element("div"); // where every round has a shuffle of its own, one button is enough: the newest
    this.root.append(element("summary", {}, "Fair against the house: seals and seeds"), this.now, this.last);
    root.append(this.root);
    /** @type {Set<string>} */
    this.published = new Set();
  }

  /** @param {Said.View} view @param {Facts.Any[]} facts */
  show(view, facts) {
    this.now.textContent = view.seal ? `The order of this shoe is sealed: ${view.seal}` : "No shoe is sealed now.";
    for (const fact of facts) {
      if (fact.fact === "cards-shuffled") this.published.add(fact.seal);
      if (fact.fact === "seal-opened") this.offer(fact);
    }
  }

  /** @param {Facts.SealOpened} fact */
  offer(fact) {
    const verdict = element("p", { class: "seal", role: "status" });
    const before = this.published.delete(fact.seal) ? "published before the cut" : "published before you came";
    const button = element(
      "button",
      {
        type: "button",
        class: "plain check-seal",
        onclick: async () => {
          const good = await checkSeal(fact);
          verdict.className = `seal ${good ? "good" : "bad"}`;
          const cut = fact.cut === null ? "" : `, cut at ${fact.cut}`;
          verdict.textContent = good
            ? `The seal is true: ${fact.order.length} cards in the order ${before}${cut}.`
            : "The seal does NOT match the order.";
        },
      },
      `Check seal ${fact.seal.slice(0, 12)}…`,
    );
    this.last.replaceChildren(button, verdict);
  }
}
