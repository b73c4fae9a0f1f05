// The story cut into rounds and phases, fact by fact: a fact either opens a phase or belongs to the one it falls into.
// It is pure, and knows kinds of facts only, no game.

/** @typedef {{round: number | null, phases: Phase[]}} Chapter a round is null until it has begun */
/** @typedef {{name: string, lines: Said.StoryLine[]}} Phase */

const CARDS = "The cards";
const WAGERS = "Wagers";
const DEAL = "The deal";
const PLAY = "The players' turn";
const DEALER = "The dealer's turn";
const SETTLED = "Paid and taken";
const WRONG = "Something went wrong";

/** @type {Partial<Record<Facts.Any["fact"], string>>} the phase that a fact opens */
const OPENS = {
  "decks-received": CARDS,
  "seal-opened": CARDS,
  "cards-shuffled": CARDS,
  "seed-committed": CARDS,
  "reshuffle-ordered": CARDS,
  "cards-cut": CARDS,
  "round-began": DEAL,
  "bets-closed": WAGERS,
  "player-ready": WAGERS,
  "hole-card-read": DEAL,
  "decision-made": PLAY,
  "hand-split": PLAY,
  "cards-looked-at": PLAY,
  "hand-busted": PLAY,
  "hole-card-turned": DEALER,
  "dealer-stood": DEALER,
  "hand-settled": SETTLED,
  "wager-paid": SETTLED,
  "round-voided": WRONG,
  "card-drawn-in-error": WRONG,
  "floorperson-notified": WRONG,
};
// A wager made in the midst of a round has a phase by its own name.
/** @type {Record<string, string>} */
const OFFERS = { attack: "The attack", insurance: "Insurance", "even-money": "Insurance", double: PLAY };

export class Chapters {
  constructor() {
    /** @type {Chapter[]} oldest first */
    this.all = [{ round: null, phases: [] }];
    this.begun = false;
  }

  /** @param {Facts.Any} fact @param {Said.StoryLine} line what it says; what phase and chapter it went into */
  take(fact, line) {
    const chapter = /** @type {Chapter} */ (this.all.at(-1));
    if (fact.fact === "round-began") {
      chapter.round = fact.round;
      this.begun = true;
    }
    const last = chapter.phases.at(-1);
    const name = this.#phase(fact, last?.name ?? CARDS);
    const phase = last?.name === name ? last : { name, lines: [] };
    if (phase !== last) chapter.phases.push(phase);
    phase.lines.push(line);
    if (fact.fact === "round-ended") {
      this.all.push({ round: null, phases: [] });
      this.begun = false;
    }
    return { chapter, phase };
  }

  /** @param {Facts.Any} fact @param {string} now */
  #phase(fact, now) {
    if (fact.fact === "wager-placed" || fact.fact === "wager-declined")
      return this.begun ? (OFFERS[fact.wager] ?? (now === DEAL ? PLAY : now)) : WAGERS;
    if (fact.fact === "card-dealt" && Object.values(OFFERS).includes(now) && now !== PLAY) return DEAL;
    return OPENS[fact.fact] ?? now;
  }
}

// What a citation is called beside others of its document: PA 665a.7(f)(2) is .7(f)(2) among those of 665a.
/** @param {string} id */
export const brief = (id) => id.replace(/^[A-Z]{2,4} (?:\d+a?(?=\.))?/, "");
