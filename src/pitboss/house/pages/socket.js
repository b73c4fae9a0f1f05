// One WebSocket to the house. After a lost connection it comes back by itself, joins its tables again from where they
// were, and sends every unanswered move once more under its old id, which the house counts once. Without a session, or
// when it has ended, one begins as a guest.

const VERSION = 1;

export class House extends EventTarget {
  constructor() {
    super();
    this.seen = new Map();
    this.unanswered = new Map();
    this.wait = 250;
    this.welcome = null;
  }

  async enter() {
    const answer = await fetch("/api/session", {
      method: "POST", headers: { "Content-Type": "application/json" }, body: "{}",
    });
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
    const welcomed = new Promise((resolve) => { this.addEventListener("welcome", resolve, { once: true }); });
    this.wait = 0;
    this.socket.close();
    return welcomed;
  }

  hear(message) {
    if (message.type === "welcome") {
      this.welcome = message;
      this.wait = 250;
      for (const [table, since] of this.seen) this.raw({ type: "join", table, since });
      for (const pending of this.unanswered.values()) this.raw(pending);
      this.tell("connection", { up: true });
    }
    if (message.type === "table" || message.type === "facts") this.seen.set(message.table, message.at);
    if (message.id && message.type !== "busy") this.unanswered.delete(message.id);
    if (message.type === "busy" && message.id && this.unanswered.has(message.id)) {
      setTimeout(() => { if (this.unanswered.has(message.id)) this.raw(this.unanswered.get(message.id)); }, message.retry_ms);
    }
    if (message.type === "bankroll" && this.welcome) this.welcome.bankroll_cents = message.bankroll_cents;
    this.tell(message.type, message);
  }

  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  raw(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  ask(message) {
    const id = crypto.randomUUID ? crypto.randomUUID() : String(Math.random()).slice(2);
    const asked = { ...message, id };
    this.unanswered.set(id, asked);
    this.raw(asked);
    return new Promise((resolve) => {
      const answered = (event) => {
        if (event.detail.id !== id || event.type === "busy") return;
        for (const name of ["accepted", "refused", "opened", "advice", "error"]) this.removeEventListener(name, answered);
        resolve(event.detail);
      };
      for (const name of ["accepted", "refused", "opened", "advice", "error"]) this.addEventListener(name, answered);
    });
  }

  move(table, move, role = undefined) {
    return this.ask({ type: "move", table, move, ...(role ? { role } : {}) });
  }

  join(table) {
    this.seen.delete(table);
    this.raw({ type: "join", table });
  }

  leave(table) {
    this.seen.delete(table);
    this.raw({ type: "leave", table });
  }
}
