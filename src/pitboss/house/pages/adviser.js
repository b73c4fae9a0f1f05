// The adviser: with it on, each button says what it is worth on average, and the best one says so.

import { element, inWords, worth } from "./words.js";

/** @import { House } from "./socket.js" */

const ADVISED = ["hit", "stand", "attack", "insure", "second-chance"];

export class Adviser {
  /** @param {House} house @param {string} table @param {HTMLElement} bar with the buttons @param {HTMLElement} words */
  constructor(house, table, bar, words) {
    this.house = house;
    this.table = table;
    this.bar = bar;
    this.words = words;
    /** @type {Said.Table | Said.Facts | null} */
    this.latest = null;
  }

  clear() {
    this.words.replaceChildren();
    for (const old of this.bar.querySelectorAll(".worth")) old.remove();
    for (const old of this.bar.querySelectorAll(".best")) old.classList.remove("best");
  }

  /** @param {Said.Table | Said.Facts | null} message what is asked now; nothing when the adviser is to be silent */
  async ask(message) {
    this.latest = message;
    if (!message?.view.may.some((name) => ADVISED.includes(name))) {
      this.clear();
      return;
    }
    const answer = await this.house.ask({ type: "ask-advice", table: this.table });
    if (message !== this.latest) return;
    this.clear();
    if (answer.type === "advice") this.show(answer);
    else this.words.textContent = `${answer.sentence.charAt(0).toUpperCase()}${answer.sentence.slice(1)}.`;
  }

  /** @param {Said.Advice} advice */
  show({ choices, words }) {
    for (const { move, value_cents, best } of choices) {
      for (const button of this.bar.querySelectorAll(`[data-move="${move}"]`)) {
        const said = `${worth(value_cents)}${best ? " · best" : ""}`;
        (button.querySelector(".more") ?? button).append(element("span", { class: "worth" }, said));
        button.classList.toggle("best", best);
      }
    }
    const best = choices.find((choice) => choice.best);
    if (best)
      this.words.append("Best on average: ", element("b", {}, inWords(best.move)), ` ${worth(best.value_cents)}. `);
    if (words) this.words.append(element("small", {}, words));
  }
}
