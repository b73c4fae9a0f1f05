// The story about oneself: "you" where the house has a name, and nowhere else.

import assert from "node:assert/strict";
import test from "node:test";
import { toYou, toldTo } from "../../src/pitboss/house/pages/you.js";

const said = (words, me = "Guest 7AE100") => toYou(words.replaceAll("NAME", me), me);

test("what somebody does is said as one says it of you", () => {
  assert.equal(said("NAME wagers $10 bet (box 2)"), "you wager $10 bet (box 2)");
  assert.equal(said("NAME is ready"), "you are ready");
  assert.equal(said("NAME refuses the cut"), "you refuse the cut");
  assert.equal(said("NAME passes"), "you pass");
  assert.equal(said("NAME denies it"), "you deny it");
  assert.equal(said("NAME does not open the pledge: new seeds are drawn, without NAME's"),
    "you do not open the pledge: new seeds are drawn, without yours");
});

test("what is somebody's is yours, and what is done to somebody is done to you", () => {
  assert.equal(said("NAME's bet of $10 is collected (box 2)"), "your bet of $10 is collected (box 2)");
  assert.equal(said("Flo confirms NAME's spoken wager (box 1)"), "Flo confirms your spoken wager (box 1)");
  assert.equal(said("the house decides for NAME: stand (stand)"), "the house decides for you: stand (stand)");
  assert.equal(said("NAME: stand (box 2)"), "you: stand (box 2)");
  assert.equal(said("cut offered to NAME"), "cut offered to you");
});

test("only a whole name is you, and who is called like a word of the trade changes one word only", () => {
  assert.equal(toYou("Annabel wagers $10 bet (box 2)", "Ann"), "Annabel wagers $10 bet (box 2)");
  assert.equal(said("NAME wagers $10 bet (box 2)", "bet"), "you wager $10 bet (box 2)");
  assert.equal(said("NAME's bet of $10 wins $10", "bet"), "your bet of $10 wins $10");
  assert.equal(said("NAME sits at box 1", "a.b (c)"), "you sit at box 1");
});

test("only lines of facts that name you are changed, and a watcher's none", () => {
  const facts = [
    { fact: "player-ready", player: "bet" },
    { fact: "wager-placed", player: "Bob", wager: "bet" },
    { fact: "hand-busted", box: 1 },
    { fact: "seeds-mixed", players: ["Bob", "bet"] },
  ];
  const story = ["bet is ready", "Bob wagers $5 bet", "the bet is lost", "the seeds of Bob, bet"].map((words, at) => ({ at, words, clauses: [] }));
  const lines = (me) => toldTo({ facts, story }, me).story.map(({ words }) => words);
  assert.deepEqual(lines("bet"), ["you are ready", "Bob wagers $5 bet", "the bet is lost", "the seeds of Bob, you"]);
  assert.deepEqual(lines(""), story.map(({ words }) => words));
});
