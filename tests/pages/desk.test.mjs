import assert from "node:assert/strict";
import { test } from "node:test";

import { query } from "../../src/pitboss/house/pages/desk.js";

test("an empty form looks for everything", () => {
  assert.equal(String(query({})), "");
  assert.equal(String(query({ player: "  ", table: "", least: "", since: "", outcome: "" })), "");
});

test("each field is asked for as the house names it", () => {
  const asked = query({
    player: " Ann B ",
    table: "T1",
    outcome: "won",
    least: "12.5",
    most: "$100",
    clause: "PA 665a.7(f)(2)",
    irregularity: "ten-found",
    since: "2026-11-15T10:00Z",
    until: "2026-11-15T10:01Z",
  });
  assert.deepEqual(Object.fromEntries(/** @type {URLSearchParams} */ (asked)), {
    table: "t1",
    player: "Ann B",
    outcome: "won",
    clause: "PA 665a.7(f)(2)",
    irregularity: "ten-found",
    since_ms: "1794736800000",
    until_ms: "1794736860000",
    least_cents: "1250",
    most_cents: "10000",
  });
});

test("what cannot be meant is a sentence, and nothing is asked", () => {
  assert.match(String(query({ least: "ten" })), /amount is in dollars/);
  assert.match(String(query({ since: "yesterday" })), /time is a date/);
});
