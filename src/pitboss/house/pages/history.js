// History: my rounds, and any round step by step with play and pause; staff export the dispute file.

import { Felt } from "./felt.js";
import { Picture } from "./picture.js";
import { cite } from "./story.js";
import { checkSeal } from "./seal.js";
import { element, money, speak } from "./words.js";

/** @import { House } from "./socket.js" */

/** @param {HTMLElement} main @param {House} house */
export function historyPage(main, house) {
  const page = element(
    "div",
    { class: "page" },
    element("h1", {}, ["auditor", "floorperson"].includes(house.welcome.role) ? "Rounds of the house" : "My rounds"),
  );
  main.append(page);
  const rows = element("tbody", {});
  const head = element(
    "tr",
    {},
    ...["Round", "Game", "When", "Result", "Seal"].map((words) => element("th", { scope: "col" }, words)),
  );
  page.append(element("div", { class: "wide" }, element("table", { class: "list" }, element("thead", {}, head), rows)));
  const more = element("button", { type: "button", class: "plain", hidden: true }, "Earlier rounds");
  page.append(more);
  /** @type {number | null} */
  let before = null;
  const load = async () => {
    more.disabled = true;
    const answer = await fetch(`/api/history${before === null ? "" : `?before=${before}`}`);
    /** @type {Said.Page} */
    const told = answer.ok ? await answer.json() : { rounds: [], more: null };
    for (const round of told.rounds) {
      const net = round.net_cents === null ? "" : `${round.net_cents > 0 ? "+" : ""}${money(round.net_cents)}`;
      rows.append(
        element(
          "tr",
          {},
          element("td", {}, element("a", { href: `#/round/${round.id}` }, `${round.table}, round ${round.round}`)),
          element("td", {}, round.game),
          element("td", {}, new Date(round.at_ms).toLocaleString()),
          element("td", {}, net),
          element("td", {}, round.opened ? "opened" : "sealed"),
        ),
      );
    }
    if (!rows.childElementCount)
      rows.append(element("tr", {}, element("td", { colspan: 5 }, "You have not played a round yet.")));
    before = told.more;
    more.hidden = before === null;
    more.disabled = false;
  };
  more.addEventListener("click", load);
  load();
}

/** @param {HTMLElement} main @param {House} house @param {string} id */
export function roundPage(main, house, id) {
  const page = element("div", { class: "page" });
  main.append(page);
  /** @type {(() => void) | null} */
  let stop = null;
  fetch(`/api/rounds/${id}`).then(async (answer) => {
    if (!answer.ok) {
      /** @type {Said.FaultBody} */
      const fault = await answer.json();
      page.append(element("p", { class: "notice" }, fault.error.sentence));
      return;
    }
    stop = play(page, house, await answer.json());
  });
  return () => stop?.();
}

// A round again on a felt of its own, one fact a step; going back means laying it out anew from the start.
/** @param {HTMLElement} page @param {House} house @param {Said.RoundStory} round */
function play(page, house, round) {
  const steps = element("ol", { class: "story", "aria-label": "Steps" });
  const feltRoot = element("section", { "aria-label": "The table" });
  const named = round.steps.map(({ fact }) => ("box" in fact ? fact.box : 0));
  const boxes = [...new Set(named.filter((box) => box > 0))].sort((one, other) => one - other);
  const felt = new Felt(feltRoot, {
    title: `${round.title}, round ${round.round}`,
    inscriptions: [],
    dealtFrom: "shoe",
    boxes: boxes.length ? boxes : [1],
  });
  const view = { players: [], bets: {}, phase: "", waiting_at_box: 0, waiting_at_hand: 0 };
  let picture = new Picture();
  let shown = 0;
  let timer = 0;
  const draw = () => {
    felt.show(picture, view, house.welcome.name);
    place.textContent = `Step ${shown} of ${round.steps.length}`;
  };
  const take = (/** @type {Said.Step} */ step) => {
    for (const old of steps.querySelectorAll(".new")) old.classList.remove("new");
    steps.prepend(
      element("li", { class: "new" }, step.words, " ", ...step.clauses.flatMap((clause) => [cite(clause), " "])),
    );
    picture.take(step.fact);
    shown += 1;
    return step.words;
  };
  const goTo = (/** @type {number} */ wanted) => {
    if (wanted < shown) {
      steps.replaceChildren();
      picture = new Picture();
      shown = 0;
    }
    let words = "";
    for (const step of round.steps.slice(shown, wanted)) words = take(step);
    draw();
    speak(words);
  };
  const pause = () => {
    clearInterval(timer);
    timer = 0;
    toggle.textContent = "Play";
  };
  const start = () => {
    if (shown >= round.steps.length) goTo(0);
    toggle.textContent = "Pause";
    timer = setInterval(() => {
      if (shown >= round.steps.length) pause();
      else goTo(shown + 1);
    }, 600);
  };
  const toggle = element("button", { type: "button", onclick: () => (timer ? pause() : start()) }, "Play");
  const plain = (/** @type {string} */ words, /** @type {() => void} */ act) =>
    element(
      "button",
      {
        type: "button",
        class: "plain",
        onclick: () => {
          pause();
          act();
        },
      },
      words,
    );
  const place = element("span", { class: "place" });
  const staff = ["auditor", "floorperson"].includes(house.welcome.role);
  page.append(
    element("p", {}, element("a", { href: "#/history" }, "All rounds"), ` · rules ${round.rules_hash.slice(0, 16)}`),
    feltRoot,
    element(
      "div",
      { class: "group" },
      toggle,
      plain("Back", () => goTo(Math.max(shown - 1, 0))),
      plain("Step", () => goTo(shown + 1)),
      plain("To the end", () => goTo(round.steps.length)),
      place,
      ...shoe(round),
      ...(staff ? [dispute(round)] : []),
    ),
    element(
      "div",
      { class: "two" },
      element("section", {}, element("h2", {}, "What happened, and why"), steps),
      element("section", {}, ...moneyOf(round), ...sealsOf(round)),
    ),
  );
  draw();
  return pause;
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
function moneyOf(round) {
  if (!round.money.length) return [];
  const row = (/** @type {Said.Posting} */ posting) =>
    element(
      "tr",
      {},
      element("td", {}, posting.what),
      element("td", {}, posting.source),
      element("td", {}, posting.target),
      element("td", {}, money(posting.cents)),
    );
  return [
    element("h2", {}, "Money"),
    element(
      "table",
      { class: "list" },
      element(
        "thead",
        {},
        element("tr", {}, ...["What", "From", "To", "Amount"].map((words) => element("th", { scope: "col" }, words))),
      ),
      element("tbody", {}, ...round.money.map(row)),
    ),
  ];
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
  return seals.length ? [element("h2", {}, "Seals"), ...seals] : [];
}
