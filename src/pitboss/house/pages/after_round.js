// What one has decided in the round just over, what was best, and what the difference cost on average; and the same of
// a whole shoe when it is over.

import { dollars, element, inWords, worth } from "./words.js";

export class AfterRound {
  /** @param {HTMLElement} root @param {string} table */
  constructor(root, table) {
    this.root = root;
    this.table = table;
    this.shown = 0;
    this.drawing = Promise.resolve();
    /** @type {Said.Score | null} of this shoe up to the round shown, as the journal has it */
    this.shoe = null;
    this.score = element("p", { class: "shoe-score", role: "status" });
  }

  clear() {
    this.shown = 0;
    this.root.replaceChildren();
    this.root.hidden = true;
  }

  /** @param {number} round @param {boolean} practice @returns {Promise<void>} when it is drawn */
  show(round, practice) {
    if (this.shown !== round) this.drawing = this.draw(round, practice);
    return this.drawing;
  }

  /** @param {number} round @param {boolean} practice */
  async draw(round, practice) {
    this.shown = round;
    this.score.textContent = "";
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
    this.shoe = told.shoe;
    const lines = told.decisions.map((one) => decision(one));
    const best = told.decisions.filter((one) => one.move === one.best).length;
    const lost = told.cost_cents ? `the others cost ${dollars(told.cost_cents)} on average` : "perfect";
    const sum = told.why ?? `${best} of ${told.decisions.length} best: ${lost}.`;
    this.root.replaceChildren(
      element("h2", {}, `Your decisions in round ${round}`),
      ...(lines.length ? [element("ol", { class: "lines decisions" }, ...lines)] : []),
      element("p", {}, lines.length || told.why ? sum : "There was nothing to decide."),
      ...(practice ? [] : [element("p", {}, element("a", { href: "#/review" }, "How well you play, and where not"))]),
      this.score,
    );
  }

  // Where each round has a shuffle of its own, what stands above says it all.
  shoeIsOver() {
    this.score.textContent = this.shoe && this.shoe.rounds > 1 ? scoreOf(this.shoe) : "";
    this.shoe = null;
  }
}

/** @param {Pick<Said.Score, "rounds" | "decisions" | "best" | "cost_cents">} score */
export function scoreOf({ rounds, decisions, best, cost_cents }) {
  if (!decisions) return "";
  const lost = cost_cents ? `the others cost ${dollars(cost_cents)} on average` : "perfect";
  return `The shoe is over. In ${rounds} rounds ${best} of ${decisions} decisions were best: ${lost}.`;
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
