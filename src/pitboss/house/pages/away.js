// The line was dead, and the table may have gone on without us: what the house did meanwhile, and what it came to.

import { money } from "./words.js";

/** @typedef {{words: string, clauses: string[]}} Line */
/** @typedef {Pick<Said.Table, "facts" | "story">} Missed */

/** @param {number} cents */
const result = (cents) =>
  cents > 0 ? `you won ${money(cents)}` : cents < 0 ? `you lost ${money(-cents)}` : "you came out even";

// What a fact adds to somebody's result of the round.
/** @param {Facts.Any} fact @param {string} me */
function gained(fact, me) {
  if (!("player" in fact) || fact.player !== me) return 0;
  if (fact.fact === "wager-placed") return -fact.cents;
  if (fact.fact === "wager-returned") return fact.cents;
  if (fact.fact === "wager-paid") return fact.cents + fact.winnings;
  return fact.fact === "payment-undone" ? -fact.winnings : 0;
}

// One's account of a table: every message is taken, so that what was wagered before the line went dead counts too.
export class Meanwhile {
  constructor() {
    this.net = 0;
    this.played = false;
  }

  /**
   * What somebody should know who was away while this happened, oldest first; nothing when nothing concerns them.
   * @param {Missed} missed
   * @param {string} me
   */
  take({ facts, story }, me) {
    /** @type {Line[]} */
    const lines = [];
    for (const [place, fact] of facts.entries()) {
      const { words, clauses } = story[place] ?? { words: "", clauses: [] };
      const mine = "player" in fact && fact.player === me;
      this.net += gained(fact, me);
      this.played ||= fact.fact === "wager-placed" && mine;
      if (fact.fact === "house-decided" && mine) lines.push({ words, clauses });
      if (fact.fact === "player-left" && mine)
        lines.push({ words: `you got up, and ${money(fact.cents)} went back to you`, clauses });
      if (fact.fact === "round-voided" || fact.fact === "table-closed") lines.push({ words, clauses });
      if (fact.fact === "round-ended") {
        if (this.played) lines.push({ words: `round ${fact.round} is over: ${result(this.net)}`, clauses });
        Object.assign(this, new Meanwhile());
      }
    }
    return lines;
  }
}

/** @param {number} ms */
export function howLong(ms) {
  const seconds = Math.max(1, Math.round(ms / 1000));
  return seconds < 90 ? `${seconds} second${seconds === 1 ? "" : "s"}` : `${Math.round(seconds / 60)} minutes`;
}
