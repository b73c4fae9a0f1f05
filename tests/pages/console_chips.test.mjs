import assert from "node:assert/strict";
import { test } from "node:test";

import { wagersIn } from "../../src/pitboss/house/pages/console_chips.js";

test("every wager that lies there is found: by hand, beside the hands, and insurance", () => {
  const boxes = [
    {
      box: 2,
      decides: "Bob",
      hands: [
        { hand: 1, wagers: { Bob: { bet: 500, double: 300 } } },
        { hand: 2, wagers: { Bob: { bet: 500 }, Cat: { bet: 700 } } },
      ],
      side_wagers: { "bust-it": { Bob: 100 } },
      insurance: { Cat: 250 },
    },
  ];
  assert.deepEqual(
    wagersIn(boxes).map(({ player, box, hand, wager, cents }) => [player, box, hand, wager, cents]),
    [
      ["Bob", 2, 1, "bet", 500],
      ["Bob", 2, 1, "double", 300],
      ["Bob", 2, 2, "bet", 500],
      ["Cat", 2, 2, "bet", 700],
      ["Bob", 2, 1, "bust-it", 100],
      ["Cat", 2, 1, "insurance", 250],
    ],
  );
});
