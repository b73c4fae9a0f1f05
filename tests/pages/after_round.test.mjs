// The score of a shoe, as the house has counted it from the journal.

import assert from "node:assert/strict";
import test from "node:test";
import { scoreOf } from "../../src/pitboss/house/pages/after_round.js";

test("the best decisions of the shoe are told, and what the others cost", () => {
  const words = "The shoe is over. In 3 rounds 1 of 3 decisions were best: the others cost $1.65 on average.";
  assert.equal(scoreOf({ rounds: 3, decisions: 3, best: 1, cost_cents: 165 }), words);
});

test("who gave nothing away is told so", () => {
  const words = "The shoe is over. In 2 rounds 2 of 2 decisions were best: perfect.";
  assert.equal(scoreOf({ rounds: 2, decisions: 2, best: 2, cost_cents: 0 }), words);
});

test("where nothing was decided there is no score", () =>
  assert.equal(scoreOf({ rounds: 2, decisions: 0, best: 0, cost_cents: 0 }), ""));
