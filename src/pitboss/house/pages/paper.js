// A round on one sheet of paper: steps of one kind under one clause stand in one line, with the money they moved.

import { element, money } from "./words.js";

/** @typedef {{ first: number, last: number, words: string, clauses: string[], money: string[] }} Line */

const POINTS = { most: 9, least: 4.6, step: 0.2 };
const WIDTH_MM = 190;
const HEIGHT_MM = 252; // what is left of a Letter sheet; A4 is longer
const PIXELS_A_MM = 96 / 25.4;

/**
 * Sentences that begin and end alike, said once: "box 1 ← 8♥, box 2 ← 9♦" is "box 1 ← 8♥, 2 ← 9♦".
 * @param {string[]} sentences
 */
export function together(sentences) {
  const [first = [], ...rest] = sentences.map((one) => one.match(/\s+|[()]|[^\s()]+/g) ?? []);
  if (!rest.length) return sentences.join("");
  const shortest = Math.min(first.length, ...rest.map((one) => one.length));
  let head = 0;
  while (head < shortest - 1 && rest.every((one) => one[head] === first[head])) head += 1;
  let tail = 0;
  while (tail < shortest - head - 1 && rest.every((one) => one.at(-1 - tail) === first.at(-1 - tail))) tail += 1;
  const middle = [first, ...rest].map((one) => one.slice(head, one.length - tail).join(""));
  const alike = middle.every((one) => one === middle[0]) ? `${middle[0]} (${middle.length} times)` : middle.join(", ");
  return [...first.slice(0, head), alike, ...first.slice(first.length - tail)].join("");
}

/**
 * Transfers in plain words, equal ones counted: "6 × $50 Ann's chips → the layout (bet)".
 * @param {Said.Posting[]} postings
 */
export function moved(postings) {
  /** @type {Map<string, number>} */
  const alike = new Map();
  for (const { cents, giver, taker, what } of postings) {
    const words = `${money(cents)} ${giver} → ${taker} (${what})`;
    alike.set(words, (alike.get(words) ?? 0) + 1);
  }
  return [...alike].map(([words, times]) => (times > 1 ? `${times} × ${words}` : words));
}

/**
 * The steps of a round, those that follow one another in kind and clause as one line.
 * @param {Pick<Said.RoundStory, "steps" | "money">} round
 * @returns {Line[]}
 */
export function lines({ steps, money: postings }) {
  const byId = new Map(postings.map((posting) => [posting.id, posting]));
  /** @type {{ key: string, first: number, steps: Said.Step[] }[]} */
  const groups = [];
  steps.forEach((step, at) => {
    const key = JSON.stringify([step.fact.fact, step.clauses, step.money.length > 0]);
    const last = groups.at(-1);
    if (last?.key === key) last.steps.push(step);
    else groups.push({ key, first: at + 1, steps: [step] });
  });
  return groups.map(({ first, steps: some }) => ({
    first,
    last: first + some.length - 1,
    words: together(some.map(({ words }) => words)),
    clauses: some[0]?.clauses ?? [],
    money: moved(some.flatMap((step) => step.money.flatMap((id) => byId.get(id) ?? []))),
  }));
}

/** @param {Line} line */
function lineOf({ first, last, words, clauses, money: transfers }) {
  return element(
    "p",
    {},
    element("b", {}, first === last ? `${first} ` : `${first}–${last} `),
    `${words} `,
    ...(clauses.length ? [element("i", {}, `[${clauses.join("; ")}]`)] : []),
    ...transfers.map((one) => element("span", { class: "moved" }, one)),
  );
}

/**
 * @param {Said.RoundStory} round
 * @param {string} head
 * @param {Node[]} foot what the round came to, and where it stands in the journal
 */
export function paper(round, head, foot) {
  const clauses = Object.entries(round.ordered).map(([id, { gist }]) =>
    element("p", {}, element("b", {}, id), ` ${gist}`),
  );
  return element(
    "section",
    { class: "one-sheet", "aria-hidden": "true" },
    element("h1", {}, head),
    ...foot,
    element(
      "div",
      { class: "columns" },
      element("h2", {}, "What happened, under which clause, and what it moved"),
      ...lines(round).map(lineOf),
      element("h2", {}, "What those clauses order"),
      ...clauses,
    ),
    element("p", { class: "seal" }, `Rules ${round.rules_hash}`),
  );
}

// The largest letters with which all of it is on one sheet.
/** @param {HTMLElement} sheet it is in the page already */
export function fit(sheet) {
  sheet.classList.add("measured");
  sheet.style.width = `${WIDTH_MM}mm`;
  let points = POINTS.most;
  do sheet.style.fontSize = `${points.toFixed(1)}pt`;
  while (sheet.offsetHeight > HEIGHT_MM * PIXELS_A_MM && (points -= POINTS.step) >= POINTS.least);
  sheet.classList.remove("measured");
  sheet.style.width = "";
}
