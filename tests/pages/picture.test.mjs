// The picture of a round, fact by fact: what lies where, what was won, and how large a card may be.

import assert from "node:assert/strict";
import test from "node:test";
import { fitted, shownOf } from "../../src/pitboss/house/pages/fit.js";
import { Picture } from "../../src/pitboss/house/pages/picture.js";

const placed = (wager, cents, more = {}) => ({ fact: "wager-placed", player: "Ann", box: 1, hand: 1, wager, cents, ...more });
const decided = (fact, wager, cents, more = {}) => ({ ...placed(wager, cents), fact, ...more });
const dealt = (card, box = 1, hand = 1, more = {}) => ({ fact: "card-dealt", box, hand, card, face_up: true, ...more });
const round = (...facts) => {
  const picture = new Picture();
  for (const fact of [...facts]) picture.take(fact);
  return picture;
};
const begun = [placed("bet", 1000), placed("bust-it", 100), { fact: "round-began", round: 1 }];
const over = { fact: "round-ended", round: 1 };
const bare = { dealer: [], dealer_total: null, common_hands: [], boxes: [], phase: "betting", bets: {} };

test("a bet lies on the hand, and what goes beside it on the box", () => {
  const [box] = round(...begun).boxes;
  assert.deepEqual(box.hands[0].wagers, { Ann: { bet: 1000 } });
  assert.deepEqual(box.side_wagers, { "bust-it": { Ann: 100 } });
});

test("a bet taken back before the deal is not there when it begins", () => {
  const picture = round(placed("bet", 1000), decided("wager-returned", "bet", 1000), placed("bet", 2500), begun[2]);
  assert.deepEqual(picture.boxes[0].hands[0].wagers, { Ann: { bet: 2500 } });
  assert.deepEqual(picture.results, []);
});

test("cards count as in blackjack, a card that is not known leaves no total", () => {
  const total = (...cards) => round(...begun, ...cards.map((card) => dealt(card))).boxes[0].hands[0];
  assert.equal(total("KS", "9H").total, 19);
  assert.deepEqual([total("AS", "6H").total, total("AS", "6H").soft], [17, true]);
  assert.deepEqual([total("AS", "6H", "9D").total, total("AS", "6H", "9D").soft], [16, false]);
  assert.equal(total("AS", null).total, null);
});

test("a doubled card lies across, and a split gives the second card away", () => {
  const picture = round(...begun, dealt("8S"), dealt("8H"), { fact: "hand-split", box: 1, hand: 1, new_hand: 2 });
  assert.deepEqual(picture.boxes[0].hands.map(({ cards }) => cards), [["8S"], ["8H"]]);
  picture.take(dealt("2H", 1, 2, { sideways: true }));
  assert.deepEqual(picture.boxes[0].hands[1].sideways, [1]);
});

test("the dealer's turned card is known", () => {
  const picture = round(...begun, dealt("9S", 0), dealt(null, 0), { fact: "hole-card-turned", card: "KD" });
  assert.deepEqual([picture.dealer, picture.dealerTotal], [["9S", "KD"], 19]);
});

test("each wager's result stays when the chips are gone, also of the side wager", () => {
  const picture = round(
    ...begun,
    decided("wager-collected", "bust-it", 100),
    decided("wager-paid", "bet", 1000, { winnings: 1500 }),
    over,
  );
  assert.deepEqual(picture.results.map(({ wager, cents }) => [wager, cents]), [["bust-it", -100], ["bet", 1500]]);
  assert.deepEqual(picture.net, { Ann: 1400 });
  assert.deepEqual(picture.boxes[0].hands[0].wagers, { Ann: {} });
  assert.deepEqual(picture.boxes[0].side_wagers, { "bust-it": {} });
});

test("a collection that is undone lies there again and is won by nobody", () => {
  const picture = round(...begun, decided("wager-collected", "bust-it", 100), decided("collection-undone", "bust-it", 100));
  assert.deepEqual(picture.boxes[0].side_wagers, { "bust-it": { Ann: 100 } });
  assert.deepEqual(picture.results.map(({ cents }) => cents), [0]);
});

test("a round that is over lies there until chips lie there for the next", () => {
  const picture = round(...begun, dealt("KS"), decided("wager-collected", "bet", 1000), over);
  picture.settle(bare);
  assert.deepEqual(picture.boxes[0].hands[0].cards, ["KS"]);
  assert.equal(picture.results.length, 1);
  picture.settle({ ...bare, bets: { 1: { Ann: 1000 } } });
  assert.deepEqual([picture.boxes, picture.results], [[], []], "no old chips or cards beside new ones");
});

test("a card is as large as the room allows, in height and in width, and never larger than asked", () => {
  const hand = (cards, scale = 1, sideways = 0) => ({ cards, sideways, scale });
  assert.equal(fitted(1000, 1000, [hand(2)], 150).width, 150);
  assert.equal(fitted(1000, 140, [hand(2)], 150).width, 100);
  assert.equal(Math.round(fitted(162, 1000, [hand(2)], 150).width), 100);
  assert.ok(fitted(200, 1000, [hand(2, 1, 1)], 150).width < fitted(200, 1000, [hand(2)], 150).width);
  assert.equal(fitted(300, 400, [hand(2), hand(2), hand(2), hand(2)], 150).lines, 2);
  assert.equal(fitted(900, 200, [hand(2), hand(2), hand(2), hand(2)], 150).lines, 1);
  assert.equal(fitted(300, 300, [], 150).width, 0);
  const four = [hand(2), hand(2), hand(2), hand(2)];
  assert.equal(fitted(300, 120, four, 150, { least: 78 }).lines, 2, "as many beside each other as have room for words");
  assert.equal(fitted(312, 120, four, 150, { least: 78 }).lines, 1);
  assert.equal(fitted(1000, 140, [hand(2)], 150, { beneath: 28 }).width, 80);
  for (const cards of [2, 3, 5, 8]) assert.ok(shownOf(cards) > shownOf(cards + 1) || cards === 8);
});
