// What you may do now, as buttons with keys. Only what the house allows is there; amounts keep within its ranges.

import { cite } from "./story.js";
import { cents, element, money, part } from "./words.js";

/** @import { Mine } from "./table.js" */
/** @typedef {{message: Said.Table | Said.Facts, view: Said.View, me: string, layout: Said.Layout, mine: Mine}} Turn */
/** @typedef {Pick<Said.Range, "least" | "most">} Limits */

/** @type {Record<string, [label: string, key: string]>} */
const BUTTONS = {
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
  ready: ["Ready", "g"],
  wager: ["Bet", "b"],
  "look-at-cards": ["Look at my cards", "l"],
  "refuse-card": ["Refuse the exposed card", "x"],
  "accept-card": ["Take the exposed card", "t"],
  "take-late-card": ["Card later", "l"],
  "call-hand-dead": ["Hand dead", "k"],
  "follow-double": ["Double too", "d"],
  "follow-split": ["Cover the new hand", "p"],
};
const WITH_AMOUNT = new Set(["attack", "insure", "double", "follow-double"]);
const NO_BOX = new Set(["view-spread", "ask-face-up", "ask-inspection", "refuse-cut", "cut", "ready"]);
/** @type {Record<string, string>} */
const ANSWERS = {
  attack: "attack",
  "no-attack": "attack",
  insure: "insurance",
  "no-insurance": "insurance",
  "even-money": "insurance",
};
const PLACE_A_BET = "Place your bet.";
/** @type {Record<string, string>} */
const QUESTIONS = {
  "view-spread": "The cards lie spread for the first player. Look at them.",
  "pledge-seed": "The cards are to be shuffled: your seed is pledged.",
  "give-seed": "Every pledge is there: your seed is opened.",
  cut: "The cut is yours.",
  wager: PLACE_A_BET,
  attack: "The dealer's first card is out, yours are not: raise your bet now?",
  insure: "The dealer may have Blackjack. Insurance?",
  "second-chance": "Your hand is over 21. Buy a Second Chance: one card, to be subtracted?",
  hit: "Your decision.",
  "follow-double": "The box doubles. Will you?",
  "follow-split": "The box splits. Cover the new hand?",
  "take-late-card": "You were passed over. Card later, or hand dead?",
  "accept-card": "Your next card lies exposed. Take it, or draw no more this round?",
  "look-at-cards": "Your cards are there.",
  stand: "Your decision.",
};

export class Actions {
  /** @param {HTMLElement} root @param {(move: Moves.Any) => unknown} make */
  constructor(root, make) {
    this.root = root;
    this.make = make;
    /** @type {Map<string, HTMLButtonElement>} */
    this.keys = new Map();
    this.refusal = element("p", { class: "refusal", role: "alert" });
    this.drawn = "";
    /** @type {string | null} */
    this.bet = null;
    this.key = (/** @type {KeyboardEvent} */ event) => this.press(event);
    document.addEventListener("keydown", this.key);
  }

  close() {
    document.removeEventListener("keydown", this.key);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const typing = "input:not([type=range]), select, textarea, dialog";
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest(typing)) return;
    const button = this.keys.get(event.key.toLowerCase());
    if (button && !button.disabled) {
      event.preventDefault();
      button.click();
    }
  }

  /** @param {{sentence?: string, clauses?: string[]} | null} refusal */
  say(refusal) {
    this.refusal.replaceChildren(...(refusal ? refused(refusal) : []));
  }

  // Draw again only when something changed, so that a half-typed amount is not lost; the focus stays on the bar.
  /** @param {Turn} turn @param {boolean} seated */
  show(turn, seated) {
    const { message, view, mine } = turn;
    const unseen = view.boxes.map((box) => box.hands.map((hand) => hand.cards.slice(0, 2).includes(null)));
    const signature = JSON.stringify([
      unseen,
      view.may,
      view.waiting_for,
      view.waiting_at_box,
      view.waiting_at_hand,
      view.round,
      view.phase,
      message.amounts,
      seated,
      view.bets,
      view.players.map((player) => player.name),
      mine.ready,
      [...mine.answered],
      [...mine.consents],
      mine.result,
    ]);
    if (signature === this.drawn) return;
    this.drawn = signature;
    const focus = document.activeElement;
    const here = focus instanceof HTMLElement && this.root.contains(focus) ? focus.dataset : null;
    this.keys.clear();
    this.root.replaceChildren(
      this.question(turn),
      element("div", { class: "clock", "aria-hidden": "true", hidden: true }, element("i")),
      this.refusal,
    );
    if (seated) this.offers(turn);
    if (here && !this.root.contains(document.activeElement)) this.refocus(here);
  }

  /** @param {DOMStringMap} was */
  refocus({ move, field }) {
    const name = move ? `[data-move="${move}"]` : `[data-field="${field ?? ""}"]`;
    const same = this.root.querySelector(name);
    (same instanceof HTMLElement ? same : this.root).focus({ preventScroll: true });
  }

  /** @param {Turn} turn */
  offers(turn) {
    const { view, layout, mine } = turn;
    if (view.may.includes("wager")) {
      if (!mine.ready) this.betting(turn);
      if (layout.bettors_per_box > 1) this.consents(turn);
      return;
    }
    if (view.may.includes("cut")) this.cutting(turn);
    for (const name of view.may) if (!["wager", "cut"].includes(name) && BUTTONS[name]) this.offer(name, turn);
    this.looking(turn);
  }

  /** @param {Turn} turn */
  question({ view, me, mine }) {
    const asked = view.waiting_for.includes(me) && view.may.length > 0;
    const hand = view.waiting_at_hand > 1 ? `, hand ${view.waiting_at_hand}` : "";
    const others = view.waiting_for.filter((name) => name !== me && !["dealer", "floorperson"].includes(name));
    const words =
      view.phase === "betting"
        ? asked && !mine.ready
          ? PLACE_A_BET
          : asked
            ? `You are in.${others.length ? ` Waiting for ${others.join(", ")}.` : ""}`
            : "The table takes bets."
        : asked
          ? (view.may.map((name) => QUESTIONS[name]).find(Boolean) ?? "It is your turn.") +
            (view.waiting_at_box ? ` Box ${view.waiting_at_box}${hand}.` : "")
          : view.waiting_for.length
            ? `Waiting for ${view.waiting_for.join(", ")}.`
            : "The table is closed.";
    return element(
      "p",
      { class: "ask" },
      ...(mine.result ? [element("span", { class: "result" }, mine.result)] : []),
      element("strong", {}, words),
      element("span", { class: "count" }),
    );
  }

  /** @param {string} name @param {() => unknown} act @param {string} [label] */
  button(name, act, label) {
    const [words, key] = BUTTONS[name] ?? [name, ""];
    const made = element("button", { type: "button", "data-move": name, onclick: act }, label ?? words);
    if (key && !this.keys.has(key)) {
      this.keys.set(key, made);
      made.setAttribute("aria-keyshortcuts", key);
      made.append(element("kbd", { "aria-hidden": "true" }, key.toUpperCase()));
    }
    this.root.append(made);
    return made;
  }

  /** @param {string} label @param {Moves.Any} move */
  plain(label, move) {
    this.root.append(
      element(
        "button",
        { type: "button", class: "plain", "data-move": `${move.move}/${label}`, onclick: () => this.make(move) },
        label,
      ),
    );
  }

  /** @param {string} name @param {Turn} turn */
  offer(name, turn) {
    const boxes = this.boxes(name, turn);
    for (const box of boxes) {
      const label = (BUTTONS[name]?.[0] ?? name) + (boxes.length > 1 ? ` (box ${box})` : "");
      if (WITH_AMOUNT.has(name)) this.amount(name, box, turn, label);
      else if (name === "follow-split") {
        this.button(name, () => this.make({ move: name, box, cover: true }), label);
        this.plain("Stay on the first hand", { move: name, box, cover: false });
        this.plain("Stay on the new hand", { move: name, box, cover: false, keep_on_new_hand: true });
      } else this.button(name, () => this.make(named(name, NO_BOX.has(name) ? {} : { box })), label);
    }
  }

  // Looking at one's own face-down cards is never asked for: it may be done whenever they lie there unseen.
  /** @param {Turn} turn */
  looking({ view, me }) {
    const mine = view.boxes.filter(
      (box) => box.decides === me && box.hands.some((hand) => hand.cards.slice(0, 2).includes(null)),
    );
    if (view.may.includes("look-at-cards")) return;
    for (const { box } of mine) {
      this.button(
        "look-at-cards",
        () => this.make({ move: "look-at-cards", box }),
        `Look at my cards${mine.length > 1 ? ` (box ${box})` : ""}`,
      );
    }
  }

  /** @param {string} name @param {Turn} turn */
  boxes(name, { view, me, mine }) {
    if (NO_BOX.has(name)) return [0];
    if (view.waiting_at_box) return [view.waiting_at_box];
    const open = view.boxes
      .filter((box) => box.decides === me || box.hands.some((hand) => me in hand.wagers))
      .map((box) => box.box)
      .filter((box) => !mine.answered.has(`${ANSWERS[name]}:${box}`));
    return open.length ? open : [view.players.find((player) => player.name === me)?.seat ?? 1];
  }

  /** @param {string} value @param {string} label @param {string} field @param {() => void} send */
  field(value, label, field, send) {
    return element("input", {
      class: "amount",
      inputmode: "decimal",
      value,
      "aria-label": label,
      "data-field": field,
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key === "Enter") {
          event.preventDefault();
          send();
        }
      },
    });
  }

  /** @param {string} name @param {number} box @param {Turn} turn @param {string} label */
  amount(name, box, { message }, label) {
    const range = message.amounts[`${name}:${box}`] ?? message.amounts[name];
    if (!range) return;
    const send = () => this.send(field, range, (amount) => named(name, { box, cents: amount }));
    const field = this.field(
      (range.most / 100).toString(),
      `${label}, from ${money(range.least)} to ${money(range.most)}`,
      `${name}:${box}`,
      send,
    );
    this.button(name, send, label);
    this.root.append(field);
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

  /** @param {Turn} turn */
  betting({ message, view, me, layout }) {
    const seat = view.players.find((player) => player.name === me)?.seat;
    const spots = message.amounts.wager ? [] : spotsOf(message.amounts);
    const posted = { least: layout.minimum_cents, most: layout.maximum_cents };
    const range = message.amounts.wager ?? spots[0]?.range ?? posted;
    const placed = Object.entries(view.bets)
      .filter(([, bets]) => me in bets)
      .map(([box]) => Number(box));
    const box = element("select", { "aria-label": "Box", "data-field": "box" });
    for (let number = 1; number <= layout.positions; number += 1) {
      const owner = view.players.find((player) => player.seat === number)?.name;
      box.append(
        element(
          "option",
          { value: number, selected: number === seat },
          `Box ${number}${owner ? ` (${owner === me ? "you" : owner})` : ""}`,
        ),
      );
    }
    const send = () =>
      this.send(field, range, (amount) => {
        this.bet = field.value;
        return { move: "wager", box: Number(box.value), cents: amount };
      });
    const field = this.field(
      this.bet ?? (range.least / 100).toString(),
      `Bet, from ${money(range.least)} to ${money(range.most)}`,
      "bet",
      send,
    );
    field.classList.add("bet");
    this.root.append(box, field);
    if (spots.length) for (const spot of spots) this.spot(spot.kind, spot.range, field, box);
    else this.button("wager", send);
    for (const [kind, name] of Object.entries(layout.side_wagers)) {
      const side = message.amounts[`wager:${kind}`];
      if (placed.length && side) this.sideWager(kind, name, side, box, placed);
    }
    const ready = this.button(
      "ready",
      () => this.make({ move: "ready" }),
      placed.length ? "Deal me in" : "Sit this one out",
    );
    if (!placed.length) ready.classList.add("plain");
  }

  /**
   * @param {string} kind
   * @param {string} name
   * @param {Limits} range
   * @param {HTMLSelectElement} box
   * @param {number[]} placed
   */
  sideWager(kind, name, range, box, placed) {
    const send = () =>
      this.send(field, range, (amount) => ({
        move: "wager",
        box: placed.find((number) => number === Number(box.value)) ?? placed[0] ?? 1,
        cents: amount,
        wager: kind,
      }));
    const field = this.field(
      (range.least / 100).toString(),
      `${name} Wager, from ${money(range.least)} to ${money(range.most)}`,
      kind,
      send,
    );
    this.root.append(
      field,
      element("button", { type: "button", class: "plain", "data-move": kind, onclick: send }, name),
    );
  }

  // Where there is no bet that everybody makes, each spot takes the amount in the field.
  /** @param {string} kind @param {Limits} range @param {HTMLInputElement} field @param {HTMLSelectElement} box */
  spot(kind, range, field, box) {
    const words = kind.replaceAll("-", " ");
    const send = () =>
      this.send(field, range, (amount) => {
        this.bet = field.value;
        return { move: "wager", box: Number(box.value), cents: amount, wager: kind };
      });
    this.root.append(
      element("button", { type: "button", "data-move": `wager/${kind}`, onclick: send }, `Bet on ${words}`),
    );
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

  /** @param {Turn} turn */
  cutting({ message }) {
    const range = message.amounts.cut;
    if (!range) return;
    const middle = Math.floor((range.least + range.most) / 2);
    const number = element("output", {}, `${middle} cards above`);
    const slider = element("input", {
      type: "range",
      min: range.least,
      max: range.most,
      value: middle,
      "aria-label": "How many cards above the cut",
      "data-field": "cut",
      oninput: () => {
        number.textContent = `${slider.value} cards above`;
      },
    });
    this.root.append(element("label", { class: "slider" }, "Where to put the cover card", slider, number));
    this.button("cut", () => this.make({ move: "cut", position: Number(slider.value) }));
  }

  /** @param {number | null} left @param {number} whole @param {string | null} then */
  tick(left, whole, then) {
    if (!this.root.firstChild) return;
    const [place, clock] = [part(this.root, ".count"), part(this.root, ".clock")];
    const seconds = left === null ? null : Math.max(0, Math.ceil(left / 1000));
    const soon = seconds !== null && seconds <= 5;
    place.textContent = seconds === null ? "" : `${seconds} s${then ? `, then: ${then}` : ""}`;
    place.classList.toggle("soon", soon);
    clock.classList.toggle("soon", soon);
    clock.hidden = seconds === null;
    part(clock, "i").style.width = `${left === null ? 0 : Math.max(0, Math.min(100, (100 * left) / whole))}%`;
  }
}

// The house says by name what may be done; what the move then holds, it checks.
/** @param {string} move @param {{box?: number, cents?: number}} fields */
const named = (move, fields) => /** @type {Moves.Any} */ (/** @type {unknown} */ ({ move, ...fields }));

/** @param {Record<string, Said.Range>} amounts */
const spotsOf = (amounts) =>
  Object.entries(amounts)
    .filter(([name]) => name.startsWith("wager:"))
    .map(([name, range]) => ({ kind: name.slice("wager:".length), range }));

// A refusal in words, each clause a button that opens its gist.
/** @param {{sentence?: string, clauses?: string[]}} refusal */
export function refused({ sentence = "The house did not answer", clauses = [] }) {
  const words = sentence.charAt(0).toUpperCase() + sentence.slice(1);
  return [`${words}${/[.!?]$/.test(words) ? "" : "."} `, ...clauses.flatMap((clause) => [cite(clause), " "])];
}
