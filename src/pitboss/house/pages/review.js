// How well one plays: accuracy by shoe, the habits that cost most, and the strategy's charts with one's own errors.

import { dollars, element, inWords, percent } from "./words.js";

/** @import { House } from "./socket.js" */

const LEGEND =
  "What is best from a full shoe, against the dealer's card above: H hit, S stand, D double, P split, R surrender. " +
  "Green: you were right there. Red: so often not. Cards you have seen can make something else best.";

/** @param {HTMLElement} main @param {House} _house @param {string} game */
export function reviewPage(main, _house, game) {
  const page = element("div", { class: "page review-page" }, element("h1", {}, "How well you play"));
  const body = element("div", { "aria-live": "polite" }, element("p", {}, "Working out your decisions…"));
  page.append(body);
  main.append(page);
  let left = false;
  fetch(`/api/review${game ? `?game=${encodeURIComponent(game)}` : ""}`).then(async (answer) => {
    /** @type {Said.Overview | Said.FaultBody} */
    const told = await answer.json();
    if (left) return;
    if ("error" in told) body.replaceChildren(element("p", { class: "notice" }, told.error.sentence));
    else body.replaceChildren(...overview(told));
  });
  return () => {
    left = true;
  };
}

/** @param {Said.Overview} told */
function overview(told) {
  if (!told.games.length) {
    const lobby = element("a", { href: "#/" }, "Play one");
    return [element("p", { class: "notice" }, "You have played no round yet. ", lobby, ".")];
  }
  const games = element(
    "nav",
    { class: "group", "aria-label": "Games you have played" },
    ...told.games.map(({ game, title, rounds }) =>
      element(
        "a",
        { class: "button plain", href: `#/review/${game}`, "aria-current": game === told.game ? "page" : null },
        `${title} (${rounds})`,
      ),
    ),
  );
  if (told.why || !told.decisions) {
    const why = told.why ? `${told.why.charAt(0).toUpperCase()}${told.why.slice(1)}.` : "There was nothing to decide.";
    return [games, element("p", { class: "notice" }, why)];
  }
  return [
    games,
    element(
      "p",
      { class: "lead" },
      element("strong", {}, percent(told.best / told.decisions)),
      ` of your ${told.decisions} decisions were the best there was. The others cost `,
      element("strong", {}, dollars(told.cost_cents)),
      " on average, beside perfect play with the same cards in sight.",
    ),
    element("h2", {}, "Accuracy by shoe"),
    accuracy(told.shoes),
    element("h2", {}, "Habits that cost most"),
    habits(told.habits),
    element("h2", {}, "The strategy, and where you left it"),
    element("p", {}, LEGEND),
    element("div", { class: "charts" }, ...told.charts.map((chart) => chartTable(chart, told.marks))),
  ];
}

/** @param {string} words */
const unseen = (words) => element("span", { class: "unseen" }, words);

// One bar a shoe, oldest first.
/** @param {Said.Score[]} shoes */
function accuracy(shoes) {
  const bars = shoes.slice(-40).map((shoe) => {
    const share = shoe.decisions ? shoe.best / shoe.decisions : 0;
    const when = new Date(shoe.at_ms).toLocaleDateString();
    const words = `${when}: ${shoe.best} of ${shoe.decisions} best, cost ${dollars(shoe.cost_cents)}`;
    const bar = element("i");
    bar.style.height = `${Math.round(100 * share)}%`;
    return element("li", { title: words }, element("span", {}, percent(share, 0)), bar, unseen(words));
  });
  return element("ol", { class: "bars", "aria-label": "Share of best decisions, by shoe, oldest first" }, ...bars);
}

/** @param {Said.Habit[]} found */
function habits(found) {
  if (!found.length) return element("p", {}, "None: every decision was the best one.");
  const row = (/** @type {Said.Habit} */ habit) =>
    element(
      "tr",
      {},
      element("td", {}, element("a", { href: `#/round/${habit.round}` }, habit.asked)),
      element("td", {}, inWords(habit.move)),
      element("td", {}, inWords(habit.best)),
      element("td", {}, String(habit.times)),
      element("td", {}, dollars(habit.cost_cents)),
    );
  const head = ["Asked", "You", "Best", "Times", "Cost"].map((words) => element("th", { scope: "col" }, words));
  const rows = element("tbody", {}, ...found.map(row));
  const table = element("table", { class: "list" }, element("thead", {}, element("tr", {}, ...head)), rows);
  return element("div", { class: "wide", tabindex: 0, role: "region", "aria-label": "Habits" }, table);
}

/** @param {Said.Chart} chart @param {Said.Mark[]} marks */
function chartTable(chart, marks) {
  const own = new Map(marks.filter((m) => m.chart === chart.name).map((m) => [`${m.row}|${m.column}`, m]));
  const cell = (/** @type {string} */ letter, /** @type {string} */ row, /** @type {string} */ column) => {
    const mark = own.get(`${row}|${column}`);
    const kind = !mark ? null : mark.wrong ? "wrong" : "right";
    const words = mark ? `${row} against ${column}: ${mark.right} right, ${mark.wrong} wrong` : null;
    const count = mark?.wrong ? [element("sup", {}, String(mark.wrong))] : [];
    const shown = element("span", { "aria-hidden": words ? "true" : null }, letter, ...count);
    const spoken = words ? [unseen(`${letter}; ${words}`)] : [];
    return element("td", { "data-mark": kind, "data-letter": letter, title: words }, shown, ...spoken);
  };
  const rows = chart.rows.map((row) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, row.label),
      ...row.cells.map((letter, place) => cell(letter, row.label, chart.columns[place] ?? "")),
    ),
  );
  const head = [element("td"), ...chart.columns.map((words) => element("th", { scope: "col" }, words))];
  return element(
    "div",
    { class: "wide", tabindex: 0, role: "region", "aria-label": chart.name },
    element(
      "table",
      { class: "chart" },
      element("caption", {}, chart.name),
      element("thead", {}, element("tr", {}, ...head)),
      element("tbody", {}, ...rows),
    ),
  );
}
