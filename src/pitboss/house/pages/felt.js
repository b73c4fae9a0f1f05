// The felt: a pure picture of one viewer's table. Elements are kept by key, so that cards move and nothing jumps.

import { cardElement, setCard } from "./cards.js";
import { element, money, part, reduced } from "./words.js";

/** @import { Code } from "./cards.js" */
/** @import { Hand, Picture } from "./picture.js" */
/** @typedef {{title: string, inscriptions: string[], dealtFrom: string, boxes: number[]}} Info */
/** @typedef {Pick<Said.View, "players" | "bets" | "phase" | "waiting_at_box" | "waiting_at_hand">} Needed */
/** @typedef {Needed & Partial<Said.View>} Seen a view, or as much of one as is known of a round long over */
/** @typedef {{picture: Picture, view: Seen, me: string, seen: Set<string>}} Shown */
/** @typedef {(wager: string, cents: number, name: string) => HTMLElement} Chip */

export class Felt {
  /** @param {HTMLElement} root @param {Info} info */
  constructor(root, info) {
    this.root = root;
    this.info = info;
    /** @type {Map<string, HTMLElement>} */
    this.kept = new Map();
    /** @type {string[]} */
    this.moved = [];
    this.full = 1;
    const stack = (/** @type {string} */ name) =>
      element(
        "div",
        { class: `stackbox ${name}` },
        element("div", { class: "height", "aria-hidden": "true" }, element("i")),
        element("span"),
      );
    const dealer = element(
      "div",
      { class: "dealer", role: "group", "aria-label": "Dealer" },
      element("div", { class: "cards" }),
      element("p", { class: "total" }),
    );
    root.classList.add("felt");
    root.replaceChildren(
      element("h1", {}, info.title),
      element("div", { class: "top" }, stack("rack"), dealer, stack("shoe")),
      element(
        "p",
        { class: "inscription" },
        ...info.inscriptions.flatMap((words) => [element("span", {}, words), element("br")]),
      ),
      element("div", { class: "boxes", role: "list", "aria-label": "Boxes, from the dealer's left" }),
    );
    this.part = (/** @type {string} */ selector) => part(root, selector);
  }

  /** @param {Picture} picture @param {Seen} view @param {string} me */
  show(picture, view, me) {
    /** @type {Set<string>} */
    const seen = new Set();
    this.moved = [];
    this.root.classList.toggle("over", picture.over);
    this.heights(view);
    this.cards(this.part(".dealer .cards"), picture.dealer, "dealer", seen);
    this.total(
      this.part(".dealer .total"),
      picture.dealer.length ? "Dealer " : "",
      picture.dealerTotal,
      picture.dealerRank,
    );
    for (const hand of picture.common) this.common(hand, seen);
    const boxes = this.part(".boxes");
    for (const number of this.info.boxes) {
      const key = `box-${number}`;
      seen.add(key);
      const place = this.keep(key, () => this.newBox(number), boxes);
      this.box(place, number, { picture, view, me, seen });
    }
    this.clear([...this.kept].filter(([key]) => !seen.has(key)));
  }

  // What is no longer there goes; cards go to the discard rack.
  /** @param {[string, HTMLElement][]} unseen */
  clear(unseen) {
    const rack = this.part(".rack").getBoundingClientRect();
    const cards = unseen.map(([, kept]) => kept).filter((kept) => kept.classList.contains("card"));
    const gone = reduced() ? [] : cards.filter((card) => !this.moved.includes(card.dataset.code ?? ""));
    const leaving = gone.map((card) => ({ card, here: card.getBoundingClientRect() }));
    for (const [key, kept] of unseen) {
      kept.remove();
      this.kept.delete(key);
    }
    for (const { card, here } of leaving) {
      card.classList.add("leaving");
      Object.assign(card.style, { left: `${here.left}px`, top: `${here.top}px`, width: `${here.width}px` });
      card.setAttribute("aria-hidden", "true");
      this.root.append(card);
      card
        .animate(
          [
            { transform: "none", opacity: 1 },
            { transform: `translate(${rack.left - here.left}px, ${rack.top - here.top}px) scale(.6)`, opacity: 0.2 },
          ],
          { duration: 320, easing: "ease-in" },
        )
        .finished.finally(() => card.remove());
    }
  }

  /** @param {string} key @param {() => HTMLElement} make @param {HTMLElement} parent */
  keep(key, make, parent) {
    let kept = this.kept.get(key);
    if (!kept) {
      kept = make();
      this.kept.set(key, kept);
    }
    if (kept.parentNode !== parent) parent.append(kept);
    return kept;
  }

  // The full height is all cards of the stack: those in the shoe, in the rack and on the table.
  /** @param {Seen} view */
  heights({ shoe, rack = 0, dealer = [], common_hands = [], boxes = [] }) {
    if (shoe === undefined) {
      for (const stack of this.root.querySelectorAll(".stackbox")) stack.classList.add("none");
      return;
    }
    const hands = [...common_hands, ...boxes.flatMap((box) => box.hands)];
    const onTable = dealer.length + hands.reduce((sum, hand) => sum + hand.cards.length, 0);
    this.full = Math.max(this.full, shoe + rack + onTable);
    this.height(".rack", rack, "discard rack");
    this.height(".shoe", shoe, this.info.dealtFrom);
  }

  /** @param {string} name @param {number} cards @param {string} label */
  height(name, cards, label) {
    part(this.part(name), "i").style.height = `${Math.round((100 * cards) / this.full)}%`;
    part(this.part(name), "span").textContent = `${label}: ${cards}`;
  }

  /** @param {HTMLElement} place @param {string} before @param {number | null} total @param {string} rank */
  total(place, before, total, rank = "") {
    place.replaceChildren(before, rank || total === null ? rank : element("b", {}, String(total)));
  }

  // A hand that belongs to no box lies in the middle, under its name.
  /** @param {Said.CommonHandView} hand @param {Set<string>} seen */
  common(hand, seen) {
    const key = `common-${hand.name}`;
    seen.add(key);
    const place = this.keep(
      key,
      () =>
        element(
          "div",
          { class: "hand common", role: "group", "aria-label": hand.name },
          element("div", { class: "cards" }),
          element("p", { class: "total" }),
        ),
      this.part(".dealer"),
    );
    this.cards(part(place, ".cards"), hand.cards, key, seen);
    this.total(part(place, ".total"), `${hand.name} `, hand.total);
  }

  /** @param {number} number */
  newBox(number) {
    return element(
      "div",
      { class: "box", role: "listitem", "data-box": number },
      element("h2"),
      element("div", { class: "hands" }),
      element("div", { class: "side" }),
    );
  }

  /** @param {HTMLElement} place @param {number} number @param {Shown} shown */
  box(place, number, { picture, view, me, seen }) {
    const seat = view.players.find((player) => player.seat === number);
    const box = picture.boxes.find((each) => each.box === number);
    const bets = view.phase === "betting" ? (view.bets[number] ?? {}) : {};
    const turn = view.waiting_at_box === number;
    place.classList.toggle("mine", seat?.name === me || box?.decides === me);
    place.classList.toggle("turn", turn);
    place.classList.toggle("several", (box?.hands.length ?? 0) > 1);
    part(place, "h2").replaceChildren(
      seat ? (seat.name === me ? `${seat.name} (you)` : seat.name) : `Box ${number}`,
      ...(seat ? [element("small", {}, ` ${money(seat.chips)}`)] : []),
    );
    const hands = part(place, ".hands");
    const whose = (/** @type {string} */ name) => (name === me || name === seat?.name ? "" : ` ${name}`);
    /** @type {Chip} */
    const made = (wager, cents, name) => chip(wager, cents, name, name === me, whose(name));
    const lying = [...hands.querySelectorAll(".card")].filter((card) => card instanceof HTMLElement);
    const before = new Map(lying.map((card) => [card.dataset.code ?? "", card.getBoundingClientRect()]));
    for (const hand of box?.hands ?? []) {
      const key = `hand-${number}-${hand.hand}`;
      const formed = hand.hand > 1 && !this.kept.has(key);
      seen.add(key);
      const spot = this.keep(key, () => this.newHand(number, hand.hand), hands);
      spot.classList.toggle("turn", turn && view.waiting_at_hand === hand.hand);
      this.hand(spot, hand, made);
      // A hand formed by a split takes its first card from the hand that was split.
      const first = formed ? String(hand.cards[0]) : "";
      if (formed) this.moved.push(first);
      this.cards(part(spot, ".cards"), hand.cards, key, seen, hand.sideways, before.get(first));
    }
    const open = !box && !seat && !Object.keys(bets).length;
    if (open && !hands.querySelector(".empty")) hands.append(element("span", { class: "empty" }, "open"));
    if (!open) hands.querySelector(".empty")?.remove();
    /** @param {string} wager @param {Record<string, number>} placed */
    const chips = (wager, placed) => Object.entries(placed).map(([name, cents]) => made(wager, cents, name));
    part(place, ".side").replaceChildren(
      ...chips("bet", bets),
      ...(picture.over
        ? []
        : [
            ...Object.entries(box?.side_wagers ?? {}).flatMap(([kind, placed]) => chips(kind, placed)),
            ...chips("insurance", box?.insurance ?? {}),
          ]),
    );
  }

  /** @param {HTMLElement} place @param {Hand} hand @param {Chip} made */
  hand(place, hand, made) {
    place.classList.toggle("gone", hand.gone);
    this.total(part(place, ".total"), hand.soft && !hand.rank ? "soft " : "", hand.total, hand.rank);
    const badge = part(place, ".outcome");
    badge.textContent = hand.outcome;
    badge.dataset.kind = /^(wins|blackjack|paid)/i.test(hand.outcome)
      ? "good"
      : /^(loses|bust|dead|still)/.test(hand.outcome)
        ? "bad"
        : "";
    part(place, ".wagers").replaceChildren(
      ...Object.entries(hand.wagers).flatMap(([name, placed]) =>
        Object.entries(placed).map(([wager, cents]) => made(wager, cents, name)),
      ),
    );
  }

  /** @param {number} number @param {number} hand */
  newHand(number, hand) {
    return element(
      "div",
      { class: "hand", role: "group", "aria-label": `Box ${number}, hand ${hand}` },
      element("div", { class: "cards" }),
      element("p", { class: "total" }),
      element("p", { class: "outcome" }),
      element("div", { class: "wagers" }),
    );
  }

  /**
   * @param {HTMLElement} row
   * @param {Code[]} codes
   * @param {string} key
   * @param {Set<string>} seen
   * @param {number[]} sideways
   * @param {DOMRect | undefined} first where the first card comes from, if not from the shoe
   */
  cards(row, codes, key, seen, sideways = [], first = undefined) {
    codes.forEach((code, place) => {
      const name = `${key}-card-${place}`;
      seen.add(name);
      const kept = this.kept.get(name);
      const was = kept?.dataset.code;
      const card = this.keep(name, () => cardElement(code), row);
      setCard(card, code);
      card.classList.toggle("sideways", sideways.includes(place));
      if (kept && was === "null" && code !== null) this.turn(card);
      else if (was !== String(code))
        this.comes(card, place === 0 && first ? first : this.part(".shoe").getBoundingClientRect());
    });
  }

  /** @param {HTMLElement} card @param {DOMRect} from */
  comes(card, from) {
    if (reduced()) return;
    const here = card.getBoundingClientRect();
    const rest = getComputedStyle(card).transform;
    card.animate(
      [
        { transform: `translate(${from.left - here.left}px, ${from.top - here.top}px)`, opacity: 0.3 },
        { transform: rest, opacity: 1 },
      ],
      { duration: 300, easing: "cubic-bezier(.2,.7,.3,1)", fill: "backwards" },
    );
  }

  /** @param {HTMLElement} card */
  turn(card) {
    if (reduced()) return;
    card.animate([{ transform: "scaleX(0)" }, { transform: "none" }], { duration: 220, easing: "ease-out" });
  }
}

/** @param {string} wager @param {number} cents @param {string} name @param {boolean} mine @param {string} whose */
function chip(wager, cents, name, mine, whose) {
  const kind = wager.replace("-", " ");
  return element(
    "span",
    { class: "chip", "data-wager": wager, title: `${name}: ${kind} ${money(cents)}` },
    element("span", { class: "unseen" }, `${mine ? "your" : `${name}'s`} ${kind} `),
    money(cents) + whose,
  );
}
