// What one has decided in the round just over, what was best, and what the difference cost on average.

import { dollars, element, inWords, worth } from "./words.js";

export class AfterRound {
  /** @param {HTMLElement} root @param {string} table */
  constructor(root, table) {
    this.root = root;
    this.table = table;
    this.shown = 0;
  }

  clear() {
    this.shown = 0;
    this.root.replaceChildren();
    this.root.hidden = true;
  }

  /** @param {number} round @param {boolean} practice */
  async show(round, practice) {
    if (this.shown === round) return;
    this.shown = round;
    this.root.hidden = false;
    this.root.replaceChildren(element("h2", {}, `Your decisions in round ${round}`), element("p", {}, "Working out…"));
    const where = practice ? `/api/tables/${this.table}/review` : `/api/rounds/${this.table}.${round}/review`;
    const answer = await fetch(where).catch(() => null);
    if (this.shown !== round) return;
    if (!answer?.ok) {
      this.clear();
      this.shown = round;
      return;
    }
    /** @type {Said.RoundReview} */
    const told = await answer.json();
    const lines = told.decisions.map((one) => decision(one));
    const best = told.decisions.filter((one) => one.move === one.best).length;
    const lost = told.cost_cents ? `the others cost ${dollars(told.cost_cents)} on average` : "perfect";
    const sum = told.why ?? `${best} of ${told.decisions.length} best: ${lost}.`;
    this.root.replaceChildren(
      element("h2", {}, `Your decisions in round ${round}`),
      ...(lines.length ? [element("ol", { class: "lines decisions" }, ...lines)] : []),
      element("p", {}, lines.length || told.why ? sum : "There was nothing to decide."),
      ...(practice ? [] : [element("p", {}, element("a", { href: "#/review" }, "How well you play, and where not"))]),
    );
  }
}

/** @param {Said.Reviewed} one */
function decision(one) {
  const right = one.move === one.best;
  const values = one.choices.map((choice) => `${inWords(choice.move)} ${worth(choice.value_cents)}`).join(" · ");
  const verdict = right ? "best" : `${inWords(one.best)} was better by ${dollars(one.cost_cents)}`;
  return element(
    "li",
    { "data-mark": right ? "right" : "wrong" },
    element("span", {}, `${one.asked}: `, element("b", {}, inWords(one.move)), ` · ${verdict}`),
    element("small", {}, `${values}${one.words ? `; ${one.words}` : ""}`),
  );
}
