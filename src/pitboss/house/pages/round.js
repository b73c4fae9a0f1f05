// One round: on the felt step by step, beside the clause of each step, and on one sheet of paper with its money.

import { Felt } from "./felt.js";
import { fit, paper } from "./paper.js";
import { Picture } from "./picture.js";
import { cite } from "./story.js";
import { checkSeal } from "./seal.js";
import { element, money, speak } from "./words.js";
import { toldTo } from "./you.js";

/** @import { House } from "./socket.js" */

const PACE_MS = 600;

/** @param {HTMLElement} main @param {House} house @param {string} id */
export function roundPage(main, house, id) {
  const page = element("div", { class: "page round" });
  main.append(page);
  /** @type {(() => void) | null} */
  let stop = null;
  fetch(`/api/rounds/${id}`).then(async (answer) => {
    if (!answer.ok) {
      /** @type {Said.FaultBody} */
      const fault = await answer.json();
      page.append(
        element("h1", {}, `Round ${id}`),
        element("p", { class: "notice" }, fault.error.sentence),
        element("p", {}, element("a", { href: "#/history" }, "All rounds")),
      );
      return;
    }
    /** @type {Said.RoundStory} */
    const round = await answer.json();
    stop = draw(page, house, round, { ...round, steps: toYours(round, house.welcome.name) });
  });
  return () => stop?.();
}

// The steps as their reader tells them: what is on paper keeps the name, for whoever else reads it.
/** @param {Said.RoundStory} round @param {string} me */
const toYours = ({ steps }, me) => toldTo({ facts: steps.map(({ fact }) => fact), story: steps }, me).story;

/** @param {HTMLElement} page @param {House} house @param {Said.RoundStory} round @param {Said.RoundStory} mine */
function draw(page, house, round, mine) {
  const me = house.welcome.name;
  const steps = new Steps(house, mine);
  const staff = ["auditor", "floorperson"].includes(house.welcome.role);
  const ended = new Date(round.at_ms).toLocaleString();
  const head = `${round.title} · table ${round.table}, round ${round.round} · ended ${ended}`;
  const sheet = paper(round, head, [...results(round), standing(round.receipt)]);
  page.append(
    element("p", { class: "round-head" }, element("a", { href: "#/history" }, "All rounds"), ` ${head}`),
    element("div", { class: "beside" }, steps.feltRoot, steps.compared),
    element(
      "div",
      { class: "group" },
      ...steps.controls,
      element("button", { type: "button", class: "plain", onclick: () => globalThis.print() }, "Print"),
      ...shoe(round),
      ...(staff ? [dispute(round)] : []),
    ),
    element("h2", {}, "What happened, and why"),
    element("div", { class: "wide", tabindex: 0, role: "region", "aria-label": "Steps" }, steps.sheet),
    ...results(round, me),
    standing(round.receipt),
    element(
      "details",
      { class: "prints" },
      element("summary", {}, "Fingerprints and seals"),
      element("p", { class: "seal" }, `Rules ${round.rules_hash}`),
      ...sealsOf(round),
    ),
    sheet,
  );
  const print = () => fit(sheet);
  addEventListener("beforeprint", print);
  print();
  steps.goTo(round.steps.length);
  return () => {
    removeEventListener("beforeprint", print);
    steps.pause();
  };
}

// A round again on a felt of its own, one fact a step; going back means laying it out anew from the start.
class Steps {
  /** @param {House} house @param {Said.RoundStory} round */
  constructor(house, round) {
    this.house = house;
    this.round = round;
    this.postings = new Map(round.money.map((posting) => [posting.id, posting]));
    this.picture = new Picture();
    this.shown = 0;
    this.timer = 0;
    this.feltRoot = element("section", { "aria-label": "The table" });
    this.compared = element("aside", { class: "panel compared", "aria-label": "This step and its clause" });
    const named = round.steps.map(({ fact }) => ("box" in fact ? fact.box : 0));
    const boxes = [...new Set(named.filter((box) => box > 0))].sort((one, other) => one - other);
    this.boxes = boxes;
    this.felt = new Felt(this.feltRoot, {
      title: `${round.title}, round ${round.round}`,
      inscriptions: [],
      dealtFrom: "shoe",
      boxes: boxes.length ? boxes : [1],
    });
    this.toggle = element("button", { type: "button", onclick: () => this.playOrPause() }, "Play");
    this.slider = element("input", {
      type: "range",
      min: 0,
      max: round.steps.length,
      "aria-label": "Step",
      oninput: () => this.by(Number(this.slider.value)),
    });
    this.place = element("span", { class: "place" });
    const plain = (/** @type {string} */ words, /** @type {() => number} */ where) =>
      element("button", { type: "button", class: "plain", onclick: () => this.by(where()) }, words);
    this.controls = [
      this.toggle,
      plain("Back", () => Math.max(this.shown - 1, 0)),
      plain("Step", () => (this.shown >= round.steps.length ? 1 : this.shown + 1)),
      plain("To the end", () => round.steps.length),
      this.slider,
      this.place,
    ];
    this.rows = sheetRows(round, this.postings, (at) => this.by(at));
    this.sheet = element(
      "table",
      { class: "list sheet", role: "table" },
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          ...["Step", "What happened", "What the text orders", "Money"].map((words) =>
            element("th", { scope: "col" }, words),
          ),
        ),
      ),
      element("tbody", { role: "rowgroup" }, ...this.rows),
    );
  }

  /** @param {number} wanted */
  by(wanted) {
    this.pause();
    this.goTo(wanted);
    speak(this.round.steps[this.shown - 1]?.words ?? "");
  }

  /** @param {number} wanted */
  goTo(wanted) {
    if (wanted < this.shown) {
      this.picture = new Picture();
      this.shown = 0;
    }
    for (const step of this.round.steps.slice(this.shown, wanted)) this.picture.take(step.fact);
    this.shown = wanted;
    const fact = this.round.steps[wanted - 1]?.fact;
    const at = fact && "box" in fact && fact.box > 0 ? fact.box : this.boxes.length === 1 ? (this.boxes[0] ?? 0) : 0;
    const view = { players: [], bets: {}, phase: "", waiting_at_box: at, waiting_at_hand: 0 };
    this.felt.show(this.picture, view, this.house.welcome.name);
    this.place.textContent = `Step ${wanted} of ${this.round.steps.length}`;
    this.slider.value = String(wanted);
    for (const [at, row] of this.rows.entries()) {
      if (at === wanted - 1) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
    }
    this.compare(this.round.steps[wanted - 1]);
  }

  // What happened beside what the text orders, and where it orders it.
  /** @param {Said.Step | undefined} step */
  compare(step) {
    if (!step) {
      this.compared.replaceChildren(element("p", {}, "Before the first step."));
      return;
    }
    this.compared.replaceChildren(
      element("h2", {}, "It happened"),
      element("p", {}, step.words),
      ...moneyLines(step, this.postings),
      element("h2", {}, "The text orders"),
      ...(step.clauses.length
        ? step.clauses.map((clause) => orders(clause, this.round, true))
        : [element("p", {}, "Of this the text says nothing.")]),
    );
  }

  playOrPause() {
    if (this.timer) {
      this.pause();
      return;
    }
    if (this.shown >= this.round.steps.length) this.goTo(0);
    this.toggle.textContent = "Pause";
    this.timer = setInterval(() => {
      if (this.shown >= this.round.steps.length) this.pause();
      else this.goTo(this.shown + 1);
    }, PACE_MS);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    this.toggle.textContent = "Play";
  }
}

/** @param {string} clause @param {Said.RoundStory} round @param {boolean} whole */
function orders(clause, round, whole) {
  const ordered = round.ordered[clause];
  return element(
    "p",
    { class: "orders" },
    cite(clause),
    ...(whole && ordered
      ? [element("small", {}, ` § ${ordered.section}, ${ordered.heading} `), element("span", {}, ordered.gist)]
      : []),
  );
}

/** @param {Said.Step} step @param {Map<number, Said.Posting>} postings */
function moneyLines(step, postings) {
  return step.money.flatMap((id) => {
    const posting = postings.get(id);
    if (!posting) return [];
    const { what, giver, taker, cents } = posting;
    return [element("p", { class: "posting" }, element("b", {}, money(cents)), ` ${giver} → ${taker} (${what})`)];
  });
}

// The gist of a clause stands where it is applied first; after that its number is enough.
/** @param {Said.RoundStory} round @param {Map<number, Said.Posting>} postings @param {(at: number) => void} goTo */
function sheetRows(round, postings, goTo) {
  const told = new Set();
  return round.steps.map((step, at) => {
    const cited = step.clauses.map((clause) => {
      const first = !told.has(clause);
      told.add(clause);
      return orders(clause, round, first);
    });
    const press = { type: "button", class: "step", "aria-label": `Show step ${at + 1}`, onclick: () => goTo(at + 1) };
    return element(
      "tr",
      { role: "row" },
      element("td", { role: "cell" }, element("button", press, String(at + 1))),
      element("td", { role: "cell" }, step.words),
      element("td", { role: "cell" }, ...cited),
      element("td", { role: "cell" }, ...moneyLines(step, postings)),
    );
  });
}

// What the round came to for each player, from the money that moved.
/** @param {Said.RoundStory} round @param {string} [me] */
function results(round, me) {
  /** @type {Record<string, number>} */
  const nets = {};
  for (const { source, target, cents, what } of round.money) {
    if (what === "buy-in" || what === "chips taken away") continue;
    for (const [account, signed] of /** @type {[string, number][]} */ ([
      [source, -cents],
      [target, cents],
    ])) {
      const [kind, , ...name] = account.split(":");
      if (kind === "chips") nets[name.join(":")] = (nets[name.join(":")] ?? 0) + signed;
    }
  }
  const whom = (/** @type {string} */ name) => (name === me ? "you" : name);
  const words = Object.entries(nets).map(([name, net]) => `${whom(name)} ${net > 0 ? "+" : ""}${money(net)}`);
  return words.length ? [element("p", { class: "results" }, `The round came to: ${words.join(", ")}.`)] : [];
}

// What it takes to make the order again from everybody's seeds, on a page that asks nobody.
/** @param {Said.RoundStory} round */
function shoe(round) {
  if (!round.seals.every((seal) => seal.opened)) return [];
  const file = { class: "button", href: `/api/rounds/${round.id}/shoe`, download: `shoe-${round.id}.json` };
  return [element("a", file, "Shoe file"), element("a", { href: "/verify.html", target: "_blank" }, "Verify it")];
}

// The dispute file holds the order of the cards: it is there once the shoe has retired.
/** @param {Said.RoundStory} round */
function dispute(round) {
  return round.seals.every((seal) => seal.opened)
    ? element(
        "a",
        { class: "button", href: `/api/rounds/${round.id}/dispute`, download: `dispute-${round.id}.json` },
        "Dispute file",
      )
    : element("span", {}, "The dispute file is there once the shoe retires.");
}

/** @param {Said.RoundStory} round */
function sealsOf(round) {
  const check = (/** @type {{seal: string, salt: string, order: string[]}} */ opened) => {
    const verdict = element("p", { class: "seal", role: "status" });
    const button = element(
      "button",
      {
        type: "button",
        class: "plain check-seal",
        onclick: async () => {
          const good = await checkSeal(opened);
          verdict.className = `seal ${good ? "good" : "bad"}`;
          verdict.textContent = good ? `The seal is true: ${opened.order.length} cards.` : "The seal does NOT match.";
        },
      },
      `Check seal ${opened.seal.slice(0, 12)}…`,
    );
    return [button, verdict];
  };
  const seals = round.seals.flatMap(({ seal, salt, order }) =>
    salt !== null && order !== null
      ? check({ seal, salt, order })
      : [element("p", { class: "seal" }, `Sealed until the shoe retires: ${seal}`)],
  );
  return seals;
}

// Where the round ended in the journal, for the page and for whoever prints it: the hash goes over all before it.
/** @param {Said.Receipt} receipt */
function standing({ n, head, key }) {
  return element(
    "p",
    { class: "seal standing" },
    `Line ${n} of the journal, hash ${head}, signed by the house's key ${key.slice(0, 16)}…`,
  );
}
