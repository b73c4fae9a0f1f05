// The dealer's controls, made from what the house says of its moves: a press where nothing need be said, a form where
// something must, and a tool for what is done at a place on the felt. Nothing here knows a move by name.

import { capital, fieldOf, filled, plainWords, usual } from "./forms.js";
import { cite } from "./story.js";
import { become, element, part, there } from "./words.js";

/** @import { Fields } from "./forms.js" */
/** @typedef {(act: object) => Promise<unknown>} Act */

const PICK_UP = "pick-up";
export const AT_WORK = "at work"; // at a table where people play, as the house calls it
const OWN_KEYS = "fmuyo"; // of the buttons that are no moves

// What can be done without a word: whatever a move has to be told has its usual answer.
/** @param {Said.Control} control */
const needsNothing = ({ fields }) =>
  fields.every(({ kind, choices, required, default: usual }) =>
    kind === "list" ? !choices.length : !required || usual !== null,
  );

/** @param {Said.Control} control @param {Fields} fields @param {string} role */
export const stepOf = (control, fields, role = control.roles[0] ?? "dealer") => ({
  act: "step",
  move: { move: control.move, by: role, ...fields },
});

export class ConsoleBar {
  /** @param {HTMLElement} root @param {Act} act @param {{tool: () => void, chips: () => void, say: () => void}} on */
  constructor(root, act, on) {
    this.root = root;
    this.act = act;
    this.on = on;
    /** @type {Said.Control[]} */
    this.controls = [];
    /** @type {Map<string, HTMLButtonElement>} */
    this.keys = new Map();
    /** @type {number[][]} hands picked up so far, box and hand */
    this.picked = [];
    this.tool = "";
    this.chosen = false; // whether the tool was chosen by hand in this part of the round
    this.phase = "";
    this.practises = true; // whether chips, words and cards are the dealer's to handle, and not the table's
    this.form = element("form", { class: "panel confirm", hidden: true });
    this.row = element("div", { class: "moves", role: "group", "aria-label": "What you can do" });
    this.tools = element("div", {
      class: "tools-at-places",
      role: "group",
      "aria-label": "What a tap on a place does",
    });
    this.all = element("details", { class: "every-move" }, element("summary", {}, "Every other move"));
    root.append(this.row, this.tools, this.form, this.all);
  }

  /** @param {Said.Console} told @param {string} phase */
  show(told, phase) {
    if (told.controls) this.controls = told.controls;
    if (phase !== this.phase) this.chosen = false;
    this.phase = phase;
    this.practises = told.mode !== AT_WORK;
    const drawn = JSON.stringify([this.controls, told.next, phase, this.tool, this.picked]);
    if (drawn === this.root.dataset.drawn) return;
    this.root.dataset.drawn = drawn;
    const had = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.move : undefined;
    const inside = this.root.contains(document.activeElement);
    this.keys.clear();
    this.choose(told);
    this.drawTools();
    this.drawRow(told);
    this.drawAll();
    if (!inside || !this.form.hidden) return;
    if (document.activeElement !== document.body) return; // it stayed where it was
    const same = had && this.root.querySelector(`[data-move="${had}"]`);
    (same instanceof HTMLElement ? same : this.root).focus({ preventScroll: true });
  }

  /** @param {string} key */
  keyed(key) {
    const made = this.keys.get(key);
    return made && there(made);
  }

  get here() {
    return this.controls.filter(({ when }) => when !== "other");
  }

  // What is done at places here, the next step first, else what is done most often; whoever chose a tool keeps it.
  /** @param {Said.Console} told */
  choose({ next, due }) {
    const placed = this.placed;
    const known = [...placed.map(({ move }) => move), PICK_UP];
    if (this.chosen && known.includes(this.tool)) return;
    const now = placed.find(({ when }) => when === "now");
    const cards = next && due[0] === "cards" ? PICK_UP : null;
    this.tool = cards ?? now?.move ?? placed[0]?.move ?? PICK_UP;
  }

  /** @param {string} tool */
  take(tool) {
    this.tool = tool;
    this.chosen = true;
    this.picked = [];
    this.on.tool();
  }

  // What is done at a place in this part of the round; where nothing is, still the first that ever is.
  get placed() {
    const here = this.here.filter(({ place }) => place);
    return here.length ? here : this.controls.filter(({ place }) => place).slice(0, 1);
  }

  drawTools() {
    const { placed } = this;
    const tool = (/** @type {string} */ name, /** @type {string} */ label, /** @type {string} */ key) => {
      const made = this.button(label, () => this.take(name), key);
      made.setAttribute("aria-pressed", String(this.tool === name));
      made.dataset.tool = name;
      return made;
    };
    become(
      this.tools,
      ...placed.map((control) => tool(control.move, capital(plainWords(control.move)), this.letter(control.move))),
      ...(this.practises
        ? [
            tool(PICK_UP, "Pick up", "u"),
            ...this.pickedUp(),
            this.button("Chips", () => this.on.chips(), "y"),
            this.button("Say", () => this.on.say(), "o"),
          ]
        : []),
      this.button("Call the floor", () => this.open("floorperson"), "f"),
      this.button("More", () => this.open(), "m"),
    );
  }

  pickedUp() {
    if (!this.picked.length) return [];
    const order = this.picked.map(([box, hand]) =>
      box ? `box ${box}${(hand ?? 1) > 1 ? `.${hand}` : ""}` : "your own",
    );
    const done = this.button(`Picked up: ${order.join(", ")}`, () => this.pickUp(), "");
    done.classList.add("best");
    done.dataset.done = PICK_UP;
    return [done];
  }

  async pickUp() {
    const hands = this.picked;
    this.picked = [];
    await this.act({ act: "pickup", hands });
    this.on.tool();
  }

  /** @param {Said.Console} told */
  drawRow({ next }) {
    const plain = this.here.filter(({ place }) => !place);
    const buttons = plain.map((control) => this.control(control));
    if (next) {
      const go = this.button(capital(next.words), () => this.act(/** @type {object} */ (next.act)), "");
      go.classList.add("best");
      go.dataset.next = "";
      go.setAttribute("aria-keyshortcuts", "Enter");
      go.append(element("kbd", { "aria-hidden": "true" }, "⏎"));
      this.keys.set("enter", go);
      buttons.unshift(go);
    }
    become(this.row, ...buttons);
  }

  // Everything else that the house can do at this table, by whose it is.
  drawAll() {
    const groups = [...new Set(this.controls.flatMap(({ roles }) => roles))].map((role) => {
      const its = this.controls.filter(({ roles }) => roles.includes(role));
      return element(
        "section",
        { "data-role": role },
        element("h2", { tabindex: "-1" }, role === "dealer" ? "You, the dealer" : `The ${role}`),
        element("div", { class: "offers" }, ...its.map((control) => this.control(control, role, false))),
      );
    });
    const summary = part(this.all, "summary");
    become(this.all, summary, ...groups);
  }

  /** @param {string} [role] */
  open(role = "dealer") {
    this.all.open = true;
    const heading = this.all.querySelector(`[data-role="${role}"] h2`);
    if (heading instanceof HTMLElement) {
      heading.scrollIntoView({ block: "nearest" });
      heading.focus({ preventScroll: true });
    }
  }

  /** @param {Said.Control} control @param {string} [role] @param {boolean} [keyed] */
  control(control, role = control.roles[0], keyed = true) {
    const short = needsNothing(control) && (keyed || !control.fields.length);
    const act = () => (short ? this.act(stepOf(control, usual(control), role)) : this.ask(control, role));
    const label = capital(plainWords(control.move)) + (short ? "" : "…");
    const made = this.button(label, act, keyed ? this.letter(control.move) : "");
    made.dataset.move = control.move;
    made.title = control.words;
    if (control.when === "now") made.classList.add("now");
    return made;
  }

  /** @param {Said.Control} control @param {string} [role] */
  ask(control, role) {
    const form = this.form;
    form.dataset.of = control.move;
    form.hidden = false;
    form.replaceChildren(
      element("h2", {}, control.words),
      ...control.fields.map(fieldOf),
      element(
        "div",
        { class: "group" },
        element("button", { type: "submit", "data-confirm": control.move }, "Do it"),
        element("button", { type: "button", class: "plain", onclick: () => this.close() }, "Leave it"),
      ),
    );
    form.onsubmit = async (event) => {
      event.preventDefault();
      const fields = filled(control, new FormData(form));
      this.close();
      await this.act(stepOf(control, fields, role));
    };
    const first = form.querySelector("input:not([type=hidden]), select, button");
    if (first instanceof HTMLElement) first.focus();
  }

  close() {
    this.form.hidden = true;
    this.root.focus({ preventScroll: true });
  }

  // The first letter of a move's name that is still free.
  /** @param {string} move */
  letter(move) {
    return [...move].find((one) => /[a-z]/.test(one) && !OWN_KEYS.includes(one) && !this.keys.has(one)) ?? "";
  }

  /** @param {string} label @param {() => unknown} act @param {string} key */
  button(label, act, key) {
    const made = element("button", { type: "button", class: "plain", onclick: act }, label);
    if (key && !this.keys.has(key)) {
      this.keys.set(key, made);
      made.setAttribute("aria-keyshortcuts", key);
      made.append(element("kbd", { "aria-hidden": "true" }, key.toUpperCase()));
    }
    return made;
  }

  // A place on the felt is tapped: the tool that is in hand is used there.
  /** @param {number} place @param {number[]} hands those that are meant, in the order in which they lie */
  tap(place, hands) {
    if (this.tool === PICK_UP) {
      const lies = (/** @type {number} */ hand) => this.picked.some((one) => one[0] === place && one[1] === hand);
      const rest = hands.filter((hand) => !lies(hand)).map((hand) => [place, hand]);
      // Tapped again, what was picked up is put back.
      this.picked = rest.length ? [...this.picked, ...rest] : this.picked.filter(([box]) => box !== place);
      this.on.tool();
      return;
    }
    const control = this.controls.find(({ move }) => move === this.tool);
    if (control?.place) this.act(stepOf(control, { [control.place]: place }));
  }

  // Whether the tool in hand is used at a place at all.
  /** @param {number} place */
  fits(place) {
    const control = this.controls.find(({ move }) => move === this.tool);
    const field = control?.fields.find(({ name }) => name === control.place);
    return !field || field.choices.includes(place);
  }

  /** @param {number} place */
  label(place) {
    return `${capital(plainWords(this.tool))}: ${place ? `box ${place}` : "your own hand"}`;
  }
}

/** @param {string[]} clauses */
export const cites = (clauses) => clauses.flatMap((id) => [cite(id), " "]);
