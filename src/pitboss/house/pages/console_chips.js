// Chips: the rack in front of the dealer, and the wagers that lie there. Each is paid by chips out of the rack, taken,
// or left; what was done goes to the house in the order in which it was done.

import { chipOf, chipSvg } from "./chips.js";
import { areaName } from "./felt.js";
import { become, cents, element, money, part, there } from "./words.js";

/** @typedef {{player: string, box: number, hand: number, wager: string}} Where */
/** @typedef {Where & {cents: number}} Lying */
/** @typedef {{paid: number, taken: number, chips?: Record<string, number>}} Moved */

const DISCS = 9; // at most so many chips of a tube are drawn

/** @param {Where} one */
const keyOf = ({ player, box, hand, wager }) => `${box}/${hand}/${player}/${wager}`;

// Everything that is wagered, from the dealer's left.
/** @param {import("./picture.js").Box[]} boxes @returns {Lying[]} */
export function wagersIn(boxes) {
  return boxes.flatMap(({ box, hands, side_wagers, insurance }) => [
    ...hands.flatMap(({ hand, wagers }) =>
      Object.entries(wagers).flatMap(([player, placed]) =>
        Object.entries(placed).map(([wager, cents]) => ({ player, box, hand, wager, cents })),
      ),
    ),
    ...Object.entries(side_wagers).flatMap(([wager, placed]) =>
      Object.entries(placed).map(([player, cents]) => ({ player, box, hand: 1, wager, cents })),
    ),
    ...Object.entries(insurance).map(([player, cents]) => ({ player, box, hand: 1, wager: "insurance", cents })),
  ]);
}

export class ConsoleChips {
  /** @param {HTMLElement} rack @param {HTMLElement} root @param {(act: object) => Promise<unknown>} act */
  constructor(rack, root, act) {
    this.rack = rack;
    this.root = root;
    this.act = act;
    /** @type {Lying[]} */
    this.lying = [];
    /** @type {Map<string, Moved>} what was done, in its order */
    this.done = new Map();
    /** @type {Record<string, number>} chips cut out of the rack and not yet given, how many of each worth */
    this.cut = {};
    this.coins = 0; // an amount that was written, for what no chips make
    this.chosen = "";
    /** @type {Record<string, string>} */
    this.areas = {};
    /** @type {Said.Tube[]} */
    this.tubes = [];
    this.open = false;
  }

  // What lies in the rack as the house says, less what is just cut out of it; a tube stays the button that it is.
  /** @param {Said.Tube[]} [tubes] */
  stock(tubes = this.tubes) {
    this.tubes = tubes;
    for (const [place, { cents, many }] of tubes.entries()) {
      const left = many - (this.cut[cents] ?? 0);
      const there = this.rack.children[place];
      const tube = there instanceof HTMLButtonElement ? there : this.tube(cents);
      if (tube.dataset.many === String(left)) continue;
      tube.dataset.many = String(left);
      const chip = chipOf(cents);
      const row = part(tube, ".row");
      row.innerHTML = chip ? chipSvg(chip).repeat(Math.max(Math.min(left, DISCS), 0)) : "";
      part(tube, ".sum").textContent = money(cents * left);
      part(tube, ".key").textContent = `key ${place + 1}`;
      const lies = `${left} in the rack, ${money(cents * left)}`;
      tube.setAttribute("aria-label", `A chip of ${money(cents)}, key ${place + 1}: ${lies}`);
    }
  }

  /** @param {number} cents */
  tube(cents) {
    const hidden = { "aria-hidden": "true" };
    const made = element(
      "button",
      { type: "button", class: "tube", "data-chip": cents, onclick: () => this.add(cents) },
      element("span", { class: "row", ...hidden }),
      element("span", { class: "sum", ...hidden }),
      element("span", { class: "key", ...hidden }),
    );
    this.rack.append(made);
    return made;
  }

  /** @param {Lying[]} lying @param {string} round */
  show(lying, round) {
    this.lying = lying;
    if (this.root.dataset.round !== round) this.clear();
    this.root.dataset.round = round;
    this.draw();
  }

  clear() {
    this.done.clear();
    this.putBack();
    this.chosen = "";
  }

  // The wagers of a box are looked at; the first that nothing was done with yet is meant.
  /** @param {number} [box] @param {string} [wager] */
  look(box = 0, wager = "") {
    this.open = true;
    const there = this.lying.filter((one) => !box || one.box === box);
    const fresh = there.filter((one) => !this.done.has(keyOf(one)));
    const meant = there.find((one) => one.wager === wager) ?? fresh[0] ?? there[0];
    this.chosen = meant ? keyOf(meant) : "";
    this.putBack();
    this.draw();
    this.root.querySelector("button")?.scrollIntoView({ block: "nearest" });
  }

  get amount() {
    if (this.coins) return this.coins;
    return Object.entries(this.cut).reduce((sum, [worth, many]) => sum + Number(worth) * many, 0);
  }

  /** @param {number} cents */
  add(cents) {
    if (!this.open) this.look();
    this.coins = 0;
    this.cut[cents] = (this.cut[cents] ?? 0) + 1;
    this.draw();
  }

  putBack() {
    this.cut = {};
    this.coins = 0;
  }

  /** @param {"pay" | "take" | "leave"} how */
  handle(how) {
    const one = this.lying.find((each) => keyOf(each) === this.chosen);
    if (!one) return;
    const { amount } = this;
    this.done.delete(this.chosen);
    if (how === "pay")
      this.done.set(this.chosen, { paid: amount, taken: 0, ...(this.coins ? {} : { chips: this.cut }) });
    if (how === "take") this.done.set(this.chosen, { paid: 0, taken: amount || one.cents });
    if (how === "leave") this.done.set(this.chosen, { paid: 0, taken: 0 });
    this.putBack();
    const next = this.lying.find((each) => each.box === one.box && !this.done.has(keyOf(each)));
    this.chosen = next ? keyOf(next) : this.chosen;
    this.draw();
  }

  async send() {
    const handled = [...this.done].flatMap(([key, moved]) => {
      const one = this.lying.find((each) => keyOf(each) === key);
      return one ? [{ player: one.player, box: one.box, hand: one.hand, wager: one.wager, ...moved }] : [];
    });
    this.clear();
    this.open = false;
    this.draw();
    await this.act({ act: "chips", handled });
  }

  shut() {
    this.clear();
    this.open = false;
    this.draw();
  }

  draw() {
    this.stock();
    this.root.hidden = !this.open;
    if (!this.open) return;
    const focus = document.activeElement;
    const had =
      focus instanceof HTMLElement && this.root.contains(focus) ? (focus.dataset.do ?? focus.dataset.key) : null;
    const one = this.lying.find((each) => keyOf(each) === this.chosen);
    const { amount } = this;
    const cut = Object.entries(this.cut).map(([worth, many]) => `${many} × ${money(Number(worth))}`);
    const button = (
      /** @type {string} */ name,
      /** @type {string} */ label,
      /** @type {() => unknown} */ act,
      on = true,
    ) => element("button", { type: "button", class: "plain", "data-do": name, disabled: !on, onclick: act }, label);
    const written = element("input", {
      class: "amount",
      inputmode: "decimal",
      autocomplete: "off",
      "data-do": "written",
      value: this.coins ? this.coins / 100 : "",
      onchange: () => {
        this.cut = {};
        this.coins = cents(there(written).value) ?? 0;
        this.draw();
      },
    });
    become(
      this.root,
      element("h2", {}, "Pay and take"),
      element(
        "div",
        { class: "wagers-there", role: "group", "aria-label": "Wagers" },
        ...this.lying.map((each) => this.line(each)),
      ),
      element(
        "div",
        { class: "group" },
        element(
          "output",
          {},
          amount ? `${money(amount)} cut: ${cut.join(", ")}` : "Tap chips in the rack to cut a payment.",
        ),
        element("label", {}, "or an amount", written),
        button("pay", `Pay ${money(amount)}`, () => this.handle("pay"), Boolean(one && amount)),
        button("take", `Take ${money(amount || (one?.cents ?? 0))}`, () => this.handle("take"), Boolean(one)),
        button("leave", "Leave it", () => this.handle("leave"), Boolean(one)),
        button(
          "none",
          "Put back",
          () => {
            this.putBack();
            this.draw();
          },
          Boolean(amount),
        ),
        button("done", "Done", () => this.send()),
        button("shut", "Close", () => this.shut()),
      ),
    );
    this.root.querySelector("[data-do=done]")?.classList.add("best");
    if (document.activeElement !== there(written)) there(written).value = this.coins ? String(this.coins / 100) : "";
    const same = had && this.root.querySelector(`[data-do="${had}"], [data-key="${CSS.escape(had)}"]`);
    if (had !== null && !this.root.contains(document.activeElement))
      (same instanceof HTMLButtonElement && !same.disabled ? same : this.root).focus({ preventScroll: true });
  }

  /** @param {Lying} one */
  line(one) {
    const moved = this.done.get(keyOf(one));
    const how = !moved
      ? ""
      : moved.paid
        ? `pay ${money(moved.paid)}`
        : moved.taken
          ? `take ${money(moved.taken)}`
          : "leave";
    const hand = one.hand > 1 ? ` hand ${one.hand}` : "";
    const words = `Box ${one.box}${hand} · ${one.player} · ${areaName(one.wager, this.areas)} ${money(one.cents)}`;
    return element(
      "button",
      {
        type: "button",
        class: "plain",
        "data-key": keyOf(one),
        "aria-pressed": String(keyOf(one) === this.chosen),
        onclick: () => {
          this.chosen = keyOf(one);
          this.putBack();
          this.draw();
        },
      },
      words,
      ...(how ? [element("strong", {}, how)] : []),
    );
  }

  // Digits cut chips, letters say what becomes of the wager; false where a key is none of these.
  /** @param {string} key */
  press(key) {
    if (!this.open) return false;
    const tube = /^[1-9]$/.test(key) ? this.rack.children[Number(key) - 1] : null;
    if (tube instanceof HTMLElement) tube.click();
    const names = { p: "pay", t: "take", l: "leave", backspace: "none", enter: "done", escape: "shut" };
    const name = Object.entries(names).find(([letter]) => letter === key)?.[1];
    const button = name && this.root.querySelector(`[data-do="${name}"]`);
    if (button instanceof HTMLButtonElement && !button.disabled) button.click();
    return Boolean(tube ?? button);
  }
}
