import assert from "node:assert/strict";
import { test } from "node:test";

import { step } from "../../src/pitboss/house/pages/guide.js";

const view = (more = {}) => ({ may: [], bets: {}, phase: "betting", waiting_for: ["Ann"], ...more });

test("first the bet, then the deal", () => {
  assert.deepEqual(step(view({ may: ["wager", "ready"] }), "Ann", false)?.press, ["ready", "wager"]);
  const others = view({ may: ["wager", "ready"], bets: { 2: { Bob: 1000 } } });
  assert.equal(step(others, "Ann", false)?.words.startsWith("Place your bet"), true, "another's bet is not mine");
  const placed = view({ may: ["wager", "ready"], bets: { 1: { Ann: 1000 } } });
  assert.deepEqual(step(placed, "Ann", false)?.press, ["ready"]);
});

test("each question has its words, and what to press when in doubt", () => {
  const pressed = (...may) => step(view({ phase: "play", may }), "Ann", false)?.press[0];
  assert.equal(pressed("attack", "no-attack"), "no-attack");
  assert.equal(pressed("insure", "no-insurance"), "no-insurance");
  assert.equal(pressed("hit", "stand", "double"), "stand");
  assert.equal(pressed("hit", "stand", "look-at-cards"), "look-at-cards", "one looks before one decides");
});

test("nothing to press while others are asked, or while the table is made ready", () => {
  assert.deepEqual(step(view({ phase: "play", waiting_for: ["Bob"] }), "Ann", false)?.press, []);
  assert.match(step(view({ phase: "shuffle", may: ["view-spread"] }), "Ann", false)?.words ?? "", /made ready/);
});

test("after a round there is one word more", () => {
  assert.match(step(view({ may: ["wager"] }), "Ann", true)?.words ?? "", /That was a round/);
});
