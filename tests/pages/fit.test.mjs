// How large cards may be.

import assert from "node:assert/strict";
import { test } from "node:test";

import { fitted, shownOf } from "../../src/pitboss/house/pages/fit.js";

const hand = (cards, sideways = 0) => ({ cards, sideways, scale: 1 });

test("a hand is as wide as its cards, and each that lies across is longer by as much", () => {
  for (const sideways of [0, 1, 2]) {
    const across = 1 + 3 * shownOf(4) + 0.4 * sideways;
    const { width } = fitted(200, 1000, [hand(4, sideways)], 172);
    assert.ok(Math.abs(width * across - 200) < 1e-9, `${sideways} across`);
  }
});

test("hands under each other leave each room for what stands beneath it", () => {
  const { width, lines } = fitted(100, 300, [hand(3), hand(3)], 172, { beneath: 30, least: 78 });
  assert.equal(lines, 2, "beside each other there would be no room for their words");
  assert.ok(2 * (1.4 * width + 30) <= 300);
});

test("no card is larger than the largest", () => {
  assert.equal(fitted(2000, 2000, [hand(2)], 172).width, 172);
});
