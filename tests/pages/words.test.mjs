// What a decision is worth, in words.

import assert from "node:assert/strict";
import test from "node:test";
import { dollars, inWords, worth } from "../../src/pitboss/house/pages/words.js";

test("a value has its sign, is told to the cent, and finer where there is less than one", () => {
  assert.equal(worth(-145.4), "−\u2060$1.45");
  assert.equal(worth(790), "+$7.90");
  assert.equal(worth(0), "+$0.00");
  assert.equal(worth(-0.26), "−\u2060$0.0026");
  assert.equal(dollars(1665), "$16.65");
});

test("a move is told in words", () => {
  assert.equal(inWords("no-second-chance"), "no second chance");
});
