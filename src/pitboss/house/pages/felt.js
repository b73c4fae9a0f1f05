// The felt: a pure picture of one viewer's table. Elements are kept by key, so that cards move and nothing jumps.

import { cardElement, setCard } from "./cards.js";
import { element, money, reduced } from "./words.js";

export class Felt {
  constructor(root, info) {
    this.root = root;
    this.info = info;
    this.kept = new Map();
    this.full = 1;
    const stack = (name) => element("div", { class: `stackbox ${name}` }, element("div", { class: "height", "aria-hidden": "true" }, element("i")), element("span"));
    const dealer = element("div", { class: "dealer", role: "group", "aria-label": "Dealer" }, element("div", { class: "cards" }), element("p", { class: "total" }));
    root.classList.add("felt");
    root.replaceChildren(
      element("h1", {}, info.title),
      element("div", { class: "top" }, stack("rack"), dealer, stack("shoe")),
      element("p", { class: "inscription" }, ...info.inscriptions.flatMap((words) => [element("span", {}, words), element("br")])),
      element("div", { class: "boxes", role: "list", "aria-label": "Boxes, from the dealer's left" }),
    );
    this.part = (selector) => root.querySelector(selector);
  }

  show(picture, view, me) {
    const seen = new Set();
    this.moved = [];
    this.root.classList.toggle("over", picture.over);
    this.heights(picture, view);
    this.cards(this.part(".dealer .cards"), picture.dealer, "dealer", seen);
    this.total(this.part(".dealer .total"), picture.dealer.length ? "Dealer " : "", picture.dealerTotal, picture.dealerRank);
    for (const hand of picture.common) this.common(hand, seen);
    const boxes = this.part(".boxes");
    for (const number of this.info.boxes) {
      const key = `box-${number}`;
      seen.add(key);
      this.box(this.keep(key, () => this.newBox(number), boxes), number, picture, view, me, seen);
    }
    this.clear([...this.kept].filter(([key]) => !seen.has(key)));
  }

  // What is no longer there goes; cards go to the discard rack.
  clear(unseen) {
    const rack = this.part(".rack").getBoundingClientRect();
    const leaving = reduced() ? [] : unseen.map(([, kept]) => kept).filter((kept) => kept.classList.contains("card") && !this.moved.includes(kept.dataset.code))
      .map((card) => [card, card.getBoundingClientRect()]);
    for (const [key, kept] of unseen) { kept.remove(); this.kept.delete(key); }
    for (const [card, here] of leaving) {
      card.classList.add("leaving");
      Object.assign(card.style, { left: `${here.left}px`, top: `${here.top}px`, width: `${here.width}px` });
      card.setAttribute("aria-hidden", "true");
      this.root.append(card);
      card.animate([{ transform: "none", opacity: 1 }, { transform: `translate(${rack.left - here.left}px, ${rack.top - here.top}px) scale(.6)`, opacity: 0.2 }],
        { duration: 320, easing: "ease-in" }).finished.finally(() => card.remove());
    }
  }

  keep(key, make, parent) {
    let kept = this.kept.get(key);
    if (!kept) { kept = make(); this.kept.set(key, kept); }
    if (kept.parentNode !== parent) parent.append(kept);
    return kept;
  }

  // The full height is all cards of the stack: those in the shoe, in the rack and on the table.
  heights(picture, view) {
    const stacks = this.root.querySelectorAll(".stackbox");
    if (view.shoe === undefined) { stacks.forEach((stack) => { stack.classList.add("none"); }); return; }
    const onTable = view.dealer.length + view.common_hands.reduce((sum, hand) => sum + hand.cards.length, 0) + view.boxes.reduce((sum, box) => sum + box.hands.reduce((cards, hand) => cards + hand.cards.length, 0), 0);
    this.full = Math.max(this.full, view.shoe + view.rack + onTable);
    for (const [name, cards, label] of [["rack", view.rack, "discard rack"], ["shoe", view.shoe, this.info.dealtFrom]]) {
      const stack = this.part(`.${name}`);
      stack.querySelector("i").style.height = `${Math.round(100 * cards / this.full)}%`;
      stack.querySelector("span").textContent = `${label}: ${cards}`;
    }
  }

  total(place, before, total, rank = "") {
    place.replaceChildren(before, rank || total === null ? rank : element("b", {}, String(total)));
  }

  // A hand that belongs to no box lies in the middle, under its name.
  common(hand, seen) {
    const key = `common-${hand.name}`;
    seen.add(key);
    const place = this.keep(key, () => element("div", { class: "hand common", role: "group", "aria-label": hand.name },
      element("div", { class: "cards" }), element("p", { class: "total" })), this.part(".dealer"));
    this.cards(place.querySelector(".cards"), hand.cards, key, seen);
    this.total(place.querySelector(".total"), `${hand.name} `, hand.total);
  }

  newBox(number) {
    return element("div", { class: "box", role: "listitem", "data-box": number },
      element("h2"), element("div", { class: "hands" }), element("div", { class: "side" }));
  }

  box(place, number, picture, view, me, seen) {
    const seat = view.players.find((player) => player.seat === number);
    const box = picture.boxes.find((each) => each.box === number);
    const bets = view.phase === "betting" ? view.bets[number] ?? {} : {};
    const turn = view.waiting_at_box === number;
    place.classList.toggle("mine", seat?.name === me || box?.decides === me);
    place.classList.toggle("turn", turn);
    place.classList.toggle("several", (box?.hands.length ?? 0) > 1);
    place.querySelector("h2").replaceChildren(
      seat ? (seat.name === me ? `${seat.name} (you)` : seat.name) : `Box ${number}`,
      ...(seat ? [element("small", {}, ` ${money(seat.chips)}`)] : []));
    const hands = place.querySelector(".hands");
    const whose = (name) => (name === me || name === seat?.name ? "" : ` ${name}`);
    const before = reduced() ? new Map() : new Map([...hands.querySelectorAll(".card")].map((card) => [card.dataset.code, card.getBoundingClientRect()]));
    for (const hand of box?.hands ?? []) this.hand(hands, number, hand, { turn: turn && view.waiting_at_hand === hand.hand, me, whose, seen, before });
    const open = !box && !seat && !Object.keys(bets).length;
    if (open && !hands.querySelector(".empty")) hands.append(element("span", { class: "empty" }, "open"));
    if (!open) hands.querySelector(".empty")?.remove();
    const chips = (wager, placed) => Object.entries(placed).map(([name, cents]) => chip(wager, cents, name, me, whose));
    place.querySelector(".side").replaceChildren(
      ...chips("bet", bets), ...(picture.over ? [] : [...Object.entries(box?.side_wagers ?? {}).flatMap(([kind, placed]) => chips(kind, placed)), ...chips("insurance", box?.insurance ?? {})]));
  }

  // A hand formed by a split takes its first card from the hand that was split.
  hand(hands, number, hand, { turn, me, whose, seen, before }) {
    const key = `hand-${number}-${hand.hand}`;
    const formed = hand.hand > 1 && !this.kept.has(key);
    if (formed) this.moved.push(String(hand.cards[0]));
    seen.add(key);
    const place = this.keep(key, () => this.newHand(number, hand.hand), hands);
    place.classList.toggle("turn", turn);
    place.classList.toggle("gone", hand.gone);
    this.cards(place.querySelector(".cards"), hand.cards, key, seen, hand.sideways, formed ? before.get(hand.cards[0]) : undefined);
    this.total(place.querySelector(".total"), hand.soft && !hand.rank ? "soft " : "", hand.total, hand.rank);
    const badge = place.querySelector(".outcome");
    badge.textContent = hand.outcome;
    badge.dataset.kind = /^(wins|blackjack|paid)/i.test(hand.outcome) ? "good" : /^(loses|bust|dead|still)/.test(hand.outcome) ? "bad" : "";
    place.querySelector(".wagers").replaceChildren(...Object.entries(hand.wagers).flatMap(([name, placed]) =>
      Object.entries(placed).map(([wager, cents]) => chip(wager, cents, name, me, whose))));
  }

  newHand(number, hand) {
    return element("div", { class: "hand", role: "group", "aria-label": `Box ${number}, hand ${hand}` },
      element("div", { class: "cards" }), element("p", { class: "total" }), element("p", { class: "outcome" }), element("div", { class: "wagers" }));
  }

  cards(row, codes, key, seen, sideways = [], first = undefined) {
    codes.forEach((code, place) => {
      const name = `${key}-card-${place}`;
      seen.add(name);
      const kept = this.kept.get(name), was = kept?.dataset.code;
      const card = this.keep(name, () => cardElement(code), row);
      setCard(card, code);
      card.classList.toggle("sideways", sideways.includes(place));
      if (kept && was === "null" && code !== null) this.turn(card);
      else if (was !== String(code)) this.comes(card, place === 0 && first ? first : this.part(".shoe").getBoundingClientRect());
    });
  }

  comes(card, from) {
    if (reduced()) return;
    const here = card.getBoundingClientRect(), rest = getComputedStyle(card).transform;
    card.animate(
      [{ transform: `translate(${from.left - here.left}px, ${from.top - here.top}px)`, opacity: 0.3 }, { transform: rest, opacity: 1 }],
      { duration: 300, easing: "cubic-bezier(.2,.7,.3,1)", fill: "backwards" },
    );
  }

  turn(card) {
    if (reduced()) return;
    card.animate([{ transform: "scaleX(0)" }, { transform: "none" }], { duration: 220, easing: "ease-out" });
  }
}

function chip(wager, cents, name, me, whose) {
  const words = `${name}: ${wager.replace("-", " ")} ${money(cents)}`;
  return element("span", { class: "chip", "data-wager": wager, title: words },
    element("span", { class: "unseen" }, `${name === me ? "your" : `${name}'s`} ${wager.replace("-", " ")} `),
    money(cents) + whose(name));
}
