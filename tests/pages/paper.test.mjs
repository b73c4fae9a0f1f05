// A round on one sheet: what is alike is said once, money counted, nothing left out.

import assert from "node:assert/strict";
import { test } from "node:test";
import { lines, moved, together } from "../../src/pitboss/house/pages/paper.js";

test("sentences that begin and end alike are said once", () => {
  assert.equal(together(["box 1 ← 8♥", "box 2 ← 9♦"]), "box 1 ← 8♥, 2 ← 9♦");
  assert.equal(together(["Ann wagers $50 bet (box 1)", "Ann wagers $50 bet (box 2)"]), "Ann wagers $50 bet (box 1, 2)");
  assert.equal(together(["Ann declines insurance", "Bob declines insurance"]), "Ann, Bob declines insurance");
  assert.equal(together(["box 1: loses", "box 1: loses"]), "box 1: loses (2 times)");
  assert.equal(together(["one alone"]), "one alone");
  assert.equal(together([]), "");
});

const posting = { source: "", target: "", giver: "Ann's chips", taker: "the layout", what: "bet", clauses: "" };

test("equal transfers are counted, others stand beside them", () => {
  const some = [1, 2, 3].map((id) => ({ ...posting, id, cents: id === 3 ? 2500 : 5000 }));
  assert.deepEqual(moved(some), ["2 × $50 Ann's chips → the layout (bet)", "$25 Ann's chips → the layout (bet)"]);
});

const step = (fact, words, clauses, money = []) => ({ at: 0, fact: { fact }, words, clauses, money });

test("steps of one kind under one clause are one line, and every step is in a line", () => {
  const round = {
    steps: [
      step("wager-placed", "Ann wagers (box 1)", ["PA 1"], [1]),
      step("wager-placed", "Ann wagers (box 2)", ["PA 1"], [2]),
      step("wager-placed", "Ann wagers (box 3)", ["PA 2"], [3]),
      step("card-dealt", "box 1 ← 8♥", ["PA 2"]),
      step("wager-placed", "Ann wagers (box 4)", ["PA 2"]),
    ],
    money: [1, 2, 3].map((id) => ({ ...posting, id, cents: 5000 })),
  };
  const found = lines(round);
  assert.deepEqual(
    found.map(({ first, last, clauses }) => [first, last, ...clauses]),
    [
      [1, 2, "PA 1"],
      [3, 3, "PA 2"],
      [4, 4, "PA 2"],
      [5, 5, "PA 2"],
    ],
  );
  assert.deepEqual(found[0].money, ["2 × $50 Ann's chips → the layout (bet)"]);
  assert.deepEqual(found[2].money, []);
});
