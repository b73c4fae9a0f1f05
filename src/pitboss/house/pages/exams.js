// Table tests: those that were given to you, the one that you take, and what came of it on one page.

import { refused } from "./refusal.js";
import { asking, post, styled } from "./asking.js";
import { consolePage } from "./console.js";
import { cite } from "./story.js";
import { become, element, inWords, money } from "./words.js";

/** @import { House } from "./socket.js" */

const LOOK_MS = 2000;

/** @param {string} address @param {HTMLElement} refusal @param {object} [body] */
async function ask(address, refusal, body) {
  const answer = body === undefined ? await fetch(address) : await post(address, body);
  refusal.replaceChildren();
  if (answer.ok) return answer.json();
  /** @type {Said.FaultBody} */
  const fault = await answer.json();
  refusal.replaceChildren(...refused(fault.error));
  return null;
}

/** @param {HTMLElement} main */
export function testsPage(main) {
  styled();
  const refusal = element("p", { class: "refusal", role: "alert" });
  const list = element("ul", { class: "drill-list" });
  const said = element("p", { role: "status" }, "Looking…");
  main.append(element("div", { class: "page" }, element("h1", {}, "Table tests"), said, refusal, list));
  load();

  async function load() {
    /** @type {Said.ExamCard[] | null} */
    const exams = await ask("/api/exams", refusal);
    said.textContent =
      exams && !exams.length ? "None was given to you. An instructor gives one to a class that you are in." : "";
    list.replaceChildren(...(exams ?? []).map(card));
  }

  /** @param {Said.ExamCard} exam */
  function card(exam) {
    const mine = exam.taken[0];
    const parts = [
      ...Object.entries(exam.drills).map(([drill, items]) => `${items} × ${inWords(drill)}`),
      ...(exam.rounds ? [`${exam.rounds} rounds to deal`] : []),
    ];
    const over = mine?.ended_at_ms;
    const words = mine ? "Go on" : "Begin: the clock runs at once";
    const begin = element("button", { type: "button" }, words);
    begin.addEventListener("click", async () => {
      begin.disabled = true;
      const sitting = await ask(`/api/exams/${exam.id}/sit`, refusal, {});
      begin.disabled = false;
      if (sitting) location.hash = `#/test/${sitting.id}`;
    });
    return element(
      "li",
      {},
      element("h2", {}, exam.name),
      element("p", {}, `${inWords(exam.game)}, ${exam.minutes} minutes, ${exam.class_name}, from ${exam.given_by}`),
      element("p", {}, parts.join(", ")),
      over
        ? element("a", { class: "button", href: `#/result/${mine.sitting}` }, mine.passed ? "Passed" : "Not passed")
        : begin,
    );
  }
}

/** @param {HTMLElement} main @param {House} house @param {string} sitting */
export function testPage(main, house, sitting) {
  styled();
  const left = element("span", { class: "left-time", role: "timer" });
  const title = element("h1", {}, "Table test");
  const where = element("span", {});
  const refusal = element("p", { class: "refusal", role: "alert" });
  const place = element("div", {});
  const enough = element("button", { type: "button", class: "plain" }, "Hand it in");
  const bar = element("div", { class: "exam-bar" }, where, left, enough);
  const head = element("div", { class: "page" }, title, bar, refusal);
  main.append(head);
  head.append(place);
  let until = 0;
  let leaveItem = () => {};
  let leaveTable = () => {};
  let gone = false;
  const ticking = setInterval(tick, 500);

  function tick() {
    if (!until) return;
    const seconds = Math.max(Math.ceil((until - performance.now()) / 1000), 0);
    left.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")} left`;
    left.classList.toggle("soon", seconds < 60);
    if (!seconds) {
      until = 0;
      look();
    }
  }

  /** @param {Said.SittingCard} card */
  function show(card) {
    if (gone) return;
    leaveItem();
    leaveItem = () => {};
    if (card.over) {
      location.hash = `#/result/${card.id}`;
      return;
    }
    title.textContent = card.test;
    until = performance.now() + card.left_ms;
    tick();
    if (card.item) {
      const { number } = card.item;
      where.textContent = `Item ${card.place} of ${card.items}: ${inWords(card.item.drill)}`;
      const { drawn, leave } = asking(card.item, (given) => say("answer", { number, given }));
      leaveItem = leave;
      place.replaceChildren(drawn);
      focusOn(drawn.querySelector("form input") ?? drawn.querySelector(".question"));
    } else if (card.table) {
      where.textContent = `${card.table.rounds === 1 ? "One round" : `${card.table.rounds} rounds`} to deal`;
      place.replaceChildren();
      leaveTable();
      leaveTable = atTable(main, house, sitting, head, look);
    }
  }

  /** @param {string} what @param {object} body */
  async function say(what, body) {
    for (const button of place.querySelectorAll("button")) button.disabled = true;
    const card = await ask(`/api/sittings/${sitting}/${what}`, refusal, body);
    for (const button of place.querySelectorAll("button")) button.disabled = false;
    if (card) show(card);
  }

  async function look() {
    const card = await ask(`/api/sittings/${sitting}`, refusal);
    if (card) show(card);
  }

  let sure = false;
  enough.addEventListener("click", () => {
    if (sure) say("hand-in", {});
    sure = true;
    enough.textContent = "Hand it in as it is: press again";
  });
  look();
  return () => {
    gone = true;
    leaveItem();
    leaveTable();
    clearInterval(ticking);
  };
}

// An instructor looks on, and touches nothing.
/** @param {HTMLElement} main @param {House} house @param {string} sitting */
export function lookPage(main, house, sitting) {
  styled();
  const refusal = element("p", { class: "refusal", role: "alert" });
  const title = element("h1", {}, "A test under way");
  const where = element("p", { role: "status" });
  const lines = element("ol", { class: "shown", tabindex: 0, "aria-label": "What is shown" });
  const head = element("div", { class: "page drill" }, title, where, refusal, lines);
  main.append(head);
  const timer = setInterval(look, LOOK_MS);
  /** @type {(() => void) | null} */
  let leaveTable = null;
  look();
  return () => {
    clearInterval(timer);
    leaveTable?.();
  };

  async function look() {
    /** @type {Said.SittingCard | null} */
    const card = await ask(`/api/sittings/${sitting}`, refusal);
    if (!card) return;
    if (card.over) {
      location.hash = `#/result/${card.id}`;
      return;
    }
    title.textContent = `${card.name}: ${card.test}`;
    const minutes = `${Math.ceil(card.left_ms / 60000)} minutes left`;
    const place = card.table
      ? `round ${Math.max(card.table.round, 1)} of ${card.table.rounds}`
      : `item ${card.place} of ${card.items}`;
    where.textContent = `${place}, ${minutes}${card.item ? `: ${card.item.question}` : ""}`;
    lines.hidden = Boolean(card.table);
    if (card.table) leaveTable ??= atTable(main, house, sitting, head, look);
    const shown = [...(card.item?.shown ?? []), ...(card.item?.choices ?? [])];
    const many = lines.childElementCount;
    become(lines, ...shown.map((line) => element("li", {}, line)));
    if (many !== shown.length) lines.scrollTop = lines.scrollHeight;
  }
}

// The table of a test is dealt with the console of any other; when it closes, the test is over.
/**
 * @param {HTMLElement} main
 * @param {House} house
 * @param {string} sitting
 * @param {HTMLElement} head
 * @param {() => void} over
 */
function atTable(main, house, sitting, head, over) {
  head.classList.add("at-exam");
  const leave = consolePage(main, house, sitting);
  const off = house.on("closed", ({ table }) => {
    if (table === sitting) over();
  });
  return () => {
    off();
    leave();
  };
}

/** @param {Element | null} field */
function focusOn(field) {
  if (field instanceof HTMLElement) field.focus({ preventScroll: true });
}

/** @type {Record<string, string>} */
const MARKS = {
  rounds: "Rounds dealt",
  score: "Marks at the table, of 100",
  accuracy: "Steps right, of 1000",
  drills: "Drill items right, of 1000",
  rounds_an_hour: "Rounds an hour",
  hands_an_hour: "Hands an hour",
  catches: "Faults caught, of 1000",
  money_lost_cents: "Money moved wrongly, at most",
  false_alarms: "False alarms, at most",
  minutes: "Minutes, at most",
};

/** @param {HTMLElement} main @param {House} _ @param {string} sitting */
export function resultPage(main, _, sitting) {
  styled();
  const refusal = element("p", { class: "refusal", role: "alert" });
  const page = element("div", { class: "page result-sheet" }, refusal);
  main.append(page);
  load();

  async function load() {
    /** @type {Said.ResultCard | null} */
    const told = await ask(`/api/sittings/${sitting}/result`, refusal);
    if (told) page.append(...sheet(told));
  }
}

/** @param {string} caption @param {string[]} head @param {(string | Node)[][]} rows */
function listed(caption, head, rows) {
  if (!rows.length) return [];
  return [
    element("h2", {}, caption),
    element(
      "table",
      { class: "list" },
      element("thead", {}, element("tr", {}, ...head.map((words) => element("th", { scope: "col" }, words)))),
      element("tbody", {}, ...rows.map((row) => element("tr", {}, ...row.map((cell) => element("td", {}, cell))))),
    ),
  ];
}

/** Whatever was scored, also where no mark is asked for it. @param {Said.ResultCard["score"]} score */
function figures({ table, all_drills, catches }) {
  const of = (/** @type {{done: number, right: number}} */ part) => `${part.right} of ${part.done}`;
  const rows = [];
  if (table !== null) {
    const anHour = (/** @type {number} */ many) => Math.floor((many * 3_600_000) / table.pace.play_ms);
    rows.push(["Marks at the table, of 100", String(table.score)], ["Steps right", of(table.steps)]);
    rows.push(["Money moved wrongly", money(table.money_cents)], ["Lost by the house", money(table.house_cents)]);
    if (table.pace.play_ms)
      rows.push(
        ["Rounds an hour, shuffles left out", String(anHour(table.pace.rounds))],
        ["Hands an hour", String(anHour(table.pace.hands))],
      );
  }
  if (all_drills.done) rows.push(["Drill items right", of(all_drills)]);
  const { caught, missed, false_alarms } = catches;
  if (caught + missed + false_alarms)
    rows.push(["Faults caught, missed, seen where none was", `${caught}, ${missed}, ${false_alarms}`]);
  return rows;
}

/** @param {Said.ResultCard} told */
function sheet(told) {
  const { score } = told;
  const shown = (/** @type {string} */ name, /** @type {number | null} */ value) =>
    value === null ? "not reached" : name.endsWith("_cents") ? money(value) : String(value);
  const clauses = [score.table, ...score.drills]
    .flatMap((one) => Object.entries(one?.by_clause ?? {}))
    .filter(([, { done, right }]) => right < done)
    .sort(([, a], [, b]) => a.right / a.done - b.right / b.done)
    .slice(0, 12);
  const file = (/** @type {string} */ form, /** @type {string} */ name, /** @type {string} */ words) =>
    element("a", { class: "button", href: `/api/sittings/${told.sitting}/file?form=${form}`, download: name }, words);
  return [
    element("h1", {}, `${told.test}: ${told.name}`),
    element(
      "p",
      {},
      `${inWords(told.game)}, ${told.class_name}, ${new Date(told.began_at_ms).toLocaleString()}, `,
      `${Math.ceil((told.ended_at_ms - told.began_at_ms) / 60000)} minutes`,
    ),
    element("p", { class: score.passed ? "verdict passed" : "verdict failed" }, score.passed ? "Passed" : "Not passed"),
    ...listed(
      "Pass marks",
      ["Mark", "Asked", "Reached", "Verdict"],
      score.marks.map((mark) => [
        MARKS[mark.name] ?? inWords(mark.name),
        shown(mark.name, mark.asked),
        shown(mark.name, mark.reached),
        mark.passed ? "passed" : "not passed",
      ]),
    ),
    ...listed("How it went", ["What", "Figure"], figures(score)),
    ...listed(
      "Mistakes at the table",
      ["Mistake", "How often"],
      Object.entries(score.table?.mistakes ?? {}).map(([kind, many]) => [inWords(kind), String(many)]),
    ),
    ...listed(
      "Clauses to learn",
      ["Clause", "Right"],
      clauses.map(([id, { done, right }]) => [cite(id), `${right} of ${done}`]),
    ),
    element("p", { class: "seal-line" }, `Sealed as line ${told.n} of the journal, with the hash ${told.hash}.`),
    element(
      "p",
      { class: "group no-print" },
      element("button", { type: "button", onclick: () => print() }, "Print"),
      file("json", `${told.sitting}.json`, "Result file"),
      file("csv", `${told.sitting}.csv`, "CSV"),
      file("xapi", `${told.sitting}-xapi.json`, "xAPI"),
    ),
  ];
}
