// Chips that are meant and not yet bet: nothing is lost, and nothing that the house would refuse is sent.

import assert from "node:assert/strict";
import test from "node:test";
import { stackOf, stackSvg, trayOf } from "../../src/pitboss/house/pages/chips.js";
import { Slip, keyOf, placeOf } from "../../src/pitboss/house/pages/slip.js";

const spot = (box, wager = "bet", more = {}) => ({
  box, wager, least: 1000, most: 50_000, step: 100, beside_bet: false, within_bet: false, ...more,
});
const side = (box) => spot(box, "bust-it", { least: 100, beside_bet: true, within_bet: true });
const SPOTS = [1, 2, 3, 4, 5, 6].flatMap((box) => [spot(box), side(box)]);
const AREAS = { bet: "Bet", "bust-it": "Bust It" };
const terms = (more = {}) => ({ chips: 50_000, boxesMost: 6, adjacent: false, lying: {}, ...more });

test("the fewest chips make an amount, and a stack shows them largest first", () => {
  assert.deepEqual(stackOf(13_650).map(({ label }) => label), ["100", "25", "5", "5", "1", "½"]);
  assert.equal(stackOf(13_650).reduce((all, { cents }) => all + cents, 0), 13_650);
  assert.deepEqual(stackOf(25), []);
  assert.equal(stackSvg(400).match(/class="disc white"/g)?.length, 4);
});

test("a tray holds whole units of the smallest chip, up to the largest bet, smallest first", () => {
  assert.deepEqual(trayOf(100, 100_000).map(({ label }) => label), ["1", "5", "25", "100", "500", "1k"]);
  assert.deepEqual(trayOf(500, 2_500).map(({ label }) => label), ["5", "25"]);
  assert.deepEqual(trayOf(50, 100).map(({ label }) => label), ["½", "1"]);
});

test("a kind of wager with a dash or a colon keeps its name", () => {
  for (const wager of ["bet", "bust-it", "a:b"]) assert.deepEqual(placeOf(keyOf({ box: 3, wager })), { box: 3, wager });
});

test("what the page proposes gives way to the first chip, and stays under a wager beside it", () => {
  const slip = new Slip();
  slip.suggest({ "1:bet": 1000 });
  slip.add("1:bet", 2500);
  assert.deepEqual(slip.staged, { "1:bet": 2500 });
  slip.suggest({ "1:bet": 1000 });
  slip.add("1:bust-it", 100, true);
  assert.deepEqual(slip.staged, { "1:bet": 1000, "1:bust-it": 100 });
  assert.equal(slip.suggested, false);
});

test("a typed amount replaces what lay there, and is undone at once", () => {
  const slip = new Slip();
  slip.add("1:bet", 500);
  for (const cents of [100, 1200, 12_500]) slip.set("1:bet", cents, { typed: true });
  assert.deepEqual(slip.staged, { "1:bet": 12_500 });
  slip.undo();
  assert.deepEqual(slip.staged, { "1:bet": 500 });
  slip.undo();
  assert.deepEqual(slip.staged, {});
  slip.undo();
  assert.deepEqual(slip.staged, {}, "there is nothing more to undo");
});

test("clear and double change everything that lies there, and can be undone", () => {
  const slip = new Slip();
  slip.add("1:bet", 500);
  slip.add("2:bet", 2500);
  slip.double();
  assert.deepEqual(slip.staged, { "1:bet": 1000, "2:bet": 5000 });
  slip.clear();
  assert.equal(slip.total, 0);
  slip.undo();
  assert.equal(slip.total, 6000);
});

test("the same for all boxes, as many as the law lets one player have", () => {
  const slip = new Slip();
  slip.add("2:bet", 1000);
  slip.add("2:bust-it", 100, true);
  slip.sameForAll(2, SPOTS, terms());
  assert.equal(slip.total, 6 * 1100);
  slip.undo();
  slip.sameForAll(2, SPOTS, terms({ boxesMost: 2 }));
  assert.deepEqual(Object.keys(slip.staged).sort(), ["1:bet", "1:bust-it", "2:bet", "2:bust-it"]);
  slip.undo();
  const gap = SPOTS.filter(({ box }) => box !== 3);
  slip.sameForAll(2, gap, terms({ adjacent: true }));
  assert.deepEqual([...new Set(Object.keys(slip.staged).map((key) => placeOf(key).box))].sort(), [1, 2]);
});

test("what was bet in a round may be bet again, as far as it may be bet now", () => {
  const slip = new Slip();
  slip.add("1:bet", 1000);
  slip.add("2:bet", 2500);
  slip.taken("1:bet");
  assert.deepEqual(slip.staged, { "2:bet": 2500 }, "the other was refused, and is still there");
  slip.taken("2:bet");
  slip.began();
  slip.rebet(SPOTS);
  assert.deepEqual(slip.staged, { "1:bet": 1000, "2:bet": 2500 });
  slip.rebet([spot(2)]);
  assert.deepEqual(slip.staged, { "2:bet": 2500 });
  slip.began();
  assert.deepEqual(slip.last, { "1:bet": 1000, "2:bet": 2500 }, "a round sat out changes nothing");
});

test("what is taken back lies in the hand again", () => {
  const slip = new Slip();
  slip.add("1:bet", 1000);
  slip.taken("1:bet");
  slip.givenBack({ "1:bet": 1000 });
  assert.deepEqual(slip.staged, { "1:bet": 1000 });
  slip.began();
  assert.deepEqual(slip.last, {}, "it was not bet after all");
});

test("what would be refused is said before it is sent, with what to do", () => {
  const fault = (staged, more) => {
    const slip = new Slip();
    slip.change(staged);
    return slip.fault(SPOTS, AREAS, terms(more));
  };
  assert.equal(fault({ "1:bet": 1000 }), "");
  assert.equal(fault({ "1:bet": 50_000 }), "");
  assert.match(fault({ "1:bet": 50_100 }, { chips: 90_000 }), /Bet on box 1 is \$500 at most: take chips off/);
  assert.match(fault({ "1:bet": 900 }), /Bet on box 1 is \$10 at least: put more on/);
  assert.match(fault({ "1:bet": 1001 }), /cannot be made of chips of \$1/);
  assert.match(fault({ "1:bet": 1000 }, { chips: 999 }), /You have \$9\.99 and would need \$10: buy chips or bet less/);
  assert.match(fault({ "1:bust-it": 100 }), /Bust It goes with a bet on box 1/);
  assert.equal(fault({ "1:bust-it": 100 }, { lying: { "1:bet": 1000 } }), "");
  assert.match(fault({ "1:bet": 1000, "1:bust-it": 1100 }), /no more than the bet of \$10/);
  assert.match(fault({ "1:bet": 1000, "2:bet": 1000 }, { boxesMost: 1 }), /1 box here/);
  assert.match(fault({ "1:bet": 1000, "3:bet": 1000 }, { adjacent: true }), /side by side/);
  assert.equal(fault({ "1:bet": 1000, "2:bet": 1000 }, { adjacent: true }), "");
  assert.match(fault({ "9:bet": 1000 }), /No Bet wager may be laid on box 9 now: clear it/);
});

test("bets are sent before what lies beside them", () => {
  const slip = new Slip();
  slip.change({ "1:bust-it": 100, "1:bet": 1000 });
  assert.deepEqual(slip.moves(SPOTS), [
    { move: "wager", box: 1, wager: "bet", cents: 1000 },
    { move: "wager", box: 1, wager: "bust-it", cents: 100 },
  ]);
});
