// A refusal in the words of the house, with what somebody can do about it.

import { cite } from "./story.js";
import { element } from "./words.js";

/** @import { House } from "./socket.js" */

/** @type {[RegExp, string][]} */
const WHAT_TO_DO = [
  [/^wager\/limits/, "Put chips on or take some off"],
  [/^wager\/(chips|not-payable)|\/(chips|not-payable)$/, "Try a round amount"],
  [/too-few-chips|\/afford/, "Buy chips, or wager less"],
  [/^wager\/no-consent/, "Ask them to let you, or bet on another box"],
  [/^wager\/(taken|box-full|shared-boxes)/, "Choose another box"],
  [/^wager\/mid-shoe/, "You may bet after the next shuffle, or ask a floorperson"],
  [/^wager\/(too-many-boxes|not-adjacent|more-hands)/, "Clear the other boxes"],
  [/^wager\/(altered|handled)/, "It stays until it is decided"],
  [/^wager\/(too-late|not-now)/, "Wait for the next round"],
  [/\/above-bet$/, "Take chips off"],
  [/^turn\//, "Wait for your turn"],
  [/^leave\//, "Finish the round first"],
  [/^sit\/taken/, "Take another seat"],
];

// What somebody can do about a refusal, in words; nothing where the sentence says it all.
/** @param {string} code */
export const whatToDo = (code) => WHAT_TO_DO.find(([pattern]) => pattern.test(code))?.[1] ?? "";

// A refusal in words with what can be done about it, each clause a button that opens its gist.
/** @param {{sentence?: string, clauses?: string[], code?: string}} refusal */
export function refused({ sentence = "The house did not answer", clauses = [], code = "" }) {
  const words = sentence.charAt(0).toUpperCase() + sentence.slice(1);
  const todo = whatToDo(code);
  const first = `${words}${/[.!?]$/.test(words) ? "" : "."} ${todo ? `${todo}. ` : ""}`;
  return [first, ...clauses.flatMap((clause) => [cite(clause), " "])];
}

// A table that cannot be had is not asked for again: where it would lie is said why, and the way to those that can.
/** @param {House} house @param {string} table @param {HTMLElement} place */
export const notToBeHad = (house, table, place) =>
  house.on("error", (told) => {
    const lobby = element("a", { href: "#/" }, "To the lobby");
    if (told.table === table) place.replaceChildren(element("p", { class: "notice" }, ...refused(told), lobby));
  });
