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

test("signs in the story are read as cards, and fingerprints are not read", () => {
  const said = (words) => spokenOf({ facts: [settled], story: [{ at: 0, words, clauses: [] }] })[0];
  assert.equal(said("box 1 shows 7♠ 10♦  17"), "box 1 shows seven of spades, ten of diamonds, 17");
  assert.equal(said("dealer shows A♥ K♣: a pair"), "dealer shows ace of hearts, king of clubs: a pair");
  assert.equal(said("8♥ found face up, to the rack"), "eight of hearts, found face up, to the rack");
  assert.equal(said("dealer shuffles 384 cards; sealed 2b45a41394062657…"), "dealer shuffles 384 cards");
  assert.equal(said("Round 1 (rules c648eec4922a)"), "Round 1");
  assert.equal(said("seal bb4e9933d7380266… opened: 52 cards"), "seal opened: 52 cards");
  assert.equal(said("your bet of $10 wins $10 (box 1)"), "your bet of $10 wins $10 (box 1)");
});

test("whoever looks at their cards hears which they are, and nobody else", () => {
  const looked = (cards) => told({ fact: "cards-looked-at", player: "Ann", box: 1, hand: 1, cards });
  assert.deepEqual(looked(["7S", "9D"]), ["your cards: seven of spades, nine of diamonds"]);
  assert.deepEqual(looked(null), ["line 0"]);
});

test("what says nothing new is not spoken of", () => {
  assert.deepEqual(told({ fact: "cards-discarded", box: 1, hand: 1, cards: 2 }, settled), ["line 1"]);
});
