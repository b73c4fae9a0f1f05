// The line that says what the table waits for, from whom, and what can be done about a refusal.

import assert from "node:assert/strict";
import test from "node:test";
import { handInWords, nowOf } from "../../src/pitboss/house/pages/now.js";
import { whatToDo } from "../../src/pitboss/house/pages/refusal.js";

const seat = (name, box, chips = 50_000) => ({ name, seat: box, chips });
const view = (more = {}) => ({
  phase: "betting", waiting_for: ["Ann", "dealer"], waiting_at_box: 0, waiting_at_hand: 0, may: ["wager", "ready"],
  players: [seat("Ann", 1)], laid: {}, boxes: [], dealer: [], ...more,
});
const words = (seen, more = {}) =>
  nowOf({ view: view(seen), offers: [], spots: [1], me: "Ann", seated: true, least: 1000, ...more }).words;
const hand = (cards, total, soft = false, number = 1) => ({ box: 2, hand: number, cards, total, soft });
const playing = (hands, more = {}) => ({
  phase: "play", may: ["hit", "stand"], waiting_for: ["Ann"], waiting_at_box: 2, waiting_at_hand: 1,
  dealer: ["9S", null], boxes: [{ box: 2, decides: "Ann", hands }], ...more,
});
const bet = { laid: { 1: { Ann: { bet: 1000 } } } };
const BOTH = { players: [seat("Ann", 1), seat("Bob", 2)] };

test("a newcomer is not told that an open table is closed, and at a closed one is", () => {
  assert.match(words({ players: [], phase: "opening" }, { seated: false }), /Nobody sits here yet/);
  assert.equal(words({ players: [], phase: "closed" }), "This table is closed.");
});

test("before a bet, after it, and when it may still be changed", () => {
  assert.equal(words({}), "Place your bet.");
  assert.equal(words(bet, { offers: ["ready", "take-back:1"] }), "Bet placed: deal, or change it.");
  assert.match(words(bet, { offers: ["ready"] }), /^Bet placed: deal\. It stays/);
  assert.equal(words(bet), "You are in.");
  assert.equal(words({ ...bet, ...BOTH }), "You are in. Waiting for Bob.");
});

test("who sits a round out is told that a bet is still possible", () => {
  assert.equal(words(BOTH), "You sit this one out: bet after all, or wait for the next round.");
  assert.equal(words(BOTH, { offers: ["ready"] }), "Place your bet.");
});

test("who cannot bet is told why", () => {
  assert.match(words({ players: [seat("Ann", 1, 999)] }, { offers: ["ready"] }), /too few chips for a bet: buy some/);
  assert.match(words({}, { spots: [] }), /after the next shuffle/);
  assert.match(words({}, { seated: false }), /sit at a free box/);
});

test("a decision says the total first, soft or hard, and against what", () => {
  assert.equal(words(playing([hand(["8S", "8H"], 16)])), "Your decision · 16 against a 9. Box 2.");
  assert.equal(handInWords(view(playing([hand(["AS", "6H"], 17, true)], { dealer: ["AS", null] }))), "soft 17 against an ace");
  assert.equal(handInWords(view(playing([hand(["8S", "6H"], 14)], { dealer: ["8S"] }))), "14 against an 8");
  assert.equal(handInWords(view(playing([hand(["8S", "6H"], 14)], { dealer: ["KS"] }))), "14 against a king");
  assert.match(words(playing([hand([null, null], null)])), /cards face down against a 9/);
  const split = [hand(["8S", "2H"], 10), hand(["8D"], 8, false, 2)];
  assert.match(words(playing(split, { waiting_at_hand: 2 })), /8 against a 9. Box 2, hand 2 of 2\.$/);
});

test("a question has its words, and others are waited for by name", () => {
  assert.match(words(playing([], { phase: "attack", may: ["attack", "no-attack"], waiting_at_box: 0 })), /raise your bet\?$/);
  assert.equal(words({ phase: "play", waiting_for: ["Bob"], may: [], waiting_at_box: 3, ...BOTH }), "Waiting for Bob. Box 3.");
  assert.equal(words({ phase: "dealer", waiting_for: ["dealer"], may: [] }), "The dealer plays.");
});

test("a refusal comes with what to do", () => {
  assert.match(whatToDo("wager/limits"), /chips on or take some off/);
  assert.match(whatToDo("wager/too-few-chips"), /Buy chips/);
  assert.match(whatToDo("attack/chips"), /round amount/);
  assert.match(whatToDo("bust-it/above-bet"), /Take chips off/);
  assert.equal(whatToDo("hit/not-now"), "");
});
