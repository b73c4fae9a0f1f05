// The felt: a pure picture of one viewer's view of the table. Elements are kept by key, so that cards move and nothing jumps.

import { cardElement, setCard } from "./cards.js";
import { money, reduced } from "./words.js";

export class Felt {
  constructor(root, info) {
    this.root = root;
    this.info = info;
    this.kept = new Map();
    root.classList.add("felt");
    root.innerHTML = `
      <h1></h1>
      <div class="top">
        <div class="stackbox rack"><div class="height"><i></i></div><span></span></div>
        <div class="dealer" role="group" aria-label="Dealer"><div class="cards"></div><p class="total"></p></div>
        <div class="stackbox shoe"><div class="height"><i></i></div><span></span></div>
      </div>
      <p class="inscription"></p>
      <div class="boxes" role="list" aria-label="Boxes, from the dealer's left"></div>`;
    this.part = (selector) => root.querySelector(selector);
    this.part("h1").textContent = info.title;
    this.part(".inscription").innerHTML = "";
    for (const words of info.inscriptions) {
      const line = document.createElement("span");
      line.textContent = words;
      this.part(".inscription").append(line, document.createElement("br"));
    }
  }

  show(view, me) {
    const seen = new Set();
    this.heights(view);
    this.cards(this.part(".dealer .cards"), view.dealer, "dealer", seen);
    this.part(".dealer .total").innerHTML = view.dealer_total === null
      ? (view.dealer.length ? "Dealer" : "") : `Dealer <b>${view.dealer_total}</b>`;
    const boxes = this.part(".boxes");
    for (let number = 1; number <= this.info.positions; number += 1) {
      const key = `box-${number}`;
      seen.add(key);
      const element = this.keep(key, () => this.newBox(number), boxes);
      this.box(element, number, view, me, seen);
    }
    for (const [key, element] of this.kept) {
      if (!seen.has(key)) { element.remove(); this.kept.delete(key); }
    }
  }

  keep(key, make, parent) {
    let element = this.kept.get(key);
    if (!element) { element = make(); this.kept.set(key, element); }
    if (element.parentNode !== parent) parent.append(element);
    return element;
  }

  heights(view) {
    const full = Math.max(this.info.cards, 1);
    for (const [name, count, label] of [["rack", view.rack, "discard rack"], ["shoe", view.shoe, "shoe"]]) {
      const stack = this.part(`.${name}`);
      stack.querySelector("i").style.height = `${Math.round(100 * count / full)}%`;
      stack.querySelector("span").textContent = `${label}: ${count}`;
    }
  }

  newBox(number) {
    const element = document.createElement("section");
    element.className = "box";
    element.setAttribute("role", "listitem");
    element.dataset.box = number;
    element.innerHTML = `<h2></h2><div class="hands"></div><div class="side"></div>`;
    return element;
  }

  box(element, number, view, me, seen) {
    const seat = view.players.find((player) => player.seat === number);
    const box = view.boxes.find((each) => each.box === number);
    const mine = seat?.name === me || box?.decides === me;
    element.classList.toggle("mine", mine);
    element.classList.toggle("turn", view.waiting_at_box === number);
    element.querySelector("h2").textContent = seat ? (seat.name === me ? `${seat.name} (you)` : seat.name) : `Box ${number}`;
    const hands = element.querySelector(".hands");
    const loose = element.querySelector(".side");
    if (!box) {
      hands.innerHTML = "";
      for (const key of [...this.kept.keys()]) if (key.startsWith(`hand-${number}-`)) this.kept.delete(key);
      loose.replaceChildren(...this.bets(view.bets[number] ?? {}, me));
      if (!seat && !Object.keys(view.bets[number] ?? {}).length) hands.innerHTML = `<span class="empty">open</span>`;
      return;
    }
    hands.querySelector(".empty")?.remove();
    for (const hand of box.hands) {
      const key = `hand-${number}-${hand.hand}`;
      seen.add(key);
      const place = this.keep(key, () => this.newHand(), hands);
      place.classList.toggle("turn", view.waiting_at_box === number && view.waiting_at_hand === hand.hand);
      this.cards(place.querySelector(".cards"), hand.cards, key, seen);
      place.querySelector(".total").innerHTML = hand.total === null ? "" : `${hand.soft ? "soft " : ""}<b>${hand.total}</b>`;
      place.querySelector(".wagers").replaceChildren(...this.stakes(hand.wagers, me));
    }
    loose.replaceChildren(
      ...Object.entries(box.bust_it).map(([name, cents]) => chip("bust-it", cents, name, me)),
      ...Object.entries(box.insurance).map(([name, cents]) => chip("insurance", cents, name, me)),
    );
  }

  newHand() {
    const element = document.createElement("div");
    element.className = "hand";
    element.innerHTML = `<div class="cards"></div><p class="total"></p><div class="wagers"></div>`;
    return element;
  }

  cards(row, codes, key, seen) {
    codes.forEach((code, place) => {
      const name = `${key}-card-${place}`;
      seen.add(name);
      const fresh = !this.kept.has(name);
      const element = this.keep(name, () => cardElement(code), row);
      setCard(element, code);
      if (fresh) this.fromShoe(element, place);
    });
    while (row.children.length > codes.length) row.lastChild.remove();
  }

  fromShoe(element, place) {
    if (reduced() || !element.animate) return;
    const shoe = this.part(".shoe").getBoundingClientRect(), here = element.getBoundingClientRect();
    const dx = shoe.left - here.left, dy = shoe.top - here.top;
    element.animate(
      [{ transform: `translate(${dx}px, ${dy}px) rotate(12deg)`, opacity: 0.2 }, { transform: "none", opacity: 1 }],
      { duration: 320, delay: 40 * place, easing: "cubic-bezier(.2,.7,.3,1)", fill: "backwards" },
    );
  }

  stakes(wagers, me) {
    return Object.entries(wagers).flatMap(([name, placed]) =>
      Object.entries(placed).map(([wager, cents]) => chip(wager, cents, name, me)));
  }

  bets(placed, me) {
    return Object.entries(placed).map(([name, cents]) => chip("bet", cents, name, me));
  }
}

function chip(wager, cents, name, me) {
  const element = document.createElement("span");
  element.className = "chip";
  element.dataset.wager = wager;
  element.textContent = money(cents) + (name === me ? "" : ` ${name}`);
  element.title = `${name}: ${wager.replace("-", " ")} ${money(cents)}`;
  return element;
}
