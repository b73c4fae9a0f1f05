// The slip: chips a player has put on spots and not yet given to the house. Nothing of it is lost or sent by what
// others do; what may lie where, the house has said (its spots), and it decides when the wagers are made.

import { money } from "./words.js";

/** @typedef {Record<string, number>} Stakes cents by spot */
/** @typedef {{chips: number, boxesMost: number, adjacent: boolean, lying: Stakes}} Terms `lying` is with the house */
/** @typedef {Pick<Said.Spot, "box" | "wager">} Place */

/** @param {Place} place */
export const keyOf = ({ box, wager }) => `${box}:${wager}`;

/** @param {string} key @returns {Place} */
export function placeOf(key) {
  const [box, wager] = key.split(/:(.*)/s);
  return { box: Number(box), wager: wager ?? "bet" };
}

/** @param {Said.Spot[]} spots @param {string} key */
export const spotAt = (spots, key) => spots.find((spot) => keyOf(spot) === key);

/** @param {Stakes} stakes */
export const sum = (stakes) => Object.values(stakes).reduce((all, cents) => all + cents, 0);

export class Slip {
  constructor() {
    /** @type {Stakes} */
    this.staged = {};
    /** @type {{staged: Stakes, suggested: boolean}[]} */
    this.before = [];
    this.suggested = false; // what the page proposes gives way to the first chip
    /** @type {Stakes} what was bet in the round before */
    this.last = {};
    /** @type {Stakes} what the house has taken for this one */
    this.fresh = {};
    this.typing = "";
  }

  get total() {
    return sum(this.staged);
  }

  /** @param {Stakes} staged */
  change(staged) {
    this.typing = "";
    this.before.push({ staged: this.staged, suggested: this.suggested });
    this.staged = Object.fromEntries(Object.entries(staged).filter(([, cents]) => cents > 0));
    this.suggested = false;
  }

  /** @param {Stakes} staged */
  suggest(staged) {
    this.staged = staged;
    this.before = [];
    this.suggested = Object.keys(staged).length > 0;
  }

  // What the page has proposed gives way to what is put there, and stays only under a wager that goes beside it.
  /** @param {boolean} beside @returns {Stakes} */
  base(beside) {
    return this.suggested && !beside ? {} : this.staged;
  }

  /** @param {string} key @param {number} cents @param {boolean} beside */
  add(key, cents, beside = false) {
    const staged = this.base(beside);
    this.change({ ...staged, [key]: (staged[key] ?? 0) + cents });
  }

  // An amount that is typed replaces what lay there; all its digits are undone at once.
  /** @param {string} key @param {number} cents @param {{typed?: boolean, beside?: boolean}} how */
  set(key, cents, { typed = false, beside = false } = {}) {
    if (typed && this.typing === key) this.undo();
    this.change({ ...this.base(beside), [key]: cents });
    this.typing = typed ? key : "";
  }

  undo() {
    const before = this.before.pop();
    if (before) Object.assign(this, before, { typing: "" });
  }

  clear() {
    this.change({});
  }

  double() {
    this.change(Object.fromEntries(Object.entries(this.staged).map(([key, cents]) => [key, 2 * cents])));
  }

  /** @param {Said.Spot[]} spots */
  rebet(spots) {
    this.change(this.known(spots));
  }

  // What was bet the round before, as far as it may be bet now.
  /** @param {Said.Spot[]} spots */
  known(spots) {
    return known(this.last, spots);
  }

  // What lies staged on one box on every box that is open, as many as a player may have.
  /** @param {number} box @param {Said.Spot[]} spots @param {Terms} terms */
  sameForAll(box, spots, { boxesMost, adjacent }) {
    const here = Object.entries(this.staged).filter(([key]) => placeOf(key).box === box);
    const open = [...new Set(spots.map((spot) => spot.box))].filter((one) => one !== box);
    const boxes = chosen(box, open, boxesMost - 1, adjacent);
    const same = [box, ...boxes].flatMap((one) =>
      here.map(([key, cents]) => /** @type {[string, number]} */ ([keyOf({ ...placeOf(key), box: one }), cents])),
    );
    this.change(known(Object.fromEntries(same), spots));
  }

  // The house has taken one, or given what lay on a box back.
  /** @param {string} key */
  taken(key) {
    const { [key]: cents = 0, ...rest } = this.staged;
    this.fresh[key] = (this.fresh[key] ?? 0) + cents;
    Object.assign(this, { staged: rest, before: [], suggested: false });
  }

  /** @param {Stakes} stakes */
  givenBack(stakes) {
    for (const [key, cents] of Object.entries(stakes)) {
      delete this.fresh[key];
      this.staged = { ...this.staged, [key]: (this.staged[key] ?? 0) + cents };
    }
  }

  // The round has begun: what was bet is what may be bet again.
  began() {
    if (Object.keys(this.fresh).length) this.last = this.fresh;
    this.fresh = {};
  }

  // What is wrong with it, in words, or nothing.
  /** @param {Said.Spot[]} spots @param {Record<string, string>} areas @param {Terms} terms @returns {string} */
  fault(spots, areas, { chips, boxesMost, adjacent, lying }) {
    if (this.total > chips)
      return `You have ${money(chips)} and would need ${money(this.total)}: buy chips or bet less`;
    const boxes = [...new Set(Object.keys({ ...lying, ...this.staged }).map((key) => placeOf(key).box))].sort(
      (one, other) => one - other,
    );
    if (boxes.length > boxesMost)
      return `You may bet on ${boxesMost} ${boxesMost === 1 ? "box" : "boxes"} here: clear the others`;
    const [first, last] = [boxes.at(0) ?? 0, boxes.at(-1) ?? 0];
    if (adjacent && last - first >= boxes.length) return "Your boxes must lie side by side: clear those that do not";
    for (const [key, cents] of Object.entries(this.staged)) {
      const { box, wager } = placeOf(key);
      const name = areas[wager] ?? wager;
      const spot = spotAt(spots, key);
      if (!spot) return `No ${name} wager may be laid on box ${box} now: clear it`;
      const bet = (this.staged[`${box}:bet`] ?? 0) + (lying[`${box}:bet`] ?? 0);
      if (spot.beside_bet && !bet) return `${name} goes with a bet on box ${box}: put a bet there first`;
      if (spot.within_bet && cents + (lying[key] ?? 0) > bet)
        return `${name} may be no more than the bet of ${money(bet)}: take chips off`;
      if (cents < spot.least) return `${name} on box ${box} is ${money(spot.least)} at least: put more on`;
      if (cents > spot.most) return `${name} on box ${box} is ${money(spot.most)} at most: take chips off`;
      if (cents % spot.step) return `${money(cents)} cannot be made of chips of ${money(spot.step)}`;
    }
    return "";
  }

  // The wagers to make, bets before what lies beside them.
  /** @param {Said.Spot[]} spots @returns {Moves.Any[]} */
  moves(spots) {
    const order = (/** @type {string} */ key) => Number(spotAt(spots, key)?.beside_bet ?? false);
    return Object.keys(this.staged)
      .sort((one, other) => order(one) - order(other))
      .map((key) => ({ move: "wager", ...placeOf(key), cents: this.staged[key] ?? 0 }));
  }
}

/** @param {Stakes} stakes @param {Said.Spot[]} spots @returns {Stakes} */
const known = (stakes, spots) => Object.fromEntries(Object.entries(stakes).filter(([key]) => spotAt(spots, key)));

// Further boxes beside one's own; where they must lie side by side, as far as there is no gap.
/** @param {number} own @param {number[]} open @param {number} most @param {boolean} adjacent */
function chosen(own, open, most, adjacent) {
  /** @type {number[]} */
  const boxes = [];
  const near = [...open].sort((one, other) => Math.abs(one - own) - Math.abs(other - own) || one - other);
  for (const box of near) {
    const beside = [own, ...boxes].some((one) => Math.abs(one - box) === 1);
    if (boxes.length < most && (beside || !adjacent)) boxes.push(box);
  }
  return boxes;
}
