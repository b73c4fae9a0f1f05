// The guided first round: one sentence for what is asked now, and a ring around what to press. Who has played a round,
// or has had enough, is not guided again.

import { remember } from "./remember.js";
import { elsewhere } from "./usher.js";
import { become, element, part } from "./words.js";

/** @import { House } from "./socket.js" */
/** @typedef {{words: string, press: string[]}} Step what to press, by move; the first that is there */

const LOOK_MS = 250;
// What is asked, in words that a stranger knows; the first that may be done now is spoken of.
/** @type {[move: string, words: string, press: string[]][]} */
const STEPS = [
  ["look-at-cards", "Your cards lie face down. Look at them first.", ["look-at-cards"]],
  [
    "attack",
    "The dealer shows a card. You may raise before you see yours: that is the attack. A low card there is good for" +
      " you; no is fine.",
    ["no-attack", "attack"],
  ],
  [
    "insure",
    "The dealer may have 21 in two cards. Insurance is a bet on just that; most players say no.",
    ["no-insurance"],
  ],
  ["second-chance", "You may bet once more on this hand. To say no is fine.", ["no-second-chance"]],
  [
    "hit",
    "Come nearer to 21 than the dealer, and not above it. Hit takes a card, Stand keeps what you have; with 17 or" +
      " more most players stand.",
    ["stand"],
  ],
  ["stand", "Keep what you have, or take another card: above 21 the bet is lost.", ["stand"]],
];

/**
 * What to say to somebody at their first round; null when it is not their turn.
 * @param {Pick<Said.View, "may" | "bets" | "phase" | "waiting_for">} view
 * @param {string} me
 * @param {boolean} over whether a round of theirs has ended
 * @returns {Step | null}
 */
export function step(view, me, over) {
  if (over)
    return {
      words:
        "That was a round. The margin tells what happened, each step with the rule that orders it. Bet again when you" +
        " like.",
      press: [],
    };
  if (view.phase === "betting" && view.may.includes("wager")) {
    const placed = Object.values(view.bets).some((bets) => me in bets);
    return placed
      ? { words: "Your bet lies in your box. Now ask for the cards.", press: ["ready"] }
      : { words: "Place your bet. The least that this table takes is set for you.", press: ["ready", "wager"] };
  }
  const found = STEPS.find(([move]) => view.may.includes(move));
  if (found) return { words: found[1], press: found[2] };
  return view.waiting_for.includes(me)
    ? { words: "The table is being made ready: it takes a moment.", press: [] }
    : { words: "It is not your turn yet. Watch what the others do.", press: [] };
}

export class Guide {
  /** @param {House} house @param {string} table */
  constructor(house, table) {
    this.house = house;
    this.root = part(document, "#guide");
    this.table = table;
    this.played = false;
    this.over = false;
    /** @type {Step | null} */
    this.now = null;
    const look = setInterval(() => this.point(), LOOK_MS);
    this.offs = [
      house.on("table", (told) => this.hear(told)),
      house.on("facts", (told) => this.hear(told)),
      elsewhere(() => this.table, () => this.leave()),
      () => clearInterval(look),
    ];
  }

  end() {
    this.leave();
    remember("guide", "done");
  }

  leave() {
    for (const off of this.offs) off();
    this.now = null;
    this.root.hidden = true;
    this.point();
  }

  /** @param {Said.Table | Said.Facts} told */
  hear({ table, view, facts }) {
    if (table !== this.table) return;
    const me = this.house.welcome.name;
    if (this.over && facts.some((fact) => fact.fact === "wager-placed" && fact.player === me)) {
      this.end(); // a second bet: they know the way
      return;
    }
    this.played ||= facts.some((fact) => fact.fact === "wager-placed" && fact.player === me);
    this.over ||= this.played && facts.some((fact) => fact.fact === "round-ended");
    this.now = step(view, me, this.over);
    const shut = () => this.end();
    this.root.hidden = !this.now;
    become(
      this.root,
      element("p", {}, this.now?.words ?? ""),
      element("button", { type: "button", class: "plain", onclick: shut }, this.over ? "I know the way" : "No guide"),
    );
    this.point();
  }

  // Pages draw their buttons anew whenever something happens; the ring follows.
  point() {
    const wanted = this.now?.press.map((move) => document.querySelector(`main [data-move="${move}"]`)).find(Boolean);
    for (const old of document.querySelectorAll(".pointed")) if (old !== wanted) old.classList.remove("pointed");
    wanted?.classList.add("pointed");
  }
}
