import assert from "node:assert/strict";
import { test } from "node:test";

import { filled, usual } from "../../src/pitboss/house/pages/forms.js";

const field = (name, more = {}) => ({ name, kind: "text", choices: [], default: null, least: null, most: null, ...more });
const form = (fields) => new Map(Object.entries(fields));

test("what was chosen is sent as what it is, what was written as text or number, what is empty not at all", () => {
  const offer = {
    fields: [
      field("dealer"),
      field("hours", { kind: "number" }),
      field("exposed", { kind: "yes-no", choices: [true, false] }),
      field("box", { kind: "number", choices: [1, 2] }),
      field("player", { choices: ["Ann", "Bob"] }),
      field("batch"),
      field("never"),
    ],
  };
  const written = { dealer: " Sue ", hours: "24", exposed: "false", box: "2", player: '"Bob"', batch: "  " };
  assert.deepEqual(filled(offer, form(written)), { dealer: "Sue", hours: 24, exposed: false, box: 2, player: "Bob" });
});

test("what takes several is a list, an empty one too", () => {
  const control = { fields: [{ name: "hands", kind: "list", choices: ["divide", "riffle"] }] };
  const form = new FormData();
  form.set("hands", "divide;riffle; place B");
  assert.deepEqual(filled(control, form), { hands: ["divide", "riffle", "place B"] });
  assert.deepEqual(filled(control, new FormData()), { hands: [] });
});

test("where nothing is said the usual answers are given, and what has none is left out", () => {
  const fields = [
    field("positions", { kind: "number", default: 6 }),
    field("card_reader", { kind: "yes-no", default: false }),
    field("inscriptions", { kind: "list", default: "Blackjack pays even money; Insurance pays 5 to 2" }),
    field("hand"),
  ];
  assert.deepEqual(usual({ fields }), {
    positions: 6,
    card_reader: false,
    inscriptions: ["Blackjack pays even money", "Insurance pays 5 to 2"],
  });
});
