// The story by rounds and phases, and the words of the trade in a text.

import assert from "node:assert/strict";
import test from "node:test";
import { Chapters, brief } from "../../src/pitboss/house/pages/chapters.js";
import { marked, matcher } from "../../src/pitboss/house/pages/glossary.js";

const told = (...facts) => {
  const chapters = new Chapters();
  facts.forEach((fact, at) => chapters.take(fact, { at, words: fact.fact, clauses: [] }));
  return chapters.all.map(({ round, phases }) => [round, phases.map(({ name, lines }) => [name, lines.length])]);
};
const fact = (kind, fields = {}) => ({ fact: kind, ...fields });
const bet = fact("wager-placed", { wager: "bet" });

test("a round of Double Attack has the phases of its section, in their order", () => {
  const [first, next] = told(
    fact("shoe-loaded"),
    fact("card-burned"),
    bet,
    fact("wager-placed", { wager: "bust-it" }),
    fact("player-ready"),
    fact("bets-closed"),
    fact("round-began", { round: 1 }),
    fact("card-dealt"),
    fact("wager-declined", { wager: "attack" }),
    fact("card-dealt"),
    fact("card-dealt"),
    fact("wager-declined", { wager: "insurance" }),
    fact("hole-card-read"),
    fact("decision-made"),
    fact("card-dealt"),
    fact("hole-card-turned"),
    fact("card-dealt"),
    fact("hand-settled"),
    fact("wager-collected"),
    fact("cards-discarded"),
    fact("round-ended", { round: 1 }),
    bet,
  );
  assert.deepEqual(first, [
    1,
    [
      ["The cards", 2],
      ["Wagers", 4],
      ["The deal", 2],
      ["The attack", 1],
      ["The deal", 2],
      ["Insurance", 1],
      ["The deal", 1],
      ["The players' turn", 2],
      ["The dealer's turn", 2],
      ["Paid and taken", 4],
    ],
  ]);
  assert.deepEqual(next, [null, [["Wagers", 1]]], "a round has no number before it has begun");
});

test("a double's wager is made in the players' turn, and a card after it is not the deal", () => {
  const [[, phases]] = told(
    fact("round-began", { round: 3 }),
    fact("decision-made"),
    fact("wager-placed", { wager: "double" }),
    fact("card-dealt"),
  );
  assert.deepEqual(phases.at(-1), ["The players' turn", 3]);
});

test("a citation is brief beside others of its document, and keeps what tells it from them", () => {
  assert.equal(brief("PA 665a.7(f)(2)"), ".7(f)(2)");
  assert.equal(brief("NJ 26.7(d)"), ".7(d)");
  assert.equal(brief("DD Dealing 4"), "Dealing 4");
  assert.equal(brief("PA 665a.1 Hole card"), ".1 Hole card");
});

const known = new Map([
  ["total", "points"],
  ["hard total", "points without a soft ace"],
  ["push", "nobody wins"],
]);
const by = matcher([...known.keys()]);

test("the longest word is taken, a plural too, and each meaning once", () => {
  assert.deepEqual(marked("Two pushes, a hard total, a push.", by, known), [
    "Two ",
    ["pushes", "nobody wins"],
    ", a ",
    ["hard total", "points without a soft ace"],
    ", a push.",
  ]);
});

test("a word inside another is no word", () => {
  assert.deepEqual(marked("totally pushy", by, known), ["totally pushy"]);
  assert.deepEqual(marked("nothing known", null, known), ["nothing known"]);
});
