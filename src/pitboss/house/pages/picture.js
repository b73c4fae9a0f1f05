// The picture of a round, fact by fact: what lies where between two views, and how the round ended once the cards are
// gone. It decides nothing; whenever a view of the house comes, the view is right.

/** @import { Code } from "./cards.js" */
/** @typedef {{sideways: number[], outcome: string, gone: boolean, rank?: string}} Told what only facts tell */
/** @typedef {Pick<Said.HandView, "hand" | "cards" | "total" | "soft" | "wagers"> & Told} Hand */
/** @typedef {{player: string, box: number, wager: string, cents: number}} Result what a wager won (or lost, below 0) */
/** @typedef {Pick<Said.BoxView, "box" | "decides" | "side_wagers" | "insurance"> & {hands: Hand[]}} Box */

const COURT = new Set(["T", "J", "Q", "K"]);

/** @param {string[]} codes */
function count(codes) {
  let total = 0;
  let aces = 0;
  for (const code of codes) {
    const rank = code.charAt(0);
    if (rank === "A") aces += 1;
    total += rank === "A" ? 1 : COURT.has(rank) ? 10 : Number(rank);
  }
  const soft = aces > 0 && total + 10 <= 21;
  return { total: soft ? total + 10 : total, soft };
}

// What the cards count: nothing while one of them is not known.
/** @param {Code[]} codes @returns {{total: number | null, soft: boolean}} */
function counted(codes) {
  const known = codes.filter((code) => code !== null);
  return known.length && known.length === codes.length ? count(known) : { total: null, soft: false };
}

/** @param {string} words */
const inWords = (words) => words.replace(/^[A-Z]+: /, "");

export class Picture {
  constructor() {
    /** @type {Facts.WagerPlaced[]} */
    this.placed = [];
    this.begun = false;
    this.over = false;
    /** @type {Code[]} */
    this.dealer = [];
    /** @type {number | null} */
    this.dealerTotal = null;
    this.dealerRank = "";
    /** @type {Said.CommonHandView[]} */
    this.common = [];
    /** @type {Box[]} */
    this.boxes = [];
    /** @type {Record<string, number>} */
    this.net = {};
    /** @type {Result[]} what each wager came to, in the order in which the dealer paid and took */
    this.results = [];
  }

  // The cards of a round that is over go when chips lie there for the next.
  clear() {
    Object.assign(this, { dealer: [], dealerTotal: null, dealerRank: "", common: [], boxes: [], results: [] });
  }

  begin() {
    Object.assign(this, new Picture(), { placed: this.placed, begun: true });
  }

  /** @param {number} number */
  box(number) {
    let box = this.boxes.find((each) => each.box === number);
    if (!box) {
      box = { box: number, decides: "", hands: [], side_wagers: {}, insurance: {} };
      this.boxes = [...this.boxes, box].sort((one, other) => one.box - other.box);
    }
    return box;
  }

  /** @param {number} number @param {number} hand @returns {Hand} */
  hand(number, hand) {
    const box = this.box(number);
    let found = box.hands.find((each) => each.hand === hand);
    if (!found) {
      const told = { sideways: [], outcome: "", gone: false };
      found = { hand, cards: [], total: null, soft: false, wagers: {}, ...told };
      box.hands.push(found);
    }
    return found;
  }

  /** @param {Hand} hand @param {Code[]} codes */
  lay(hand, codes) {
    Object.assign(hand, { cards: codes, ...counted(codes) });
  }

  /** @param {Code[]} codes */
  layDealer(codes) {
    this.dealer = codes;
    this.dealerTotal = counted(codes).total;
  }

  // What is wagered before the round and is not the bet is a side wager: like insurance it lies on the box.
  /** @param {Omit<Facts.WagerPlaced, "fact">} placed @param {boolean} side */
  stake({ player, box, hand, wager, cents }, side = false) {
    if (wager === "insurance" || side) {
      const all = side ? (this.box(box).side_wagers[wager] ??= {}) : this.box(box).insurance;
      all[player] = (all[player] ?? 0) + cents;
      return;
    }
    const wagers = this.hand(box, hand).wagers;
    wagers[player] = { ...wagers[player], [wager]: (wagers[player]?.[wager] ?? 0) + cents };
  }

  // A wager is decided, or one that was is not any more; before the round a wager that goes back was only lying there.
  /** @param {{player: string, box: number, wager: string}} fact @param {number} cents */
  add({ player, box, wager }, cents) {
    if (!this.begun) {
      this.placed = this.placed.filter((one) => !(one.player === player && one.box === box && one.wager === wager));
      return;
    }
    this.net[player] = (this.net[player] ?? 0) + cents;
    const same = this.results.find((one) => one.player === player && one.box === box && one.wager === wager);
    if (same) same.cents += cents;
    else this.results.push({ player, box, wager, cents });
  }

  /** @param {{box: number, wager: string}} fact */
  isSide({ box, wager }) {
    return wager in this.box(box).side_wagers;
  }

  // Chips that the dealer has taken, or that went back to their player, lie there no more.
  /** @param {{player: string, box: number, hand: number, wager: string}} fact */
  lift({ player, box, hand, wager }) {
    const there = this.boxes.find((one) => one.box === box);
    const of = there?.hands.find((one) => one.hand === hand);
    delete there?.side_wagers[wager]?.[player];
    if (wager === "insurance") delete there?.insurance[player];
    delete of?.wagers[player]?.[wager];
  }

  // Take one fact in; true when there is something new to see.
  /** @param {Facts.Any} fact */
  take(fact) {
    const change = /** @type {Change<Facts.Any> | undefined} */ (CHANGES[fact.fact]);
    if (change) change(this, fact);
    return Boolean(change);
  }

  // The view is what there is; the picture keeps what only facts tell: sideways cards, outcomes, cards discarded.
  /** @param {Said.View} view */
  settle(view) {
    const bare =
      !view.dealer.length &&
      !view.common_hands.length &&
      view.boxes.every((box) => box.hands.every((hand) => !hand.cards.length));
    if (this.over && bare && !Object.keys(view.bets).length) return;
    if (this.over && bare) this.clear();
    this.dealer = view.dealer;
    this.dealerTotal = view.dealer_total;
    this.common = view.common_hands;
    const before = this.boxes;
    /** @param {Said.BoxView} box */
    const settled = (box) => {
      const hands = before.find((each) => each.box === box.box)?.hands ?? [];
      return { ...box, hands: box.hands.map((hand) => kept(hand, hands)) };
    };
    this.boxes = bare && view.phase === "betting" ? [] : view.boxes.map(settled);
  }
}

/** @param {Said.HandView} hand @param {Hand[]} before @returns {Hand} */
function kept(hand, before) {
  const old = before.find((each) => each.hand === hand.hand);
  const told = { sideways: old?.sideways ?? [], outcome: old?.outcome ?? "" };
  if (!old?.gone || hand.cards.length) return { ...hand, ...told, gone: false };
  return { ...hand, cards: old.cards, total: old.total, soft: old.soft, ...told, gone: true };
}

/** @template Told @typedef {(picture: Picture, fact: Told) => unknown} Change */
/** @type {{[Told in Facts.Any as Told["fact"]]?: Change<Told>}} */
const CHANGES = {
  "wager-placed": (picture, fact) => (picture.begun ? picture.stake(fact) : picture.placed.push(fact)),
  "round-began": (picture) => {
    picture.begin();
    picture.placed.splice(0).forEach((fact) => picture.stake(fact, fact.wager !== "bet"));
  },
  "card-dealt": (picture, fact) => {
    if (fact.box === 0) {
      picture.layDealer([...picture.dealer, fact.card]);
      return;
    }
    const hand = picture.hand(fact.box, fact.hand);
    if (fact.sideways) hand.sideways = [...hand.sideways, hand.cards.length];
    picture.lay(hand, [...hand.cards, fact.card]);
  },
  "card-laid": (picture, fact) => {
    const hand = picture.common.find((each) => each.name === fact.hand);
    const laid = { name: fact.hand, cards: [...(hand?.cards ?? []), fact.card], total: fact.points };
    picture.common = hand ? picture.common.map((each) => (each === hand ? laid : each)) : [...picture.common, laid];
  },
  "hole-card-turned": (picture, fact) => {
    const place = picture.dealer.indexOf(null);
    picture.layDealer(place < 0 ? picture.dealer : picture.dealer.with(place, fact.card));
  },
  "cards-looked-at": (picture, fact) => {
    if (fact.cards) show(picture, fact, fact.cards);
  },
  "cards-shown": (picture, fact) => show(picture, fact, fact.cards),
  "hand-shown": (picture, fact) => {
    if (fact.box === 0) {
      picture.layDealer(fact.cards);
      picture.dealerRank = inWords(fact.rank);
      return;
    }
    const hand = picture.hand(fact.box, 1);
    picture.lay(hand, fact.cards);
    hand.rank = inWords(fact.rank);
  },
  "hand-split": (picture, fact) => {
    const hand = picture.hand(fact.box, fact.hand);
    picture.lay(picture.hand(fact.box, fact.new_hand), hand.cards.slice(-1));
    picture.lay(hand, hand.cards.slice(0, -1));
  },
  "second-chance-drawn": (picture, fact) =>
    Object.assign(picture.hand(fact.box, fact.hand), {
      total: fact.total,
      soft: false,
      outcome: fact.total > 21 ? `still ${fact.total}` : "",
    }),
  "hand-busted": (picture, fact) => {
    picture.hand(fact.box, fact.hand).outcome = "busts";
  },
  "hand-settled": (picture, fact) => {
    picture.hand(fact.box, fact.hand).outcome = inWords(fact.outcome);
  },
  "hand-dead": (picture, fact) => {
    picture.hand(fact.box, fact.hand).outcome = "dead";
  },
  "wagers-parked": (picture, fact) => {
    picture.hand(fact.box, fact.hand).outcome = "waits for the dealer";
  },
  "cards-discarded": (picture, fact) => {
    if (fact.box === 0) return;
    picture.hand(fact.box, fact.hand).gone = true;
  },
  "wager-paid": (picture, fact) => {
    picture.add(fact, fact.winnings);
    picture.lift(fact);
  },
  "wager-collected": (picture, fact) => {
    picture.add(fact, -fact.cents);
    picture.lift(fact);
  },
  "wager-returned": (picture, fact) => {
    picture.add(fact, 0);
    picture.lift(fact);
  },
  "collection-undone": (picture, fact) => {
    picture.add(fact, fact.cents);
    picture.stake(fact, picture.isSide(fact));
  },
  "payment-undone": (picture, fact) => picture.add(fact, -fact.winnings),
  "round-voided": (picture) => {
    for (const box of picture.boxes) for (const hand of box.hands) hand.outcome = "void";
  },
  "round-ended": (picture) => {
    picture.over = true;
    picture.begun = false;
  },
};

/** @param {Picture} picture @param {{box: number, hand: number}} place @param {string[]} cards */
function show(picture, place, cards) {
  const hand = picture.hand(place.box, place.hand);
  picture.lay(hand, [...cards, ...hand.cards.slice(cards.length)]);
}
