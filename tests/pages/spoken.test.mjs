// What is heard: every card of the dealer's, however much follows it, and of the rest the newest.

import assert from "node:assert/strict";
import test from "node:test";
import { spokenOf } from "../../src/pitboss/house/pages/spoken.js";

const told = (...facts) => spokenOf({ facts, story: facts.map((_, at) => ({ at, words: `line ${at}`, clauses: [] })) });
const settled = { fact: "hand-settled", box: 1, hand: 1, outcome: "loses" };

test("cards are told in words", () => {
  assert.deepEqual(told({ fact: "card-dealt", box: 2, hand: 1, card: "8H" }, { fact: "card-dealt", box: 0, card: null }), [
    "box 2 gets eight of hearts",
    "dealer gets a card face down",
  ]);
  assert.deepEqual(told({ fact: "card-laid", hand: "Banker", card: "KS", points: 7 }), ["Banker gets king of spades, 7 points"]);
});

test("the dealer's turned card is heard though twelve hands are settled after it", () => {
  const heard = told({ fact: "hole-card-turned", card: "KD" }, ...Array(12).fill(settled));
  assert.equal(heard[0], "the dealer turns king of diamonds");
  assert.deepEqual(heard.slice(1), [4, 5, 6, 7, 8, 9, 10, 11, 12].map((at) => `line ${at}`));
});

test("what says nothing new is not spoken of", () => {
  assert.deepEqual(told({ fact: "cards-discarded", box: 1, hand: 1, cards: 2 }, settled), ["line 1"]);
});
