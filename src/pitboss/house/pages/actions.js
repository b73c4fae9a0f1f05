// What you may do now, as buttons with keys. Only what the house would take is there; amounts keep within its ranges.

import { ADDED, Betting, laidBy } from "./betting.js";
import { nowOf } from "./now.js";
import { refused } from "./refusal.js";
import { keyOf, sum } from "./slip.js";
import { become, cents, element, money, part, there } from "./words.js";

/** @import { Mine } from "./table.js" */
/** @typedef {{message: Said.Table | Said.Facts, view: Said.View, me: string, layout: Said.Layout}} Told */
/** @typedef {Told & {mine: Mine, buys: number}} Turn `buys` is for how much chips can be bought at once */
/** @typedef {Pick<Said.Range, "least" | "most">} Limits */

/** @type {Record<string, [label: string, key: string]>} */
const BUTTONS = {
  "look-at-cards": ["Look at my cards", "l"],
  hit: ["Hit", "h"],
  stand: ["Stand", "s"],
  double: ["Double", "d"],
  split: ["Split", "p"],
  surrender: ["Surrender", "r"],
  attack: ["Double Attack", "a"],
  "no-attack": ["No attack", "n"],
  insure: ["Insure", "i"],
  "no-insurance": ["No insurance", "n"],
  "even-money": ["Even money", "e"],
  "second-chance": ["Second Chance", "c"],
  "no-second-chance": ["Let it go", "n"],
  "view-spread": ["I have seen the cards", "v"],
  "ask-face-up": ["Turn them face up", "u"],
  "ask-inspection": ["Spread them for me", "u"],
  "refuse-cut": ["Do not cut", "n"],
  cut: ["Cut here", "c"],
  ready: ["Deal", "g"],
  wager: ["Bet", "b"],
  "take-back": ["Change my bet", "t"],
  "refuse-card": ["Refuse the exposed card", "x"],
  "accept-card": ["Take the exposed card", "t"],
  "take-late-card": ["Card later", "l"],
  "call-hand-dead": ["Hand dead", "k"],
  "follow-double": ["Double too", "d"],
  "follow-split": ["Cover the new hand", "p"],
};
const WITH_AMOUNT = new Set(["double", "follow-double"]);
// What the house offers in words of its own elsewhere on the page, or what a browser answers by itself.
const LOOK = "look-at-cards";
const ELSEWHERE = new Set(["leave", "ask-burn-card", "wager", "ready", "consent", "take-back", "cut", LOOK]);

export class Actions {
  /** @param {HTMLElement} root @param {Betting} betting @param {(...moves: Moves.Any[]) => Promise<unknown>} make */
  constructor(root, betting, make) {
    this.root = root;
    this.betting = betting;
    this.make = make;
    /** @type {Map<string, HTMLButtonElement>} */
    this.keys = new Map();
    this.refusal = element("p", { class: "refusal", role: "alert" });
    this.ask = element(
      "div",
      { class: "ask" },
      element("span", { class: "result" }),
      element("strong"),
      element("span", { class: "count" }),
      element("div", { class: "clock", "aria-hidden": "true", hidden: true }, element("i")),
    );
    this.moves = element("div", { class: "moves" });
    this.making = element("div"); // what they are to become
    this.drawn = "";
    this.asked = ""; // which question it is
    root.append(this.ask, this.refusal, betting.root, this.moves);
    this.key = (/** @type {KeyboardEvent} */ event) => this.press(event);
    document.addEventListener("keydown", this.key);
  }

  close() {
    document.removeEventListener("keydown", this.key);
  }

  // A letter is never part of an amount, so keys work from its field too; digits and arrows are the field's own there.
  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element)) return;
    const typing = event.target.closest("input:not([type=range]), select, textarea, dialog");
    const inAmount = event.target.matches("input.amount");
    const key = event.key.toLowerCase();
    if (typing && !(inAmount && /^[a-z]$/.test(key))) return;
    if (event.target.matches("input[type=range]") && key.startsWith("arrow")) return;
    const button = this.keyed(key);
    if (button && !button.disabled) {
      event.preventDefault();
      button.click();
    } else if (this.betting.press(key)) event.preventDefault();
  }

  /** @param {{sentence?: string, clauses?: string[], code?: string} | null} refusal */
  say(refusal) {
    this.refusal.replaceChildren(...(refusal ? refused(refusal) : []));
  }

  // Draw again only what changed: the field and the tray stay, so nothing that is typed is lost.
  /** @param {Turn} turn @param {boolean} seated */
  show(turn, seated) {
    const { message, view, me, mine } = turn;
    const now = nowOf({
      view,
      offers: message.offers,
      spots: message.spots,
      me,
      seated,
      least: turn.layout.minimum_cents,
    });
    part(this.ask, ".result").textContent = mine.result;
    part(this.ask, "strong").textContent = now.words;
    this.ask.classList.toggle("mine", now.mine);
    this.betting.show(turn, `${view.round}/${view.phase === "betting" ? "bet" : view.phase}`);
    this.root.classList.toggle("idle", !now.mine);
    this.draw(turn, seated);
  }

  /** @param {Turn} turn @param {boolean} seated */
  draw(turn, seated) {
    const { message, view, mine } = turn;
    const { slip } = this.betting;
    const signature = JSON.stringify([
      message.offers,
      message.amounts,
      view.waiting_at_box,
      view.waiting_at_hand,
      view.round,
      view.phase,
      view.laid,
      view.players.map((player) => player.name),
      slip.staged,
      turn.buys,
      [...mine.consents],
      seated,
    ]);
    if (signature === this.drawn) return;
    this.drawn = signature;
    const focus = document.activeElement;
    const here = focus instanceof HTMLElement && this.moves.contains(focus) ? focus.dataset : null;
    this.keys.clear();
    this.making = element("div");
    this.asked = `${view.round}.${view.waiting_at_box}.${view.waiting_at_hand}`;
    this.betting.enter = null;
    if (seated) this.offers(turn);
    become(this.moves, ...this.making.childNodes);
    if (here && !this.moves.contains(document.activeElement)) this.refocus(here);
  }

  /** @param {string} key */
  keyed(key) {
    const made = this.keys.get(key);
    return made && there(made);
  }

  /** @param {DOMStringMap} was */
  refocus({ move, field }) {
    const name = move ? `[data-move="${move}"]` : `[data-field="${field ?? ""}"]`;
    const same = this.root.querySelector(name);
    (same instanceof HTMLElement ? same : this.root).focus({ preventScroll: true });
  }

  /** @param {Turn} turn */
  offers(turn) {
    const { message, layout, view } = turn;
    /** @type {Map<string, number[]>} the boxes at which each move would be taken; box 0 where it has none */
    const found = new Map();
    for (const offer of message.offers) {
      const [name = "", box = "0"] = offer.split(":");
      found.set(name, [...(found.get(name) ?? []), Number(box)]);
    }
    if (found.has("wager")) {
      this.bets(turn, found);
      if (layout.bettors_per_box > 1) this.consents(turn);
    }
    if (view.phase === "betting") this.poor(turn);
    if (found.has("cut")) this.cutting(turn);
    // What one does first comes first: nobody decides on cards that were not looked at.
    const looks = found.get(LOOK) ?? [];
    for (const box of looks) this.offer(LOOK, box, looks.length > 1, turn);
    for (const [move, [declines]] of Object.entries(ADDED)) if (found.has(declines)) this.add(move, declines, found);
    for (const [name, boxes] of found) {
      if (ELSEWHERE.has(name) || name in ADDED || name in DECLINES || !BUTTONS[name]) continue;
      for (const box of boxes) this.offer(name, box, boxes.length > 1, turn);
    }
  }

  /** @param {string} name @param {() => unknown} act @param {string} [label] @param {string} [more] */
  button(name, act, label, more = "") {
    const [words, key] = BUTTONS[name] ?? [name, ""];
    const named = { type: "button", "data-move": name, "data-asked": this.asked };
    const made = element("button", { ...named, onclick: act }, label ?? words);
    if (key && !this.keys.has(key)) {
      this.keys.set(key, made);
      made.setAttribute("aria-keyshortcuts", key);
      made.append(element("kbd", { "aria-hidden": "true" }, key.toUpperCase()));
    }
    made.append(element("small", { class: "more" }, more));
    this.making.append(made);
    return made;
  }

  /** @param {string} label @param {Moves.Any} move */
  plain(label, move) {
    const named = { type: "button", class: "plain", "data-move": `${move.move}/${label}`, "data-asked": this.asked };
    this.making.append(element("button", { ...named, onclick: () => this.make(move) }, label));
  }

  /** @param {string} name @param {number} box @param {boolean} several @param {Turn} turn */
  offer(name, box, several, turn) {
    const label = (BUTTONS[name]?.[0] ?? name) + (several ? ` (box ${box})` : "");
    if (WITH_AMOUNT.has(name)) this.amount(name, box, turn, label);
    else if (name === "follow-split") {
      this.button(name, () => this.make({ move: name, box, cover: true }), label);
      this.plain("Stay on the first hand", { move: name, box, cover: false });
      this.plain("Stay on the new hand", { move: name, box, cover: false, keep_on_new_hand: true });
    } else this.button(name, () => this.make(named(name, box ? { box } : {})), label);
  }

  // A double down: the whole of it by one press, or as little as the law allows by an amount.
  /** @param {string} name @param {number} box @param {Turn} turn @param {string} label */
  amount(name, box, { message }, label) {
    const range = message.amounts[`${name}:${box}`] ?? message.amounts[name];
    if (!range) return;
    const send = () => this.send(there(field), range, (amount) => named(name, { box, cents: amount }));
    const field = element("input", {
      class: "amount",
      inputmode: "decimal",
      autocomplete: "off",
      value: (range.most / 100).toString(),
      "aria-label": `${label}, from ${money(range.least)} to ${money(range.most)}`,
      "data-field": `${name}:${box}`,
      "data-asked": this.asked,
      onfocus: () => there(field).select(),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        send();
      },
    });
    const button = this.button(name, send, `${label} ${money(range.most)}`);
    if (range.least < range.most) this.making.append(element("span", { class: "with-amount" }, button, field));
    if (name === "follow-double") this.plain("Do not double", { move: name, box, cents: 0 });
  }

  /** @param {HTMLInputElement} field @param {Limits} range @param {(amount: number) => Moves.Any} move */
  send(field, range, move) {
    const amount = cents(field.value);
    if (amount === null || amount < range.least || amount > range.most) {
      this.say({ sentence: `An amount from ${money(range.least)} to ${money(range.most)} is asked for` });
      field.focus();
      return;
    }
    this.make(move(amount));
  }

  // --- wagers before the deal ---------------------------------------------------------------------------------------

  /** @param {Turn} turn @param {Map<string, number[]>} found */
  bets({ message, view, me }, found) {
    const { betting } = this;
    const { slip } = betting;
    const lying = laidBy(view, me);
    const staged = slip.total;
    const where = boxesIn({ ...lying, ...slip.staged });
    /** @param {Moves.Any[]} then */
    const place = async (...then) => {
      const typed = cents(betting.field.value);
      const wrong = betting.field.value.trim() && typed === null;
      const fault = wrong
        ? `“${betting.field.value}” is not an amount: try 25`
        : slip.fault(message.spots, betting.areas, betting.terms);
      if (fault) {
        this.say({ sentence: fault });
        return;
      }
      await this.make(...slip.moves(message.spots), ...then);
      if (!slip.total) (this.keyed("g") ?? this.root).focus({ preventScroll: true });
    };
    const ready = found.has("ready");
    // With chips about to be bet, being ready is always possible once they lie there.
    if (staged || (ready && Object.keys(lying).length)) {
      const deal = this.button(
        "ready",
        () => place({ move: "ready" }),
        "Deal",
        `${money(staged + sum(lying))} on ${where}`,
      );
      deal.classList.add("go");
    }
    if (staged) {
      this.button("wager", () => place(), "Bet only", money(staged)).classList.add("plain");
      betting.enter = () => place();
    }
    if (ready && !Object.keys(lying).length) this.plain("Sit this one out", { move: "ready" });
    const free = found.get("take-back") ?? [];
    if (free.length) {
      const back = async () => {
        const lay = Object.fromEntries(
          Object.entries(lying).filter(([key]) => free.includes(Number(key.split(":")[0]))),
        );
        await this.make(...free.map((box) => named("take-back", { box })));
        slip.givenBack(lay);
        betting.keep();
      };
      this.button("take-back", back).classList.add("plain");
    }
  }

  // Without chips for a bet there is one thing to do, and it stands where the bet would.
  /** @param {Turn} turn */
  poor({ view, me, layout, buys }) {
    const chips = view.players.find((player) => player.name === me)?.chips ?? 0;
    if (chips < layout.minimum_cents && buys > 0 && !Object.keys(laidBy(view, me)).length)
      this.button("buy-in", () => this.make({ move: "buy-in", cents: buys }), `Buy ${money(buys)}`).classList.add("go");
  }

  // Whoever wagered first on a box lets others wager on it too.
  /** @param {Turn} turn */
  consents({ view, me, mine }) {
    for (const [box, bets] of Object.entries(view.bets)) {
      if (Object.keys(bets)[0] !== me) continue;
      for (const { name } of view.players) {
        if (!(name in bets) && !mine.consents.has(`${box}:${name}`))
          this.plain(`Let ${name} bet on box ${box}`, { move: "consent", box: Number(box), player: name });
      }
    }
  }

  // --- wagers added in the round ------------------------------------------------------------------------------------

  // One answer for all boxes that are asked: on those with chips on the spot, or on all of them, or on none.
  /** @param {string} move @param {string} declines @param {Map<string, number[]>} found */
  add(move, declines, found) {
    const { betting } = this;
    const asked = found.get(declines) ?? [];
    const [label] = BUTTONS[move] ?? [move];
    const chosen = betting.slip.total ? betting.slip.staged : this.whole();
    const spots = Object.keys(chosen);
    const declined = (/** @type {number[]} */ boxes) => boxes.map((box) => named(declines, { box }));
    if (spots.length) {
      const on = new Set(spots.map((key) => Number(key.split(":")[0])));
      const send = () => {
        const fault = betting.slip.fault(betting.spots, betting.areas, betting.terms);
        if (fault) this.say({ sentence: fault });
        else {
          const made = Object.entries(chosen).map(([key, amount]) =>
            named(move, { box: Number(key.split(":")[0]), cents: amount }),
          );
          this.make(...made, ...declined(asked.filter((box) => !on.has(box))));
        }
      };
      this.button(move, send, `${label} ${money(sum(chosen))}`, asked.length > 1 ? `on ${boxesIn(chosen)}` : "");
      betting.enter = send;
    }
    const none = BUTTONS[declines]?.[0] ?? declines;
    this.button(
      declines,
      () => this.make(...declined(asked)),
      none,
      asked.length > 1 ? `on all ${asked.length} boxes` : "",
    );
  }

  // As much as may be added, on as many boxes as the chips cover.
  whole() {
    let left = this.betting.terms.chips;
    const fits = this.betting.spots.filter((spot) => {
      const enough = spot.most <= left;
      if (enough) left -= spot.most;
      return enough;
    });
    return Object.fromEntries(fits.map((spot) => [keyOf(spot), spot.most]));
  }

  /** @param {Turn} turn */
  cutting({ message }) {
    const range = message.amounts.cut;
    if (!range) return;
    const before = this.moves.querySelector("[data-field=cut]");
    const middle = before instanceof HTMLInputElement ? before.value : Math.floor((range.least + range.most) / 2);
    const number = element("output", {}, `${middle} cards above`);
    const slider = element("input", {
      type: "range",
      min: range.least,
      max: range.most,
      value: middle,
      "aria-label": "How many cards above the cut",
      "data-field": "cut",
      oninput: () => {
        there(number).textContent = `${there(slider).value} cards above`;
      },
    });
    this.making.append(element("label", { class: "slider" }, "Where to put the cover card", slider, number));
    this.button("cut", () => this.make({ move: "cut", position: Number(there(slider).value) }));
  }

  /** @param {number | null} left @param {number} whole @param {string | null} then */
  tick(left, whole, then) {
    const [place, clock] = [part(this.ask, ".count"), part(this.ask, ".clock")];
    const seconds = left === null ? null : Math.max(0, Math.ceil(left / 1000));
    const soon = seconds !== null && seconds <= 5;
    place.textContent = seconds === null ? "" : `${seconds} s${then ? `, then: ${then}` : ""}`;
    place.classList.toggle("soon", soon);
    clock.classList.toggle("soon", soon);
    clock.hidden = seconds === null;
    part(clock, "i").style.width = `${left === null ? 0 : Math.max(0, Math.min(100, (100 * left) / whole))}%`;
  }
}

const DECLINES = Object.fromEntries(Object.values(ADDED).map(([declines]) => [declines, true]));

/** @param {Record<string, number>} stakes */
function boxesIn(stakes) {
  const boxes = [...new Set(Object.keys(stakes).map((key) => Number(key.split(":")[0])))].sort((a, b) => a - b);
  return boxes.length === 1 ? `box ${boxes[0]}` : `boxes ${boxes.join(", ")}`;
}

// The house says by name what may be done; what the move then holds, it checks.
/** @param {string} move @param {{box?: number, cents?: number}} fields */
const named = (move, fields) => /** @type {Moves.Any} */ (/** @type {unknown} */ ({ move, ...fields }));
