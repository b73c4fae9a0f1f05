import assert from "node:assert/strict";
import { test } from "node:test";

import { EVERYTHING, boxesFor, filtered, follow, tablesFor } from "../../src/pitboss/house/pages/open_tables.js";

const table = (id, more = {}) => ({
  table: id,
  game: "one",
  positions: 6,
  taken: {},
  minimum_cents: 1000,
  departures: [],
  private: false,
  ...more,
});
const full = { 1: "A", 2: "B", 3: "C", 4: "D", 5: "E", 6: "F" };
const ids = (tables) => tables.map(({ table: id }) => id);

test("tables are found by game, free seat and stakes, each alone and all together", () => {
  const all = [table("a"), table("b", { game: "two" }), table("c", { taken: full }), table("d", { minimum_cents: 1001 })];
  assert.deepEqual(ids(filtered(all, EVERYTHING)), ["a", "b", "c", "d"]);
  assert.deepEqual(ids(filtered(all, { ...EVERYTHING, game: "two" })), ["b"]);
  assert.deepEqual(ids(filtered(all, { ...EVERYTHING, free: true })), ["a", "b", "d"]);
  assert.deepEqual(ids(filtered(all, { ...EVERYTHING, most: 1000 })), ["a", "b", "c"]);
  assert.deepEqual(ids(filtered(all, { game: "one", free: true, most: 1000 })), ["a"]);
});

test("what changed takes the place of what was, and what is gone goes", () => {
  const there = new Map([["a", table("a")], ["b", table("b")]]);
  follow(there, { type: "lobby-changed", tables: [table("a", { round: 3 }), table("c")], gone: ["b", "never"] });
  assert.deepEqual([...there.keys()], ["a", "c"]);
  assert.equal(there.get("a").round, 3);
});

test("a newcomer is shown to an empty table of the game as the law has it, then to the emptiest", () => {
  const all = [
    table("two there", { taken: { 1: "A", 2: "B" } }),
    table("empty"),
    table("one there", { taken: { 5: "A" } }),
    table("full", { taken: full }),
    table("other game", { game: "two" }),
    table("not as the law", { departures: ["decks"] }),
    table("private", { private: true }),
  ];
  assert.deepEqual(ids(tablesFor(all, "one")), ["empty", "one there", "two there"]);
  assert.deepEqual(tablesFor(all, "three"), []);
});

test("the seat is in the middle, or as near to it as is free", () => {
  assert.deepEqual(boxesFor({ positions: 6, taken: {} }), [3, 4, 2, 5, 1, 6]);
  assert.deepEqual(boxesFor({ positions: 5, taken: { 3: "A" } }), [2, 4, 1, 5]);
  assert.deepEqual(boxesFor({ positions: 2, taken: { 1: "A", 2: "B" } }), []);
});
