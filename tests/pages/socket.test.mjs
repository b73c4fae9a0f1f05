import assert from "node:assert/strict";
import { test } from "node:test";

import { House } from "../../src/pitboss/house/pages/socket.js";

const WELCOME = { type: "welcome", version: 1, name: "Ann", role: "guest", bankroll_cents: 100, seated_at: [] };
const MOVE = { type: "move", table: "t1", move: { move: "stand", box: 1 } };

// A house at the other end of a wire that a test holds in its hand: what was sent, and a clock it moves.
function wired() {
  const wire = { sent: [], now: 0, later: [], closed: 0 };
  globalThis.location = { protocol: "http:", host: "house" };
  globalThis.setInterval = () => 0;
  globalThis.setTimeout = (call) => wire.later.push(call);
  performance.now = () => wire.now;
  globalThis.fetch = async () => ({ ok: true });
  globalThis.WebSocket = class extends EventTarget {
    static OPEN = 1;
    readyState = 1;
    send(text) {
      wire.sent.push(JSON.parse(text));
    }
    close() {
      wire.closed += 1;
    }
  };
  const house = new House();
  wire.ups = [];
  house.on("connection", ({ up }) => wire.ups.push(up));
  wire.types = () => wire.sent.splice(0).map(({ type }) => type);
  house.connect();
  house.hear(WELCOME);
  wire.types();
  return { house, wire };
}

test("a ping without an answer for so long is a dead line, and any word at all is an answer", () => {
  const { house, wire } = wired();
  wire.now = 1500;
  house.beat();
  assert.deepEqual(wire.types(), ["ping"]);
  wire.now = 4300;
  house.beat();
  assert.equal(house.up, true, "not yet");
  house.hear({ type: "bankroll", bankroll_cents: 5 });
  wire.now = 9000;
  house.beat();
  assert.deepEqual(wire.types(), ["ping"], "the wait begins with the next ping, however late it comes");
  wire.now = 11_901;
  house.beat();
  assert.equal(house.up, false);
  assert.deepEqual(wire.ups, [true, false]);
  assert.equal(wire.closed, 1);
});

test("into a dead line nothing is sent, and nothing is kept to be sent later", async () => {
  const { house, wire } = wired();
  house.lost();
  const answer = await house.ask(MOVE);
  assert.equal(answer.type, "error");
  assert.match(answer.sentence, /nothing was sent/);
  assert.equal(house.unanswered.size, 0);
  house.connect();
  house.hear(WELCOME);
  assert.deepEqual(wire.types(), []);
});

test("what was asked before the line died is asked again under its old id, and tables are joined from where they were", () => {
  const { house, wire } = wired();
  house.join("t1");
  assert.deepEqual(wire.sent.splice(0), [{ type: "join", table: "t1", since: null }]);
  house.hear({ type: "table", table: "t1", at: 7, facts: [], story: [] });
  house.ask(MOVE);
  const [first] = wire.sent.splice(0);
  house.lost();
  house.connect();
  house.hear(WELCOME);
  const [joined, again] = wire.sent.splice(0);
  assert.deepEqual(joined, { type: "join", table: "t1", since: 7 });
  assert.deepEqual(again, first);
  house.hear({ type: "accepted", id: first.id, table: "t1", at: 8 });
  assert.equal(house.unanswered.size, 0);
});

test("who waits for a connection that hangs tries again", () => {
  const { house, wire } = wired();
  house.lost();
  wire.now = 100;
  house.connect();
  wire.now = 5000;
  house.beat();
  assert.equal(wire.later.length, 1);
  wire.now = 5101;
  house.beat();
  assert.equal(wire.later.length, 2);
});

test("a table that cannot be joined yet is asked for again, each time after longer, until it is there", () => {
  const { house, wire } = wired();
  const waits = [];
  globalThis.setTimeout = (call, ms) => {
    waits.push(ms);
    return wire.later.push(call);
  };
  house.join("t1");
  wire.types();
  const rests = { type: "busy", id: null, table: "t1", sentence: "table t1 rests", retry_ms: 1000 };
  for (let asked = 0; asked < 4; asked += 1) {
    house.hear(rests);
    wire.later.pop()();
    assert.deepEqual(wire.sent.splice(0), [{ type: "join", table: "t1", since: null }]);
  }
  assert.deepEqual(waits, [1000, 2000, 4000, 4000]);
  house.hear({ type: "table", table: "t1", at: 7, facts: [], story: [] });
  house.hear(rests);
  assert.equal(waits.at(-1), 1000, "once it was there, the wait begins anew");
});

test("a table that nobody looks at, or that cannot be had, is not asked for again", () => {
  const { house, wire } = wired();
  house.join("t1");
  house.leave("t1");
  house.hear({ type: "busy", id: null, table: "t1", sentence: "table t1 rests", retry_ms: 1000 });
  house.hear({ type: "elsewhere", table: "t1", at: null });
  house.join("t2");
  house.hear({ type: "error", kind: "refused", sentence: "no table t2 is open", id: null, table: "t2" });
  wire.types();
  assert.equal(wire.later.length, 0);
  house.lost();
  house.connect();
  house.hear(WELCOME);
  assert.deepEqual(wire.types(), []);
});

test("who is not let in comes again, and says why meanwhile", () => {
  const { house, wire } = wired();
  house.lost();
  wire.later.length = 0;
  const waits = [];
  globalThis.setTimeout = (call, ms) => {
    waits.push(ms);
    return wire.later.push(call);
  };
  house.connect();
  house.hear({ type: "busy", id: null, table: null, sentence: "the house is full", retry_ms: 5000 });
  assert.deepEqual([house.up, house.why, house.socket, waits], [false, "the house is full", null, [5000]]);
  house.connect();
  house.hear(WELCOME);
  assert.equal(house.why, "");
});
