import assert from "node:assert/strict";
import { test } from "node:test";

import { Meanwhile, howLong } from "../../src/pitboss/house/pages/away.js";

const bet = { fact: "wager-placed", player: "Ann", box: 1, hand: 1, wager: "bet", cents: 1000, clauses: [] };
const stood = { fact: "house-decided", player: "Ann", move: "stand", rule: "stand", clauses: ["PA 665a.7(h)"] };
const paid = { ...bet, fact: "wager-paid", winnings: 1500 };
const over = { fact: "round-ended", round: 3, clauses: [] };

/** @param {any[]} facts */
const told = (...facts) => ({
  facts,
  story: facts.map((fact, at) => ({ at, words: `${fact.fact} happened`, clauses: fact.clauses })),
});

test("what was wagered before the line went dead counts in what the round came to", () => {
  const ann = new Meanwhile();
  assert.deepEqual(ann.take(told(bet), "Ann"), []);
  assert.deepEqual(ann.take(told(stood, paid, over), "Ann"), [
    { words: "house-decided happened", clauses: ["PA 665a.7(h)"] },
    { words: "round 3 is over: you won $15", clauses: [] },
  ]);
});

test("a lost wager and a pushed one", () => {
  assert.equal(new Meanwhile().take(told(bet, over), "Ann")[0]?.words, "round 3 is over: you lost $10");
  const back = { ...bet, fact: "wager-returned" };
  assert.equal(new Meanwhile().take(told(bet, back, over), "Ann")[0]?.words, "round 3 is over: you came out even");
});

test("winnings taken back do not count", () => {
  const undone = { ...bet, fact: "payment-undone", winnings: 1500 };
  const [line] = new Meanwhile().take(told(bet, paid, undone, over), "Ann");
  assert.equal(line?.words, "round 3 is over: you came out even");
});

test("a round begins anew after each", () => {
  const ann = new Meanwhile();
  ann.take(told(bet, over), "Ann");
  assert.deepEqual(ann.take(told(over), "Ann"), [], "a round one took no part in is not told");
  assert.equal(ann.take(told(bet, paid, over), "Ann")[0]?.words, "round 3 is over: you won $15");
});

test("what the house did for others is theirs", () => {
  assert.deepEqual(new Meanwhile().take(told({ ...bet, player: "Bob" }, { ...stood, player: "Bob" }, over), "Ann"), []);
});

test("who was seen out hears where the chips are, and everybody that the table closed", () => {
  const left = { fact: "player-left", player: "Ann", cents: 49000, clauses: [] };
  const closed = { fact: "table-closed", by: "floorperson", clauses: [] };
  const lines = new Meanwhile().take(told(left, closed), "Ann").map(({ words }) => words);
  assert.deepEqual(lines, ["you got up, and $490 went back to you", "table-closed happened"]);
});

test("how long in words", () => {
  assert.deepEqual([0, 4200, 89_400, 90_000, 600_000].map(howLong), [
    "1 second",
    "4 seconds",
    "89 seconds",
    "2 minutes",
    "10 minutes",
  ]);
});
