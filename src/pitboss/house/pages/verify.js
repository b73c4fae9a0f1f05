// Verifying a shoe without the house: orders are made again from the seeds, and the cards that were dealt compared.
// And receipts: that the house has signed them, and has not signed two journals.
// No module and no import, so that the page works from a folder as it does from the house.

(() => {
  /** @typedef {{words: string, wrong: boolean}} Finding */
  /** @typedef {{commitment: string, given: Map<string, string>, left: (string | null)[]}} Shuffled */

  const TAKEN = new Set(["card-burned", "card-found-face-up", "card-laid", "card-dealt", "card-drawn-in-error"]);
  const text = new TextEncoder();

  /** @param {Uint8Array<ArrayBuffer>} bytes */
  const digest = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

  /** @param {string} line */
  const sha256 = async (line) =>
    [...(await digest(text.encode(line)))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  // Bits without end: block i is the hash of i in eight bytes, the tag, and the key.
  /** @param {string} key @returns {(n: number) => Promise<number>} the next n bits as a number */
  function drawsOf(key) {
    const tail = text.encode(`pitboss bits 1\0${key}`);
    let [block, pool] = [0, ""];
    return async (n) => {
      while (pool.length < n) {
        const input = new Uint8Array(8 + tail.length);
        new DataView(input.buffer).setUint32(4, block);
        input.set(tail, 8);
        for (const byte of await digest(input)) pool += byte.toString(2).padStart(8, "0");
        block += 1;
      }
      const taken = pool.slice(0, n);
      pool = pool.slice(n);
      return n ? Number.parseInt(taken, 2) : 0;
    };
  }

  /** @param {string[]} cards @param {string} seed @param {Map<string, string>} given */
  async function drawn(cards, seed, given) {
    const names = [...given.keys()].sort(byCodePoint);
    const bits = drawsOf(["pitboss-order-1", seed, ...names.map((name) => `${name}=${given.get(name)}`)].join(" "));
    const order = [...cards].sort();
    for (let last = order.length - 1; last > 0; last -= 1) {
      const width = last.toString(2).length;
      let chosen = await bits(width);
      while (chosen > last) chosen = await bits(width);
      [order[last], order[chosen]] = [String(order[chosen]), String(order[last])];
    }
    return order;
  }

  /** @param {string} one @param {string} other */
  function byCodePoint(one, other) {
    const [left, right] = [[...one], [...other]];
    for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
      const gap = Number(left[at]?.codePointAt(0)) - Number(right[at]?.codePointAt(0));
      if (gap) return gap;
    }
    return left.length - right.length;
  }

  /** @param {string} file @returns {Promise<Finding[]>} */
  async function verify(file) {
    /** @type {Finding[]} */
    const findings = [];
    /** @type {Map<string, Shuffled>} */
    const published = new Map();
    /** @type {Map<string, Shuffled>} */
    const batches = new Map();
    /** @type {Map<string, string>} */
    let pledged = new Map();
    /** @type {Map<string, string>} */
    let given = new Map();
    let [commitment, held] = ["", 0];
    /** @type {(string | null)[]} */
    let left = [];
    const facts = JSON.parse(file).facts;
    if (!Array.isArray(facts)) throw new Error("this is no shoe file");
    for (const [place, fact] of facts.entries()) {
      /** @param {boolean} is @param {string} words */
      const check = (is, words) => findings.push({ words: `Fact ${place + 1}: ${words}.`, wrong: !is });
      if (fact.fact === "seed-committed") {
        check(!commitment, "the house commits to a seed");
        [commitment, pledged, given] = [fact.commitment, new Map(), new Map()];
      } else if (fact.fact === "seed-pledged") {
        check(!given.size, `${fact.by} pledges before any seed is opened`);
        pledged.set(fact.by, fact.pledge);
      } else if (fact.fact === "seed-given") {
        const hash = await sha256(`pitboss-pledge-1 ${fact.by} ${fact.seed}`);
        check(hash === pledged.get(fact.by), `${fact.by} opens what was pledged`);
        given.set(fact.by, fact.seed);
      } else if (fact.fact === "seed-dropped") {
        const hash = await sha256(`pitboss-seed-1 ${fact.seed}`);
        check(hash === commitment, "a seed is dropped, and opened: somebody withheld theirs");
        commitment = "";
      } else if (fact.fact === "cards-shuffled") {
        const names = [...given.keys()].join(", ") || "nobody else";
        check(given.size === pledged.size, `the order is sealed, from seeds of the house and ${names}`);
        const shuffled = { commitment, given, left: [] };
        published.set(fact.seal, shuffled);
        batches.set(fact.batch, shuffled);
        [commitment, pledged, given] = ["", new Map(), new Map()];
      } else if (fact.fact === "shoe-loaded") {
        [left, held] = [[], 0];
        const shuffled = batches.get(fact.batch);
        if (shuffled) shuffled.left = left;
      } else if (fact.fact === "card-unused") held -= held ? 1 : 0;
      else if ((fact.fact === "card-dealt" || fact.fact === "card-burned") && held) held -= 1;
      else if (TAKEN.has(fact.fact)) {
        held += fact.fact === "card-drawn-in-error" ? 1 : 0;
        left.push(fact.card);
      } else if (fact.fact === "seal-opened") {
        const was = published.get(fact.seal);
        check(Boolean(was), "this seal was published before");
        if (was) await opened(fact, was, check);
      }
    }
    if (!findings.length) throw new Error("no shuffle is in this file");
    return findings;
  }

  /** @param {any} fact @param {Shuffled} was @param {(is: boolean, words: string) => unknown} check */
  async function opened(fact, was, check) {
    const { order, salt, seed, lay } = fact;
    const place = fact.cut ?? 0;
    check((await sha256(["pitboss-seal-1", salt, ...order].join(" "))) === fact.seal, "the seal opens");
    if (was.commitment) {
      const [hash, made] = [await sha256(`pitboss-seed-1 ${seed}`), await sha256(`pitboss-salt-1 ${seed}`)];
      check(hash === was.commitment, "the house's seed is the one it committed to");
      check(made === salt, "the salt comes of the seed");
      if (lay.length) check(true, "a routine was carried out on the cards as they lay: `pitboss verify` does it again");
      else {
        const again = await drawn(order, seed, was.given);
        check(again.join() === order.join(), `${order.length} cards in the order that the seeds make`);
      }
    } else check(true, "this order was brought, and nobody was asked for a seed");
    const stack = [...order.slice(place), ...order.slice(0, place)];
    const same = was.left.length <= stack.length && was.left.every((card, at) => card === stack[at]);
    check(same, `the ${was.left.length} cards that left the shoe are the first of it, cut at ${place}`);
  }

  // Two hashes of one line, or of one head, both signed, prove that the house has shown two journals.
  /** @param {string} file @returns {Promise<Finding[]>} */
  async function receipts(file) {
    /** @type {Finding[]} */
    const findings = [];
    /** @type {Map<string, string>} */
    const heads = new Map();
    for (const [at, line] of file.split("\n").entries()) {
      if (!line.trim()) continue;
      const { n, head, table, seq, key, signature } = JSON.parse(line);
      const said = text.encode(`pitboss-receipt-1 ${n} ${head} ${table} ${seq}`);
      const whole = table === "heads"; // of all tables, not of a move
      const what = whole ? "the whole journal" : table ? `move ${seq} of table ${table}` : "the journal's end";
      const good = await signed(key, signature, said);
      const where = whole ? `head ${n}` : `line ${n}`;
      const place = `Receipt ${at + 1}: ${what} stands in ${where} of the journal`;
      findings.push({ words: `${place}, signed by ${String(key).slice(0, 16)}….`, wrong: !good });
      const other = heads.get(where) ?? head;
      if (other !== head) findings.push({ words: `${place}, and another receipt has another ${where}.`, wrong: true });
      heads.set(where, other);
    }
    return findings;
  }

  /** @param {string} key @param {string} signature @param {Uint8Array<ArrayBuffer>} said */
  async function signed(key, signature, said) {
    const bytes = (/** @type {string} */ hex) =>
      Uint8Array.from(String(hex).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
    try {
      const whose = await crypto.subtle.importKey("raw", bytes(key), "Ed25519", false, ["verify"]);
      return await crypto.subtle.verify("Ed25519", whose, bytes(signature), said);
    } catch (error) {
      if (error instanceof DOMException && error.name === "NotSupportedError")
        throw new Error("this browser does not know Ed25519; `pitboss audit --against` does");
      return false;
    }
  }

  // Rounds that an auditor took away: the house has signed what was asked and what was found. Of a round's players
  // the order is that of their names, everything else is as it stands in the file.
  /** @param {any} value @param {string} [name] @returns {string} */
  function written(value, name = "") {
    if (Array.isArray(value)) return `[${value.map((one) => written(one)).join()}]`;
    if (value === null || typeof value !== "object") return JSON.stringify(value);
    const names = name === "players" ? Object.keys(value).sort(byCodePoint) : Object.keys(value);
    return `{${names.map((each) => `${JSON.stringify(each)}:${written(value[each], each)}`).join()}}`;
  }

  /** @param {string} file @returns {Promise<Finding[]>} */
  async function selection(file) {
    const { wanted, rounds, key, signature } = JSON.parse(file);
    const said = `pitboss-selection-1 ${await sha256(written([wanted, rounds]))}`;
    const good = await signed(key, signature, text.encode(said));
    const how = good ? "are as the house gave them out, signed by" : "are not what was signed by";
    return [{ words: `${rounds.length} rounds ${how} the key ${String(key).slice(0, 16)}….`, wrong: !good }];
  }

  const chooser = /** @type {HTMLInputElement} */ (document.querySelector("#file"));
  const list = /** @type {HTMLElement} */ (document.querySelector("#findings"));
  const verdict = /** @type {HTMLElement} */ (document.querySelector("#verdict"));
  chooser.addEventListener("change", async () => {
    list.replaceChildren();
    verdict.textContent = "";
    try {
      const file = (await chooser.files?.[0]?.text()) ?? "";
      const found = /^\s*\{\s*"selection"/.test(file);
      const signs = /^\s*\{[^\n]*"signature"/.test(file);
      const findings = await (found ? selection(file) : signs ? receipts(file) : verify(file));
      for (const { words, wrong } of findings) {
        const line = document.createElement("li");
        line.className = wrong ? "seal bad" : "seal good";
        line.textContent = wrong ? `WRONG: ${words}` : words;
        list.append(line);
      }
      const bad = findings.filter(({ wrong }) => wrong).length;
      verdict.className = bad ? "seal bad" : "seal good";
      verdict.textContent = bad ? `WRONG: ${bad} of ${findings.length} findings.` : `All ${findings.length} are true.`;
    } catch (error) {
      verdict.className = "seal bad";
      verdict.textContent = `This file cannot be verified: ${error instanceof Error ? error.message : error}`;
    }
  });
})();
