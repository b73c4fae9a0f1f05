// "Play now": a newcomer is shown to a free seat with chips in front of them, and whatever comes before the first bet
// is done for them as somebody does it who is in no hurry to understand it.

import { boxesFor, sitsAt, tablesFor } from "./open_tables.js";
import { remembered } from "./remember.js";

/** @import { House } from "./socket.js" */

const BUY_IN = 50_000;
// What a player may do before the first bet and need not think about, in this order.
/** @type {("view-spread" | "refuse-cut")[]} */
const OPENING = ["view-spread", "refuse-cut"];

// Seated, and shown to the first bet; who has not played a round yet is guided through it.
/** @param {House} house @param {string} game @param {Said.TableCard[]} tables */
export async function playNow(house, game, tables) {
  const usher = new Usher(house);
  const seated = await usher.seat(game, tables);
  if (!usher.table) usher.leave(); // they sat there already, or nowhere
  if (typeof seated !== "string") return seated;
  if (remembered("guide") !== "done") new (await import("./guide.js")).Guide(house, seated);
  location.hash = `#/table/${seated}`;
  return null;
}

// A table for oneself, seated and shown to the first bet; the one there is, if there is one.
/** @param {House} house @param {string} game */
export async function practise(house, game) {
  const opened = await house.ask({ type: "open-table", game, practice: true });
  if (opened.type !== "opened") return opened;
  const usher = new Usher(house);
  await usher.sit(opened.table, 1);
  if (!usher.table) usher.leave();
  location.hash = `#/table/${opened.table}`;
  return null;
}

// Told once somebody has gone from the table that they were shown to.
/** @param {() => string} table none while they are on their way @param {() => void} gone @returns {() => void} */
export function elsewhere(table, gone) {
  const look = () => {
    if (table() && location.hash !== `#/table/${table()}`) gone();
  };
  addEventListener("hashchange", look);
  return () => removeEventListener("hashchange", look);
}

// Whoever is shown to one table: their usher goes when they may bet, or when they go elsewhere by themselves.
class Usher {
  /** @param {House} house */
  constructor(house) {
    this.house = house;
    this.table = "";
    this.busy = false;
    /** @type {Said.Table | Said.Facts | null} */
    this.latest = null;
    this.offs = [
      house.on("table", (told) => this.hear(told)),
      house.on("facts", (told) => this.hear(told)),
      elsewhere(() => this.table, () => this.leave()),
    ];
  }

  /**
   * Where to play: the table at which one sits already, an empty one, a new one; in company only where there is none.
   * @param {string} game
   * @param {Said.TableCard[]} tables
   * @returns {Promise<string | Said.Refused | Said.Error>} the table, or why there is none
   */
  async seat(game, tables) {
    const mine = tables.find((table) => table.game === game && sitsAt(table, this.house.welcome.name));
    if (mine) return mine.table;
    const found = tablesFor(tables, game);
    const alone = await this.sitAt(found.filter(({ taken }) => !Object.keys(taken).length));
    if (alone) return alone;
    const opened = await this.house.ask({ type: "open-table", game, options: {}, readings: {} });
    if (opened.type !== "opened") return (await this.sitAt(found)) ?? opened;
    return (await this.sit(opened.table, 1)) ?? opened.table;
  }

  // The first table at which a seat is still free when we come to it; somebody else may have been quicker.
  /** @param {Said.TableCard[]} tables */
  async sitAt(tables) {
    for (const table of tables) {
      for (const box of boxesFor(table)) {
        const sat = await this.sit(table.table, box);
        if (sat === null) return table.table;
        if (!("code" in sat) || sat.code !== "sit/taken") return sat;
      }
    }
    return null;
  }

  /** @param {string} table @param {number} box */
  async sit(table, box) {
    const sat = await this.house.move(table, { move: "sit", box });
    if (sat.type !== "accepted") return sat;
    const cents = Math.min(BUY_IN, this.house.welcome.bankroll_cents);
    const bought = await this.house.move(table, { move: "buy-in", cents });
    if (bought.type !== "accepted") return bought;
    this.table = table;
    return null;
  }

  /** @param {Said.Table | Said.Facts} told */
  async hear(told) {
    const { table, view } = told;
    if (table !== this.table) return;
    this.latest = told;
    if (this.busy) return;
    if (view.may.includes("wager")) this.leave();
    const move = OPENING.find((name) => view.may.includes(name));
    if (!move) return;
    this.busy = true;
    await this.house.move(table, { move });
    this.busy = false;
    if (this.latest && this.latest !== told) this.hear(this.latest); // what was told meanwhile asks for the next step
  }

  leave() {
    this.table = "";
    for (const off of this.offs) off();
  }
}
