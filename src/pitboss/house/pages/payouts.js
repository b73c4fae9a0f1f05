// The payout card of a game: what each wager pays, and the clause that says so.

import { cite } from "./story.js";
import { element } from "./words.js";

/** @param {string} words */
const upper = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** @param {Said.PayCard[]} pays */
export function payouts(pays) {
  const row = (/** @type {Said.PayCard} */ { what, odds, clauses }) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, upper(what)),
      element("td", {}, odds),
      element("td", { class: "cites" }, ...clauses.flatMap((clause) => [cite(clause), " "])),
    );
  const head = ["Wager", "Pays", "Clause"].map((words) => element("th", { scope: "col" }, words));
  return element(
    "table",
    { class: "list pays" },
    element("thead", {}, element("tr", {}, ...head)),
    element("tbody", {}, ...pays.map(row)),
  );
}
