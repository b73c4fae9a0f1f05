// One WebSocket to the house, and a heartbeat on it: when a ping stays without an answer the line counts as dead,
// whatever the browser believes. It comes back by itself, joins its tables again from where they were, and sends every
// unanswered move once more under its old id, which the house counts once; nothing new is sent into a dead line.
// Without a session, or when it has ended, one begins as a guest.

import { toldTo } from "./you.js";

/** @typedef {{move: Said.Accepted, "open-table": Said.Opened, "ask-advice": Said.Advice, undo: Said.Accepted,
 * "do-act": Said.Accepted}} Done */
/** @typedef {Done[keyof Done] | Said.Refused | Said.Error} Answer */
/**
 * What can be listened to: every message of the house by its type, and whether there is a connection.
 * @typedef {{[Told in Said.Any as Told["type"]]: Told} & {connection: {up: boolean}}} Heard
 */
/** @typedef {Omit<Asked.OpenTable, "id"> | Omit<Asked.AskAdvice, "id"> | Omit<Asked.Undo, "id">} AskingOnce */
/** @typedef {AskingOnce | Omit<Asked.DoAct, "id">} AskingOf */
/** @typedef {Omit<Asked.Move, "id"> | AskingOf} Asking */

const VERSION = 1;
// The house answers a ping at once; who has heard nothing for so long after one is alone.
const BEAT_MS = 1500;
const SILENCE_MS = 2900;
const CONNECT_MS = 5000;
const RETRY_MS_MAX = 4000;
const NO_LINE = "There is no connection to the house: nothing was sent. Wait until it is back";
const NOBODY = { name: "", role: "", bankroll_cents: 0 };

export class House extends EventTarget {
  constructor() {
    super();
    /** @type {Map<string, number | null>} the tables that somebody looks at, and how much was heard of each */
    this.seen = new Map();
    /** @type {Map<string, {wait: number, timer: number}>} of these, those that cannot be joined yet */
    this.late = new Map();
    this.why = ""; // nobody is let in now, in the words of the house
    /** @type {Map<string, Asked.Any>} */
    this.unanswered = new Map();
    this.wait = 250;
    /** @type {Pick<Said.Welcome, "name" | "role" | "bankroll_cents">} nobody before the house says welcome */
    this.welcome = NOBODY;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.up = false;
    this.asked = 0; // when the ping was sent to which nobody has said anything yet
    this.downSince = 0;
    setInterval(() => this.beat(), BEAT_MS);
  }

  // A page that is hidden is seldom woken, so what counts is not when we last heard but what we asked.
  beat() {
    if (!this.socket) return;
    const waited = this.asked ? performance.now() - this.asked : 0;
    if (waited > (this.up ? SILENCE_MS : CONNECT_MS)) this.lost();
    else if (this.up && !this.asked) {
      this.asked = performance.now();
      this.raw({ type: "ping" });
    }
  }

  async enter() {
    const headers = { "Content-Type": "application/json" };
    const signal = AbortSignal.timeout(CONNECT_MS);
    const answer = await fetch("/api/session", { method: "POST", headers, body: "{}", signal });
    if (!answer.ok) throw new Error("the house is closed");
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/ws`);
    const socket = this.socket;
    this.asked = performance.now();
    socket.addEventListener("open", () => this.raw({ type: "hello", version: VERSION }));
    socket.addEventListener("message", (event) => {
      if (socket === this.socket) this.hear(JSON.parse(event.data));
    });
    socket.addEventListener("close", () => {
      if (socket === this.socket) this.lost();
    });
  }

  lost() {
    if (this.up || !this.downSince) this.downSince = performance.now();
    const dead = this.socket;
    this.socket = null;
    dead?.close();
    for (const { timer } of this.late.values()) clearTimeout(timer);
    this.up = false;
    this.tell("connection", { up: false });
    setTimeout(() => this.enter().catch(() => this.lost()), this.wait);
    this.wait = Math.min(this.wait * 2, RETRY_MS_MAX);
  }

  // Somebody else sits here now: everything begins anew under the new session.
  renew() {
    this.seen.clear();
    this.late.clear();
    this.unanswered.clear();
    const welcomed = new Promise((resolve) => {
      this.addEventListener("welcome", resolve, { once: true });
    });
    this.wait = 0;
    if (this.socket) this.lost();
    return welcomed;
  }

  /** @param {Said.Any} message */
  hear(message) {
    this.asked = 0;
    if (message.type === "welcome") {
      this.welcome = message;
      this.wait = 250;
      this.why = "";
      for (const table of this.seen.keys()) this.joinAgain(table);
      for (const pending of this.unanswered.values()) this.raw(pending);
      this.up = true;
      this.tell("connection", { up: true });
    }
    if (message.type === "table" || message.type === "facts") {
      if (this.seen.has(message.table)) this.seen.set(message.table, message.at);
      this.inTime(message.table);
      message = toldTo(message, this.welcome.name);
    }
    if (message.type === "elsewhere") {
      if (!this.seen.has(message.table)) return; // nobody looks at it any more
      this.joinAgain(message.table);
    }
    if (message.type === "error" && message.table) this.forget(message.table); // to ask again does not help
    if (message.type === "busy") this.askAgain(message);
    else if ("id" in message && message.id) this.unanswered.delete(message.id);
    if (message.type === "bankroll") this.welcome.bankroll_cents = message.bankroll_cents;
    this.tell(message.type, message);
  }

  // What will pass is waited for: before the house says welcome, by coming again.
  /** @param {Said.Busy} busy */
  askAgain({ id, table, sentence, retry_ms }) {
    if (!this.up) {
      this.why = sentence;
      this.wait = Math.max(this.wait, retry_ms);
      this.lost();
    } else if (table) this.joinLater(table, retry_ms);
    else
      setTimeout(() => {
        const asked = id && this.unanswered.get(id);
        if (asked) this.raw(asked);
      }, retry_ms);
  }

  // Each time after longer, as long as somebody looks at it.
  /** @param {string} table @param {number} least */
  joinLater(table, least) {
    const wait = Math.max(least, Math.min(2 * (this.late.get(table)?.wait ?? 0), RETRY_MS_MAX));
    this.inTime(table);
    if (this.seen.has(table)) this.late.set(table, { wait, timer: setTimeout(() => this.joinAgain(table), wait) });
  }

  /** @param {string} table */
  joinAgain(table) {
    clearTimeout(this.late.get(table)?.timer);
    this.raw({ type: "join", table, since: this.seen.get(table) ?? null });
  }

  /** @param {string} table */
  inTime(table) {
    clearTimeout(this.late.get(table)?.timer);
    this.late.delete(table);
  }

  /** @param {string} table */
  forget(table) {
    this.seen.delete(table);
    this.inTime(table);
  }

  /** @param {string} name @param {object} detail */
  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  // Listen; what comes back listens no more.
  /**
   * @template {keyof Heard} Name
   * @param {Name} name
   * @param {(told: Heard[Name]) => void} hear
   */
  on(name, hear) {
    const heard = (/** @type {Event} */ event) => hear(/** @type {CustomEvent<Heard[Name]>} */ (event).detail);
    this.addEventListener(name, heard);
    return () => this.removeEventListener(name, heard);
  }

  /** @param {Asked.Any} message */
  raw(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /**
   * @template {Asking} Message
   * @param {Message} message
   * @returns {Promise<Done[Message["type"]] | Said.Refused | Said.Error>}
   */
  ask(message) {
    if (!this.up) return Promise.resolve({ type: "error", kind: "refused", sentence: NO_LINE, id: null, table: null });
    const id = crypto.randomUUID ? crypto.randomUUID() : String(Math.random()).slice(2);
    const asked = { ...message, id };
    this.unanswered.set(id, asked);
    this.raw(asked);
    return new Promise((resolve) => {
      /** @param {Answer} told */
      const answered = (told) => {
        if (told.id !== id) return;
        offs.forEach((off) => off());
        resolve(/** @type {Done[Message["type"]]} */ (told));
      };
      const offs = [
        this.on("accepted", answered),
        this.on("refused", answered),
        this.on("opened", answered),
        this.on("advice", answered),
        this.on("error", answered),
      ];
    });
  }

  /** @param {string} table @param {Moves.Any} move @param {string | undefined} role */
  move(table, move, role = undefined) {
    return this.ask({ type: /** @type {const} */ ("move"), table, move, ...(role ? { role } : {}) });
  }

  /** @param {string} table */
  join(table) {
    this.seen.set(table, null);
    this.joinAgain(table);
  }

  /** @param {string} table */
  leave(table) {
    this.forget(table);
    this.raw({ type: "leave", table });
  }
}
