// Chips on spots, before the deal and when a wager may be added in it: a tray, a field to type in, and what to do with
// what lies there. The slip keeps what is meant, the felt shows it; nothing is sent before a button is pressed.

import { chipSvg, trayOf } from "./chips.js";
import { Slip, keyOf, placeOf, spotAt, sum } from "./slip.js";
import { areaName } from "./felt.js";
import { cents, element, money } from "./words.js";

/** @import { Chip } from "./chips.js" */
/** @import { Doing } from "./felt.js" */
/** @import { Stakes, Terms } from "./slip.js" */
/** @typedef {{message: Said.Table | Said.Facts, view: Said.View, me: string, layout: Said.Layout}} Turn */

// Wagers that may be added once a round has begun: the move that makes one, the one that declines, and its kind.
/** @type {Record<string, [declines: string, wager: string]>} */
export const ADDED = { attack: ["no-attack", "attack"], insure: ["no-insurance", "insurance"] };

/** @type {[name: string, words: string, key: string, act: (betting: Betting) => void][]} */
const TOOLS = [
  ["undo", "Undo", "u", ({ slip }) => slip.undo()],
  ["clear", "Clear", "c", ({ slip }) => slip.clear()],
  ["double", "×2", "x", ({ slip }) => slip.double()],
  ["rebet", "Rebet", "r", ({ slip, spots }) => slip.rebet(spots)],
  ["same", "All boxes", "o", ({ slip, box, spots, terms }) => slip.sameForAll(box, spots, terms)],
];

export class Betting {
  /** @param {HTMLElement} felt @param {string} table @param {() => void} changed */
  constructor(felt, table, changed) {
    this.felt = felt;
    this.kept = `slip ${table}`;
    this.changed = changed;
    this.slip = new Slip();
    /** @type {Said.Spot[]} */
    this.spots = [];
    /** @type {Record<string, string>} */
    this.areas = {};
    this.chosen = "";
    this.asked = "";
    this.dragged = false;
    /** @type {Chip | null} the chip used last, which a second touch of a spot puts there again */
    this.chip = null;
    /** @type {Terms} */
    this.terms = { chips: 0, boxesMost: 1, adjacent: false, lying: {} };
    this.field = element("input", {
      class: "amount bet",
      inputmode: "decimal",
      autocomplete: "off",
      "data-field": "bet",
      oninput: () => this.typed(),
      onfocus: () => this.field.select(),
    });
    this.chips = element("div", { class: "tray", role: "group", "aria-label": "Chips" });
    /** @type {Record<string, HTMLButtonElement>} */
    this.tools = {};
    this.root = element("div", { class: "betting", hidden: true }, this.chips, this.field, this.toolbar());
    /** @type {(() => void) | null} what Enter in the field does */
    this.enter = null;
    this.field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      this.enter?.();
    });
    felt.addEventListener("click", (event) => this.touched(event));
    this.recall();
  }

  toolbar() {
    for (const [name, words, key, act] of TOOLS) {
      const does = () => {
        act(this);
        this.keep();
      };
      const named = { type: "button", class: "plain", "data-tool": name, title: `key ${key}` };
      this.tools[name] = element("button", { ...named, "aria-keyshortcuts": key, onclick: does }, words);
    }
    const label = "With the chips that are not yet bet";
    return element("div", { class: "bet-tools", role: "group", "aria-label": label }, ...Object.values(this.tools));
  }

  get box() {
    return placeOf(this.chosen).box;
  }

  /** @returns {Doing} */
  doing() {
    return {
      staged: this.slip.staged,
      suggested: this.slip.suggested,
      open: new Set(this.spots.map(keyOf)),
      chosen: this.chosen,
      sits: [],
    };
  }

  // What may be put where now; what was put there stays, whatever others have done meanwhile.
  /** @param {Turn} turn @param {string} asked which question this is: a new one begins with an empty slip */
  show(turn, asked) {
    const { message, view, me, layout } = turn;
    const lying = view.phase === "betting" ? laidBy(view, me) : {};
    const chips = view.players.find((player) => player.name === me)?.chips ?? 0;
    const free = view.phase === "betting";
    this.terms = {
      chips,
      boxesMost: free ? message.boxes_most : layout.positions,
      adjacent: free && layout.boxes_adjacent,
      lying,
    };
    this.areas = layout.areas;
    this.spots = free ? message.spots : addedSpots(message);
    // Somebody who has no chips yet, or only watches, is asked nothing.
    if (asked !== this.asked && (this.spots.length || !free)) this.begin(asked, turn);
    if (!spotAt(this.spots, this.chosen)) this.chosen = this.first(view, me);
    this.root.hidden = !this.spots.length;
    this.draw(layout);
  }

  /** @param {string} asked @param {Turn} turn */
  begin(asked, { view, me }) {
    const anew = this.asked !== "" || asked !== this.remembered;
    this.asked = asked;
    if (view.phase !== "betting") {
      this.slip.began();
      this.slip.suggest({});
    } else if (anew && !Object.keys(this.terms.lying).length) {
      const own = this.first(view, me);
      const again = this.slip.known(this.spots);
      const least = spotAt(this.spots, own)?.least;
      const affords = Object.keys(again).length && sum(again) <= this.terms.chips;
      const stakes = affords ? again : least ? { [own]: least } : {};
      this.chosen = Object.keys(stakes)[0] ?? own;
      this.slip.suggest(sum(stakes) <= this.terms.chips ? stakes : {});
    }
    this.keep(false);
  }

  // The house has taken no more: chips that can lie nowhere now come back, since nothing could clear them.
  refused() {
    if (!this.spots.length) this.slip.suggest({});
  }

  // One's own box, and on it what everybody bets.
  /** @param {Said.View} view @param {string} me */
  first(view, me) {
    const seat = view.players.find((player) => player.name === me)?.seat;
    const own = this.spots.find((spot) => spot.box === seat) ?? this.spots[0];
    return own ? keyOf(own) : "";
  }

  // --- by hand ------------------------------------------------------------------------------------------------------

  /** @param {string} key */
  choose(key) {
    this.chosen = key;
    this.changed();
  }

  /** @param {Chip} chip @param {string} [key] */
  put(chip, key = this.chosen) {
    const spot = spotAt(this.spots, key);
    if (!spot) return;
    this.chip = chip;
    this.chosen = key;
    this.slip.add(key, chip.cents, spot.beside_bet);
    this.keep();
  }

  typed() {
    const amount = cents(this.field.value);
    if (amount === null && this.field.value.trim()) return;
    this.slip.set(this.chosen, amount ?? 0, { typed: true, beside: spotAt(this.spots, this.chosen)?.beside_bet });
    this.keep();
  }

  // A spot that is touched is meant, and touched again it gets the same chip once more.
  /** @param {Event} event */
  touched(event) {
    if (!(event.target instanceof Element) || event.target.closest(".sit")) return;
    const spot = event.target.closest(".spot:not(:disabled)");
    const box = event.target.closest(".box");
    const there = spot instanceof HTMLElement ? `${spot.dataset.box}:${spot.dataset.wager}` : "";
    if (there && there === this.chosen) this.again(there);
    else if (there) this.added(there);
    else if (box instanceof HTMLElement) {
      const open = this.spots.find((one) => one.box === Number(box.dataset.box));
      if (open && open.box !== this.box) this.choose(keyOf(open));
    }
  }

  /** @param {string} key */
  again(key) {
    const spot = spotAt(this.spots, key);
    if (placeOf(key).wager in ANSWERS_ALL) this.added(key);
    else if (this.chip) this.put(this.chip, key);
    else if (spot) {
      this.slip.add(key, spot.least, spot.beside_bet); // no chip was chosen yet: as little as may lie there
      this.keep();
    }
  }

  // In the midst of a round a touch puts the whole of what may be added on a spot, or takes it off again.
  /** @param {string} key */
  added(key) {
    const whole = placeOf(key).wager in ANSWERS_ALL ? spotAt(this.spots, key)?.most : undefined;
    this.chosen = key;
    if (whole !== undefined) this.slip.set(key, this.slip.staged[key] ? 0 : whole);
    this.keep();
  }

  /** @param {string} key a key of the keyboard */
  press(key) {
    if (this.root.hidden) return false;
    const chip = this.chips.querySelectorAll("button")[Number(key) - 1];
    const tool = Object.values(this.tools).find((one) => one.getAttribute("aria-keyshortcuts") === key);
    if (/^[1-9]$/.test(key) && chip) chip.click();
    else if (tool && !tool.disabled && !tool.hidden) tool.click();
    else if (key === "arrowleft" || key === "arrowright") this.step(key === "arrowleft" ? 1 : -1);
    else if (key === "backspace") this.tools.undo?.click();
    else return false;
    return true;
  }

  // Box 1 is at the right as one sits before the table.
  /** @param {number} by */
  step(by) {
    const keys = this.spots.map(keyOf);
    const place = keys.indexOf(this.chosen);
    this.choose(keys[(place + by + keys.length) % keys.length] ?? this.chosen);
  }

  /** @param {PointerEvent} down @param {Chip} chip @param {HTMLElement} button */
  drag(down, chip, button) {
    const ghost = element("span", { class: "flying held", "aria-hidden": "true" });
    ghost.innerHTML = chipSvg(chip);
    const under = (/** @type {PointerEvent} */ event) =>
      document.elementFromPoint(event.clientX, event.clientY)?.closest(".spot:not(:disabled)");
    const move = (/** @type {PointerEvent} */ event) => {
      const far = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > 8;
      if (!ghost.isConnected && far) document.body.append(ghost);
      Object.assign(ghost.style, { left: `${event.clientX}px`, top: `${event.clientY}px` });
      for (const old of this.felt.querySelectorAll(".spot.under")) old.classList.remove("under");
      if (ghost.isConnected) under(event)?.classList.add("under");
    };
    const up = (/** @type {PointerEvent} */ event) => {
      button.removeEventListener("pointermove", move);
      const spot = ghost.isConnected ? under(event) : null;
      this.dragged = ghost.isConnected;
      ghost.remove();
      for (const old of this.felt.querySelectorAll(".spot.under")) old.classList.remove("under");
      if (spot instanceof HTMLElement) this.put(chip, `${spot.dataset.box}:${spot.dataset.wager}`);
    };
    button.setPointerCapture(down.pointerId);
    button.addEventListener("pointermove", move);
    button.addEventListener("pointerup", up, { once: true });
    button.addEventListener("pointercancel", up, { once: true });
  }

  // --- drawing ------------------------------------------------------------------------------------------------------

  /** @param {Said.Layout} layout */
  draw(layout) {
    const tray = trayOf(layout.chip_cents, Math.max(layout.maximum_cents, layout.chip_cents));
    if (this.chips.dataset.drawn !== String(tray.length)) {
      this.chips.dataset.drawn = String(tray.length);
      this.chips.replaceChildren(...tray.map((chip, place) => this.onTray(chip, place + 1)));
    }
    const spot = spotAt(this.spots, this.chosen);
    const place = placeOf(this.chosen);
    const name = `${areaName(place.wager, this.areas)}, box ${place.box}`;
    const range = spot ? `, from ${money(spot.least)} to ${money(spot.most)}` : "";
    this.field.setAttribute("aria-label", `${name}${range}`);
    this.field.title = `${name}${range}`;
    const value = this.slip.staged[this.chosen];
    if (document.activeElement !== this.field || cents(this.field.value) !== (value ?? null))
      this.field.value = value ? (value / 100).toString() : "";
    const several = new Set(this.spots.map((one) => one.box)).size > 1 && this.terms.boxesMost > 1;
    const here = Object.keys(this.slip.staged).some((key) => placeOf(key).box === this.box);
    const again = this.slip.known(this.spots);
    this.able("undo", this.slip.before.length > 0);
    this.able("clear", this.slip.total > 0);
    this.able("double", this.slip.total > 0);
    this.able("rebet", sum(again) > 0 && JSON.stringify(again) !== JSON.stringify(this.slip.staged));
    this.able("same", several && here);
    const hides = placeOf(this.chosen).wager in ANSWERS_ALL;
    for (const name of ["double", "rebet", "same"])
      if (this.tools[name]) this.tools[name].hidden = hides || (name === "same" && this.terms.boxesMost < 2);
  }

  /** @param {string} name @param {boolean} able */
  able(name, able) {
    const tool = this.tools[name];
    if (tool) tool.disabled = !able;
  }

  /** @param {Chip} chip @param {number} place */
  onTray(chip, place) {
    const button = element("button", {
      type: "button",
      class: "chip-button",
      "data-chip": chip.cents,
      "aria-label": `Put a chip of ${money(chip.cents)} there`,
      "aria-keyshortcuts": String(place),
      title: `${money(chip.cents)}: key ${place}`,
      onclick: () => {
        if (!this.dragged) this.put(chip); // what was dragged lies where it was let go
        this.dragged = false;
      },
      onpointerdown: (/** @type {PointerEvent} */ event) => this.drag(event, chip, button),
    });
    button.innerHTML = chipSvg(chip);
    return button;
  }

  // --- what is kept over a reload -----------------------------------------------------------------------------------

  keep(redraw = true) {
    const { staged, last, suggested } = this.slip;
    try {
      sessionStorage.setItem(this.kept, JSON.stringify({ asked: this.asked, staged, last, suggested }));
    } catch {
      // then it is kept as long as the page is there
    }
    if (redraw) this.changed();
  }

  recall() {
    /** @type {{asked?: string, staged?: Stakes, last?: Stakes, suggested?: boolean}} */
    let found = {};
    try {
      found = JSON.parse(sessionStorage.getItem(this.kept) ?? "{}");
    } catch {
      // nothing was kept
    }
    this.remembered = found.asked ?? "";
    this.slip.staged = found.staged ?? {};
    this.slip.last = found.last ?? {};
    this.slip.suggested = found.suggested ?? false;
  }
}

// Kinds of wager that are answered for every box at once.
/** @type {Record<string, true>} */
const ANSWERS_ALL = { attack: true, insurance: true };

/** @param {Said.View} view @param {string} me @returns {Stakes} */
export const laidBy = (view, me) =>
  Object.fromEntries(
    Object.entries(view.laid).flatMap(([box, lying]) =>
      Object.entries(lying[me] ?? {}).map(([wager, cents]) => [`${box}:${wager}`, cents]),
    ),
  );

/** @param {Said.Table | Said.Facts} message @returns {Said.Spot[]} */
function addedSpots({ amounts, offers }) {
  return Object.entries(amounts).flatMap(([name, range]) => {
    const [move = "", box = ""] = name.split(":");
    const kind = ADDED[move];
    if (!kind || !offers.includes(name)) return [];
    return [{ box: Number(box), wager: kind[1], ...range, beside_bet: false, within_bet: false }];
  });
}
