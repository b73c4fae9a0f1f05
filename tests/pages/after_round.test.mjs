// The score of a shoe, from the decisions of its rounds.

import assert from "node:assert/strict";
import test from "node:test";
import { scoreOf } from "../../src/pitboss/house/pages/after_round.js";

const round = (cost_cents, ...moves) => ({ cost_cents, decisions: moves.map(([move, best]) => ({ move, best })) });

test("the best decisions of all rounds are counted, and what the others cost is added up", () => {
  const rounds = [round(120, ["hit", "stand"], ["no-attack", "no-attack"]), round(45, ["stand", "hit"]), round(0)];
  const words = "The shoe is over. In 3 rounds 1 of 3 decisions were best: the others cost $1.65 on average.";
  assert.equal(scoreOf(rounds), words);
});

test("who gave nothing away is told so", () => {
  const rounds = [round(0, ["hit", "hit"]), round(0, ["stand", "stand"])];
  assert.equal(scoreOf(rounds), "The shoe is over. In 2 rounds 2 of 2 decisions were best: perfect.");
});

test("where nothing was decided there is no score", () => assert.equal(scoreOf([round(0), round(0)]), ""));
