// The picture of a round, fact by fact: what lies where between two views, and how the round ended once the cards are
// gone. It decides nothing; whenever a view of the house comes, the view is right.

const COURT = new Set(["T", "J", "Q", "K"]);

function count(codes) {
  let total = 0, aces = 0;
  for (const [rank] of codes) {
    if (rank === "A") aces += 1;
    total += rank === "A" ? 1 : COURT.has(rank) ? 10 : Number(rank);
  }
  const soft = aces > 0 && total + 10 <= 21;
  return { total: soft ? total + 10 : total, soft };
}

const known = (codes) => codes.length > 0 && !codes.includes(null);
const inWords = (words) => words.replace(/^[A-Z]+: /, "");

export class Picture {
  constructor() {
    this.placed = [];
    this.begin();
    this.over = false;
  }

  begin() {
    Object.assign(this, { dealer: [], dealerTotal: null, dealerRank: "", common: [], boxes: [], net: {}, over: false });
  }

  box(number) {
    let box = this.boxes.find((each) => each.box === number);
    if (!box) {
      box = { box: number, decides: "", hands: [], side_wagers: {}, insurance: {} };
      this.boxes = [...this.boxes, box].sort((one, other) => one.box - other.box);
    }
    return box;
  }

  hand(number, hand) {
    const box = this.box(number);
    let found = box.hands.find((each) => each.hand === hand);
    if (!found) {
      found = { box: number, hand, cards: [], total: null, soft: false, wagers: {}, sideways: [], outcome: "", gone: false };
      box.hands.push(found);
    }
    return found;
  }

  lay(hand, codes) {
    hand.cards = codes;
    const counted = known(codes) ? count(codes) : { total: null, soft: false };
    hand.total = counted.total;
    hand.soft = counted.soft;
  }

  layDealer(codes) {
    this.dealer = codes;
    this.dealerTotal = known(codes) ? count(codes).total : null;
  }

  // What is wagered before the round and is not the bet is a side wager: like insurance it lies on the box.
  stake({ player, box, hand, wager, cents }, side = false) {
    if (wager === "insurance" || side) {
      const all = side ? (this.box(box).side_wagers[wager] ??= {}) : this.box(box).insurance;
      all[player] = (all[player] ?? 0) + cents;
      return;
    }
    const wagers = this.hand(box, hand).wagers;
    wagers[player] = { ...wagers[player], [wager]: (wagers[player]?.[wager] ?? 0) + cents };
  }

  add(player, cents) { this.net[player] = (this.net[player] ?? 0) + cents; }

  // Take one fact in; true when there is something new to see.
  take(fact) {
    const change = CHANGES[fact.fact];
    if (change) change(this, fact);
    return Boolean(change);
  }

  // The view is what there is; the picture keeps what only facts tell: sideways cards, outcomes, cards already discarded.
  settle(view) {
    const bare = !view.dealer.length && !view.common_hands.length && view.boxes.every((box) => box.hands.every((hand) => !hand.cards.length));
    if (this.over && bare) return;
    this.dealer = view.dealer;
    this.dealerTotal = view.dealer_total;
    this.common = view.common_hands;
    const before = this.boxes;
    this.boxes = bare && view.phase === "betting" ? [] : view.boxes.map((box) => ({
      ...box,
      hands: box.hands.map((hand) => {
        const old = before.find((each) => each.box === box.box)?.hands.find((each) => each.hand === hand.hand);
        const gone = Boolean(old?.gone) && !hand.cards.length;
        return { ...hand, ...(gone ? { cards: old.cards, total: old.total, soft: old.soft } : {}), gone, sideways: old?.sideways ?? [], outcome: old?.outcome ?? "" };
      }),
    }));
  }
}

const CHANGES = {
  "wager-placed": (picture, fact) => (picture.begun ? picture.stake(fact) : picture.placed.push(fact)),
  "round-began": (picture) => {
    picture.begin();
    picture.begun = true;
    picture.placed.splice(0).forEach((fact) => picture.stake(fact, fact.wager !== "bet"));
  },
  "card-dealt": (picture, fact) => {
    if (fact.box === 0) { picture.layDealer([...picture.dealer, fact.card]); return; }
    const hand = picture.hand(fact.box, fact.hand);
    if (fact.sideways) hand.sideways = [...hand.sideways, hand.cards.length];
    picture.lay(hand, [...hand.cards, fact.card]);
  },
  "card-laid": (picture, fact) => {
    const hand = picture.common.find((each) => each.name === fact.hand) ?? { name: fact.hand, cards: [] };
    const laid = { name: fact.hand, cards: [...hand.cards, fact.card], total: fact.points };
    picture.common = picture.common.includes(hand) ? picture.common.map((each) => (each === hand ? laid : each)) : [...picture.common, laid];
  },
  "hole-card-turned": (picture, fact) => {
    const place = picture.dealer.indexOf(null);
    picture.layDealer(place < 0 ? picture.dealer : picture.dealer.with(place, fact.card));
  },
  "cards-looked-at": (picture, fact) => { if (fact.cards) show(picture, fact); },
  "cards-shown": (picture, fact) => show(picture, fact),
  "hand-shown": (picture, fact) => {
    if (fact.box === 0) { picture.layDealer(fact.cards); picture.dealerRank = inWords(fact.rank); return; }
    const hand = picture.hand(fact.box, 1);
    picture.lay(hand, fact.cards);
    hand.rank = inWords(fact.rank);
  },
  "hand-split": (picture, fact) => {
    const hand = picture.hand(fact.box, fact.hand);
    picture.lay(picture.hand(fact.box, fact.new_hand), hand.cards.slice(-1));
    picture.lay(hand, hand.cards.slice(0, -1));
  },
  "second-chance-drawn": (picture, fact) => Object.assign(picture.hand(fact.box, fact.hand), { total: fact.total, soft: false, outcome: fact.total > 21 ? `still ${fact.total}` : "" }),
  "hand-busted": (picture, fact) => { picture.hand(fact.box, fact.hand).outcome = `busts with ${fact.total}`; },
  "hand-settled": (picture, fact) => { picture.hand(fact.box, fact.hand).outcome = inWords(fact.outcome); },
  "hand-dead": (picture, fact) => { picture.hand(fact.box, fact.hand).outcome = "dead"; },
  "wagers-parked": (picture, fact) => { picture.hand(fact.box, fact.hand).outcome = "waits for the dealer"; },
  "cards-discarded": (picture, fact) => {
    if (fact.box === 0) return;
    picture.hand(fact.box, fact.hand).gone = true;
  },
  "wager-paid": (picture, fact) => picture.add(fact.player, fact.winnings),
  "wager-collected": (picture, fact) => picture.add(fact.player, -fact.cents),
  "wager-returned": (picture, fact) => picture.add(fact.player, 0),
  "collection-undone": (picture, fact) => picture.add(fact.player, fact.cents),
  "payment-undone": (picture, fact) => picture.add(fact.player, -fact.winnings),
  "round-voided": (picture) => { for (const box of picture.boxes) for (const hand of box.hands) hand.outcome = "void"; },
  "round-ended": (picture) => { picture.over = true; picture.begun = false; },
};

function show(picture, fact) {
  const hand = picture.hand(fact.box, fact.hand);
  picture.lay(hand, [...fact.cards, ...hand.cards.slice(fact.cards.length)]);
}
