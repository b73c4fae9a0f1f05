// What you may do now, as buttons with keys. Only what the house allows is there; amounts keep within its ranges.

import { cents, element, money } from "./words.js";

const BUTTONS = {
  hit: ["Hit", "h"], stand: ["Stand", "s"], double: ["Double", "d"], split: ["Split", "p"], surrender: ["Surrender", "r"],
  attack: ["Double Attack", "a"], "no-attack": ["No attack", "n"], insure: ["Insure", "i"], "no-insurance": ["No insurance", "n"],
  "even-money": ["Even money", "e"], "second-chance": ["Second Chance", "c"], "no-second-chance": ["Let it go", "n"],
  "view-spread": ["I have seen the cards", "v"], "ask-face-up": ["Turn them face up", "u"], "ask-inspection": ["Spread them for me", "u"],
  "refuse-cut": ["Do not cut", "n"], cut: ["Cut here", "c"], ready: ["Ready", "g"], wager: ["Bet", "b"], "look-at-cards": ["Look at my cards", "l"],
  "refuse-card": ["Refuse the exposed card", "x"], "take-late-card": ["Card later", "l"], "call-hand-dead": ["Hand dead", "k"],
  "follow-double": ["Double too", "d"], "follow-split": ["Cover the new hand", "p"],
};
const WITH_AMOUNT = new Set(["attack", "insure", "double", "follow-double"]);
const NO_BOX = new Set(["view-spread", "ask-face-up", "ask-inspection", "refuse-cut", "cut", "ready"]);
const QUESTIONS = {
  "view-spread": "The cards lie spread for the first player. Look at them.", cut: "The cut is yours.",
  wager: "Place your bet.", attack: "The dealer's first card is out. Attack?", insure: "The dealer shows an ace. Insurance?",
  "second-chance": "Your hand is over 21. Buy a Second Chance?", hit: "Your decision.", "follow-double": "The box doubles. Will you?",
  "follow-split": "The box splits. Cover the new hand?", "take-late-card": "You were passed over. Card later, or hand dead?",
  "look-at-cards": "Your cards are there.", stand: "Your decision.",
};

export class Actions {
  constructor(root, make) {
    this.root = root;
    this.make = make;
    this.keys = new Map();
    this.refusal = element("p", { class: "refusal", role: "alert" });
    this.drawn = "";
    this.key = (event) => this.press(event);
    document.addEventListener("keydown", this.key);
  }

  close() { document.removeEventListener("keydown", this.key); }

  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, select, textarea, dialog")) return;
    const button = this.keys.get(event.key.toLowerCase());
    if (button && !button.disabled) { event.preventDefault(); button.click(); }
  }

  say(refusal) {
    this.refusal.textContent = refusal ? `${refusal.sentence}.${refusal.clauses?.length ? ` (${refusal.clauses.join(", ")})` : ""}` : "";
  }

  // Draw again only when something changed, so that a half-typed amount is not lost.
  show(message, me, layout, seated) {
    const view = message.view;
    const unseen = view.boxes.map((box) => box.hands.map((hand) => hand.cards.slice(0, 2).includes(null)));
    const signature = JSON.stringify([unseen, view.may, view.waiting_at_box, view.waiting_at_hand, view.round, message.amounts, seated, view.bets, view.phase]);
    if (signature === this.drawn) return;
    this.drawn = signature;
    this.keys.clear();
    this.root.replaceChildren();
    this.root.append(this.question(view, me), this.refusal);
    if (!seated) return;
    if (view.may.includes("wager")) this.betting(message, me, layout);
    else if (view.may.includes("cut")) this.cutting(message);
    for (const name of view.may) if (!["wager", "cut", "ready"].includes(name) && BUTTONS[name]) this.offer(name, message, me);
    if (view.may.includes("ready") && !view.may.includes("wager")) this.offer("ready", message, me);
    this.looking(view, me);
  }

  question(view, me) {
    const asked = view.waiting_for.includes(me);
    const what = view.may.map((name) => QUESTIONS[name]).find(Boolean);
    const hand = view.waiting_at_hand > 1 ? `, hand ${view.waiting_at_hand}` : "";
    const words = asked && view.may.length
      ? (what ?? "It is your turn.") + (view.waiting_at_box ? ` Box ${view.waiting_at_box}${hand}.` : "")
      : view.waiting_for.length ? `Waiting for ${view.waiting_for.join(", ")}.` : "The table is closed.";
    return element("p", { class: "ask" }, element("strong", {}, words), element("span", { class: "count" }));
  }

  button(name, act, label = BUTTONS[name][0]) {
    const key = BUTTONS[name][1];
    const made = element("button", { type: "button", "data-move": name, "aria-keyshortcuts": key, onclick: act }, label, element("kbd", {}, key.toUpperCase()));
    if (!this.keys.has(key)) this.keys.set(key, made);
    this.root.append(made);
    return made;
  }

  offer(name, message, me) {
    const view = message.view;
    for (const box of this.boxes(name, view, me)) {
      const label = view.waiting_at_box || NO_BOX.has(name) ? BUTTONS[name][0] : `${BUTTONS[name][0]}${this.boxes(name, view, me).length > 1 ? ` (box ${box})` : ""}`;
      if (WITH_AMOUNT.has(name)) this.amount(name, box, message, label);
      else if (name === "follow-split") {
        this.button(name, () => this.make({ move: name, box, cover: true }), label);
        this.root.append(element("button", { type: "button", class: "plain", onclick: () => this.make({ move: name, box, cover: false }) }, "Stay on the first hand"));
        this.root.append(element("button", { type: "button", class: "plain", onclick: () => this.make({ move: name, box, cover: false, keep_on_new_hand: true }) }, "Stay on the new hand"));
      } else this.button(name, () => this.make(NO_BOX.has(name) ? { move: name } : { move: name, box }), label);
    }
  }

  // Looking at one's own face-down cards is never asked for: it may be done whenever they lie there unseen.
  looking(view, me) {
    for (const box of view.boxes) {
      const unseen = box.decides === me && box.hands.some((hand) => hand.cards.slice(0, 2).includes(null));
      if (unseen && !view.may.includes("look-at-cards")) {
        this.button("look-at-cards", () => this.make({ move: "look-at-cards", box: box.box }), `Look at my cards (box ${box.box})`);
      }
    }
  }

  boxes(name, view, me) {
    if (NO_BOX.has(name)) return [0];
    if (view.waiting_at_box) return [view.waiting_at_box];
    const mine = view.boxes.filter((box) => box.decides === me || box.hands.some((hand) => me in hand.wagers)).map((box) => box.box);
    return mine.length ? mine : [view.players.find((player) => player.name === me)?.seat ?? 1];
  }

  amount(name, box, message, label) {
    const range = message.amounts[`${name}:${box}`] ?? message.amounts[name];
    if (!range) return;
    const field = element("input", { class: "amount", inputmode: "decimal", value: (range.most / 100).toString(), "aria-label": `${label}, from ${money(range.least)} to ${money(range.most)}` });
    this.button(name, () => this.send(field, range, (amount) => ({ move: name, box, cents: amount })), `${label}`);
    this.root.append(field);
    if (name === "follow-double") this.root.append(element("button", { type: "button", class: "plain", onclick: () => this.make({ move: name, box, cents: 0 }) }, "Do not double"));
  }

  send(field, range, move) {
    const amount = cents(field.value);
    if (amount === null || amount < range.least || amount > range.most) {
      this.say({ sentence: `An amount from ${money(range.least)} to ${money(range.most)} is asked for` });
      field.focus();
      return;
    }
    this.make(move(amount));
  }

  betting(message, me, layout) {
    const view = message.view;
    const seat = view.players.find((player) => player.name === me)?.seat;
    const range = message.amounts.wager ?? { least: layout.minimum_cents, most: layout.maximum_cents };
    const placed = Object.entries(view.bets).filter(([, bets]) => me in bets).map(([box]) => Number(box));
    const box = element("select", { "aria-label": "Box" });
    for (let number = 1; number <= layout.positions; number += 1) box.append(element("option", { value: number, selected: number === seat }, `Box ${number}`));
    const field = element("input", { class: "amount bet", inputmode: "decimal", value: (Math.max(range.least, layout.minimum_cents) / 100).toString(), "aria-label": `Bet, from ${money(range.least)} to ${money(range.most)}` });
    this.root.append(element("span", { class: "group" }, box, field));
    this.button("wager", () => this.send(field, range, (amount) => ({ move: "wager", box: Number(box.value), cents: amount })));
    if (layout.bust_it_offered && placed.length) {
      const side = element("input", { class: "amount", inputmode: "decimal", value: (range.least / 200).toString(), "aria-label": "Bust It Wager" });
      const most = message.amounts["wager:bust-it"] ?? { least: layout.chip_cents, most: range.most };
      this.root.append(side, element("button", { type: "button", class: "plain", "data-move": "bust-it", onclick: () => this.send(side, most, (amount) => ({ move: "wager", box: placed[0], cents: amount, wager: "bust-it" })) }, "Bust It"));
    }
    const ready = this.button("ready", () => this.make({ move: "ready" }), placed.length ? "Deal me in" : "Sit this one out");
    if (placed.length) ready.classList.add("main");
  }

  cutting(message) {
    const range = message.amounts.cut ?? { least: 10, most: 300 };
    const middle = Math.floor((range.least + range.most) / 2);
    const number = element("output", {}, `${middle} cards`);
    const slider = element("input", { type: "range", min: range.least, max: range.most, value: middle, "aria-label": "How many cards above the cut", oninput: () => { number.textContent = `${slider.value} cards`; } });
    this.root.append(element("label", { class: "slider" }, "Where to put the cover card", slider, number));
    this.button("cut", () => this.make({ move: "cut", position: Number(slider.value) }));
  }

  tick(milliseconds, then) {
    const place = this.root.querySelector(".count");
    if (place) place.textContent = milliseconds === null ? "" : `${Math.max(0, Math.ceil(milliseconds / 1000))} s${then ? `, then: ${then}` : ""}`;
  }
}
