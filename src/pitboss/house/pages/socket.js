// One WebSocket to the house. After a lost connection it comes back by itself, joins its tables again from where they
// were, and sends every unanswered move once more under its old id, which the house counts once. Without a session, or
// when it has ended, one begins as a guest.

/** @typedef {{move: Said.Accepted, "open-table": Said.Opened, "ask-advice": Said.Advice}} Done what each asks for */
/** @typedef {Done[keyof Done] | Said.Refused | Said.Error} Answer */
/**
 * What can be listened to: every message of the house by its type, and whether there is a connection.
 * @typedef {{[Told in Said.Any as Told["type"]]: Told} & {connection: {up: boolean}}} Heard
 */
/** @typedef {Omit<Asked.Move, "id"> | Omit<Asked.OpenTable, "id"> | Omit<Asked.AskAdvice, "id">} Asking */

const VERSION = 1;
const NOBODY = { name: "", role: "", bankroll_cents: 0 };

export class House extends EventTarget {
  constructor() {
    super();
    /** @type {Map<string, number>} how much was heard of each table */
    this.seen = new Map();
    /** @type {Map<string, Asked.Any>} */
    this.unanswered = new Map();
    this.wait = 250;
    /** @type {Pick<Said.Welcome, "name" | "role" | "bankroll_cents">} nobody before the house says welcome */
    this.welcome = NOBODY;
    /** @type {WebSocket | null} */
    this.socket = null;
  }

  async enter() {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch("/api/session", { method: "POST", headers, body: "{}" });
    if (!answer.ok) throw new Error("the house is closed");
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.socket.addEventListener("open", () => this.raw({ type: "hello", version: VERSION }));
    this.socket.addEventListener("message", (event) => this.hear(JSON.parse(event.data)));
    this.socket.addEventListener("close", () => this.lost());
  }

  lost() {
    this.tell("connection", { up: false });
    setTimeout(() => this.enter().catch(() => this.lost()), this.wait);
    this.wait = Math.min(this.wait * 2, 8000);
  }

  // Somebody else sits here now: everything begins anew under the new session.
  renew() {
    this.seen.clear();
    this.unanswered.clear();
    const welcomed = new Promise((resolve) => {
      this.addEventListener("welcome", resolve, { once: true });
    });
    this.wait = 0;
    this.socket?.close();
    return welcomed;
  }

  /** @param {Said.Any} message */
  hear(message) {
    if (message.type === "welcome") {
      this.welcome = message;
      this.wait = 250;
      for (const [table, since] of this.seen) this.raw({ type: "join", table, since });
      for (const pending of this.unanswered.values()) this.raw(pending);
      this.tell("connection", { up: true });
    }
    if (message.type === "table" || message.type === "facts") this.seen.set(message.table, message.at);
    if (message.type === "busy") this.askAgain(message);
    else if ("id" in message && message.id) this.unanswered.delete(message.id);
    if (message.type === "bankroll") this.welcome.bankroll_cents = message.bankroll_cents;
    this.tell(message.type, message);
  }

  /** @param {Said.Busy} busy */
  askAgain({ id, retry_ms }) {
    setTimeout(() => {
      const asked = id && this.unanswered.get(id);
      if (asked) this.raw(asked);
    }, retry_ms);
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
    this.seen.delete(table);
    this.raw({ type: "join", table });
  }

  /** @param {string} table */
  leave(table) {
    this.seen.delete(table);
    this.raw({ type: "leave", table });
  }
}
