// The open tables: which of them somebody asks for, and which seat a newcomer is shown to. Pure: cards in, choices out.

/** @typedef {{game: string, free: boolean, most: number}} Wanted the stakes are the most that the least bet may be */

/** @type {Wanted} */
export const EVERYTHING = { game: "", free: false, most: 0 };

/** @param {Said.TableCard} table */
export const freeSeats = (table) => table.positions - Object.keys(table.taken).length;

/** @param {Said.TableCard[]} tables @param {Wanted} wanted */
export const filtered = (tables, { game, free, most }) =>
  tables.filter(
    (table) =>
      (!game || table.game === game) && (!free || freeSeats(table) > 0) && (!most || table.minimum_cents <= most),
  );

/** @param {Said.TableCard} table @param {string} name */
export const sitsAt = (table, name) => Object.values(table.taken).includes(name);

/** @param {Map<string, Said.TableCard>} tables @param {Said.LobbyChanged} changed */
export function follow(tables, changed) {
  for (const table of changed.tables) tables.set(table.table, table);
  for (const gone of changed.gone) tables.delete(gone);
}

// A newcomer plays by the book, and sooner alone than in company that has to wait; a box in the middle sees most.
/** @param {Said.TableCard[]} tables @param {string} game */
export const tablesFor = (tables, game) =>
  tables
    .filter((table) => table.game === game && !table.departures.length && !table.private && freeSeats(table) > 0)
    .sort((one, other) => freeSeats(other) - freeSeats(one));

/** @param {Pick<Said.TableCard, "positions" | "taken">} table */
export function boxesFor({ positions, taken }) {
  const middle = (positions + 1) / 2;
  const boxes = Array.from({ length: positions }, (_, place) => place + 1).filter((box) => !(box in taken));
  return boxes.sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle) || one - other);
}
